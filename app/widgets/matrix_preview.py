"""The first rows and columns of a matrix, to be recognised by."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from core.expression.numbers import number_text
from core.numbers import edit_text
from core.tensor import Array

ROWS, COLUMNS = 6, 6
"""More are told by an ellipsis."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class MatrixPreview(QTableWidget):
    """Always of one height, so that nothing moves when another matrix comes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.ensurePolished()  # it is measured as it will be drawn
        row = self.fontMetrics().height() + 8
        self.verticalHeader().setDefaultSectionSize(row)
        self.horizontalHeader().setFixedHeight(row)
        self.setFixedHeight((ROWS + 2) * row + 4)

    def show_values(self, values: Array | None, decimals: int) -> None:
        """Show numbers with so many digits behind the point; their tool tips are exact."""
        rows, columns = values.shape if values is not None else (0, 0)
        self.clear()
        self.setRowCount(min(rows, ROWS + 1))
        self.setColumnCount(min(columns, COLUMNS + 1))
        for row in range(min(rows, ROWS)):
            for column in range(min(columns, COLUMNS)):
                value = float(values[row, column]) if values is not None else 0.0
                self._put(row, column, number_text(value, decimals), edit_text(value))
        if rows > ROWS:
            self.setVerticalHeaderItem(ROWS, QTableWidgetItem("…"))
            for column in range(self.columnCount()):
                self._put(ROWS, column, "…")
        if columns > COLUMNS:
            self.setHorizontalHeaderItem(COLUMNS, QTableWidgetItem("…"))
            for row in range(min(rows, ROWS)):
                self._put(row, COLUMNS, "…")

    def _put(self, row: int, column: int, text: str, tip: str = "") -> None:
        item = QTableWidgetItem(text)
        item.setToolTip(tip)
        item.setTextAlignment(_RIGHT)
        self.setItem(row, column, item)
