"""From tensors to matrices on the stage: blocks of heads, transposed ones, columns and rows of vectors.

Matrices are made from a program, still without their numbers; `app.models.stage_reading` reads these.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from app.models import stage_words
from app.models.stage_content import Cells, Kind, MatrixView, Reading, Role, Sign
from core.ops.attention import ApplyMask, ColumnSoftmax, Mask, Softmax
from core.ops.elementary import TypedIn
from core.program import Program, Step
from core.record import Record
from core.tensor import Axes, Axis

Shown = MatrixView | Sign


class Cut(Record):
    """Which part of a tensor is shown."""

    head: int = 0
    """Where the tensor has a head axis."""
    rows: Sequence[int] | None = None
    columns: Sequence[int] | None = None
    transposed: bool = False
    as_row: bool = False
    """A vector is written as a row; otherwise as a column."""
    block: str = ""
    """What the axis of the columns is called where they are one head's block; they count from 1 then."""


WHOLE = Cut()


def axes_of(program: Program, name: str) -> Axes:
    """Return the axes of a tensor."""
    maker = program.maker(name)
    if maker is None:
        return program.sources[name].axes
    return next(column.axes for column in maker.columns if column.name == name)


def matrix(
    program: Program, name: str, role: Role, *, cut: Cut = WHOLE, kind: Kind = Kind.SIGNED, symbol: str = ""
) -> MatrixView:
    """Return the tensor `name`, or the part of it that `cut` says, as a matrix that is still without numbers.

    What can be edited says so.
    """
    axes = axes_of(program, name)
    frame = _frame(axes, cut)
    rows, columns = frame.places.shape[:2]
    mask = _hiding_step(program, name, axes)
    return MatrixView(
        tensor=name,
        symbol=symbol or stage_words.symbol(name),
        role=role,
        kind=kind,
        values=np.broadcast_to(np.nan, (rows, columns)),
        row_labels=frame.row_labels,
        column_labels=frame.column_labels,
        row_axis=stage_words.axis_word(frame.row_axis),
        column_axis=stage_words.axis_word(frame.column_axis),
        places=frame.places,
        shape_text=f"{rows} × {columns}",
        note=note(program, name),
        mask_text=_mask_text(mask) if role is Role.RESULT else "",
        reading=Reading(frame.cells, mask.name if mask is not None else ""),
    )


class _Frame(Record, eq=False):
    """What a matrix is without its numbers."""

    places: npt.NDArray[np.intp]
    cells: Cells
    row_axis: str
    row_labels: tuple[str, ...]
    column_axis: str
    column_labels: tuple[str, ...]


@lru_cache(maxsize=32)
def _frame(axes: tuple[Axis, ...], cut: Cut) -> _Frame:
    """Return the frame of a part of a tensor, the same one from edit to edit."""
    with_head = _has_head(axes)
    positions, shown = _positions(axes, cut)
    places = _grid(positions, cut, with_head=with_head)
    rows, columns = _labels(shown, positions[-len(shown) :], cut)
    return _Frame(places, _cells(positions, places, cut, with_head=with_head), *rows, *columns)


def of_head(axes: Axes, view: MatrixView) -> MatrixView:
    """Say which head's block is shown, where there are several."""
    if not _has_head(axes) or axes[0].size == 1:
        return view
    return replace(view, shape_text=f"{view.shape_text} · {stage_words.head_word(view.index(0, 0)[0])}")


def with_axes(view: MatrixView) -> MatrixView:
    """Write the axes behind the shape, as the result of a step does: ``8 × 8 · query × key``."""
    words = " × ".join(word for word in (view.row_axis, view.column_axis) if word)
    return replace(view, shape_text=f"{view.shape_text} · {words}") if words else view


def note(program: Program, name: str) -> str:
    """Return what stands at a matrix whose cells can be edited; empty for computed ones."""
    maker = program.maker(name)
    if maker is None:
        return stage_words.parameter_note()
    if isinstance(maker.operation, TypedIn):
        return stage_words.typed_in_note()
    return stage_words.mask_note() if isinstance(maker.operation, Mask) else ""


