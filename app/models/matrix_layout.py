"""How a tensor lies in a table: blocks of heads side by side, a vector as one row."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from app.models import stage_words
from core.edits.base import Cells, cells_at
from core.ops.base import Index
from core.record import Record
from core.tensor import Axes, Axis

_JOINED = "heads·"
_Kind = TypeVar("_Kind", bound=np.generic)


class HeadGroup(Record):
    """Columns `start` … `stop` − 1 belong to one head."""

    start: int
    stop: int
    title: str


@dataclass(frozen=True, slots=True)
class MatrixLayout:
    """Rows and columns of a tensor, and which cell of the table is which cell of the tensor.

    Any tensor is seen as (block, row, column): a leading head axis gives the blocks, side by side.
    `heads` tells how many heads are joined in the columns of a parameter or of ``concat``, or in the rows of
    the output map.
    """

    axes: Axes
    heads: int = 1
    wanted_head: int | None = None
    """The only head whose columns or rows the table has; None where all stand together."""
    blocks: int = field(init=False)
    all_rows: int = field(init=False)
    block_columns: int = field(init=False)

    def __post_init__(self) -> None:
        blocks, rows, columns = _block_shape(self.axes)
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "all_rows", rows)
        object.__setattr__(self, "block_columns", columns)

    @property
    def columns(self) -> int:
        """Columns of the table."""
        return self._all_columns if self.head is None or not self.group_width else self.group_width

    @property
    def rows(self) -> int:
        """Rows of the table."""
        return self.all_rows if self.head is None or not self.group_height else self.group_height

    @property
    def is_plain(self) -> bool:
        """True where rows and columns of the table are those of the tensor."""
        is_as_it_lies = len(self.axes) == 2 and not self._is_vector_of_heads
        return is_as_it_lies and self.blocks == 1 and self.head is None

    @property
    def _all_columns(self) -> int:
        return self.blocks * self.block_columns

    @property
    def head(self) -> int | None:
        """The only head shown; None where there are no heads, or all are shown."""
        head = self.wanted_head
        return head if head is not None and 0 <= head < self.head_count else None

    @property
    def head_count(self) -> int:
        """How many heads can be shown one by one; none where nothing belongs to a head."""
        if self.group_width:
            return self._all_columns // self.group_width
        return self.all_rows // self.group_height if self.group_height else 0

    @property
    def _first(self) -> int:
        """Where the columns of the table begin among those of all heads."""
        return 0 if self.head is None else self.head * self.group_width

    @property
    def _first_row(self) -> int:
        """Where the rows of the table begin among those of all heads."""
        return 0 if self.head is None else self.head * self.group_height

    def flat(self, values: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
        """Return `values` as the table shows them."""
        shape = (self.blocks, self.all_rows, self.block_columns)
        table = values.reshape(shape).transpose(1, 0, 2).reshape(self.all_rows, self._all_columns)
        top, left = self._first_row, self._first
        return table[top : top + self.rows, left : left + self.columns]

    def index(self, row: int, column: int) -> Index:
        """Return which cell of the tensor stands in this cell of the table."""
        return tuple(int(positions) for positions in self._cells(np.intp(row), np.intp(column)))

    def block(self, top: int, left: int, bottom: int, right: int) -> Cells:
        """Return the cells of the tensor that a rectangle shows, as an open mesh; its ends belong to it."""
        rows, columns = np.arange(top, bottom + 1)[:, None], np.arange(left, right + 1)[None, :]
        return self._cells(rows, columns)

    def cells(self, places: npt.ArrayLike) -> Cells:
        """Return the cells of the tensor that stand in these cells of the table, shape (count, 2)."""
        rows, columns = np.asarray(places, dtype=np.intp).reshape(-1, 2).T
        return self._cells(rows, columns)

    def _cells(self, rows: Any, columns: Any) -> Cells:
        block, inner = np.divmod(columns + self._first, self.block_columns)
        rows = rows + self._first_row
        if self._is_vector_of_heads:
            return block, rows
        leading = tuple(axis.size for axis in self.axes[:-2])
        blocks = np.unravel_index(block, leading) if leading else ()
        return (*blocks, rows, inner)[-len(self.axes) :] if self.axes else ()

    def places(self, cells: Cells) -> npt.NDArray[np.intp]:
        """Return rows and columns of those cells of the tensor that the table shows, shape (count, 2)."""
        shape = tuple(axis.size for axis in self.axes)
        if len(cells) != len(shape) or not shape:
            return np.zeros((0 if cells or shape else 1, 2), dtype=np.intp)
        flat = [at.ravel() for at in np.broadcast_arrays(*cells)]
        inside = np.logical_and.reduce(
            [(at >= 0) & (at < size) for at, size in zip(flat, shape, strict=True)]
        )
        position = np.ravel_multi_index(tuple(at[inside] for at in flat), shape)
        block, rest = np.divmod(position, self.all_rows * self.block_columns)
        row, inner = np.divmod(rest, self.block_columns)
        column = block * self.block_columns + inner - self._first
        row = row - self._first_row
        shown = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        return np.stack([row[shown], column[shown]], axis=1)

    def cell(self, index: Index) -> tuple[int, int] | None:
        """Return (row, column) of a cell of the tensor, None where there is none."""
        places = self.places(cells_at((index,)) if index else ())
        return (int(places[0, 0]), int(places[0, 1])) if len(places) else None

    @property
    def row_axis(self) -> Axis | None:
        """The axis that runs downwards; a vector has none."""
        if len(self.axes) < 2:
            return None
        return self.axes[1] if self._is_vector_of_heads else self.axes[-2]

    @property
    def column_axis(self) -> Axis | None:
        """The axis that runs to the right, inside a block."""
        return self.axes[0] if self._is_vector_of_heads else self.axes[-1] if self.axes else None

    @property
    def _is_vector_of_heads(self) -> bool:
        """One number a head and row, as the row sums of weights: heads are the columns then."""
        return len(self.axes) == 2 and self.axes[0].name == "head"

    def row_label(self, row: int) -> str:
        """Return what the header of a row says; rows of heads count from 1 in each."""
        if self.group_height:
            head, inner = divmod(row + self._first_row, self.group_height)
            return f"{stage_words.head_word(head)} · {inner + 1}"
        return _label(self.row_axis, row)

    def column_label(self, column: int) -> str:
        """Return what the header of a column says; under a bracket columns count from 1."""
        axis = self.column_axis
        if axis is not None and axis.labels:
            return axis.shown(self._position(axis, column))
        width = self.group_width
        return str(column % width + 1) if width else _label(axis, column)

    def row_told(self, row: int) -> str:
        """Return the label of a row as texts quote it, empty where there is none."""
        axis = self.row_axis
        return axis.told_apart(row) if axis is not None and axis.labels else ""

    def column_told(self, column: int) -> str:
        """Return the label of a column as texts quote it, empty where there is none."""
        axis = self.column_axis
        return axis.told_apart(self._position(axis, column)) if axis is not None and axis.labels else ""

    def _position(self, axis: Axis, column: int) -> int:
        return (column + self._first) % axis.size

    def head_of(self, column: int) -> int:
        """Return the head to which a column belongs, from 0."""
        return (column + self._first) // self.group_width if self.group_width else 0

    def head_at(self, row: int, column: int) -> int | None:
        """Return the head to which a cell belongs, from 0; None where it belongs to none."""
        if self.group_width:
            return self.head_of(column)
        return (row + self._first_row) // self.group_height if self.group_height else None

    def within_head(self, row: int, column: int) -> tuple[int, int]:
        """Return row and column as they count inside a head."""
        width, height = self.group_width or self.columns, self.group_height or self.rows
        return row % max(height, 1), column % max(width, 1)

    @property
    def group_width(self) -> int:
        """Columns of one head where brackets stand over them, else 0."""
        if self._is_vector_of_heads:
            return 0
        if self.blocks > 1:
            return self.block_columns
        return self._share(self.column_axis)

    @property
    def group_height(self) -> int:
        """Rows of one head where the heads are joined downwards, as in the output map, else 0."""
        return 0 if self.group_width or self._is_vector_of_heads else self._share(self.row_axis)

    def _share(self, axis: Axis | None) -> int:
        """Return how much of an axis belongs to one head, 0 where heads are not joined in it."""
        if axis is None or self.heads < 2 or axis.size % self.heads:
            return 0
        is_joined = axis.name == "concat" or axis.name.startswith(_JOINED)
        return axis.size // self.heads if is_joined else 0

    def groups(self) -> tuple[HeadGroup, ...]:
        """Return the brackets over the columns: ``head 1 · d_k 1…4``."""
        width, axis = self.group_width, self.column_axis
        if not width or axis is None:
            return ()
        word = "d_v" if axis.name == "concat" else axis_word(axis)
        text = word if axis.labels else f"{word} 1…{width}"
        return tuple(
            HeadGroup(at, at + width, f"{stage_words.head_word(self.head_of(at))} · {text}")
            for at in range(0, self.columns, width)
        )

    def corner_text(self) -> str:
        """Return what stands in the corner: ``query ↓ key →``; nothing where no axis has words."""
        rows, columns = self.row_axis, self.column_axis
        if rows is None or columns is None or not (rows.labels or columns.labels):
            return ""
        return f"{axis_word(rows)} ↓ {axis_word(columns)} →"


def axis_word(axis: Axis) -> str:
    """Return an axis in words; that of joined heads as the size of one: ``d_k``."""
    return stage_words.axis_word(axis.name.removeprefix(_JOINED))


def _label(axis: Axis | None, position: int) -> str:
    if axis is None:
        return ""
    return axis.shown(position) if axis.labels else f"{axis_word(axis)} {position + 1}"


def _block_shape(axes: Axes) -> tuple[int, int, int]:
    shape = tuple(axis.size for axis in axes)
    if len(shape) == 2 and axes[0].name == "head":
        return shape[0], shape[1], 1
    padded = (1, 1, *shape)
    return math.prod(padded[:-2]), padded[-2], padded[-1]
