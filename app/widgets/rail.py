"""A folded panel: an arrow, its title turned upwards, and one small box for each part of the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QToolTip, QWidget

from core.record import Record

WIDTH = 40
_BOX = QSize(18, 15)
_PITCH = 24
_TOP = 24
_WORD_TOP = 52
_CORNER = 9.0
_DASHES = (4.0, 3.0)
_GROUND = QPalette.ColorRole.Base


class RailBox(Record):
    """A part: its key, its title for tooltips and screen readers, and whether it is switched off."""

    key: str
    title: str
    is_off: bool = False


def stands_upright(text: str) -> bool:
    """Return whether a word is written downwards letter by letter: Japanese, not Latin."""
    return any("\u3040" <= letter <= "\u9fff" for letter in text)


class Rail(QWidget):
    """Emits what was asked for; the arrow and the word open the panel, a box shows its part."""

    open_requested = Signal()
    box_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._boxes: tuple[RailBox, ...] = ()
        self._current = ""
        self._offset = 0
        self._changes: Set[str] = frozenset()
        self._told: Callable[[str], str] = str
        self._violet = QColor()
        self.setProperty("kind", "rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def boxes(self) -> tuple[RailBox, ...]:
        """The parts shown."""
        return self._boxes

    @property
    def current(self) -> str:
        """Key of the part shown on the stage."""
        return self._current

    def set_title(self, title: str) -> None:
        """Write the name of the folded panel."""
        self._title = title
        self.setAccessibleName(title)
        self.update()

    def set_boxes(self, boxes: Sequence[RailBox], current: str) -> None:
        """Show these parts, from top to bottom, with the current one filled."""
        self._boxes = tuple(boxes)
        self.set_current(current)

    def set_current(self, current: str) -> None:
        """Fill the box of the part `current`."""
        self._current = current
        titles = {box.key: box.title for box in self._boxes}
        self.setAccessibleDescription(titles.get(current, ""))
        self.update()

    @property
    def changes(self) -> Set[str]:
        """Keys of the parts that changed."""
        return self._changes

    def set_changes(self, keys: Set[str], color: QColor, told: Callable[[str], str]) -> None:
        """Mark the parts that changed by a corner in `color`; `told` says how much, for their tool tips."""
        self._told = told
        if (keys, color) != (self._changes, self._violet):
            self._changes, self._violet = keys, color
            self.update()

    def box_rect(self, key: str) -> QRect:
        """Return where the box of a part stands; empty when it has none."""
        for place, box in enumerate(self._boxes):
            if box.key == key:
                return self._rect(place)
        return QRect()

    def minimumSizeHint(self) -> QSize:
        """Return the least size: arrow and word."""
        return QSize(WIDTH, _WORD_TOP + self._word_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw arrow, word and boxes."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        painter.setPen(QPen(ink, 1.5, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        middle = WIDTH // 2 - 1
        painter.drawPolyline(
            [QPoint(middle - 3, _TOP - 6), QPoint(middle + 3, _TOP), QPoint(middle - 3, _TOP + 6)]
        )
        self._draw_word(painter, ink)
        self._draw_boxes(painter)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRect(4, 8, WIDTH - 9, _WORD_TOP + self._word_height() - 8), 4, 4)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A box goes to its part, anything above opens the panel."""
        if event.button() is not Qt.MouseButton.LeftButton or not self.rect().contains(
            event.position().toPoint()
        ):
            return
        box = self._box_at(event.position().toPoint())
        if box is not None:
            self.box_requested.emit(box.key)
        elif event.position().y() < _WORD_TOP + self._word_height():
            self.open_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and space open the panel, up and down walk over the parts."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        keys = [box.key for box in self._boxes]
        if step is not None and self._current in keys:
            place = max(0, min(keys.index(self._current) + step, len(keys) - 1))
            self.box_requested.emit(keys[place])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right):
            self.open_requested.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Name the part under the pointer."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            box = self._box_at(event.pos())
            lines = [box.title if box else self._title]
            if box and box.key in self._changes:
                lines.append(self._told(box.key))
            QToolTip.showText(event.globalPos(), "\n".join(lines), self)
            return True
        return super().event(event)

    def _draw_word(self, painter: QPainter, ink: QColor) -> None:
        painter.setPen(ink)
        metrics = QFontMetrics(self.font())
        if stands_upright(self._title):
            for place, letter in enumerate(self._title):
                turned = letter == "ー"
                cell = QRect(0, _WORD_TOP + place * metrics.height(), WIDTH - 1, metrics.height())
                if turned:
                    painter.save()
                    painter.translate(cell.center())
                    painter.rotate(90)
                    cell = QRect(-cell.height() // 2, -cell.width() // 2, cell.height(), cell.width())
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, letter)
                if turned:
                    painter.restore()
            return
        painter.save()
        painter.translate(WIDTH // 2 - metrics.height() // 2 + metrics.descent() - 1, _WORD_TOP)
        painter.rotate(90)
        painter.drawText(0, 0, self._title)
        painter.restore()

    def _draw_boxes(self, painter: QPainter) -> None:
        line = self.palette().color(QPalette.ColorRole.Dark)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, box in enumerate(self._shown()):
            rect = self._rect(place + self._offset)
            if place:
                painter.setPen(QPen(line, 1))
                x = rect.center().x()
                painter.drawLine(x, rect.top() - (_PITCH - _BOX.height()), x, rect.top())
            current = box.key == self._current
            accent = self.palette().color(QPalette.ColorRole.Highlight)
            pen = QPen(accent if current else line, 1)
            if box.is_off:
                pen.setDashPattern(_DASHES)
            painter.setPen(pen)
            painter.setBrush(accent if current and not box.is_off else self.palette().color(_GROUND))
            painter.drawRoundedRect(rect, 2, 2)
            if box.is_off and current:
                painter.fillRect(rect.adjusted(4, 4, -3, -3), accent)
            if box.key in self._changes:
                self._draw_corner(painter, rect)

    def _draw_corner(self, painter: QPainter, box: QRect) -> None:
        """Draw what changed has on the stage, too: a corner at the top right, cased."""
        right, top = box.right() + 2.5, box.top() - 1.5
        corner = [QPointF(right - _CORNER, top), QPointF(right, top), QPointF(right, top + _CORNER)]
        painter.setPen(QPen(self.palette().color(_GROUND), 1.5))
        painter.setBrush(self._violet)
        painter.drawPolygon(QPolygonF(corner))

    def _shown(self) -> tuple[RailBox, ...]:
        """Return the boxes there is room for: those around the current one."""
        room = max(1, (self.height() - _WORD_TOP - self._word_height() - 24) // _PITCH)
        keys = [box.key for box in self._boxes]
        at = keys.index(self._current) if self._current in keys else 0
        self._offset = max(0, min(at - room // 2, len(keys) - room))
        return self._boxes[self._offset : self._offset + room]

    def _rect(self, place: int) -> QRect:
        shown = len(self._shown())
        above = _WORD_TOP + self._word_height() + 16
        top = max(above, (self.height() - shown * _PITCH) // 2)
        return QRect(QPoint((WIDTH - _BOX.width()) // 2 - 1, top + (place - self._offset) * _PITCH), _BOX)

    def _box_at(self, point: QPoint) -> RailBox | None:
        for place, box in enumerate(self._shown()):
            if self._rect(place + self._offset).adjusted(-10, -4, 10, 4).contains(point):
                return box
        return None

    def _word_height(self) -> int:
        metrics = QFontMetrics(self.font())
        if stands_upright(self._title):
            return metrics.height() * len(self._title)
        return metrics.horizontalAdvance(self._title)
