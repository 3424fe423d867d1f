"""Tokens and vocabulary are tables of words with the keys, the clipboard and the undo of a spreadsheet."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QApplication

from core.architecture.presets import preset
from core.edits.tokens import SetTokens
from tests.support.grids import press, type_text

K, CONTROL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton
WORDS = ("the", "cat", "sat", "on", "mats")


class Table:
    """The grid of words in the drawer of a real window."""

    def __init__(self, window):
        self.window, self.panel = window, window.panels["numbers"]
        self.grid, self.model = self.panel.tables.grid, self.panel.tables.model
        self.session = window.workspace.session

    def pick(self, name, qtbot):
        self.panel.set_open(True)
        self.panel.show_tensor(name)
        self.grid.setFocus()
        qtbot.waitUntil(self.grid.hasFocus)
        return self

    @property
    def words(self):
        return self.session.scenario.tokens["target"]

    @property
    def padding(self):
        return self.session.scenario.padding.get("target", ())

    @property
    def steps(self):
        return self.session.undo_stack.index()

    @property
    def reason(self):
        plate = self.grid.entry.plate
        return plate.reason if plate.is_told else ""

    def go(self, row, column=0):
        self.grid.cells.go(row, column)


@pytest.fixture
def document():
    return SetTokens("target", WORDS).apply(preset("gpt-2").scenario())


@pytest.fixture
def tokens(open_window, document, qtbot):
    return Table(open_window(document)).pick("tokens.target", qtbot)


@pytest.fixture
def vocabulary(open_window, document, qtbot):
    return Table(open_window(document)).pick("vocabulary", qtbot)


def clipboard():
    return QGuiApplication.clipboard()


def test_the_picker_offers_them_and_leads_back_to_matrices(tokens):
    picker = tokens.panel.bar.picker
    offered = [picker.itemData(row) for row in range(picker.count())]
    assert {"tokens.target", "vocabulary", "embed.W_E"} <= set(offered)
    assert tokens.grid.isVisible()
    assert not tokens.panel.grid.isVisible()
    assert tokens.panel.bar.shape.text() == "5 tokens"
    picker.picked.emit("embed.W_E")
    assert tokens.panel.grid.isVisible()
    assert not tokens.grid.isVisible()
    picker.picked.emit("vocabulary")
    assert not tokens.panel.grid.isVisible()
    tokens.session.replace_document(preset("attention-qkv").scenario(), None)
    assert tokens.panel.grid.isVisible()


def test_a_word_is_typed_over_and_enter_goes_down(tokens):
    tokens.go(1)
    type_text("dog")
    press(K.Key_Return)
    assert tokens.words == ("the", "dog", "sat", "on", "mats")
    assert tokens.grid.cells.current == (2, 0)
    assert tokens.steps == 1
    tokens.session.undo_stack.undo()
    assert tokens.words == WORDS


def test_f2_keeps_the_word_and_an_untouched_word_changes_nothing(tokens):
    tokens.go(1)
    press(K.Key_F2)
    assert tokens.grid.entry.editor.text() == "cat"
    press(K.Key_Return)
    assert tokens.steps == 0
    tokens.go(1)
    press(K.Key_F2)
    type_text("s")
    press(K.Key_Escape)
    assert tokens.words == WORDS


def test_words_with_line_ends_and_quotes_come_back_as_they_were(tokens):
    words = ("a\nb", 'two "quotes"', "tab\there", "=1+1", "")
    tokens.session.apply(SetTokens("target", words))
    tokens.grid.cells.select([(0, 0, 4, 0)])
    press(K.Key_C, modifiers=CONTROL)
    text = clipboard().text()
    assert text.startswith('"a\nb"\n"two ""quotes"""\n"tab\there"\n')
    tokens.session.apply(SetTokens("target", WORDS))
    tokens.go(0)
    press(K.Key_V, modifiers=CONTROL)
    assert tokens.words == words
    tokens.session.apply(SetTokens("target", WORDS))
    clipboard().setText(text)  # as another program hands it over
    tokens.go(0)
    press(K.Key_V, modifiers=CONTROL)
    assert tokens.words == words
    tokens.go(0)
    press(K.Key_F2)
    press(K.Key_Return)
    assert tokens.words[0] == "a\nb"


def test_a_paste_goes_on_behind_the_last_row_and_is_one_step(tokens):
    clipboard().setText("x\ny\nz\n")
    tokens.go(4)
    press(K.Key_V, modifiers=CONTROL)
    assert tokens.words == ("the", "cat", "sat", "on", "x", "y", "z")
    assert tokens.grid.cells.ranges() == [(4, 0, 6, 0)]
    assert tokens.steps == 1
    tokens.session.undo_stack.undo()
    assert tokens.words == WORDS
    assert tokens.model.rowCount() == 5


