"""Opening: any name by any way, recent files, older and newer versions, and where one was last time."""

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtWidgets import QFileDialog

from app.open_marks import OpenMark
from app.selection import Place
from app.settings import RECENT_LIMIT, VIEW_LIMIT, SettingsStore
from app.view_state import ViewState
from core.edits.tokens import RemoveToken
from core.formats import dumps, load, versions
from core.locations import local_path
from tests.support.files import answer, drop, failure, question, unchanged

pytestmark = pytest.mark.usefixtures("documents")

NAMES = [
    "授業 表示 1.tsbx",  # 表 ends in a backslash in CP932
    "two  spaces.tsbx",
    "a#b?c.tsbx",
    "100%25 %1.tsbx",
    "猫 🐈‍⬛.tsbx",
    unicodedata.normalize("NFC", "がぎぐ é.tsbx"),
    unicodedata.normalize("NFD", "がぎぐ é.tsbx"),
    "a & b, c; d.tsbx",
    "[*] <b>.tsbx",
    "-- --version.tsbx",
    "@Invalid().tsbx",
    "name.v2.tsbx",
    "UPPER.TSBX",
]


def test_any_name_is_saved_listed_shown_and_opened_from_the_list(window, settings_path, paths, tmp_path):
    for number, name in enumerate(NAMES):
        path = tmp_path / str(number) / name
        path.parent.mkdir()
        paths.append(path)
        window.files.save_as()
        assert os.listdir(path.parent) == [name]  # noqa: PTH208 - the name to the byte
        assert window.windowTitle() == f"{name.replace('[*]', '[*][*]')}[*] — Transformer Sandbox"
        window.files.open_example("one-head")
        assert SettingsStore(settings_path).settings.recent_files[0] == str(path)
        menu = window.registry.choices["file.recent"]
        menu.aboutToShow.emit()
        entry = menu.actions()[0]
        assert (entry.text(), entry.isEnabled()) == (name.replace("&", "&&"), True)
        entry.trigger()
        assert window.workspace.session.path == path
        window.files.open_example("worked-example")


def test_any_name_is_opened_by_its_address(window, tmp_path):
    for number, name in enumerate(NAMES):
        path = tmp_path / str(number) / name
        path.parent.mkdir()
        path.write_bytes(dumps(window.workspace.session.scenario))
        drop(window, QUrl(QUrl.fromLocalFile(str(path)).toString()))
        assert window.workspace.session.path == path
        window.files.open_path(local_path(bytes(QUrl.fromLocalFile(str(path)).toEncoded()).decode()))
        assert window.workspace.session.path == path
        assert not window.isWindowModified()


def test_a_name_that_is_no_unicode(window, paths, tmp_path, qtbot):
    path = tmp_path / os.fsdecode(b"caf\xe9.tsbx")
    paths.append(path)
    window.files.save_as()
    assert load(path).title == window.workspace.session.scenario.title
    window.registry.choices["file.recent"].aboutToShow.emit()


