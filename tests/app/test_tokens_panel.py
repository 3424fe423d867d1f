"""Tokens: every gesture by keyboard and mouse, each one undo step."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QInputMethodEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu

from app.panels.tokens import HEIGHT, HEIGHT_OF_TWO, TokensPanel
from app.selection import Place
from app.theme import load_theme
from app.widgets.chip_painter import MAX_WIDTH, Mark
from core.architecture.options import Architecture, Attention, MaskKind, Stack
from core.edits import ChangeArchitecture, ReplaceToken, SetPadding, SetTokens, SetType
from tests.support.build import attention_of_qkv, scenario
from tests.support.workspaces import workspace_on

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
ODD = ("猫が", "👩‍👩‍👧", "שלום", "", " ", "\n", "\t", "x" * 200, "\u202eabc", "e\u0301", "<b>bold</b>")


def decoder(words=("the", "cat", "sat")):
    attention = Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL)
    return scenario(
        Architecture(Stack.DECODER, layers=1, d_model=4, attention=attention),
        tokens={"target": tuple(words)},
        vocabulary=(*dict.fromkeys(words), "mat"),
    )


def shown(workspace, qtbot, size=(1240, 44)):
    panel = TokensPanel(workspace)
    qtbot.addWidget(panel)
    panel.resize(*size)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    panel.strips[0].row.setFocus()
    return panel


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(decoder(), tmp_path / "tokens.ini")


@pytest.fixture
def panel(workspace, qtbot):
    return shown(workspace, qtbot)


@pytest.fixture
def row(panel):
    return panel.strips[0].row


@pytest.fixture
def words(workspace):
    def now(sequence="target"):
        return workspace.session.scenario.tokens[sequence]

    return now


@pytest.fixture
def one_undo(workspace, words):
    """A function that checks that what was just done is one undo step, there and back."""

    def check(before, after):
        stack = workspace.session.undo_stack
        assert (words(), stack.index()) == (after, 1)
        stack.undo()
        assert words() == before
        stack.redo()
        assert words() == after

    return check


BEFORE = ("the", "cat", "sat")


def test_the_chips_show_the_tokens_at_their_height(panel, row):
    assert [chip.text for chip in row.chips] == list(BEFORE)
    assert panel.strips[0].height() == HEIGHT


def test_a_click_chooses_the_row_of_the_token(workspace, row, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    workspace.selection.choose(Place("decoder.0.self_attn.scores", (1, 0, 1)))
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.middle(2))
    assert workspace.selection.chosen == Place("decoder.0.self_attn.scores", (1, 2, 1))
    assert [chip.mark for chip in row.chips] == [Mark.NONE, Mark.KEY, Mark.QUERY]


def test_marks_follow_a_choice_made_elsewhere(workspace, row):
    workspace.selection.choose(Place("decoder.0.self_attn.weights", (0, 1, 0)))
    assert [chip.mark for chip in row.chips] == [Mark.KEY, Mark.QUERY, Mark.NONE]
    assert row.cursor_position == 1


def test_arrows_home_and_end_go_from_chip_to_chip_and_choose(workspace, row, qtbot):
    workspace.cursor.move_to("embed.sum")
    places = []
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(row, key)
        places.append((row.cursor_position, workspace.selection.chosen.index[0]))
    assert places == [(3, 0), (0, 0), (1, 1), (2, 2), (1, 1)]


def test_tab_leaves_the_chips(panel, row, qtbot):
    qtbot.keyClick(row, Qt.Key.Key_Tab)
    assert panel.focusWidget() is panel.strips[0].link


def test_f2_edits_the_word_in_place(row, words, one_undo, qtbot):
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    assert row.editor.selectedText() == "cat"
    qtbot.keyClicks(row.editor, "dog")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    one_undo(BEFORE, ("the", "dog", "sat"))
    assert row.editor is None
    assert row.hasFocus()


def test_a_double_click_edits_and_leaving_keeps_what_was_typed(panel, row, one_undo, qtbot):
    qtbot.mouseDClick(row, Qt.MouseButton.LeftButton, pos=row.middle(0))
    qtbot.keyClicks(row.editor, "a")
    panel.strips[0].link.setFocus()
    one_undo(BEFORE, ("a", "cat", "sat"))


def test_typing_replaces(row, one_undo, qtbot):
    row.set_cursor(2)
    qtbot.keyClicks(row, "r")
    qtbot.keyClicks(row.editor, "an")
    qtbot.keyClick(row.editor, Qt.Key.Key_Enter)
    one_undo(BEFORE, ("the", "cat", "ran"))


def test_escape_abandons(workspace, row, words, qtbot):
    row.set_cursor(1)
    qtbot.keyClicks(row, "zebra")
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    assert (words(), row.editor, workspace.session.undo_stack.count()) == (BEFORE, None, 0)


def test_an_unchanged_word_is_no_edit(workspace, row, qtbot):
    qtbot.keyClick(row, Qt.Key.Key_F2)
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert workspace.session.undo_stack.count() == 0


def test_delete_removes(row, one_undo, qtbot):
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_Delete)
    one_undo(BEFORE, ("the", "sat"))


def test_an_emptied_chip_is_removed(row, one_undo, qtbot):
    row.set_cursor(0)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    qtbot.keyClick(row.editor, Qt.Key.Key_Delete)
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    one_undo(BEFORE, ("cat", "sat"))


def test_insert_puts_a_token_before(row, one_undo, qtbot):
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_Insert)
    qtbot.keyClicks(row.editor, "old")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    one_undo(BEFORE, ("the", "old", "cat", "sat"))


def test_the_dashed_chip_adds_a_token_unknown_until_then(workspace, row, one_undo, qtbot):
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.middle(3))
    qtbot.keyClicks(row.editor, "quietly")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    one_undo(BEFORE, (*BEFORE, "quietly"))
    assert "quietly" in workspace.session.scenario.vocabulary


@pytest.mark.parametrize(
    ("key", "at", "after"),
    [
        (Qt.Key.Key_Left, 1, ("cat", "the", "sat")),
        (Qt.Key.Key_Right, 0, ("cat", "the", "sat")),
        (Qt.Key.Key_Right, 1, ("the", "sat", "cat")),
    ],
)
def test_alt_and_arrows_move_the_token(row, one_undo, qtbot, key, at, after):
    row.set_cursor(at)
    qtbot.keyClick(row, key, ALT)
    assert row.chips[row.cursor_position].word == BEFORE[at]
    one_undo(BEFORE, after)


def test_a_token_at_the_end_does_not_move_beyond(workspace, row, qtbot):
    row.set_cursor(0)
    qtbot.keyClick(row, Qt.Key.Key_Left, ALT)
    assert workspace.session.undo_stack.count() == 0


def test_a_drag_moves_the_token(row, one_undo, qtbot):
    start, end = row.middle(0), row.middle(2) + QPoint(8, 0)
    qtbot.mousePress(row, Qt.MouseButton.LeftButton, pos=start)
    for x in range(start.x(), end.x() + 1, 8):
        drag(row, QPoint(x, start.y()))
    drag(row, end)
    qtbot.mouseRelease(row, Qt.MouseButton.LeftButton, pos=end)
    one_undo(BEFORE, ("cat", "sat", "the"))


def test_escape_gives_up_a_drag(workspace, row, qtbot):
    qtbot.mousePress(row, Qt.MouseButton.LeftButton, pos=row.middle(0))
    drag(row, row.middle(2))
    qtbot.keyClick(row, Qt.Key.Key_Escape)
    qtbot.mouseRelease(row, Qt.MouseButton.LeftButton, pos=row.middle(2))
    assert workspace.session.undo_stack.count() == 0


def drag(row, position):
    """A move with the button held, which QTest's mouseMove does not send."""
    left, place = Qt.MouseButton.LeftButton, QPointF(position)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        row.mapToGlobal(place),
        Qt.MouseButton.NoButton,
        left,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(row, event)


