"""Several windows in one process: each with its own document, all asked before the program quits."""

import gc
import weakref

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.documents import place_beside
from app.origin import TABLES, WEIGHTS, Document
from app.panels.spec import PanelId
from core.formats import dumps, load
from core.importers.file import SUFFIXES
from core.importers.weights.file import SUFFIXES as WEIGHT_SUFFIXES
from tests.support.files import answer, drop, failure, question, state, unchanged

pytestmark = pytest.mark.usefixtures("documents")


class Manager:
    """Stands in for the session manager of the system, which Qt alone can make."""

    def __init__(self, *, may_ask=True):
        self.may_ask = may_ask
        self.calls = []

    def allowsInteraction(self):
        return self.may_ask

    def release(self):
        self.calls.append("release")

    def cancel(self):
        self.calls.append("cancel")


@pytest.fixture
def scenario_file(tmp_path, example):
    """A function that writes an example into a file of that name."""

    def writing(name, key="one-head"):
        path = tmp_path / name
        path.write_bytes(dumps(example(key)))
        return path

    return writing


@pytest.fixture
def start(open_window):
    """The window as the program begins with it."""

    def starting():
        window = open_window()
        window.files.adopt(Document.of_example("worked-example", is_start=True).origin)
        return window

    return starting


def windows(window):
    return [files.window for files in window.files.documents.open]


def second(window):
    """Open one more window from the menu."""
    window.registry.actions["file.new_window"].trigger()
    opened = windows(window)[-1]
    opened.complete()
    assert opened is not window
    return opened


# What is shared and what is not


