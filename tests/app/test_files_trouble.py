"""Trouble on disk: a clear message with the place and a way out; the old file, title and mark stay."""

import errno
import os
import resource
import shutil
import stat
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QStatusBar

from app import file_places, saving
from core.edits.cells import SetCells
from core.formats import dumps, load
from tests.support.files import answer, failure, question, state, unchanged

NOBODY = 65534
SAVE_KEYS = Qt.Key.Key_S

pytestmark = pytest.mark.usefixtures("documents")


@pytest.fixture
def saved(window, change, tmp_path):
    """A window on a file in a folder of its own, with a change that is not saved yet; and the path."""
    path = tmp_path / "folder" / "lesson.tsbx"
    path.parent.mkdir()
    path.write_bytes(dumps(window.workspace.session.scenario))
    window.files.open_path(path)
    change(window)
    assert window.isWindowModified()
    return window, path


@contextmanager
def small_files(size):
    """Let no file become larger; the system refuses it as it does on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def open_folder():
    """A folder that everybody may look into; that of pytest is for its owner alone."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def settings_path(open_folder):
    return open_folder / "settings" / "settings.ini"


@contextmanager
def as_nobody():
    """Act as a user without rights where we are root, who has all of them."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def beside(path):
    """What else lies in the folder of a file."""
    return [each for each in path.parent.iterdir() if each != path]


def test_a_full_disk_keeps_the_old_file_and_proposes_another_place(
    saved, press, monkeypatch, qtbot, documents
):
    window, path = saved
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fsync(handle):
        if Path(f"/proc/self/fd/{handle}").readlink().parent == path.parent:
            raise full

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fsync)
        with unchanged(window, path):
            press(window, SAVE_KEYS)
            told = question(window).text()
            assert str(path) in told
            assert "the disk is full. Make room, or choose another place." in told
            assert "still to be saved" in question(window).informativeText()
            answer(qtbot, window, "Cancel")
        assert beside(path) == []
    press(window, SAVE_KEYS)
    assert not window.isWindowModified()
    assert load(path).given["attn.q"][0, 0, 0] == 1.0


def test_a_way_out_is_where_a_file_can_really_be_written(saved, press, qtbot, documents):
    window, path = saved
    size = len(dumps(window.workspace.session.scenario))
    with unchanged(window, path), small_files(size - 1):
        press(window, SAVE_KEYS)
        assert "files there may not become so large" in question(window).text()
        answer(qtbot, window, "Cancel")
    assert beside(path) == []


def test_a_read_only_folder(window, change, press, qtbot, open_folder, monkeypatch):
    path, documents = open_folder / "locked" / "lesson.tsbx", open_folder / "documents"
    documents.mkdir(mode=0o777)
    documents.chmod(0o777)
    path.parent.mkdir()
    path.write_bytes(dumps(window.workspace.session.scenario))
    path.chmod(0o666)
    path.parent.chmod(0o555)
    monkeypatch.setattr(file_places.QStandardPaths, "writableLocation", lambda _kind: str(documents))
    window.files.open_path(path)
    change(window)
    (window.workspace.settings.folder / "open").chmod(0o777)  # where the file is marked as open
    with as_nobody():
        with unchanged(window, path):
            press(window, SAVE_KEYS)
            assert f"“{path}” cannot be saved: you may not, or it is read-only." in question(window).text()
        answer(qtbot, window, "Save as")
        dialog = window.findChild(QFileDialog)
        assert dialog.selectedFiles() == [str(documents / "lesson.tsbx")]
        dialog.accept()
    assert window.workspace.session.path == documents / "lesson.tsbx"
    assert not window.isWindowModified()
    assert load(documents / "lesson.tsbx").given["attn.q"][0, 0, 0] == 1.0
    assert load(path).given["attn.q"][0, 0, 0] != 1.0


def test_a_read_only_file_is_saved_beside_under_another_name(saved, press, qtbot):
    window, path = saved
    path.chmod(0o444)
    with unchanged(window, path):
        press(window, SAVE_KEYS)
        assert "read-only" in question(window).text()
    answer(qtbot, window, "Save as")
    dialog = window.findChild(QFileDialog)
    assert dialog.selectedFiles() == [str(path.with_name("lesson 2.tsbx"))]
    dialog.accept()
    assert window.windowTitle().startswith("lesson 2.tsbx[*]")
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


def test_a_vanished_folder(saved, press, qtbot, documents):
    window, path = saved
    shutil.rmtree(path.parent)
    with unchanged(window):
        press(window, SAVE_KEYS)
        assert str(path) in question(window).text()
        assert "there is no such file or folder. Choose another place." in question(window).text()
    answer(qtbot, window, "Save as")
    dialog = window.findChild(QFileDialog)
    assert dialog.selectedFiles() == [str(documents / "lesson.tsbx")]
    dialog.reject()
    assert state(window)["modified"] == (True, True)


def test_a_file_without_permission_is_not_opened(window, open_folder):
    path = open_folder / "secret.tsbx"
    path.write_bytes(dumps(window.workspace.session.scenario))
    path.chmod(0o000)
    with as_nobody(), unchanged(window):
        window.files.open_path(path)
        assert str(path) in failure(window).text()
        assert "you may not" in failure(window).text()
    failure(window).close()


def test_a_link_keeps_its_target_and_the_file_its_mode(window, press, change, tmp_path):
    real = tmp_path / "elsewhere" / "real.tsbx"
    real.parent.mkdir()
    real.write_bytes(dumps(window.workspace.session.scenario))
    real.chmod(0o640)
    link = tmp_path / "link.tsbx"
    link.symlink_to(real)
    window.files.open_path(link)
    change(window)
    press(window, SAVE_KEYS)
    assert not window.isWindowModified()
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert load(real).given["attn.q"][0, 0, 0] == 1.0


def other_number(path, number):
    """Somebody else changes the file, keeping its size and its time: only what stands in it tells."""
    times = path.stat()
    scenario = SetCells("attn.q", ((0, 0, 0),), (number,)).apply(load(path))
    path.write_bytes(dumps(scenario))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return path.read_bytes()


def test_a_file_that_somebody_else_changed_is_not_replaced_unasked(saved, press, qtbot):
    window, path = saved
    theirs = other_number(path, 7.0)
    with unchanged(window, path):
        press(window, SAVE_KEYS)
        assert "“lesson.tsbx” was changed by somebody else" in question(window).text()
        answer(qtbot, window, "Cancel")
    press(window, SAVE_KEYS)
    answer(qtbot, window, "Save as")
    dialog = window.findChild(QFileDialog)
    dialog.selectFile(str(path.with_name("mine.tsbx")))
    dialog.accept()
    assert path.read_bytes() == theirs
    assert load(path.with_name("mine.tsbx")).given["attn.q"][0, 0, 0] == 1.0


def test_a_changed_file_is_replaced_when_that_is_wanted_and_then_known(saved, press, change, qtbot):
    window, path = saved
    other_number(path, 7.0)
    press(window, SAVE_KEYS)
    answer(qtbot, window, "Replace")
    assert not window.isWindowModified()
    assert path.read_bytes() == dumps(window.workspace.session.scenario)
    change(window, 2.0)
    press(window, SAVE_KEYS)
    assert question(window) is None
    assert load(path).given["attn.q"][0, 0, 0] == 2.0


def test_a_file_that_was_only_touched_is_the_same(saved, press):
    window, path = saved
    os.utime(path)
    press(window, SAVE_KEYS)
    assert question(window) is None
    assert not window.isWindowModified()


def test_a_deleted_file_is_saved_again_after_a_question(saved, press, qtbot):
    window, path = saved
    path.unlink()
    with unchanged(window):
        press(window, SAVE_KEYS)
        assert "“lesson.tsbx” is no longer there" in question(window).text()
        answer(qtbot, window, "Cancel")
        assert not path.exists()
    press(window, SAVE_KEYS)
    answer(qtbot, window, "Save there again")
    assert not window.isWindowModified()
    assert load(path).given["attn.q"][0, 0, 0] == 1.0


def test_closing_is_called_off_where_the_disk_refuses(saved, qtbot):
    window, path = saved
    path.chmod(0o444)
    with unchanged(window, path):
        window.close()
        answer(qtbot, window, "Save")
        assert "read-only" in question(window).text()
        answer(qtbot, window, "Cancel")
        assert window.isVisible()
    path.chmod(0o644)
    window.close()
    answer(qtbot, window, "Save")
    qtbot.waitUntil(lambda: not window.isVisible())
    assert load(path).given["attn.q"][0, 0, 0] == 1.0


def test_while_a_slow_disk_is_read_and_written_the_window_says_so(saved, press, monkeypatch):
    window, path = saved
    old, seen = path.read_bytes(), []
    look, write = saving.digest_of, saving.save

    def slowly(call, *arguments):
        bar = window.findChild(QStatusBar)
        seen.append((bar.currentMessage(), window.isWindowModified(), path.read_bytes() == old))
        seen.append(QApplication.overrideCursor().shape())
        time.sleep(0.02)
        return call(*arguments)

    monkeypatch.setattr(saving, "digest_of", lambda path: slowly(look, path))
    monkeypatch.setattr(saving, "save", lambda scenario, path: slowly(write, scenario, path))
    press(window, SAVE_KEYS)
    assert seen == [("Saving “lesson.tsbx”…", True, True), Qt.CursorShape.WaitCursor] * 2
    assert window.findChild(QStatusBar).currentMessage() == "Saved as lesson.tsbx."
    assert QApplication.overrideCursor() is None
    assert not window.isWindowModified()


def test_the_message_is_plain_text_whatever_the_name(window, change, press, paths, tmp_path, qtbot):
    change(window)
    folder = tmp_path / "<b>x<" / "b>.tsbx"
    paths.append(folder)
    press(window, SAVE_KEYS)
    assert question(window).textFormat() is Qt.TextFormat.PlainText
    assert str(folder) in question(window).text()
    answer(qtbot, window, "Cancel")


def test_save_as_onto_a_file_of_another_window_asks(open_window, change, press, paths, tmp_path, qtbot):
    window = open_window()
    first, second = tmp_path / "one.tsbx", tmp_path / "two.tsbx"
    for path in (first, second):
        path.write_bytes(dumps(window.workspace.session.scenario))
    window.files.open_path(first)
    other = window.files.documents
    other.open_path_beside(second)
    change(window)
    paths.extend([second, tmp_path / "three.tsbx"])
    with unchanged(window, first, second):
        window.files.save_as()
        assert "“two.tsbx” is open in another window." in question(window).text()
        answer(qtbot, window, "Cancel")
    paths.insert(0, second)
    window.files.save_as()
    answer(qtbot, window, "Save as")
    assert window.workspace.session.path == tmp_path / "three.tsbx"


def test_nothing_is_told_to_be_saved_before_it_is(saved, press, qtbot):
    """The box is one of Qt's, its default is the way out, and Escape keeps everything as it is."""
    window, path = saved
    path.chmod(0o444)
    press(window, SAVE_KEYS)
    box = question(window)
    assert box.defaultButton().text() == "Save &as…"
    with unchanged(window, path):
        qtbot.keyClick(box, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)
