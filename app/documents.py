"""The windows of this process, each with a document of its own. Built once, and handed to every window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEventLoop, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QWidget

from app.origin import Document, is_table
from app.questions import Then
from core.errors import SandboxError
from core.examples import examples
from core.scenario import Scenario

if TYPE_CHECKING:
    from app.files import Files
    from app.recovery import LeftOver

_STEP = QPoint(32, 32)
"""So far a new window stands from the one it came from."""


class Documents(QObject):
    """Opens windows, knows what is open in which, and quits when every window agrees.

    Parameters
    ----------
    build : callable
        Builds a window on a document, not yet shown, and returns its `Files`.
    """

    emptied = Signal()  # the last window was closed

    def __init__(self, build: Callable[[Documents, Document], Files], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._build = build
        self._open: list[Files] = []
        self._last: QWidget | None = None  # the window that was closed last: its builder deletes it

    @property
    def open(self) -> tuple[Files, ...]:
        """The file sides of the windows that are open, in the order in which they were opened."""
        return tuple(self._open)

    @property
    def active(self) -> Files | None:
        """That of the window in front; of the newest one where none of ours is."""
        in_front = (files for files in self._open if files.window.isActiveWindow())
        return next(in_front, self._open[-1] if self._open else None)

    def showing(self, path: Path, besides: Files | None = None) -> Files | None:
        """Return the window that has the file open, other than `besides`."""
        return next((files for files in self._open if files is not besides and files.holds(path)), None)

    def keep_safe(self) -> None:
        """Have all changes that are not saved kept safe for a crash, before something risky."""
        for files in self._open:
            if files.is_modified:
                files.at_risk.emit()

    # Opening

    def add(self, document: Document) -> Files:
        """Build a window on a document; it is not shown yet.

        Raises
        ------
        SandboxError
            When there is no program for the document; no window is left then.
        """
        before = self.active
        files = self._build(self, document)
        if before is not None:
            place_beside(files.window, before.window)
        self._open.append(files)
        return files

    def open_new(self) -> None:
        """Open one more window on what the program begins with."""
        self.open_beside(Document.of_example(examples()[0].key, is_start=True))

    def open_beside(self, document: Document) -> Files:
        """Open a document in a window of its own."""
        files = self.add(document)
        files.window.show()
        bring_to_front(files)
        return files

    def open_recovered(self, scenario: Scenario, left: LeftOver) -> Files:
        """Open what a crash left: in a window where nothing was done yet, else in a new one.

        Raises
        ------
        SandboxError
            When there is no program for it; nothing has changed then.
        """
        files = next((files for files in self._open if files.is_free), None)
        if files is not None:
            files.recover(scenario, left)
        else:
            files = self.open_beside(Document.recovered(scenario, left.about.place))
            files.recovered.emit(left.slot)
        return files

    def open_paths(self, paths: Iterable[Path]) -> None:
        """Open files that the system asks for, each where nothing is lost: one that is open is only shown."""
        for path in paths:
            files = self.showing(path)
            active = self.active
            if files is not None:
                bring_to_front(files)
            elif active is not None and (is_table(path) or active.is_free or active.can_ask):
                bring_to_front(active)
                active.open_paths([path])
            else:
                self.open_path_beside(path)

    def open_path_beside(self, path: Path) -> Files | None:
        """Open a file in a window of its own, or say in the one in front why not."""
        self.keep_safe()
        try:
            return self.open_beside(Document.of_file(path))
        except SandboxError as error:
            if self.active is not None:
                self.active.tell_not_opened(path, error)
            return None

    # Closing

    def closed(self, files: Files) -> None:
        """Forget a window that was closed. The last one stays: what it shows may still be asked for."""
        if files not in self._open:
            return
        self._open.remove(files)
        if self._open:
            files.window.deleteLater()
        else:
            self._last = files.window
            self.emptied.emit()

    def delete_windows(self) -> None:
        """Take away what is left of the windows when the program ends."""
        windows = [files.window for files in self._open]
        self._open.clear()
        for window in (*windows, *filter(None, (self._last,))):
            if shiboken6.isValid(window):
                shiboken6.delete(window)

    def quit(self, otherwise: Then | None = None) -> None:
        """Close all windows, after each has asked about its changes; one Cancel keeps all of them.

        Parameters
        ----------
        otherwise : callable, optional
            Called when a window stays.
        """

        def stay() -> None:
            for files in self._open:
                files.guard.keep()
            if otherwise is not None:
                otherwise()

        self._ask(self.open, self._close_all, stay)

    def end_session(self, manager: QSessionManager) -> None:
        """Ask before the system ends the session; Cancel keeps it from doing so.

        The system waits for this call to return, and for nothing else.
        """
        for files in self._open:
            files.settle()
        if not any(files.is_modified for files in self._open):
            return
        if not manager.allowsInteraction():
            self.keep_safe()  # to be offered at the next start
            return
        loop, stayed = QEventLoop(), []

        def stay() -> None:
            stayed.append(True)
            loop.quit()

        self.emptied.connect(loop.quit)
        self.quit(stay)
        if self._open and not stayed:
            loop.exec()
        if stayed:
            manager.cancel()
        manager.release()

    def _ask(self, left: Sequence[Files], then: Then, otherwise: Then) -> None:
        if not left:
            then()
            return
        first, *rest = left
        if first.is_modified:
            bring_to_front(first)
        go_on = partial(self._ask, rest, then, otherwise)
        first.guard.confirm(go_on, otherwise=otherwise, closing=True)

    def _close_all(self) -> None:
        for files in self.open:
            files.window.close()


def place_beside(window: QWidget, other: QWidget) -> None:
    """Move a window so that it does not hide the other one, where the screen has room for that."""
    place = window.geometry().translated(other.pos() + _STEP - window.pos())
    if other.screen().availableGeometry().contains(place):
        window.move(other.pos() + _STEP)


def bring_to_front(files: Files) -> None:
    """Show a window above the others."""
    window = files.window
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
