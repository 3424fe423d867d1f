"""Notes in the status bar, which stand in the place of a cell's exact value."""

import pytest
from PySide6.QtCore import QCoreApplication

from app.panels.spec import PanelId
from app.selection import Place
from core.edits.cells import SetCells

HERE, THERE = Place("attn.weights", (0, 0, 0)), Place("attn.weights", (0, 0, 1))


@pytest.fixture
def noted(window):
    """The window at a step, with a note in its status bar."""
    window.workspace.cursor.move_to("attn.weights")
    window.workspace.selection.choose(HERE)
    window.workspace.notifier.notify("Saved as lesson.tsbx.")
    QCoreApplication.sendPostedEvents()
    assert not window.statusBar().value.isVisible()
    return window


@pytest.mark.parametrize("way", ["choose", "hover"])
def test_another_cell_ends_a_note_so_that_its_value_is_seen(noted, way):
    getattr(noted.workspace.selection, way)(THERE)
    QCoreApplication.sendPostedEvents()
    bar = noted.statusBar()
    assert bar.currentMessage() == ""
    assert bar.value.isVisible()
    assert bar.value.text().startswith("attn.weights[0, 0, 1] = ")


def test_a_note_stays_while_one_looks_at_the_same_cell_or_at_none(noted):
    selection = noted.workspace.selection
    selection.hover(HERE)
    selection.hover(None)
    selection.choose(None)
    noted.workspace.session.attempt(SetCells("attn.q", ((0, 0, 0),), (3.0,)))
    assert noted.statusBar().currentMessage() == "Saved as lesson.tsbx."


def test_why_something_was_refused_stays_on_the_way_to_another_cell(noted):
    assert not noted.workspace.session.apply(SetCells("no.such", ((0,),), (1.0,)))
    noted.workspace.selection.hover(THERE)
    assert "no.such" in noted.statusBar().currentMessage()


def test_where_a_computed_cell_comes_from_is_read_at_the_cell_gone_to(noted):
    noted.panels[PanelId.STAGE].canvas.go_to_requested.emit("attn.weights", (0, 0, 1))
    assert noted.statusBar().currentMessage().startswith("Computed from ")
    assert noted.workspace.selection.chosen != HERE
