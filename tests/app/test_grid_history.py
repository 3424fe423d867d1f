"""Undo and redo in the grid: what they are called, what they select and show, what they bring back."""

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from app.actions.registry import plain_text
from core import fills
from core.architecture.presets import preset
from core.edits import SetCells
from tests.support.grids import press, type_text

K = Qt.Key
SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
ATTENTION = "decoder.0.self_attn"
W_Q, W_K, MASK = f"{ATTENTION}.W_Q", f"{ATTENTION}.W_K", "decoder.mask"


@pytest.fixture
def open_grid(open_window, qtbot):
    """A function that opens the window with W_Q of a small decoder in the grid."""

    def opening(language="en", size=(1280, 800)):
        window = open_window(preset("gpt-2").scenario(), size, language)
        if not window.numbers_open:
            window.toggle_numbers()
        panel = window.panels["numbers"]
        panel.show_tensor(W_Q)
        panel.grid.setFocus()
        qtbot.waitUntil(panel.grid.hasFocus)
        return window, panel

    return opening


def undo_text(window):
    return plain_text(window.registry.actions["edit.undo"].text())


def redo_text(window):
    return plain_text(window.registry.actions["edit.redo"].text())


def do_each(panel):
    """Do one thing of each kind, and yield what it is called in English and in Japanese."""
    cells = panel.grid.cells
    cells.go(2, 3)
    type_text("0.5")
    press(K.Key_Return)
    yield "Undo Set W_Q[2, 3]", "元に戻す: W_Q[2, 3] を変更"
    cells.go(0, 0)
    cells.go(2, 3, extend=True)
    press(K.Key_C, modifiers=CONTROL)
    cells.go(5, 4)
    press(K.Key_V, modifiers=CONTROL)
    yield "Undo Paste 3 × 4 into W_Q", "元に戻す: W_Q に 3 × 4 を貼り付け"
    press(K.Key_Delete)
    yield "Undo Fill with zeros in W_Q", "元に戻す: W_Q を 0 で埋める"
    cells.go(0, 0)
    cells.go(1, 1, extend=True)
    press(K.Key_X, modifiers=CONTROL)
    yield "Undo Cut 2 × 2 from W_Q", "元に戻す: W_Q の 2 × 2 を切り取り"
    type_text("3")
    press(K.Key_Return, modifiers=CONTROL)
    yield "Undo Set 4 cells of W_Q", "元に戻す: W_Q の 4 セルを変更"
    press(K.Key_Up, modifiers=ALT)
    yield "Undo Set W_Q[0, 0]", "元に戻す: W_Q[0, 0] を変更"
    cells.go(0, 0)
    panel.grid.fills.fill(fills.Xavier(seed=4), (0, 0, 7, 7))
    yield (
        "Undo Fill with Xavier numbers (seed 4) in W_Q",
        "元に戻す: W_Q を Xavier の乱数（シード 4）で埋める",
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_edit_menu_names_each_edit(open_grid, language):
    window, panel = open_grid(language)
    names = []
    for number, told in enumerate(do_each(panel), 1):
        assert window.workspace.session.undo_stack.count() == number
        names.append(told[language == "ja"])
        assert undo_text(window) == names[-1]
    for name in reversed(names):
        assert undo_text(window) == name
        press(K.Key_Z, modifiers=CONTROL)
    redo = "やり直す" if language == "ja" else "Redo"
    undo = "元に戻す" if language == "ja" else "Undo"
    assert redo_text(window) == names[0].replace(undo, redo)


def test_the_names_follow_the_language(open_grid):
    window, panel = open_grid()
    panel.grid.cells.go(2, 3)
    type_text("0.5")
    press(K.Key_Return)
    window.workspace.settings.update(language="ja")
    assert undo_text(window) == "元に戻す: W_Q[2, 3] を変更"


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_undo_and_redo_select_what_they_change_and_scroll_there(open_grid, size):
    window, panel = open_grid(size=size)
    session, grid = window.workspace.session, panel.grid
    press(K.Key_A, modifiers=CONTROL)
    press(K.Key_Delete)  # all cells
    grid.cells.go(7, 7)
    type_text("5")
    press(K.Key_Return)  # one cell, far down
    grid.cells.go(0, 0)
    grid.cells.add(2, 2)
    press(K.Key_Space, modifiers=CONTROL)
    grid.cells.go(0, 0)
    type_text("1")
    press(K.Key_Return)
    grid.cells.go(1, 1)
    session.undo_stack.undo()
    assert grid.cells.ranges() == [(0, 0, 0, 0)]
    session.undo_stack.undo()
    assert grid.cells.ranges() == [(7, 7, 7, 7)]
    assert grid.viewport().rect().contains(grid.visualRect(grid.matrix.index(7, 7)))
    session.undo_stack.undo()
    assert grid.cells.ranges() == [(0, 0, 7, 7)]
    session.undo_stack.redo()
    session.undo_stack.redo()
    assert grid.cells.ranges() == [(7, 7, 7, 7)]
    assert grid.viewport().rect().contains(grid.visualRect(grid.matrix.index(7, 7)))


def test_undo_selects_separate_ranges_again(open_grid):
    window, panel = open_grid()
    cells = panel.grid.cells
    cells.go(0, 0)
    cells.go(1, 2, extend=True)
    cells.add(4, 6)
    press(K.Key_Delete)
    cells.go(7, 7)
    window.workspace.session.undo_stack.undo()
    assert cells.ranges() == [(0, 0, 1, 2), (4, 6, 4, 6)]


def test_undo_goes_to_the_tensor_that_it_changes(open_grid):
    window, panel = open_grid()
    session = window.workspace.session
    type_text("5")
    press(K.Key_Return)
    session.apply(SetCells(W_K, ((3, 4),), (9.0,)))  # as the stage does
    assert panel.shown == W_Q
    session.undo_stack.undo()
    assert panel.shown == W_K
    assert panel.grid.cells.ranges() == [(3, 4, 3, 4)]
    session.undo_stack.undo()
    assert panel.shown == W_Q
    assert panel.grid.cells.ranges() == [(0, 0, 0, 0)]


def test_undo_shows_all_heads_where_it_changes_another_one(open_grid):
    window, panel = open_grid()
    panel.grid.cells.go(1, 6)
    type_text("5")
    press(K.Key_Return)
    panel.bar.head_chosen.emit(0)
    assert panel.grid.cells.size == (8, 4)
    window.workspace.session.undo_stack.undo()
    assert panel.grid.cells.size == (8, 8)
    assert panel.grid.cells.ranges() == [(1, 6, 1, 6)]


def test_another_document_has_nothing_to_undo(open_grid):
    window, panel = open_grid()
    type_text("5")
    press(K.Key_Return)
    session = window.workspace.session
    forgotten = weakref.ref(session.scenario.source_values(W_Q))
    session.replace_document(preset("gpt-2").scenario(), None)
    assert (undo_text(window), redo_text(window)) == ("Undo", "Redo")
    assert session.undo_label is session.redo_label is None
    del panel
    gc.collect()
    assert forgotten() is None


def move(widget, kind, y, buttons, modifiers=Qt.KeyboardModifier.NoModifier):
    at = QPointF(4, y)
    button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    event = QMouseEvent(kind, at, widget.mapToGlobal(at), button, buttons, modifiers)
    QApplication.sendEvent(widget, event)


@pytest.fixture
def pulled(open_grid):
    """The window with the handle of W_Q[1, 1] = 2 held, and what was there before."""
    window, panel = open_grid()
    window.workspace.session.apply(SetCells(W_Q, ((1, 1),), (2.0,)))
    panel.grid.cells.go(1, 1)
    handle = panel.grid.scrub.handle
    assert handle.isVisible()
    move(handle, QEvent.Type.MouseButtonPress, 6, Qt.MouseButton.LeftButton)
    return window, panel, handle


def test_the_handle_changes_the_number_live_in_one_undo_step(pulled):
    window, panel, handle = pulled
    session = window.workspace.session
    start, output, steps = session.scenario, session.trace["probabilities"], session.undo_stack.count()
    held = Qt.MouseButton.LeftButton
    seen = []
    for y in (2, -6, -14):
        move(handle, QEvent.Type.MouseMove, y, held)
        seen.append(float(session.scenario.source_values(W_Q)[1, 1]))
    assert seen == [2.1, 2.3, 2.5]
    assert session.trace["probabilities"] is not output
    move(handle, QEvent.Type.MouseMove, -18, held, SHIFT)
    assert session.scenario.source_values(W_Q)[1, 1] == 2.51
    move(handle, QEvent.Type.MouseButtonRelease, -18, Qt.MouseButton.NoButton)
    assert session.undo_stack.count() == steps + 1
    assert undo_text(window) == "Undo Set W_Q[1, 1]"
    session.undo_stack.undo()
    assert session.scenario is start
    assert panel.grid.cells.ranges() == [(1, 1, 1, 1)]


def test_escape_gives_the_pulling_up_and_leaves_no_step(pulled):
    window, _panel, handle = pulled
    session = window.workspace.session
    steps, values = session.undo_stack.count(), session.scenario.source_values(W_Q)
    move(handle, QEvent.Type.MouseMove, -40, Qt.MouseButton.LeftButton)
    assert session.undo_stack.count() == steps + 1
    QApplication.sendEvent(
        handle, QKeyEvent(QEvent.Type.KeyPress, K.Key_Escape, Qt.KeyboardModifier.NoModifier)
    )
    assert session.undo_stack.count() == steps
    assert undo_text(window) == "Undo Set W_Q[1, 1]"
    assert redo_text(window) == "Redo"
    assert np.array_equal(session.scenario.source_values(W_Q), values)
    assert not handle.is_held
    move(handle, QEvent.Type.MouseMove, -80, Qt.MouseButton.LeftButton)
    assert np.array_equal(session.scenario.source_values(W_Q), values)


def test_the_handle_stands_beside_the_current_cell_alone(open_grid):
    window, panel = open_grid()
    grid, handle = panel.grid, panel.grid.scrub.handle
    for cell in ((0, 0), (3, 7), (7, 2)):
        grid.cells.go(*cell)
        rect = grid.visualRect(grid.matrix.index(*cell))
        assert handle.isVisible()
        assert not handle.geometry().intersects(rect.adjusted(2, 0, -2, 0))
        assert abs(handle.geometry().center().y() - rect.center().y()) <= 2
        assert grid.viewport().rect().contains(QPoint(handle.geometry().center()))
    panel.show_tensor("decoder.norm.gain")
    window.workspace.session.apply(SetCells("decoder.norm.gain", ((0,),), (2.0,)))
    grid.cells.go(0, 0)
    assert handle.isVisible()
    panel.show_tensor(W_Q)
    type_text("1")
    assert not handle.isVisible()
    press(K.Key_Escape)
    assert handle.isVisible()
    panel.show_tensor(f"{ATTENTION}.weights")
    assert not handle.isVisible()
    panel.show_tensor(MASK)
    assert not handle.isVisible()


def test_the_handle_of_a_single_column_covers_no_number(open_window):
    window = open_window("worked-example")
    if not window.numbers_open:
        window.toggle_numbers()
    panel = window.panels["numbers"]
    for name in ("attn.q", "attn.k", "attn.v"):
        panel.show_tensor(name)
        panel.grid.setFocus()
        panel.grid.cells.go(0, 0)
        handle, cell = panel.grid.scrub.handle, panel.grid.visualRect(panel.model.index(0, 0))
        assert handle.isVisible()
        assert handle.geometry().left() > cell.right()
        assert panel.grid.viewport().rect().contains(handle.geometry())


EDITS = 200


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_mixed_edits_are_undone_and_done_again(open_grid, seed):  # noqa: C901 - a table
    """Case E9: one undo is one edit, and both ends are the same objects."""
    window, panel = open_grid()
    session, grid = window.workspace.session, panel.grid
    session.undo_stack.setUndoLimit(0)
    start, states = session.scenario, [session.scenario]
    numbers = np.random.default_rng(seed)
    kinds = [kind for kind in fills.FILLS if kind is not fills.Normal]
    QApplication.clipboard().setText("1\t2\n3\t4")
    names = [W_Q, W_K, f"{ATTENTION}.W_O", "embed.W_E", f"{ATTENTION}.b_Q", MASK]

    def gesture():
        choice = int(numbers.integers(8))
        if choice == 0:
            panel.show_tensor(names[int(numbers.integers(len(names)))])
        elif choice == 1:
            type_text("0" if panel.shown == MASK else str(round(float(numbers.normal()), 3)))
            press(K.Key_Tab)
        elif choice == 2:
            press(K.Key_V, modifiers=CONTROL)
        elif choice == 3:
            press(K.Key_Delete)
        elif choice == 4:
            for _ in range(int(numbers.integers(1, 4))):
                QApplication.sendEvent(grid, QKeyEvent(QEvent.Type.KeyPress, K.Key_Up, ALT))
            grid.scrub.end()
        elif choice == 5:
            press(K.Key_D, modifiers=CONTROL)
        elif choice == 6:
            cells = grid.fills.target()
            grid.fills.fill(kinds[int(numbers.integers(len(kinds)))](), cells)
        else:
            session.apply(SetCells(W_K, ((int(numbers.integers(8)), 0),), (float(numbers.normal()),)))

    while session.undo_stack.count() < EDITS:
        grid.setFocus()
        rows, columns = grid.cells.size
        grid.cells.go(int(numbers.integers(rows)), int(numbers.integers(columns)))
        if numbers.integers(2):
            grid.cells.go(int(numbers.integers(rows)), int(numbers.integers(columns)), extend=True)
        gesture()
        grid.entry.cancel()
        if session.undo_stack.count() == len(states):
            states.append(session.scenario)
        assert session.undo_stack.count() == len(states) - 1  # one gesture, one step
        assert session.scenario is states[-1]
    for state in reversed(states[:-1]):
        press(K.Key_Z, modifiers=CONTROL)
        assert session.scenario is state
    assert session.scenario is start
    assert not session.undo_stack.canUndo()
    for state in states[1:]:
        press(K.Key_Y, modifiers=CONTROL)
        assert session.scenario is state
