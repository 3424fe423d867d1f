"""Open, Save, recent files, and what is asked before something is lost."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QMessageBox, QPushButton

from app import file_places, questions
from app.dialogs.failure import FailureBox
from app.dialogs.new_document import NewDialog
from app.questions import Answer
from app.settings import SettingsStore
from core.formats import dumps, load
from tests.support.files import drop, failure, unchanged

SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


pytestmark = pytest.mark.usefixtures("documents")


def test_saved_and_opened_again_by_keyboard_every_number_is_as_it_was(
    window, open_window, paths, press, change, tmp_path, documents
):
    change(window, 0.1 + 0.2)
    path = tmp_path / "lesson.tsbx"
    paths.append(path)
    press(window, Qt.Key.Key_S)
    assert paths.asked == [documents / "Worked example.tsbx"]
    assert not window.isWindowModified()
    assert window.windowTitle().startswith("lesson.tsbx")
    saved = window.workspace.session.scenario
    window.close()

    again = open_window("tiny-gpt")
    paths.append(path)
    press(again, Qt.Key.Key_O)
    opened = again.workspace.session.scenario
    assert dumps(opened) == dumps(saved) == path.read_bytes()
    assert opened.given["attn.q"][0, 0, 0] == 0.1 + 0.2
    assert again.workspace.session.path == path
    assert not again.workspace.session.undo_stack.canUndo()


def test_a_second_save_asks_for_no_path_and_save_as_does(window, paths, press, change, tmp_path):
    paths.extend([tmp_path / "a.tsbx", tmp_path / "b.tsbx"])
    press(window, Qt.Key.Key_S)
    change(window)
    press(window, Qt.Key.Key_S)
    assert len(paths.asked) == 1
    assert load(tmp_path / "a.tsbx").given["attn.q"][0, 0, 0] == 1.0
    press(window, Qt.Key.Key_S, SHIFT)
    assert paths.asked[1] == tmp_path / "a.tsbx"
    assert window.workspace.session.path == tmp_path / "b.tsbx"


def test_a_file_that_cannot_be_saved_keeps_its_mark_and_the_old_file(window, paths, press, change, tmp_path):
    folder = tmp_path / "folder.tsbx"
    folder.mkdir()
    change(window)
    paths.append(folder)
    press(window, Qt.Key.Key_S)
    box = window.findChild(QMessageBox)
    assert box.windowTitle() == "The document cannot be saved"
    assert str(folder) in box.text()
    assert window.isWindowModified()
    assert window.workspace.session.path is None
    box.reject()


def test_a_damaged_file_is_refused_and_the_open_document_stays(window, tmp_path, change):
    path = tmp_path / "broken.tsbx"
    path.write_text('{"format": "transformer-sandbox", "version": 1, "titel": ""}', "utf-8")
    before = window.workspace.session.scenario
    window.files.open_path(path)
    assert "titel" in failure(window).text()
    assert "broken.tsbx" in failure(window).text()
    assert window.workspace.session.scenario is before
    assert window.windowTitle().startswith("Worked example")
    assert window.workspace.settings.settings.recent_files == ()
    window.files.open_path(tmp_path / "missing.tsbx")
    assert "missing.tsbx" in failure(window).text()
    assert len([box for box in window.findChildren(FailureBox) if box.isVisible()]) == 1
    failure(window).close()


def test_closing_asks_and_cancel_keeps_the_window(window, answers, change, qtbot):
    change(window)
    answers.append(Answer.CANCEL)
    window.close()
    assert answers.asked == ["Worked example"]
    assert window.isVisible()
    answers.append(Answer.DISCARD)
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())


def test_closing_can_save_first(window, answers, paths, change, tmp_path, qtbot):
    change(window)
    answers.append(Answer.SAVE)
    paths.append(tmp_path / "kept.tsbx")
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert load(tmp_path / "kept.tsbx").given["attn.q"][0, 0, 0] == 1.0


def test_closing_goes_on_being_asked_where_saving_failed(window, answers, paths, change, tmp_path):
    change(window)
    answers.append(Answer.SAVE)
    paths.append(tmp_path)  # a folder
    window.close()
    assert window.isVisible()
    window.findChild(QMessageBox).reject()


def test_nothing_is_asked_where_nothing_changed(window, answers):
    window.files.open_example("tiny-gpt")
    window.close()
    assert answers.asked == []
    assert not window.isVisible()


def test_every_way_to_another_document_asks_once_and_cancel_keeps_it(
    window, answers, paths, change, tmp_path, example, qtbot
):
    path = tmp_path / "x.tsbx"
    path.write_bytes(dumps(example("one-head")))
    recent = window.registry.choices["file.recent"]
    deeds = {
        "example": lambda: window.files.open_example("tiny-gpt"),
        "path": lambda: window.files.open_path(path),
        "open": window.registry.actions["file.open"].trigger,
        "recent": lambda: (recent.aboutToShow.emit(), recent.actions()[0].trigger()),
        "drop": lambda: drop(window, path),
        "start strip": lambda: qtbot.mouseClick(window.start.buttons["induction"], Qt.MouseButton.LeftButton),
        "new": lambda: window.files.show(example("one-head")),
    }
    window.workspace.settings.remember_file(path)
    for name, deed in deeds.items():
        window.files.open_example("worked-example")
        change(window)
        answers.asked.clear()
        paths[:] = [path, path]
        answers.append(Answer.CANCEL)
        with unchanged(window):
            deed()
        answers.append(Answer.DISCARD)
        before = window.workspace.session.scenario
        deed()
        assert window.workspace.session.scenario is not before, name
        assert answers.asked == ["Worked example"] * 2, name


def test_recent_files_are_listed_and_missing_ones_greyed(window, open_window, paths, press, tmp_path):
    paths.extend([tmp_path / "one.tsbx", tmp_path / "two.tsbx"])
    press(window, Qt.Key.Key_S)
    press(window, Qt.Key.Key_S, SHIFT)
    (tmp_path / "one.tsbx").unlink()
    menu = window.registry.choices["file.recent"]
    menu.aboutToShow.emit()
    assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [
        ("two.tsbx", True),
        ("one.tsbx", False),
        ("Clear this list", True),
    ]
    window.files.open_example("tiny-gpt")
    menu.actions()[0].trigger()
    assert window.workspace.session.path == tmp_path / "two.tsbx"
    menu.aboutToShow.emit()
    menu.actions()[-1].trigger()
    menu.aboutToShow.emit()
    assert [action.isEnabled() for action in menu.actions()] == [False]


def test_recent_files_with_one_name_are_told_apart(window, settings_path, tmp_path):
    store = window.workspace.settings
    for folder in ("a", "b"):
        store.remember_file(tmp_path / folder / "x.tsbx")
    menu = window.registry.choices["file.recent"]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()[:2]] == [
        str(tmp_path / "b/x.tsbx"),
        str(tmp_path / "a/x.tsbx"),
    ]
    assert SettingsStore(settings_path).settings.recent_files == store.settings.recent_files


def test_start_strip_opens_examples_and_presses_the_open_one(window, qtbot):
    strip = window.start
    assert strip.isVisible()
    assert pressed(strip) == ["worked-example"]
    qtbot.mouseClick(strip.buttons["it-animal"], Qt.MouseButton.LeftButton)
    assert pressed(strip) == ["it-animal"]
    assert window.workspace.session.scenario.title
    assert "animal" in window.windowTitle()


def test_start_strip_makes_new_documents(window, qtbot):
    qtbot.mouseClick(window.start.new_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(NewDialog)
    dialog.accept()
    assert pressed(window.start) == []
    assert window.workspace.session.scenario.title == "GPT-2"
    qtbot.waitUntil(lambda: window.findChild(NewDialog) is None)


def test_start_strip_stays_closed_once_closed(window, open_window, qtbot):
    qtbot.mouseClick(window.start.close_button, Qt.MouseButton.LeftButton)
    assert not window.start.isVisible()
    again = open_window()
    assert not again.start.isVisible()
    again.registry.actions["view.start_strip"].trigger()
    assert again.start.isVisible()


def pressed(strip):
    return [key for key, button in strip.buttons.items() if button.isChecked()]


def test_the_question_itself_answers_by_its_buttons(window, qtbot):
    heard = []
    for button, answer in (
        (QMessageBox.StandardButton.Save, Answer.SAVE),
        (QMessageBox.StandardButton.Discard, Answer.DISCARD),
        (QMessageBox.StandardButton.Cancel, Answer.CANCEL),
    ):
        questions.ask_unsaved(window, "a <b>name</b>", heard.append)
        box = window.findChild(QMessageBox)
        assert "a <b>name</b>" in box.text()
        assert box.textFormat() is Qt.TextFormat.PlainText
        qtbot.mouseClick(box.button(button), Qt.MouseButton.LeftButton)
        assert heard.pop() is answer
        qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)
    questions.ask_unsaved(window, "name", heard.append)
    qtbot.keyClick(window.findChild(QMessageBox), Qt.Key.Key_Escape)
    assert heard == [Answer.CANCEL]
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)


def test_the_file_dialog_adds_the_suffix(window, qtbot, tmp_path):
    heard = []
    questions.ask_save(window, tmp_path / "name.tsbx", heard.append, print)
    dialog = window.findChild(QFileDialog)
    assert dialog.defaultSuffix() == "tsbx"
    dialog.selectFile(str(tmp_path / "lesson"))
    dialog.accept()
    assert heard == [tmp_path / "lesson.tsbx"]
    qtbot.waitUntil(lambda: window.findChild(QFileDialog) is None)


def test_a_system_dialog_that_forgets_the_suffix_replaces_nothing_unasked(window, qtbot, tmp_path):
    heard = []
    questions.with_suffix(window, tmp_path / "lesson", heard.append, print)
    assert heard == [tmp_path / "lesson.tsbx"]
    heard.clear()
    (tmp_path / "lesson.tsbx").write_text("")
    for button, result in (("Cancel", []), ("Save", [tmp_path / "lesson.tsbx"])):
        questions.with_suffix(window, tmp_path / "lesson", heard.append, print)
        box = window.findChild(QMessageBox)
        assert "lesson.tsbx" in box.text()
        box.button(QMessageBox.StandardButton[button]).click()
        assert heard == result
        qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)


@pytest.mark.parametrize(
    ("title", "name"),
    [("a/b: c?", "a-b- c-"), ("", "scenario"), ("..", "scenario"), ("it → animal", "it → animal")],
)
def test_titles_become_file_names(title, name):
    assert file_places.file_name(title) == name


# Where one begins to look


def test_examples_are_saved_among_the_documents_and_never_beside_the_program(
    window, paths, press, documents, tmp_path
):
    paths.extend([tmp_path / "a.tsbx", tmp_path / "b.tsbx"])
    press(window, Qt.Key.Key_S, SHIFT)
    assert paths.asked[0] == documents / "Worked example.tsbx"
    window.files.open_example("tiny-gpt")
    press(window, Qt.Key.Key_S, SHIFT)
    assert paths.asked[1].parent == tmp_path  # where the last file was


def test_a_folder_that_is_gone_is_not_proposed(window, paths, press, documents, tmp_path):
    window.workspace.settings.remember_file(tmp_path / "gone" / "x.tsbx")
    paths.append(tmp_path / "a.tsbx")
    press(window, Qt.Key.Key_S, SHIFT)
    assert paths.asked[0].parent == documents


def test_without_documents_one_begins_at_home(window, paths, press, documents, tmp_path):
    documents.rmdir()
    paths.append(tmp_path / "a.tsbx")
    press(window, Qt.Key.Key_S, SHIFT)
    assert paths.asked[0].parent == Path.home()


# What Qt draws and says


def test_buttons_of_dialogs_have_no_icons(window, qtbot):
    questions.ask_unsaved(window, "x", lambda _answer: None)
    questions.ask_open(window, Path.home(), lambda _paths: None)
    window.show_new()
    window.show_change_model()
    window.show_about()
    dialogs = [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
    assert len(dialogs) == 5
    buttons = [button for dialog in dialogs for button in dialog.findChildren(QPushButton)]
    assert len(buttons) >= 9
    assert [button.text() for button in buttons if not button.icon().isNull()] == []
    for dialog in dialogs:
        dialog.reject()


def test_the_file_dialog_is_japanese_throughout(open_window):
    window = open_window(language="ja")
    for ask in (
        lambda: questions.ask_open(window, Path.home(), print),
        lambda: questions.ask_save(window, Path.home() / "x.tsbx", print, print),
    ):
        ask()
        dialog = next(each for each in window.findChildren(QFileDialog) if each.isVisible())
        told = [label.text() for label in dialog.findChildren(QLabel) if label.text()]
        told += [button.text() for button in dialog.findChildren(QPushButton)]
        assert len(told) >= 5
        assert not [text for text in told if text.isascii()]
        dialog.reject()
    assert QCoreApplication.translate("QAbstractFileIconProvider", "Folder") == "フォルダー"


QUESTIONS = {
    "close": lambda window, name: questions.ask_unsaved(window, name, print),
    "open": lambda window, name: questions.ask_unsaved(window, name, print, beside=True),
    "twice": lambda window, name: questions.ask_twice(window, name, print),
    "failed": lambda window, name: questions.tell_not_saved(window, name, print),
} | {
    doubt.name: lambda window, name, doubt=doubt: questions.ask_replacing(window, name, doubt, print)
    for doubt in questions.Doubt
}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", ["授業 表.tsbx", "n" * 240 + ".tsbx", "/".join(["folder"] * 40)])
def test_no_question_is_cut_off(open_window, language, name):
    window = open_window(language=language)
    for ask in QUESTIONS.values():
        box = ask(window, name)
        for button in box.buttons():
            assert button.width() >= button.sizeHint().width(), button.text()
        for label in box.findChildren(QLabel):
            assert label.width() >= label.minimumSizeHint().width(), label.text()
        assert box.width() < 600
        assert box.text().replace("\u200b", "").count(name) == 1
        box.reject()
