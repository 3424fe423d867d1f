"""What is on the stage: everything that is painted, and what is known of its matrices."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from PySide6.QtCore import QRectF

from app.models.stage_content import MatrixView, StageContent
from app.models.stage_places import Block, Placement
from app.widgets.stage.look import Look
from app.widgets.stage.marks import Marks
from app.widgets.stage.prepared import Prepared, prepare

Spot = tuple[int, int, int]
"""Position of a matrix in the content, row, column."""
Cells: TypeAlias = tuple[Block, MatrixView, Prepared]
"""A matrix that has cells: where they stand, what they hold and how they look."""


class Scene(Struct, eq=False):
    """Everything that is painted."""

    content: StageContent
    placement: Placement
    look: Look
    marks: dict[int, Marks] = field(default_factory=dict)
    changed: dict[int, npt.NDArray[np.bool_]] = field(default_factory=dict)
    handles: tuple[Spot, ...] = ()
    hint: tuple[Spot, str] | None = None
    fewer: str = ""
    """``1 decimal``, where fewer are shown than asked for."""
    area: QRectF = field(default_factory=QRectF)
    """All there is to paint on."""
    prepared: dict[int, Prepared] = field(default_factory=dict)
    _cells: list[Cells] | None = None

    def view(self, item: int) -> MatrixView:
        """Return a matrix by its position."""
        view = self.content.items[item]
        assert isinstance(view, MatrixView)
        return view

    def cells(self) -> list[Cells]:
        """Return the matrices that have cells."""
        if self._cells is None:
            self._cells = [
                (block, view, self._picture_of(block.item, view))
                for block in self.placement.blocks
                if block.cells.width > 0 and (view := self.view(block.item)).values.size
            ]
        return self._cells

    def _picture_of(self, item: int, view: MatrixView) -> Prepared:
        known = self.prepared.get(item)
        if known is None:
            known = self.prepared[item] = prepare(view, self.look)
        return known
