"""What the doctor finds in the open document, after every edit."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.session import Session
from core.doctor import Doctor, Finding
from core.tensor import Axes


class Health(QObject):
    """Knows the first number that became NaN or ±∞; looks only at arrays that an edit made anew."""

    changed = Signal()  # another number, or its place is called otherwise

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._doctor = Doctor()
        self._finding, self._axes = self._examined()
        session.trace_changed.connect(self._on_trace_changed)

    @property
    def finding(self) -> Finding | None:
        """The first cell that is no finite number, None where all are."""
        return self._finding

    def _on_trace_changed(self) -> None:
        before = self._finding, self._axes
        self._finding, self._axes = self._examined()
        if before != (self._finding, self._axes):
            self.changed.emit()

    def _examined(self) -> tuple[Finding | None, Axes]:
        """Return what is found, and the axes by which its place is called."""
        trace = self._session.trace
        finding = self._doctor.examine(trace)
        return finding, () if finding is None else trace[finding.cell.tensor].axes
