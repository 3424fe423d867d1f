"""What is too large to try: checked before any memory is taken or any random number drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable

from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP

MAX_PARAMETERS = 20_000_000
"""Numbers in all matrices of a model together: one of 4 096 × 4 096 and some more, a few seconds of seeded
random numbers, 160 MB."""
MAX_COMPUTED = 100_000_000
"""Numbers in all steps of one run together: 800 MB."""
MAX_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""
MAX_TITLE = 1000
MAX_NOTES = 100_000


class TooManyParameters(SandboxError):
    """Sizes that are allowed one by one and too much together."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The matrices of this model would hold {count} numbers; {limit} are possible. "
        "Choose fewer layers or a smaller d_model, d_ff or vocabulary.",
    )


class TooMuchToCompute(SandboxError):
    """A run that would not fit in memory."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The steps of this model would hold {count} numbers; {limit} are possible. "
        "Choose fewer tokens, heads or layers.",
    )


def check_parameters(shapes: Iterable[tuple[int, ...]]) -> None:
    """Refuse parameters of these shapes where they are too many."""
    count = sum(map(math.prod, shapes))
    if count > MAX_PARAMETERS:
        raise TooManyParameters(count=count, limit=MAX_PARAMETERS)


def check_computed(shapes: Iterable[tuple[int, ...]]) -> None:
    """Refuse columns of these shapes where they are too many."""
    count = sum(map(math.prod, shapes))
    if count > MAX_COMPUTED:
        raise TooMuchToCompute(count=count, limit=MAX_COMPUTED)
