"""What the small drawings beside a formula share: their font, their theme, the tip of an arrow."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.theme import Theme

_SMALL = 12 / 13
_TIP = 3.5
"""Half the width of the head of an arrow."""


class BandDrawing(QWidget):
    """So many things side by side; hidden until there are some.

    Parameters
    ----------
    theme : Theme
    least, most : int
        For how many things there is room at least, and is asked at most.
    """

    def __init__(self, theme: Theme, parent: QWidget | None, *, least: int, most: int) -> None:
        super().__init__(parent)
        self._theme = theme
        self._least, self._most = least, most
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    @property
    def count(self) -> int:
        """How many things there are."""
        raise NotImplementedError

    def size_of(self, count: int) -> QSize:
        """Return the room that so many take."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        """Room for all, up to some."""
        return self.size_of(min(self.count, self._most))

    def minimumSizeHint(self) -> QSize:
        """Room for a few."""
        return self.size_of(min(self.count, self._least))

    def changeEvent(self, event: QEvent) -> None:
        """Another font needs other room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    @property
    def small(self) -> QFont:
        """The font, a little smaller."""
        font = QFont(self.font())
        if font.pixelSize() > 0:
            font.setPixelSize(max(round(font.pixelSize() * _SMALL), 12))
        else:
            font.setPointSizeF(font.pointSizeF() * _SMALL)
        return font

    @property
    def metrics_of_small(self) -> QFontMetrics:
        """How large texts in it are."""
        return QFontMetrics(self.small)


def paint_arrow(painter: QPainter, start: QPointF, end: QPointF) -> None:
    """Draw a line, and a tip at its end where it is long enough."""
    painter.drawLine(start, end)
    along = end - start
    length = math.hypot(along.x(), along.y())
    if length < 2 * _TIP:
        return
    unit = along / length
    across = QPointF(-unit.y(), unit.x())
    back = end - unit * (_TIP * 1.4)
    painter.drawPolyline([back + across * _TIP, end, back - across * _TIP])
