"""The keyboard of a grid: which key does what while no cell is being typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.widgets.grid_editor import EditMode, Finish

if TYPE_CHECKING:
    from app.widgets.sheet import Sheet

_KEY, _MODIFIER, _STANDARD = Qt.Key, Qt.KeyboardModifier, QKeySequence.StandardKey
Command: TypeAlias = Callable[[], object]

_ARROWS = {_KEY.Key_Left: (0, -1), _KEY.Key_Right: (0, 1), _KEY.Key_Up: (-1, 0), _KEY.Key_Down: (1, 0)}
_PAGES = {_KEY.Key_PageUp: -1, _KEY.Key_PageDown: 1}


class GridKeys:
    """Finds the command of a key, so that the same question answers “is it ours?” and “do it”."""

    def __init__(self, grid: Sheet) -> None:
        self._grid = grid

    def command(self, event: QKeyEvent) -> Command | None:
        """Return what the key does here; None for keys that are not the grid's."""
        modifiers = event.modifiers() & ~_MODIFIER.KeypadModifier
        key = Qt.Key(event.key())
        control, alt = bool(modifiers & _MODIFIER.ControlModifier), bool(modifiers & _MODIFIER.AltModifier)
        shift = bool(modifiers & _MODIFIER.ShiftModifier)
        return (
            self._standard(event)
            or (self._alt(key, shift=shift) if alt and not control else None)
            or (self._move(key, control=control, extend=shift) if not alt else None)
            or (self._control(key, shift=shift) if control and not alt else None)
            or (self._plain(key, shift=shift) if not control and not alt else None)
            or self._typed(event, control=control, alt=alt)
        )

    def _standard(self, event: QKeyEvent) -> Command | None:
        exchange = self._grid.exchange
        for standard, command in (
            (_STANDARD.Copy, exchange.copy),
            (_STANDARD.Cut, exchange.cut),
            (_STANDARD.Paste, exchange.paste),
            (_STANDARD.SelectAll, self._grid.cells.select_all),
        ):
            if event.matches(standard):
                return command
        return None

    def _alt(self, key: Qt.Key, *, shift: bool) -> Command | None:
        if key in (_KEY.Key_Up, _KEY.Key_Down):
            return partial(self._grid.commands.step, 1 if key == _KEY.Key_Up else -1, fine=shift)
        if key in _PAGES:
            return partial(self._go_by, 0, _PAGES[key] * self._grid.visible_columns(), extend=shift)
        return None

    def _move(self, key: Qt.Key, *, control: bool, extend: bool) -> Command | None:
        rows, columns = self._grid.cells.size
        if key in _ARROWS:
            down, right = _ARROWS[key]
            return partial(
                self._go_by,
                down * (rows if control else 1),
                right * (columns if control else 1),
                extend=extend,
            )
        if key in (_KEY.Key_Home, _KEY.Key_End):
            right = -columns if key == _KEY.Key_Home else columns
            down = (-rows if key == _KEY.Key_Home else rows) if control else 0
            return partial(self._go_by, down, right, extend=extend)
        if key in _PAGES and not control:
            return partial(self._go_by, _PAGES[key] * self._grid.visible_rows(), 0, extend=extend)
        return None

    def _go_by(self, down: int, right: int, *, extend: bool) -> None:
        cells = self._grid.cells
        row, column = cells.lead if extend else cells.current or (0, 0)
        cells.go(row + down, column + right, extend=extend)

    def _control(self, key: Qt.Key, *, shift: bool) -> Command | None:
        cells, commands = self._grid.cells, self._grid.commands
        known: dict[Qt.Key, Command] = {
            _KEY.Key_Space: cells.select_all if shift else cells.select_columns,
            _KEY.Key_D: commands.fill_down,
            _KEY.Key_R: commands.fill_right,
            _KEY.Key_Return: self._nothing,
            _KEY.Key_Enter: self._nothing,
        }
        return known.get(key)

    def _plain(self, key: Qt.Key, *, shift: bool) -> Command | None:
        grid = self._grid
        known: dict[Qt.Key, Command] = {
            _KEY.Key_Return: partial(grid.go_on, Finish.UP if shift else Finish.DOWN),
            _KEY.Key_Enter: partial(grid.go_on, Finish.UP if shift else Finish.DOWN),
            _KEY.Key_F2: grid.commands.edit_cell,
            _KEY.Key_Delete: grid.commands.clear,
            _KEY.Key_Backspace: grid.commands.clear_and_edit,
            _KEY.Key_Space: grid.cells.select_rows if shift else grid.commands.toggle,
        }
        if key == _KEY.Key_Escape:
            has_mark = grid.exchange.copied_rectangle is not None or grid.entry.plate.isVisible()
            return self._escape if has_mark else None
        return known.get(key)

    def _escape(self) -> None:
        self._grid.exchange.forget_copied()
        self._grid.entry.cancel()

    def _nothing(self) -> None:
        """Ctrl+Enter means something only while a cell is being typed."""

    def _typed(self, event: QKeyEvent, *, control: bool, alt: bool) -> Command | None:
        """Begin to type over the cell; Ctrl and Alt together are AltGr."""
        text = event.text()
        if control is not alt or not text.strip() or not text.isprintable():
            return None
        return partial(self._grid.entry.begin, text, EditMode.ENTER)
