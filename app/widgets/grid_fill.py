"""Filling cells of a grid: the selection, or the whole matrix where one cell alone is selected."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QMenu, QWidget

from app.models.matrix_shown import Rectangle
from app.models.stage_content import Kind
from app.texts import translated
from app.widgets.fill_dialog import LARGEST_SEED, FillDialog
from app.widgets.grid_clipboard import bounding, shape_text
from core.errors import SandboxError
from core.expression.names import short_name
from core.fills import FILLS, Fill, Normal, Random, Scale, Transposed

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid

_BEGIN_GROUPS = (Normal, Scale, Transposed)


class GridFill(QObject):
    """The fillings of one grid; each is one edit. What was chosen last is offered again."""

    def __init__(self, grid: MatrixGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self._last: dict[type[Fill], Fill] = {}
        self._seed = 0

    def set_seed(self, seed: int) -> None:
        """Offer this seed first: the document's, or the largest that can be typed here."""
        seed = min(seed, LARGEST_SEED)
        if seed != self._seed:
            self._seed = seed
            self._last.clear()

    def target(self) -> Rectangle | None:
        """Return the selected rectangle; all cells where only one is selected.

        Raises
        ------
        SandboxError
            Where the selection is no rectangle.
        """
        ranges = self._grid.cells.ranges()
        if not ranges:
            return None
        top, left, bottom, right = bounding(ranges)
        rows, columns = self._grid.cells.size
        return (0, 0, rows - 1, columns - 1) if (top, left) == (bottom, right) else (top, left, bottom, right)

    def fill(self, fill: Fill, cells: Rectangle) -> str:
        """Fill a rectangle; return why it was refused, or nothing."""
        reason = self._grid.matrix.fill(cells, fill)
        if not reason:
            self._last[type(fill)] = fill
            self._grid.exchange.forget_copied()
        return reason

    def run(self, kind: type[Fill], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        """Fill with this, asking first for what there is to say."""
        try:
            cells = self.target()
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return
        if cells is None:
            return
        fill = self._offered(kind)
        if fill.__struct_fields__:
            title, run = self._title(kind, cells), partial(self._fill_in, cells)
            dialog = FillDialog(fill, title, run, self._grid.window(), comma=self._grid.matrix.takes_comma)
            dialog.finished.connect(self._grid.setFocus)
            dialog.open()
        elif reason := self.fill(fill, cells):
            self._grid.entry.tell(reason)

    def _fill_in(self, cells: Rectangle, fill: Fill) -> str:
        return self.fill(fill, cells)

    def _offered(self, kind: type[Fill]) -> Fill:
        known = self._last.get(kind)
        if known is not None:
            return known
        return kind(seed=self._seed) if issubclass(kind, Random) else kind()

    def _title(self, kind: type[Fill], cells: Rectangle) -> str:
        told = self.tr("{fill}: {shape} cells of {tensor}")
        title = QCoreApplication.translate("Fills", kind.title)
        return told.format(fill=title, shape=_shape(cells), tensor=short_name(self._grid.matrix.name))

    def menu(self, parent: QWidget) -> QMenu:
        """Return a new menu of all fillings; its title says what they fill."""
        menu = QMenu(self.menu_title(), parent)
        self.populate(menu)
        return menu

    def populate(self, menu: QMenu) -> None:
        """Put all fillings into `menu`."""
        model = self._grid.matrix
        for kind in FILLS:
            if kind in _BEGIN_GROUPS:
                menu.addSeparator()
            title = QCoreApplication.translate("Fills", kind.title)
            action = menu.addAction(f"{title}…" if kind.__struct_fields__ else title)
            action.setEnabled(model.is_editable and (kind.for_masks or model.kind is not Kind.MASK))
            action.triggered.connect(partial(self.run, kind))

    def menu_title(self) -> str:
        """Say how many cells would be filled."""
        try:
            cells = self.target()
        except SandboxError:
            cells = None
        if cells is None:
            return self.tr("Fill &with")
        rows, columns = self._grid.cells.size
        is_whole = cells == (0, 0, rows - 1, columns - 1)
        told = self.tr("Fill the whole {shape} &with") if is_whole else self.tr("Fill {shape} cells &with")
        return told.format(shape=_shape(cells))


def _shape(cells: Rectangle) -> str:
    top, left, bottom, right = cells
    return shape_text(bottom - top + 1, right - left + 1)
