"""Copy, cut and paste of one grid: what is on the clipboard, and which cells it goes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.models.matrix_model import Rectangle
from app.texts import translated
from app.widgets.grid_clipboard import PasteHow, block_from_mime, bounding, matrix_mime, planned
from core.errors import SandboxError

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid


class GridExchange(QObject):
    """The clipboard of one grid. Each command that changes anything is one edit."""

    copied = Signal(int, int)  # rows and columns

    def __init__(self, grid: MatrixGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self._copied: Rectangle | None = None

    @property
    def copied_rectangle(self) -> Rectangle | None:
        """What was copied and is still marked."""
        return self._copied

    def forget_copied(self) -> bool:
        """Take the mark off what was copied; False where there was none."""
        had_mark = self._copied is not None
        self._copied = None
        self._grid.viewport().update()
        return had_mark

    def copy(self) -> bool:
        """Put the selected rectangle on the clipboard, at full precision."""
        ranges = self._grid.cells.ranges()
        if not ranges:
            return False
        try:
            rectangle = bounding(ranges)
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return False
        values = self._grid.matrix.values(*rectangle)
        QGuiApplication.clipboard().setMimeData(matrix_mime(self._grid.matrix.name, values))
        self._copied = rectangle
        self._grid.viewport().update()
        self.copied.emit(*values.shape)
        return True

    def cut(self) -> None:
        """Copy, and set the cells to 0."""
        if self._grid.matrix.is_editable and self.copy():
            self._grid.commands.clear()

    def paste(self) -> None:
        """Write the clipboard's numbers into the selection, all of them or none."""
        self._paste(PasteHow.FIT)

    def _paste(self, how: PasteHow) -> None:
        model = self._grid.matrix
        ranges = self._grid.cells.ranges()
        if not ranges:
            return
        if not model.is_editable:
            self._grid.entry.tell(model.reason)
            return
        try:
            block = block_from_mime(QGuiApplication.clipboard().mimeData())
            pasting = planned(block, ranges, self._grid.cells.size, how)
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return
        if self._grid.commands.write(pasting.cells, pasting.numbers):
            self._grid.cells.select(pasting.ranges)

    def paste_from_corner(self) -> None:
        """Paste from the top left selected cell on, whatever is selected."""
        self._paste(PasteHow.TOP_LEFT)

    def paste_part(self) -> None:
        """Paste as much as there is room for."""
        self._paste(PasteHow.PART)

    def paste_transposed(self) -> None:
        """Paste with rows and columns exchanged."""
        self._paste(PasteHow.TRANSPOSED)
