"""The records of the menus: unique, translated, and right about what is enabled."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtGui import QKeySequence

from app.actions import ACTIONS
from app.actions.registry import plain_text
from app.actions.spec import ActionSpec, ChoiceSpec, Menu, sequences
from app.cursor import Stride
from app.dialogs.about import AboutDialog
from app.dialogs.shortcuts import ShortcutsDialog
from core.examples import examples


class Marked(QTranslator):
    """Translates everything into itself between brackets."""

    def translate(self, context, source, disambiguation=None, n=-1):
        return f"[{source}]"

    def isEmpty(self):
        return False


@pytest.fixture
def brackets(qapp):
    translator = Marked()
    QCoreApplication.installTranslator(translator)
    yield translator
    QCoreApplication.removeTranslator(translator)


def test_ids_and_keys_are_unique():
    ids = [spec.id for spec in ACTIONS]
    assert len(ids) == len(set(ids))
    keys = [
        key.toString() for spec in ACTIONS if isinstance(spec, ActionSpec) for key in sequences(spec.keys)
    ]
    assert len(keys) == len(set(keys)), sorted(keys)


def test_no_key_is_a_bare_letter_digit_or_sign():
    """Such keys would be stolen from a grid in which one types."""
    for spec in ACTIONS:
        for key in sequences(spec.keys) if isinstance(spec, ActionSpec) else []:
            combination = key[0]
            plain = combination.keyboardModifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
            assert not (plain and combination.key() < Qt.Key.Key_Escape), spec.id


def test_every_text_is_translated(window, brackets):
    window.registry.retranslate()
    for action in window.registry.actions.values():
        assert action.text().startswith("["), action.spec.id
    for choice in window.registry.choices.values():
        assert choice.title().startswith("["), choice.spec.id
    assert all(action.text().startswith("[") for action in window.menuBar().actions())


@pytest.mark.parametrize("menu", Menu)
def test_mnemonics_of_a_menu_are_unique(menu):
    letters = [
        spec.text[spec.text.index("&") + 1].lower()
        for spec in ACTIONS
        if spec.menu is menu and "&" in spec.text
    ]
    assert len(letters) == len(set(letters)), letters


def test_every_record_can_be_asked_in_every_example(open_window):
    for example in examples():
        window = open_window(example.key)
        for action in window.registry.actions.values():
            action.refresh()
        for choice in window.registry.choices.values():
            choice.aboutToShow.emit()
            assert choice.actions(), choice.spec.id
        window.close()


def test_undo_and_redo_by_keyboard_name_the_edit(window, press, change):
    undo, redo = (window.registry.actions[key] for key in ("edit.undo", "edit.redo"))
    assert not undo.isEnabled()
    before = window.workspace.session.scenario
    change(window)
    after = window.workspace.session.scenario
    assert plain_text(undo.text()) == "Undo Set q[0, 0, 0]"
    press(window, Qt.Key.Key_Z)
    assert window.workspace.session.scenario is before
    assert not undo.isEnabled()
    assert plain_text(undo.text()) == "Undo"
    assert plain_text(redo.text()) == "Redo Set q[0, 0, 0]"
    press(window, Qt.Key.Key_Y)
    assert window.workspace.session.scenario is after
    press(window, Qt.Key.Key_Z)
    press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.workspace.session.scenario is after


def test_f8_steps_wherever_the_focus_is(window, qtbot):
    cursor = window.workspace.cursor
    window.tool_bar.decimals.setFocus()
    here = cursor.step.name
    qtbot.keyClick(window.tool_bar.decimals, Qt.Key.Key_F8)
    assert cursor.step.name != here
    qtbot.keyClick(window.tool_bar.decimals, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert cursor.step.name == here
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier)
    assert cursor.at_end
    assert not window.registry.actions["steps.forward"].isEnabled()
    assert not window.registry.actions["steps.last"].isEnabled()


def test_strides_are_chosen_in_the_menu(window):
    window.registry.actions["steps.by_part"].trigger()
    assert window.workspace.cursor.stride is Stride.PART
    checked = [key for key, action in window.registry.actions.items() if action.isChecked() and "by_" in key]
    assert checked == ["steps.by_part"]
    window.registry.actions["steps.by_part"].trigger()
    assert window.registry.actions["steps.by_part"].isChecked()


@pytest.mark.parametrize(
    ("key", "modifiers", "zoom"),
    [
        (Qt.Key.Key_Equal, Qt.KeyboardModifier.ControlModifier, 110),
        (Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier, 110),
        (Qt.Key.Key_Semicolon, Qt.KeyboardModifier.ControlModifier, 110),
        (Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier, 90),
    ],
)
def test_zoom_by_keyboard_and_back(window, press, key, modifiers, zoom):
    press(window, key, modifiers)
    assert window.workspace.display.zoom == zoom
    assert window.tool_bar.zoom.text() == f"{zoom} %"
    press(window, Qt.Key.Key_0)
    assert window.workspace.display.zoom == 100


def test_decimals_in_tool_bar_and_menu_are_one(window):
    display = window.workspace.display
    assert window.tool_bar.decimals.value() == display.decimals == 4
    window.tool_bar.decimals.setValue(3)
    assert display.decimals == 3
    menu = window.registry.choices["view.decimals"]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["3"]
    menu.actions()[6].trigger()
    assert window.tool_bar.decimals.value() == 6


def test_tool_tips_tell_the_key(window):
    assert window.registry.actions["file.new"].toolTip() == "New (Ctrl+N)"


@pytest.mark.parametrize(
    ("text", "plain"),
    [("&New…", "New"), ("ファイル(&F)", "ファイル"), ("新規(&N)…", "新規"), ("Undo && redo", "Undo & redo")],
)
def test_plain_text_has_no_mark(text, plain):
    assert plain_text(text) == plain


def test_keys_are_listed(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F1)
    dialog = window.findChild(ShortcutsDialog)
    found = dialog.list.findItems("Undo", Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchExactly)
    assert found[0].text(1).startswith("Ctrl+Z")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(ShortcutsDialog) is None)


def test_about_tells_versions_and_licences(window, qtbot):
    window.registry.actions["help.about"].trigger()
    dialog = window.findChild(AboutDialog)
    text = dialog.details.toPlainText()
    assert all(word in text for word in ("MIT", "LGPL", "NumPy", "pyqtgraph", "SIL Open Font License"))
    dialog.reject()
    qtbot.waitUntil(lambda: window.findChild(AboutDialog) is None)


def test_every_choice_is_a_list(window):
    for spec in ACTIONS:
        if isinstance(spec, ChoiceSpec):
            assert window.registry.choices[spec.id].actions(), spec.id


def test_standard_keys_have_all_their_sequences():
    assert QKeySequence("Ctrl+S") in sequences((QKeySequence.StandardKey.Save,))


def test_the_words_of_a_menu_stand_in_one_line(window):
    """Icons are in the tool bar; Qt would move the words of those entries that have one."""
    actions = list(window.registry.actions.values())
    assert any(not action.icon().isNull() for action in actions)
    assert not any(action.isIconVisibleInMenu() for action in actions)
