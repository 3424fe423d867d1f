"""Seeded random numbers, made together, each as if it were made alone.

Numbers come from ``PCG64(SeedSequence([seed, *text in UTF-8]))``: its uniform doubles, mapped by
`statistics.NormalDist().inv_cdf` where a normal is wanted, rounded by `round`. What those do to one number is
done here to many at once, with the same arithmetic and so to the same bits; only where that cannot be (far
from the middle, close to the middle of two rounded numbers) they are asked themselves.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

import numpy as np

from core.tensor import Array

_CHUNK = 2**18
_CENTRAL = 0.425
"""So far from one half the rational function below holds: 85 of 100 numbers."""
# Wichura 1988, algorithm AS 241, as `statistics` has it: highest power first.
_ABOVE = (
    2.5090809287301226727e3,
    3.3430575583588128105e4,
    6.7265770927008700853e4,
    4.5921953931549871457e4,
    1.3731693765509461125e4,
    1.9715909503065514427e3,
    1.3314166789178437745e2,
    3.3871328727963666080e0,
)
_BELOW = (
    5.2264952788528545610e3,
    2.8729085735721942674e4,
    3.9307895800092710610e4,
    2.1213794301586595867e4,
    5.3941960214247511077e3,
    6.8718700749205790830e2,
    4.2313330701600911252e1,
    1.0,
)
_EXACT = 2.0**40
"""Below this, a number times a power of ten is off by less than a ten-thousandth."""


def uniform(seed: int, text: str, count: int) -> Array:
    """Return the first `count` uniform numbers of 0 ≤ u < 1; asked for more, the first stay what they are."""
    return _generator(seed, text).random(count)


def _generator(seed: int, text: str) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *text.encode()])))


def seeded(seed: int, text: str, count: int, mapped: Callable[[Array], Array], decimals: int) -> Array:
    """Return `count` numbers: uniform ones above 0, `mapped` (elementwise), rounded to `decimals`."""
    generator = _generator(seed, text)
    numbers = np.empty(count)
    for start in range(0, count, _CHUNK):  # so that what is made on the way stays small
        # 0 has no place in a normal distribution; it comes up once in 2**53 draws.
        drawn = np.maximum(generator.random(min(_CHUNK, count - start)), 2.0**-53)
        numbers[start : start + _CHUNK] = rounded(mapped(drawn), decimals)
    return numbers


def standard_normal(drawn: Array) -> Array:
    """Map uniform numbers to normal ones, as `statistics.NormalDist().inv_cdf` does."""
    off_middle = drawn - 0.5
    squared = 0.180625 - off_middle * off_middle
    numbers = _polynomial(_ABOVE, squared) * off_middle / _polynomial(_BELOW, squared)
    outer = np.abs(off_middle) > _CENTRAL
    inverse = statistics.NormalDist().inv_cdf
    numbers[outer] = [inverse(number) for number in drawn[outer].tolist()]
    return numbers


def _polynomial(factors: tuple[float, ...], argument: Array) -> Array:
    value = np.full(argument.shape, factors[0])
    for factor in factors[1:]:
        value *= argument
        value += factor
    return value


def rounded(numbers: Array, decimals: int) -> Array:
    """Round as `round` does: to the decimal number nearest to the exact value. 0 has no sign."""
    scale = 10.0**decimals
    scaled = numbers * scale
    nearest = np.rint(scaled)
    result = nearest / scale  # both exact: the double nearest to the decimal number
    away = np.abs(scaled - nearest)  # one half where it is a tie, or looks like one
    unsure = (np.abs(scaled) >= _EXACT) | (away > 0.5 - 1e-3)
    result[unsure] = [round(number, decimals) for number in numbers[unsure].tolist()]
    zeroed: Array = result + 0.0  # −0 becomes 0
    return zeroed
