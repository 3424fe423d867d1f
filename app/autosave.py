"""Keeps what is not saved in the recovery folder: when, and off the moments in which the window must answer.

The text is made in slices between events, and a thread of its own touches the disk.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.files import Files
from app.notifier import Notifier
from app.recovery import About, Slot
from app.session import Session
from app.texts import translated
from core.errors import SandboxError
from core.formats.layout import pieces
from core.formats.strict import check_size
from core.scenario import Scenario

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

logger = logging.getLogger(__name__)

INTERVAL = 25_000
"""Milliseconds from a change to its writing, so that half a minute after it it is on the disk."""
SLICE = 0.004
"""Seconds of text at a time."""
PATIENCE = 0.2
"""Seconds to wait for the disk before something risky; a large document is then written on beside it."""
REST = 10
"""A document that takes long to write is left alone so many times as long."""
_POLL = 20


class _Writing:
    """A document on its way to the disk. A scenario never changes, so it may take as long as it takes."""

    def __init__(self, scenario: Scenario, about: About, slot: Slot) -> None:
        self.scenario = scenario
        self.started = time.monotonic()
        self._about = about
        self._slot = slot
        self._pieces = pieces(scenario)
        self._parts: list[bytes] = []
        self._size = 0
        self._digest = hashlib.sha256()

    def has_text(self, deadline: float) -> bool:
        """Make text until the time is over; True when that was the last of it.

        Raises
        ------
        BadScenario
            When it becomes too large to be opened again.
        """
        for piece in self._pieces:
            part = piece.encode()
            self._size += len(part)
            check_size(self._size)
            self._parts.append(part)
            self._digest.update(part)
            if time.monotonic() > deadline:
                return False
        return True

    def write(self) -> None:
        """Write the file; called in the thread that may wait for the disk."""
        self._slot.write(self._about, self._parts, self._digest.hexdigest())


class Autosave(QObject):
    """One window's file in the recovery folder: there while the document is modified.

    Parameters
    ----------
    session : Session
    files : Files
    notifier : Notifier
    folder : Path
        The recovery folder; made when it is needed.
    interval : int, default=INTERVAL
        Milliseconds between a change and its writing.
    """

    def __init__(
        self,
        session: Session,
        files: Files,
        notifier: Notifier,
        folder: Path,
        interval: int = INTERVAL,
    ) -> None:
        super().__init__()
        self._session = session
        self._files = files
        self._notifier = notifier
        self._interval = self._pause = interval
        self._slot = Slot.new(folder)
        self._kept: Scenario | None = None
        self._writing: _Writing | None = None
        self._future: Future[None] | None = None
        self._disk: ThreadPoolExecutor | None = None
        self._told: set[str] = set()
        self._has_ended = False
        self._due = QTimer(self, singleShot=True)
        self._due.timeout.connect(self._begin)
        self._next = QTimer(self)
        self._next.timeout.connect(lambda: self._go_on(SLICE))
        files.at_risk.connect(self.save_now)
        files.recovered.connect(self._adopt)
        self._application = QCoreApplication.instance()
        if self._application is not None:
            self._application.aboutToQuit.connect(self.save_now)
        session.trace_changed.connect(self._on_changed)
        session.undo_stack.cleanChanged.connect(self._on_clean_changed)

    @property
    def is_kept(self) -> bool:
        """True while the document as it stands lies in the recovery folder."""
        return self._kept is self._session.scenario

    def save_now(self) -> None:
        """Write what has changed before something risky: at once, unless the document or the disk is slow."""
        deadline = time.monotonic() + PATIENCE
        self._go_on(PATIENCE)  # what had been begun
        self._begin()
        self._go_on(deadline - time.monotonic())

    def end(self) -> None:
        """Take the file away and stop: the window is closed, and nothing was left to save."""
        if self._has_ended:
            return
        self._has_ended = True
        self._forget()
        self._files.at_risk.disconnect(self.save_now)
        self._files.recovered.disconnect(self._adopt)
        if self._application is not None:
            self._application.aboutToQuit.disconnect(self.save_now)
        self._session.trace_changed.disconnect(self._on_changed)
        self._session.undo_stack.cleanChanged.disconnect(self._on_clean_changed)
        if self._disk is not None:
            self._disk.shutdown()

    def _adopt(self, slot: Slot) -> None:
        """Go on with the file of the document that was just recovered."""
        self._slot = slot
        self._kept = self._session.scenario

    def _on_changed(self) -> None:
        if self._writing is None and not self._due.isActive():
            self._due.start(self._pause)

    def _on_clean_changed(self, is_clean: bool) -> None:  # noqa: FBT001 - Qt's signal
        if is_clean:
            self._forget()
        else:
            self._on_changed()

    def _begin(self) -> None:
        if self._writing is not None or self.is_kept or not self._session.is_modified:
            return
        self._due.stop()
        self._writing = _Writing(self._session.scenario, self._about(), self._slot)
        self._next.start(0)

    def _about(self) -> About:
        stack = self._session.undo_stack
        edits = abs(stack.index() - stack.cleanIndex()) if stack.cleanIndex() >= 0 else None
        return About(self._session.scenario.title, self._files.place, datetime.now(UTC), edits)

    def _go_on(self, patience: float) -> None:
        writing, deadline = self._writing, time.monotonic() + patience
        if writing is None:
            return
        try:
            if self._future is None:
                if not writing.has_text(deadline):
                    return
                self._future = self._submit(writing.write)
                self._next.start(_POLL)
            self._future.result(max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            return
        except Exception as error:  # whatever it is: half a text must not be gone on with
            self._finish(time.monotonic() - writing.started)
            self._complain(error)
        else:
            self._kept = writing.scenario
            self._told.discard("failed")
            self._finish(time.monotonic() - writing.started)
            self._tell_of_pause()

    def _finish(self, seconds: float) -> None:
        self._next.stop()
        self._writing = self._future = None
        self._pause = max(self._interval, int(seconds * REST * 1000))
        if not self.is_kept:
            self._due.start(self._pause)

    def _tell_of_pause(self) -> None:
        if self._pause > INTERVAL:
            text = self.tr("This document is large: it is kept safe every {seconds} seconds.")
            self._tell("large", text.format(seconds=self._pause // 1000), self._notifier.notify)

    def _complain(self, error: Exception) -> None:
        is_fault = not isinstance(error, SandboxError | OSError | MemoryError | UnicodeError)
        level = logging.ERROR if is_fault else logging.INFO
        logger.log(level, "not kept in the recovery folder: %s", error, exc_info=is_fault)
        reason = translated(error.message) if isinstance(error, SandboxError) else str(error)
        text = self.tr("Changes cannot be kept safe for a crash; save often. {reason}")
        self._tell("failed", text.format(reason=reason), self._notifier.refuse)

    def _tell(self, what: str, text: str, tell: Callable[[str], None]) -> None:
        """Say something once."""
        if what not in self._told:
            self._told.add(what)
            tell(text)

    def _forget(self) -> None:
        """Take the file away; what the thread still writes is taken away behind it."""
        self._due.stop()
        self._next.stop()
        self._writing = self._future = self._kept = None
        if self._disk is not None or self._slot.is_claimed:
            self._submit(self._slot.remove)

    def _submit(self, task: Callable[[], None]) -> Future[None]:
        if self._disk is None:
            from concurrent.futures import ThreadPoolExecutor  # a start has nothing to write

            self._disk = ThreadPoolExecutor(1, "autosave")
        return self._disk.submit(task)
