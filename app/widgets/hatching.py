"""The hatching of cells that are masked."""

from __future__ import annotations

from PySide6.QtCore import QLine, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_HATCH = 6


def hatch(painter: QPainter, rect: QRect, color: QColor) -> None:
    """Draw 45° lines in `rect`; those of neighbouring cells meet."""
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.6))
    step = round(_HATCH * 1.5)
    first = (rect.left() + rect.top()) // step * step
    last = rect.right() + rect.bottom()
    lines = [
        QLine(total - rect.bottom() - 1, rect.bottom() + 1, total - rect.top() + 1, rect.top() - 1)
        for total in range(first, last + step, step)
    ]
    painter.drawLines(lines)
    painter.restore()
