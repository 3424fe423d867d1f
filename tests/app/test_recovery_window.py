"""After a crash the next start offers what was there, and what comes back is what was there."""

import shutil
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.application import tell_fault
from app.autosave import Autosave
from app.dialogs.import_matrix import ImportMatrixDialog
from app.dialogs.recovery import RecoveryDialog
from app.failures import Fault
from app.origin import Document
from app.questions import Answer
from app.recovery import left_over
from core.edits.cells import SetCells
from core.formats import dumps, load, save
from tests.support.files import answer, unchanged
from tests.support.recovery import NOON, leave

NO_KEY = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "recovery"


@pytest.fixture
def open_start(open_window, folder):
    """A function that opens the window as a start without a file does."""

    def opening(**more):
        window = open_window(recovery=folder, **more)
        window.files.adopt(Document.of_example("worked-example", is_start=True).origin)
        return window

    return opening


def offer(window):
    """Do what a start does once the window is complete; the dialog, or None."""
    window.files.documents.parent().offer_left()
    return dialog_of(window)


def dialog_of(window):
    return next((each for each in window.findChildren(RecoveryDialog) if each.isVisible()), None)


def crash(folder, *windows):
    """Leave what a kill would leave, and close the windows."""
    for window in windows:
        window.findChild(Autosave).save_now()
    files = list(folder.glob("*.recovery"))
    assert len(files) == len(windows)
    for number, file in enumerate(files):
        shutil.copyfile(file, folder / f"{number}-crashed.recovery")
    for window in windows:
        window.workspace.session.undo_stack.setClean()
        window.close()
    assert len(list(folder.iterdir())) == len(windows)


def rows(dialog):
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    return [[item.text(column) for column in range(dialog.list.columnCount())] for item in items]


def files_of(window):
    return window.files.documents.open


def document_of(files):
    return dumps(files.window.workspace.session.scenario)


def test_restart_after_a_crash_by_keyboard_gives_every_bit_back(
    open_window, open_start, change, press, paths, folder, tmp_path, qtbot, example
):
    path = tmp_path / "表 lesson #1.tsbx"
    save(example("worked-example"), path)
    old = path.read_bytes()
    window = open_window(load(path), path=path, recovery=folder)
    for number in (0.1 + 0.2, -0.0, 5e-324):
        change(window, number)
    was = dumps(window.workspace.session.scenario)
    crash(folder, window)

    start = open_start()
    dialog = offer(start)
    (row,) = rows(dialog)
    assert row[:2] == ["Worked example", str(path)]
    assert row[2].startswith(f"{datetime.now():%Y-%m-%d }")
    assert row[3] == "3"
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog_of(start) is None
    assert [files.window for files in files_of(start)] == [start]
    session = start.workspace.session
    assert dumps(session.scenario) == was
    assert session.scenario.given["attn.q"][0, 0, 0] == 5e-324
    assert (session.path, session.is_modified, session.undo_stack.canUndo()) == (None, True, False)
    assert start.isWindowModified()
    assert start.windowTitle().startswith("Worked example")
    assert path.read_bytes() == old

    paths.append(None)
    press(start, Qt.Key.Key_S)
    assert paths.asked == [path]
    assert path.read_bytes() == old
    paths.append(path)
    press(start, Qt.Key.Key_S)
    assert path.read_bytes() == was
    assert not start.isWindowModified()
    qtbot.waitUntil(lambda: not list(folder.iterdir()))


def test_two_windows_crash_and_both_come_back_in_windows_of_their_own(
    open_window, open_start, change, folder, qtbot
):
    windows = [open_window(recovery=folder), open_window("it-animal", recovery=folder)]
    change(windows[0], 0.125)
    assert windows[1].workspace.session.apply(SetCells("embed.W_E", ((0, 0),), (0.375,)))
    was = [dumps(window.workspace.session.scenario) for window in windows]
    crash(folder, *windows)
    start = open_start()
    dialog = offer(start)
    assert len(rows(dialog)) == 2
    qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert sorted(map(document_of, files_of(start))) == sorted(was)
    assert files_of(start)[0].window is start
    assert all(files.is_modified for files in files_of(start))
    assert left_over(folder) == [], "they belong to these windows now"


