"""Large tensors are edited as an overlay: numbers that are shared, and the cells that are others.

Each undo step then holds a few cells and not another copy of the whole. The whole is made when it is asked
for, and is one and the same array as long as anybody holds it.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from core.tensor import Array, NamedTensor, frozen

Positions: TypeAlias = npt.NDArray[np.intp]
"""Cells by their place in the flattened tensor."""

LARGE = 2**16
"""From so many cells on (512 kB) a parameter is edited as an overlay."""
MOST_WRITTEN = 1_000_000
"""Up to so many numbers a file has all of them once one was edited; above, the recipe and the cells."""
_LARGEST_SHARE = 8
"""Where more than an eighth of the cells are others, a new base takes less room."""


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """A base array, and the cells in which this one differs from it."""

    base: Array
    positions: Positions
    """Ascending, each once."""
    numbers: Array
    """One a position."""
    _made: weakref.ref[Array] | None = field(default=None, init=False, repr=False)

    @property
    def values(self) -> Array:
        """All numbers, read-only: the same array as long as anybody holds it."""
        made = self._made() if self._made is not None else None
        if made is None:
            made = np.array(self.base)
            made.reshape(-1)[self.positions] = self.numbers
            frozen(made)
            object.__setattr__(self, "_made", weakref.ref(made))
        return made

    @property
    def nbytes(self) -> int:
        """Bytes of its own: what it takes beside the base."""
        return self.positions.nbytes + self.numbers.nbytes

    def with_cells(self, positions: Positions, numbers: Array) -> Overlay | Array:
        """Return this with other numbers in some cells; as an array of its own where they are many.

        Where a position stands there twice, its last number counts.
        """
        if positions.size > self.base.size // _LARGEST_SHARE:
            values = np.array(self.values)
            values.reshape(-1)[positions] = numbers
            return frozen(values)
        every = np.concatenate([self.positions, positions])
        all_numbers = np.concatenate([self.numbers, numbers])
        cells, last = np.unique(every[::-1], return_index=True)
        cells.setflags(write=False)
        overlay = Overlay(self.base, cells, frozen(all_numbers[::-1][last]))
        return overlay.values if cells.size > self.base.size // _LARGEST_SHARE else overlay


def overlaid(values: Array, positions: Positions, numbers: Array) -> Overlay | Array:
    """Return `values` with other numbers in some cells; see `Overlay.with_cells`."""
    nothing = Overlay(values, np.empty(0, dtype=np.intp), np.empty(0))
    return nothing.with_cells(positions, numbers)


def may_differ(old: NamedTensor, new: NamedTensor) -> Positions | None:
    """Return the cells in which two tensors of one shape may differ; None where only looking would tell."""
    if old.values is new.values:
        return np.empty(0, dtype=np.intp)
    before, after = old.overlay, new.overlay
    base = before.base if before is not None else old.values
    if base is not (after.base if after is not None else new.values):
        return None
    known = [overlay.positions for overlay in (before, after) if overlay is not None]
    return np.unique(np.concatenate(known)) if known else np.empty(0, dtype=np.intp)
