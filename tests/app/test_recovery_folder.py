"""What lies in the recovery folder: whole files, what is told of them, and whose they are."""

import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from app.recovery import About, DamagedRecovery, Slot, left_over
from core.formats import BadScenario, CannotWrite, dumps

ABOUT = About("Lesson 表", Path("/lessons/表 #1.tsbx"), datetime(2026, 11, 30, 8, 5, 7, tzinfo=UTC), 3)
DAY = timedelta(days=1).total_seconds()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data" / "recovery"


def left(folder, document=b"{}\n", about=ABOUT):
    """Write a file, and let go of it as a crash would."""
    slot = Slot.new(folder)
    slot.write(about, [document], sha256(document).hexdigest())
    slot.release()
    return slot.path


def test_a_document_comes_back_bit_for_bit_with_what_is_told_of_it(folder, example):
    document = dumps(example("it-animal"))
    path = left(folder, document)
    (found,) = left_over(folder)
    assert (found.about, found.damage, found.slot.path) == (ABOUT, None, path)
    assert dumps(found.scenario()) == document


def test_any_path_and_title_are_kept(folder):
    about = About("a\n“b” \ud800", Path(os.fsdecode(b"/\xff\x80.tsbx")), ABOUT.time, None)
    left(folder, about=about)
    (found,) = left_over(folder)
    assert found.about == about


def test_a_file_that_a_window_holds_is_not_left_over_whatever_its_age(folder):
    slot = Slot.new(folder)
    slot.write(ABOUT, [b"{}\n"], "")
    for path in folder.iterdir():
        os.utime(path, (time.time() - 9 * DAY,) * 2)
    assert left_over(folder) == []
    slot.release()
    assert len(left_over(folder)) == 1


HOLDER = """
import sys
from pathlib import Path
from tests.app.test_recovery_folder import ABOUT, Slot
slot = Slot.new(Path(sys.argv[1]))
slot.write(ABOUT, [b"{}"], "")
print(slot.path, flush=True)
sys.stdin.read()
"""


def test_what_another_process_holds_is_left_over_once_that_is_killed(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        path = process.stdout.readline().strip()
        assert left_over(folder) == []
        process.kill()
    (found,) = left_over(folder)
    assert str(found.slot.path) == path
    assert left_over(folder) == [], "it was offered to a second process"
    found.slot.release()
    assert len(left_over(folder)) == 1


def test_the_lock_of_another_computer_is_stale_after_a_day(folder):
    lock = left(folder).with_suffix(".lock")
    lock.write_text("1\ntransformer-sandbox\nelsewhere\n0123\n4567\n")
    assert left_over(folder) == []
    os.utime(lock, (time.time() - 1.1 * DAY,) * 2)
    assert len(left_over(folder)) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_on_a_full_disk_what_was_left_is_offered_without_a_lock(folder, example):
    import resource

    held = Slot.new(folder)
    held.write(ABOUT, [b"{}\n"], "")
    document = dumps(example("worked-example"))
    path = left(folder, document)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        (found,) = left_over(folder)
        assert not found.slot.is_claimed
        assert dumps(found.scenario()) == document
        with pytest.raises(CannotWrite, match="the disk is full"):
            Slot.new(folder).write(ABOUT, [document], "")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert found.slot.path == path
    assert len(left_over(folder)) == 1


def test_the_newest_comes_first(folder):
    for hour in (3, 9, 6):
        left(folder, about=About(str(hour), None, ABOUT.time.replace(hour=hour), None))
    assert [found.about.title for found in left_over(folder)] == ["9", "6", "3"]


DAMAGES = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-1],
    "no end of the head": lambda data: data.partition(b"\n")[0],
    "half a head": lambda data: data[:40],
    "another digit": lambda data: data.replace(b"0.5", b"0.6"),
    "longer": lambda data: data + b"\n",
    "zeros": lambda data: bytes(len(data)),
    "an image": lambda data: b"\x89PNG\r\n\x1a\n" + data,
    "a list": lambda data: b"[]\n" + data,
    "deep": lambda data: b"[" * 90_000 + data,
    "no digest": lambda data: b"{}\n" + data,
    "another format": lambda data: data.replace(b"sandbox recovery", b"sandbox something"),
    "a number for a title": lambda data: data.replace(b'"Lesson \\u8868"', b"7"),
    "no time": lambda data: data.replace(b"2026-11-30T", b"yesterday "),
    "words for edits": lambda data: data.replace(b'"edits": 3', b'"edits": "3"'),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_told_and_kept(folder, damage):
    path = left(folder, b'{"a": [0.5]}\n')
    damaged = damage(path.read_bytes())
    assert damaged != path.read_bytes()
    path.write_bytes(damaged)
    (found,) = left_over(folder)
    assert isinstance(found.damage, DamagedRecovery)
    found.slot.release()
    assert path.read_bytes() == damaged


def test_a_whole_file_with_a_document_that_is_refused_says_why(folder, example):
    document = json.loads(dumps(example("worked-example")))
    left(folder, json.dumps({**document, "version": 99}).encode())
    (found,) = left_over(folder)
    assert found.damage is None
    with pytest.raises(BadScenario, match="99"):
        found.scenario()


def test_removing_leaves_nothing(folder):
    slot = Slot.new(folder)
    slot.remove()
    slot.write(ABOUT, [b"{}\n"], "")
    assert len(list(folder.iterdir())) == 2
    slot.remove()
    assert list(folder.iterdir()) == []


def test_what_a_killed_process_had_only_begun_is_tidied_away(folder):
    path = left(folder)
    path.with_name("1-a.lock").write_text("999999999\npython\n\n\n\n")
    new, old = folder / ".tsbx-new", folder / ".tsbx-old"
    for begun in (new, old):
        begun.touch()
    os.utime(old, (time.time() - 1.1 * DAY,) * 2)
    found = left_over(folder)
    assert {each.name for each in folder.iterdir()} == {path.name, path.with_suffix(".lock").name, new.name}
    assert len(found) == 1


def test_a_folder_that_is_not_there_holds_nothing_and_is_not_made(folder):
    assert left_over(folder) == []
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite, match="not a folder"):
        Slot.new(tmp_path / "file" / "recovery").write(ABOUT, [b"{}\n"], "")


def test_without_a_lock_nothing_is_written(folder):
    slot = Slot.new(folder)
    slot.path.with_suffix(".lock").mkdir(parents=True)
    with pytest.raises(CannotWrite, match=r"\.lock"):
        slot.write(ABOUT, [b"{}\n"], "")
    assert not slot.path.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_only_the_owner_may_look_into_the_folder(folder):
    path = left(folder)
    assert folder.stat().st_mode & 0o077 == path.stat().st_mode & 0o077 == 0
