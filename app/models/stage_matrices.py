"""From tensors to matrices on the stage: blocks of heads, transposed ones, columns and rows of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from app.models import stage_words
from app.models.stage_content import Kind, MatrixView, Role, Sign
from core.ops.attention import ApplyMask, ColumnSoftmax, Mask, Softmax
from core.ops.elementary import TypedIn
from core.program import Step
from core.record import Record
from core.tensor import Array, Axis
from core.trace import Trace

Shown = MatrixView | Sign

SURE = 1e-12
"""A row of weights is said to add to 1 where it does up to this."""
BROKEN_ROW = "!"
"""What the badge of a row ends in that does not add to 1."""


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


def matrix(
    trace: Trace, name: str, role: Role, *, cut: Cut = WHOLE, kind: Kind = Kind.SIGNED, symbol: str = ""
) -> MatrixView:
    """Return the tensor `name`, or the part of it that `cut` says, as a matrix.

    A masked part is hatched, and what can be edited says so.
    """
    tensor = trace[name]
    frame = _frame(tensor.axes, cut)
    values = tensor.values[frame.cells]
    masked = masked_cells(trace, name, frame.places)
    return MatrixView(
        tensor=name,
        symbol=symbol or stage_words.symbol(name),
        role=role,
        kind=kind,
        values=values,
        row_labels=frame.row_labels,
        column_labels=frame.column_labels,
        row_axis=stage_words.axis_word(frame.row_axis),
        column_axis=stage_words.axis_word(frame.column_axis),
        places=frame.places,
        shape_text=f"{values.shape[0]} × {values.shape[1]}",
        note=note(trace, name),
        masked=masked,
        mask_text=_mask_text(trace, name) if masked is not None and role is Role.RESULT else "",
        bar=color_range(kind, values, masked),
    )


class _Frame(Record, eq=False):
    """What a matrix is without its numbers."""

    places: npt.NDArray[np.intp]
    cells: tuple[npt.NDArray[np.intp], ...]
    """`places`, axis by axis, as an index of the tensor."""
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
    return _Frame(places, tuple(np.moveaxis(places, -1, 0)), *rows, *columns)


def of_head(trace: Trace, name: str, view: MatrixView) -> MatrixView:
    """Say which head's block is shown, where there are several."""
    tensor = trace[name]
    if not _has_head(tensor.axes) or tensor.shape[0] == 1:
        return view
    return replace(view, shape_text=f"{view.shape_text} · {stage_words.head_word(view.index(0, 0)[0])}")


def with_axes(view: MatrixView) -> MatrixView:
    """Write the axes behind the shape, as the result of a step does: ``8 × 8 · query × key``."""
    words = " × ".join(word for word in (view.row_axis, view.column_axis) if word)
    return replace(view, shape_text=f"{view.shape_text} · {words}") if words else view


def note(trace: Trace, name: str) -> str:
    """Return what stands at a matrix whose cells can be edited; empty for computed ones."""
    maker = trace.program.maker(name)
    if maker is None:
        return stage_words.parameter_note()
    if isinstance(maker.operation, TypedIn):
        return stage_words.typed_in_note()
    return stage_words.mask_note() if isinstance(maker.operation, Mask) else ""


def color_range(
    kind: Kind, values: Array, masked: npt.NDArray[np.bool_] | None = None
) -> tuple[float, float] | None:
    """Return the ends of the colours: 0 … 1 for weights, else ± the largest finite number shown."""
    if kind is Kind.WEIGHTS:
        return (0.0, 1.0)
    if kind is not Kind.SIGNED:
        return None
    seen = np.isfinite(values) if masked is None else np.isfinite(values) & ~masked
    largest = float(np.abs(values[seen]).max(initial=0.0))
    return (-largest, largest) if largest > 0 else (-1.0, 1.0)


def mask_step(trace: Trace, name: str) -> Step | None:
    """Return the mask step that a masked tensor or its weights were made with."""
    maker = trace.program.maker(name)
    if maker is None or not isinstance(maker.operation, _HATCHING) or len(maker.inputs) < 2:
        return None
    if isinstance(maker.operation, ApplyMask) and not maker.operation.hides:
        return None  # a large negative number is a number like any other
    return trace.program.maker(maker.inputs[1])


_HATCHING = ApplyMask | Softmax | ColumnSoftmax


def masked_cells(trace: Trace, name: str, places: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_] | None:
    """Return which of the shown cells are masked, None where none can be."""
    maker = trace.program.maker(name)
    tensor = trace[name]
    if len(tensor.shape) < 2 or tensor.axes[-2].name != "query" or tensor.axes[-1].name != "key":
        return None
    step = maker if maker is not None and isinstance(maker.operation, Mask) else mask_step(trace, name)
    if step is None:
        return None
    allowed = trace[step.name].values
    hidden: npt.NDArray[np.bool_] = allowed[places[..., -2], places[..., -1]] == 0
    return hidden if hidden.any() or step.name == name else None


def row_badges(values: Array) -> tuple[str, ...]:
    """Return what each row of weights adds to: ✓ where it is 1, ! where it is not, nothing at 0."""
    badges = []
    for total in np.nansum(values, axis=1) if not np.isnan(values).any() else values.sum(axis=1):
        sign = " ✓" if abs(total - 1.0) <= SURE else f" {BROKEN_ROW}" if total else ""
        badges.append(f"{total:.2f}{sign}" if np.isfinite(total) else f"NaN {BROKEN_ROW}")
    return tuple(badges)


def with_sums(view: MatrixView) -> MatrixView:
    """Write at each row of weights what it adds to."""
    is_shares = view.kind is Kind.WEIGHTS
    return replace(view, row_badges=row_badges(view.values)) if is_shares else view


def rows_add_to_one(values: Array) -> bool:
    """Return whether every row adds to 1."""
    return bool(values.size) and bool(np.all(np.abs(values.sum(axis=1) - 1.0) <= SURE))


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


def _mask_text(trace: Trace, name: str) -> str:
    maker = trace.program.maker(name)
    step = maker if maker is not None and isinstance(maker.operation, Mask) else mask_step(trace, name)
    return stage_words.mask_plate(step.operation) if step and isinstance(step.operation, Mask) else ""
