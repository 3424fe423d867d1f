"""What becomes of each tensor of a file of weights: a line each, those that are left out first."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from app.texts import translated
from core.importers.weights.plan import Fate, PlanRow, WeightPlan

_SIGNS = {Fate.OTHER_SHAPE: "✗", Fate.NOT_HERE: "✗", Fate.FITS: "✓", Fate.MISSING: "–"}
_ORDER = (Fate.OTHER_SHAPE, Fate.NOT_HERE, Fate.FITS, Fate.MISSING)
_ROWS = 9
"""So many lines are seen at least."""
_NAMES = (1, 3)
_WIDEST = 250
"""Pixels of a column of names; the reason has the rest."""


class WeightsTable(QTableWidget):
    """Sign, name and shape in the model, name and shape in the file, and the reason."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 6, parent)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.setHorizontalHeaderLabels(
            [
                "",
                self.tr("In the model"),
                self.tr("Shape"),
                self.tr("In the file"),
                self.tr("Shape"),
                self.tr("What becomes of it"),
            ]
        )
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names begin alike
        self.ensurePolished()
        line = self.fontMetrics().height() + 6
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(line)
        self.setMinimumHeight((_ROWS + 1) * line)

    def show_plan(self, plan: WeightPlan | None) -> None:
        """Show what would become of each tensor."""
        rows = sorted(plan.rows, key=lambda row: _ORDER.index(row.fate)) if plan is not None else []
        self.clearContents()
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            self._show_row(number, row)
        self.resizeColumnsToContents()
        for column in _NAMES:
            self.setColumnWidth(column, min(self.columnWidth(column), _WIDEST))
        self.scrollToTop()

    def _show_row(self, number: int, row: PlanRow) -> None:
        reason = translated(row.reason)
        texts = (_SIGNS[row.fate], row.name, row.needed, row.stored, row.size, reason)
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(reason if column in {0, len(texts) - 1} else text)
            self.setItem(number, column, item)
