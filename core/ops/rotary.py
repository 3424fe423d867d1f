"""Rotary positions (RoPE): pairs of columns of queries and keys are turned.

Shapes: head, query or key (the row), d_k; pair = half of the turned columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

import numpy as np

from core.choice import Choice
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
from core.expression.numbers import constant_text
from core.ops.base import Index
from core.ops.position_scheme import Acts, PositionOptions, PositionScheme, Sizes, convention
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP, Message, say

if TYPE_CHECKING:
    from core.program import Step
    from core.remarks.base import Subject


class Pairing(Choice):
    """Which columns of a query or key are turned together (RoPE)."""

    ADJACENT = (
        "adjacent",
        QT_TRANSLATE_NOOP("Options", "neighbours"),
        QT_TRANSLATE_NOOP("Options", "Columns 1 and 2, 3 and 4 …: Su et al. 2021, eq. 34; GPT-J."),
    )
    HALF = (
        "half",
        QT_TRANSLATE_NOOP("Options", "halves"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Column 1 and the first of the second half …: GPT-NeoX, Llama. The same model once W_Q and W_K "
            "have their columns in the other order.",
        ),
    )


_PAIRED = {
    Pairing.ADJACENT: QT_TRANSLATE_NOOP("Conventions", "neighbours paired"),
    Pairing.HALF: QT_TRANSLATE_NOOP("Conventions", "halves paired"),
}


class Rotate(PositionScheme):
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
    formula = (
        r"\begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix} "
        r"\begin{pmatrix} x_i \\ x_j \end{pmatrix} \quad \theta = \frac{\mathrm{pos}}{\mathrm{base}^{2p/d}}"
    )
    picture = "rotated"
    acts = Acts.TURNED
    reads = ("base", "pairing", "rotated")
    turned = QT_TRANSLATE_NOOP(
        "Explain",
        "{word} stands at position {position}, counted from 0: columns {first} and {second} are a pair, "
        "turned by θ = position · base^(−2i/d) = {position} · {base}^(−{twice}/{columns}) = {angle} radians. "
        "The length of the pair stays.",
    )
    stays = QT_TRANSLATE_NOOP("Explain", "Only the first {columns} columns are turned: this one stays.")
    angle = QT_TRANSLATE_NOOP(
        "Explain",
        "The angle of pair {pair} in radians: it grows with the position, more slowly from pair to pair.",
    )
    told = QT_TRANSLATE_NOOP(
        "Conventions", "rotary positions from 0, {columns} of {d_k} columns, {pairs}, base {base}"
    )

    @classmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:
        """Return the turn that options ask for."""
        columns = options.rotated or sizes.d_k
        return cls(columns, options.base, options.pairing is Pairing.HALF, sizes.first)

    @classmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:
        """Say which columns are turned, and the base."""
        columns = {"columns": str(options.rotated or sizes.d_k), "d_k": str(sizes.d_k)}
        pairs = convention(_PAIRED[options.pairing])
        yield convention(cls.told, **columns, pairs=pairs, base=constant_text(options.base))

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Say which columns are turned, and by how much."""
        if subject.working:
            yield say(self.angle, pair=subject.index[1] + 1)
            return
        _, row, column = subject.index
        if column >= self.columns:
            yield say(self.stays, columns=self.columns)
            return
        number, first, second = self.pair(column)
        angle = subject.number(subject.step.working("angle"), (row, number))
        said = {
            "word": subject.label(1),
            "position": self.first + row,
            "first": first + 1,
            "second": second + 1,
        }
        made = {"base": constant_text(self.base), "twice": 2 * number, "columns": self.columns}
        yield say(self.turned, **said, **made, angle=angle)

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
