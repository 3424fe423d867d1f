"""A table with the habits of a spreadsheet: what the keyboard, the mouse and the input method do in it.

`MatrixGrid` and `TextGrid` fill it: they say what its cells look like, and what can be done to them.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QItemSelection,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.models.matrix_shown import AnyIndex, Cell, Rectangle
from app.theme import Role, ThemeStore
from app.widgets.grid_editor import EditMode, Finish
from app.widgets.grid_entry import GridEntry
from app.widgets.grid_header import GridHeader
from app.widgets.grid_keys import GridKeys
from app.widgets.grid_paint import Span, outline
from app.widgets.grid_selection import GridSelection
from app.widgets.sheet_parts import SheetCommands, SheetExchange, SheetModel

_LEFT = Qt.MouseButton.LeftButton
_SCROLL_PAUSE = 60
"""Milliseconds between two rows or columns while a selection is dragged beyond the edge."""


class Sheet(QTableView):
    """Selects, moves, types, copies and paints what is selected, with the keys of a spreadsheet."""

    current_changed = Signal(int, int)
    selection_altered = Signal()
    cell_hovered = Signal(int, int)  # −1, −1 where there is none
    wants_input_method = False
    """Whether cells take words that an input method makes; digits are to arrive as keys."""
    table: SheetModel
    commands: SheetCommands
    exchange: SheetExchange

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._selected: list[Rectangle] = []
        self._pressed_box: Cell | None = None
        self._dragged_to = QPoint()
        self._beyond = QTimer(self)
        self._beyond.setInterval(_SCROLL_PAUSE)
        self._beyond.timeout.connect(self._go_on_dragging)
        self._hovered = (-1, -1)
        self._columns_header = GridHeader(Qt.Orientation.Horizontal, theme, self)
        self._rows_header = GridHeader(Qt.Orientation.Vertical, theme, self)
        self.setHorizontalHeader(self._columns_header)
        self.setVerticalHeader(self._rows_header)
        self.cells = GridSelection(self)
        self.entry = GridEntry(self, theme)
        for header in (self._columns_header, self._rows_header):
            header.pressed.connect(partial(self._on_header_pressed, header.orientation()))
            header.dragged.connect(partial(self.cells.go_line, header.orientation(), extend=True))
        self._keys = GridKeys(self)

    def _show_model(self, model: QAbstractItemModel) -> None:
        """Show a model, once everything is there that Qt asks for by and by."""
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, self.wants_input_method)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setModel(model)
        model.modelAboutToBeReset.connect(self.entry.cancel)
        model.dataChanged.connect(self._decline)
        model.rowsRemoved.connect(self.entry.leave_missing)
        model.modelReset.connect(self._on_model_reset)
        self._on_model_reset()

    def _on_model_reset(self) -> None:
        self.exchange.forget_copied()
        self._selected = []
        self.cells.go(0, 0)
        self.viewport().update()

    def _decline(self) -> None:
        """Something else is done: take away what was said of the last thing, and what was offered."""
        self.entry.settle()

    def hideEvent(self, event: QHideEvent) -> None:
        """What is said of a cell goes with the sheet: it stands in the window."""
        super().hideEvent(event)
        self._beyond.stop()
        if not event.spontaneous():
            self._decline()

    # Sizes

    def visible_rows(self) -> int:
        """Return how many whole rows there is room for."""
        return max(self.viewport().height() // max(self._rows_header.defaultSectionSize(), 1), 1)

    def visible_columns(self) -> int:
        """Return how many whole columns there is room for."""
        return max(self.viewport().width() // max(self._columns_header.defaultSectionSize(), 1), 1)

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

    # Selection

    def has_chosen(self, cells: Rectangle) -> bool:
        """Tell whether any of these cells is the current one or selected."""
        current = self.cells.current
        chosen = self._selected if current is None else [(*current, *current), *self._selected]
        return any(_meet(cells, each) for each in chosen)

    def go_on(self, how: Finish) -> bool:
        """Move as after an entry; at the last cell Tab leaves the grid."""
        if self.cells.follow(how):
            return True
        self.setFocus()
        super().focusNextPrevChild(how is Finish.NEXT)
        return False

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Tell where one is. Qt switches the input method on here."""
        super().currentChanged(current, previous)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, self.wants_input_method)
        self.cells.take_over()
        self.entry.settle()
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
        # the class first: asking for the type makes an enum of each event, at every repaint
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
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
        self.entry.settle()
        command()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's name
        """Tab goes from cell to cell, and out at the end; so does the focus of a sheet that is hidden."""
        is_ours = self.isVisible() and not self.entry.is_open
        if is_ours and self.cells.follow(Finish.NEXT if next else Finish.PREVIOUS):
            return True
        return super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt switches the input method on here, too."""
        super().focusInEvent(event)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, self.wants_input_method)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The frame of the current cell follows the focus."""
        super().focusOutEvent(event)
        self.viewport().update()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Text of an input method begins an entry instead of being lost: at once, or letter by letter."""
        if self.entry.is_open or not (event.commitString().strip() or event.preeditString()):
            return
        event.accept()
        if not event.preeditString():
            self.entry.begin(event.commitString(), EditMode.ENTER)
        elif self.wants_input_method and self.entry.begin("", EditMode.ENTER):
            QCoreApplication.sendEvent(self.entry.editor, event)

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
        elif event.button() == _LEFT or not self.selectionModel().isSelected(self.model().index(*cell)):
            self.cells.go(*cell)
            self._pressed_box = cell if self._box_at(event) == cell else None

    def _on_header_pressed(
        self, header: Qt.Orientation, section: int, modifiers: Qt.KeyboardModifier
    ) -> None:
        """Choose a whole row or column; Shift extends, Ctrl adds. A refused entry keeps the focus."""
        if not self.entry.finish():
            self.entry.editor.setFocus()
            return
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        add = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        self.cells.go_line(header, section, extend=extend, add=add)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a selection, or tell which cell is pointed at."""
        position = event.position().toPoint()
        if event.buttons() & _LEFT and not self.entry.is_open:
            self._drag_to(position)
        self._hover(self._cell_at(position) or (-1, -1))

    def _drag_to(self, position: QPoint) -> None:
        """Extend the selection to the cell that is nearest; beyond the edge it goes on by itself."""
        cell = self._cell_at(position, nearest=True)
        if cell is not None and self.cells.current is not None and cell != self.cells.lead:
            self.cells.go(*cell, extend=True)
            self._pressed_box = None
        self._dragged_to = position
        if self.viewport().rect().contains(position):
            self._beyond.stop()
        elif not self._beyond.isActive():
            self._beyond.start()

    def _go_on_dragging(self) -> None:
        self._drag_to(self._dragged_to)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the box that was pressed, unless a selection was drawn from it."""
        event.accept()
        self._beyond.stop()
        if self._pressed_box is not None and self._box_at(event) == self._pressed_box:
            self.commands.toggle()
        self._pressed_box = None

    def _box_at(self, event: QMouseEvent) -> Cell | None:  # noqa: ARG002 - for those that have boxes
        """Return the cell whose box to tick is pointed at with the left button."""
        return None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit in place; a box to tick takes it as another click."""
        event.accept()
        if self._box_at(event) is not None:
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

    def _spans(self, area: QRect, *, down: bool) -> list[Span]:
        """Return the visible rows, or columns: number, position, size."""
        header = self._rows_header if down else self._columns_header
        low, high = (area.top(), area.bottom()) if down else (area.left(), area.right())
        first, last = header.visualIndexAt(max(low, 0)), header.visualIndexAt(high)
        if first < 0:
            return []
        last = last if last >= 0 else header.count() - 1
        return [
            (at, header.sectionViewportPosition(at), header.sectionSize(at)) for at in range(first, last + 1)
        ]

    def _paint_free(self, painter: QPainter, right: int, bottom: int) -> None:
        """Paint what is to the right of the columns and below the rows."""
        stage, width, height = (
            self._theme.color(Role.STAGE),
            self.viewport().width(),
            self.viewport().height(),
        )
        painter.fillRect(right, 0, max(width - right, 0), height, stage)
        painter.fillRect(0, bottom, right, max(height - bottom, 0), stage)

    def _rectangle(self, cells: Rectangle) -> QRect:
        """Return where cells stand, with the line before them."""
        top, left, bottom, right = cells
        across, down = self._columns_header, self._rows_header
        x, y = across.sectionViewportPosition(left) - 1, down.sectionViewportPosition(top) - 1
        end = across.sectionViewportPosition(right) + across.sectionSize(right)
        return QRect(x, y, end - x, down.sectionViewportPosition(bottom) + down.sectionSize(bottom) - y)

    def _paint_selection(self, painter: QPainter, seen: Rectangle) -> None:
        current, copied = self.cells.current, self.exchange.copied_rectangle
        for cells in self._selected:
            if _meet(cells, seen) and (current is None or cells != (*current, *current)):
                self._outline(painter, cells)
        if copied is not None and _meet(copied, seen):
            painter.setPen(QPen(self._theme.color(Role.INK), 1, Qt.PenStyle.DashLine))
            painter.drawRect(self._rectangle(copied).adjusted(2, 2, -3, -3))
        if current is None or self.entry.is_open or not _meet((*current, *current), seen):
            return
        if self.hasFocus():
            rect, stage = self._rectangle((*current, *current)), self._theme.color(Role.STAGE)
            outline(painter, rect, (self._theme.color(Role.INK), 3), stage, both=False)
        else:
            self._outline(painter, (*current, *current))

    def _outline(self, painter: QPainter, cells: Rectangle) -> None:
        line, stage = (self._theme.color(Role.ACCENT), 2), self._theme.color(Role.STAGE)
        outline(painter, self._rectangle(cells), line, stage, both=True)


def _meet(one: Rectangle, other: Rectangle) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
