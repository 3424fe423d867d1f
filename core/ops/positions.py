"""Positions that act inside attention: turned queries and keys, and numbers added to the scores.

Shapes: head, query or key (the row), d_k; pair = half of the turned columns; bucket.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from core.expression.nodes import (
    Cell,
    Cos,
    Difference,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Sin,
    Sum,
)
from core.ops.base import NUMBER_OF_HEADS, THE_MATRIX, Index, Operation, require_equal
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


class Rotate(Operation):
    """Pairs of columns are turned by an angle that grows with the position (RoPE).

    Pair p of row i is turned by ``i / base^(2p / columns)``. The columns of a pair are neighbours, or stand
    half of the turned columns apart; columns behind the turned ones stay. Source: Su et al. 2021, eq. 34
    (neighbours); halves as in GPT-NeoX and Llama.
    """

    columns: int
    """How many columns are turned, an even number."""
    base: float
    halves: bool = False
    first: int = 0
    """The position of the first row."""
    title = QT_TRANSLATE_NOOP("Ops", "Turned by position: pairs of columns, each by its own angle")
    formula = r"R_{pos}\,x"
    workings = ("angle",)

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of x, and (row, pair) for the angles."""
        return (inputs[0], (inputs[0][1], Axis("pair", self.columns // 2)))

    def pair(self, column: int) -> tuple[int, int, int]:
        """Return the number of the pair that a turned column belongs to, and its two columns."""
        half = self.columns // 2
        number = column % half if self.halves else column // 2
        return (number, number, number + half) if self.halves else (number, 2 * number, 2 * number + 1)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the turned rows, and the angles."""
        x = inputs[0]
        pairs = [self.pair(column)[1:] for column in self._firsts]
        first, second = (list(columns) for columns in zip(*pairs, strict=True))
        wavelength = np.power(self.base, 2.0 * np.arange(len(pairs)) / self.columns)
        position = self.first + np.arange(x.shape[1])
        angle = position[:, None] / wavelength  # -> (row, pair)
        made = x.copy()
        made[..., first] = x[..., first] * np.cos(angle) - x[..., second] * np.sin(angle)
        made[..., second] = x[..., second] * np.cos(angle) + x[..., first] * np.sin(angle)
        return made, angle

    @property
    def _firsts(self) -> range:
        """The first column of each pair, in the order of the pairs."""
        return range(self.columns // 2) if self.halves else range(0, self.columns, 2)

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return x_i cos − x_j sin, or x_j cos + x_i sin; the angle; or the number that stays."""
        if working == "angle":
            row, pair = index
            exponent = Quotient(Number(2.0 * pair, "2p"), Number(float(self.columns), "columns"))
            return Quotient(
                Number(float(self.first + row), "pos"), Power(Number(self.base, "base"), exponent)
            )
        head, row, column = index
        if column >= self.columns:
            return Cell(step.inputs[0], index)
        number, first, second = self.pair(column)
        angle = Cell(step.working("angle"), (row, number))
        left, right = (Cell(step.inputs[0], (head, row, place)) for place in (first, second))
        if column == first:
            return Difference(Product((left, Cos(angle))), Product((right, Sin(angle))))
        return Sum((Product((right, Cos(angle))), Product((left, Sin(angle)))))


def slopes(heads: int) -> list[float]:
    """Return the slope of each head (ALiBi): ``2^(−8 (h + 1) / heads)``.

    Where the heads are no power of 2, those of the power below come first, then every second one of the
    power above. Source: Press, Smith & Lewis 2022, section 3, and the authors' code.
    """
    power = 1 << (heads.bit_length() - 1)
    made = [2.0 ** (-8.0 * (head + 1) / power) for head in range(power)]
    above = [2.0 ** (-8.0 * (head + 1) / (2 * power)) for head in range(2 * power)]
    return made + above[::2][: heads - power]


class DistanceBias(Operation):
    """Minus slope times distance: far words are pressed down, by each head in its own measure (ALiBi).

    A step without inputs; queries align to the end of the keys. Source: Press, Smith & Lewis 2022, section 3.
    """

    heads: int
    queries: int
    keys: int
    title = QT_TRANSLATE_NOOP("Ops", "Position bias: the farther a word, the more is taken away")
    formula = r"B_{ij} = -m\,|i - j|"

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


class BucketBias(Operation):
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
    formula = r"B_{ij} = W_R[\mathrm{bucket}(j - i)]"

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