@pytest.mark.parametrize("separator", ["|", " ", "\u3000"])
def test_a_separator_cuts_a_chip_in_two(row, one_undo, qtbot, separator):
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    row.editor.setCursorPosition(1)
    QApplication.sendEvent(
        row.editor, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, separator)
    )
    assert (row.editor.text(), row.editor.cursorPosition()) == ("at", 0)
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    one_undo(BEFORE, ("the", "c", "at", "sat"))


def test_typing_words_with_spaces_makes_a_chip_of_each(row, words, qtbot):
    row.set_cursor(3)
    qtbot.keyClick(row, Qt.Key.Key_Return)
    for text in ("on ", "the ", "mat"):
        qtbot.keyClicks(row.editor, text)
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words() == (*BEFORE, "on", "the", "mat")


def test_pasted_words_are_cut_at_once(row, one_undo, qtbot):
    QApplication.clipboard().setText("big black")
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    row.editor.paste()
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    one_undo(BEFORE, ("the", "big", "black", "sat"))


def test_backspace_at_the_start_joins_with_the_chip_before(row, one_undo, qtbot):
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    row.editor.setCursorPosition(0)
    qtbot.keyClick(row.editor, Qt.Key.Key_Backspace)
    assert (row.editor.text(), row.editor.cursorPosition()) == ("thecat", 3)
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    one_undo(BEFORE, ("thecat", "sat"))