def test_a_file_that_was_asked_for_stays_open_beside_what_comes_back(open_window, folder, example, qtbot):
    window = open_window(recovery=folder)
    window.files.mark_example("")
    leave(folder, example("one-head"))
    dialog = offer(window)
    with unchanged(window):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    _own, recovered = files_of(window)
    assert document_of(recovered) == dumps(example("one-head"))
    assert recovered.is_modified
    assert recovered.window.isVisible()


def test_one_row_alone_is_opened_by_double_click(open_start, folder, example, qtbot):
    for hour, key in ((9, "one-head"), (8, "induction"), (7, "tiny-gpt")):
        leave(folder, example(key), key, time=NOON.replace(hour=hour))
    start = open_start()
    dialog = offer(start)
    assert [row[0] for row in rows(dialog)] == ["one-head", "induction", "tiny-gpt"]
    place = dialog.list.visualItemRect(dialog.list.topLevelItem(1)).center()
    qtbot.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert document_of(start.files) == dumps(example("induction"))
    assert [row[0] for row in rows(dialog_of(start))] == ["one-head", "tiny-gpt"]
    dialog.close()
    assert {left.about.title for left in left_over(folder)} == {"one-head", "tiny-gpt"}


@pytest.mark.parametrize("way", ["escape", "button", "closed"])
def test_kept_for_later_it_is_offered_again(open_start, folder, example, qtbot, way):
    path = leave(folder, example("one-head"))
    before = path.read_bytes()
    start = open_start()
    with unchanged(start):
        dialog = offer(start)
        assert left_over(folder) == [], "another start would offer it, too"
        if way == "escape":
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        elif way == "button":
            qtbot.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton)
        else:
            dialog.close()
    assert dialog_of(start) is None
    assert path.read_bytes() == before
    assert rows(offer(start))
    dialog_of(start).close()


def test_discard_asks_and_cancel_is_proposed(open_start, folder, example, qtbot):
    paths = [leave(folder, example(key), key) for key in ("one-head", "induction")]
    start = open_start()
    dialog = offer(start)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
    box = dialog.findChild(QMessageBox)
    assert box.text() == "Discard 2 documents?"
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert all(path.exists() for path in paths)
    dialog.list.setCurrentItem(dialog.list.topLevelItem(1))
    name = rows(dialog)[1][0]
    qtbot.mouseClick(dialog.discard_button, Qt.MouseButton.LeftButton)
    assert dialog.findChildren(QMessageBox)[-1].text() == f"Discard “{name}”?"
    answer(qtbot, dialog, "Discard")
    assert [row[0] for row in rows(dialog)] == [{"one-head": "induction", "induction": "one-head"}[name]]
    assert [path.exists() for path in paths].count(True) == 1
    dialog.list.selectAll()
    qtbot.mouseClick(dialog.discard_button, Qt.MouseButton.LeftButton)
    answer(qtbot, dialog, "Discard")
    assert dialog_of(start) is None
    assert list(folder.iterdir()) == []


def test_a_damaged_file_is_said_so_and_kept(open_start, folder, example, qtbot):
    path = leave(folder, example("one-head"))
    damaged = path.read_bytes().replace(b"0", b"1", 1)[:-5]
    path.write_bytes(damaged)
    other = leave(folder, example("induction"), "Good")
    start = open_start()
    dialog = offer(start)
    assert dialog.open_button.isEnabled()
    assert dialog.reason.text() == f"Lesson: This recovery file is damaged; it is kept as it is.\n{path}"
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert document_of(start.files) == dumps(example("induction"))
    dialog = dialog_of(start)
    assert len(rows(dialog)) == 1
    dialog.list.selectAll()
    assert not dialog.open_button.isEnabled()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert path.read_bytes() == damaged
    assert other.exists(), "it belongs to the window now"


def test_without_a_title_it_is_called_by_its_file_and_without_one_by_nothing(open_start, folder, example):
    leave(folder, example("one-head"), "", Path("/lessons/one.tsbx"))
    leave(folder, example("one-head"), "", time=NOON.replace(hour=11), edits=None)
    start = open_start()
    found = [row[:2] + row[3:] for row in rows(offer(start))]
    assert found == [["one.tsbx", str(Path("/lessons/one.tsbx")), "3"], ["Untitled", "not saved yet", "—"]]
    dialog_of(start).close()


