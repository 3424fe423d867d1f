"""Two runs side by side: which columns differ, by how much, where first, and whether the answer does.

Numbers are compared where both runs have a column of that name and shape; labels do not count. NaN equals
NaN, and infinities of one sign are equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.expression.numbers import number_text
from core.generation import NextWord, draws_words, next_word
from core.ops.base import Index
from core.program import Step
from core.proof import columns
from core.record import Record
from core.ripple import differing
from core.tensor import Array, NamedTensor
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
    """The next words of two runs as each picks them, likeliest or drawn; None where one has none."""

    left: NextWord | None
    right: NextWord | None
    left_drawn: bool = False
    """Whether the first run draws its words."""
    right_drawn: bool = False

    @property
    def remark(self) -> Message | None:
        """What the two answers say about the difference, in words."""
        if self.left is None or self.right is None:
            return None
        if self.left_drawn is not self.right_drawn:
            return message(
                "Compare", _OTHER_WAY, left=self._picked(self.left), right=self._picked(self.right)
            )
        same_answer, same_word, other_word = _REMARKS[self.left_drawn]
        words = {"left": self.left.word, "right": self.right.word}
        if self.left.word != self.right.word:
            return message("Compare", other_word, **words, **self._shares)
        same = self.left.probability == self.right.probability
        return message("Compare", same_answer if same else same_word, word=self.left.word, **self._shares)

    def _picked(self, one: NextWord) -> Message:
        """Say how the word of one run was picked, where the other run picks otherwise."""
        is_left = one is self.left
        is_drawn, share = (
            (self.left_drawn, self._shares["before"])
            if is_left
            else (self.right_drawn, self._shares["after"])
        )
        return message("Compare", _DRAWN if is_drawn else _LIKELIEST, word=one.word, share=share)

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
_SAME_WORD_DRAWN = QT_TRANSLATE_NOOP(
    "Compare", "The drawn word is equal, “{word}”, but its probability differs: {before} and {after}."
)
_SAME_ANSWER_DRAWN = QT_TRANSLATE_NOOP("Compare", "The drawn word is equal: “{word}” with {before}.")
_OTHER_WORD_DRAWN = QT_TRANSLATE_NOOP(
    "Compare", "The drawn words differ: “{left}” with {before}, “{right}” with {after}."
)
_REMARKS = (
    (_SAME_ANSWER, _SAME_WORD, _OTHER_WORD),
    (_SAME_ANSWER_DRAWN, _SAME_WORD_DRAWN, _OTHER_WORD_DRAWN),
)
_OTHER_WAY = QT_TRANSLATE_NOOP("Compare", "The next word is picked in two ways: {left}; {right}.")
_DRAWN = QT_TRANSLATE_NOOP("Compare", "drawn, “{word}” with {share}")
_LIKELIEST = QT_TRANSLATE_NOOP("Compare", "the likeliest, “{word}” with {share}")


def answers(left: Trace, right: Trace, rows: tuple[int, int] = (-1, -1)) -> Answers:
    """Return the next words of two runs behind a token of each; the last one without `rows`."""
    return Answers(next_word(left, rows[0]), next_word(right, rows[1]), draws_words(left), draws_words(right))


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
    found = tuple(compare_column(left, right, name) for name in _names(left, right))
    return Comparison(found, answers(left, right))


class Differences:
    """The columns of two runs, each compared when it is asked for, and once."""

    def __init__(self, left: Trace, right: Trace) -> None:
        self.left = left
        self.right = right
        self._known: dict[str, ColumnDifference] = {}

    def after(self, right: Trace) -> Differences:
        """Return the differences to a later run; what is the same array there is not compared again."""
        made = Differences(self.left, right)
        kept = (name for name in self._known if _is_same(self.right.get(name), right.get(name)))
        made._known = {name: self._known[name] for name in kept}
        return made

    def column(self, name: str) -> ColumnDifference:
        """Return how a column of the one run stands to that of the other."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = compare_column(self.left, self.right, name)
        return found

    def step(self, step: Step) -> ColumnDifference:
        """Return how the result of a step differs, or the first of its workings where the result does not."""
        names = [step.name, *(column.name for column in step.columns if column.name != step.name)]
        columns = (self.column(name) for name in names)
        return next((one for one in columns if one.kind is not Kind.EQUAL), self.column(step.name))

    @cached_property
    def first(self) -> Step | None:
        """The first step of the right run that differs; one that both have, as far as there is such a one."""
        only = None
        for step in self.right.program.steps:
            kind = self.step(step).kind
            if kind in (Kind.DIFFERENT, Kind.OTHER_SHAPE):
                return step
            if kind is not Kind.EQUAL and only is None:
                only = step
        return only


def difference(
    left: Trace, right: Trace, name: str, cells: tuple[npt.NDArray[np.intp], ...] | None = None
) -> Array | None:
    """Return ``right − left`` of the tensor `name`, 0 where both are the same ∞ or NaN.

    Parameters
    ----------
    left, right : Trace
    name : str
    cells : tuple of ndarray, optional
        The only cells wanted, an array an axis; all of them without.

    Returns
    -------
    ndarray of the tensor's shape (of that of `cells`), or None
        None where one of the runs has no such tensor, or in another shape.
    """
    one, other = left.get(name), right.get(name)
    if one is None or other is None or one.shape != other.shape:
        return None
    before, after = (tensor.values if cells is None else tensor.values[cells] for tensor in (one, other))
    with np.errstate(all="ignore"):
        made: Array = np.where(differing(before, after), after - before, 0.0)
    return made


def _is_same(one: NamedTensor | None, other: NamedTensor | None) -> bool:
    return one is other or (one is not None and other is not None and one.values is other.values)


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


def compare_column(left: Trace, right: Trace, name: str) -> ColumnDifference:
    """Compare the column `name`; the same array is equal at once, and so is what neither run has."""
    one, other = left.get(name), right.get(name)
    if one is None and other is None:
        return ColumnDifference(name, Kind.EQUAL)
    if one is None or other is None:
        only, kind = (other, Kind.RIGHT_ONLY) if one is None else (one, Kind.LEFT_ONLY)
        return ColumnDifference(name, kind, total=0 if only is None else only.values.size)
    if one.shape != other.shape:
        return ColumnDifference(name, Kind.OTHER_SHAPE, total=other.values.size)
    differ = None if one.values is other.values else differing(one.values, other.values)
    if differ is None or not differ.any():
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
