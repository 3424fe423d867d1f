"""What an edit paints: what shows other numbers now, and nothing beside it."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLabel, QScrollBar, QSplitter, QTabBar

from app import idle_proof
from app.models.matrix_content import name_groups
from app.panels.explain import ExplainPanel
from app.panels.player import PlayerPanel
from app.panels.status import StatusLine
from app.widgets.chips import ChipRow
from app.widgets.drawer_bar import DrawerBar
from app.widgets.explain_view import ExplainView
from app.widgets.stage_header import StageHeader
from app.widgets.ticks import TickStrip
from core.edits.cells import SetCells
from core.edits.switches import SwitchPart


class Seen(QObject):
    """Kinds of widgets that got events of one type."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.widgets = []

    def eventFilter(self, watched, event):
        if event.type() == self.kind:
            self.widgets.append(watched)
        return False


@pytest.fixture(autouse=True)
def proof_waits(monkeypatch):
    """However slow the computer is, the quiet proof does not begin while an edit is watched."""
    monkeypatch.setattr(idle_proof, "QUIET", 1_000_000)


@pytest.fixture
def edited(open_window):
    """A function that edits a number and gives the widgets that got events of a type meanwhile."""
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to("decoder.0.self_attn.weights")
    name = "decoder.0.self_attn.W_Q"

    def editing(kind):
        seen = Seen(kind)
        for value in (0.25, 0.5):
            QApplication.processEvents()
            seen.widgets.clear()
            QApplication.instance().installEventFilter(seen)
            assert window.workspace.session.apply(SetCells(name, ((0, 0),), (value,)))
            QApplication.processEvents()
            QApplication.instance().removeEventFilter(seen)
        return window, seen.widgets

    return editing


def test_an_edit_paints_stage_and_explanation(edited):
    window, painted = edited(QEvent.Type.Paint)
    assert window.panels["stage"].canvas.viewport() in painted
    assert window.panels["explain"].view.viewport() in painted


@pytest.mark.parametrize("kind", [ChipRow, TickStrip, QTabBar, StatusLine])
def test_an_edit_leaves_what_shows_no_numbers_alone(edited, kind):
    window, painted = edited(QEvent.Type.Paint)
    assert window.findChildren(kind)
    assert not [widget for widget in painted if isinstance(widget, kind)]


def test_the_scroll_bar_of_the_explanation_does_not_flicker(edited):
    _, shown = edited(QEvent.Type.Show)
    assert not [widget for widget in shown if isinstance(widget, QScrollBar)]


def test_labels_that_are_painted_are_few(edited):
    _, painted = edited(QEvent.Type.Paint)
    assert len([widget for widget in painted if isinstance(widget, QLabel)]) <= 4


def test_an_edit_paints_nothing_under_a_panel_or_the_explanation(edited):
    window, painted = edited(QEvent.Type.Paint)
    assert window not in painted
    assert not [widget for widget in painted if isinstance(widget, QSplitter | ExplainPanel | ExplainView)]


@pytest.fixture
def drawer(open_window):
    """The drawer, open on a matrix."""
    window = open_window("tiny-gpt")
    panel = window.panels["numbers"]
    panel.set_open(True)
    panel.show_tensor("decoder.0.self_attn.W_Q")
    QApplication.processEvents()
    return window.workspace.session, panel


def test_an_edit_of_another_cell_paints_that_cell_of_the_drawer_and_nothing_else(drawer):
    session, panel = drawer
    panel.grid.cells.go(0, 0)
    seen = Seen(QEvent.Type.Paint)
    for value in (0.25, 0.5):
        QApplication.processEvents()
        seen.widgets.clear()
        QApplication.instance().installEventFilter(seen)
        assert session.apply(SetCells(panel.shown, ((1, 1),), (value,)))
        QApplication.processEvents()
        QApplication.instance().removeEventFilter(seen)
    painted = [widget for widget in seen.widgets if panel.isAncestorOf(widget)]
    assert painted == [panel.grid.viewport()]


def test_other_colours_leave_the_columns_as_they_are(drawer, qtbot):
    session, panel = drawer
    largest = float(abs(session.scenario.parameters[panel.shown].values).max())
    with qtbot.assertNotEmitted(panel.grid.fitted):
        for value in (largest + 0.1, largest + 0.2):
            assert value < 10
            assert session.apply(SetCells(panel.shown, ((0, 0),), (value,)))
    width = panel.grid.horizontalHeader().defaultSectionSize()
    with qtbot.waitSignal(panel.grid.fitted):
        session.apply(SetCells(panel.shown, ((0, 0),), (-123456.25,)))
    assert panel.grid.horizontalHeader().defaultSectionSize() > width


def test_names_are_gathered_where_the_steps_change(drawer, monkeypatch):
    session, panel = drawer
    gathered = []

    def gather(trace):
        gathered.append(trace)
        return name_groups(trace)

    monkeypatch.setattr("app.panels.numbers.name_groups", gather)
    assert session.apply(SetCells(panel.shown, ((0, 0),), (0.25,)))
    assert gathered == []
    assert session.apply(SwitchPart("decoder.0.ffn", on=False))
    assert gathered[-1] is session.trace


@pytest.mark.parametrize("kind", [StatusLine, StageHeader, ExplainPanel, PlayerPanel, DrawerBar])
def test_an_edit_lays_nothing_out(edited, kind):
    window, laid_out = edited(QEvent.Type.LayoutRequest)
    assert window.findChildren(kind)
    assert not [widget for widget in laid_out if isinstance(widget, kind)]


def test_an_edit_writes_only_the_numbers_of_the_explanation(edited, monkeypatch):
    whole = []

    def write(view):
        whole.append(view)

    monkeypatch.setattr(ExplainView, "_write", write)
    window, _ = edited(QEvent.Type.Paint)
    assert whole == []
    view, said = window.panels["explain"].view, window.panels["explain"].view.toPlainText()
    monkeypatch.undo()
    places, spots = view.links, list(view._links)
    view.set_scale(1.0)  # writes everything
    assert view.toPlainText() == said
    assert view.links == places
    assert view._links == spots


def test_an_edit_is_seen_at_once(edited, qtbot):
    window, _ = edited(QEvent.Type.Paint)
    said = window.panels["explain"].view.toPlainText()
    window.workspace.session.undo_stack.undo()
    qtbot.waitUntil(lambda: window.panels["explain"].view.toPlainText() != said)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
