"""How a row of the outline looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.theme import Role, ThemeStore

_PAD = 8.0
_GAP = 10.0
_LEAST_NAME = 40.0
"""A technical name that is cut to less says nothing."""


class OutlineRoles(NamedTuple):
    """What the model calls the technical name, what is off, where playing stops, and what differs."""

    name: int
    off: int
    stop: int
    changed: int
    difference: int
    short_difference: int
    first: int


class _Badge(NamedTuple):
    """Its colours."""

    edge: Role
    ground: Role
    ink: Role


_CHANGED_MARK, _DIFFERENCE_MARK = "±", "Δ"
"""What is left of a badge where the words have no room beside it; the tool tip has the rest."""
_CHANGED = _Badge(Role.CHANGED, Role.CHANGED_TINT, Role.CHANGED)
_FIRST = _Badge(Role.INK, Role.INK, Role.STAGE)
"""The first step that differs: filled."""
_LATER = _Badge(Role.LINE, Role.STAGE, Role.INK)


class OutlineDelegate(QStyledItemDelegate):
    """Words, then the technical name; the current step is filled, what is switched off is dashed and grey.

    A bar at its left marks a step where playing stops, a badge at its right says how much changed, one
    beside it how much differs from the pinned run (filled at the first such step). They become shorter, down
    to marks, where the words need the room.
    `is_current` tells the row that is filled.
    """

    def __init__(
        self,
        theme: ThemeStore,
        *,
        roles: OutlineRoles,
        is_current: Callable[[QModelIndex | QPersistentModelIndex], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roles = roles
        self._is_current = is_current

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current, off = self._is_current(index), bool(index.data(self._roles.off))
        text = str(index.data())
        row = QRectF(option.rect)
        font = self._font(option, bold=current or index.model().hasChildren(index))
        words = QFontMetricsF(font).horizontalAdvance(text)
        room = row.adjusted(_PAD, 0, -_PAD, 0)
        self._paint_ground(painter, row, words, option, current=current, off=off)
        if index.data(self._roles.stop):
            ink = self._theme.color(Role.ON_ACCENT if current else Role.INK)
            painter.fillRect(QRectF(row.left() + 2, row.top() + 5, 3, row.height() - 10), ink)
        self._paint_badges(painter, room, option, index, words)
        painter.setFont(font)
        painter.setPen(self._theme.color(Role.ON_ACCENT if current else Role.DISABLED if off else Role.INK))
        fitting = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _LEFT, fitting)
        room.setLeft(room.left() + words + _GAP + (_PAD if off else 0))
        self._paint_name(painter, room, option, str(index.data(self._roles.name) or ""), current=current)
        painter.restore()

    def _paint_name(
        self, painter: QPainter, room: QRectF, option: QStyleOptionViewItem, name: str, *, current: bool
    ) -> None:
        """Write the technical name into what the words leave."""
        font = self._small(option)
        painter.setFont(font)
        painter.setPen(self._theme.color(Role.ON_ACCENT if current else Role.INK_SOFT))
        painter.drawText(room, _LEFT, fitting_name(QFontMetricsF(font), name, room.width()))

    def _paint_badges(
        self,
        painter: QPainter,
        room: QRectF,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        words: float,
    ) -> None:
        """Say at the right how much changed, and left of it how much differs; `room` becomes what is left."""
        changed, differs = self.badges(option, index, room.width() - words)
        room.setRight(room.right() - self._paint_badge(painter, room, option, changed, _CHANGED))
        look = _FIRST if index.data(self._roles.first) else _LATER
        room.setRight(room.right() - self._paint_badge(painter, room, option, differs, look))

    def badges(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, room: float
    ) -> tuple[str, str]:
        """Return how much changed and how much differs, as long as it has room beside the words."""
        roles = self._roles
        whole = (roles.changed, roles.difference, roles.short_difference)
        changed, differs, short = (str(index.data(role) or "") for role in whole)
        changed_mark, mark = _CHANGED_MARK if changed else "", _DIFFERENCE_MARK if differs else ""
        least = ("", mark) if differs else (changed_mark, "")
        tried = ((changed, differs), (changed, short), (changed_mark, short), (changed_mark, mark))
        metrics = QFontMetricsF(self._small(option))
        return next((one for one in tried if sum(_badge_room(metrics, text) for text in one) <= room), least)

    def _paint_badge(
        self, painter: QPainter, room: QRectF, option: QStyleOptionViewItem, text: str, look: _Badge
    ) -> float:
        """Write a badge at the right; return the width that it takes."""
        if not text:
            return 0.0
        font = self._small(option)
        taken = _badge_room(QFontMetricsF(font), text)
        width = taken - _PAD
        box = QRectF(room.right() - width, room.top() + 3.5, width, room.height() - 7)
        painter.setFont(font)
        painter.setPen(QPen(self._theme.color(look.edge), 1))
        painter.setBrush(self._theme.color(look.ground))
        painter.drawRoundedRect(box, 2, 2)
        painter.setPen(self._theme.color(look.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
        return taken

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return one height for all rows."""
        height = QFontMetricsF(option.font).height()
        return QSize(super().sizeHint(option, index).width() + 80, round((height + 10) / 4) * 4)

    def _small(self, option: QStyleOptionViewItem) -> QFont:
        font = QFont(option.font)
        font.setPixelSize(12)
        return font

    def _font(self, option: QStyleOptionViewItem, *, bold: bool) -> QFont:
        font = QFont(option.font)
        font.setBold(bold)
        return font

    def _paint_ground(
        self,
        painter: QPainter,
        row: QRectF,
        words: float,
        option: QStyleOptionViewItem,
        *,
        current: bool,
        off: bool,
    ) -> None:
        state = option.state
        box = row.adjusted(0.5, 1.5, -1.5, -1.5)
        painter.setPen(Qt.PenStyle.NoPen)
        if current:
            painter.setBrush(self._theme.color(Role.ACCENT))
            painter.drawRoundedRect(box, 4, 4)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self._theme.color(Role.ACCENT_TINT))
            painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if off:
            pen = QPen(self._theme.color(Role.LINE), 1)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            frame = QRectF(row.left() + 1.5, row.top() + 2.5, words + 2 * _PAD - 2, row.height() - 5)
            painter.drawRoundedRect(frame.intersected(box), 2, 2)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.color(Role.INK), 1.5))
            painter.drawRoundedRect(box.adjusted(0.5, 0, -0.5, 0), 4, 4)


def fitting_name(metrics: QFontMetricsF, name: str, room: float) -> str:
    """Return as much of a technical name as there is room for; nothing where little would be left."""
    if room < min(metrics.horizontalAdvance(name), _LEAST_NAME):
        return ""
    return metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)


def _badge_room(metrics: QFontMetricsF, text: str) -> float:
    """Return the width of a badge and of the gap beside it; none where there is no badge."""
    return metrics.horizontalAdvance(text) + 2 * _PAD if text else 0.0


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
