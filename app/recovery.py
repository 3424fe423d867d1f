"""The recovery folder: a file for each window with changes that are not saved, and what a crash left there.

A file is one line of JSON (`About`, and the digest of the rest) and then the document as a scenario file.
Beside it lies a lock that the system releases when the process dies: what is free is left over.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from core.errors import SandboxError
from core.formats import CannotWrite, FileError, loads, write_atomically
from core.formats.writer import os_reason
from core.record import Record
from core.scenario import Scenario
from core.text import QT_TRANSLATE_NOOP

FORMAT = "transformer-sandbox recovery"
SUFFIX = ".recovery"
_LOCK = ".lock"
_LOCK_ERRORS = {QLockFile.LockError.UnknownError: errno.ENOSPC}  # so Qt's documentation says
_DAY = 24 * 60 * 60
_LONGEST_HEAD = 100_000


class DamagedRecovery(FileError):
    """A recovery file that is not as it was written."""

    template = QT_TRANSLATE_NOOP("Errors", "This recovery file is damaged; it is kept as it is.")


class About(Record):
    """What is told of a document that was left."""

    title: str
    place: Path | None
    """The file it was opened from or last saved to."""
    time: datetime
    edits: int | None
    """Undo steps since it was saved, where they can still be counted."""


class Slot:
    """The place of one document in the recovery folder. Nothing is on the disk before `write`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = QLockFile(str(path.with_suffix(_LOCK)))
        # The lock of a dead process is stale at once; of one elsewhere, or whose number was given to another
        # process, after this time. A living process on this system keeps it whatever its age.
        self._lock.setStaleLockTime(_DAY * 1000)

    @classmethod
    def new(cls, folder: Path) -> Slot:
        """Return a place that nobody has."""
        return cls(folder / f"{os.getpid()}-{os.urandom(4).hex()}{SUFFIX}")

    @property
    def is_claimed(self) -> bool:
        """True while this window has the place."""
        return self._lock.isLocked()

    def claim(self) -> bool:
        """Lock the place, unless a living window has it."""
        return self.is_claimed or self._lock.tryLock(0)

    @property
    def is_refused(self) -> bool:
        """True after a claim in vain where another window has the place, and not only the disk no room."""
        return not self.is_claimed and self._lock.error() is QLockFile.LockError.LockFailedError

    def release(self) -> None:
        """Leave the file to whoever starts next."""
        self._lock.unlock()

    def write(self, about: About, parts: Sequence[bytes], digest: str) -> None:
        """Write the file, wholly or not at all.

        Parameters
        ----------
        about : About
        parts : sequence of bytes
            Of the scenario file.
        digest : str
            The SHA-256 of all of it.

        Raises
        ------
        FileError
        """
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(path=self.path, reason=os_reason(error)) from error
        if not self.claim():
            number = _LOCK_ERRORS.get(self._lock.error(), errno.EACCES)
            raise CannotWrite(path=self._lock.fileName(), reason=os_reason(OSError(number, "")))
        write_atomically(self.path, b"".join((_head(about, digest), *parts)), mode=0o600)

    def remove(self) -> None:
        """Take file and lock away: the document is saved, or given up."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.release()


class LeftOver(Record, eq=False):
    """A document that a process left when it ended, locked until it is kept or discarded."""

    slot: Slot
    about: About
    damage: SandboxError | None = None

    def scenario(self) -> Scenario:
        """Read the document.

        Raises
        ------
        FileError
            If it is damaged, or holds what this version of the program refuses.
        """
        try:
            data = self.slot.path.read_bytes()
        except OSError as error:
            raise DamagedRecovery from error
        return loads(data.partition(b"\n")[2])


def left_over(folder: Path) -> list[LeftOver]:
    """Return what no living process holds, the newest first, and lock it."""
    _tidy(folder)
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        slot = Slot(path)
        if slot.claim() or not slot.is_refused:
            with contextlib.suppress(FileNotFoundError):  # another program was faster
                found.append(_looked_at(slot))
                continue
            slot.release()
    return sorted(found, key=lambda left: left.about.time, reverse=True)


def _looked_at(slot: Slot) -> LeftOver:
    written = datetime.fromtimestamp(slot.path.stat().st_mtime, UTC)
    try:
        with slot.path.open("rb") as file:
            head = json.loads(file.readline(_LONGEST_HEAD))
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        about = _about(head)
        if head["sha256"] != digest:
            return LeftOver(slot, about, DamagedRecovery())
        return LeftOver(slot, about)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return LeftOver(slot, About("", None, written, None), DamagedRecovery())


def _head(about: About, digest: str) -> bytes:
    entries: dict[str, Any] = {
        "format": FORMAT,
        "title": about.title,
        "place": None if about.place is None else str(about.place),
        "time": about.time.isoformat(timespec="seconds"),
        "edits": about.edits,
        "sha256": digest,
    }
    return json.dumps(entries).encode("ascii") + b"\n"  # ASCII: a path need not be good Unicode


def _about(head: dict[str, Any]) -> About:
    place, edits = head["place"], head["edits"]
    if head["format"] != FORMAT or not isinstance(head["title"], str) or not isinstance(edits, int | None):
        raise ValueError(head["format"])
    return About(
        head["title"],
        None if place is None else Path(place),
        datetime.fromisoformat(head["time"]).astimezone(UTC),
        edits,
    )


def _tidy(folder: Path) -> None:
    """Take away locks without a file, and what a process killed while writing had begun."""
    for lock in folder.glob(f"*{_LOCK}"):
        slot = Slot(lock.with_suffix(SUFFIX))
        if not slot.path.exists() and slot.claim():
            slot.release()
    for begun in _older_than_a_day(folder):
        with contextlib.suppress(OSError):
            begun.unlink()


def _older_than_a_day(folder: Path) -> Iterator[Path]:
    for begun in folder.glob(".tsbx-*"):
        with contextlib.suppress(OSError):
            if time.time() - begun.stat().st_mtime > _DAY:
                yield begun