def test_ctrl_j_joins(row, one_undo, qtbot):
    row.set_cursor(2)
    qtbot.keyClick(row, Qt.Key.Key_J, CTRL)
    one_undo(BEFORE, ("the", "catsat"))
    assert row.cursor_position == 1


def test_a_token_with_a_space_inside_is_edited_whole(workspace, row, words, qtbot):
    workspace.session.attempt(ReplaceToken("target", 1, " cat"))
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    row.editor.setCursorPosition(4)
    qtbot.keyClicks(row.editor, "s")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words() == ("the", " cats", "sat")


def menu_of(row):
    found = [menu for menu in row.findChildren(QMenu) if menu.isVisible()]
    return {action.data().name: action for action in found[-1].actions() if action.data()}


@pytest.fixture
def open_menu(row, qtbot):
    def opening(position):
        row.set_cursor(position)
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Keyboard, row.middle(position), row.mapToGlobal(row.middle(position))
        )
        QApplication.sendEvent(row, event)
        return menu_of(row)

    yield opening
    for menu in row.findChildren(QMenu):
        menu.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize(
    ("deed", "after"),
    [
        ("REMOVE", ("the", "sat")),
        ("JOIN", ("thecat", "sat")),
        ("MOVE_LEFT", ("cat", "the", "sat")),
        ("MOVE_RIGHT", ("the", "sat", "cat")),
    ],
)
def test_the_menu_changes_tokens(open_menu, one_undo, deed, after):
    open_menu(1)[deed].trigger()
    one_undo(BEFORE, after)


@pytest.mark.parametrize(("deed", "position"), [("INSERT_BEFORE", 1), ("INSERT_AFTER", 2)])
def test_the_menu_inserts(open_menu, row, words, qtbot, deed, position):
    open_menu(1)[deed].trigger()
    qtbot.keyClicks(row.editor, "new")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words().index("new") == position


def test_the_menu_marks_as_padding_and_takes_the_mark_off(workspace, open_menu, row):
    open_menu(2)["PADDING"].trigger()
    assert workspace.session.scenario.padding["target"] == (2,)
    assert row.chips[2].is_padding
    workspace.session.undo_stack.undo()
    assert not row.chips[2].is_padding
    workspace.session.undo_stack.redo()
    assert open_menu(2)["PADDING"].isChecked()


def test_the_menu_offers_only_what_is_possible(open_menu):
    menu = open_menu(0)
    assert not menu["JOIN"].isEnabled()
    assert not menu["MOVE_LEFT"].isEnabled()
    assert menu["MOVE_RIGHT"].isEnabled()


def test_a_refusal_is_told_and_nothing_changes(tmp_path, qtbot):
    workspace = workspace_on(decoder(("only",)), tmp_path / "one.ini")
    panel = shown(workspace, qtbot)
    row = panel.strips[0].row
    with qtbot.waitSignal(workspace.notifier.refused) as told:
        qtbot.keyClick(row, Qt.Key.Key_Delete)
    assert "only token" in told.args[0]
    assert workspace.session.undo_stack.count() == 0


def test_a_refused_word_stays_in_its_field(workspace, row, words, qtbot):
    row.edit(1, "x" * 1001)
    with qtbot.waitSignal(workspace.notifier.refused):
        qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert row.editor.text() == "x" * 1001
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    assert words() == BEFORE


# input methods


def compose(widget, preedit="", commit=""):
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


def test_return_that_confirms_a_conversion_does_not_end_the_entry(row, words, qtbot):
    row.set_cursor(1)
    qtbot.keyClick(row, Qt.Key.Key_F2)
    compose(row.editor, "ねこ")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words() == BEFORE
    compose(row.editor, commit="猫")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words() == ("the", "猫", "sat")


def test_composing_on_a_chip_opens_its_field_and_keeps_the_text(row, words, qtbot):
    row.set_cursor(1)
    compose(row, "ね")
    assert row.editor is not None
    assert row.editor.is_composing
    compose(row.editor, commit="猫")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words() == ("the", "猫", "sat")


