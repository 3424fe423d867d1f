"""A line of text beside others that stand still while it changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget


class StillLabel(QLabel):
    """Keeps the room of its longest text until `release`: a number that is pulled at lays nothing out."""

    def __init__(self, margin: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._beside = margin
        self._text = ""
        self._room = 0

    def text(self) -> str:
        """Return what is written."""
        return self._text

    def setText(self, text: str) -> None:
        """Write another text."""
        if text == self._text:
            return
        self._text = text
        self._reserve()
        self.update()

    def release(self) -> None:
        """Need no more room than the next text."""
        self._room = 0

    def sizeHint(self) -> QSize:
        """Return the room of the text."""
        return QSize(self._room + 2 * self._beside, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._room = 0
            self._reserve()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Write the text."""
        painter = QPainter(self)
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        painter.drawText(self.rect().adjusted(self._beside, 0, 0, 0), side, self._text)
        painter.end()

    def _reserve(self) -> None:
        line = Qt.TextFlag.TextSingleLine
        width = self.fontMetrics().boundingRect(QRect(0, 0, 9999, 99), int(line), self._text).width()
        if width > self._room or not self._text:
            self._room = width
            self.updateGeometry()
