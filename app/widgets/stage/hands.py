"""Mouse and keys on the stage: choosing, moving, pulling, and asking for the editor."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QInputMethodEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.models.stage_content import Kind, Role
from app.models.stage_places import Block
from app.widgets.stage import words
from app.widgets.stage.pulling import PullingView
from app.widgets.stage.scene import Spot
from core.expression.nodes import Cell
from core.numbers import plain_text

_TYPED = frozenset("0123456789.-+=")
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_ARROWS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class HandsView(PullingView):
    """The part of the canvas that listens."""

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pull at a handle, choose a cell, or tell of a header."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.hide_reason()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = self.mapToScene(event.position().toPoint())
        spot = self._handle_under(at)
        if spot is not None:
            self._from = event.globalPosition()
            self._begin_scrub(spot, "drag")
            return
        block = self.block_under(at)
        cell = block.cell_at(at.x(), at.y()) if block else None
        if block is not None and cell is not None:
            self._press_cell((block.item, *cell))
        elif block is not None:
            self._press_header(block, at)

    def _press_cell(self, spot: Spot) -> None:
        view = self.view_of(spot[0])
        self.choose(spot)
        if view.editable and view.kind is Kind.MASK:
            self.mask_toggled.emit(view.tensor, view.index(spot[1], spot[2]))

    def _press_header(self, block: Block, at: QPointF) -> None:
        tensor = self.view_of(block.item).tensor
        row, column = block.row_header_at(at.x(), at.y()), block.column_header_at(at.x(), at.y())
        if row is not None:
            self.row_header_clicked.emit(tensor, row)
        elif column is not None:
            self.column_header_clicked.emit(tensor, column)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pull, or tell which cell the pointer is on."""
        if self._scrub is not None and self._by == "drag":
            moved = event.globalPosition() - self._from
            self._from = event.globalPosition()
            pixels = (moved.x() - moved.y()) / self.scale_factor
            self._pull(pixels, fine=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            return
        self._pointer = event.position().toPoint()
        self.hover()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pull."""
        if event.button() == Qt.MouseButton.LeftButton and self._by == "drag":
            self._end_scrub()
            self._pointer = event.position().toPoint()
            self.hover()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit a cell, or go to where a computed one comes from."""
        at = self.mapToScene(event.position().toPoint())
        block = self.block_under(at)
        cell = block.cell_at(at.x(), at.y()) if block else None
        if event.button() != Qt.MouseButton.LeftButton or self._handle_under(at) is not None:
            self.mousePressEvent(event)
        elif block is not None and cell is not None:
            self.open_or_go((block.item, *cell))

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is on no cell."""
        QWidget.leaveEvent(self, event)
        self._pointer = None
        self.hover()

    def hover(self) -> None:
        """Tell which cell is under the pointer, also where it rests and matrices come, go or are scrolled."""
        if self._by == "drag":
            return
        if self._pointer is None:
            self._set_hovered(None)
            return
        at = self.mapToScene(self._pointer)
        spot = self._handle_under(at)
        shape = Qt.CursorShape.SizeVerCursor
        if spot is None:
            block = self.block_under(at)
            cell = block.cell_at(at.x(), at.y()) if block else None
            spot = (block.item, *cell) if block is not None and cell is not None else None
            shape = Qt.CursorShape.ArrowCursor if spot is None else Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)
        self._set_hovered(spot)

    def _set_hovered(self, spot: Spot | None) -> None:
        """Show a handle there, and tell of the cell where it is another one."""
        cell = None
        if spot is not None:
            view = self.view_of(spot[0])
            cell = Cell(view.tensor, view.index(spot[1], spot[2]))
        if spot != self._hovered:
            self._hovered = spot
            self.show_handles()
        if cell != self._told:
            self._told = cell
            self.cell_hovered.emit(cell)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, edit, pull; what is not ours goes on to the window."""
        self.hide_reason()
        if event.key() == Qt.Key.Key_Escape and self.is_scrubbing:
            self._cancel_scrub()
        elif not self._key(event):
            event.ignore()
            return
        event.accept()

    def _key(self, event: QKeyEvent) -> bool:
        key, modifiers = event.key(), event.modifiers() & ~_KEYPAD
        if modifiers & Qt.KeyboardModifier.AltModifier:
            return self._alt_key(event)
        spot = self.chosen_spot()
        if key in _ARROWS or key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return self._move(key, jump=bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        if spot is None or modifiers & Qt.KeyboardModifier.ControlModifier:
            return False
        if key == Qt.Key.Key_F2:
            self.open_or_go(spot)
            return True
        view = self.view_of(spot[0])
        if key == Qt.Key.Key_Space and view.editable and view.kind is Kind.MASK:
            self.mask_toggled.emit(view.tensor, view.index(spot[1], spot[2]))
            return True
        return self._type(spot, event.text())

    def _type(self, spot: Spot, text: str) -> bool:
        """Open the editor with a digit, a point, a minus or an equals sign, also full-width ones."""
        plain = plain_text(text)
        if not plain or plain[0] not in _TYPED:
            return False
        view = self.view_of(spot[0])
        if not self.begin_edit(view.tensor, view.index(spot[1], spot[2]), plain) and not view.editable:
            self.say_computed()
        return True

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take a digit that an input method commits without composing."""
        spot = self.chosen_spot()
        if spot is not None and event.commitString():
            self._type(spot, event.commitString())
        event.accept()

    def _alt_key(self, event: QKeyEvent) -> bool:
        spot = self.chosen_spot()
        if event.key() not in (Qt.Key.Key_Up, Qt.Key.Key_Down) or spot is None or not self._can_pull(spot):
            return False
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._step(spot, 1 if event.key() == Qt.Key.Key_Up else -1, "keys", fine=fine)
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Letting go of Alt ends a gesture: held keys are one step of undo."""
        if event.key() == Qt.Key.Key_Alt and self._by in ("keys", "wheel"):
            self._end_scrub()
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End a gesture of keys."""
        super().focusOutEvent(event)
        if self._by == "keys":
            self._end_scrub()
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the result's first cell, when keys arrive and nothing is chosen."""
        super().focusInEvent(event)
        by_tab = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_tab and self.chosen_spot() is None:
            self._choose_first(self._result())
        self.viewport().update()

    def _move(self, key: int, *, jump: bool) -> bool:
        spot = self.chosen_spot()
        if spot is None:
            return self._choose_first(self._result())
        item, row, column = spot
        rows, columns = self.view_of(item).values.shape
        if key == Qt.Key.Key_Home:
            row, column = (0 if jump else row), 0
        elif key == Qt.Key.Key_End:
            row, column = (rows - 1 if jump else row), columns - 1
        else:
            down, right = _ARROWS[Qt.Key(key)]
            row += down * (rows if jump else 1)
            column += right * (columns if jump else 1)
        self.choose((item, min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)))
        return True

    def step_on(self, way: int) -> None:
        """Go to the next or previous cell of the matrix, row by row; at its end stay."""
        spot = self.chosen_spot()
        if spot is None:
            return
        columns = self.view_of(spot[0]).values.shape[1]
        place = spot[1] * columns + spot[2] + way
        if 0 <= place < self.view_of(spot[0]).values.size:
            self.choose((spot[0], *divmod(place, columns)))

    def focusNextPrevChild(self, next_: bool) -> bool:  # noqa: FBT001 - Qt's
        """Tab goes from matrix to matrix, and at the last one leaves the canvas."""
        spot = self.chosen_spot()
        shown = [block.item for block in self.placement.blocks if block.rows and block.columns]
        if spot is not None and spot[0] in shown:
            at = shown.index(spot[0]) + (1 if next_ else -1)
            if 0 <= at < len(shown):
                rows, columns = self.view_of(shown[at]).values.shape
                self.choose((shown[at], min(spot[1], rows - 1), min(spot[2], columns - 1)))
                return True
        return bool(super().focusNextPrevChild(next_))

    def _result(self) -> int | None:
        found = [block.item for block in self.placement.blocks if block.rows and block.columns]
        results = [item for item in found if self.view_of(item).role is Role.RESULT]
        return results[-1] if results else found[-1] if found else None

    def _choose_first(self, item: int | None) -> bool:
        if item is None:
            return False
        self.choose((item, 0, 0))
        return True

    def open_or_go(self, spot: Spot) -> None:
        """Edit a cell that can be edited, and go to where any other comes from."""
        view = self.view_of(spot[0])
        index = view.index(spot[1], spot[2])
        if view.editable and view.kind is Kind.MASK:
            self.mask_toggled.emit(view.tensor, index)
        elif view.editable:
            self.begin_edit(view.tensor, index)
        elif self.content.reason:
            self.refuse(self.content.reason)
        else:
            self.go_to_requested.emit(view.tensor, index)

    # Telling

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say what the pointer is on, as plain text.

        A filter, and not `viewportEvent`: PySide crashes where an override that calls its base meets an
        exception in another override below it.
        """
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(event.pos().toPointF())
            if text:
                QToolTip.showText(event.globalPos(), words.plain_tip(text), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return bool(super().eventFilter(watched, event))

    def tip_at(self, position: QPointF) -> str:
        """Return what a point of the viewport is: a cell with its exact number, or a header with its axis."""
        at = self.mapToScene(position.toPoint())
        block = self.block_under(at)
        if block is None:
            return ""
        view = self.view_of(block.item)
        cell = block.cell_at(at.x(), at.y())
        if cell is not None:
            return words.tip(view, *cell)
        row, column = block.row_header_at(at.x(), at.y()), block.column_header_at(at.x(), at.y())
        if row is not None:
            return words.header_tip(view.row_axis, view.row_labels[row], is_row=True)
        if column is not None:
            return words.header_tip(view.column_axis, view.column_labels[column], is_row=False)
        return ""
