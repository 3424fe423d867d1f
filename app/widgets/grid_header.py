"""Headers of a grid: names of rows and columns, brackets over the columns of each head, and the corner."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHeaderView, QWidget

from app.models.matrix_layout import HeadGroup
from app.theme import Role, ThemeStore

Interval = tuple[int, int]
"""First and last section, both belonging to it."""
_HORIZONTAL = Qt.Orientation.Horizontal
_INSET = 8


class GridHeader(QHeaderView):
    """A header that shows what is selected by its ground and by bold letters."""

    def __init__(self, orientation: Qt.Orientation, theme: ThemeStore, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._theme = theme
        self._selected: tuple[Interval, ...] = ()
        self._groups: tuple[HeadGroup, ...] = ()
        self._extent = 24
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
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
        self.updateGeometry()
        self.geometriesChanged.emit()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Height for the names and the brackets, or width of the names."""
        if self.orientation() == _HORIZONTAL:
            return QSize(0, self._extent * (2 if self._groups else 1))
        return QSize(self._extent, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible sections; a bracket spans several of them."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color(Role.STAGE))
        across = self.orientation() == _HORIZONTAL
        size = self.viewport().width() if across else self.viewport().height()
        first, last = self.visualIndexAt(0), self.visualIndexAt(size - 1)
        if self.count() == 0 or first < 0:
            return
        last = last if last >= 0 else self.count() - 1
        bold = QFont(self.font())
        bold.setBold(True)
        for section in range(first, last + 1):
            is_selected = any(low <= section <= high for low, high in self._selected)
            painter.setFont(bold if is_selected else self.font())
            self._paint_name(painter, section, is_selected=is_selected)
        painter.setFont(self.font())
        for group in self._groups:
            if group.stop > first and group.start <= last:
                self._paint_group(painter, group)

    def _section_rect(self, section: int) -> QRect:
        at, size = self.sectionViewportPosition(section), self.sectionSize(section)
        if self.orientation() == _HORIZONTAL:
            top = self._extent if self._groups else 0
            return QRect(at, top, size, self.viewport().height() - top)
        return QRect(0, at, self.viewport().width(), size)

    def _paint_name(self, painter: QPainter, section: int, *, is_selected: bool) -> None:
        rect = self._section_rect(section)
        painter.fillRect(rect, self._theme.color(Role.ACCENT_TINT if is_selected else Role.WINDOW))
        painter.setPen(self._theme.color(Role.HAIRLINE))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        across = self.orientation() == _HORIZONTAL
        flag = Qt.AlignmentFlag.AlignHCenter if across else Qt.AlignmentFlag.AlignRight
        inset = 2 if across else _INSET
        inner = rect.adjusted(inset, 0, -inset, 0)
        text = str(self.model().headerData(section, self.orientation()) or "")
        painter.setPen(self._theme.color(Role.INK))
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(flag) | int(Qt.AlignmentFlag.AlignVCenter), elided)

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