def test_one_word_fills_a_selection_and_other_shapes_are_refused_with_both(tokens):
    clipboard().setText("x")
    tokens.grid.cells.select([(0, 0, 2, 0)])
    press(K.Key_V, modifiers=CONTROL)
    assert tokens.words == ("x", "x", "x", "on", "mats")
    clipboard().setText("a\nb")
    press(K.Key_V, modifiers=CONTROL)
    assert "2 × 1" in tokens.reason
    assert "3 × 1" in tokens.reason
    clipboard().setText("a\tb\tc")
    tokens.go(0)
    press(K.Key_V, modifiers=CONTROL)
    assert "3 columns" in tokens.reason
    clipboard().setText("a\t1\nb")
    press(K.Key_V, modifiers=CONTROL)
    assert "row 2 has 1" in tokens.reason
    assert tokens.steps == 1


def test_words_and_marks_are_pasted_together(tokens):
    clipboard().setText("a\t1\nb\t0")
    tokens.go(3)
    press(K.Key_V, modifiers=CONTROL)
    assert tokens.words[3:] == ("a", "b")
    assert tokens.padding == (3,)
    clipboard().setText("a\tyes")
    press(K.Key_V, modifiers=CONTROL)
    tokens.go(3)
    press(K.Key_V, modifiers=CONTROL)
    assert "yes" in tokens.reason
    assert tokens.steps == 1


def test_delete_empties_cut_too_and_rows_go_by_control_delete(tokens):
    tokens.go(1)
    press(K.Key_Delete)
    assert tokens.words[1] == ""
    tokens.go(2)
    press(K.Key_X, modifiers=CONTROL)
    assert tokens.words[2] == ""
    assert clipboard().text() == "sat"
    tokens.grid.cells.select([(1, 0, 2, 0)])
    press(K.Key_Delete, modifiers=CONTROL)
    assert tokens.words == ("the", "on", "mats")
    assert tokens.grid.cells.current == (1, 0)
    press(K.Key_A, modifiers=CONTROL)
    press(K.Key_Delete, modifiers=CONTROL)
    assert "has to stay" in tokens.reason
    assert tokens.steps == 3


def test_insert_puts_an_empty_row_in_and_alt_moves_one(tokens):
    tokens.go(1)
    press(K.Key_Insert)
    assert tokens.words == ("the", "", "cat", "sat", "on", "mats")
    type_text("big")
    press(K.Key_Return)
    assert tokens.words[1] == "big"
    tokens.go(1)
    press(K.Key_Down, modifiers=ALT)
    assert tokens.words[:3] == ("the", "cat", "big")
    assert tokens.grid.cells.current == (2, 0)
    press(K.Key_Up, modifiers=ALT)
    assert tokens.words[:3] == ("the", "big", "cat")


def test_padding_is_a_column_of_boxes(tokens, qtbot):
    at = tokens.grid.visualRect(tokens.model.index(4, 1)).center()
    qtbot.mouseClick(tokens.grid.viewport(), LEFT, pos=at)
    assert tokens.padding == (4,)
    tokens.grid.cells.select([(3, 1, 4, 1)])
    press(K.Key_Space)
    assert tokens.padding == (3, 4)
    press(K.Key_Space)
    assert tokens.padding == ()
    type_text("1")
    assert tokens.padding == (3, 4)
    press(K.Key_Delete)
    assert tokens.padding == ()
    type_text("x")
    assert "Write 1" in tokens.reason
    tokens.go(0)
    press(K.Key_Space)  # a word is not lost by a slip
    assert tokens.words == WORDS


def test_control_enter_fills_and_tab_leaves_at_the_end(tokens):
    tokens.grid.cells.select([(0, 0, 2, 0)])
    type_text("x")
    press(K.Key_Return, modifiers=CONTROL)
    assert tokens.words == ("x", "x", "x", "on", "mats")
    assert tokens.steps == 1
    tokens.go(4, 1)
    press(K.Key_Tab)
    assert not tokens.grid.hasFocus()


def test_too_many_tokens_are_refused_in_words(tokens):
    clipboard().setText("\n".join(["x"] * 600))
    tokens.go(0)
    press(K.Key_V, modifiers=CONTROL)
    assert "512" in tokens.reason
    assert tokens.words == WORDS


