"""The keyboard map of the grid (conventions, 2.1), with the grid focused and while a cell is being typed."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.widgets.grid_editor import EditMode
from app.widgets.stage.scrub import exponent_of
from tests.support.grids import GridBench, matrix_tensor, press, type_text

K = Qt.Key
SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
START = np.arange(20.0).reshape(4, 5) + 0.5


@pytest.fixture
def bench(qtbot):
    return GridBench(matrix_tensor(START)).show(qtbot)


def editing(bench):
    return bench.grid.entry.is_open


def test_a_printable_key_types_over(bench):
    type_text("7")
    assert editing(bench)
    assert bench.grid.entry.editor.text() == "7"
    assert bench.grid.entry.editor.mode is EditMode.ENTER
    type_text(".25")
    press(K.Key_Return)
    assert bench.values[0, 0] == 7.25
    assert bench.at == (1, 0)
    assert bench.grid.hasFocus()


@pytest.mark.parametrize(
    ("key", "to"), [(K.Key_Left, (1, 0)), (K.Key_Right, (1, 2)), (K.Key_Up, (0, 1)), (K.Key_Down, (2, 1))]
)
def test_arrows_commit_and_move_in_enter_mode(bench, key, to):
    bench.grid.cells.go(1, 1)
    type_text("3")
    press(key)
    assert bench.values[1, 1] == 3
    assert bench.at == to
    assert not editing(bench)


def test_f2_edits_with_the_caret_at_the_end_and_toggles(bench):
    press(K.Key_F2)
    editor = bench.grid.entry.editor
    assert editor.text() == "0.5"
    assert editor.cursorPosition() == 3
    assert not editor.hasSelectedText()
    press(K.Key_Left)
    assert editing(bench)
    assert editor.cursorPosition() == 2
    press(K.Key_Up)
    assert editor.cursorPosition() == 0
    press(K.Key_Down)
    assert editor.cursorPosition() == 3
    type_text("5")
    press(K.Key_F2, K.Key_Right)
    assert not editing(bench)
    assert bench.values[0, 0] == 0.55
    assert bench.at == (0, 1)


def test_a_double_click_edits_in_place(bench, qtbot):
    at = bench.grid.visualRect(bench.model.index(2, 3)).center()
    viewport = bench.grid.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    assert editing(bench)
    assert bench.grid.entry.editor.mode is EditMode.EDIT
    assert bench.grid.entry.editor.text() == "13.5"


@pytest.mark.parametrize(
    ("keys", "modifiers", "to"),
    [
        ((K.Key_Return,), None, (2, 1)),
        ((K.Key_Enter,), None, (2, 1)),
        ((K.Key_Return,), SHIFT, (0, 1)),
        ((K.Key_Tab,), None, (1, 2)),
        ((K.Key_Backtab,), SHIFT, (1, 0)),
        ((K.Key_Left,), None, (1, 0)),
        ((K.Key_Right,), None, (1, 2)),
        ((K.Key_Up,), None, (0, 1)),
        ((K.Key_Down,), None, (2, 1)),
        ((K.Key_Left,), CONTROL, (1, 0)),
        ((K.Key_Right,), CONTROL, (1, 4)),
        ((K.Key_Up,), CONTROL, (0, 1)),
        ((K.Key_Down,), CONTROL, (3, 1)),
        ((K.Key_Home,), None, (1, 0)),
        ((K.Key_End,), None, (1, 4)),
        ((K.Key_Home,), CONTROL, (0, 0)),
        ((K.Key_End,), CONTROL, (3, 4)),
        ((K.Key_PageDown,), None, (3, 1)),
        ((K.Key_PageUp,), None, (0, 1)),
        ((K.Key_PageDown,), ALT, (1, 4)),
        ((K.Key_PageUp,), ALT, (1, 0)),
    ],
)
def test_keys_that_move(bench, keys, modifiers, to):
    bench.grid.cells.go(1, 1)
    press(*keys, modifiers=modifiers)
    assert bench.at == to
    assert bench.ranges == [(*to, *to)]
    assert not editing(bench)
    assert not bench.edits


@pytest.mark.parametrize(
    ("key", "modifiers", "to"),
    [
        (K.Key_Return, None, (2, 1)),
        (K.Key_Return, SHIFT, (0, 1)),
        (K.Key_Tab, None, (1, 2)),
        (K.Key_Backtab, SHIFT, (1, 0)),
    ],
)
@pytest.mark.parametrize("start", ["8", None])
def test_enter_and_tab_commit_and_move_without_opening_another_field(bench, key, modifiers, to, start):
    bench.grid.cells.go(1, 1)
    if start is None:
        press(K.Key_F2)
        type_text("0")
    else:
        type_text(start)
    press(key, modifiers=modifiers)
    assert bench.values[1, 1] == (6.5 if start is None else 8)
    assert bench.at == to
    assert not editing(bench)
    assert len(bench.edits) == (0 if start is None else 1) or bench.edits[0][1] == [6.5]


def test_enter_on_an_untouched_cell_asks_for_nothing(bench):
    for keys in ((K.Key_F2, K.Key_Return), (K.Key_Return,), (K.Key_F2, K.Key_Tab), (K.Key_F2, K.Key_Escape)):
        press(*keys)
    assert not bench.edits


@pytest.mark.parametrize(
    ("key", "modifiers", "selected"),
    [
        (K.Key_Right, SHIFT, (1, 1, 1, 2)),
        (K.Key_Up, SHIFT, (0, 1, 1, 1)),
        (K.Key_Right, SHIFT | CONTROL, (1, 1, 1, 4)),
        (K.Key_Down, SHIFT | CONTROL, (1, 1, 3, 1)),
        (K.Key_Home, SHIFT, (1, 0, 1, 1)),
        (K.Key_End, SHIFT | CONTROL, (1, 1, 3, 4)),
        (K.Key_PageDown, SHIFT, (1, 1, 3, 1)),
        (K.Key_A, CONTROL, (0, 0, 3, 4)),
        (K.Key_Space, SHIFT, (1, 0, 1, 4)),
        (K.Key_Space, CONTROL, (0, 1, 3, 1)),
    ],
)
def test_keys_that_select_leave_the_current_cell_where_it_is(bench, key, modifiers, selected):
    bench.grid.cells.go(1, 1)
    press(key, modifiers=modifiers)
    assert bench.ranges == [selected]
    assert bench.at == (1, 1)


def test_shift_goes_back_as_it_came(bench):
    bench.grid.cells.go(1, 1)
    press(K.Key_Right, K.Key_Right, modifiers=SHIFT)
    press(K.Key_Left, K.Key_Left, K.Key_Left, modifiers=SHIFT)
    assert bench.ranges == [(1, 0, 1, 1)]


def test_tab_leaves_the_grid_at_its_last_cell_and_backwards_at_its_first(bench):
    bench.grid.cells.go(3, 3)
    press(K.Key_Tab)
    assert bench.at == (3, 4)
    press(K.Key_Tab)
    assert bench.after.hasFocus()
    assert bench.at == (3, 4)
    bench.grid.setFocus()
    bench.grid.cells.go(0, 0)
    press(K.Key_Backtab, modifiers=SHIFT)
    assert bench.before.hasFocus()


def test_tab_in_the_last_cell_commits_and_leaves(bench):
    bench.grid.cells.go(3, 4)
    type_text("9")
    press(K.Key_Tab)
    assert bench.values[3, 4] == 9
    assert bench.after.hasFocus()
    assert not editing(bench)


def test_enter_after_a_run_of_tabs_returns_to_where_it_began(bench):
    bench.grid.cells.go(0, 1)
    for number in "123":
        type_text(number)
        press(K.Key_Tab)
    type_text("4")
    press(K.Key_Return)
    assert bench.at == (1, 1)
    assert bench.values[0].tolist() == [0.5, 1, 2, 3, 4]
    press(K.Key_Tab, K.Key_Down, K.Key_Return)
    assert bench.at == (3, 2)


def test_delete_sets_the_selection_to_zero_in_one_edit(bench):
    bench.grid.cells.go(1, 1)
    bench.grid.cells.go(2, 3, extend=True)
    press(K.Key_Delete)
    assert len(bench.edits) == 1
    assert not bench.values[1:3, 1:4].any()
    assert np.count_nonzero(bench.values) == 14
    assert bench.ranges == [(1, 1, 2, 3)]


def test_backspace_clears_and_edits(bench):
    press(K.Key_Backspace)
    assert editing(bench)
    assert bench.grid.entry.editor.text() == ""
    type_text("6")
    press(K.Key_Return)
    assert bench.values[0, 0] == 6


def test_escape_restores_and_then_takes_the_copied_mark_away(bench):
    press(K.Key_C, modifiers=CONTROL)
    assert bench.grid.exchange.copied_rectangle == (0, 0, 0, 0)
    type_text("9")
    press(K.Key_Escape)
    assert not editing(bench)
    assert bench.grid.hasFocus()
    assert not bench.edits
    assert bench.grid.exchange.copied_rectangle is not None
    press(K.Key_Escape)
    assert bench.grid.exchange.copied_rectangle is None


def test_control_enter_fills_the_selection_and_stays(bench):
    bench.grid.cells.go(0, 0)
    bench.grid.cells.go(1, 2, extend=True)
    type_text("4")
    press(K.Key_Return, modifiers=CONTROL)
    assert bench.values[:2, :3].tolist() == [[4] * 3] * 2
    assert len(bench.edits) == 1
    assert bench.at == (0, 0)
    assert bench.ranges == [(0, 0, 1, 2)]


def test_control_d_and_r_repeat_the_first_row_and_column(bench):
    bench.grid.cells.go(0, 1)
    bench.grid.cells.go(2, 2, extend=True)
    press(K.Key_D, modifiers=CONTROL)
    assert bench.values[:3, 1:3].tolist() == [[1.5, 2.5]] * 3
    bench.grid.cells.go(3, 0)
    bench.grid.cells.go(3, 4, extend=True)
    press(K.Key_R, modifiers=CONTROL)
    assert bench.values[3].tolist() == [15.5] * 5
    assert len(bench.edits) == 2


def hold_alt(bench, *keys, modifiers=ALT):
    """Keys pressed while Alt stays down (QTest lets go of it after each)."""
    for key in keys:
        QApplication.sendEvent(bench.grid, QKeyEvent(QEvent.Type.KeyPress, key, modifiers))


def test_alt_arrows_scrub_in_one_gesture(bench):
    bench.grid.cells.go(0, 2)  # 2.5
    hold_alt(bench, K.Key_Up, K.Key_Up, K.Key_Up)
    assert bench.values[0, 2] == 2.8
    hold_alt(bench, K.Key_Down, modifiers=ALT | SHIFT)
    assert bench.values[0, 2] == 2.79
    gestures = {gesture for _, _, gesture in bench.edits}
    assert len(gestures) == 1
    assert None not in gestures
    QApplication.sendEvent(
        bench.grid, QKeyEvent(QEvent.Type.KeyRelease, K.Key_Alt, Qt.KeyboardModifier.NoModifier)
    )
    press(K.Key_Up, modifiers=ALT)
    assert len({gesture for _, _, gesture in bench.edits}) == 2


def test_scrubbing_passes_through_zero(bench):
    bench.grid.cells.go(0, 0)  # 0.5
    hold_alt(bench, *[K.Key_Down] * 60)
    assert bench.values[0, 0] == -0.1


@pytest.mark.parametrize(
    ("value", "exponent"), [(2.0, -1), (0.25, -2), (-40.0, 0), (0.0, -2), (0.03, -3), (1e-300, -12)]
)
def test_the_step_follows_the_magnitude(value, exponent):
    assert exponent_of(value, finest=-12) == exponent


@pytest.mark.parametrize("sideways", [False, True])
def test_alt_and_wheel_scrub(bench, sideways):
    turned = QPoint(120, 0) if sideways else QPoint(0, 120)
    at = bench.grid.viewport().rect().center()
    event = QWheelEvent(
        at.toPointF(),
        bench.grid.viewport().mapToGlobal(at).toPointF(),
        QPoint(),
        turned,
        Qt.MouseButton.NoButton,
        ALT,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(bench.grid.viewport(), event)
    assert bench.values[0, 0] == 0.51


def test_turning_the_wheel_is_one_gesture_until_it_rests(bench, qtbot):
    for _ in range(3):
        bench.grid.scrub.step(1, by_wheel=True)
    assert bench.values[0, 0] == 0.53
    assert len({gesture for _, _, gesture in bench.edits}) == 1
    qtbot.waitUntil(lambda: not bench.grid.scrub.is_going_on)
    bench.grid.scrub.step(1, by_wheel=True)
    assert len({gesture for _, _, gesture in bench.edits}) == 2


def test_the_grid_takes_its_keys_before_menus_do(bench):
    for key, modifiers, text in (
        (K.Key_5, Qt.KeyboardModifier.NoModifier, "5"),
        (K.Key_Period, Qt.KeyboardModifier.NoModifier, "."),
        (K.Key_B, Qt.KeyboardModifier.NoModifier, "b"),
        (K.Key_Right, Qt.KeyboardModifier.NoModifier, ""),
        (K.Key_Delete, Qt.KeyboardModifier.NoModifier, ""),
        (K.Key_C, CONTROL, ""),
        (K.Key_Up, ALT, ""),
    ):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers, text)
        event.ignore()
        QApplication.sendEvent(bench.grid, event)
        assert event.isAccepted(), key
    for key, modifiers in ((K.Key_Z, CONTROL), (K.Key_S, CONTROL), (K.Key_F5, CONTROL), (K.Key_Left, ALT)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        QApplication.sendEvent(bench.grid, event)
        assert not event.isAccepted(), key


def test_a_bare_space_loses_no_number(bench):
    press(K.Key_Space)
    assert not editing(bench)
    assert not bench.edits


def test_clicks_choose_extend_and_add(bench, qtbot):
    viewport = bench.grid.viewport()

    def click(row, column, modifiers=Qt.KeyboardModifier.NoModifier):
        at = bench.grid.visualRect(bench.model.index(row, column)).center()
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, modifiers, at)

    click(1, 1)
    assert bench.ranges == [(1, 1, 1, 1)]
    click(2, 3, SHIFT)
    assert bench.ranges == [(1, 1, 2, 3)]
    assert bench.at == (1, 1)
    click(0, 0, CONTROL)
    assert sorted(bench.ranges) == [(0, 0, 0, 0), (1, 1, 2, 3)]
    assert bench.at == (0, 0)
    click(3, 4)
    assert bench.ranges == [(3, 4, 3, 4)]


@pytest.mark.parametrize(
    ("key", "shift", "walk"),
    [
        (K.Key_Return, False, [(2, 1), (1, 2), (2, 2), (1, 1)]),
        (K.Key_Return, True, [(2, 2), (1, 2), (2, 1), (1, 1)]),
        (K.Key_Tab, False, [(1, 2), (2, 1), (2, 2)]),
    ],
)
def test_enter_and_tab_go_from_one_selected_cell_to_the_next(bench, key, shift, walk):
    bench.grid.cells.go(1, 1)
    bench.grid.cells.go(2, 2, extend=True)
    for at in walk:
        press(key, modifiers=SHIFT if shift else Qt.KeyboardModifier.NoModifier)
        assert bench.at == at
        assert bench.ranges == [(1, 1, 2, 2)]


def test_typing_goes_on_within_the_selected_cells(bench):
    bench.grid.cells.go(1, 1)
    bench.grid.cells.go(2, 2, extend=True)
    for text in "1234":
        type_text(text)
        press(K.Key_Return)
    assert bench.values[1:3, 1:3].tolist() == [[1, 3], [2, 4]]
    assert (bench.at, bench.ranges) == ((1, 1), [(1, 1, 2, 2)])


def test_enter_goes_through_all_selected_ranges(bench):
    bench.grid.cells.go(0, 0)
    bench.grid.cells.add(2, 2)
    seen = []
    for _ in range(3):
        press(K.Key_Return)
        seen.append(bench.at)
    assert seen == [(0, 0), (2, 2), (0, 0)]


def test_tab_leaves_behind_the_last_selected_cell(bench):
    bench.grid.cells.go(1, 1)
    bench.grid.cells.go(1, 2, extend=True)
    press(K.Key_Tab)
    assert bench.grid.hasFocus()
    press(K.Key_Tab)
    assert bench.after.hasFocus()


def test_a_drag_beyond_the_edge_goes_on_while_the_mouse_stands_still(qtbot):
    bench = GridBench(matrix_tensor(np.zeros((80, 60)))).show(qtbot)
    view = bench.grid.viewport()
    start = bench.grid.visualRect(bench.model.index(0, 0)).center()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    beyond = QPoint(view.width() + 10, view.height() + 10)
    QApplication.sendEvent(view, mouse_move(view, beyond.toPointF()))
    row, column = bench.grid.cells.lead
    qtbot.waitUntil(lambda: bench.grid.cells.lead[0] > row + 3 and bench.grid.cells.lead[1] > column + 3)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=beyond)
    lead = bench.grid.cells.lead
    qtbot.wait(150)
    assert bench.grid.cells.lead == lead
    assert bench.ranges == [(0, 0, *lead)]


def test_a_drag_selects(bench, qtbot):
    viewport = bench.grid.viewport()
    cells = [bench.grid.visualRect(bench.model.index(*cell)).center() for cell in ((1, 1), (2, 2), (3, 3))]
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=cells[0])
    for at in cells[1:]:
        event_at = at.toPointF()
        QApplication.sendEvent(viewport, mouse_move(viewport, event_at))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=cells[-1])
    assert bench.ranges == [(1, 1, 3, 3)]
    assert bench.at == (1, 1)


def mouse_move(viewport, at):
    return QMouseEvent(
        QEvent.Type.MouseMove,
        at,
        viewport.mapToGlobal(at),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )


def test_headers_select_rows_and_columns(bench, qtbot):
    header = bench.grid.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(2) + 5, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert bench.ranges == [(0, 2, 3, 2)]
    press(K.Key_Delete)
    assert not bench.values[:, 2].any()
    header = bench.grid.verticalHeader()
    at = QPoint(header.width() // 2, header.sectionViewportPosition(1) + 5)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert bench.ranges == [(1, 0, 1, 4)]


@pytest.mark.parametrize("is_row", [True, False])
def test_a_drag_over_headers_keeps_the_current_cell_where_it_began(bench, qtbot, is_row):
    grid, left = bench.grid, Qt.MouseButton.LeftButton
    header = grid.verticalHeader() if is_row else grid.horizontalHeader()

    def at(section):
        along = header.sectionViewportPosition(section) + 5
        return QPoint(5, along) if is_row else QPoint(along, header.height() - 5)

    def lines(first, last):
        return (first, 0, last, 4) if is_row else (0, first, 3, last)

    told = []
    grid.current_changed.connect(lambda *cell: told.append(cell))
    began = (1, 0) if is_row else (0, 1)
    qtbot.mousePress(header.viewport(), left, pos=at(1))
    for section in (2, 3, 2):
        qtbot.mouseMove(header.viewport(), at(section))
        assert bench.ranges == [lines(1, section)]
    qtbot.mouseRelease(header.viewport(), left, pos=at(2))
    assert (told, grid.cells.current) == ([began], began)
    qtbot.mouseClick(header.viewport(), left, SHIFT, at(0))
    assert (bench.ranges, grid.cells.current) == ([lines(0, 1)], began)
    qtbot.mouseClick(header.viewport(), left, CONTROL, at(3))
    assert bench.ranges == [lines(0, 1), lines(3, 3)]
    press(K.Key_Left if is_row else K.Key_Up, modifiers=SHIFT)
    assert bench.ranges[-1] == ((3, 0, 3, 3) if is_row else (0, 3, 2, 3))


def test_a_refused_entry_keeps_the_focus_when_a_header_is_pressed(bench, qtbot):
    type_text("x")
    header = bench.grid.verticalHeader()
    qtbot.mouseClick(
        header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, header.sectionViewportPosition(2) + 5)
    )
    assert editing(bench)
    assert bench.grid.cells.current == (0, 0)


# Input methods (2.6)


def compose(widget, preedit="", commit=""):
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


def test_a_digit_handed_over_by_an_input_method_begins_the_entry(bench):
    compose(bench.grid, commit="５")
    assert editing(bench)
    assert bench.grid.entry.editor.text() == "５"
    press(K.Key_Return)
    assert bench.values[0, 0] == 5


def test_the_input_method_is_off_until_a_cell_is_typed(bench):
    attribute = Qt.WidgetAttribute.WA_InputMethodEnabled
    assert not bench.grid.testAttribute(attribute)
    press(K.Key_Right)
    assert not bench.grid.testAttribute(attribute)
    type_text("1")
    assert bench.grid.entry.editor.testAttribute(attribute)
    press(K.Key_Return)
    assert not bench.grid.testAttribute(attribute)


def test_return_that_confirms_a_conversion_does_not_end_the_entry(bench):
    press(K.Key_F2)
    compose(bench.grid.entry.editor, preedit="ご")
    press(K.Key_Return)
    assert editing(bench)
    compose(bench.grid.entry.editor, commit="5")
    press(K.Key_Return)
    assert not editing(bench)
    assert bench.values[0, 0] == 0.55
