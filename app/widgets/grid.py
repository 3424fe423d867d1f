"""A table of numbers with the habits of a spreadsheet: how wide its cells are, and how they are painted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import AnyIndex
from app.models.stage_content import Kind
from app.theme import Role, Theme, ThemeStore
from app.widgets.check_paint import is_in_box
from app.widgets.grid_commands import GridCommands
from app.widgets.grid_exchange import GridExchange
from app.widgets.grid_fill import GridFill
from app.widgets.grid_header import GridCorner
from app.widgets.grid_paint import CellColors, CellPainter, Span
from app.widgets.grid_scrub import GridScrub
from app.widgets.sheet import Sheet

_LEFT = Qt.MouseButton.LeftButton
_MEASURED_LABELS = 600
_ROWS = 5
"""Fewer are too few to work in."""
_WIDEST_LABEL, _NARROWEST_HEADER = 180, 48


class MatrixGrid(Sheet):
    """Shows a `MatrixModel`, lets its cells be typed, copied, pasted and scrubbed, and tells where one is."""

    fitted = Signal()  # rows and columns have their sizes
    table: MatrixModel
    commands: GridCommands
    exchange: GridExchange

    def __init__(
        self,
        model: MatrixModel,
        theme: ThemeStore,
        parent: QWidget | None = None,
        *,
        new_gesture: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.matrix = self.table = model
        self._zoom = 100
        self._empty_text = ""
        self._colors = CellColors(theme.theme)
        self.cell_painter = CellPainter(self.font())
        self._base_pixels = QFontInfo(self.font()).pixelSize()
        self.scrub = GridScrub(self, theme, new_gesture)
        self.commands = GridCommands(self)
        self.fills = GridFill(self)
        self.exchange = GridExchange(self)
        self._corner = GridCorner(theme, self)
        model.scale_changed.connect(self._on_scale_changed)
        theme.changed.connect(self._on_theme_changed)
        self.entry.text_changed.connect(self.scrub.place)
        self.entry.closed.connect(self.scrub.place)
        self._show_model(model)

    # Sizes

    def set_zoom(self, percent: int) -> None:
        """Scale the content."""
        self._zoom = percent
        self._fit()

    def set_empty_text(self, text: str) -> None:
        """Say this where there is no cell."""
        self._empty_text = text
        self.viewport().update()

    def _fit(self) -> None:
        """Give all rows one height and all columns one width, from the font and the widest number."""
        font = QFont(self.font())
        font.setPixelSize(max(round(self._base_pixels * self._zoom / 100), 8))
        headers = (self._columns_header, self._rows_header, self._corner)
        for widget in (self, self.viewport(), *headers, self.entry.editor):
            if widget.font() != font:
                widget.setFont(font)
        self.cell_painter.measure(font)
        metrics, bold = QFontMetrics(font), QFont(font)
        bold.setBold(True)
        bold_metrics = QFontMetrics(bold)
        scale, layout = self._zoom / 100, self.matrix.layout
        names = [layout.column_label(c) for c in range(min(layout.columns, _MEASURED_LABELS))]
        widest = max(map(bold_metrics.horizontalAdvance, names), default=0) + round(10 * scale)
        self._label_width = min(widest, round(_WIDEST_LABEL * scale))
        row = _up_to_four(metrics.height() + 3)
        self._columns_header.setDefaultSectionSize(self._wanted_width())
        self._rows_header.setDefaultSectionSize(row)
        self._columns_header.set_extent(row + 2)
        self._columns_header.set_groups(layout.groups())
        self._head_rows = layout.group_height
        self._cell_width = self._columns_header.defaultSectionSize()
        self._cell_height = self._rows_header.defaultSectionSize()
        names = [
            self.matrix.headerData(r, Qt.Orientation.Vertical)
            for r in range(min(layout.rows, _MEASURED_LABELS))
        ]
        self._corner.set_text(self.matrix.corner_text())
        names.append(self._corner.text)
        widest = max(map(bold_metrics.horizontalAdvance, names), default=0) + 20
        self._rows_header.set_extent(
            max(_NARROWEST_HEADER, min(_up_to_four(widest), round(_WIDEST_LABEL * scale)))
        )
        self.updateGeometries()
        self.updateGeometry()
        self.fitted.emit()

    def _wanted_width(self) -> int:
        """Return how wide a column is: as its widest number, or as the widest name where that is wider."""
        number = QFontMetrics(self.font()).horizontalAdvance(self.matrix.widest_text())
        return _up_to_four(max(number + round(30 * self._zoom / 100), self._label_width))

    def sizeHint(self) -> QSize:
        """Ask for the headers, some rows and a scroll bar."""
        rows = min(self.cells.size[0], _ROWS) * self._rows_header.defaultSectionSize()
        around = self._columns_header.sizeHint().height() + self.horizontalScrollBar().sizeHint().height() + 2
        return QSize(super().sizeHint().width(), around + rows)

    def content_width(self) -> int:
        """Return the width at which nothing has to be scrolled sideways."""
        cells = self._columns_header.length() + self.scrub.room if self.cells.size[0] else 320
        return self._rows_header.sizeHint().width() + cells + self.verticalScrollBar().sizeHint().width() + 2

    def updateGeometries(self) -> None:
        """Keep the corner where the headers meet."""
        super().updateGeometries()
        corner = QRect(0, 0, self._rows_header.width(), self._columns_header.height())
        self._corner.setGeometry(corner)
        self._corner.raise_()
        self._place()

    def _place(self) -> None:
        super()._place()
        self.scrub.place()

    # Model, theme, language

    def _on_model_reset(self) -> None:
        self.scrub.end()
        self._fit()
        super()._on_model_reset()

    def _decline(self) -> None:
        super()._decline()
        self.exchange.offers.dismiss()

    def _on_scale_changed(self) -> None:
        if self._wanted_width() != self._cell_width:
            self._fit()
        self.viewport().update()

    def _on_theme_changed(self, theme: Theme) -> None:
        self._colors = CellColors(theme)
        self._fit()  # another style sheet takes the fonts away
        for widget in (
            self.viewport(),
            self._columns_header.viewport(),
            self._rows_header.viewport(),
            self._corner,
            self.scrub.handle,
        ):
            widget.update()

    def changeEvent(self, event: QEvent) -> None:
        """Names of heads and axes follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._decline()
            self._fit()

    # Scrubbing

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """A gesture ends where another cell becomes the current one."""
        super().currentChanged(current, previous)
        self.scrub.end()
        self.scrub.place()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Letting go of Alt ends a gesture of scrubbing."""
        super().keyReleaseEvent(event)
        if event.key() == Qt.Key.Key_Alt:
            self.scrub.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The handle is there with the focus."""
        super().focusInEvent(event)
        self.scrub.place()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A gesture ends with the focus."""
        super().focusOutEvent(event)
        self.scrub.end()
        self.scrub.place()

    # Mouse

    def _box_at(self, event: QMouseEvent) -> tuple[int, int] | None:
        """Return the cell of a mask whose box is pointed at with the left button."""
        at = event.position().toPoint()
        cell = self._cell_at(at)
        if cell is None or event.button() != _LEFT or self.matrix.kind is not Kind.MASK:
            return None
        if not self.matrix.is_editable or self.matrix.is_closed(*cell):
            return None
        rect = self.visualRect(self.matrix.index(*cell))
        return cell if is_in_box(rect, self.fontMetrics().height(), at) else None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Alt and wheel scrub the current cell; Qt turns the wheel sideways then."""
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().wheelEvent(event)
            return
        turned = event.angleDelta().y() or event.angleDelta().x()
        if turned and not self.entry.is_open:
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.scrub.step(1 if turned > 0 else -1, fine=fine, by_wheel=True)
        event.accept()

    # What is dropped: Qt passes it on from the viewport

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome text."""
        self.exchange.drop.welcome(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Welcome text."""
        self.exchange.drop.welcome(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Paste text."""
        self.exchange.drop.paste(event)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible cells, the rules between heads, and what is selected."""
        painter, area = QPainter(self.viewport()), event.rect()
        end, low, model = area.right(), area.bottom(), self.matrix
        columns = _spans(
            area.left(), end, self._columns_header.offset(), self._cell_width, model.columnCount()
        )
        rows = _spans(area.top(), low, self._rows_header.offset(), self._cell_height, model.rowCount())
        if not rows or not columns:
            painter.fillRect(area, self._theme.color(Role.STAGE))
            painter.setPen(self._theme.color(Role.INK_SOFT))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), self._empty_text)
            return
        right, bottom = columns[-1][1] + columns[-1][2], rows[-1][1] + rows[-1][2]
        if right <= end or bottom <= low:
            self._paint_free(painter, right, bottom)
        self.cell_painter.paint(painter, self.matrix, self._colors, rows, columns)
        self._paint_rules(painter, right, bottom)
        # one cell more on each side: outlines reach over the edges of theirs
        top, left, bottom, right = rows[0][0], columns[0][0], rows[-1][0], columns[-1][0]
        self._paint_selection(painter, (top - 1, left - 1, bottom + 1, right + 1))

    def _paint_rules(self, painter: QPainter, right: int, bottom: int) -> None:
        """Draw a line where another head begins, sideways or downwards."""
        groups, height = self._columns_header.groups[1:], self._head_rows
        if not groups and not height:
            return
        color = self._theme.color(Role.LINE)
        for group in groups:
            x = self._columns_header.sectionViewportPosition(group.start)
            painter.fillRect(x - 1, 0, 2, bottom + 1, color)
        for row in range(height, self.matrix.layout.rows, height) if height else ():
            y = self._rows_header.sectionViewportPosition(row)
            painter.fillRect(0, y - 1, right + 1, 2, color)


def _spans(low: int, high: int, offset: int, size: int, count: int) -> list[Span]:
    """Return the rows, or columns, between two points: all of them are of one size."""
    first, last = (max(low, 0) + offset) // size, min((high + offset) // size, count - 1)
    return [(at, at * size - offset, size) for at in range(first, last + 1)]


def _up_to_four(pixels: int) -> int:
    return (pixels + 3) // 4 * 4
