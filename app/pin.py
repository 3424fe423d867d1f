"""The pinned run: kept to compare the present one with, whatever is edited or opened meanwhile."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from app.session import Session
from core.compare import Differences
from core.program import Program, Step
from core.record import Record
from core.text import Message
from core.trace import Trace


class Showing(StrEnum):
    """Which run the heatmaps show."""

    NOW = "now"
    PINNED = "pinned"
    DIFFERENCE = "difference"  # now − pinned


class Pinned(Record, eq=False):
    """A run that was kept, and what it is called."""

    trace: Trace
    document: str
    """Name of the document that it is a run of."""
    after: Message | None
    """The edit that led to it; None for a document as it was opened."""


class Pin(QObject):
    """Belongs to the window and not to the document: undo does not touch it, and opening a file leaves it.

    Then it can be compared with the other file; the window shows that file as it is now. While nothing is
    pinned nothing is compared; then only what is asked for.
    """

    changed = Signal()  # pinned, unpinned, or another run is shown

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._pinned: Pinned | None = None
        self._showing = Showing.NOW
        self._differences: Differences | None = None
        session.document_replaced.connect(self._on_document_replaced)

    @property
    def pinned(self) -> Pinned | None:
        """What is pinned; None for nothing."""
        return self._pinned

    @property
    def showing(self) -> Showing:
        """Which run the heatmaps show; now where nothing is pinned."""
        return self._showing

    @property
    def trace_shown(self) -> Trace:
        """The run whose steps and cells are shown; that of now for a difference."""
        if self._pinned is not None and self._showing is Showing.PINNED:
            return self._pinned.trace
        return self._session.trace

    def step_shown(self, step: Step) -> tuple[Program, Step]:
        """Return the program of the run that is shown and `step` there; those of now where it is not."""
        program = self.trace_shown.program
        there = program.maker(step.name)
        return (self._session.program, step) if there is None or there.name != step.name else (program, there)

    @property
    def differences(self) -> Differences | None:
        """What differs now from what is pinned; None where nothing is pinned."""
        trace = self._session.trace
        if self._pinned is None:
            return None
        if self._differences is None:
            self._differences = Differences(self._pinned.trace, trace)
        elif self._differences.right is not trace:
            self._differences = self._differences.after(trace)
        return self._differences

    @property
    def first(self) -> Step | None:
        """The first step that differs from the pinned run; None where none does, or nothing is pinned."""
        found = self.differences
        return None if found is None else found.first

    def pin(self, document: str) -> None:
        """Keep the present run, in the place of one that was pinned before."""
        self.keep(Pinned(self._session.trace, document, self._session.undo_label))

    def keep(self, run: Pinned) -> None:
        """Keep any run, also one of a document that no window shows."""
        self._pinned, self._differences = run, None
        self.changed.emit()

    def unpin(self) -> None:
        """Forget the pinned run, and show the present one."""
        if self._pinned is not None:
            self._pinned, self._differences, self._showing = None, None, Showing.NOW
            self.changed.emit()

    def show(self, showing: Showing) -> None:
        """Show now, pinned or the difference; without a pinned run there is only now."""
        if showing is not self._showing and self._pinned is not None:
            self._showing = showing
            self.changed.emit()

    def show_next(self) -> None:
        """Show the next of now, pinned and the difference."""
        order = tuple(Showing)
        self.show(order[(order.index(self._showing) + 1) % len(order)])

    def _on_document_replaced(self) -> None:
        self.show(Showing.NOW)
