"""How numbers are shown in this window: decimals and content zoom. Not part of the document."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.session import Session

ZOOM_STEPS = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
MAX_DECIMALS = 6
_FEW_CELLS = 8


class Display(QObject):
    """Decimals start at 4 for a handful of cells and at 2 for everything larger."""

    decimals_changed = Signal(int)
    zoom_changed = Signal(int)  # per cent

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._zoom = 100
        self._decimals = self._fitting_decimals()
        session.document_replaced.connect(self._on_document_replaced)

    @property
    def decimals(self) -> int:
        """Digits behind the point."""
        return self._decimals

    @property
    def zoom(self) -> int:
        """Size of the content in per cent."""
        return self._zoom

    def set_decimals(self, decimals: int) -> None:
        """Show 0 … 6 digits behind the point."""
        decimals = max(0, min(decimals, MAX_DECIMALS))
        if decimals != self._decimals:
            self._decimals = decimals
            self.decimals_changed.emit(decimals)

    def set_zoom(self, zoom: int) -> None:
        """Scale the content, 75 … 300 per cent."""
        zoom = max(ZOOM_STEPS[0], min(zoom, ZOOM_STEPS[-1]))
        if zoom != self._zoom:
            self._zoom = zoom
            self.zoom_changed.emit(zoom)

    def zoom_in(self) -> None:
        """Go to the next larger size."""
        self.set_zoom(next((step for step in ZOOM_STEPS if step > self._zoom), ZOOM_STEPS[-1]))

    def zoom_out(self) -> None:
        """Go to the next smaller size."""
        self.set_zoom(next((step for step in reversed(ZOOM_STEPS) if step < self._zoom), ZOOM_STEPS[0]))

    def _fitting_decimals(self) -> int:
        largest = max(max(tensor.shape, default=1) for tensor in self._session.trace.values())
        return 4 if largest * largest <= _FEW_CELLS else 2

    def _on_document_replaced(self) -> None:
        self.set_decimals(self._fitting_decimals())
