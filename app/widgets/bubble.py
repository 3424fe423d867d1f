"""Where a bubble of words stands beside what it is about, and how long words are kept inside it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics

_GAP = 2
_EDGE = 4
_LONGEST = 240
"""Texts of more characters lose their middle: somebody has pasted what does not belong there."""


def widest(metrics: QFontMetrics) -> int:
    """Return how wide words may run before they wrap: about 420 px at 13 px."""
    return 27 * metrics.height()


def beside(near: QRect, size: QSize, area: QRect) -> QRect:
    """Return the place beneath `near`, else above it, else to the right or left, inside of `area`."""
    inner = area.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    below, above = near.bottom() + _GAP, near.top() - _GAP - size.height()
    left = _within(near.left(), size.width(), inner.left(), inner.right())
    at = QPoint(left, below)
    if below + size.height() > inner.bottom() + 1:
        at = QPoint(left, above)
        if above < inner.top():
            right = near.right() + _GAP
            is_right = right + size.width() <= inner.right() + 1
            at.setX(right if is_right else near.left() - _GAP - size.width())
            at.setX(_within(at.x(), size.width(), inner.left(), inner.right()))
            at.setY(_within(near.top(), size.height(), inner.top(), inner.bottom()))
    return QRect(at, size)


def _within(start: int, length: int, low: int, high: int) -> int:
    return max(min(start, high + 1 - length), low)


def short_text(text: str, metrics: QFontMetrics, width: int) -> str:
    """Return `text` without what no bubble could hold: too much of it, and words wider than `width`."""
    if len(text) > _LONGEST:
        half = _LONGEST // 2
        text = f"{text[:half]} … {text[-half:]}"
    lines = (line.split(" ") for line in text.split("\n"))
    middle = Qt.TextElideMode.ElideMiddle
    return "\n".join(" ".join(metrics.elidedText(word, middle, width) for word in words) for words in lines)
