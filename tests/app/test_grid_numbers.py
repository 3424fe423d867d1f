"""Numbers, formulas and input methods (conventions, 2.4 to 2.6) in the real window, in both languages."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QAccessible, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.widgets.stage.canvas import StageCanvas
from core.architecture.presets import preset
from core.edits import SetCells
from core.numbers import edit_text
from tests.support.grids import press, type_text

K = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
W_Q = "decoder.0.self_attn.W_Q"
LANGUAGES = ["en", "ja"]

TAKEN = {
    # 2.4: numbers
    "1.5": 1.5,
    "5.": 5.0,
    ".25": 0.25,
    "+2": 2.0,
    "1e-3": 1e-3,
    "1E3": 1e3,
    "−1.5": -1.5,  # U+2212
    "–2": -2.0,
    "‐2": -2.0,
    "ー３": -3.0,  # the long vowel mark that Japanese keyboards write for a minus
    "１２": 12.0,
    "１．５": 1.5,
    "－１": -1.0,
    "１。５": 1.5,
    "\u00a01.5\u202f": 1.5,
    "\u200b1.5\u200e": 1.5,
    "\u30001.5\u3000": 1.5,
    "1,234.5": 1234.5,
    "1,234,567": 1234567.0,
    "1e308": 1e308,
    "-0": -0.0,
    # 2.5: formulas
    "=1/sqrt(2)": 1 / math.sqrt(2),
    "=pi/4": math.pi / 4,
    "=2^0.5": math.sqrt(2),
    "=2^3": 8.0,
    "=-0.3*2": -0.6,
    "=-2^2": -4.0,
    "=１／ｓｑｒｔ（２）": 1 / math.sqrt(2),
    "＝1/√2": 1 / math.sqrt(2),
    "=exp(1) - e": 0.0,
    "=max(1, 2) + min(3, 4)": 5.0,
    "=tanh(0.5)": math.tanh(0.5),
}
REFUSED = {
    # text: what the reason says in English
    "1,5": "write 1.5",
    "33,3": "write 33.3",  # case E1
    "0,5": "write 0.5",  # case E2
    "1,234": "1.234 or 1234",
    "1.234,5": "write 1234.5",
    "1_000": "write 1000",
    "nan": "finite",
    "inf": "finite",
    "Infinity": "finite",
    "1e400": "finite",
    "٣": "not a number",
    "²": "not a number",
    "½": "not a number",
    "0x10": "not a number",
    "50%": "not a number",
    "$5": "not a number",
    "1/2": "write =1/2",
    "=A1+2": "A1",
    "=10**400": "finite",
    "=1e308*10": "finite",
    "=9**9**9": "finite",
    "=1/0": "finite",
    "=1_000": "cannot be worked out",
    "=0b1": "cannot be worked out",
    "=open(1)": "cannot be worked out",
    "=" + "1+" * 5000 + "1": "too long",
    "": "no number",
}


@pytest.fixture
def open_grid(open_window, qtbot):
    def opening(language="en"):
        window = open_window(preset("gpt-2").scenario(), (1280, 800), language)
        if not window.numbers_open:
            window.toggle_numbers()
        panel = window.panels["numbers"]
        panel.show_tensor(W_Q)
        panel.grid.setFocus()
        qtbot.waitUntil(panel.grid.hasFocus)
        return window, panel

    return opening


def enter(panel, text):
    """Write a text into the current cell as a paste or an input method does, and press Return."""
    press(K.Key_F2)
    editor = panel.grid.entry.editor
    editor.selectAll()
    editor.insert(text)
    editor.textEdited.emit(editor.text())
    press(K.Key_Return)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_that_is_a_number_is_taken(open_grid, language):
    window, panel = open_grid(language)
    session = window.workspace.session
    for text, value in TAKEN.items():
        session.apply(SetCells(W_Q, ((0, 0),), (0.125,)))
        panel.grid.cells.go(0, 0)
        enter(panel, text)
        assert not panel.grid.entry.is_open, text
        stored = float(session.scenario.source_values(W_Q)[0, 0])
        assert stored == value, text
        assert math.copysign(1, stored) == math.copysign(1, value), text
        assert panel.model.data(panel.model.index(0, 0), 2) == edit_text(value), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_that_is_none_stays_with_the_reason(open_grid, language, monkeypatch):
    told = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.message()))
    window, panel = open_grid(language)
    session, entry = window.workspace.session, panel.grid.entry
    before = session.scenario
    for text, words in REFUSED.items():
        panel.grid.cells.go(0, 0)
        told.clear()
        enter(panel, text)
        assert entry.is_refused, text
        assert entry.editor.isVisible(), text
        assert entry.editor.hasFocus(), text
        assert entry.editor.text() == text
        assert entry.plate.isVisible(), text
        reason = entry.plate.reason
        if language == "en":
            assert words in reason, (text, reason)
        else:
            assert any("\u3040" <= letter <= "\u9fff" for letter in reason), (text, reason)
        assert any(reason in one for one in told), text
        press(K.Key_Escape)
    assert session.scenario is before


@pytest.fixture
def system_locale():
    """A function that sets the locale of the system, until the test ends."""
    before = QLocale()
    yield lambda name: QLocale.setDefault(QLocale(name))
    QLocale.setDefault(before)


SYSTEMS = ("de_DE", "fr_FR", "ja_JP", "en_US")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_decimal_sign_on_screen_is_a_point_whatever_the_system_says(open_grid, language, system_locale):
    system_locale("de_DE")
    window, panel = open_grid(language)
    for system in SYSTEMS:
        system_locale(system)
        panel.grid.cells.go(0, 0)
        enter(panel, "1234.5")
        assert panel.model.texts(0)[0] == "1234.50"
        press(K.Key_Up, K.Key_F2)
        assert panel.grid.entry.editor.text() == "1234.5"
        press(K.Key_Escape)
        enter(panel, "33,3")
        assert panel.grid.entry.is_refused
        press(K.Key_Escape)
        assert window.workspace.session.scenario.source_values(W_Q)[0, 0] == 1234.5


def test_pasting_a_decimal_comma_never_changes_the_number(open_grid, system_locale):
    """Cases E1 and E2: 33,3 became 333, and 0,5 became 5."""
    window, panel = open_grid()
    session, settings = window.workspace.session, window.workspace.settings
    panel.grid.cells.go(0, 0)
    for system in SYSTEMS:
        system_locale(system)
        for text in ("33,3", "0,5"):
            before = session.scenario
            settings.update(decimal_comma=False)
            QApplication.clipboard().setText(text)
            press(K.Key_V, modifiers=CONTROL)
            assert session.scenario is before
            assert panel.grid.entry.plate.isVisible()
            settings.update(decimal_comma=True)
            press(K.Key_V, modifiers=CONTROL)
            assert session.scenario.source_values(W_Q)[0, 0] == float(text.replace(",", "."))


def test_a_comma_is_a_decimal_sign_where_that_is_set_and_the_setting_is_remembered(open_grid, settings_path):
    window, panel = open_grid()
    action = window.registry.actions["edit.decimal_comma"]
    assert not action.isChecked()
    action.trigger()
    assert window.workspace.settings.settings.decimal_comma
    assert "decimal_comma=true" in settings_path.read_text()
    session = window.workspace.session
    for text, value in {"0,25": 0.25, "0.25": 0.25, "−1,5": -1.5, "=0,5*3": 1.5, "=max(0,5; 2)": 2.0}.items():
        panel.grid.cells.go(1, 1)
        enter(panel, text)
        assert session.scenario.source_values(W_Q)[1, 1] == value, text
    assert panel.model.texts(1)[1] == "2.00"
    for text in ("1.234,5", "1,234.5", "1,2,3"):
        panel.grid.cells.go(1, 1)
        enter(panel, text)
        assert panel.grid.entry.is_refused, text
        press(K.Key_Escape)
    panel.bar.entry.setFocus()
    panel.bar.entry.selectAll()
    type_text("0,75")
    press(K.Key_Return)
    assert session.scenario.source_values(W_Q)[1, 1] == 0.75


def test_a_4_by_4_is_typed_by_keyboard_alone(open_grid):
    """Cases E4 and E5: typing replaces the old number, and Tab does not add to it."""
    window, panel = open_grid()
    wanted = np.random.default_rng(3).normal(size=(4, 4)).round(3)
    panel.grid.cells.go(0, 0)
    for row in wanted:
        for column, number in enumerate(row):
            type_text(repr(float(number)))
            press(K.Key_Return if column == 3 else K.Key_Tab)
    assert np.array_equal(window.workspace.session.scenario.source_values(W_Q)[:4, :4], wanted)
    assert window.workspace.session.undo_stack.count() == 16
    assert panel.grid.cells.current == (4, 0)


def test_a_click_elsewhere_takes_what_was_typed(open_grid, qtbot):
    """Case E4: clicking off threw the entry away."""
    window, panel = open_grid()
    panel.grid.cells.go(0, 0)
    type_text("0.5")
    cell = panel.grid.visualRect(panel.model.index(3, 3)).center()
    qtbot.mouseClick(panel.grid.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    assert window.workspace.session.scenario.source_values(W_Q)[0, 0] == 0.5
    type_text("0.75")
    qtbot.mouseClick(window.statusBar(), Qt.MouseButton.LeftButton)
    panel.bar.picker.setFocus()
    assert window.workspace.session.scenario.source_values(W_Q)[3, 3] == 0.75


def test_the_formula_of_a_number_is_shown_as_long_as_it_is_its_number(open_grid):
    window, panel = open_grid()
    session, entry = window.workspace.session, panel.bar.entry
    panel.grid.cells.go(1, 1)
    type_text("=1/sqrt(2)")
    press(K.Key_Return, modifiers=CONTROL)
    assert entry.source == "=1/sqrt(2)"
    press(K.Key_Down, K.Key_Up)
    assert entry.text() == edit_text(1 / math.sqrt(2))
    assert entry.source == "=1/sqrt(2)"
    assert "typed as =1/sqrt(2)" in panel.model.data(panel.model.index(1, 1), 3)
    press(K.Key_F2)
    assert panel.grid.entry.editor.text() == edit_text(1 / math.sqrt(2))
    press(K.Key_Escape)
    session.undo_stack.undo()
    assert entry.source == ""
    session.undo_stack.redo()
    assert entry.source == "=1/sqrt(2)"
    press(K.Key_Right)
    assert entry.source == ""
    canvas = window.findChild(StageCanvas)
    canvas.edit_committed.emit(W_Q, (1, 2), "=1/4")  # typed on the stage
    assert entry.text() == "0.25"
    assert entry.source == "=1/4"
    session.replace_document(preset("gpt-2").scenario(), None)
    session.apply(SetCells(W_Q, ((1, 1),), (1 / math.sqrt(2),)))
    panel.show_tensor(W_Q)
    panel.grid.cells.go(1, 1)
    assert entry.source == ""


def test_an_untouched_cell_keeps_every_bit(open_grid):
    window, panel = open_grid()
    session = window.workspace.session
    odd = (0.1 + 0.2, 5e-324, -0.0, 1e308, 1 / 3, -1.7976931348623157e308)
    session.apply(SetCells(W_Q, tuple((row, 0) for row in range(6)), odd))
    before = session.scenario
    panel.grid.cells.go(0, 0)
    for _ in odd:
        press(K.Key_F2, K.Key_Return)
    assert session.scenario is before
    panel.grid.cells.go(0, 0)
    for _ in odd:
        press(K.Key_F2, K.Key_Tab)
    assert session.scenario is before


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_input_method_loses_no_character_and_its_return_is_not_ours(open_grid, language):
    window, panel = open_grid(language)
    grid = panel.grid
    grid.cells.go(0, 0)
    assert not grid.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    direct = QInputMethodEvent("", [])
    direct.setCommitString("５")
    QApplication.sendEvent(grid, direct)
    editor = grid.entry.editor
    assert editor.text() == "５"
    composing = QInputMethodEvent("．２", [])
    QApplication.sendEvent(editor, composing)
    QTest.keyClick(editor, K.Key_Return)  # confirms the conversion
    assert grid.entry.is_open
    done = QInputMethodEvent("", [])
    done.setCommitString("．２５")
    QApplication.sendEvent(editor, done)
    assert editor.text() == "５．２５"
    press(K.Key_Return)
    assert window.workspace.session.scenario.source_values(W_Q)[0, 0] == 5.25
    assert not grid.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    hints = editor.inputMethodHints()
    assert hints & Qt.InputMethodHint.ImhPreferLatin
    assert hints & Qt.InputMethodHint.ImhFormattedNumbersOnly
    QApplication.sendEvent(
        grid, QKeyEvent(QEvent.Type.KeyPress, K.Key_7, Qt.KeyboardModifier.NoModifier, "7")
    )
    assert editor.text() == "7"
    press(K.Key_Escape)
