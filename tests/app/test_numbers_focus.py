"""Where the keyboard is when the drawer shows words in the place of numbers, or is closed."""

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, Qt
from PySide6.QtWidgets import QApplication

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


@pytest.mark.parametrize("leave", ["close", "words", "language"])
def test_what_is_offered_or_told_over_the_cells_goes_with_them(panel, leave):
    mime = QMimeData()
    mime.setText("\n".join(["1\t2\t3\t4\t5\t6\t7\t8\t9"] * 9))
    QApplication.clipboard().setMimeData(mime)
    window = panel.window()

    def left():
        if leave == "close":
            panel.set_open(False)
        elif leave == "words":
            panel.show_tensor("vocabulary")
        else:
            window.workspace.settings.update(language="ja")
            QCoreApplication.sendPostedEvents()

    press(Qt.Key.Key_V, modifiers=CONTROL)
    assert panel.grid.exchange.offers.isVisible()
    left()
    assert not panel.grid.exchange.offers.isVisible()
    window.workspace.settings.update(language="en")
    panel.set_open(True)
    panel.show_tensor("decoder.0.self_attn.weights")
    panel.grid.setFocus()
    press(Qt.Key.Key_1)
    assert panel.grid.entry.plate.isVisible()
    left()
    assert not panel.grid.entry.plate.isVisible()


def test_a_word_that_is_typed_in_a_row_that_goes_is_given_up(panel):
    panel.show_tensor("tokens.target")
    words, before = panel.tables.grid, panel._session.scenario
    words.cells.go(2, 0)
    press(Qt.Key.Key_Insert)
    press(Qt.Key.Key_End, modifiers=CONTROL)
    words.cells.go(panel.tables.model.rowCount() - 1, 0)
    type_text("dog")
    assert words.entry.is_open
    panel._session.undo_stack.undo()
    assert not words.entry.is_open
    press(Qt.Key.Key_Return)
    assert panel._session.scenario is before
    assert words.hasFocus()
