"""Headers of a grid: names of rows and columns, brackets over the columns of each head, and the corner."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLine, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHeaderView, QWidget

from app.models.matrix_layout import HeadGroup
from app.theme import Role, ThemeStore

Interval = tuple[int, int]
"""First and last section, both belonging to it."""
_HORIZONTAL = Qt.Orientation.Horizontal
_INSET = 8
_MOST_NAMES = 4096


class GridHeader(QHeaderView):
    """A header that shows what is selected by its ground and by bold letters.

    It says which of its sections is pressed and dragged to: Qt would make the last one current.
    """

    pressed = Signal(int, object)  # section, modifiers
    dragged = Signal(int)

    def __init__(self, orientation: Qt.Orientation, theme: ThemeStore, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._theme = theme
        self._selected: tuple[Interval, ...] = ()
        self._groups: tuple[HeadGroup, ...] = ()
        self._extent = 24
        self._dragged = -1
        self._names: dict[int, str] = {}  # as they are written, shortened where there is no room
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(8)

    @property
    def groups(self) -> tuple[HeadGroup, ...]:
        """The brackets over the columns."""
        return self._groups

    def set_groups(self, groups: tuple[HeadGroup, ...]) -> None:
        """Show brackets; the header grows by their row."""
        self._groups = groups
        self._relayout()

    def set_extent(self, pixels: int) -> None:
        """Set the height of one row of column headers, or the width of the row headers."""
        self._extent = pixels
        self._relayout()

    def set_selected(self, intervals: Sequence[Interval]) -> None:
        """Tint the headers of what is selected."""
        if tuple(intervals) != self._selected:
            self._selected = tuple(intervals)
            self.viewport().update()

    def _relayout(self) -> None:
        self._names.clear()
        self.updateGeometry()
        self.geometriesChanged.emit()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Height for the names and the brackets, or width of the names."""
        if self.orientation() == _HORIZONTAL:
            return QSize(0, self._extent * (2 if self._groups else 1))
        return QSize(self._extent, 0)

    # Mouse

    def _section_at(self, event: QMouseEvent) -> int:
        """Return the section pointed at; beside the header, the one nearest to be seen."""
        at, end = event.position().toPoint(), self.viewport().rect().bottomRight()
        along, most = (at.x(), end.x()) if self.orientation() == _HORIZONTAL else (at.y(), end.y())
        return self.logicalIndexAt(max(0, min(along, most)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection."""
        event.accept()
        self._dragged = self._section_at(event) if event.button() == Qt.MouseButton.LeftButton else -1
        if self._dragged >= 0:
            self.pressed.emit(self._dragged, event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it on."""
        event.accept()
        section = self._section_at(event)
        if self._dragged >= 0 and section not in (-1, self._dragged):
            self._dragged = section
            self.dragged.emit(section)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End it."""
        event.accept()
        self._dragged = -1

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sections to be seen; a bracket spans several of them."""
        painter, area = QPainter(self.viewport()), event.rect()
        across = self.orientation() == _HORIZONTAL
        low, high = (area.left(), area.right()) if across else (area.top(), area.bottom())
        painter.fillRect(area, self._theme.color(Role.STAGE))
        first, last = self.visualIndexAt(max(low, 0)), self.visualIndexAt(high)
        if self.count() == 0 or first < 0:
            return
        last = last if last >= 0 else self.count() - 1
        self._paint_sections(painter, range(first, last + 1))
        for group in self._groups:
            if group.stop > first and group.start <= last:
                self._paint_group(painter, group)

    def _paint_sections(self, painter: QPainter, sections: range) -> None:
        """Paint grounds and lines in one go, then the names."""
        rects = [self._section_rect(section) for section in sections]
        painter.fillRect(rects[0].united(rects[-1]), self._theme.color(Role.WINDOW))
        chosen = {
            section
            for low, high in self._selected
            for section in range(max(low, sections.start), min(high + 1, sections.stop))
        }
        for section in chosen:
            painter.fillRect(rects[section - sections.start], self._theme.color(Role.ACCENT_TINT))
        painter.setPen(self._theme.color(Role.HAIRLINE))
        lines = [QLine(rect.topRight(), rect.bottomRight()) for rect in rects]
        painter.drawLines(lines + [QLine(rect.bottomLeft(), rect.bottomRight()) for rect in rects])
        painter.setPen(self._theme.color(Role.INK))
        across = self.orientation() == _HORIZONTAL
        flag = Qt.AlignmentFlag.AlignHCenter if across else Qt.AlignmentFlag.AlignRight
        flags, inset = int(flag) | int(Qt.AlignmentFlag.AlignVCenter), 2 if across else _INSET
        bold = QFont(self.font())
        bold.setBold(True)
        for is_chosen in (False, True):
            painter.setFont(bold if is_chosen else self.font())
            for section, rect in zip(sections, rects, strict=True):
                if (section in chosen) is is_chosen:
                    inner = rect.adjusted(inset, 0, -inset, 0)
                    painter.drawText(inner, flags, self._name(section, bold, inner.width()))
        painter.setFont(self.font())

    def _name(self, section: int, font: QFont, width: int) -> str:
        """Return what a section says, the same whether it is bold or not."""
        name = self._names.get(section)
        if name is None:
            text = str(self.model().headerData(section, self.orientation()) or "")
            name = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, width)
            if len(self._names) > _MOST_NAMES:
                self._names.clear()
            self._names[section] = name
        return name

    def _section_rect(self, section: int) -> QRect:
        at, size = self.sectionViewportPosition(section), self.sectionSize(section)
        if self.orientation() == _HORIZONTAL:
            top = self._extent if self._groups else 0
            return QRect(at, top, size, self.viewport().height() - top)
        return QRect(0, at, self.viewport().width(), size)

    def _paint_group(self, painter: QPainter, group: HeadGroup) -> None:
        left = self.sectionViewportPosition(group.start)
        right = self.sectionViewportPosition(group.stop - 1) + self.sectionSize(group.stop - 1)
        rect = QRect(QPoint(left, 0), QSize(right - left, self._extent))
        painter.fillRect(rect, self._theme.color(Role.WINDOW))
        painter.setPen(self._theme.color(Role.HAIRLINE))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        seen = rect.intersected(self.viewport().rect()).adjusted(4, 0, -4, 0)
        painter.setPen(self._theme.color(Role.INK))
        elided = painter.fontMetrics().elidedText(group.title, Qt.TextElideMode.ElideRight, seen.width())
        painter.drawText(seen, int(Qt.AlignmentFlag.AlignCenter), elided)
        if group.start:
            painter.setPen(QPen(self._theme.color(Role.LINE), 2))
            painter.drawLine(left, 0, left, self.viewport().height())


class GridCorner(QWidget):
    """Where the headers meet: the names of both axes. A click selects everything."""

    def __init__(self, theme: ThemeStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def set_text(self, text: str) -> None:
        """Say which axes run which way."""
        self._text = text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of the headers and the text at its foot."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color(Role.WINDOW))
        painter.setPen(self._theme.color(Role.HAIRLINE))
        painter.drawLine(self.rect().topRight(), self.rect().bottomRight())
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
        inner = self.rect().adjusted(4, 0, -_INSET, -3)
        painter.setPen(self._theme.color(Role.INK_SOFT))
        font = QFont(self.font())
        font.setPixelSize(max(12, font.pixelSize() - 1))
        painter.setFont(font)
        flags = int(Qt.AlignmentFlag.AlignRight) | int(Qt.AlignmentFlag.AlignBottom)
        elided = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, flags, elided)
