"""Each pair of columns that is turned by position, as an arrow before and after (RoPE)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from app.models.stage_turning import Turn
from app.theme import Role, Theme
from app.widgets.band_drawing import BandDrawing, paint_arrow

MOST_PAIRS, _LEAST_PAIRS = 6, 1
"""With more pairs, or in less room, some on either side of the lit one are drawn."""
_RADIUS, _GAP, _EDGE, _MORE = 24, 8, 4, 12


class TurnArrows(BandDrawing):
    """Values in (`set_turns`, `set_theme`); hidden where nothing is turned.

    All pairs have one scale: the longest reaches the edge. The first number of a pair points right, the
    second up.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, least=_LEAST_PAIRS, most=MOST_PAIRS)
        self._turns: tuple[Turn, ...] = ()
        self._lit = 0

    def set_turns(self, turns: Sequence[Turn], lit: int = 0) -> None:
        """Show these pairs of a row; `lit` is the pair of the chosen cell, −1 where it is in none."""
        wanted = (tuple(turns), lit)
        self.setVisible(bool(turns))
        if wanted == (self._turns, self._lit):
            return
        fresh = len(turns) != len(self._turns)
        self._turns, self._lit = wanted
        self.setAccessibleDescription("\n".join(turn.told for turn in turns))
        if fresh:
            self.updateGeometry()
        self.update()

    @property
    def pairs(self) -> range:
        """The pairs that are drawn: all, or those around the lit one."""
        count = len(self._turns)
        room = max((self.width() - 2 * _MORE) // self._pitch, 1)
        if count <= room:
            return range(count)
        first = min(max(self._lit - room // 2, 0), count - room)
        return range(first, first + room)

    def ends(self, pair: int) -> tuple[QPointF, QPointF, QPointF]:
        """Return where a pair's arrows begin, and where those before and after the turn end."""
        turn, centre = self._turns[pair], self._centre(pair)
        scale = self._radius / (self._longest or 1.0)
        before, after = (QPointF(x * scale, -y * scale) for x, y in (turn.before, turn.after))
        return centre, centre + before, centre + after

    def event(self, event: QEvent) -> bool:
        """Tell the angle of the pair under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = [pair for pair in self.pairs if self._box(pair).contains(event.pos())]
            QToolTip.showText(event.globalPos(), self._turns[found[0]].told if found else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw each pair: its number, its circle, before, the turn, after."""
        if not self._turns:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.small)
        for pair in self.pairs:
            self._paint_number(painter, pair)
            if all(map(math.isfinite, (*self._turns[pair].before, *self._turns[pair].after))):
                self._paint_turn(painter, pair)
        self._paint_more(painter)

    @property
    def _number_width(self) -> int:
        return self.metrics_of_small.horizontalAdvance(str(max(len(self._turns), 1))) + 8

    @property
    def _radius(self) -> float:
        return min(self.height() / 2 - _EDGE, _RADIUS) if self.height() else _RADIUS

    @property
    def _pitch(self) -> int:
        return self._number_width + 2 * _RADIUS + 2 * _GAP

    @property
    def _longest(self) -> float:
        """The length of the longest pair that has one."""
        lengths = (math.hypot(*point) for turn in self._turns for point in (turn.before, turn.after))
        return max(filter(math.isfinite, lengths), default=0.0)

    @property
    def count(self) -> int:
        """How many pairs there are."""
        return len(self._turns)

    def size_of(self, count: int) -> QSize:
        """Return the room that so many take."""
        return QSize(2 * _MORE + count * self._pitch, 2 * self.metrics_of_small.height() + 8)

    def _box(self, pair: int) -> QRectF:
        left = _MORE + (pair - self.pairs.start) * self._pitch
        return QRectF(left, 0, self._pitch, self.height())

    def _centre(self, pair: int) -> QPointF:
        return QPointF(self._box(pair).left() + self._number_width + _RADIUS + 4, self.height() / 2)

    def _paint_number(self, painter: QPainter, pair: int) -> None:
        """Write the number of a pair, filled for the lit one."""
        high = self.metrics_of_small.height()
        box = QRectF(self._box(pair).left(), (self.height() - high) / 2, self._number_width, high)
        if pair == self._lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(Role.ACCENT))
            painter.drawRoundedRect(box, 2, 2)
        painter.setPen(self._theme.color(Role.ON_ACCENT if pair == self._lit else Role.INK))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(pair + 1))

    def _paint_turn(self, painter: QPainter, pair: int) -> None:
        centre, before, after = self.ends(pair)
        start, turned = before - centre, self._turns[pair].angle
        radius = math.hypot(start.x(), start.y())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color(Role.HAIRLINE), 1))
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(QPen(self._theme.color(Role.LINE), 1))
        painter.drawLine(centre, before)
        color = self._theme.pair_color(pair)
        painter.setPen(QPen(color, 1.5))
        inner = QRectF(centre.x() - radius / 2, centre.y() - radius / 2, radius, radius)
        first = math.degrees(math.atan2(-start.y(), start.x()))
        painter.drawArc(inner, round(16 * first), round(16 * math.degrees(math.fmod(turned, math.tau))))
        painter.setPen(QPen(color, 2))
        paint_arrow(painter, centre, after)

    def _paint_more(self, painter: QPainter) -> None:
        """Write … on a side where there are more pairs."""
        pairs = self.pairs
        painter.setPen(self._theme.color(Role.INK_SOFT))
        right = _MORE + len(pairs) * self._pitch
        for more, x in ((pairs.start > 0, 0), (pairs.stop < len(self._turns), right)):
            if more:
                box = QRectF(x, 0, _MORE, self.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "…")
