"""Heads of queries over heads of keys or values, and an arrow from each to the one that it reads."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.theme import Role, Theme
from app.widgets.band_drawing import BandDrawing, paint_arrow

MOST_HEADS = 16
"""With more heads, or in less room, some on either side of the shown one are drawn."""
_LEAST_HEADS = 4
_TEXT_PAD, _GAP, _LABEL_GAP, _MORE = 12, 8, 12, 12
_EDGE, _LONGEST = 2, 26
"""What is left free above and below, and how high an arrow is where there is room."""


class HeadArrows(BandDrawing):
    """Values in (`set_sharing`, `set_theme`); hidden where no heads are shared."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, least=_LEAST_HEADS, most=MOST_HEADS)
        self._reads: tuple[int, ...] = ()
        self._readers: tuple[int, ...] = (0,)
        self._symbol = ""

    def set_sharing(
        self, reads: Sequence[int], readers: Sequence[int] = (0,), symbol: str = "", words: str = ""
    ) -> None:
        """Show who reads what.

        Parameters
        ----------
        reads : sequence of int
            For each head of the queries the head that it reads; empty where none are shared.
        readers : sequence of int, default=(0,)
            The heads of the queries that stand out: the shown one, or all that read what is shown.
        symbol : str, default=""
            What is shared: ``K`` or ``V``.
        words : str, default=""
            The arrows as text.
        """
        wanted = (tuple(reads), tuple(readers), symbol)
        self.setVisible(bool(reads))
        self.setToolTip(words)
        self.setAccessibleDescription(words)
        if wanted == (self._reads, self._readers, self._symbol):
            return
        self._reads, self._readers, self._symbol = wanted
        self.updateGeometry()
        self.update()

    @property
    def heads(self) -> range:
        """The heads of the queries that are drawn: all of them, or those around the shown one."""
        count = len(self._reads)
        room = max((self.width() - self._left - _MORE) // self._pitch, 1)
        if count <= room:
            return range(count)
        group = count // (max(self._reads) + 1)
        group = group if group <= room else 1
        room -= room % group
        first = min(max(self._readers[0] - room // 2, 0), count - room)
        first -= first % group
        return range(first, first + room)

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        """Each arrow that is drawn: a head of the queries and the head that it reads."""
        return tuple((head, self._reads[head]) for head in self.heads)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw boxes, then arrows, that of the shown head last."""
        if not self._reads:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.small)
        heads = self.heads
        shared = sorted({self._reads[head] for head in heads})
        top, bottom = self._row(0), self._row(1)
        self._paint_label(painter, "Q", top)
        self._paint_label(painter, self._symbol, bottom)
        above = {head: self._place(place, len(heads), len(heads)) for place, head in enumerate(heads)}
        below = {read: self._place(place, len(shared), len(heads)) for place, read in enumerate(shared)}
        self._paint_more(painter, heads, top)
        for head, x in above.items():
            self._paint_box(painter, x, top, head, filled=head in self._readers)
        for read, x in below.items():
            self._paint_box(painter, x, bottom, read, outlined=read == self._reads[self._readers[0]])
        for head in sorted(heads, key=lambda head: head in self._readers):
            start, end = QPointF(above[head], top.bottom()), QPointF(below[self._reads[head]], bottom.top())
            self._paint_arrow(painter, start, end, is_shown=head in self._readers)

    @property
    def _left(self) -> int:
        return self.metrics_of_small.horizontalAdvance("Q") + _LABEL_GAP

    @property
    def _box(self) -> int:
        return self.metrics_of_small.horizontalAdvance(str(max(len(self._reads), 1))) + _TEXT_PAD

    @property
    def _pitch(self) -> int:
        return self._box + _GAP

    @property
    def count(self) -> int:
        """How many heads of queries there are."""
        return len(self._reads)

    def size_of(self, count: int) -> QSize:
        """Return the room that so many take."""
        return QSize(self._left + count * self._pitch + _MORE, 2 * self.metrics_of_small.height() + 12)

    def _row(self, number: int) -> QRectF:
        """Return the band of the boxes above or below."""
        height = self.metrics_of_small.height()
        room = min(self.height() - 2 * _EDGE, 2 * height + _LONGEST)
        top = (self.height() - room) // 2
        return QRectF(0, top if number == 0 else top + room - height, self.width(), height)

    def _place(self, place: int, count: int, heads: int) -> float:
        """Return the middle of one of `count` boxes that share the width of the heads evenly."""
        return self._left + (place + 0.5) * heads * self._pitch / count

    def _paint_more(self, painter: QPainter, heads: range, row: QRectF) -> None:
        """Write … on a side where there are more heads."""
        painter.setPen(self._theme.color(Role.INK_SOFT))
        right = self._left + len(heads) * self._pitch
        sides = ((heads.start > 0, self._left - _LABEL_GAP), (heads.stop < len(self._reads), right))
        for more, x in sides:
            if more:
                painter.drawText(QRectF(x, row.top(), _MORE, row.height()), Qt.AlignmentFlag.AlignCenter, "…")

    def _paint_label(self, painter: QPainter, text: str, row: QRectF) -> None:
        painter.setPen(self._theme.color(Role.INK_SOFT))
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_box(
        self,
        painter: QPainter,
        x: float,
        row: QRectF,
        number: int,
        *,
        filled: bool = False,
        outlined: bool = False,
    ) -> None:
        """Write the number of a head: filled for the shown one, outlined for the one that it reads."""
        is_shown = filled or outlined
        box = QRectF(x - self._box / 2, row.top(), self._box, row.height()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(self._theme.color(Role.ACCENT if filled else Role.STAGE))
        painter.setPen(QPen(self._theme.color(Role.ACCENT if is_shown else Role.LINE), 2 if outlined else 1))
        painter.drawRoundedRect(box, 2, 2)
        painter.setPen(self._theme.color(Role.ON_ACCENT if filled else Role.INK))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number + 1))

    def _paint_arrow(self, painter: QPainter, start: QPointF, end: QPointF, *, is_shown: bool) -> None:
        pen = QPen(self._theme.color(Role.ACCENT if is_shown else Role.LINE), 2 if is_shown else 1)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        unit = (end - start) / max(math.hypot(end.x() - start.x(), end.y() - start.y()), 1.0)
        paint_arrow(painter, start + unit, end - unit)
