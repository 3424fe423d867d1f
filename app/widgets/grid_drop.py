"""Text that is dropped on a grid is pasted from that cell on; files are for the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDragMoveEvent, QDropEvent

from core.exporters.own import MATRIX_TYPE

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid


class GridDrop(QObject):
    """Watches the viewport of one grid."""

    def __init__(self, grid: MatrixGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        grid.viewport().setAcceptDrops(True)
        grid.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Welcome text, and paste it where it is dropped; the window is asked about all else."""
        if isinstance(event, QDropEvent):  # those that enter and move are, too
            if not _is_text(event.mimeData()):
                event.ignore()
                return True
            event.acceptProposedAction()
            if not isinstance(event, QDragMoveEvent):
                self._paste(event)
            return True
        return super().eventFilter(watched, event)

    def _paste(self, event: QDropEvent) -> None:
        index = self._grid.indexAt(event.position().toPoint())
        if index.isValid() and self._grid.entry.finish():
            self._grid.setFocus()
            self._grid.cells.go(index.row(), index.column())
            self._grid.exchange.take(event.mimeData())


def _is_text(mime: QMimeData) -> bool:
    return not mime.hasUrls() and (mime.hasText() or mime.hasHtml() or mime.hasFormat(MATRIX_TYPE))
