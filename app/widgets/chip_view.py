"""A row of chips as it is looked at: boxes, marks, scrolling and tool tips."""

from __future__ import annotations

import html

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.theme import Role, ThemeStore
from app.widgets.chip_layout import ChipLayout, Field
from app.widgets.chip_painter import HEIGHT, Chip, chip_width, paint_add_chip, paint_arrow, paint_chip


class ChipView(QWidget):
    """Shows chips, one of them under the keyboard, and perhaps a gap for an open field."""

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chips: tuple[Chip, ...] = ()
        self._cursor = 0
        self._offset = 0.0
        self._hovered: int | None = None
        self._dragged: tuple[int, float] | None = None
        self._field: Field | None = None
        self._layout = ChipLayout((), None, 0, HEIGHT)
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips shown."""
        return self._chips

    @property
    def cursor_position(self) -> int:
        """Where the keyboard is."""
        return self._cursor

    def middle(self, position: int) -> QPoint:
        """Return the middle of a chip."""
        return self._layout.box(position, self._offset).center().toPoint()

    def sizeHint(self) -> QSize:
        """Take as much as the chips need."""
        return QSize(round(self._layout.total), HEIGHT + 8)

    def minimumSizeHint(self) -> QSize:
        """A row can be scrolled."""
        return QSize(120, HEIGHT + 8)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the chips in view, the place of a drop, and arrows where there is more."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for position in range(len(self._chips) + 1):
            box = self._layout.box(position, self._offset)
            if box.right() < 0 or box.left() > self.width():
                continue
            if self._field is not None and (self._field.position, self._field.inserting) == (position, False):
                continue
            self._paint_item(painter, position)
        self._paint_drop(painter)
        for left, arrow in zip((True, False), self._layout.arrows(self._offset), strict=True):
            if arrow is not None:
                paint_arrow(painter, arrow, self._theme, left=left)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the chips out anew."""
        super().resizeEvent(event)
        self._relayout()

    def event(self, event: QEvent) -> bool:
        """Tell tool tips."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._relayout()

    def leaveEvent(self, event: QEvent) -> None:
        """Hover over nothing."""
        super().leaveEvent(event)
        self._set_hovered(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll a long row sideways."""
        turn = event.angleDelta()
        if self._layout.overflow:
            self._scroll(-(turn.x() or turn.y()) / 2)
            event.accept()
        else:
            event.ignore()

    def _place_field(self) -> None:
        """Put what is open over or between chips in its place (nothing here)."""

    def _field_width(self) -> float:
        """Return the width that the open field needs (none here)."""
        return 0.0

    def _relayout(self) -> None:
        if self._field is not None:
            self._field = replace(self._field, width=self._field_width())
        widths = [chip_width(chip.text, self.font()) for chip in self._chips]
        self._layout = ChipLayout(widths, self._field, self.width(), self.height())
        self._offset = max(0.0, min(self._offset, self._layout.overflow))
        self._place_field()
        self._describe()
        self.updateGeometry()
        self.update()

    def _scroll(self, distance: float) -> None:
        self._offset = max(0.0, min(self._offset + distance, self._layout.overflow))
        self._place_field()
        self.update()

    def _scroll_to_cursor(self) -> None:
        if self._field is not None:
            box = self._layout.field_box(self._offset)
        else:
            box = self._layout.box(self._cursor, self._offset)
        self._offset = self._layout.offset_for(box, self._offset)
        self._place_field()
        self._describe()
        self.update()

    def _set_hovered(self, position: int | None) -> None:
        if position != self._hovered:
            self._hovered = position
            self.update()

    def _paint_item(self, painter: QPainter, position: int) -> None:
        box = self._layout.box(position, self._offset)
        state = {
            "hovered": position == self._hovered,
            "focused": position == self._cursor and self.hasFocus(),
        }
        if position == len(self._chips):
            paint_add_chip(painter, box, self._theme, **state)
        else:
            paint_chip(painter, box, self._chips[position], self._theme, **state)

    def _paint_drop(self, painter: QPainter) -> None:
        if self._dragged is None:
            return
        position, x = self._dragged
        place = self._layout.drop_place(x, self._offset, position)
        line = self._layout.drop_line(place, self._offset, position)
        painter.setPen(QPen(self._theme.color(Role.ACCENT), 2))
        painter.drawLine(QPointF(line, 2), QPointF(line, self.height() - 2))
        box = self._layout.box(position, self._offset)
        box.moveCenter(QPointF(x, box.center().y() + 4))
        painter.setOpacity(0.85)
        paint_chip(painter, box, self._chips[position], self._theme, hovered=True, focused=False)
        painter.setOpacity(1.0)

    def _show_tip(self, event: QHelpEvent) -> None:
        position = self._layout.at(event.pos().x(), self._offset)
        if position is None:
            QToolTip.hideText()
        elif position == len(self._chips):
            QToolTip.showText(event.globalPos(), self.tr("Add a token"), self)
        else:
            text = self.tr("{word} · token {number} (index {index})").format(
                word=self._chips[position].text, number=position + 1, index=position
            )
            kind = self._chips[position].kind
            if kind is not None:
                text = self.tr("{token} · type {kind}").format(token=text, kind=kind)
            QToolTip.showText(event.globalPos(), f"<p>{html.escape(text)}</p>", self)

    def _describe(self) -> None:
        """Tell a screen reader where the keyboard is."""
        if self._cursor == len(self._chips):
            text = self.tr("Add a token")
        else:
            chip = self._chips[self._cursor]
            template = self.tr("{word}, token {number} of {count}")
            if chip.is_padding:
                template = self.tr("{word}, token {number} of {count}, padding")
            text = template.format(word=chip.text, number=self._cursor + 1, count=len(self._chips))
            if chip.kind is not None:
                text = self.tr("{token}, type {kind}").format(token=text, kind=chip.kind)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
