"""Changing a number by pulling: how far one step goes, and what a gesture has come to.

A step is a tenth of the number's power of ten: 0.01 below 1, 0.1 from 1 on, 1 from 10 on. Shift makes it a
tenth of that. Numbers snap to whole steps, so that 0.1234 becomes 0.13 and not 0.1334.
"""

from __future__ import annotations

import math
import sys

from msgspec import Struct

from core.ops.base import Index

PIXELS_A_STEP = 4
_FINEST = -2


def exponent_of(value: float, finest: int = _FINEST) -> int:
    """Return the power of ten of one step at `value`; it is not below `finest`, and 0.01 at 0.

    >>> exponent_of(0.5), exponent_of(2.0), exponent_of(-30.0), exponent_of(0.0)
    (-2, -1, 0, -2)
    """
    if not math.isfinite(value) or value == 0:
        return _FINEST
    return max(math.floor(math.log10(abs(value)) + 1e-12) - 1, finest)


class Scrub(Struct):
    """One gesture on one cell."""

    tensor: str
    index: Index
    start: float
    finest: int = _FINEST
    """No step is below this power of ten."""
    value: float = 0.0
    _rest: float = 0.0
    """Pixels that are not a whole step yet."""

    def __post_init__(self) -> None:
        self.value = self.start

    def pull(self, pixels: float, *, fine: bool = False) -> bool:
        """Pull by some pixels, upwards is more; return whether the number changed."""
        self._rest += pixels
        steps = math.trunc(self._rest / PIXELS_A_STEP)
        self._rest -= steps * PIXELS_A_STEP
        return self.step(steps, fine=fine)

    def step(self, steps: int, *, fine: bool = False) -> bool:
        """Go so many steps; return whether the number changed."""
        if not steps:
            return False
        exponent = exponent_of(self.start, self.finest) - (1 if fine else 0)
        value = self.value if math.isfinite(self.value) else 0.0
        largest = sys.float_info.max
        moved = value + steps * 10.0**exponent
        if moved == value:  # one step is less than the number can show
            moved = math.nextafter(value, math.copysign(math.inf, steps))
        if exponent <= 0:
            moved = round(moved, -exponent)
        self.value = min(max(moved, -largest), largest) + 0.0
        return True
