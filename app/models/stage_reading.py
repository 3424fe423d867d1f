"""The numbers of the stage: outlines of contents follow from the steps alone, and traces fill them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from app.models import stage_words
from app.models.stage_content import Finish, Kind, MatrixView, StageContent
from core.expression.writing import span_of, written_span
from core.program import Program, Step
from core.tensor import Array, NamedTensor
from core.trace import Trace

SURE = 1e-12
"""A row of weights is said to add to 1 where it does up to this."""
BROKEN_ROW = "!"
"""What the badge of a row ends in that does not add to 1."""
_MOST_KEPT = 16

Made = TypeVar("Made")


class Outlines:
    """Keeps what contents have that follows from the steps, as long as these are the same.

    It is for one language: make a new one where texts are to be in another.
    """

    def __init__(self) -> None:
        self._steps: tuple[Step, ...] | None = None
        self._kept: dict[Hashable, Any] = {}  # of each key what its `make` returns

    def kept(self, program: Program, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` made for this key and these steps."""
        if program.steps is not self._steps or len(self._kept) > _MOST_KEPT:
            self._steps, self._kept = program.steps, {}
        if key not in self._kept:
            self._kept[key] = make()
        made: Made = self._kept[key]
        return made

    def content(self, trace: Trace, key: Hashable, outline: Callable[[], StageContent]) -> StageContent:
        """Return the content of an outline, with the numbers of a trace."""
        made = self.kept(trace.program, key, outline)
        items = tuple(self._read(one, trace) if isinstance(one, MatrixView) else one for one in made.items)
        return replace(made, items=items)

    def _read(self, outline: MatrixView, trace: Trace) -> MatrixView:
        reading, masked = outline.reading, None
        tensor = trace[outline.tensor]
        if reading.mask:
            mask = trace[reading.mask]
            masked = self.kept(trace.program, (mask, reading), lambda: masked_cells(outline, mask))
        view = replace(
            outline,
            values=tensor.values[reading.cells],
            masked=masked,
            mask_text=outline.mask_text if masked is not None else "",
            span=written_span(tensor),
            bar=color_range(outline.kind, span_of(tensor).largest),
        )
        for finish in reading.finish:
            view = finish(view, trace)
        return view


def finished(outline: MatrixView, *finish: Finish) -> MatrixView:
    """Have more said of a matrix when its numbers are there."""
    return replace(outline, reading=replace(outline.reading, finish=finish))


def color_range(kind: Kind, largest: float) -> tuple[float, float] | None:
    """Return the ends of the colours: 0 … 1 for weights, else ± the largest finite number.

    That is the largest of the whole tensor: a number has one colour in every view, and heads can be compared.
    """
    if kind is Kind.WEIGHTS:
        return (0.0, 1.0)
    return (-largest, largest) if kind is Kind.SIGNED else None


def masked_cells(view: MatrixView, mask: NamedTensor) -> npt.NDArray[np.bool_] | None:
    """Return which of the shown cells are masked, None where none are and it is not the mask itself."""
    hidden: npt.NDArray[np.bool_] = mask.values[view.reading.cells[-2:]] == 0  # a mask has no heads
    return hidden if hidden.any() or mask.name == view.tensor else None


def row_badges(values: Array) -> tuple[str, ...]:
    """Return what each row of weights adds to: ✓ where it is 1, ! where it is not, nothing at 0."""
    totals = values.sum(axis=1)
    if (np.abs(totals - 1.0) <= SURE).all():  # as mostly
        return (_badge(1.0),) * len(totals)
    return tuple(_badge(total) for total in totals.tolist())


def _badge(total: float) -> str:
    if not math.isfinite(total):
        return f"NaN {BROKEN_ROW}"
    return f"{total:.2f}" + (" ✓" if abs(total - 1.0) <= SURE else f" {BROKEN_ROW}" if total else "")


def with_sums(view: MatrixView, _trace: Trace) -> MatrixView:
    """Write at each row of weights what it adds to."""
    is_shares = view.kind is Kind.WEIGHTS
    return replace(view, row_badges=row_badges(view.values)) if is_shares else view


def with_blind_row(view: MatrixView, trace: Trace) -> MatrixView:
    """Say where a row may look nowhere: its weights are 0 and not shares of 1."""
    step = trace.program.step(view.tensor)
    if len(step.inputs) < 2:
        return view
    is_blind = ~trace[step.inputs[1]].values.any(axis=-1)
    if not is_blind.any():
        return view
    axis = step.axes[-2]
    return replace(view, caption=stage_words.blind_row(axis.told_apart(int(is_blind.argmax()))))
