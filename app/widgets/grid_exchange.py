"""Copy, cut and paste of one grid: what is on the clipboard, and which cells it goes to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.models.matrix_shown import Rectangle
from app.models.stage_content import Kind
from app.models.stage_words import head_word
from app.texts import translated
from app.widgets.grid_clipboard import (
    NothingPasted,
    NothingToPaste,
    PasteHow,
    Pasting,
    bounding,
    cells_of,
    check_mask,
    matrix_mime,
    planned,
    ways,
)
from app.widgets.grid_drop import GridDrop
from app.widgets.grid_offers import OfferPlate
from app.widgets.grid_picture import matrix_picture
from core.edits import deeds
from core.errors import SandboxError
from core.exporters import MATRIX_TEXTS
from core.exporters.block import Block
from core.tensor import Array

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid

PICTURE = "picture"
_REMEMBERED = 65_536
"""Of larger blocks no copy is kept."""
_NAMED = 4096
"""Beside so many rows and columns names are written."""


class GridExchange(QObject):
    """The clipboard of one grid. Each command that changes anything is one edit."""

    copied = Signal(int, int)  # rows and columns
    import_requested = Signal()

    def __init__(self, grid: MatrixGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self._copied: Rectangle | None = None
        self._numbers: Array | None = None  # what was copied last
        self.offers = OfferPlate(grid.viewport())
        self.drop = GridDrop(grid)
        grid.matrix.modelAboutToBeReset.connect(self.offers.dismiss)

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

    # Out

    def copy(self) -> bool:
        """Put the selected rectangle on the clipboard, at full precision."""
        ranges = self._grid.cells.ranges()
        if not ranges:
            return False
        try:
            rectangle = bounding(ranges)
            self._put(rectangle, matrix_mime(self.block(rectangle)))
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return False
        return True

    def copy_as(self, key: str) -> bool:
        """Put the selected rectangle there, or the whole matrix where one cell is selected.

        Parameters
        ----------
        key : str
            That of a format in `core.exporters`, or ``picture``: in the light look, with the names beside it.
        """
        ranges = self._grid.cells.ranges()
        if not ranges:
            return False
        try:
            rectangle = self._meant(ranges)
            mime = QMimeData()
            if key == PICTURE:
                mime.setImageData(matrix_picture(self._grid.matrix, rectangle, self._grid.font()))
            else:
                form = next(form for form in MATRIX_TEXTS if form.key == key)
                mime.setText(form.write(self.block(rectangle)))
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return False
        self._put(rectangle, mime)
        return True

    def _meant(self, ranges: Sequence[Rectangle]) -> Rectangle:
        """Return what is to be written out: a single cell stands for the whole matrix."""
        rectangle = bounding(ranges)
        rows, columns = self._grid.cells.size
        is_cell = rectangle[:2] == rectangle[2:]
        return (0, 0, rows - 1, columns - 1) if is_cell else rectangle

    def block(self, rectangle: Rectangle) -> Block:
        """Return a rectangle with the names that stand beside it.

        Raises
        ------
        SandboxError
            Where it is too large to be written out.
        """
        top, left, bottom, right = rectangle
        model, layout = self._grid.matrix, self._grid.matrix.layout
        rows: tuple[str, ...] = ()
        columns: tuple[str, ...] = ()
        if bottom - top + right - left < _NAMED:
            rows = tuple(model.headerData(row, Qt.Orientation.Vertical) for row in range(top, bottom + 1))
            columns = tuple(map(self._column_name, range(left, right + 1)))
        return Block(model.values(*rectangle), model.name, rows, columns, layout.row_axis is None)

    def _column_name(self, column: int) -> str:
        """Return what stands over a column, with its head where there are several."""
        layout = self._grid.matrix.layout
        name = layout.column_label(column)
        return f"{head_word(layout.head_of(column))} · {name}" if layout.group_width else name

    def _put(self, rectangle: Rectangle, mime: QMimeData) -> None:
        values = self._grid.matrix.values(*rectangle)
        self._numbers = np.array(values) if values.size <= _REMEMBERED else None
        QGuiApplication.clipboard().setMimeData(mime)
        self._copied = rectangle
        self._grid.viewport().update()
        self.copied.emit(*values.shape)

    def cut(self) -> None:
        """Copy, and set the cells to 0."""
        if not self._grid.matrix.is_editable:
            self._grid.entry.tell(self._grid.matrix.reason)
        elif self.copy() and self._copied is not None:
            top, left, bottom, right = rectangle = self._copied
            shape = bottom - top + 1, right - left + 1
            self._grid.commands.write_block(rectangle, np.zeros(shape), deeds.cut(shape))

    # In

    def paste(self) -> None:
        """Write the clipboard's numbers into the selection, all of them or none."""
        self._paste(PasteHow.FIT)

    def paste_from_corner(self) -> None:
        """Paste from the top left selected cell on, whatever is selected."""
        self._paste(PasteHow.TOP_LEFT)

    def paste_part(self) -> None:
        """Paste as much as there is room for."""
        self._paste(PasteHow.PART)

    def paste_transposed(self) -> None:
        """Paste with rows and columns exchanged."""
        self._paste(PasteHow.TRANSPOSED)

    def _paste(self, how: PasteHow) -> None:
        self.take(QGuiApplication.clipboard().mimeData(), how)

    def take(self, mime: QMimeData, how: PasteHow = PasteHow.FIT) -> None:
        """Write what is on the clipboard, or was dropped, into the selection, or say why not."""
        model = self._grid.matrix
        if not model.is_editable:
            self._grid.entry.tell(model.reason)
            return
        try:
            block = self._read(mime)
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return
        self._plan(block, how)

    def _read(self, mime: QMimeData) -> Array:
        from app.widgets.grid_reading import block_from_mime  # when something is pasted, not at the start

        try:
            block = block_from_mime(mime, comma=self._grid.matrix.takes_comma, copied=self._numbers)
        except NothingToPaste:
            raise
        except SandboxError as error:
            raise NothingPasted(reason=error.message) from error
        if self._grid.matrix.kind is Kind.MASK:
            check_mask(block)
        return block

    def _plan(self, block: Array, how: PasteHow) -> None:
        """Write `block`, or say why it does not go and what would."""
        ranges, size = self._grid.cells.ranges(), self._grid.cells.size
        if not ranges:
            return
        try:
            pasting = planned(block, ranges, size, how)
        except SandboxError as error:
            offers = [
                (self._offer_text(way, shape), partial(self._plan, block, way))
                for way, shape in ways(block, ranges, size)
            ]
            self._grid.entry.plate.unsay()
            near = self._grid.visualRect(self._grid.currentIndex())
            self.offers.offer(translated(error.message), offers, near)
            return
        if self._write(pasting):
            self._grid.cells.select(pasting.ranges)

    def _write(self, pasting: Pasting) -> bool:
        commands, numbers = self._grid.commands, pasting.numbers
        if len(pasting.ranges) > 1:  # one number for all of them
            cells = cells_of(pasting.ranges)
            return commands.write(cells, [float(numbers[0, 0])] * len(cells), deed=deeds.pasted((1, 1)))
        top, left, bottom, right = pasting.ranges[0]
        block = np.broadcast_to(numbers, (bottom - top + 1, right - left + 1))
        return commands.write_block(pasting.ranges[0], block, deeds.pasted(numbers.shape))

    def _offer_text(self, how: PasteHow, shape: str) -> str:
        texts = {
            PasteHow.TOP_LEFT: self.tr("Paste {shape} from the top left cell"),
            PasteHow.PART: self.tr("Paste the part that fits: {shape}"),
            PasteHow.TRANSPOSED: self.tr("Paste transposed: {shape}"),
        }
        return texts[how].format(shape=shape)

    # Menu

    def copy_as_menu(self, parent: QMenu) -> QMenu:
        """Return a new menu of all formats."""
        menu = QMenu(self.tr("Copy &as"), parent)
        for form in MATRIX_TEXTS:
            menu.addAction(QCoreApplication.translate("Formats", form.title)).setData(form.key)
        menu.addSeparator()
        menu.addAction(self.tr("Picture")).setData(PICTURE)
        menu.triggered.connect(self._on_form_chosen)
        return menu

    def _on_form_chosen(self, action: QAction) -> None:
        self.copy_as(action.data())
