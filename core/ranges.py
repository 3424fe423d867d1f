"""What selected numbers amount to, as spreadsheets tell it: how many, sum, mean, smallest, largest."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.record import Record
from core.sums import exact_sum
from core.tensor import Array

_EXACT = 100_000
"""Up to so many numbers are added without rounding on the way."""
_CLOSE = 1e-9


class RangeNumbers(Record):
    """The numbers of some rectangles together."""

    shapes: tuple[tuple[int, int], ...]
    """Rows and columns of each rectangle."""
    total: float
    mean: float
    smallest: float
    largest: float
    rows_add_to_one: bool
    """Whether every row of every rectangle adds up to 1, as the rows of attention weights do."""

    @property
    def count(self) -> int:
        """How many cells."""
        return sum(rows * columns for rows, columns in self.shapes)


def range_numbers(blocks: Sequence[Array]) -> RangeNumbers | None:
    """Return what the numbers of `blocks` amount to; None where there is none.

    ∞ and NaN propagate, and nothing raises. The mean of large numbers is finite where their sum is ∞.
    """
    blocks = [block for block in blocks if block.size]
    if not blocks:
        return None
    count = sum(block.size for block in blocks)
    total = _sum(blocks, count)
    return RangeNumbers(
        shapes=tuple((block.shape[0], block.shape[1]) for block in blocks),
        total=total,
        mean=total / count if math.isfinite(total) else _sum([block / count for block in blocks], count),
        smallest=float(np.min([block.min() for block in blocks])),
        largest=float(np.max([block.max() for block in blocks])),
        rows_add_to_one=all(_adds_to_one(block) for block in blocks),
    )


def _adds_to_one(block: Array) -> bool:
    """Tell whether rows of several numbers add up to 1, but for what rounding does."""
    if block.shape[1] < 2:
        return False
    with np.errstate(all="ignore"):
        return bool((np.abs(block.sum(axis=1) - 1.0) <= _CLOSE).all())


def _sum(blocks: Sequence[Array], count: int) -> float:
    if count <= _EXACT:
        return exact_sum([number for block in blocks for number in block.ravel().tolist()])
    with np.errstate(all="ignore"):
        return float(sum(block.sum() for block in blocks))
