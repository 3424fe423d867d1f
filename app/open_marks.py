"""Marks a file as open, for other processes of the program: a lock in the folder of the settings.

Nothing is written beside the file itself. What a killed process left is noticed and taken over.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QLockFile


class OpenMark:
    """The mark of one window, on at most one file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "open"
        self._lock: QLockFile | None = None

    def move_to(self, path: Path | None) -> bool:
        """Mark another file, or none; False where another window of the program had marked it before."""
        name = None if path is None else _name(path)
        if self._lock is not None:
            if name is not None and Path(self._lock.fileName()).name == name:
                return True
            self._lock.unlock()
            self._lock = None
        if name is None:
            return True
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return True  # no telling
        lock = QLockFile(str(self._folder / name))
        lock.setStaleLockTime(0)  # however long it is open: stale is only what a dead process left
        if lock.tryLock(0):
            self._lock = lock
            return True
        return lock.error() is not QLockFile.LockError.LockFailedError


def _name(path: Path) -> str:
    """Return the name of the lock: the same for every way that leads to the file."""
    real = os.path.realpath(path)
    return hashlib.sha256(os.fsencode(os.path.normcase(real))).hexdigest()[:32] + ".lock"
