"""Positions that are added to the scores: by distance (ALiBi) or by bucket of distances (T5).

Shapes: head, query, key; bucket.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Self

import numpy as np

from core.expression.nodes import Cell, Expression, Number, Product
from core.expression.numbers import constant_text
from core.ops.base import NUMBER_OF_HEADS, THE_MATRIX, Index, require_equal
from core.ops.position_scheme import Acts, PositionOptions, PositionScheme, Sizes, Unfit, convention
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP, Message, say

if TYPE_CHECKING:
    from core.program import Step
    from core.remarks.base import Subject


def slopes(heads: int) -> list[float]:
    """Return the slope of each head (ALiBi): ``2^(−8 (h + 1) / heads)``.

    Where the heads are no power of 2, those of the power below come first, then every second one of the
    power above. Source: Press, Smith & Lewis 2022, section 3, and the authors' code.
    """
    power = 1 << (heads.bit_length() - 1)
    made = [2.0 ** (-8.0 * (head + 1) / power) for head in range(power)]
    above = [2.0 ** (-8.0 * (head + 1) / (2 * power)) for head in range(2 * power)]
    return made + above[::2][: heads - power]


class DistanceBias(PositionScheme):
    """Minus slope times distance: far words are pressed down, by each head in its own measure (ALiBi).

    A step without inputs; queries align to the end of the keys. Source: Press, Smith & Lewis 2022, section 3.
    """

    heads: int
    queries: int
    keys: int
    title = QT_TRANSLATE_NOOP("Ops", "Position bias: the farther a word, the more is taken away")
    formula = r"B_{ij} = -m \cdot \left|i - j\right|"
    picture = "distance-bias"
    acts = Acts.BIASED
    apart = QT_TRANSLATE_NOOP(
        "Explain", "{query} and {key} stand {distance} apart; the slope of head {head} is {slope}."
    )
    told = QT_TRANSLATE_NOOP("Conventions", "ALiBi: minus slope · distance added to the scores")

    @classmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:  # noqa: ARG003
        """Return the distances of these words."""
        return cls(sizes.heads, sizes.rows, sizes.keys)

    @classmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:  # noqa: ARG003
        """Say what is added to the scores."""
        yield convention(cls.told)

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Say how far two words stand apart."""
        head, query, key = subject.index
        distance = abs(query + self.keys - self.queries - key)
        said = {"query": subject.label(1), "key": subject.label(2), "distance": distance, "head": head + 1}
        yield say(self.apart, **said, slope=constant_text(slopes(self.heads)[head]))

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (head, query, key)."""
        return ((Axis("head", self.heads), Axis("query", self.queries), Axis("key", self.keys)),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:  # noqa: ARG002
        """Return −slope · distance."""
        row = np.arange(self.queries)[:, None] + self.keys - self.queries
        distance = np.abs(row - np.arange(self.keys)).astype(np.float64)
        return (np.negative(slopes(self.heads))[:, None, None] * distance,)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return −slope · distance."""
        head, query, key = index
        distance = abs(query + self.keys - self.queries - key)
        return Product((Number(-slopes(self.heads)[head], "−m"), Number(float(distance), "distance")))


class BucketBias(PositionScheme):
    """Each distance falls into a bucket, and takes that row of ``W_R``, a column a head (T5).

    Source: Raffel et al. 2020, section 2.1; the buckets as in the authors' code: one a distance at first,
    then wider and wider up to `farthest`.
    """

    queries: int
    keys: int
    buckets: int
    farthest: int
    both_ways: bool
    """Whether later words have buckets of their own; without, they all fall into the first."""
    title = QT_TRANSLATE_NOOP("Ops", "Position bias: each distance takes its row of W_R")
    formula = r"B_{ij} = W_R[\operatorname{bucket}(j - i)]"
    picture = "bucket-bias"
    acts = Acts.BIASED
    reads = ("buckets", "farthest")
    row_taken = QT_TRANSLATE_NOOP(
        "Explain",
        "From {query} to {key} it is {steps}: bucket {bucket}, counted from 0, is that row of {matrix}; "
        "head {head} is the column.",
    )
    told = QT_TRANSLATE_NOOP("Conventions", "relative positions in {buckets} buckets up to {farthest} (T5)")

    @classmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:
        """Return the buckets of these words."""
        return cls(sizes.rows, sizes.keys, options.buckets, options.farthest, sizes.both_ways)

    @classmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:  # noqa: ARG003
        """Say how many buckets there are."""
        yield convention(cls.told, buckets=str(options.buckets), farthest=str(options.farthest))

    @classmethod
    def unfit(cls, options: PositionOptions) -> Unfit | None:
        """Refuse a farthest distance that the first buckets reach."""
        if options.farthest > options.buckets // 2:
            return None
        return Unfit("farthest", options.farthest, f"> buckets / 2 = {options.buckets // 2}")

    @classmethod
    def table_rows(cls, options: PositionOptions) -> Axis:
        """Return the rows of W_R."""
        return Axis("bucket", options.buckets)

    def rows_read(self, axes: Axes) -> tuple[int, ...]:
        """Return the buckets that occur."""
        places = product(range(axes[1].size), range(axes[2].size))
        return tuple(sorted({self.bucket(query, key) for query, key in places}))

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Say which bucket a distance falls into."""
        head, query, key = subject.index
        steps = key - query - self.keys + self.queries
        said = {"query": subject.label(1), "key": subject.label(2), "steps": constant_text(float(steps))}
        matrix = subject.step.inputs[0].rpartition(".")[2]
        yield say(self.row_taken, **said, bucket=self.bucket(query, key), matrix=matrix, head=head + 1)

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (head, query, key)."""
        table = inputs[0]
        rows = Axis("bucket", self.buckets)
        require_equal(step, "bucket", table[0], rows, (THE_MATRIX, NUMBER_OF_HEADS))
        return ((Axis("head", table[1].size), Axis("query", self.queries), Axis("key", self.keys)),)

    def bucket(self, query: int, key: int) -> int:
        """Return the row for a query and a key; queries align to the end of the keys."""
        distance = query + self.keys - self.queries - key
        count, first = self.buckets, 0
        if self.both_ways:
            count //= 2
            first = count if distance < 0 else 0
            distance = abs(distance)
        distance = max(distance, 0)
        exact = count // 2
        if distance < max(exact, 1):
            return first + min(distance, count - 1)
        share = math.log(distance / max(exact, 1)) / math.log(self.farthest / max(exact, 1))
        return first + min(exact + int(share * (count - exact)), count - 1)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the rows of W_R, heads first."""
        places = [[self.bucket(query, key) for key in range(self.keys)] for query in range(self.queries)]
        rows = inputs[0][np.array(places, dtype=np.intp).reshape(self.queries, self.keys)]
        return (np.ascontiguousarray(rows.transpose(2, 0, 1)),)  # (query, key, head) -> (head, query, key)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the cell of W_R."""
        head, query, key = index
        return Cell(step.inputs[0], (self.bucket(query, key), head))
