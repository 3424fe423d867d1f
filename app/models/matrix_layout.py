"""How a tensor lies in a table: blocks of heads side by side, a vector as one row."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from app.models import stage_words
from core.ops.base import Index
from core.tensor import Axes, Axis

_JOINED = "heads·"
_Kind = TypeVar("_Kind", bound=np.generic)


@dataclass(frozen=True, slots=True)
class HeadGroup:
    """Columns `start` … `stop` − 1 belong to one head."""

    start: int
    stop: int
    title: str


@dataclass(frozen=True, slots=True)
class MatrixLayout:
    """Rows and columns of a tensor, and which cell of the table is which cell of the tensor.

    Any tensor is seen as (block, row, column): a leading head axis gives the blocks, side by side.
    `heads` tells how many heads are joined in the last axis of a parameter or of ``concat``.
    """

    axes: Axes
    heads: int = 1
    blocks: int = field(init=False)
    rows: int = field(init=False)
    block_columns: int = field(init=False)

    def __post_init__(self) -> None:
        blocks, rows, columns = _block_shape(self.axes)
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "block_columns", columns)

    @property
    def columns(self) -> int:
        """Columns of the table."""
        return self.blocks * self.block_columns

    def flat(self, values: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
        """Return `values` as the table shows them."""
        shape = (self.blocks, self.rows, self.block_columns)
        return values.reshape(shape).transpose(1, 0, 2).reshape(self.rows, self.columns)

    def index(self, row: int, column: int) -> Index:
        """Return which cell of the tensor stands in this cell of the table."""
        block, inner = divmod(column, self.block_columns)
        position = (block * self.rows + row) * self.block_columns + inner
        shape = tuple(axis.size for axis in self.axes)
        return tuple(int(place) for place in np.unravel_index(position, shape)) if shape else ()

    def cell(self, index: Index) -> tuple[int, int] | None:
        """Return (row, column) of a cell of the tensor, None where there is none."""
        shape = tuple(axis.size for axis in self.axes)
        if len(index) != len(shape) or any(not 0 <= at < size for at, size in zip(index, shape, strict=True)):
            return None
        position = int(np.ravel_multi_index(index, shape)) if shape else 0
        block, rest = divmod(position, self.rows * self.block_columns)
        row, inner = divmod(rest, self.block_columns)
        return row, block * self.block_columns + inner

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
        """Return what the header of a row says."""
        return _label(self.row_axis, row)

    def column_label(self, column: int) -> str:
        """Return what the header of a column says; under a bracket columns count from 1."""
        axis = self.column_axis
        if axis is not None and axis.labels:
            return axis.shown(column % axis.size)
        width = self.group_width
        return str(column % width + 1) if width else _label(axis, column)

    def row_told(self, row: int) -> str:
        """Return the label of a row as texts quote it, empty where there is none."""
        axis = self.row_axis
        return axis.told_apart(row) if axis is not None and axis.labels else ""

    def column_told(self, column: int) -> str:
        """Return the label of a column as texts quote it, empty where there is none."""
        axis = self.column_axis
        return axis.told_apart(column % axis.size) if axis is not None and axis.labels else ""

    @property
    def group_width(self) -> int:
        """Columns of one head where brackets stand over them, else 0."""
        if self._is_vector_of_heads:
            return 0
        if self.blocks > 1:
            return self.block_columns
        axis = self.column_axis
        if axis is None or self.heads < 2 or self.columns % self.heads:
            return 0
        is_joined = axis.name == "concat" or axis.name.startswith(_JOINED)
        return self.columns // self.heads if is_joined else 0

    def groups(self) -> tuple[HeadGroup, ...]:
        """Return the brackets over the columns: ``head 1 · d_k 1…4``."""
        width, axis = self.group_width, self.column_axis
        if not width or axis is None:
            return ()
        word = "d_v" if axis.name == "concat" else axis_word(axis)
        text = word if axis.labels else f"{word} 1…{width}"
        return tuple(
            HeadGroup(number * width, (number + 1) * width, f"{stage_words.head_word(number)} · {text}")
            for number in range(self.columns // width)
        )


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