def test_a_commit_without_preedit_is_kept(row, words, qtbot):
    row.set_cursor(0)
    compose(row, commit="５")
    qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert words()[0] == "５"


# a sentence


@pytest.fixture
def line(panel, qtbot):
    qtbot.mouseClick(panel.strips[0].link, Qt.MouseButton.LeftButton)
    return panel.strips[0].line


def test_a_sentence_replaces_all_tokens_and_the_rule_is_told(panel, line, one_undo, qtbot):
    assert line.text() == "the cat sat"
    assert line.hasFocus()
    qtbot.keyClicks(line, "the mat sat down")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert not panel.strips[0].is_typing
    assert panel.strips[0].rule.text() == "Words: cut at spaces."
    one_undo(BEFORE, ("the", "mat", "sat", "down"))


def test_a_japanese_sentence_is_cut_into_characters(panel, line, words, qtbot):
    line.clear()
    compose(line, commit="猫が座る")
    assert panel.strips[0].rule.text().startswith("Characters")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert words() == tuple("猫が座る")
    qtbot.mouseClick(panel.strips[0].link, Qt.MouseButton.LeftButton)
    assert line.text() == "猫が座る"


def test_escape_leaves_the_sentence_as_it_was(panel, line, words, qtbot):
    qtbot.keyClicks(line, "nothing of this")
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert words() == BEFORE
    assert panel.strips[0].row.hasFocus()


def test_a_refused_sentence_stays_and_says_why(panel, line, words, qtbot):
    line.clear()
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert panel.strips[0].is_typing
    assert "at least one token" in panel.strips[0].rule.text()
    assert line.property("refused") is True
    line.setText("w " * 600)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert "512" in panel.strips[0].rule.text()
    assert words() == BEFORE
    qtbot.keyClicks(line, "x")
    assert line.property("refused") is False


def test_the_rule_goes_with_the_next_edit(workspace, panel, line, qtbot):
    qtbot.keyClicks(line, "a b")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    workspace.session.attempt(ReplaceToken("target", 0, "c"))
    assert not panel.strips[0].rule.text()


# what is shown


def test_the_last_edit_marks_what_it_changed(workspace, row):
    workspace.session.attempt(ReplaceToken("target", 1, "dog"))
    assert [chip.is_changed for chip in row.chips] == [False, True, False]
    workspace.session.attempt(SetPadding("target", 0, on=True))
    assert not any(chip.is_changed for chip in row.chips)


@pytest.mark.parametrize("width", [1240, 984, 400])
def test_odd_tokens_keep_the_strip_in_shape(tmp_path, qtbot, width):
    workspace = workspace_on(decoder(ODD), tmp_path / "odd.ini")
    panel = shown(workspace, qtbot, (width, 44))
    row = panel.strips[0].row
    assert all(chip.text.strip() for chip in row.chips)
    assert not any(character in chip.text for chip in row.chips for character in "\n\t\u202e")
    assert not panel.grab().isNull()
    assert panel.width() == width
    assert panel.strips[0].link.geometry().right() < width
    for position in range(len(ODD)):
        assert row._layout.box(position, 0).width() <= MAX_WIDTH
        qtbot.keyClick(row, Qt.Key.Key_Right)
        row.edit(position)
        assert row.editor.text() == ODD[position]
        qtbot.keyClick(row.editor, Qt.Key.Key_Return)
    assert workspace.session.scenario.tokens["target"] == ODD


def test_a_long_sequence_scrolls_to_the_keyboard(tmp_path, qtbot):
    many = tuple(f"word{number}" for number in range(100))
    workspace = workspace_on(decoder(many), tmp_path / "many.ini")
    panel = shown(workspace, qtbot, (984, 44))
    row = panel.strips[0].row
    qtbot.keyClick(row, Qt.Key.Key_End)
    assert 0 <= row.middle(100).x() <= row.width()
    qtbot.keyClick(row, Qt.Key.Key_Left)
    assert workspace.selection.chosen.index[-2] == 99
    qtbot.keyClick(row, Qt.Key.Key_Home)
    assert 0 <= row.middle(0).x() <= row.width()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.width() - 8, row.height() // 2))
    assert row.middle(0).x() < 0


