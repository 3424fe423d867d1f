"""Progress of a long command, told to a person who waits."""

from __future__ import annotations

import sys
import time

from core.tokens import plain

_PATIENCE, _OFTEN = 1.0, 0.2
"""Seconds until progress is told, and between its lines."""


class Progress:
    """One line on standard error that is written over, where a person looks at it and waits."""

    def __init__(self, file: str) -> None:
        self._file = plain(file).replace("\n", " ")
        self._next = time.monotonic() + _PATIENCE
        self._shown = 0

    def tell(self, done: int, total: int) -> None:
        """Say how many cells are done; often called, seldom written."""
        now = time.monotonic()
        if now < self._next or sys.stderr is None or not sys.stderr.isatty():
            return
        self._next = now + _OFTEN
        self._write(f"{self._file}: {done} of {total} cells")

    def end(self) -> None:
        """Wipe the line."""
        if self._shown:
            self._write("")

    def _write(self, text: str) -> None:
        width = self._shown
        self._shown = len(text)
        sys.stderr.write(f"\r{text:<{width}}" + ("" if text else "\r"))
        sys.stderr.flush()
