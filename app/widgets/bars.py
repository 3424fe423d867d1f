"""Horizontal bars of shares: word, number in its cell, bar. All on one scale from 0 to 1."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.theme import Role, ThemeStore
from app.widgets.grid_paint import luminance
from core.record import Record

ROW = 28.0
_TWO_ROWS = 34.0
"""Height of a row in which two runs are compared, one under the other."""
_AXIS = 24.0
_CELL_GAP = 12.0
_DOT = 3.5
_INK_LIMIT = 0.179
_LONGEST_WORD = 180.0
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Home: -1000, Qt.Key.Key_End: 1000}


class Bar(Record):
    """One share."""

    text: str
    value: float
    number: str
    """The value as it is shown."""
    exact: str
    """What the tool tip says."""
    key: int | None
    """What is told when it is chosen; None for what remains."""
    other: float | None = None
    """The share in the run that is compared; None where it has no such word, or no run is."""
    other_number: str = ""
    left: float | None = None
    """Its share after others were left out, 0 where it is one of them; None where none are."""
    is_drawn: bool = False

    @property
    def is_out(self) -> bool:
        """Whether it is left out."""
        return self.left == 0.0


class BarList(QWidget):
    """Bars in (`set_bars`), intents out (`chosen`, `taken`). Arrows go from bar to bar, Enter takes one."""

    chosen = Signal(int)
    taken = Signal(int)  # by Enter or a double click
    capacity_changed = Signal(int)

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self._current: int | None = None
        self._hovered: int | None = None
        self._capacity = 0
        self._runs: tuple[str, str] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The bars shown."""
        return self._bars

    @property
    def capacity(self) -> int:
        """How many rows have room."""
        return self._capacity

    def set_runs(self, runs: tuple[str, str] | None) -> None:
        """Show two shares in each row, called so: first `Bar.value`, below `Bar.other`. None: one alone."""
        if runs != self._runs:
            self._runs = runs
            self._count_rows()
            self.update()

    def set_bars(self, bars: Sequence[Bar], current: int | None) -> None:
        """Show these bars; the one with the key `current` is marked."""
        self._bars, self._current = tuple(bars), current
        marked = next((bar for bar in self._bars if bar.key is not None and bar.key == current), None)
        shown = self._bars[0] if marked is None and self._bars else marked
        self.setAccessibleDescription("" if shown is None else f"{shown.text}: {self._said(shown)}")
        self.update()

    def _said(self, bar: Bar) -> str:
        """Return the share, of two runs with what they are called."""
        if self._runs is None:
            return bar.number
        return f"{self._runs[0]} {bar.number}, {self._runs[1]} {bar.other_number}"

    @property
    def _row(self) -> float:
        return ROW if self._runs is None else _TWO_ROWS

    def row_box(self, position: int) -> QRectF:
        """Return the box of a row."""
        return QRectF(0, _AXIS + position * self._row, self.width(), self._row)

    def sizeHint(self) -> QSize:
        """Ask for room for ten bars and the rest."""
        return QSize(480, round(_AXIS + 11 * ROW))

    def minimumSizeHint(self) -> QSize:
        """Three bars and the rest."""
        return QSize(320, round(_AXIS + 4 * ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell how many rows have room."""
        super().resizeEvent(event)
        self._count_rows()

    def _count_rows(self) -> None:
        capacity = max(1, int((self.height() - _AXIS) // self._row))
        if capacity != self._capacity:
            self._capacity = capacity
            self.capacity_changed.emit(capacity)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the scale, then the rows."""
        if not self._bars:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_scale(painter)
        for position, bar in enumerate(self._bars):
            self._paint_row(painter, position, bar)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the bar above or below; Enter takes the chosen one, or else the first."""
        step = _MOVES.get(Qt.Key(event.key()))
        keys = [bar.key for bar in self._bars if bar.key is not None]
        if keys and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit(self._current if self._current in keys else keys[0])
            return
        if step is None or not keys:
            super().keyPressEvent(event)
            return
        place = keys.index(self._current) + step if self._current in keys else 0
        self.chosen.emit(keys[max(0, min(place, len(keys) - 1))])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the bar under the pointer."""
        position = self._at(event.position().y())
        key = None if position is None else self._bars[position].key
        if event.button() is Qt.MouseButton.LeftButton and key is not None:
            self.chosen.emit(key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the bar under the pointer."""
        position = self._at(event.position().y())
        key = None if position is None else self._bars[position].key
        if event.button() is Qt.MouseButton.LeftButton and key is not None:
            self.taken.emit(key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hover over a bar."""
        self._set_hovered(self._at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Hover over nothing."""
        super().leaveEvent(event)
        self._set_hovered(None)

    def event(self, event: QEvent) -> bool:
        """Tell the exact number."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            position = self._at(event.pos().y())
            text = "" if position is None else f"<p>{html.escape(self._bars[position].exact)}</p>"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _at(self, y: float) -> int | None:
        position = int((y - _AXIS) // self._row)
        return position if 0 <= position < len(self._bars) else None

    def _set_hovered(self, position: int | None) -> None:
        if position != self._hovered:
            self._hovered = position
            self.update()

    def _columns(self) -> tuple[float, float, float]:
        """Return the width of the words, of the numbers, and where the bars begin."""
        bold = QFontMetricsF(self._bold())
        words = min(max(bold.horizontalAdvance(bar.text) for bar in self._bars) + 2, _LONGEST_WORD)
        words = max(words, min(96.0, _LONGEST_WORD))
        texts = (text for bar in self._bars for text in (bar.number, bar.other_number))
        numbers = max(map(bold.horizontalAdvance, texts)) + 14
        return words, numbers, words + self._names() + _CELL_GAP + numbers + _CELL_GAP

    def _names(self) -> float:
        """Return the width of the names of the runs."""
        if self._runs is None:
            return 0.0
        return max(map(QFontMetricsF(self._small()).horizontalAdvance, self._runs)) + _CELL_GAP

    def _half(self, box: QRectF, line: int) -> QRectF:
        """Return the part of a row that one run has: the upper half is now's, where there are two."""
        if self._runs is None:
            return box
        return QRectF(box.left(), box.top() + line * box.height() / 2, box.width(), box.height() / 2)

    def _track(self, position: int, line: int = 0) -> QRectF:
        """Return the box of a bar of 1."""
        left, row = self._columns()[2], self._half(self.row_box(position), line)
        inset = 4 if self._runs is None else 2.5
        return QRectF(left, row.top() + inset, max(row.width() - left - 24, 1), row.height() - 2 * inset)

    def _paint_scale(self, painter: QPainter) -> None:
        track = self._track(0)
        painter.setFont(self._small())
        bottom = self.row_box(len(self._bars) - 1).bottom()
        for share, text in ((0.0, "0"), (0.5, "0.5"), (1.0, "1")):
            x = track.left() + share * track.width()
            painter.setPen(QPen(self._theme.color(Role.HAIRLINE), 1))
            painter.drawLine(round(x), round(_AXIS), round(x), round(bottom))
            painter.setPen(self._theme.color(Role.INK_SOFT))
            box = QRectF(x - 20, 0, 40, _AXIS - 4)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, text)

    def _paint_row(self, painter: QPainter, position: int, bar: Bar) -> None:
        row, (words, numbers, left) = self.row_box(position), self._columns()
        is_chosen = bar.key is not None and bar.key == self._current
        if position == self._hovered and bar.key is not None:
            painter.fillRect(row, self._theme.color(Role.ACCENT_TINT))
        font = self._bold() if is_chosen else self.font()
        painter.setFont(font)
        painter.setPen(self._theme.color(Role.INK_SOFT if bar.key is None or bar.is_out else Role.INK))
        text = QFontMetricsF(font).elidedText(bar.text, Qt.TextElideMode.ElideMiddle, words)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(QRectF(0, row.top(), words, row.height()), side, text)
        if bar.is_out:
            width = QFontMetricsF(font).horizontalAdvance(text)
            middle = round(row.center().y())
            painter.drawLine(round(words - width), middle, round(words), middle)
        if bar.is_drawn:
            self._paint_dot(painter, row, words)
        upper = self._half(row, 0)
        inset = 2 if self._runs is None else 1
        cell = QRectF(left - _CELL_GAP - numbers, upper.top() + inset, numbers, upper.height() - 2 * inset)
        self._paint_cell(painter, cell, bar, is_chosen=is_chosen)
        self._paint_bar(painter, position, bar)
        if self._runs is not None:
            self._paint_names(painter, row, cell.left())
            self._paint_other(painter, position, bar, cell.translated(0, upper.height()))

    def _paint_dot(self, painter: QPainter, row: QRectF, words: float) -> None:
        """Mark the word that is drawn."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(Role.ACCENT))
        painter.drawEllipse(QPointF(words + _CELL_GAP / 2, row.center().y()), _DOT, _DOT)

    def _paint_cell(self, painter: QPainter, cell: QRectF, bar: Bar, *, is_chosen: bool) -> None:
        ink = self._theme.color(Role.INK_SOFT)
        if not math.isfinite(bar.value):
            ink = self._theme.color(Role.REFUSED)
            painter.setPen(QPen(ink, 2))
            painter.drawRect(cell)
        elif bar.key is not None and not bar.is_out:
            ground = self._color(bar.value)
            painter.fillRect(cell, ground)
            ink = QColor(Qt.GlobalColor.black if luminance(ground) > _INK_LIMIT else Qt.GlobalColor.white)
        if is_chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color(Role.STAGE), 1.5))
            painter.drawRect(cell.adjusted(2, 2, -2, -2))
            painter.setPen(QPen(self._theme.color(Role.INK), 3))
            painter.drawRect(cell.adjusted(0, 0, 0, 0))
        painter.setPen(ink)
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, bar.number)

    def _paint_bar(self, painter: QPainter, position: int, bar: Bar) -> None:
        if not math.isfinite(bar.value):
            return
        box = self._track(position)
        box.setWidth(max(box.width() * min(bar.value, 1.0), 1.0))
        pen = QPen(self._theme.color(Role.LINE), 1)
        if bar.key is None or bar.is_out:
            pen.setDashPattern([4, 3])
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            painter.setBrush(self._color(bar.value))
        painter.setPen(pen)
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        if bar.left is not None and bar.left > bar.value and math.isfinite(bar.left):
            self._paint_gain(painter, position, box.right(), bar.left)
        if self.hasFocus() and bar.key is not None and bar.key == self._current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color(Role.ACCENT), 2))
            painter.drawRect(self.row_box(position).adjusted(1, 1, -1, -1))

    def _paint_names(self, painter: QPainter, row: QRectF, right: float) -> None:
        """Write which run each half of a row is of."""
        painter.setFont(self._small())
        painter.setPen(self._theme.color(Role.INK_SOFT))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        for line, name in enumerate(self._runs or ()):
            half = self._half(row, line)
            painter.drawText(QRectF(0, half.top(), right - 6, half.height()), side, name)

    def _paint_other(self, painter: QPainter, position: int, bar: Bar, cell: QRectF) -> None:
        """Draw the share of the other run: hollow, so that it is told apart without colours."""
        painter.setFont(self.font())
        painter.setPen(self._theme.color(Role.INK))
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, bar.other_number)
        if bar.other is None or not math.isfinite(bar.other):
            return
        box = self._track(position, 1)
        box.setWidth(max(box.width() * min(bar.other, 1.0), 1.0))
        painter.setPen(QPen(self._theme.color(Role.LINE), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(0.75, 0.75, -0.75, -0.75))

    def _paint_gain(self, painter: QPainter, position: int, start: float, left: float) -> None:
        """Draw the part that a word gains from those that were left out: an open end of its bar."""
        track = self._track(position)
        gained = QRectF(track)
        gained.setLeft(start)
        gained.setRight(track.left() + track.width() * min(left, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color(Role.LINE), 1))
        painter.drawRect(gained.adjusted(0.5, 4.5, -0.5, -4.5))

    def _color(self, share: float) -> QColor:
        table = self._theme.theme.weights_lut
        red, green, blue = (int(part) for part in table[round(max(0.0, min(share, 1.0)) * (len(table) - 1))])
        return QColor(red, green, blue)

    def _small(self) -> QFont:
        small = QFont(self.font())
        small.setPixelSize(12)
        return small

    def _bold(self) -> QFont:
        bold = QFont(self.font())
        bold.setBold(True)
        return bold
