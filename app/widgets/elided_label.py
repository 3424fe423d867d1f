"""A line of text that is cut in the middle where there is no room for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel


class ElidedLabel(QLabel):
    """`text()` stays whole; a tool tip is up to whoever sets it."""

    def minimumSizeHint(self) -> QSize:
        """Need no more than a word's width."""
        return QSize(min(80, self.sizeHint().width()), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw as much of the text as has room."""
        painter = QPainter(self)
        fitting = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment() | Qt.TextFlag.TextSingleLine, fitting)
        painter.end()
