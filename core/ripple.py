"""How far an edit reaches: how many cells of each tensor and each part have another number than before.

Under a causal mask no row before an edited token changes, but in the scores before they are masked: those are
made of every query and every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from core.tensor import NamedTensor
from core.trace import Trace


class Changed(NamedTuple):
    """So many cells of so many: “12 of 64”."""

    cells: int
    total: int

    def plus(self, other: Changed) -> Changed:
        """Return both together."""
        return Changed(self.cells + other.cells, self.total + other.total)


def changed_cells(before: Trace, after: Trace) -> Mapping[str, Changed]:
    """Return for each tensor of `after` how many of its cells differ.

    NaN is equal to NaN, and −0 to 0. All cells differ of a tensor that is new or has another shape.
    """
    return {name: _changed(before.get(name), tensor) for name, tensor in after.items()}


def changed_parts(before: Trace, after: Trace) -> Mapping[str, Changed]:
    """Return for each part (`Step.part`) of `after` how many cells of its steps' results differ."""
    parts: dict[str, Changed] = {}
    for step in after.program.steps:
        if step.name in after:
            changed = _changed(before.get(step.name), after[step.name])
            parts[step.part] = parts.get(step.part, Changed(0, 0)).plus(changed)
    return parts


def _changed(old: NamedTensor | None, new: NamedTensor) -> Changed:
    total = new.values.size
    if old is None or old.shape != new.shape:
        return Changed(total, total)
    if old.values is new.values:
        return Changed(0, total)
    same = (old.values == new.values) | (np.isnan(old.values) & np.isnan(new.values))
    return Changed(total - int(same.sum()), total)