def test_a_new_window_has_a_document_of_its_own(window, change, press):
    press(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert len(windows(window)) == 2
    other = windows(window)[1]
    assert other.isVisible()
    before = state(other)
    change(window)
    assert state(other) == before
    assert window.isWindowModified()
    assert other.workspace.session is not window.workspace.session


def test_settings_language_and_theme_are_shared_at_once(window):
    other = second(window)
    window.workspace.settings.update(language="ja", theme="dark")
    QCoreApplication.sendPostedEvents()
    assert [each.menuBar().actions()[0].text() for each in (window, other)] == ["ファイル(&F)"] * 2
    assert other.workspace.theme is window.workspace.theme
    assert other.workspace.theme.theme.key == "dark"
    window.close()
    other.workspace.settings.update(language="en", theme="light")
    QCoreApplication.sendPostedEvents()
    assert other.menuBar().actions()[0].text() == "&File"


def test_the_list_of_windows_brings_one_to_the_front(window, change, scenario_file, qtbot):
    window.files.documents.open_path_beside(scenario_file("a&b.tsbx"))
    change(window)
    menu = window.registry.choices["file.windows"]
    menu.aboutToShow.emit()
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [
        ("Worked example*", True),
        ("a&&b.tsbx", False),
    ]
    window.activateWindow()
    other = windows(window)[1]
    other.setWindowState(Qt.WindowState.WindowMinimized | Qt.WindowState.WindowMaximized)
    menu.actions()[1].trigger()
    qtbot.waitUntil(other.isActiveWindow)
    assert other.windowState() & ~Qt.WindowState.WindowActive == Qt.WindowState.WindowMaximized


def test_a_closed_window_leaves_nothing_behind(window, change, scenario_file):
    path = scenario_file("a.tsbx")
    other = window.files.documents.open_path_beside(path).window
    other.complete()
    gone = [weakref.ref(other), weakref.ref(other.workspace.session), weakref.ref(other.files)]
    other.close()
    del other
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert [reference() for reference in gone if reference() and shiboken6.isValid(reference())] == []
    window.workspace.settings.update(language="ja", theme="dark")
    change(window)
    assert windows(window) == [window]


def test_a_window_stands_beside_the_one_it_came_from_where_there_is_room(qtbot):
    first, other = QWidget(), QWidget()
    for widget in (first, other):
        qtbot.addWidget(widget)
        widget.setGeometry(100, 100, 200, 100)
    place_beside(other, first)
    assert other.pos() == QPoint(132, 132)
    first.move(QApplication.primaryScreen().geometry().bottomRight() - QPoint(210, 110))
    place_beside(other, first)
    assert other.pos() == QPoint(132, 132)


# Quitting


def test_quitting_asks_every_window_and_cancel_keeps_all(window, change, qtbot):
    other, third = second(window), second(window)
    for each in (window, third):
        change(each)
    with unchanged(window), unchanged(other), unchanged(third):
        window.registry.actions["file.quit"].trigger()
        answer(qtbot, window, "Discard")
        answer(qtbot, third, "Cancel")
        assert windows(window) == [window, other, third]
        assert all(each.isVisible() for each in windows(window))
        window.close()  # was to be discarded, and is asked about again
        answer(qtbot, window, "Cancel")
    window.registry.actions["file.quit"].trigger()
    answer(qtbot, window, "Discard")
    answer(qtbot, third, "Discard")
    assert not any(each.isVisible() for each in (window, other, third) if shiboken6.isValid(each))
    assert window.files.documents.open == ()


def test_quitting_can_save_on_the_way(window, change, qtbot, scenario_file, paths, tmp_path):
    path = scenario_file("a.tsbx", "worked-example")
    window.files.open_path(path)
    other = second(window)
    change(window, 3.0)
    change(other, 4.0)
    paths.append(tmp_path / "b.tsbx")
    window.registry.actions["file.quit"].trigger()
    answer(qtbot, window, "Save")
    answer(qtbot, other, "Save")
    assert load(path).given["attn.q"][0, 0, 0] == 3.0
    assert load(tmp_path / "b.tsbx").given["attn.q"][0, 0, 0] == 4.0
    assert window.files.documents.open == ()


def test_a_save_that_is_cancelled_cancels_quitting(window, change, qtbot, paths):
    other = second(window)
    change(window)
    paths.append(None)
    with unchanged(window), unchanged(other):
        window.registry.actions["file.quit"].trigger()
        answer(qtbot, window, "Save")
        assert len(windows(window)) == 2


def test_what_is_changed_after_discard_is_asked_about_again(window, change, qtbot):
    other = second(window)
    change(window)
    change(other)
    window.registry.actions["file.quit"].trigger()
    answer(qtbot, window, "Discard")
    change(window, 5.0)
    answer(qtbot, other, "Discard")
    assert question(window) is not None
    answer(qtbot, window, "Cancel")
    assert windows(window) == [window]
    assert window.isWindowModified()


def test_nothing_is_asked_twice(window, change, qtbot):
    change(window)
    window.close()
    box = question(window)
    window.close()
    window.registry.actions["file.quit"].trigger()
    window.files.open_example("tiny-gpt")
    window.files.save()
    assert question(window) is box
    answer(qtbot, window, "Cancel")
    assert question(window) is None
    assert window.isVisible()


def test_the_end_of_the_session_asks_and_cancel_prevents_it(window, change, qtbot):
    documents, manager = window.files.documents, Manager()
    other = second(window)
    change(other)

    def later(word):
        QTimer.singleShot(0, other, lambda: answer(qtbot, other, word))

    later("Cancel")
    with unchanged(window), unchanged(other):
        documents.end_session(manager)
    assert manager.calls == ["cancel", "release"]
    manager.calls.clear()
    later("Discard")
    documents.end_session(manager)
    assert manager.calls == ["release"]
    assert documents.open == ()


def test_the_end_of_the_session_asks_nothing_where_nothing_is_lost(window):
    manager = Manager()
    window.files.documents.end_session(manager)
    assert manager.calls == []
    assert window.isVisible()


def test_the_end_of_the_session_keeps_safe_what_it_may_not_ask_about(window, change, qtbot):
    other, manager = second(window), Manager(may_ask=False)
    change(other)
    with (
        unchanged(other),
        qtbot.assertNotEmitted(window.files.at_risk),
        qtbot.waitSignal(other.files.at_risk),
    ):
        window.files.documents.end_session(manager)
    assert manager.calls == []
    assert question(other) is None


# Opening in the right window


def test_files_from_outside_take_the_first_window_only_while_nothing_was_done_in_it(start, scenario_file):
    window = start()
    documents = window.files.documents
    first, other = scenario_file("one.tsbx"), scenario_file("two.tsbx")
    documents.open_paths([first, other])
    assert [each.workspace.session.path for each in windows(window)] == [first, other]
    documents.open_paths([first])  # open already: only shown
    assert len(windows(window)) == 2


@pytest.mark.parametrize("deed", ["edit", "undone", "chosen"])
def test_a_window_in_which_something_was_done_is_left_alone(start, change, scenario_file, deed):
    window = start()
    if deed == "chosen":
        window.files.open_example("worked-example")
    else:
        change(window)
        if deed == "undone":
            window.workspace.session.undo_stack.undo()
        else:
            window.workspace.session.undo_stack.setClean()
    with unchanged(window):
        window.files.documents.open_path_beside(scenario_file("one.tsbx"))
        assert len(windows(window)) == 2


def test_a_file_from_outside_asks_where_there_are_changes(window, change, qtbot, scenario_file):
    path = scenario_file("one.tsbx")
    change(window)
    documents = window.files.documents
    with unchanged(window):
        documents.open_paths([path])
        answer(qtbot, window, "Cancel")
        assert windows(window) == [window]
        documents.open_paths([path])
        answer(qtbot, window, "New window")
    assert [each.workspace.session.path for each in windows(window)] == [None, path]


def test_every_way_to_another_document_can_go_to_a_new_window(window, change, qtbot, scenario_file, example):
    path = scenario_file("one.tsbx")
    change(window)
    with unchanged(window):
        for deed in (
            lambda: window.files.open_path(path),
            lambda: window.files.open_example("tiny-gpt"),
            lambda: window.files.show(example("induction")),
        ):
            deed()
            answer(qtbot, window, "New window")
    titles = [each.windowTitle().partition("[*]")[0] for each in windows(window)]
    assert titles == ["Worked example", "one.tsbx", example("tiny-gpt").title, example("induction").title]


def test_a_bad_file_opens_no_window(window, tmp_path):
    path = tmp_path / "bad.tsbx"
    path.write_text("{}", "utf-8")
    with unchanged(window):
        window.files.documents.open_path_beside(path)
    assert windows(window) == [window]
    assert "bad.tsbx" in failure(window).text()
    failure(window).close()


def test_a_file_that_another_window_has_is_shown_or_opened_twice(window, qtbot, scenario_file):
    path = scenario_file("one.tsbx")
    other = window.files.documents.open_path_beside(path).window
    with unchanged(window):
        window.files.open_path(path)
        assert "“one.tsbx” is open in another window." in question(window).text()
        answer(qtbot, window, "Cancel")
        window.activateWindow()
        window.files.open_path(path)
        answer(qtbot, window, "Show that window")
        qtbot.waitUntil(other.isActiveWindow)
    window.files.open_path(path)
    answer(qtbot, window, "Open it twice")
    assert window.workspace.session.path == path
    QCoreApplication.processEvents()
    assert failure(window) is None  # asked already


def test_of_two_windows_on_one_file_the_second_to_save_asks(window, change, qtbot, scenario_file):
    path = scenario_file("one.tsbx", "worked-example")
    other = window.files.documents.open_path_beside(path).window
    window.files.open_path(path)
    answer(qtbot, window, "Open it twice")
    change(window, 3.0)
    change(other, 4.0)
    window.files.save()
    assert not window.isWindowModified()
    with unchanged(other, path):
        other.files.save()
        assert "was changed by somebody else" in question(other).text()
        answer(qtbot, other, "Cancel")
    assert load(path).given["attn.q"][0, 0, 0] == 3.0


def test_a_file_that_another_process_has_is_told(open_window, scenario_file, qtbot):
    """Two windows without a common owner are two processes for each other."""
    path = scenario_file("one.tsbx")
    first = open_window()
    first.files.open_path(path)
    other = open_window()
    other.files.open_path(path)
    qtbot.waitUntil(lambda: failure(other) is not None)
    assert str(path) in failure(other).text()
    assert other.workspace.session.path == path
    failure(other).close()
    first.files.open_example("tiny-gpt")  # lets the file go
    third = open_window()
    other.close()
    third.files.open_path(path)
    QCoreApplication.processEvents()
    assert failure(third) is None


# Several at once


def test_several_dropped_files_get_a_window_each(window, change, qtbot, scenario_file):
    paths = [scenario_file(f"{name}.tsbx") for name in ("one", "two", "three")]
    change(window)
    drop(window, *paths, paths[1])
    answer(qtbot, window, "Discard")
    assert sorted(each.workspace.session.path for each in windows(window)) == sorted(paths)
    assert window.workspace.session.path == paths[0]


def test_a_dropped_table_is_offered_for_import(window, tmp_path, qtbot):
    path = tmp_path / "matrix.CSV"
    path.write_text("1,2", "utf-8")
    with unchanged(window), qtbot.waitSignal(window.files.table_offered) as heard:
        drop(window, path)
    assert heard.args == [path]
    for dialog in window.findChildren(QDialog):
        dialog.reject()


def test_tables_among_others_are_left_alone_and_told(window, tmp_path, scenario_file, qtbot):
    path, table = scenario_file("one.tsbx"), tmp_path / "matrix.npy"
    table.touch()
    with qtbot.assertNotEmitted(window.files.table_offered):
        drop(window, table, path)
    assert window.workspace.session.path == path
    assert "drop it by itself" in window.statusBar().currentMessage()


def test_what_is_called_a_table_is_what_can_be_imported():
    assert set(TABLES) == {*SUFFIXES, *WEIGHT_SUFFIXES} - {".txt"}
    assert set(WEIGHTS) == set(WEIGHT_SUFFIXES)


# The system's own ways


def test_files_that_the_system_opens_wait_for_the_window(qapp, monkeypatch, start, scenario_file):
    """Of macOS, as an event; it may come before there is a window."""
    monkeypatch.setattr(qapp, "_documents", None)
    early, later = scenario_file("表 #1 100%.tsbx"), scenario_file("later.tsbx")
    assert QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(early))))
    assert QApplication.sendEvent(qapp, QFileOpenEvent(QUrl("https://example.org/x.tsbx")))
    window = start()
    assert window.workspace.session.path is None
    qapp.hand_over(window.files.documents)
    assert window.workspace.session.path == early
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(later))))
    assert [each.workspace.session.path for each in windows(window)] == [early, later]


