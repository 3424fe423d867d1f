"""How numbers are written: a true minus, no minus before zero, ∞ and NaN in words.

The decimal sign is a point in every language.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

import numpy as np

from core.tensor import Array

MINUS = "\N{MINUS SIGN}"
_LARGEST_FIXED = 1e9
"""From here on a number is written with a power of ten."""
LARGEST_SEARCHED = 1_000_000
"""Tensors with more cells are not searched for fractions."""


def number_text(value: float, decimals: int | None) -> str:
    """Write `value` for people.

    Parameters
    ----------
    value : float
    decimals : int or None
        Places after the point; None writes the shortest text that reads back as the same number.

    Examples
    --------
    >>> number_text(-0.001, 2), number_text(-1.5, 2), number_text(float("-inf"), 2)
    ('0.00', '−1.50', '−∞')
    >>> number_text(0.1, None), number_text(2.0, None)
    ('0.1', '2')
    """
    if not -math.inf < value < math.inf:
        return "NaN" if math.isnan(value) else "∞" if value > 0 else f"{MINUS}∞"
    if decimals is None:
        text = repr(value).removesuffix(".0")
    elif abs(value) >= _LARGEST_FIXED:
        text = f"{value:.{decimals}e}"
    else:
        text = f"{value:.{decimals}f}"
        if not text.strip("-0."):
            text = text.removeprefix("-")
    return text.replace("-", MINUS)


def number_texts(values: Sequence[float], decimals: int | None) -> list[str]:
    """Write many numbers as `number_text` does, in a third of the time where none is special.

    >>> number_texts([-0.001, -1.5], 2)
    ['0.00', '−1.50']
    """
    if decimals is None or not values:
        return [number_text(value, decimals) for value in values]
    line = f"%.{decimals}f\n"
    written = line * len(values) % tuple(values)
    if "n" in written or not -_LARGEST_FIXED < min(values) <= max(values) < _LARGEST_FIXED:  # NaN, inf
        return [number_text(value, decimals) for value in values]
    zero = line % 0.0
    return written.replace(f"-{zero}", zero).replace("-", MINUS).split("\n")[:-1]


def by_school(number: float | Decimal, places: int) -> Decimal:
    """Round as at school: halves go away from zero, of the number as it is written in decimals.

    >>> by_school(2.675, 2), by_school(-0.5, 0)
    (Decimal('2.68'), Decimal('-1'))
    """
    exact = number if isinstance(number, Decimal) else Decimal(repr(number))
    return exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def decimal_text(number: Decimal) -> str:
    """Write a decimal number with the places it has, zero without a sign."""
    return f"{number if number else abs(number):f}".replace("-", MINUS)


def constant_text(value: float) -> str:
    """Write a number that comes from an option, as it was chosen: ``10000``, ``0.00001``, ``0.044715``."""
    if math.isfinite(value) and (value == 0 or 1e-9 <= abs(value) < 1e15):
        return f"{Decimal(repr(value)):f}".removesuffix(".0").replace("-", MINUS)
    return number_text(value, None)


def all_whole(values: Array) -> bool:
    """Return whether all numbers are whole and below a million (∞ left aside): then places say nothing."""
    if not 0 < values.size <= LARGEST_SEARCHED:
        return False
    for end in (values.item(0), values.item(-1)):
        if math.isfinite(end) and not end.is_integer():  # as mostly
            return False
    finite = values[np.isfinite(values)]
    return bool(finite.size) and bool((finite == np.rint(finite)).all()) and float(np.abs(finite).max()) < 1e6
