"""Fields that the style sheet cannot finish."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox, QWidget


class NumberField(QSpinBox):
    """A spin box whose text does not touch its frame (style sheets do not reach that far)."""

    def __init__(self, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(low, high)
        self.lineEdit().setTextMargins(5, 0, 0, 0)
