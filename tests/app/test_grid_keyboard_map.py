"""Every row of the keyboard map (conventions, 2.1): with the grid focused, and while a cell is being typed.

`test_grid_keys.py` looks at the keys more closely.
"""

from dataclasses import dataclass, field

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.grids import GridBench, matrix_tensor, press, type_text

K = Qt.Key
NONE, SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
START = np.arange(20.0).reshape(4, 5) + 0.5
AT = (1, 1)


@dataclass
class Outcome:
    """What is so afterwards; what is not said is as before: at (1, 1), no field open, no number changed."""

    at: tuple = AT
    ranges: list | None = None
    text: str | None = None  # in the open field
    caret: int | None = None
    numbers: dict = field(default_factory=dict)

    def check(self, bench, case):
        editor = bench.grid.entry.editor
        assert bench.at == self.at, case
        assert bench.ranges == (self.ranges or [(*self.at, *self.at)]), case
        assert bench.grid.entry.is_open is (self.text is not None), case
        if self.text is not None:
            assert editor.text() == self.text, case
        if self.caret is not None:
            assert editor.cursorPosition() == self.caret, case
        expected = START.copy()
        for cell, number in self.numbers.items():
            expected[cell] = number
        assert np.array_equal(bench.values, expected), case


def block(top, left, bottom, right, number):
    return {(r, c): number for r in range(top, bottom + 1) for c in range(left, right + 1)}


def wrote(number, at):
    return Outcome(at=at, numbers={AT: number})


def moved(row, column):
    return Outcome(at=(row, column))


def chosen(*rectangle):
    return Outcome(ranges=[rectangle])


def shows(text, caret=None):
    return Outcome(text=text, caret=caret)


# (row of the map, key, modifiers, focused, typed over with "8" before, edited by F2 before)
MAP = [
    ("printable key", "7", NONE, shows("7", 1), shows("87"), shows("6.57", 4)),
    ("F2", K.Key_F2, NONE, shows("6.5", 3), shows("8"), shows("6.5")),
    ("Enter", K.Key_Return, NONE, moved(2, 1), wrote(8, (2, 1)), moved(2, 1)),
    ("Enter on the keypad", K.Key_Enter, NONE, moved(2, 1), wrote(8, (2, 1)), moved(2, 1)),
    ("Shift+Enter", K.Key_Return, SHIFT, moved(0, 1), wrote(8, (0, 1)), moved(0, 1)),
    ("Tab", K.Key_Tab, NONE, moved(1, 2), wrote(8, (1, 2)), moved(1, 2)),
    ("Shift+Tab", K.Key_Backtab, SHIFT, moved(1, 0), wrote(8, (1, 0)), moved(1, 0)),
    ("Ctrl+Enter", K.Key_Return, CONTROL, Outcome(), wrote(8, AT), Outcome()),
    ("Esc", K.Key_Escape, NONE, Outcome(), Outcome(), Outcome()),
    ("left", K.Key_Left, NONE, moved(1, 0), wrote(8, (1, 0)), shows("6.5", 2)),
    ("right", K.Key_Right, NONE, moved(1, 2), wrote(8, (1, 2)), shows("6.5", 3)),
    ("up", K.Key_Up, NONE, moved(0, 1), wrote(8, (0, 1)), shows("6.5", 0)),
    ("down", K.Key_Down, NONE, moved(2, 1), wrote(8, (2, 1)), shows("6.5", 3)),
    ("Shift+left", K.Key_Left, SHIFT, chosen(1, 0, 1, 1), shows("8", 0), shows("6.5", 2)),
    ("Shift+down", K.Key_Down, SHIFT, chosen(1, 1, 2, 1), shows("8", 1), shows("6.5", 3)),
    ("Ctrl+right", K.Key_Right, CONTROL, moved(1, 4), shows("8"), shows("6.5")),
    ("Ctrl+up", K.Key_Up, CONTROL, moved(0, 1), shows("8"), shows("6.5")),
    ("Ctrl+Shift+down", K.Key_Down, CONTROL | SHIFT, chosen(1, 1, 3, 1), shows("8"), shows("6.5")),
    ("Home", K.Key_Home, NONE, moved(1, 0), shows("8", 0), shows("6.5", 0)),
    ("End", K.Key_End, NONE, moved(1, 4), shows("8", 1), shows("6.5", 3)),
    ("Ctrl+Home", K.Key_Home, CONTROL, moved(0, 0), shows("8"), shows("6.5")),
    ("Ctrl+End", K.Key_End, CONTROL, moved(3, 4), shows("8"), shows("6.5")),
    ("PgDn", K.Key_PageDown, NONE, moved(3, 1), shows("8"), shows("6.5")),
    ("PgUp", K.Key_PageUp, NONE, moved(0, 1), shows("8"), shows("6.5")),
    ("Alt+PgDn", K.Key_PageDown, ALT, moved(1, 4), shows("8"), shows("6.5")),
    ("Alt+PgUp", K.Key_PageUp, ALT, moved(1, 0), shows("8"), shows("6.5")),
    ("Ctrl+A", K.Key_A, CONTROL, chosen(0, 0, 3, 4), shows("8"), shows("6.5")),
    ("Shift+Space", K.Key_Space, SHIFT, chosen(1, 0, 1, 4), shows("8 "), shows("6.5 ")),
    ("Ctrl+Space", K.Key_Space, CONTROL, chosen(0, 1, 3, 1), shows("8"), shows("6.5")),
    ("Space", K.Key_Space, NONE, Outcome(), shows("8 "), shows("6.5 ")),
    ("Delete", K.Key_Delete, NONE, wrote(0, AT), shows("8"), shows("6.5")),
    ("Backspace", K.Key_Backspace, NONE, shows(""), shows(""), shows("6.")),
    ("Ctrl+D", K.Key_D, CONTROL, Outcome(), shows("8"), shows("6.5")),
    ("Ctrl+R", K.Key_R, CONTROL, Outcome(), shows("8"), shows("6.5")),
    ("Alt+up", K.Key_Up, ALT, wrote(6.6, AT), shows("8"), shows("6.5")),
    ("Alt+down", K.Key_Down, ALT, wrote(6.4, AT), shows("8"), shows("6.5")),
    ("Alt+Shift+up", K.Key_Up, ALT | SHIFT, wrote(6.51, AT), shows("8"), shows("6.5")),
]  # fmt: skip