def test_two_sequences_have_two_strips_of_their_own(tmp_path, qtbot):
    made = attention_of_qkv([[[2.0]]], [[[2.0], [1.0]]], [[[10.0], [4.0]]])
    workspace = workspace_on(made, tmp_path / "two.ini")
    panel = shown(workspace, qtbot, (1240, 80))
    assert [strip.sequence for strip in panel.strips] == ["target", "source"]
    assert {strip.height() for strip in panel.strips} == {HEIGHT_OF_TWO}
    assert [strip._label.text() for strip in panel.strips] == ["Queries", "Keys, values"]
    workspace.cursor.move_to("attn.weights")
    keys = panel.strip("source").row
    qtbot.mouseClick(keys, Qt.MouseButton.LeftButton, pos=keys.middle(1))
    assert workspace.selection.chosen == Place("attn.weights", (0, 0, 1))
    assert keys.chips[1].mark is Mark.KEY
    keys.set_cursor(2)
    qtbot.keyClicks(keys, "x")
    qtbot.keyClick(keys.editor, Qt.Key.Key_Return)
    assert workspace.session.trace["attn.k"].shape == (1, 3, 1)


def test_another_document_brings_its_own_strips(workspace, panel, qtbot):
    workspace.session.replace_document(attention_of_qkv([[[2.0]]], [[[2.0]]], [[[1.0]]]), None)
    assert len(panel.strips) == 2
    workspace.session.replace_document(decoder(("a", "b")), None)
    assert [chip.word for chip in panel.strips[0].row.chips] == ["a", "b"]
    assert not any(chip.is_changed for chip in panel.strips[0].row.chips)


def test_an_undo_while_a_field_is_open_closes_it(workspace, row, qtbot):
    workspace.session.attempt(SetTokens("target", ("a", "b")))
    row.edit(1)
    workspace.session.undo_stack.undo()
    assert row.editor is None
    assert [chip.word for chip in row.chips] == list(BEFORE)


def test_the_keyboards_place_is_told_to_screen_readers(workspace, row, qtbot):
    workspace.session.attempt(SetPadding("target", 1, on=True))
    row.set_cursor(1)
    assert row.accessibleDescription() == "cat, token 2 of 3, padding"
    assert row.accessibleName() == "Tokens"


def test_keys_of_the_chips_are_kept_from_the_windows_shortcuts(row):
    for key, modifiers in ((Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_J, CTRL)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers, "")
        event.ignore()
        QApplication.sendEvent(row, event)
        assert event.isAccepted()


def test_the_theme_can_change(workspace, panel):
    before = panel.grab().toImage()
    workspace.theme.set_theme(load_theme("dark"))
    assert panel.grab().toImage() != before


def with_types(workspace, count=3):
    architecture = workspace.session.scenario.architecture
    embedding = replace(architecture.embedding, types=count)
    workspace.session.attempt(ChangeArchitecture(replace(architecture, embedding=embedding)))


def types_offered(open_menu, position):
    open_menu(position)
    menus = [menu for menu in QApplication.topLevelWidgets() if isinstance(menu, QMenu) and menu.isVisible()]
    entries = [action.menu() for menu in menus for action in menu.actions() if action.menu()]
    return {action.data(): action for menu in entries for action in menu.actions()}


def test_the_menu_gives_a_token_another_type(workspace, open_menu, row):
    with_types(workspace)
    assert [chip.kind for chip in row.chips] == [0, 0, 0]
    offered = types_offered(open_menu, 1)
    assert list(offered) == [0, 1, 2]
    offered[2].trigger()
    assert workspace.session.scenario.types == {"target": (0, 2, 0)}
    assert [chip.kind for chip in row.chips] == [0, 2, 0]
    assert row.accessibleDescription() == "cat, token 2 of 3, type 2"
    workspace.session.undo_stack.undo()
    assert [chip.kind for chip in row.chips] == [0, 0, 0]
    workspace.session.undo_stack.redo()
    assert [kind for kind, action in types_offered(open_menu, 1).items() if action.isChecked()] == [2]


def test_a_model_without_types_offers_none(open_menu, row):
    assert types_offered(open_menu, 1) == {}
    assert [chip.kind for chip in row.chips] == [None, None, None]


def test_a_type_is_painted_on_its_chip(workspace, row):
    with_types(workspace)
    before = row.grab().toImage()
    workspace.session.attempt(SetType("target", 1, 1))
    box = row.middle(1)
    after = row.grab().toImage()
    changed = [
        x
        for x in range(after.width())
        for y in range(after.height())
        if before.pixel(x, y) != after.pixel(x, y)
    ]
    assert changed
    assert all(abs(x - box.x()) < MAX_WIDTH / 2 for x in changed)
