"""Where the keyboard is when the drawer shows words in the place of numbers, or is closed."""

import pytest
from PySide6.QtCore import Qt

from app.widgets.grid import MatrixGrid
from tests.support.grids import press, type_text

CONTROL = Qt.KeyboardModifier.ControlModifier
W_Q = "decoder.0.self_attn.W_Q"


@pytest.fixture
def panel(open_window, qtbot):
    made = open_window("tiny-gpt").panels["numbers"]
    made.set_open(True)
    made.show_tensor(W_Q)
    made.grid.setFocus()
    qtbot.waitUntil(made.grid.hasFocus)
    return made


def test_words_in_the_place_of_numbers_get_the_keyboard_and_no_cell_is_chosen_by_it(panel):
    panel.grid.cells.go(1, 1)
    panel.show_tensor("vocabulary")
    assert panel.tables.grid.hasFocus()
    assert panel.grid.cells.current == (1, 1)
    assert panel._workspace.selection.chosen.index == (1, 1)
    panel.tables.grid.cells.go(2, 0)
    panel.show_tensor(W_Q)
    assert panel.grid.hasFocus()
    assert panel.tables.grid.cells.current == (2, 0)


def test_undo_goes_on_from_words_to_numbers_and_back_by_keyboard_alone(panel):
    type_text("7")
    press(Qt.Key.Key_Return)
    panel.show_tensor("vocabulary")
    type_text("dog")
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_Z, modifiers=CONTROL)
    press(Qt.Key.Key_Z, modifiers=CONTROL)
    assert panel._session.undo_stack.index() == 0
    assert panel.shown == W_Q
    assert panel.grid.hasFocus()
    press(Qt.Key.Key_Y, modifiers=CONTROL)
    press(Qt.Key.Key_Y, modifiers=CONTROL)
    assert panel._session.undo_stack.index() == 2
    assert panel._session.trace[W_Q].values[0, 0] == 7
    assert panel._session.scenario.vocabulary[0] == "dog"


def test_a_closed_drawer_leaves_its_cell_where_it_was_and_gives_the_keyboard_on(panel):
    panel.grid.cells.go(1, 1)
    panel.set_open(False)
    assert panel.grid.cells.current == (1, 1)
    assert not isinstance(panel.window().focusWidget(), MatrixGrid)
