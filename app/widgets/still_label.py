"""A line of text beside others that stand still while it changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

_ZEROS = str.maketrans(dict.fromkeys("123456789", "0"))
_LINE = int(Qt.TextFlag.TextSingleLine)
_SIDE = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.AlignmentFlag.AlignLeft) | _LINE


class StillLabel(QWidget):
    """Keeps the room of its longest text until `release`: a number that is pulled at lays nothing out.

    All digits are of one width, so that texts with other digits need not be measured.
    """

    def __init__(self, margin: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # what is under it is not painted again
        self._beside = margin
        self._text = ""
        self._room = 0
        self._fitting: set[str] = set()
        """Texts for which there is room, with 0 for each digit."""

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
        self._fitting.clear()

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
            self.release()
            self._reserve()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Write the text."""
        painter, area = QPainter(self), self.rect()
        painter.eraseRect(area)
        painter.drawText(area.adjusted(self._beside, 0, 0, 0), _SIDE, self._text)
        painter.end()

    def _reserve(self) -> None:
        if not self._text:
            self.release()
            self.updateGeometry()
            return
        text = self._text.translate(_ZEROS)
        if text in self._fitting:
            return
        self._fitting.add(text)
        width = self.fontMetrics().boundingRect(QRect(0, 0, 9999, 99), _LINE, text).width()
        if width > self._room:
            self._room = width
            self.updateGeometry()
