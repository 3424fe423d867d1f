"""From probabilities to a word: few words are kept, and one of them is drawn.

Shapes: token, vocabulary. Words are ordered by probability: of equals, the first in the
vocabulary comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.expression.nodes import (
    Ahead,
    Cell,
    Expression,
    Line,
    Number,
    Product,
    Quotient,
    Rank,
    Sum,
    Total,
    Where,
)
from core.ops.base import Index, Operation
from core.seeded import uniform
from core.sums import cancels, row_sums, sums_before
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step

STREAM = "drawn"
"""What the numbers that words are drawn by are seeded with, beside the seed."""


class _Keep(Operation):
    """Some words keep their probability, the others get 0; what is kept is divided by its sum."""

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (token, vocabulary) for result, order and what is kept, (token,) for its sum."""
        return (inputs[0], inputs[0], inputs[0], inputs[0][:-1])

    def _shared(self, order: Array, kept: Array) -> tuple[Array, ...]:
        total = row_sums(kept)
        return kept / total[..., None], order, kept, total

    def _share(self, step: Step, working: str, index: Index) -> Expression:
        """Return kept / sum, or the sum."""
        row = index[:1]
        if working == "sum":
            return Total(Line(step.working("kept"), (*row, None)))
        return Quotient(Cell(step.working("kept"), index), Cell(step.working("sum"), row))


class TopK(_Keep):
    """Only the `count` most probable words are kept. Source: Fan, Lewis & Dauphin 2018, section 5.2."""

    count: int
    title = QT_TRANSLATE_NOOP("Ops", "Top-k: only the likeliest words are kept")
    formula = r"p_i \;\mathrm{if}\; \mathrm{rank}_i \le k"
    workings = ("rank", "kept", "sum")

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return shares, ranks, what is kept and its sum."""
        rank = _ranks(inputs[0])
        return self._shared(rank, np.where(rank > self.count, 0.0, inputs[0]))

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return p where the rank is at most k, its share of what is kept, and the rank."""
        if working == "rank":
            return Rank(Line(step.inputs[0], (index[0], None)), index[1])
        if working == "kept":
            rank = Cell(step.working("rank"), index)
            return Where(rank, Number(float(self.count), "k"), Number(0.0), Cell(step.inputs[0], index))
        return self._share(step, working, index)


class TopP(_Keep):
    """The fewest words that together reach `mass` are kept: a word stays while those before it are below it.

    Source: Holtzman et al. 2020, section 3.1 ("nucleus sampling").
    """

    mass: float
    title = QT_TRANSLATE_NOOP("Ops", "Top-p: the fewest words that reach p together are kept")
    formula = r"p_i \;\mathrm{if}\; \sum_{\mathrm{rank}_j < \mathrm{rank}_i} p_j < p"
    workings = ("ahead", "kept", "sum")

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return shares, the sum of all words before each, what is kept and its sum."""
        order = _order(inputs[0])
        before = _sums_before(np.take_along_axis(inputs[0], order, axis=-1))
        ahead = np.empty_like(before)
        np.put_along_axis(ahead, order, before, axis=-1)
        ahead[np.isnan(inputs[0])] = 0.0
        return self._shared(ahead, np.where(self.mass > ahead, inputs[0], 0.0))

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return p where those before it are below the mass, its share of what is kept, and their sum."""
        if working == "ahead":
            return Ahead(Line(step.inputs[0], (index[0], None)), index[1])
        if working == "kept":
            ahead = Cell(step.working("ahead"), index)
            return Where(Number(self.mass, "p"), ahead, Cell(step.inputs[0], index), Number(0.0))
        return self._share(step, working, index)


class Draw(Operation):
    """One word a row: the one whose part of the line from 0 to 1 holds a uniform number.

    Each word has a part as long as its share, in the order of the vocabulary; row i takes the i-th number of
    ``PCG64(SeedSequence([seed, *"drawn"]))``. The number is stretched to what the shares really add to, so
    that rounding never leaves it behind the last word. The result is 1 for the word and 0 for the others.
    """

    seed: int
    first: int = 0
    """The position of the first row."""
    title = QT_TRANSLATE_NOOP("Ops", "Drawn: the word whose part of the line holds the number")
    formula = r"c_{i-1} \le u < c_i"
    workings = ("cumulated", "uniform", "point")

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (token, vocabulary) for result and running sums, (token,) for the numbers."""
        return (inputs[0], inputs[0], inputs[0][:-1], inputs[0][:-1])

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return ones and zeros, the running sums, the uniform numbers, and where they fall."""
        cumulated = inputs[0].cumsum(axis=-1)
        drawn = self._numbers(len(cumulated))
        point = drawn * cumulated[..., -1] if cumulated.shape[-1] else drawn
        before = np.concatenate((np.zeros_like(cumulated[..., :1]), cumulated[..., :-1]), axis=-1)
        here = (cumulated > point[..., None]) & ~(before > point[..., None])
        return here.astype(np.float64), cumulated, drawn, point

    def _numbers(self, rows: int) -> Array:
        return uniform(self.seed, STREAM, self.first + rows)[self.first :]

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return whether the point lies in the word's part, the running sum, the number, and the point."""
        row, cumulated = index[0], step.working("cumulated")
        if working == "uniform":
            return Number(float(self._numbers(row + 1)[row]), "u")
        if working == "point":
            last = step.axes[-1].size - 1
            return Product((Cell(step.working("uniform"), index), Cell(cumulated, (row, last))))
        before = Cell(cumulated, (row, index[1] - 1)) if index[1] else Number(0.0)
        if working == "cumulated":
            own = Cell(step.inputs[0], index)
            return Sum((before, own)) if index[1] else own
        point, zero = Cell(step.working("point"), (row,)), Number(0.0)
        return Where(before, point, zero, Where(Cell(cumulated, index), point, Number(1.0), zero))


def _sums_before(rows: Array) -> Array:
    """Return for each number of a row (last axis) the sum of those before it, as an expression adds them."""
    reached = rows.cumsum(axis=-1)
    before = np.concatenate((np.zeros_like(reached[..., :1]), reached[..., :-1]), axis=-1)
    numbers = np.where(np.isnan(rows), 0.0, rows)  # NaN stands behind all others
    for place in zip(*np.nonzero(cancels(numbers, np.zeros(rows.shape[:-1]))), strict=True):
        before[place] = sums_before(rows[place].tolist())
    return before


def _order(rows: Array) -> npt.NDArray[np.intp]:
    """Return the places of each row's numbers from the largest on; of equals, the first comes first."""
    return np.argsort(-rows, axis=-1, kind="stable")


def _ranks(rows: Array) -> Array:
    """Return the place of each number in its row, from 1; NaN is 1."""
    order = _order(rows)
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, np.arange(1.0, rows.shape[-1] + 1)[None, :], axis=-1)
    ranks[np.isnan(rows)] = 1.0
    return ranks
