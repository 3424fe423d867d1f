"""Typing into the current cell of a grid: open, take, refuse and give up what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal

from app.models.matrix_shown import Cell
from app.theme import ThemeStore
from app.widgets.grid_clipboard import cells_of
from app.widgets.grid_editor import CellEditor, EditMode, Finish, RefusalPlate

if TYPE_CHECKING:
    from app.widgets.sheet import Sheet

_OUTSET = 3
_MARGIN = 28


class GridEntry(QObject):
    """The entry of one grid. A refused text stays until it is changed or given up."""

    text_changed = Signal(str)  # what stands in the open field
    closed = Signal()
    refused = Signal(str)  # why

    def __init__(self, grid: Sheet, theme: ThemeStore) -> None:
        super().__init__(grid)
        self._grid = grid
        self._cell: Cell = (0, 0)
        self._original = ""
        self._is_open = False
        self.editor = CellEditor(theme, grid.viewport())
        self.plate = RefusalPlate(theme, grid.viewport())
        self.editor.hide()
        self.editor.finish_requested.connect(self.finish)
        self.editor.cancel_requested.connect(self.cancel)
        self.editor.focus_lost.connect(self._on_focus_lost)
        self.editor.textEdited.connect(self._on_text_edited)

    @property
    def is_open(self) -> bool:
        """True while a cell is being typed."""
        return self._is_open

    @property
    def is_refused(self) -> bool:
        """True while a refused text stands in the field."""
        return self._is_open and self.editor.is_refused

    def begin(self, text: str | None = None, mode: EditMode = EditMode.EDIT) -> bool:
        """Open the field over the current cell, with all that stands in it or with `text`."""
        model, cell = self._grid.table, self._grid.cells.current
        if cell is None:
            return False
        if not model.is_editable:
            self.tell(model.reason or self.tr("There is nothing to change here."))
            return False
        if self._grid.commands.takes(text):
            return False
        self.plate.unsay()
        self._cell = cell
        self._original = model.entry_text(*cell)
        self._is_open = True
        self.editor.mode = mode
        self.editor.set_refused(refused=False)
        self.editor.setAccessibleName(model.sentence(*cell))
        self.editor.setText(self._original if text is None else text)
        self._grid.scrollTo(model.index(*cell))
        self.place()
        self.editor.show()
        self.editor.raise_()
        self.editor.setFocus()
        self.editor.deselect()
        self.editor.end(False)
        self.text_changed.emit(self.editor.text())
        return True

    def finish(self, how: Finish = Finish.STAY) -> bool:
        """Take what is typed and go on; False when it is refused, or Tab has left the grid."""
        if not self._is_open:
            return True
        if not self._take(fill=how is Finish.FILL):
            return False
        return self._grid.go_on(how)

    def _take(self, *, fill: bool) -> bool:
        text = self.editor.text()
        cells = cells_of(self._grid.cells.ranges()) if fill else [self._cell]
        if text != self._original or len(cells) > 1:
            reason = self._grid.table.enter(cells, text)
            if reason:
                self._refuse(reason)
                return False
            self._grid.exchange.forget_copied()
        self._close()
        return True

    def cancel(self) -> None:
        """Give up what is typed."""
        if self._is_open:
            self._close()
        self.plate.unsay()

    def settle(self) -> None:
        """Take away why something was refused, once something else is done; of an open field it stays."""
        if self.plate.is_told and not self._is_open:
            self.plate.unsay()

    def leave_missing(self) -> None:
        """Give up what is typed in a row that is no longer there."""
        if self._is_open and self._cell[0] >= self._grid.cells.size[0]:
            self.cancel()

    def tell(self, reason: str) -> None:
        """Say under the current cell why something was refused."""
        cell = self._grid.cells.current
        near = self._grid.visualRect(self._grid.table.index(*cell)) if cell is not None else QRect()
        self.plate.setFont(self._grid.font())
        self.plate.tell(reason, "", near)
        self.refused.emit(reason)

    def place(self) -> None:
        """Keep the field on its cell, and the plate beneath it."""
        if not self._is_open:
            if self.plate.is_told and self._grid.cells.current is not None:
                self.plate.place(self._grid.visualRect(self._grid.table.index(*self._grid.cells.current)))
            return
        cell = self._grid.visualRect(self._grid.table.index(*self._cell))
        rect = cell.adjusted(-_OUTSET, -_OUTSET, _OUTSET - 1, _OUTSET - 1)
        wanted = self.editor.fontMetrics().horizontalAdvance(self.editor.text()) + _MARGIN
        wanted += 20 if self.editor.is_refused else 0
        room = max(self._grid.viewport().width() - rect.left(), rect.width())
        rect.setWidth(max(rect.width(), min(wanted, room)))
        missing = self.editor.minimumSizeHint().height() - rect.height()
        if missing > 0:
            rect.adjust(0, -(missing // 2), 0, missing - missing // 2)
        self.editor.setGeometry(rect)
        if self.plate.is_told:
            self.plate.place(self.editor.geometry())

    def _refuse(self, reason: str) -> None:
        shown = self._grid.table.shown_text(*self._cell)
        self.editor.mode = EditMode.EDIT
        self.editor.set_refused(refused=True)
        self.place()
        hint = self.tr("Kept until you change it · Esc brings back {number}")
        self.plate.setFont(self._grid.font())
        self.plate.tell(reason, hint.format(number=shown), self.editor.geometry())
        self.refused.emit(reason)

    def _close(self) -> None:
        has_focus = self.editor.hasFocus()
        self._is_open = False
        self.plate.unsay()
        if has_focus:
            self._grid.setFocus()
        self.editor.hide()
        self.editor.set_refused(refused=False)
        self.closed.emit()

    def _on_focus_lost(self) -> None:
        if self._is_open:
            self._take(fill=False)

    def _on_text_edited(self, text: str) -> None:
        self.editor.set_refused(refused=False)
        self.plate.unsay()
        self.place()
        self.text_changed.emit(text)
