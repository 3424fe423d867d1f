"""A table of numbers with the habits of a spreadsheet; only its painting and its keys are our own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelection, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetrics,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.models.matrix_model import AnyIndex, MatrixModel, Rectangle
from app.models.stage_content import Kind
from app.theme import Role, Theme, ThemeStore
from app.widgets.check_paint import is_in_box
from app.widgets.grid_commands import GridCommands
from app.widgets.grid_editor import EditMode, Finish
from app.widgets.grid_entry import GridEntry
from app.widgets.grid_exchange import GridExchange
from app.widgets.grid_fill import GridFill
from app.widgets.grid_header import GridCorner, GridHeader
from app.widgets.grid_keys import GridKeys
from app.widgets.grid_paint import CellColors, CellPainter, Span, outline
from app.widgets.grid_scrub import GridScrub
from app.widgets.grid_selection import GridSelection

_LEFT = Qt.MouseButton.LeftButton
_MEASURED_LABELS = 600
_ROWS = 5
"""Fewer are too few to work in."""
_WIDEST_LABEL, _NARROWEST_HEADER = 180, 48


class MatrixGrid(QTableView):
    """Shows a `MatrixModel`, lets its cells be typed, copied, pasted and scrubbed, and tells where one is."""

    current_changed = Signal(int, int)
    selection_altered = Signal()
    fitted = Signal()  # rows and columns have their sizes
    cell_hovered = Signal(int, int)  # −1, −1 where there is none

    def __init__(
        self,
        model: MatrixModel,
        theme: ThemeStore,
        parent: QWidget | None = None,
        *,
        new_gesture: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(parent)
        self.matrix = model
        self._theme = theme
        self._zoom = 100
        self._empty_text = ""
        self._hovered = (-1, -1)
        self._selected: list[Rectangle] = []
        self._pressed_box: tuple[int, int] | None = None
        self._colors = CellColors(theme.theme)
        self.cell_painter = CellPainter()
        self._columns_header = GridHeader(Qt.Orientation.Horizontal, theme, self)
        self._rows_header = GridHeader(Qt.Orientation.Vertical, theme, self)
        self.setHorizontalHeader(self._columns_header)
        self.setVerticalHeader(self._rows_header)
        self._base_pixels = QFontInfo(self.font()).pixelSize()
        self.cells = GridSelection(self)
        self.entry = GridEntry(self, theme)
        self.scrub = GridScrub(self, theme, new_gesture)
        self.commands = GridCommands(self)
        self.fills = GridFill(self)
        self.exchange = GridExchange(self)
        self._keys = GridKeys(self)
        self._corner = GridCorner(theme, self)
        self._set_up()
        self.setModel(model)
        model.modelReset.connect(self._on_model_reset)
        model.modelAboutToBeReset.connect(self.entry.cancel)
        model.scale_changed.connect(self._on_scale_changed)
        theme.changed.connect(self._on_theme_changed)
        self.entry.text_changed.connect(self.scrub.place)
        self.entry.closed.connect(self.scrub.place)
        self._on_model_reset()

    def _set_up(self) -> None:
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

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
        for widget in (self, self._columns_header, self._rows_header, self.entry.editor, self._corner):
            if widget.font() != font:
                widget.setFont(font)
        metrics, bold = QFontMetrics(font), QFont(font)
        bold.setBold(True)
        bold_metrics = QFontMetrics(bold)
        scale, layout = self._zoom / 100, self.matrix.layout
        number = metrics.horizontalAdvance(self.matrix.widest_text()) + round(30 * scale)
        names = [layout.column_label(c) for c in range(min(layout.columns, _MEASURED_LABELS))]
        widest = max(map(bold_metrics.horizontalAdvance, names), default=0) + round(10 * scale)
        row = _up_to_four(metrics.height() + 3)
        self._columns_header.setDefaultSectionSize(
            _up_to_four(max(number, min(widest, round(_WIDEST_LABEL * scale))))
        )
        self._rows_header.setDefaultSectionSize(row)
        self._columns_header.set_extent(row + 2)
        self._columns_header.set_groups(layout.groups())
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

    def sizeHint(self) -> QSize:
        """Ask for the headers, some rows and a scroll bar."""
        rows = min(self.cells.size[0], _ROWS) * self._rows_header.defaultSectionSize()
        around = self._columns_header.sizeHint().height() + self.horizontalScrollBar().sizeHint().height() + 2
        return QSize(super().sizeHint().width(), around + rows)

    def visible_rows(self) -> int:
        """Return how many whole rows there is room for."""
        return max(self.viewport().height() // max(self._rows_header.defaultSectionSize(), 1), 1)

    def visible_columns(self) -> int:
        """Return how many whole columns there is room for."""
        return max(self.viewport().width() // max(self._columns_header.defaultSectionSize(), 1), 1)

    def content_width(self) -> int:
        """Return the width at which nothing has to be scrolled sideways."""
        cells = self._columns_header.length() if self.cells.size[0] else 320
        return self._rows_header.sizeHint().width() + cells + self.verticalScrollBar().sizeHint().width() + 2

    def updateGeometries(self) -> None:
        """Keep the corner where the headers meet."""
        super().updateGeometries()
        corner = QRect(0, 0, self._rows_header.width(), self._columns_header.height())
        self._corner.setGeometry(corner)
        self._corner.raise_()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the open field inside."""
        super().resizeEvent(event)
        self._place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Keep the open field on its cell."""
        super().scrollContentsBy(dx, dy)
        self._place()
        self.viewport().update()

    def _place(self) -> None:
        """Keep what stands over the cells where it belongs."""
        self.entry.place()
        self.scrub.place()

    # Model, theme, language

    def _on_model_reset(self) -> None:
        self.exchange.forget_copied()
        self.scrub.end()
        self._selected = []
        self._fit()
        self.cells.go(0, 0)
        self.viewport().update()

    def _on_scale_changed(self) -> None:
        self._fit()
        self.viewport().update()

    def _on_theme_changed(self, theme: Theme) -> None:
        self._colors = CellColors(theme)
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
            self._fit()

    # Selection

    def go_on(self, how: Finish) -> bool:
        """Move as after an entry; at the last cell Tab leaves the grid."""
        if self.cells.follow(how):
            return True
        self.setFocus()
        super().focusNextPrevChild(how is Finish.NEXT)
        return False

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Tell where one is. Qt switches the input method on here; digits are to arrive as keys."""
        super().currentChanged(current, previous)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.cells.take_over()
        self.scrub.end()
        self.scrub.place()
        if not self.entry.is_open:
            self.entry.plate.unsay()
        if current.isValid():
            self.current_changed.emit(current.row(), current.column())

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tint the headers; outlines reach over the edges of their cells."""
        super().selectionChanged(selected, deselected)
        self._selected = ranges = self.cells.ranges()
        self._columns_header.set_selected([(left, right) for _, left, _, right in ranges])
        self._rows_header.set_selected([(top, bottom) for top, _, bottom, _ in ranges])
        self.viewport().update()
        self.selection_altered.emit()

    # Keyboard

    def event(self, event: QEvent) -> bool:
        """Take the grid's keys before menus do."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        if self.entry.is_open or self._keys.command(event) is None:
            return super().event(event)
        event.accept()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key is for; all others are for the window."""
        command = None if self.entry.is_open else self._keys.command(event)
        if command is None:
            event.ignore()
            return
        event.accept()
        command()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Letting go of Alt ends a gesture of scrubbing."""
        super().keyReleaseEvent(event)
        if event.key() == Qt.Key.Key_Alt:
            self.scrub.end()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's name
        """Tab goes from cell to cell, and out at the end."""
        if not self.entry.is_open and self.cells.follow(Finish.NEXT if next else Finish.PREVIOUS):
            return True
        return super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt switches the input method on here, too."""
        super().focusInEvent(event)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.scrub.place()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A gesture ends with the focus."""
        super().focusOutEvent(event)
        self.scrub.end()
        self.scrub.place()
        self.viewport().update()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Text that an input method hands over at once begins an entry instead of being lost."""
        if event.commitString().strip() and not event.preeditString() and not self.entry.is_open:
            self.entry.begin(event.commitString(), EditMode.ENTER)
            event.accept()

    # Mouse

    def _cell_at(self, position: QPoint, *, nearest: bool = False) -> tuple[int, int] | None:
        row, column = self.rowAt(position.y()), self.columnAt(position.x())
        if nearest:
            rows, columns = self.cells.size
            row = row if row >= 0 else 0 if position.y() < 0 else rows - 1
            column = column if column >= 0 else 0 if position.x() < 0 else columns - 1
        return (row, column) if row >= 0 and column >= 0 else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a cell; Shift extends, Ctrl adds. A refused entry keeps the focus."""
        event.accept()
        self._pressed_box = None
        if not self.entry.finish():
            self.entry.editor.setFocus()
            return
        cell = self._cell_at(event.position().toPoint())
        if cell is None:
            return
        if event.button() == _LEFT and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.cells.go(*cell, extend=True)
        elif event.button() == _LEFT and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.cells.add(*cell)
        elif event.button() == _LEFT or not self.selectionModel().isSelected(self.matrix.index(*cell)):
            self.cells.go(*cell)
            self._pressed_box = cell if self._box_at(event) == cell else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a selection, or tell which cell is pointed at."""
        position = event.position().toPoint()
        if event.buttons() & _LEFT and not self.entry.is_open:
            cell = self._cell_at(position, nearest=True)
            if cell is not None and self.cells.current is not None and cell != self.cells.lead:
                self.cells.go(*cell, extend=True)
                self._pressed_box = None
        self._hover(self._cell_at(position) or (-1, -1))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the box that was pressed, unless a selection was drawn from it."""
        event.accept()
        if self._pressed_box is not None and self._box_at(event) == self._pressed_box:
            self.commands.set_mask()
        self._pressed_box = None

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

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit in place; a mask takes it as another click."""
        event.accept()
        if self.matrix.kind is Kind.MASK:
            self.mousePressEvent(event)
        elif event.button() == _LEFT and self._cell_at(event.position().toPoint()) == self.cells.current:
            self.entry.begin(None, EditMode.EDIT)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any longer."""
        super().leaveEvent(event)
        self._hover((-1, -1))

    def _hover(self, cell: tuple[int, int]) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.cell_hovered.emit(*cell)

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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu at the pointer, or at the current cell for the menu key."""
        if self.cells.current is None or self.entry.is_open:
            return
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            rect = self.visualRect(self.currentIndex())
            at = self.viewport().mapToGlobal(rect.bottomLeft())
        self.commands.show_menu(at)
        event.accept()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible cells, the rules between heads, and what is selected."""
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        area = event.rect()
        rows, columns = self._spans(area, down=True), self._spans(area, down=False)
        if not rows or not columns:
            painter.fillRect(area, self._theme.color(Role.STAGE))
            painter.setPen(self._theme.color(Role.INK_SOFT))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), self._empty_text)
            return
        right, bottom = columns[-1][1] + columns[-1][2], rows[-1][1] + rows[-1][2]
        stage = self._theme.color(Role.STAGE)
        width, height = self.viewport().width(), self.viewport().height()
        if right <= area.right():
            painter.fillRect(right, 0, width - right, height, stage)
        if bottom <= area.bottom():
            painter.fillRect(0, bottom, right, height - bottom, stage)
        self.cell_painter.paint(painter, self.matrix, self._colors, rows, columns)
        self._paint_rules(painter, right, bottom)
        # one cell more on each side: outlines reach over the edges of theirs
        top, left, bottom, right = rows[0][0], columns[0][0], rows[-1][0], columns[-1][0]
        self._paint_selection(painter, (top - 1, left - 1, bottom + 1, right + 1))

    def _spans(self, area: QRect, *, down: bool) -> list[Span]:
        """Return the visible rows, or columns: number, position, size."""
        header = self._rows_header if down else self._columns_header
        low, high = (area.top(), area.bottom()) if down else (area.left(), area.right())
        offset, size = header.offset(), header.defaultSectionSize()  # all sections are of one size
        first, last = (max(low, 0) + offset) // size, min((high + offset) // size, header.count() - 1)
        return [(at, at * size - offset, size) for at in range(first, last + 1)]

    def _paint_rules(self, painter: QPainter, right: int, bottom: int) -> None:
        """Draw a line where another head begins, sideways or downwards."""
        groups, height = self._columns_header.groups[1:], self.matrix.layout.group_height
        if groups or height:
            painter.setPen(QPen(self._theme.color(Role.LINE), 2))
        for group in groups:
            x = self._columns_header.sectionViewportPosition(group.start)
            painter.drawLine(x, 0, x, min(bottom, self.viewport().height()))
        for row in range(height, self.matrix.layout.rows, height) if height else ():
            y = self._rows_header.sectionViewportPosition(row)
            painter.drawLine(0, y, min(right, self.viewport().width()), y)

    def _rectangle(self, cells: Rectangle) -> QRect:
        top, left, bottom, right = cells
        first, last = self.matrix.index(top, left), self.matrix.index(bottom, right)
        return self.visualRect(first).united(self.visualRect(last)).adjusted(-1, -1, 0, 0)

    def _paint_selection(self, painter: QPainter, seen: Rectangle) -> None:
        accent, stage = self._theme.color(Role.ACCENT), self._theme.color(Role.STAGE)
        current = self.cells.current
        for cells in self._selected:
            if _meet(cells, seen) and (current is None or cells != (*current, *current)):
                outline(painter, self._rectangle(cells), (accent, 2), stage, both=True)
        copied = self.exchange.copied_rectangle
        if copied is not None and _meet(copied, seen):
            pen = QPen(self._theme.color(Role.INK), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRect(self._rectangle(copied).adjusted(2, 2, -3, -3))
        if current is None or self.entry.is_open or not _meet((*current, *current), seen):
            return
        rect = self._rectangle((*current, *current))
        if self.hasFocus():
            outline(painter, rect, (self._theme.color(Role.INK), 3), stage, both=False)
        else:
            outline(painter, rect, (accent, 2), stage, both=True)


def _meet(one: Rectangle, other: Rectangle) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _up_to_four(pixels: int) -> int:
    return (pixels + 3) // 4 * 4