@pytest.fixture
def bench(qtbot):
    made = GridBench(matrix_tensor(START)).show(qtbot)
    made.grid.cells.go(*AT)
    return made


def hit(key, modifiers):
    if isinstance(key, str):
        type_text(key)
    else:
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)


@pytest.mark.parametrize("before", ["focused", "typed over", "edited"])
def test_every_row_of_the_map(bench, before):
    for case, key, modifiers, *outcomes in MAP:
        if before == "typed over":
            type_text("8")
        elif before == "edited":
            press(K.Key_F2)
        hit(key, modifiers)
        outcomes[["focused", "typed over", "edited"].index(before)].check(bench, case)
        bench.grid.entry.cancel()
        bench.grid.setFocus()
        bench.take_back(matrix_tensor(START))
        bench.grid.cells.go(*AT)


def test_double_click_edits_in_place_and_places_the_caret_while_editing(bench, qtbot):
    viewport = bench.grid.viewport()
    at = bench.grid.visualRect(bench.model.index(*AT)).center()
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    Outcome(text="6.5", caret=3).check(bench, "double click")
    editor = bench.grid.entry.editor
    qtbot.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=editor.rect().center())
    assert bench.grid.entry.is_open


def test_the_clipboard_keys_take_cells_when_focused_and_text_while_editing(bench):
    clipboard = QApplication.clipboard()
    press(K.Key_C, modifiers=CONTROL)
    assert clipboard.text() == "6.5"
    press(K.Key_X, modifiers=CONTROL)
    wrote(0, AT).check(bench, "cut")
    bench.grid.cells.go(2, 2)
    press(K.Key_V, modifiers=CONTROL)
    Outcome(at=(2, 2), numbers={AT: 0, (2, 2): 6.5}).check(bench, "paste")
    type_text("98")
    press(K.Key_A, K.Key_C, modifiers=CONTROL)
    assert clipboard.text() == "98"
    press(K.Key_X, modifiers=CONTROL)
    assert bench.grid.entry.editor.text() == ""
    press(K.Key_V, K.Key_V, modifiers=CONTROL)
    assert bench.grid.entry.editor.text() == "9898"
    assert len(bench.edits) == 2


def test_undo_and_redo_are_the_fields_own_while_editing_and_the_windows_otherwise(bench):
    type_text("8")
    type_text("7")
    press(K.Key_Z, modifiers=CONTROL)
    assert bench.grid.entry.is_open
    assert bench.grid.entry.editor.text() != "87"
    press(K.Key_Z, modifiers=CONTROL | SHIFT)
    assert bench.grid.entry.editor.text() == "87"
    assert not bench.edits


def test_control_enter_fills_what_is_selected(bench):
    bench.grid.cells.go(2, 3, extend=True)
    type_text("8")
    press(K.Key_Return, modifiers=CONTROL)
    Outcome(ranges=[(1, 1, 2, 3)], numbers=block(1, 1, 2, 3, 8)).check(bench, "Ctrl+Enter")
    assert len(bench.edits) == 1
    assert bench.deeds == ["Set 6 cells of W_Q"]


@pytest.mark.parametrize("how", ["focused", "typed over", "edited"])
def test_tab_leaves_at_the_last_cell(bench, how):
    bench.grid.cells.go(3, 4)
    if how == "typed over":
        type_text("8")
    elif how == "edited":
        press(K.Key_F2)
    press(K.Key_Tab)
    assert bench.after.hasFocus()
    assert bench.at == (3, 4)
    assert bench.values[3, 4] == (8 if how == "typed over" else 19.5)


def test_the_menu_key_and_the_menu_offer_every_command(bench):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(bench.grid.viewport(), event)
    menu = QApplication.activePopupWidget()
    offered = dict(
        (action.text().replace("&", "") + "\t").split("\t")[:2] for action in menu.actions() if action.text()
    )
    keys = {
        "Edit cell": "F2",
        "Clear and edit": "Backspace",
        "A step more": "Alt+Up",
        "A step less": "Alt+Down",
        "Cut": "Ctrl+X",
        "Copy": "Ctrl+C",
        "Paste": "Ctrl+V",
        "Set to 0": "Del",
        "Fill down": "Ctrl+D",
        "Fill right": "Ctrl+R",
        "Select row": "Shift+Space",
        "Select column": "Ctrl+Space",
        "Select all": "Ctrl+A",
    }
    assert {name: key for name, key in offered.items() if name in keys} == keys
    actions = {action.text().replace("&", "").partition("\t")[0]: action for action in menu.actions()}
    menu.close()
    actions["A step more"].trigger()
    actions["A step less"].trigger()
    actions["A step less"].trigger()
    assert [numbers for _, numbers, _ in bench.edits] == [[6.6], [6.5], [6.4]]
    assert len({gesture for _, _, gesture in bench.edits}) == 3
    actions["Clear and edit"].trigger()
    assert bench.grid.entry.is_open
    assert bench.grid.entry.editor.text() == ""
