"""What the stage shows for one step: matrices and signs, as plain records between model and canvas."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from core.expression.nodes import Cell, Line
from core.expression.writing import Span
from core.ops.base import Index
from core.record import Record
from core.tensor import Array

if TYPE_CHECKING:
    from core.trace import Trace


class Kind(StrEnum):
    """How numbers become colours."""

    SIGNED = "signed"  # diverging map, symmetric around 0
    WEIGHTS = "weights"  # 0 … 1
    PLAIN = "plain"  # workings: read, not compared; no colour
    MASK = "mask"  # ones and zeros: 0 is hatched


class Role(StrEnum):
    """What a matrix is in the step shown."""

    OPERAND = "operand"
    WORKING = "working"
    RESULT = "result"


Cells: TypeAlias = tuple[int | slice | npt.NDArray[np.intp] | None, ...]
"""The cells of a matrix as an index of the tensor."""
Finish: TypeAlias = "Callable[[MatrixView, Trace], MatrixView]"


class Reading(Record, eq=False):
    """How a matrix gets its numbers out of a trace; see `app.models.stage_reading`."""

    cells: Cells
    mask: str = ""
    """The step that says which cells are masked; empty where none can be."""
    finish: tuple[Finish, ...] = ()
    """What else is said of the numbers."""


class MatrixView(Record, eq=False):
    """One matrix on the stage: a tensor, or one head's block of it, perhaps transposed.

    `values` has the shape shown (rows, columns); a vector is a single column or row.
    """

    tensor: str
    symbol: str
    """Name in the formula, with ``_`` for subscripts and ``^T``: ``Q``, ``K^T``, ``W_Q``, ``weights``."""
    role: Role
    kind: Kind
    values: Array
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_axis: str
    column_axis: str
    """Axis names as words (translated): ``query``, ``key``, ``d_k``; empty for a vector's missing axis."""
    places: npt.NDArray[np.intp]
    """Index of each shown cell in the tensor, shape (rows, columns, number of axes)."""
    shape_text: str = ""
    note: str = ""
    """``typed in`` or ``parameter`` for cells that can be edited; empty for computed ones."""
    caption: str = ""
    masked: npt.NDArray[np.bool_] | None = None
    """True where a cell is masked: hatched, no number, no colour."""
    mask_text: str = ""
    """What the plate on the hatch says: ``masked: later words``."""
    row_badges: tuple[str, ...] = ()
    """One a row, at the right: ``1.00 ✓``."""
    span: Span | None = None
    """What the writing of the tensor follows from, other heads among it; None: that of what is shown."""
    bar: tuple[float, float] | None = None
    """Ends of the colour range in use; None where there is no colour."""
    is_off: bool = False
    """True for what is switched off: its edge is dashed."""
    run: str = ""
    """Which run the numbers are of, in words, where that is not the present one: ``pinned``."""
    column_pairs: tuple[int, ...] = ()
    """The pair of each column, where columns turn in pairs; −1 for one that stays."""
    row_names_shown: bool = True
    """False where a neighbour at the left already shows the same row headers."""
    reading: Reading = Reading(())

    @property
    def editable(self) -> bool:
        """True for parameters and typed-in tensors."""
        return bool(self.note)

    def index(self, row: int, column: int) -> Index:
        """Return the index in the tensor of a shown cell."""
        return tuple(int(place) for place in self.places[row, column])

    def find(self, index: Index) -> tuple[int, int] | None:
        """Return (row, column) of the tensor's cell `index`, None when it is not shown."""
        hits = np.argwhere((self.places == np.array(index)).all(axis=-1))
        return (int(hits[0][0]), int(hits[0][1])) if len(hits) else None

    def covered(self, reference: Cell | Line) -> tuple[int, int, int, int] | None:
        """Return (top, left, bottom, right), inclusive, of the cells that `reference` reads, or None."""
        if reference.tensor != self.tensor:
            return None
        wanted = [place if place is not None else -1 for place in reference.index]
        match = np.ones(self.values.shape, dtype=bool)
        for axis, place in enumerate(wanted):
            if place >= 0:
                match &= self.places[..., axis] == place
        rows, columns = np.nonzero(match)
        if not len(rows):
            return None
        return int(rows.min()), int(columns.min()), int(rows.max()), int(columns.max())


class Sign(Record):
    """An operator between matrices: ``×``, ``+``, ``=``, or ``→`` with a word over it."""

    text: str
    word: str = ""


class StageContent(Record, eq=False):
    """Matrices and signs from left to right.

    For a single step the last matrix is the result. `chain` marks a whole part on one line, in which
    `framed` is the position of the current step's result in `items`.
    """

    items: tuple[MatrixView | Sign, ...]
    chain: bool = False
    framed: int | None = None
    compared: bool = False
    """True for differences of two runs: they are not made from each other as the numbers are."""
    reason: str = ""
    """Why nothing of it can be changed; empty where cells can be, or lead to where they come from."""
    message: str = ""
    """What to say instead where there is nothing to show (a failed step, an empty sequence)."""
