"""Ticks: where one is in a row of steps. More than sixteen become a slider with the same look."""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.theme import Role, ThemeStore

MAX_TICKS = 16
_PITCH = 16.0
_DOT = 12.0
_GAP = 3.0  # more on either side of the current tick
_CURRENT = QSize(28, 16)
_SLIDER_WIDTH = 240
_EDGE = 4.0  # room for the ring of the focus
_HEIGHT = 36
_MARK = QSize(8, 4)
_MARK_BELOW = 14.0  # from the middle of a tick to that of its mark


class TickStrip(QWidget):
    """Values in (`set_ticks`), intents out: done, current, coming; a small bar below a tick marks it."""

    chosen = Signal(int)
    menu_requested = Signal(int, QPoint)  # position of a tick, place on the screen

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._titles: tuple[str, ...] = ()
        self._current = 0
        self._marked: frozenset[int] = frozenset()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    @property
    def current(self) -> int:
        """Position of the current tick, from 0."""
        return self._current

    @property
    def is_slider(self) -> bool:
        """True where there are too many for ticks."""
        return len(self._titles) > MAX_TICKS

    def set_ticks(self, titles: Sequence[str], current: int) -> None:
        """Show one tick a title, the current one at position `current`."""
        if (tuple(titles), current) == (self._titles, self._current):
            return
        self._titles = tuple(titles)
        self._current = current
        if self._titles:
            self.setAccessibleDescription(f"{self._titles[current]}, {current + 1} / {len(self._titles)}")
        self.updateGeometry()
        self.update()

    @property
    def marked(self) -> frozenset[int]:
        """Positions of the ticks that have a mark."""
        return self._marked

    def set_marked(self, positions: Collection[int]) -> None:
        """Mark the ticks at `positions` and no others."""
        if self._marked != frozenset(positions):
            self._marked = frozenset(positions)
            self.update()

    def sizeHint(self) -> QSize:
        """Keep one width for a row of steps, whichever of them is current."""
        count = len(self._titles)
        width = (
            _SLIDER_WIDTH
            if self.is_slider
            else round(_PITCH * max(count - 1, 0) + _CURRENT.width() + 2 * _GAP)
        )
        return QSize(width + round(2 * _EDGE), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Never smaller: a tick that is not there cannot be clicked."""
        return self.sizeHint()

    def centre(self, position: int) -> QPointF:
        """Return the middle of a tick."""
        middle = self.height() / 2
        if self.is_slider:
            left, right = self._track()
            return QPointF(left + (right - left) * position / (len(self._titles) - 1), middle)
        wide, narrow = _CURRENT.width() / 2 + _GAP, _PITCH / 2
        x = _EDGE + position * _PITCH + narrow
        if position == self._current:
            x += wide - narrow
        elif position > self._current:
            x += 2 * (wide - narrow)
        return QPointF(x, middle)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw line or dots, then the current tick with its number."""
        if not self._titles:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_slider:
            self._paint_track(painter)
        else:
            self._paint_dots(painter)
        self._paint_current(painter)
        self._paint_marks(painter)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrows, Home and End."""
        last = len(self._titles) - 1
        moves = {
            Qt.Key.Key_Left: self._current - 1,
            Qt.Key.Key_Down: self._current - 1,
            Qt.Key.Key_Right: self._current + 1,
            Qt.Key.Key_Up: self._current + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        position = moves.get(Qt.Key(event.key()))
        if position is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self._choose(max(0, min(position, last)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the tick under the pointer."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose(self._at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while it is held down."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self._at(event.position().x()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the tick under the pointer, by keyboard of the current one."""
        if not self._titles:
            return
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.menu_requested.emit(self._current, self.mapToGlobal(self.centre(self._current).toPoint()))
        else:
            self.menu_requested.emit(self._at(event.pos().x()), event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Tell the step's name at each tick."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._titles:
            position = self._at(event.pos().x())
            text = f"{position + 1} · {self._titles[position]}"
            QToolTip.showText(event.globalPos(), f"<p>{html.escape(text)}</p>", self)
            return True
        return super().event(event)

    def _choose(self, position: int) -> None:
        if self._titles and position != self._current:
            self.chosen.emit(position)

    def _at(self, x: float) -> int:
        """Return the position nearest to `x`."""
        return min(range(len(self._titles)), key=lambda position: abs(self.centre(position).x() - x))

    def _track(self) -> tuple[float, float]:
        half = _CURRENT.width() / 2
        return _EDGE + half, self.width() - _EDGE - half

    def _paint_track(self, painter: QPainter) -> None:
        middle, here = self.height() / 2, self.centre(self._current).x()
        left, right = self._track()
        painter.setPen(QPen(self._theme.color(Role.LINE), 1.5))
        painter.drawLine(QPointF(here, middle), QPointF(right, middle))
        painter.setPen(QPen(self._theme.color(Role.LINE), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left, middle), QPointF(here, middle))

    def _paint_dots(self, painter: QPainter) -> None:
        for position in range(len(self._titles)):
            if position == self._current:
                continue
            coming = position > self._current
            painter.setPen(QPen(self._theme.color(Role.LINE), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush if coming else self._theme.color(Role.LINE))
            painter.drawEllipse(self.centre(position), _DOT / 2 - 0.5, _DOT / 2 - 0.5)

    def _paint_current(self, painter: QPainter) -> None:
        box = QRectF(0, 0, _CURRENT.width(), _CURRENT.height())
        box.moveCenter(self.centre(self._current))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(Role.ACCENT))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(12)
        painter.setFont(font)
        painter.setPen(self._theme.color(Role.ON_ACCENT))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._current + 1))
        if self.hasFocus():
            ring = box.adjusted(-2.5, -2.5, 2.5, 2.5)
            painter.setPen(QPen(self._theme.color(Role.INK), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)

    def _paint_marks(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(Role.INK))
        bar = QRectF(0, 0, _MARK.width(), _MARK.height())
        for position in self._marked:
            if position < len(self._titles):
                bar.moveCenter(self.centre(position) + QPointF(0, _MARK_BELOW))
                painter.drawRect(bar)
