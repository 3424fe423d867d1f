"""How far an edit reaches: how many cells of each tensor and each part have another number than before.

Under a causal mask no row before an edited token changes, but in the scores before they are masked: those are
made of every query and every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.sums import has_nan
from core.tensor import Array, Axis, NamedTensor
from core.trace import Trace

Marks = npt.NDArray[np.bool_]

_WORDS = ("token", "query", "key", "vocabulary")
"""Axes along which words come and go."""
_ROUNDING = 1e-12
"""Sums of more or fewer terms are rounded in another order: differences up to this share of the largest
number are none."""


class Changed(NamedTuple):
    """So many cells of so many: “12 of 64”."""

    cells: int
    total: int

    def plus(self, other: Changed) -> Changed:
        """Return both together."""
        return Changed(self.cells + other.cells, self.total + other.total)


def changed_cells(before: Trace, after: Trace) -> Mapping[str, Changed]:
    """Return for each tensor of `after` how many of its cells differ, as `changed_marks` has it."""
    return {name: count(before.get(name), tensor) for name, tensor in after.items()}


def changed_parts(before: Trace, after: Trace) -> Mapping[str, Changed]:
    """Return for each part (`Step.part`) of `after` how many cells of its steps' results differ."""
    parts: dict[str, Changed] = {}
    for step in after.program.steps:
        if step.name in after:
            changed = count(before.get(step.name), after[step.name])
            parts[step.part] = parts.get(step.part, Changed(0, 0)).plus(changed)
    return parts


def count(old: NamedTensor | None, new: NamedTensor) -> Changed:
    """Return how many cells of a tensor differ from those of `old`."""
    total = new.values.size
    if old is not None and old.values is new.values:
        return Changed(0, total)
    return Changed(int(np.count_nonzero(changed_marks(old, new))), total)


def changed_marks(old: NamedTensor | None, new: NamedTensor) -> Marks:
    """Return which cells of `new` have another number than in `old`.

    NaN is equal to NaN, and −0 to 0. Where words came or went, each other word is compared with itself, and a
    difference in the last digits is none: sums of more terms are rounded otherwise. All cells differ of a
    tensor that is new or has another shape for another reason.
    """
    if old is None or len(old.axes) != len(new.axes):
        return np.ones(new.shape, dtype=bool)
    if old.values is new.values:
        return np.zeros(new.shape, dtype=bool)
    if old.values.shape == new.values.shape:
        return differing(old.values, new.values)
    places = [_places(*axes) for axes in zip(old.axes, new.axes, strict=True)]
    marks = np.ones(new.shape, dtype=bool)
    if all(place is not None for place in places):
        known = [np.asarray(place) for place in places if place is not None]
        here = np.ix_(*(np.flatnonzero(place >= 0) for place in known))
        there = np.ix_(*(place[place >= 0] for place in known))
        finite = np.abs(new.values[np.isfinite(new.values)])
        marks[here] = differing(old.values[there], new.values[here], _ROUNDING * finite.max(initial=0.0))
    return marks


def differing(old: Array, new: Array, tolerance: float = 0.0) -> Marks:
    """Return where two arrays of one shape have other numbers; NaN is equal to NaN, and −0 to 0."""
    differ: Marks = old != new
    if tolerance:
        with np.errstate(all="ignore"):
            differ &= ~(np.abs(old - new) <= tolerance)
    if has_nan(new):
        differ &= ~(np.isnan(new) & np.isnan(old))
    return differ


def _places(old: Axis, new: Axis) -> list[int] | None:
    """Return where each position of `new` was before, −1 where it was not.

    None where that cannot be told.
    """
    if old.size == new.size:
        return list(range(new.size))
    if old.name != new.name or new.name not in _WORDS or not old.labels or not new.labels:
        return None
    least = min(old.size, new.size)
    start = next((i for i in range(least) if old.labels[i] != new.labels[i]), least)
    left = least - start
    end = next((i for i in range(left) if old.labels[-1 - i] != new.labels[-1 - i]), left)
    shift = old.size - new.size
    return [
        place if place < start else place + shift if place >= new.size - end else -1
        for place in range(new.size)
    ]
