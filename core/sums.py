"""Sums of products that say the same on every processor, also where numbers become too large.

NumPy's matrix product fuses multiplying and adding where the processor can, and adds in an order of its
own. That shows where a product or a running sum leaves the range of float64: ∞ on one machine, NaN on the
next. Such cells are computed once more as written: each product rounded, their sum rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from core.tensor import Array


def exact_sum(numbers: Iterable[float]) -> float:
    """Return the correctly rounded sum; ∞ and NaN propagate, and nothing raises.

    >>> exact_sum([1e308, 1e308, -1e308]), exact_sum([1e308, 1e308]), exact_sum([math.inf, -math.inf])
    (1e+308, inf, nan)
    """
    numbers = list(numbers)
    try:
        return math.fsum(numbers)
    except ValueError:  # ∞ − ∞
        return math.nan
    except OverflowError:  # too large on the way, or in the end
        beyond = [number for number in numbers if not math.isfinite(number)]
        return _sum_of_infinities(beyond) if beyond else _sum_of_fractions(numbers)


def _sum_of_infinities(numbers: list[float]) -> float:
    return numbers[0] if len(set(numbers)) == 1 else math.nan


def _sum_of_fractions(numbers: list[float]) -> float:
    return _rounded(sum(map(Fraction, numbers), Fraction(0)))


def _rounded(total: Fraction) -> float:
    try:
        return float(total)
    except OverflowError:
        return math.inf if total > 0 else -math.inf


def matmul(left: Array, right: Array) -> Array:
    """Return ``left @ right``; both have the same number of axes, the leading ones equal."""
    made: Array = left @ right
    if all_finite(made):
        return made
    nan_rows, nan_columns = np.any(np.isnan(left), axis=-1), np.any(np.isnan(right), axis=-2)
    surely_nan = np.expand_dims(nan_rows, -1) | np.expand_dims(nan_columns, -2)
    for cell in zip(*np.nonzero(~np.isfinite(made) & ~surely_nan), strict=True):
        *leading, row, column = cell
        terms = left[(*leading, row)] * right[(*leading, slice(None), column)]
        made[cell] = exact_sum(terms.tolist())
    return made


def all_finite(numbers: Array) -> bool:
    """Return whether none of the numbers is ∞ or NaN.

    The sum of their squares tells it of most arrays: a third of the time of looking at each of a few numbers.
    """
    return math.isfinite(np.vdot(numbers, numbers)) or bool(np.isfinite(numbers).all())


def has_nan(numbers: Array) -> bool:
    """Return whether one of the numbers is NaN: no other makes the sum of their squares NaN."""
    return math.isnan(np.vdot(numbers, numbers))


def sums_before(numbers: Iterable[float]) -> list[float]:
    """Return for each number the correctly rounded sum of those before it; ∞ and NaN propagate.

    >>> sums_before([1e308, 1e308, -1e308, 1.0])
    [0.0, 1e+308, inf, 1e+308]
    """
    found: list[float] = []
    finite, beyond = Fraction(0), 0.0
    for number in numbers:
        found.append(beyond or _rounded(finite))
        if math.isfinite(number):
            finite += Fraction(number)
        else:
            beyond += number
    return found


CANCELLED = 1e5
"""A sum is computed exactly where its terms are more than so many times larger than max(1, |sum|).

NumPy's order of adding would show there: the rounding of large terms that cancel is not small beside the sum.
"""


def cancels(rows: Array, sums: Array) -> npt.NDArray[np.bool_]:
    """Return whether the terms of each row (last axis) are far larger than their sum, or not finite."""
    sizes = np.abs(rows).sum(axis=-1)
    found: npt.NDArray[np.bool_] = ~(sizes <= CANCELLED * np.maximum(1.0, np.abs(sums))) | np.isinf(sizes)
    return found


def _are_moderate(rows: Array) -> bool:
    """Return whether surely no row cancels: n sizes add to √(n · the sum of their squares) at most.

    The factor leaves room for the rounding of that sum, which is not the same on every processor.
    """
    squares = float(np.vdot(rows, rows))
    return bool(2.0 * rows.shape[-1] * squares <= CANCELLED * CANCELLED)


def row_sums(rows: Array) -> Array:
    """Return the sum along the last axis."""
    made: Array = np.asarray(np.add.reduce(rows, axis=-1))
    if _are_moderate(rows):
        return made
    doubtful = cancels(rows, made)
    if not doubtful.any():
        return made
    doubtful &= ~np.isnan(rows).any(axis=-1)
    for cell in zip(*np.nonzero(doubtful), strict=True):
        made[cell] = exact_sum(rows[cell].tolist())
    return made


def row_means(rows: Array) -> Array:
    """Return the mean along the last axis."""
    made: Array = row_sums(rows) / rows.shape[-1]
    return made
