"""What can be done to the selected cells of a grid: filling, clearing, the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.models.matrix_shown import Cell, Rectangle
from app.models.stage_content import Kind
from app.texts import translated
from app.widgets.grid_clipboard import bounding, cells_of
from app.widgets.grid_editor import EditMode
from core.errors import SandboxError
from core.fills import Down, Fill, Right, Zeros
from core.numbers import plain_text
from core.tensor import Array
from core.text import Message

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid

_KEYS = QKeySequence.StandardKey


class GridCommands(QObject):
    """The commands of one grid. Each that changes anything is one edit."""

    def __init__(self, grid: MatrixGrid) -> None:
        super().__init__(grid)
        self._grid = grid

    # Filling

    def clear(self) -> None:
        """Set the selected cells to 0: a matrix has no empty cell."""
        ranges = self._grid.cells.ranges()
        if len(ranges) == 1:
            self._fill(Zeros())
        else:
            cells = cells_of(ranges)
            self.write(cells, [0.0] * len(cells), deed=Zeros().deed)

    def fill_down(self) -> None:
        """Repeat the first selected row in all of them."""
        self._fill(Down())

    def fill_right(self) -> None:
        """Repeat the first selected column in all of them."""
        self._fill(Right())

    def set_mask(self, allowed: bool | None = None) -> None:  # noqa: FBT001 - None turns over
        """Open or close the selected cells of a mask; without a wish, close them only where all are open.

        Cells that the model keeps closed are left alone unless there are no others.
        """
        model, cells = self._grid.matrix, cells_of(self._grid.cells.ranges())
        cells = [cell for cell in cells if not model.is_closed(*cell)] or cells
        if allowed is None:
            allowed = not all(model.value(*cell) for cell in cells)
        self.write(cells, [float(allowed)] * len(cells))

    def takes(self, text: str | None) -> bool:
        """Write 0 or 1 into a mask, or turn its cells over; anything else says what to write."""
        if self._grid.matrix.kind is not Kind.MASK:
            return False
        wanted = {"": None, "0": False, "1": True}
        plain = plain_text(text or "")
        if plain in wanted:
            self.set_mask(wanted[plain])
        else:
            self._grid.entry.tell(self.tr("Write 1 where one may look and 0 where not."))
        return True

    def toggle(self) -> None:
        """Turn the cells of a mask over; a number is not lost by a slip on the space bar."""
        if self._grid.matrix.kind is Kind.MASK:
            self._grid.entry.begin(None)

    def step(self, direction: int, *, fine: bool = False) -> None:
        """Scrub the current cell."""
        self._grid.scrub.step(direction, fine=fine)

    def _fill(self, fill: Fill) -> None:
        """Fill what is selected, be it one cell."""
        ranges = self._grid.cells.ranges()
        if not ranges:
            return
        try:
            cells = bounding(ranges)
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return
        self._is_taken(self._grid.matrix.fill(cells, fill))

    def write(
        self,
        cells: Sequence[Cell],
        numbers: Sequence[float],
        gesture: int | None = None,
        deed: Message | None = None,
    ) -> bool:
        """Change cells as one edit; False, with the reason beneath the cell, where that is refused."""
        if not cells:
            return False
        return self._is_taken(self._grid.matrix.write(cells, numbers, gesture, deed), gesture)

    def write_block(self, cells: Rectangle, numbers: Array, deed: Message | None = None) -> bool:
        """Change a rectangle as one edit; False, with the reason beneath the cell, where that is refused."""
        return self._is_taken(self._grid.matrix.write_block(cells, numbers, deed))

    def _is_taken(self, reason: str, gesture: int | None = None) -> bool:
        if reason:
            self._grid.entry.tell(reason)
        elif gesture is None:
            self._grid.exchange.forget_copied()
        return not reason

    # Menu

    def edit_cell(self) -> None:
        """Open the field with the exact number."""
        self._grid.entry.begin(None, EditMode.EDIT)

    def clear_and_edit(self) -> None:
        """Open the field empty, as for typing over."""
        self._grid.entry.begin("", EditMode.ENTER)

    def _step(self, steps: int, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        """Change the current number by a step, as an edit of its own."""
        self._grid.scrub.step(steps)
        self._grid.scrub.end()

    def show_menu(self, at: QPoint) -> None:
        """Offer all this."""
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def menu(self) -> QMenu:
        """Return a new menu."""
        menu = QMenu(self._grid)
        exchange = self._grid.exchange
        editable = self._grid.matrix.is_editable
        self._add(menu, self.tr("&Edit cell"), "F2", self.edit_cell, enabled=editable)
        self._add(menu, self.tr("Clear and edit"), "Backspace", self.clear_and_edit, enabled=editable)
        self._add(menu, self.tr("A step more"), "Alt+Up", partial(self._step, 1), enabled=editable)
        self._add(menu, self.tr("A step less"), "Alt+Down", partial(self._step, -1), enabled=editable)
        menu.addSeparator()
        self._add(menu, self.tr("Cu&t"), _KEYS.Cut, exchange.cut, enabled=editable)
        self._add(menu, self.tr("&Copy"), _KEYS.Copy, exchange.copy)
        menu.addMenu(exchange.copy_as_menu(menu))
        self._add(menu, self.tr("&Paste"), _KEYS.Paste, exchange.paste, enabled=editable)
        self._add(
            menu, self.tr("Paste from the top left cell"), "", exchange.paste_from_corner, enabled=editable
        )
        self._add(menu, self.tr("Paste the part that fits"), "", exchange.paste_part, enabled=editable)
        self._add(menu, self.tr("Paste transposed"), "", exchange.paste_transposed, enabled=editable)
        self._add(menu, self.tr("&Import matrix…"), "", exchange.import_requested.emit)
        menu.addSeparator()
        self._add(menu, self.tr("Set to &0"), "Del", self.clear, enabled=editable)
        self._add(
            menu, QCoreApplication.translate("Fills", Down.title), "Ctrl+D", self.fill_down, enabled=editable
        )
        self._add(
            menu,
            QCoreApplication.translate("Fills", Right.title),
            "Ctrl+R",
            self.fill_right,
            enabled=editable,
        )
        menu.addMenu(self._grid.fills.menu(menu)).setEnabled(editable)
        menu.addSeparator()
        self._add(menu, self.tr("Select row"), "Shift+Space", self._grid.cells.select_rows)
        self._add(menu, self.tr("Select column"), "Ctrl+Space", self._grid.cells.select_columns)
        self._add(menu, self.tr("Select a&ll"), _KEYS.SelectAll, self._grid.cells.select_all)
        return menu

    @staticmethod
    def _add(
        menu: QMenu,
        text: str,
        key: QKeySequence.StandardKey | str,
        run: Callable[[], object],
        *,
        enabled: bool = True,
    ) -> None:
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) if key else ""
        action = QAction(f"{text}\t{shown}" if shown else text, menu)
        action.setEnabled(enabled)
        action.triggered.connect(run)
        menu.addAction(action)
