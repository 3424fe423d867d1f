"""Files are written wholly or not at all, whatever lies where they go."""

import errno
import os
import stat
import tempfile
import time
from pathlib import Path

import pytest

from core.architecture.presets import PRESETS
from core.formats import CannotRead, CannotWrite, dumps, load, save, write_atomically

NOBODY = 65534


@pytest.fixture
def path(tmp_path):
    return tmp_path / "lesson.tsbx"


def test_a_new_file_has_the_usual_mode(path):
    before = os.umask(0o027)
    try:
        write_atomically(path, b"new")
    finally:
        os.umask(before)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_may_have_a_mode_of_its_own_and_then_nobody_asks_for_the_usual_one(path, monkeypatch):
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("other threads use it, too"))
    write_atomically(path, b"new", mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_old_file_keeps_its_mode(path):
    path.write_bytes(b"old")
    path.chmod(0o604)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert list(path.parent.iterdir()) == [path]


def test_an_old_file_keeps_owner_and_group(path, monkeypatch):
    path.write_bytes(b"old")
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    before = path.stat()
    write_atomically(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (before.st_uid, before.st_gid)

    def refused(*arguments):
        raise PermissionError

    monkeypatch.setattr(os, "chown", refused)
    write_atomically(path, b"newer")
    assert path.read_bytes() == b"newer"
    assert list(path.parent.iterdir()) == [path]


def test_a_link_is_followed_and_stays_a_link(path, tmp_path):
    target = tmp_path / "elsewhere" / "real.tsbx"
    target.parent.mkdir()
    target.write_bytes(b"old")
    path.symlink_to(target)
    write_atomically(path, b"new")
    assert path.is_symlink()
    assert target.read_bytes() == b"new"
    assert list(target.parent.iterdir()) == [target]


def test_a_link_to_nothing_makes_what_it_points_to(path, tmp_path):
    path.symlink_to(tmp_path / "new.tsbx")
    write_atomically(path, b"new")
    assert (tmp_path / "new.tsbx").read_bytes() == b"new"


def test_names_with_odd_signs(tmp_path):
    for name in ("a#b%20c.tsbx", "猫 🐈.tsbx", "dot..tsbx", "a" * 250 + ".tsb"):
        write_atomically(tmp_path / name, b"x")
        assert (tmp_path / name).read_bytes() == b"x"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full. Make room"),
        (errno.EACCES, "read-only. Choose another place"),
        (errno.EROFS, "read-only. Choose another place"),
        (errno.EIO, "the system says “Input/output error”"),
    ],
)
@pytest.mark.parametrize("call", ["fsync", "replace", "mkstemp"])
def test_a_failure_leaves_the_old_file_and_nothing_beside(path, monkeypatch, call, number, words):
    path.write_bytes(b"old")

    def fail(*arguments, **named):
        raise OSError(number, os.strerror(number))

    places = {"fsync": "os.fsync", "replace": "pathlib.Path.replace", "mkstemp": "tempfile.mkstemp"}
    monkeypatch.setattr(places[call], fail)
    with pytest.raises(CannotWrite, match=words) as caught:
        write_atomically(path, b"new")
    assert str(path) in str(caught.value)
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_an_interruption_leaves_nothing_beside(path, monkeypatch):
    def interrupted(handle):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert list(path.parent.iterdir()) == []


def test_what_killed_saves_of_the_same_file_began_is_taken_away_after_a_day(path, tmp_path, monkeypatch):
    def begun(target, days):
        """What a process that is killed leaves beside `target`."""
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", lambda _: pytest.fail("killed here"))
            patched.setattr(Path, "unlink", lambda _: None)
            with pytest.raises(pytest.fail.Exception):
                write_atomically(target, b"half")
        (made,) = {each for each in tmp_path.glob(".tsbx-*") if each not in known}
        os.utime(made, (time.time() - days * 24 * 60 * 60,) * 2)
        known.add(made)
        return made

    known = set()
    other = tmp_path / "other.tsbx"
    old, new, of_other = begun(path, 1.1), begun(path, 0.9), begun(other, 30)
    write_atomically(path, b"whole")
    assert set(tmp_path.iterdir()) == {path, new, of_other}
    assert path.read_bytes() == b"whole"
    write_atomically(other, b"whole")
    assert set(tmp_path.iterdir()) == {path, other, new}
    assert old not in set(tmp_path.iterdir())


def test_a_read_only_file_is_left_alone(path):
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(CannotWrite, match="read-only"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


@pytest.fixture
def read_only_folder():
    """A folder that we may not write into; root may write everywhere, so it steps down for the test."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    yield folder
    os.seteuid(user)
    folder.rmdir()


def test_a_read_only_folder(read_only_folder):
    with pytest.raises(CannotWrite, match="read-only"):
        write_atomically(read_only_folder / "new.tsbx", b"new")


def circle(folder):
    (folder / "a").symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / "a")
    return folder / "a"


def under_a_file(folder):
    (folder / "file").write_bytes(b"")
    return folder / "file" / "new.tsbx"


def pipe(folder):
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder, "no ordinary file"),
        (lambda folder: folder / "missing" / "new.tsbx", "no such file or folder"),
        (under_a_file, "not a folder"),
        (circle, "round in a circle"),
        (pipe, "no ordinary file"),
        (lambda folder: folder / ("n" * 300), "too long"),
        (lambda folder: f"{folder}/nul\0.tsbx", "null"),
        (lambda folder: Path("/dev/full"), "no ordinary file"),
    ],
)
def test_a_place_that_cannot_be_written_is_told_in_words(tmp_path, make, words):
    path = make(tmp_path)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CannotWrite, match=words):
        write_atomically(path, b"new")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder, "no ordinary file"),
        (lambda folder: folder / "missing.tsbx", "no such file"),
        (under_a_file, "not a folder"),
        (circle, "round in a circle"),
        (pipe, "no ordinary file"),
        (lambda folder: Path("/dev/zero"), "no ordinary file"),
        (lambda folder: f"{folder}/nul\0.tsbx", "null"),
    ],
)
def test_a_place_that_cannot_be_read_is_told_in_words(tmp_path, make, words):
    with pytest.raises(CannotRead, match=words):
        load(make(tmp_path))


def test_a_saved_scenario_opens_again(path):
    scenario = PRESETS[0].scenario()
    save(scenario, path)
    assert dumps(load(path)) == path.read_bytes() == dumps(scenario)
