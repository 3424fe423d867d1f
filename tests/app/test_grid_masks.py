"""Masks are boxes to tick: by click, space bar and digits, one or many; what causal closes stays closed."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from app.models.cell_faces import CLOSED, MASKED, UNCOLORED
from app.models.matrix_content import content_of
from core.architecture.presets import preset
from core.edits.masks import SetMaskCells, forbidden_looks
from core.edits.tokens import SetTokens
from core.trace import run
from tests.support.grids import press, type_text

K, CONTROL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
MASK = "decoder.mask"


@pytest.fixture
def panel(open_window, qtbot):
    """The drawer on the mask of a small causal decoder."""
    words = SetTokens("target", ("the", "cat", "sat", "on", "mats"))
    window = open_window(words.apply(preset("gpt-2").scenario()))
    numbers = window.panels["numbers"]
    numbers.set_open(True)
    numbers.show_tensor(MASK)
    numbers.grid.setFocus()
    qtbot.waitUntil(numbers.grid.hasFocus)
    return numbers


def looks(panel):
    return panel._session.trace[MASK].values


def undo_count(panel):
    return panel._session.undo_stack.index()


def box(panel, row, column):
    return panel.grid.visualRect(panel.model.index(row, column)).center()


def click(qtbot, panel, row, column, modifiers=Qt.KeyboardModifier.NoModifier, beside=0):
    at = box(panel, row, column) + QPoint(beside, 0)
    qtbot.mouseClick(panel.grid.viewport(), LEFT, modifiers, at)


def test_a_click_on_the_box_ticks_it_and_one_beside_it_only_chooses(panel, qtbot):
    click(qtbot, panel, 2, 1)
    assert looks(panel)[2, 1] == 0
    assert panel.grid.cells.current == (2, 1)
    click(qtbot, panel, 2, 1)
    assert looks(panel)[2, 1] == 1
    assert undo_count(panel) == 2
    beside = panel.grid.visualRect(panel.model.index(2, 0)).left() + 3 - box(panel, 2, 0).x()
    click(qtbot, panel, 2, 0, beside=beside)
    assert panel.grid.cells.current == (2, 0)
    assert undo_count(panel) == 2
    click(qtbot, panel, 0, 2)  # closed by causal: there is no box
    assert panel.grid.cells.current == (0, 2)
    assert undo_count(panel) == 2


def test_a_drag_selects_and_space_sets_all_that_can_be_set(panel, qtbot):
    view = panel.grid.viewport()
    qtbot.mousePress(view, LEFT, pos=box(panel, 0, 0))
    qtbot.mouseMove(view, box(panel, 2, 2))
    qtbot.mouseRelease(view, LEFT, pos=box(panel, 2, 2))
    assert panel.grid.cells.ranges() == [(0, 0, 2, 2)]
    assert undo_count(panel) == 0
    press(K.Key_Space)
    assert not looks(panel)[:3, :3].any()
    press(K.Key_Space)
    assert np.array_equal(looks(panel)[:3, :3], np.tri(3))
    assert undo_count(panel) == 2
    press(K.Key_Delete)
    assert not looks(panel)[:3, :3].any()


def test_space_sets_all_where_some_are_open(panel, qtbot):
    panel.grid.cells.go(3, 0)
    press(K.Key_Space)
    click(qtbot, panel, 3, 3, SHIFT)
    assert looks(panel)[3].tolist()[:4] == [0, 1, 1, 1]
    press(K.Key_Space)
    assert looks(panel)[3].tolist()[:4] == [1, 1, 1, 1]


def test_digits_are_taken_and_anything_else_says_what_to_write(panel):
    panel.grid.cells.go(2, 0)
    type_text("0")
    assert looks(panel)[2, 0] == 0
    type_text("1")
    assert looks(panel)[2, 0] == 1
    type_text("5")
    assert panel.grid.entry.plate.is_told
    assert looks(panel)[2, 0] == 1


def test_what_causal_closes_says_why_it_stays_closed(panel):
    panel.grid.cells.go(0, 2)
    press(K.Key_Space)
    assert "causal" in panel.grid.entry.plate.reason
    assert looks(panel)[0, 2] == 0
    assert undo_count(panel) == 0


def test_masks_are_copied_and_pasted_as_noughts_and_ones(panel):
    panel.grid.cells.go(2, 1)
    press(K.Key_Space)
    panel.grid.cells.select([(2, 0, 2, 1)])
    press(K.Key_C, modifiers=CONTROL)
    assert QGuiApplication.clipboard().text() == "1\t0"
    panel.grid.cells.go(3, 0)
    press(K.Key_V, modifiers=CONTROL)
    assert looks(panel)[3].tolist()[:4] == [1, 0, 1, 1]


def test_cells_say_who_may_look(panel):
    panel.grid.cells.go(2, 1)
    press(K.Key_Space)
    model, role = panel.model, Qt.ItemDataRole.AccessibleTextRole
    said = [model.data(model.index(2, column), role).rpartition(": ")[2] for column in range(4)]
    assert said == ["may look", "may not look", "may look", "may not look, and cannot be allowed to"]
    assert [model.shades(2)[column] for column in range(4)] == [UNCOLORED, MASKED, UNCOLORED, CLOSED]


def test_padding_is_closed_like_causal():
    scenario = preset("bert").scenario()
    scenario = scenario.with_changes(padding={"source": (1,)})
    causal, padding = forbidden_looks(scenario, "encoder.mask")
    assert not causal.any()
    assert padding[:, 1].all()
    assert padding.sum() == len(padding)
    content = content_of(scenario, run(scenario.program()), "encoder.mask")
    assert np.array_equal(content.closed, padding)


def test_a_whole_mask_of_512_tokens_is_set_at_once():
    scenario = preset("bert").scenario()
    words = scenario.tokens["source"] * (512 // len(scenario.tokens["source"]))
    made = scenario.with_changes(tokens={"source": words})
    cells = tuple(np.ndindex(len(words), len(words)))
    closed = SetMaskCells("encoder.mask", cells, (False,) * len(cells)).apply(made)
    assert not np.array(closed.masks["encoder.mask"]).any()
    again = SetMaskCells("encoder.mask", cells, (True,) * len(cells)).apply(closed)
    assert "encoder.mask" not in again.masks
