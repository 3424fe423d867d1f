"""What is selected in a grid, and how one moves in it, as in a spreadsheet.

The current cell stays while Shift extends; among several selected cells Enter and Tab go from one to the
next. A run of Tabs is remembered, so that Enter begins the next row under its first cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtWidgets import QTableView

from app.models.matrix_shown import Cell, Rectangle
from app.widgets.grid_editor import Finish

_FLAGS = QItemSelectionModel.SelectionFlag
_STEPS: dict[Finish, Cell] = {
    Finish.DOWN: (1, 0),
    Finish.UP: (-1, 0),
    Finish.LEFT: (0, -1),
    Finish.RIGHT: (0, 1),
}

_WITHIN = (Finish.DOWN, Finish.UP, Finish.NEXT, Finish.PREVIOUS)
"""What goes on within the selected cells, where there are several."""


class GridSelection:
    """Selects in `view`."""

    def __init__(self, view: QTableView) -> None:
        self._view = view
        self._lead: Cell = (0, 0)
        self._base = QItemSelection()
        self._tab_column: int | None = None
        self._is_moving = False

    @property
    def size(self) -> Cell:
        """Rows and columns of the table."""
        model = self._view.model()
        return model.rowCount(), model.columnCount()

    @property
    def current(self) -> Cell | None:
        """The current cell: the one that typing changes."""
        index = self._view.currentIndex()
        return (index.row(), index.column()) if index.isValid() else None

    @property
    def lead(self) -> Cell:
        """The end of the selection that Shift moves."""
        return self._lead

    def ranges(self) -> list[Rectangle]:
        """Return the selected rectangles; the current cell when nothing else is."""
        selection = self._view.selectionModel().selection()
        parts = [selection.at(number) for number in range(selection.count())]
        found = [(r.top(), r.left(), r.bottom(), r.right()) for r in parts if r.isValid()]
        if not found and self.current is not None:
            row, column = self.current
            found = [(row, column, row, column)]
        return found

    def go(self, row: int, column: int, *, extend: bool = False) -> None:
        """Make the nearest cell the current one, or extend the selection to it."""
        rows, columns = self.size
        if not rows or not columns:
            return
        row, column = max(0, min(row, rows - 1)), max(0, min(column, columns - 1))
        self._tab_column = None
        if extend and self.current is not None:
            self._extend_to((row, column))
            return
        self._base = QItemSelection()
        self._lead = (row, column)
        self._set_current((row, column))
        index = self._view.model().index(row, column)
        self._view.selectionModel().select(index, _FLAGS.ClearAndSelect)
        self._view.scrollTo(index)

    def add(self, row: int, column: int) -> None:
        """Begin another range beside those selected."""
        self._base = QItemSelection(self._view.selectionModel().selection())
        self._set_current((row, column))
        self._extend_to((row, column))

    def go_line(
        self, header: Qt.Orientation, number: int, *, extend: bool = False, add: bool = False
    ) -> None:
        """Select a whole row or column, extend to it from the current cell, or begin another range with it.

        The current cell is the first one to be seen, and stays where it is while one extends.
        """
        rows, columns = self.size
        if not rows or not columns:
            return
        self._tab_column = None
        is_row = header == Qt.Orientation.Vertical
        seen = max(self._view.columnAt(0) if is_row else self._view.rowAt(0), 0)
        if not extend or self.current is None:
            self._base = QItemSelection(self._view.selectionModel().selection()) if add else QItemSelection()
            self._set_current((number, seen) if is_row else (seen, number))
        row, column = self.current or (0, 0)
        low, high = sorted((row if is_row else column, number))
        block = (low, 0, high, columns - 1) if is_row else (0, low, rows - 1, high)
        self._lead = (number, columns - 1) if is_row else (rows - 1, number)
        self._select_with_base(block)
        self._view.scrollTo(self._view.model().index(*((number, seen) if is_row else (seen, number))))

    def _extend_to(self, lead: Cell) -> None:
        self._lead = lead
        anchor = self._view.currentIndex()
        top, bottom = sorted((anchor.row(), lead[0]))
        left, right = sorted((anchor.column(), lead[1]))
        self._select_with_base((top, left, bottom, right))
        self._view.scrollTo(self._view.model().index(*lead))

    def _select_with_base(self, rectangle: Rectangle) -> None:
        """Select a rectangle beside the ranges that were there before it was begun."""
        top, left, bottom, right = rectangle
        model = self._view.model()
        selection = QItemSelection(self._base)
        selection.merge(QItemSelection(model.index(top, left), model.index(bottom, right)), _FLAGS.Select)
        self._view.selectionModel().select(selection, _FLAGS.ClearAndSelect)

    def _set_current(self, cell: Cell) -> None:
        self._is_moving = True
        self._view.selectionModel().setCurrentIndex(self._view.model().index(*cell), _FLAGS.NoUpdate)
        self._is_moving = False

    def take_over(self) -> None:
        """Begin anew at a current cell that somebody else set (a header, a reset)."""
        if not self._is_moving and self.current is not None:
            self._lead = self.current
            self._base = QItemSelection()
            self._tab_column = None

    def select(self, ranges: Sequence[Rectangle]) -> None:
        """Select rectangles; the current cell becomes the first one's corner unless it lies inside."""
        model = self._view.model()
        if not ranges:
            return
        top, left, bottom, right = ranges[0]
        current = self.current
        if current is None or not any(
            r[0] <= current[0] <= r[2] and r[1] <= current[1] <= r[3] for r in ranges
        ):
            self._set_current((top, left))
        selection = QItemSelection()
        for r in ranges:
            selection.merge(QItemSelection(model.index(r[0], r[1]), model.index(r[2], r[3])), _FLAGS.Select)
        self._base = QItemSelection()
        self._lead = (bottom, right)
        self._view.selectionModel().select(selection, _FLAGS.ClearAndSelect)
        self._view.scrollTo(model.index(top, left))

    def select_all(self) -> None:
        """Select every cell."""
        rows, columns = self.size
        if rows and columns:
            self._lead = (rows - 1, columns - 1)
            self._select_lines((0, 0, rows - 1, columns - 1))

    def select_rows(self) -> None:
        """Select the whole rows of what is selected."""
        for top, _, bottom, _ in self.ranges()[-1:]:
            self._select_lines((top, 0, bottom, self.size[1] - 1))

    def select_columns(self) -> None:
        """Select the whole columns of what is selected."""
        for _, left, _, right in self.ranges()[-1:]:
            self._select_lines((0, left, self.size[0] - 1, right))

    def _select_lines(self, rectangle: Rectangle) -> None:
        if self.current is None:
            self._set_current(rectangle[:2])
        self._base = QItemSelection()
        self._select_with_base(rectangle)

    def follow(self, finish: Finish) -> bool:
        """Go on after an entry; False where Tab leaves the grid."""
        if self.current is None:
            return finish not in (Finish.NEXT, Finish.PREVIOUS)
        row, column = self.current
        if finish in _WITHIN and self._has_several:
            return self._go_within(finish)
        if finish in (Finish.NEXT, Finish.PREVIOUS):
            return self._tab(row, column, 1 if finish is Finish.NEXT else -1)
        if finish in (Finish.STAY, Finish.FILL):
            return True
        down, right = _STEPS[finish]
        if finish is Finish.DOWN and self._tab_column is not None:
            column = self._tab_column
        self.go(row + down, column + right)
        return True

    @property
    def _has_several(self) -> bool:
        ranges = self.ranges()
        return len(ranges) > 1 or ranges[0][:2] != ranges[0][2:]

    def _go_within(self, finish: Finish) -> bool:
        """Go to the next selected cell, by columns or by rows; False where Tab is at the end of them.

        Enter begins anew behind the last one. Tab leaves, or else the keyboard would not get out.
        """
        down, step = finish in (Finish.DOWN, Finish.UP), 1 if finish in (Finish.DOWN, Finish.NEXT) else -1
        ranges, (row, column) = self.ranges(), self.current or (0, 0)
        at = next((n for n, r in enumerate(ranges) if r[0] <= row <= r[2] and r[1] <= column <= r[3]), 0)
        top, left, bottom, right = ranges[at]
        rows, columns = bottom - top + 1, right - left + 1
        place = (column - left) * rows + row - top if down else (row - top) * columns + column - left
        place += step
        if not 0 <= place < rows * columns:
            at += step
            if not down and not 0 <= at < len(ranges):
                return False
            top, left, bottom, right = ranges[at % len(ranges)]
            rows, columns = bottom - top + 1, right - left + 1
            place = 0 if step > 0 else rows * columns - 1
        beside, below = divmod(place, rows) if down else divmod(place, columns)[::-1]
        self._set_current((top + below, left + beside))
        self._view.scrollTo(self._view.currentIndex())
        self._view.viewport().update()
        return True

    def _tab(self, row: int, column: int, step: int) -> bool:
        rows, columns = self.size
        began = column if self._tab_column is None else self._tab_column
        position = row * columns + column + step
        if not 0 <= position < rows * columns:
            return False
        next_row, next_column = divmod(position, columns)
        self.go(next_row, next_column)
        self._tab_column = began if next_row == row else 0
        return True