def test_what_this_version_refuses_is_said_and_kept(open_start, folder, example, qtbot):
    newer = dumps(example("one-head")).replace(b'"version": 1', b'"version": 99')
    path = leave(folder, newer)
    start = open_start()
    dialog = offer(start)
    with unchanged(start):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    dialog = dialog_of(start)
    assert "99" in dialog.reason.text()
    assert not dialog.open_button.isEnabled()
    assert len(files_of(start)) == 1
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert path.exists()


def test_nothing_is_shown_where_nothing_was_left(open_start, folder, change):
    start = open_start()
    assert offer(start) is None
    assert not folder.exists()
    change(start)
    start.findChild(Autosave).save_now()
    assert len(list(folder.glob("*.recovery"))) == 1
    assert offer(start) is None, "the window is alive"


def test_a_second_crash_keeps_what_is_told_of_it(open_start, folder, example, qtbot, tmp_path):
    place = tmp_path / "lesson.tsbx"
    leave(folder, example("worked-example"), place=place, edits=7)
    start = open_start()
    qtbot.keyClick(offer(start).list, Qt.Key.Key_Return)
    assert start.workspace.session.apply(SetCells("attn.q", ((0, 0, 0),), (0.75,)))
    was = dumps(start.workspace.session.scenario)
    crash(folder, start)
    again = open_start()
    dialog = offer(again)
    assert [(row[1], row[3]) for row in rows(dialog)] == [(str(place), "—")]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert document_of(again.files) == was


def test_discarded_when_the_window_closes_it_is_gone(open_start, folder, example, answers, qtbot):
    leave(folder, example("one-head"))
    start = open_start()
    qtbot.keyClick(offer(start).list, Qt.Key.Key_Return)
    answers.append(Answer.CANCEL)
    start.close()
    assert start.isVisible()
    assert list(folder.glob("*.recovery"))
    answers.append(Answer.DISCARD)
    start.close()
    qtbot.waitUntil(lambda: not start.isVisible())
    assert list(folder.iterdir()) == []


def test_the_question_before_closing_finds_the_changes_kept(open_window, folder, change, monkeypatch):
    window = open_window(recovery=folder)
    change(window)
    kept = []
    monkeypatch.setattr(
        "app.questions.ask_unsaved",
        lambda *_, **__: kept.append(window.findChild(Autosave).is_kept),
    )
    window.close()
    assert kept == [True]


@pytest.mark.parametrize("way", ["import", "open beside"])
def test_before_another_file_is_read_changes_are_kept(open_window, folder, change, tmp_path, way):
    window = open_window(recovery=folder)
    change(window)
    if way == "import":
        (tmp_path / "table.csv").write_text("1,2\n3,4\n", "utf-8")
        window.import_file(tmp_path / "table.csv")
        window.findChild(ImportMatrixDialog).close()
    else:
        save(window.workspace.session.scenario, tmp_path / "other.tsbx")
        window.files.documents.open_path_beside(tmp_path / "other.tsbx")
    assert window.findChild(Autosave).is_kept


def test_after_a_fault_of_the_program_all_windows_are_kept(open_window, folder, change, tmp_path):
    windows = [open_window(recovery=folder)]
    windows.append(windows[0].files.documents.open_beside(Document.of_example("worked-example")).window)
    for window in windows:
        change(window)
    tell_fault(windows[0].files.documents, tmp_path / "log", Fault("ValueError", "no", 1))
    assert [window.findChild(Autosave).is_kept for window in windows] == [True, True]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_fits_a_small_screen_in_both_languages(open_start, folder, example, language):
    for number in range(30):
        leave(
            folder, example("one-head"), "長い題名の文書 " * 9, Path("/folder/" + "long/" * 40) / str(number)
        )
    start = open_start(size=(1024, 700), language=language)
    dialog = offer(start)
    assert (dialog.width(), dialog.height()) <= (1000, 660)
    assert dialog.minimumSizeHint().width() <= 1000
    assert not dialog.list.horizontalScrollBar().isVisible()
    for button in (dialog.open_button, dialog.keep_button, dialog.discard_button):
        assert button.sizeHint().width() <= button.width()
        assert dialog.rect().contains(button.geometry().translated(button.parentWidget().pos()))
    header = dialog.list.header()
    for column in range(4):
        assert header.sectionSizeHint(column) <= header.sectionSize(column)
    assert dialog.open_button.text() == {"en": "Open", "ja": "開く"}[language]
    dialog.close()
