"""What is on the stage: everything that is painted, and what is known of its matrices."""

from __future__ import annotations

from collections.abc import Iterator

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

    def view(self, item: int) -> MatrixView:
        """Return a matrix by its position."""
        view = self.content.items[item]
        assert isinstance(view, MatrixView)
        return view

    def filled(self) -> Iterator[tuple[Block, MatrixView]]:
        """Return the matrices that have cells."""
        for block in self.placement.blocks:
            view = self.view(block.item)
            if block.bounds.width > 0 and view.values.size:
                yield block, view

    @property
    def on_pixels(self) -> bool:
        """Whether all cells begin and end at whole pixels."""
        return all(
            length == int(length)
            for block in self.placement.blocks
            for length in (block.cells.x, block.cells.y, block.cell_width, block.cell_height)
        )

    def picture_of(self, item: int) -> Prepared:
        """Return how a matrix looks."""
        if item not in self.prepared:
            self.prepared[item] = prepare(self.view(item), self.look)
        return self.prepared[item]
