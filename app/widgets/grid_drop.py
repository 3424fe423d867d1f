"""Text that is dropped on a grid is pasted from that cell on; files are for the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDropEvent

from core.exporters.own import MATRIX_TYPE

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid


class GridDrop:
    """Takes what is dropped on one grid."""

    def __init__(self, grid: MatrixGrid) -> None:
        self._grid = grid
        grid.viewport().setAcceptDrops(True)

    def welcome(self, event: QDropEvent) -> bool:
        """Welcome text that comes, moves or is dropped; False where the window is asked about it."""
        if not _is_text(event.mimeData()):
            event.ignore()
            return False
        event.acceptProposedAction()
        return True

    def paste(self, event: QDropEvent) -> None:
        """Paste text where it is dropped."""
        if not self.welcome(event):
            return
        index = self._grid.indexAt(event.position().toPoint())
        if index.isValid() and self._grid.entry.finish():
            self._grid.setFocus()
            self._grid.cells.go(index.row(), index.column())
            self._grid.exchange.take(event.mimeData())


def _is_text(mime: QMimeData) -> bool:
    return not mime.hasUrls() and (mime.hasText() or mime.hasHtml() or mime.hasFormat(MATRIX_TYPE))