def test_nfc_and_nfd_are_two_files_where_the_system_says_so(window, change, paths, tmp_path):
    composed, decomposed = (tmp_path / unicodedata.normalize(form, "が.tsbx") for form in ("NFC", "NFD"))
    paths.extend([composed, decomposed])
    window.files.save_as()
    change(window)
    window.files.save_as()
    assert not window.files.holds(composed) or composed.samefile(decomposed)
    assert load(decomposed).given["attn.q"][0, 0, 0] == 1.0


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("lesson", "lesson.tsbx"),
        ("lesson.v2", "lesson.v2.tsbx"),
        ("1. 授業", "1. 授業.tsbx"),
        ("lesson.TSBX", "lesson.TSBX"),
    ],
)
def test_the_suffix_is_added_whatever_looks_like_one(window, tmp_path, typed, becomes, qtbot):
    window.files.save_as()
    dialog = window.findChild(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(typed)
    dialog.accept()
    assert window.workspace.session.path == tmp_path / becomes
    assert (tmp_path / becomes).is_file()


def test_the_suffix_is_added_before_it_is_asked_about_replacing(window, tmp_path, qtbot, change):
    other = tmp_path / "lesson.v2.tsbx"
    other.write_text("somebody else's", "utf-8")
    change(window)
    with unchanged(window, other):
        window.files.save_as()
        dialog = window.findChild(QFileDialog)
        dialog.setDirectory(str(tmp_path))
        dialog.selectFile("lesson.v2")
        dialog.accept()
        assert "Replace “lesson.v2.tsbx”?" in question(window).text()
        answer(qtbot, window, "Cancel")


# Recent files


def test_the_program_starts_without_a_look_at_recent_files(open_window, settings_path, monkeypatch, tmp_path):
    """They may lie on a network that does not answer."""
    far = tmp_path / "far"
    SettingsStore(settings_path).update(recent_files=tuple(str(far / f"{n}.tsbx") for n in range(3)))
    seen, look = [], os.stat

    def stat(path, *arguments, **named):
        seen.append(os.fspath(path) if not isinstance(path, int) else "")
        return look(path, *arguments, **named)

    monkeypatch.setattr(os, "stat", stat)
    window = open_window()
    window.workspace.settings.update(language="ja")
    assert [path for path in seen if str(far) in str(path)] == []
    menu = window.registry.choices["file.recent"]
    menu.aboutToShow.emit()
    assert [path for path in seen if str(far) in str(path)] != []
    assert [action.isEnabled() for action in menu.actions()] == [False] * 3 + [True]


def test_recent_files_are_few_newest_first_and_once(window, paths, tmp_path):
    for number in [*range(RECENT_LIMIT + 2), 5]:
        paths.append(tmp_path / f"{number}.tsbx")
        window.files.save_as()
    listed = [Path(text).stem for text in window.workspace.settings.settings.recent_files]
    assert listed == ["5", "11", "10", "9", "8", "7", "6", "4", "3", "2"]


def test_two_programs_add_to_the_same_list_of_settings(settings_path):
    first, second = SettingsStore(settings_path), SettingsStore(settings_path)
    first.update(theme="dark")
    second.update(language="ja")
    first.remember_file(Path("/one.tsbx"))
    second.remember_file(Path("/two.tsbx"))
    second.remember_view(Path("/two.tsbx"), "seen")
    first.remember_view(Path("/one.tsbx"), "too")
    read = SettingsStore(settings_path)
    assert (read.settings.theme, read.settings.language) == ("dark", "ja")
    assert [Path(text).name for text in read.settings.recent_files] == ["two.tsbx", "one.tsbx"]
    assert read.view_of(Path("/two.tsbx")) == "seen"
    assert read.view_of(Path("/one.tsbx")) == "too"


# Versions


def from_version_1(root):
    return dict(root.value)


@pytest.fixture
def old_file(window, monkeypatch, tmp_path):
    """A file of version 1 opened by a program that writes version 2, in the window."""
    path = tmp_path / "old.tsbx"
    path.write_bytes(dumps(window.workspace.session.scenario))
    monkeypatch.setitem(versions.MIGRATIONS, 1, from_version_1)
    window.files.open_path(path)
    return path


def test_an_older_file_is_modified_and_not_replaced_unasked(window, old_file, qtbot):
    assert window.workspace.session.path == old_file
    assert window.isWindowModified()
    qtbot.waitUntil(
        lambda: window.statusBar().currentMessage().startswith("“old.tsbx” is of an older version")
    )
    assert not window.workspace.session.undo_stack.canUndo()
    with unchanged(window, old_file):
        window.files.save()
        assert "“old.tsbx” was written by an older version of this program." in question(window).text()
        answer(qtbot, window, "Cancel")
        window.close()
        answer(qtbot, window, "Save")
        answer(qtbot, window, "Cancel")
        assert window.isVisible()
    before = old_file.read_bytes()
    window.files.save()
    answer(qtbot, window, "Save as")
    dialog = window.findChild(QFileDialog)
    dialog.selectFile(str(old_file.with_name("new.tsbx")))
    dialog.accept()
    assert not window.isWindowModified()
    assert old_file.read_bytes() == before
    assert json.loads(before)["version"] == 1
    assert json.loads(old_file.with_name("new.tsbx").read_bytes())["version"] == 2


def test_in_a_new_window_an_older_file_is_told_of_readably(window, old_file, qtbot):
    other = window.files.documents.open_path_beside(old_file).window
    told = other.statusBar()
    qtbot.waitUntil(lambda: "is of an older version" in told.currentMessage())
    QCoreApplication.processEvents()
    assert not told.value.isVisible()  # nothing stands behind the message
    assert other.isWindowModified()


def test_an_older_file_is_replaced_when_that_is_wanted(window, old_file, change, qtbot):
    window.files.save()
    answer(qtbot, window, "Replace")
    assert json.loads(old_file.read_bytes())["version"] == 2
    assert not window.isWindowModified()
    change(window)
    window.files.save()
    assert question(window) is None
    assert not window.isWindowModified()


def test_a_newer_file_is_refused_with_both_versions(window, change, tmp_path):
    path = tmp_path / "new.tsbx"
    document = json.loads(dumps(window.workspace.session.scenario))
    path.write_text(json.dumps({**document, "version": 9}), "utf-8")
    change(window)
    with unchanged(window, path):
        window.files.documents.open_path_beside(path)
        assert "version 9" in failure(window).text()
        assert "up to version 1" in failure(window).text()
    failure(window).close()


# Where one was


def look_at(window):
    """Go somewhere, choose something, and read it as it is remembered."""
    workspace = window.workspace
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    workspace.selection.choose(Place("decoder.0.self_attn.scores", (1, 2, 1)))
    workspace.display.set_zoom(150)
    return ViewState.of(workspace)


def test_a_file_opens_where_it_was_left(open_window, paths, tmp_path):
    path = tmp_path / "gpt.tsbx"
    window = open_window("tiny-gpt")
    paths.append(path)
    window.files.save_as()
    seen = look_at(window)
    assert seen.head == 1
    data = path.read_bytes()
    window.files.open_example("worked-example")
    window.workspace.display.set_zoom(100)
    window.files.open_path(path)
    assert ViewState.of(window.workspace) == seen
    assert not window.isWindowModified()
    window.close()

    again = open_window()
    again.files.open_path(path)
    assert ViewState.of(again.workspace) == seen
    again.files.save()
    assert path.read_bytes() == data  # none of it is in the file


def test_what_no_longer_fits_is_left_out(open_window, paths, tmp_path, example):
    path = tmp_path / "gpt.tsbx"
    window = open_window("tiny-gpt")
    paths.append(path)
    window.files.save_as()
    look_at(window)
    window.files.open_example("worked-example")
    shorter = example("tiny-gpt")
    for _ in range(len(shorter.tokens["target"]) - 2):
        shorter = RemoveToken("target", 0).apply(shorter)
    path.write_bytes(dumps(shorter))
    window.files.open_path(path)
    assert window.workspace.cursor.step.name == "decoder.0.self_attn.scores"
    assert window.workspace.selection.chosen.index[1] < 2
    path.write_bytes(dumps(example("worked-example")))
    window.files.open_path(path)
    assert window.workspace.cursor.step.name == "attn.weights"
    assert window.workspace.display.zoom == 150


def test_damaged_memories_are_forgotten():
    for text in (
        "",
        "x",
        "[]",
        "5",
        "null",
        '["attn.q"]',
        '["attn.q", "a", 100, null]',
        '["attn.q", 0, 9999, null]',
        '["attn.q", -1, 100, null]',
        '["attn.q", 1e999, 100, null]',
        '["attn.q", 0, 100, []]',
        '["attn.q", 0, 100, ["attn.q", -1, 0, 0]]',
        '["attn.q", 0, 100, ["attn.q", null]]',
        '["attn.q", 0, 100, {"a": 1}]',
        "[" * 5000,
    ):
        assert ViewState.from_text(text) is None, text


def test_as_many_files_are_remembered_as_have_room(settings_path, tmp_path, monkeypatch):
    assert VIEW_LIMIT == 100
    monkeypatch.setattr("app.settings.VIEW_LIMIT", 10)
    store = SettingsStore(settings_path)
    for number in range(15):
        store.remember_view(tmp_path / f"{number}, 表.tsbx", f'["step", {number}, 100, null]')
    read = SettingsStore(settings_path)
    assert len(read.settings.views) == 20
    assert read.view_of(tmp_path / "4, 表.tsbx") == ""
    assert read.view_of(tmp_path / "5, 表.tsbx") == '["step", 5, 100, null]'
    read.forget_files()
    assert SettingsStore(settings_path).settings.views == ()


# As a process


def started(tmp_path, pytestconfig, *arguments):
    environment = {
        **os.environ,
        "TRANSFORMER_SANDBOX_SETTINGS": str(tmp_path / "settings" / "settings.ini"),
        "TRANSFORMER_SANDBOX_QUIT_AFTER": "300",
    }
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=pytestconfig.rootpath,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_several_files_of_the_command_line_get_a_window_each(tmp_path, pytestconfig, example):
    names = ["one.tsbx", "表 #2 100%.tsbx"]
    for name in names:
        (tmp_path / name).write_bytes(dumps(example("one-head")))
    address = QUrl.fromLocalFile(str(tmp_path / names[1])).toString(
        QUrl.ComponentFormattingOption.FullyEncoded
    )
    done = started(tmp_path, pytestconfig, str(tmp_path / names[0]), address)
    assert (done.returncode, done.stderr) == (0, "")
    remembered = SettingsStore(tmp_path / "settings" / "settings.ini").settings
    assert remembered.recent_files == (str(tmp_path / names[1]), str(tmp_path / names[0]))
    assert remembered.views[::2] != ()  # both windows were closed in order
    assert set(remembered.views[::2]) == set(remembered.recent_files)
    assert "ERROR" not in (tmp_path / "settings" / "transformer-sandbox.log").read_text("utf-8")


def test_a_file_that_cannot_be_opened_is_told_before_any_window(tmp_path, pytestconfig, example):
    good = tmp_path / "good.tsbx"
    good.write_bytes(dumps(example("one-head")))
    done = started(tmp_path, pytestconfig, str(good), str(tmp_path / "missing.tsbx"))
    assert done.returncode == 2
    assert "missing.tsbx" in done.stderr
    assert not (tmp_path / "settings").exists()


def test_the_mark_of_a_process_that_died_is_taken_over(tmp_path, pytestconfig):
    path = tmp_path / "a.tsbx"
    path.touch()
    code = (
        "import os, sys; from pathlib import Path; from app.open_marks import OpenMark;"
        "mark = OpenMark(Path(sys.argv[1])); ok = mark.move_to(Path(sys.argv[2])); os._exit(0 if ok else 1)"
    )
    command = [sys.executable, "-c", code, str(tmp_path), str(path)]
    done = subprocess.run(command, cwd=pytestconfig.rootpath, timeout=60, check=False)
    assert done.returncode == 0
    assert len(list((tmp_path / "open").iterdir())) == 1
    link = tmp_path / "link.tsbx"
    link.symlink_to(path)
    mark, other = OpenMark(tmp_path), OpenMark(tmp_path)
    assert mark.move_to(path)
    assert mark.move_to(path)
    assert not other.move_to(link)
    mark.move_to(None)
    assert other.move_to(link)
    other.move_to(None)
    assert list((tmp_path / "open").iterdir()) == []