def test_an_event_that_opens_a_file_asks_where_there_are_changes(
    qapp, monkeypatch, window, change, qtbot, scenario_file
):
    monkeypatch.setattr(qapp, "_documents", window.files.documents)
    path = scenario_file("one.tsbx")
    change(window)
    event = QFileOpenEvent(QUrl.fromLocalFile(str(path)))
    with unchanged(window):
        QApplication.sendEvent(qapp, event)
        answer(qtbot, window, "Cancel")
    QApplication.sendEvent(qapp, event)
    answer(qtbot, window, "Discard")
    assert window.workspace.session.path == path


def test_quit_of_the_system_asks_every_window_before_it_closes_one(qapp, monkeypatch, window, change, qtbot):
    monkeypatch.setattr(qapp, "_documents", window.files.documents)
    other = second(window)
    change(other)
    with unchanged(window), unchanged(other):
        QApplication.sendEvent(qapp, QEvent(QEvent.Type.Quit))
        assert windows(window) == [window, other]
        answer(qtbot, other, "Cancel")
        assert all(each.isVisible() for each in (window, other))
    QApplication.sendEvent(qapp, QEvent(QEvent.Type.Quit))
    answer(qtbot, other, "Discard")
    assert window.files.documents.open == ()


def test_the_stage_of_a_second_window_works(window, qtbot):
    other = second(window)
    other.files.open_example("tiny-gpt")
    assert PanelId.STAGE in other.panels
    other.workspace.cursor.first()
    assert window.workspace.cursor.step.name == "attn.weights"
