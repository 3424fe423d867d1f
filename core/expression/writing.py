"""How the numbers of one matrix are written: all of them alike, so that their points stand in line.

The stage, the grid and explanations ask here, so that a number has the same text in all of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from msgspec.structs import force_setattr

from core.expression.numbers import MINUS, all_whole, number_text, number_texts
from core.record import Record
from core.tensor import Array, NamedTensor

_LARGEST_FIXED = 1e7
"""A matrix that reaches this far is written with powers of ten."""
_MOST_DECIMALS = 8


class Writing(Record):
    """So many places, and powers of ten with so many digits or none at all."""

    decimals: int
    exponent: int = 0
    """Digits of the power of ten; 0 writes numbers out."""

    def text(self, value: float) -> str:
        """Write one number.

        >>> Writing(2).text(-1.5), Writing(2, 2).text(-150000.0), Writing(1, 3).text(0.0)
        ('−1.50', '−1.50e+05', '0.0e+000')
        """
        if not self.exponent or not math.isfinite(value):
            return number_text(value, self.decimals)
        mantissa, _, power = f"{value + 0.0:.{self.decimals}e}".partition("e")
        return f"{mantissa}e{int(power):+0{self.exponent + 1}d}".replace("-", MINUS)

    def texts(self, values: Sequence[float]) -> list[str]:
        """Write many numbers."""
        return (
            [self.text(value) for value in values] if self.exponent else number_texts(values, self.decimals)
        )

    def rounded(self, value: float) -> float:
        """Return the number that is read where `value` is written.

        >>> Writing(2).rounded(1.234), Writing(1, 2).rounded(123456.0), Writing(0, 2).rounded(-1.6e-7)
        (1.23, 120000.0, -2e-07)
        """
        return float(f"{value:.{self.decimals}e}") if self.exponent else round(value, self.decimals)

    def at_most(self, decimals: int) -> Writing:
        """Return the same with no more places than these."""
        return self if self.decimals <= decimals else Writing(decimals, self.exponent)

    def with_more(self, decimals: int) -> Writing:
        """Return the same with more places."""
        return Writing(min(self.decimals + decimals, _MOST_DECIMALS), self.exponent)


class InFull(Record):
    """Every number with all its digits."""

    def text(self, value: float) -> str:
        """Write one number.

        >>> InFull().text(-1.5e-7), InFull().text(2.0)
        ('−1.5e−07', '2')
        """
        return number_text(value, None)

    def texts(self, values: Sequence[float]) -> list[str]:
        """Write many numbers."""
        return number_texts(values, None)


AnyWriting: TypeAlias = Writing | InFull
IN_FULL = InFull()
_WRITTEN_OUT = tuple(Writing(decimals) for decimals in range(18))
WHOLE = _WRITTEN_OUT[0]


class Span(Record):
    """What the writing of a matrix follows from."""

    largest: float
    """Largest magnitude of a finite number; 1 where there is none but 0."""
    is_whole: bool
    """Whether all numbers are whole, so that places say nothing."""

    def writing(self, decimals: int) -> Writing:
        """Return how the matrix is written where so many places are wanted."""
        return WHOLE if self.is_whole else writing(self.largest, decimals)


def largest_finite(values: Array) -> float:
    """Return the largest magnitude among the finite numbers; 1 where there is none but 0.

    >>> largest_finite(np.array([-3.0, 2.0, np.nan, -np.inf])), largest_finite(np.zeros(2))
    (3.0, 1.0)
    """
    low, high = extremes(values)
    largest = max(-low, high)
    if not largest < math.inf:
        largest = float(np.abs(values).max(initial=0.0, where=np.isfinite(values)))
    return largest or 1.0


def extremes(values: Array) -> tuple[float, float]:
    """Return the smallest and the largest number, NaN for both where there is one; 0 where there is none.

    >>> extremes(np.array([-3.0, 2.0])), extremes(np.array([1.0, np.nan]))
    ((-3.0, 2.0), (nan, nan))
    """
    if not values.size:
        return 0.0, 0.0
    return values.item(values.argmin()), values.item(values.argmax())  # quicker than `min` and `max`


def span(values: Array) -> Span:
    """Return what the writing of these numbers follows from."""
    return Span(largest_finite(values), all_whole(values))


def span_of(tensor: NamedTensor) -> Span:
    """Return the same for a tensor on its own, which is looked through once."""
    found = tensor.span
    if found is None:
        found = span(tensor.values)
        force_setattr(tensor, "span", found)
    return found


def written_span(tensor: NamedTensor) -> Span:
    """Return what the writing of a tensor follows from: of the one whose numbers it has some of, or its own.

    So one number has one text, though the others of its column may all be whole.
    """
    return span_of(tensor.like or tensor)


def writing_of(tensor: NamedTensor, decimals: int | None) -> AnyWriting:
    """Return how the numbers of a tensor are written everywhere; None as `decimals` is in full."""
    return IN_FULL if decimals is None else written_span(tensor).writing(decimals)


def writing_of_redone(tensor: NamedTensor, decimals: int) -> Writing:
    """Return how a number is written that was worked out again for a tensor: with places even for whole ones.

    What was left out or rounded on the way may make a fraction of it.
    """
    return writing(written_span(tensor).largest, decimals)


def writing_of_products(largest: float, decimals: int) -> Writing:
    """Return how products are written that reach to `largest`, of numbers with so many places.

    They belong to no tensor: whole numbers have whole products, and others are written as a matrix of them.
    """
    return writing(largest, decimals) if decimals else WHOLE


def writing(largest: float, decimals: int) -> Writing:
    """Return how a matrix is written whose numbers reach to `largest`.

    Powers of ten are for a matrix with large numbers, and for one that would read 0.00 throughout.

    >>> writing(3.0, 2), writing(2e7, 2).exponent, writing(1e-5, 2).exponent, writing(1e200, 2).exponent
    (Writing(decimals=2, exponent=0), 2, 2, 3)
    """
    if 0.5 * 10.0**-decimals <= largest < _LARGEST_FIXED:
        return _WRITTEN_OUT[decimals]
    return Writing(decimals, 2 if 1e-99 <= largest < 1e100 else 3)
