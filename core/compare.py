"""Two runs side by side: which columns differ, by how much, where first, and whether the answer does.

Numbers are compared where both runs have a column of that name and shape; labels do not count. NaN equals
NaN, and infinities of one sign are equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import StrEnum

import numpy as np

from core.expression.numbers import number_text
from core.generation import NextWord, likeliest
from core.ops.base import Index
from core.proof import columns
from core.record import Record
from core.ripple import differing
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import Trace


class Kind(StrEnum):
    """How a column of one run stands to that of the other."""

    EQUAL = "equal"
    DIFFERENT = "different"
    OTHER_SHAPE = "other shape"
    LEFT_ONLY = "left only"
    RIGHT_ONLY = "right only"


class ColumnDifference(Record):
    """One column of two runs."""

    name: str
    kind: Kind
    cells: int = 0
    """Cells that differ."""
    total: int = 0
    largest: float = 0.0
    """The largest distance of two numbers; ∞ where one of them is ±∞ or NaN."""
    where: Index = ()
    """The first cell with the largest distance."""
    left: float = math.nan
    """The number there in the first run."""
    right: float = math.nan


class Answers(Record):
    """The likeliest next words of two runs behind the last token; None where one has no output."""

    left: NextWord | None
    right: NextWord | None

    @property
    def remark(self) -> Message | None:
        """What the two answers say about the difference, in words."""
        if self.left is None or self.right is None:
            return None
        words = {"left": self.left.word, "right": self.right.word}
        if self.left.word != self.right.word:
            return message("Compare", _OTHER_WORD, **words, **self._shares)
        if self.left.probability == self.right.probability:
            return message("Compare", _SAME_ANSWER, word=self.left.word, **self._shares)
        return message("Compare", _SAME_WORD, word=self.left.word, **self._shares)

    @property
    def _shares(self) -> dict[str, str]:
        shares = [one.probability for one in (self.left, self.right) if one is not None]
        left, right = (number_text(share, _places(shares)) for share in shares)
        return {"before": left, "after": right}


_SAME_WORD = QT_TRANSLATE_NOOP(
    "Compare", "The top answer is equal, “{word}”, but its probability differs: {before} and {after}."
)
_SAME_ANSWER = QT_TRANSLATE_NOOP("Compare", "The top answer is equal: “{word}” with {before}.")
_OTHER_WORD = QT_TRANSLATE_NOOP(
    "Compare", "The top answers differ: “{left}” with {before}, “{right}” with {after}."
)


class Comparison(Record):
    """What `compare` found."""

    columns: tuple[ColumnDifference, ...]
    """In the order of computing; what only the second run has stands behind what precedes it there."""
    answers: Answers

    @property
    def is_equal(self) -> bool:
        """Whether both runs have the same columns with the same numbers."""
        return all(one.kind is Kind.EQUAL for one in self.columns)

    @property
    def first(self) -> ColumnDifference | None:
        """The first column that differs; one that both have, as far as there is such a one."""
        shared = (one for one in self.columns if one.kind in (Kind.DIFFERENT, Kind.OTHER_SHAPE))
        others = (one for one in self.columns if one.kind is not Kind.EQUAL)
        return next(shared, None) or next(others, None)


def compare(left: Trace, right: Trace) -> Comparison:
    """Compare two runs column by column."""
    found = tuple(_compared(left, right, name) for name in _names(left, right))
    return Comparison(found, Answers(likeliest(left), likeliest(right)))


def difference(left: Trace, right: Trace, name: str) -> Array | None:
    """Return ``right − left`` of the tensor `name`, 0 where both are the same ∞ or NaN.

    Returns
    -------
    ndarray of the tensor's shape, or None
        None where one of the runs has no such tensor, or in another shape.
    """
    one, other = left.get(name), right.get(name)
    if one is None or other is None or one.shape != other.shape:
        return None
    with np.errstate(all="ignore"):
        made: Array = np.where(differing(one.values, other.values), other.values - one.values, 0.0)
    return made


def _names(left: Trace, right: Trace) -> Iterator[str]:
    """Return the columns of both runs in an order that both agree with, as far as they do."""
    here, there = columns(left), columns(right)
    known, told = frozenset(here), set[str]()
    waiting = iter(there)
    for name in here:
        if name not in told and name in right:
            for other in waiting:
                told.add(other)
                if other == name:
                    break
                if other not in known:
                    yield other
        yield name
    yield from (name for name in waiting if name not in known)


def _compared(left: Trace, right: Trace, name: str) -> ColumnDifference:
    one, other = left.get(name), right.get(name)
    if one is None or other is None:
        only, kind = (other, Kind.RIGHT_ONLY) if one is None else (one, Kind.LEFT_ONLY)
        return ColumnDifference(name, kind, total=0 if only is None else only.values.size)
    if one.shape != other.shape:
        return ColumnDifference(name, Kind.OTHER_SHAPE, total=other.values.size)
    differ = differing(one.values, other.values)
    if not differ.any():
        return ColumnDifference(name, Kind.EQUAL, total=one.values.size)
    with np.errstate(all="ignore"):
        apart = np.where(differ, np.abs(other.values - one.values), -1.0)
    apart[np.isnan(apart)] = np.inf
    where = tuple(int(place) for place in np.unravel_index(int(apart.argmax()), apart.shape))
    return ColumnDifference(
        name,
        Kind.DIFFERENT,
        cells=int(differ.sum()),
        total=differ.size,
        largest=float(apart[where]),
        where=where,
        left=float(one.values[where]),
        right=float(other.values[where]),
    )


def _places(numbers: list[float]) -> int:
    """Return two places, or as many as tell the numbers apart."""
    different = len({*numbers})
    tried = range(2, 17)
    return next((n for n in tried if len({number_text(one, n) for one in numbers}) == different), 17)