def test_a_word_of_the_vocabulary_is_renamed_and_keeps_its_row(vocabulary):
    before = vocabulary.session.scenario
    row = before.vocabulary.index("cat")
    vocabulary.go(row)
    type_text("dog!")
    press(K.Key_Return)
    after = vocabulary.session.scenario
    assert after.vocabulary[row] == "dog!"
    assert after.tokens["target"][1] == "dog!"
    assert after.parameters["embed.W_E"] is before.parameters["embed.W_E"]
    assert vocabulary.steps == 1


def test_a_word_that_is_there_already_is_refused_and_kept_to_be_mended(vocabulary):
    words = vocabulary.session.scenario.vocabulary
    vocabulary.go(1)
    type_text(words[2])
    press(K.Key_Return)
    assert vocabulary.grid.entry.is_refused
    assert "twice" in vocabulary.reason
    assert vocabulary.grid.entry.editor.text() == words[2]
    press(K.Key_Escape)
    assert vocabulary.session.scenario.vocabulary == words


def test_words_pasted_behind_the_vocabulary_are_new_ones(vocabulary):
    words = vocabulary.session.scenario.vocabulary
    clipboard().setText(f"{words[-1]}\nquite\nnew")
    vocabulary.go(len(words) - 1)
    press(K.Key_V, modifiers=CONTROL)
    assert vocabulary.session.scenario.vocabulary == (*words, "quite", "new")


def test_an_input_method_begins_an_entry_and_loses_no_letter(tokens):
    tokens.go(1)
    assert tokens.grid.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    direct = QInputMethodEvent()
    direct.setCommitString("犬")
    QCoreApplication.sendEvent(tokens.grid, direct)
    assert tokens.grid.entry.editor.text() == "犬"
    press(K.Key_Return)
    assert tokens.words[1] == "犬"
    QCoreApplication.sendEvent(tokens.grid, QInputMethodEvent("ね", []))
    assert tokens.grid.entry.is_open
    press(K.Key_Return)  # confirms the conversion and no cell
    assert tokens.grid.entry.is_open
    done = QInputMethodEvent()
    done.setCommitString("猫")
    QCoreApplication.sendEvent(QApplication.focusWidget(), done)
    press(K.Key_Return)
    assert tokens.words[2] == "猫"


def test_cells_are_read_out_and_headers_say_what_they_hold(tokens):
    model, role = tokens.model, Qt.ItemDataRole.AccessibleTextRole
    assert model.data(model.index(1, 0), role) == "tokens.target, row 2: cat"
    assert model.data(model.index(1, 1), role) == "tokens.target, row 2 'cat': no padding"
    across = Qt.Orientation.Horizontal
    assert [model.headerData(column, across) for column in range(2)] == ["token", "padding"]
    assert model.headerData(3, Qt.Orientation.Vertical) == "4"


def test_the_menu_offers_all_of_it(tokens, vocabulary):
    texts = [
        action.text().partition("\t")[0].replace("&", "") for action in tokens.grid.commands.menu().actions()
    ]
    assert {"Edit cell", "Cut", "Copy", "Paste", "Empty", "Insert token", "Remove tokens"} <= set(texts)
    texts = [action.text() for action in vocabulary.grid.commands.menu().actions()]
    assert not any("token" in text for text in texts)


def test_a_large_vocabulary_is_pasted_and_gone_through_at_once(vocabulary):
    words = vocabulary.session.scenario.vocabulary
    clipboard().setText("\n".join([words[-1], *(f"word {number}" for number in range(3000))]))
    vocabulary.go(len(words) - 1)
    press(K.Key_V, modifiers=CONTROL)
    assert len(vocabulary.session.scenario.vocabulary) == len(words) + 3000
    press(K.Key_End, modifiers=CONTROL)
    assert vocabulary.grid.cells.current == (len(words) + 2999, 0)
    assert vocabulary.steps == 1


def test_the_model_is_sound(tokens, qtmodeltester):
    qtmodeltester.check(tokens.model)


def test_words_are_not_put_into_the_vocabulary_nor_taken_out_and_that_is_said(vocabulary):
    before = vocabulary.session.scenario
    for key, modifiers in ((K.Key_Insert, Qt.KeyboardModifier.NoModifier), (K.Key_Delete, CONTROL)):
        press(key, modifiers=modifiers)
        assert "A new token brings its word" in vocabulary.reason
        vocabulary.go(1)
        assert not vocabulary.reason
        vocabulary.go(0)
    assert vocabulary.session.scenario is before


def test_the_words_grow_with_their_cells(tokens):
    tokens.window.workspace.display.set_zoom(200)
    assert tokens.grid.viewport().font() == tokens.grid.font()