def mask_step(program: Program, name: str) -> Step | None:
    """Return the mask step that a masked tensor or its weights were made with."""
    maker = program.maker(name)
    if maker is None or not isinstance(maker.operation, _HATCHING) or len(maker.inputs) < 2:
        return None
    if isinstance(maker.operation, ApplyMask) and not maker.operation.hides:
        return None  # a large negative number is a number like any other
    return program.maker(maker.inputs[1])


_HATCHING = ApplyMask | Softmax | ColumnSoftmax


def _hiding_step(program: Program, name: str, axes: Axes) -> Step | None:
    """Return the step that says which cells of a tensor are masked: a mask says it of its own."""
    if len(axes) < 2 or (axes[-2].name, axes[-1].name) != ("query", "key"):
        return None
    maker = program.maker(name)
    return maker if maker is not None and isinstance(maker.operation, Mask) else mask_step(program, name)


def with_names_once(items: Sequence[Shown], *, whole_line: bool = False) -> tuple[Shown, ...]:
    """Leave out the names of rows where the matrix before has them already, or any one on the line."""
    made: list[Shown] = []
    known: set[tuple[str, ...]] = set()
    for item in items:
        if isinstance(item, MatrixView):
            made.append(replace(item, row_names_shown=item.row_labels not in known))
            known = {item.row_labels, *(known if whole_line else ())}
        else:
            made.append(item)
    return tuple(made)


def _has_head(axes: Sequence[Axis]) -> bool:
    return len(axes) > 1 and axes[0].name == "head"


def _positions(axes: Sequence[Axis], cut: Cut) -> tuple[list[Sequence[int]], list[Axis]]:
    """Return the shown positions of every axis, and the axes without that of the heads."""
    positions: list[Sequence[int]] = [range(axis.size) for axis in axes]
    shown = list(axes)
    if _has_head(axes):
        positions[0] = (cut.head,)
        shown = shown[1:]
    if cut.rows is not None:
        positions[-len(shown)] = cut.rows
    if cut.columns is not None:
        positions[-1] = cut.columns
    return positions, shown


def _grid(positions: list[Sequence[int]], cut: Cut, *, with_head: bool) -> npt.NDArray[np.intp]:
    ranges = [np.asarray(shown, dtype=np.intp) for shown in positions]
    grid = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1)
    if with_head:
        grid = grid[0]
    if grid.ndim == 2:  # a vector: (n, axes)
        return grid[None, :] if cut.as_row else grid[:, None]
    return grid.swapaxes(0, 1) if cut.transposed else grid


def _cells(
    positions: list[Sequence[int]], places: npt.NDArray[np.intp], cut: Cut, *, with_head: bool
) -> Cells:
    """Return `places` as an index: slices, which copy no numbers, where these follow on each other."""
    follow = all(isinstance(shown, range) for shown in positions[with_head:])
    if cut.transposed or not follow:
        return tuple(np.moveaxis(places, -1, 0))
    head = (cut.head,) if with_head else ()
    slices = [slice(shown[0], shown[-1] + 1) if shown else slice(0) for shown in positions[with_head:]]
    if len(slices) == 1:  # a vector
        return (*head, None, *slices) if cut.as_row else (*head, *slices, None)
    return (*head, *slices)


_Headers = tuple[str, tuple[str, ...]]


def _labels(axes: list[Axis], positions: list[Sequence[int]], cut: Cut) -> tuple[_Headers, _Headers]:
    """Return name and labels of the rows, and of the columns."""
    headers = [
        (axis.name, tuple(axis.shown(position) for position in shown))
        for axis, shown in zip(axes, positions, strict=True)
    ]
    if cut.block:
        headers[-1] = (cut.block, tuple(str(number + 1) for number in range(len(positions[-1]))))
    if len(headers) == 1:
        none = ("", ("",))
        return (none, headers[0]) if cut.as_row else (headers[0], none)
    return (headers[1], headers[0]) if cut.transposed else (headers[0], headers[1])


def _mask_text(step: Step | None) -> str:
    return stage_words.mask_plate(step.operation) if step and isinstance(step.operation, Mask) else ""
