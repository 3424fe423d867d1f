"""A line of text that is cut where there is no room for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

_LEAST = 80


class ElidedLabel(QLabel):
    """`text()` stays whole; a tool tip is up to whoever sets it."""

    def __init__(
        self, parent: QWidget | None = None, *, mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    ) -> None:
        super().__init__(parent)
        self._mode = mode

    @property
    def fitting(self) -> str:
        """What is written: nothing where there is not even room for a word."""
        if self.width() < self.minimumSizeHint().width():
            return ""
        return self.fontMetrics().elidedText(self.text(), self._mode, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        """Need no more than a word's width."""
        return QSize(min(_LEAST, self.sizeHint().width()), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw as much of the text as has room."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment() | Qt.TextFlag.TextSingleLine, self.fitting)
        painter.end()
