"""Normalisation of rows: layer norm and RMS norm.

Shapes: token, d_model; gain and bias (d_model). Any leading axes may stand before the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.expression.nodes import (
    Cell,
    Difference,
    Dot,
    Expression,
    Line,
    Mean,
    Number,
    Product,
    Quotient,
    Root,
    Sum,
)
from core.ops.base import THE_BIAS, THE_GAIN, THE_ROW, Index, Operation, require_equal
from core.sums import row_means, row_sums
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


def spread(variance: Array, epsilon: float, *, outside: bool) -> Array:
    """Return ``√(variance + ε)``, or ``√variance + ε`` where ε stands outside the root."""
    return np.asarray(np.sqrt(variance) + epsilon if outside else np.sqrt(variance + epsilon))


def spread_expression(variance: Expression, epsilon: float, *, outside: bool) -> Expression:
    """Return how `spread` is made."""
    number = Number(epsilon, "ε")
    return Sum((Root(variance), number)) if outside else Root(Sum((variance, number)))


class LayerNorm(Operation):
    """Each row is centred, divided by its spread, then stretched by gain and moved by bias.

    Inputs x and, as far as they are there, gain and bias. A row without spread gives the bias (with ε = 0:
    0/0, NaN). Source: Ba, Kiros & Hinton 2016, eq. 3; population variance and ε inside the root as in
    PyTorch. Sample variance and ε outside the root are those of "The Annotated Transformer" (Rush 2018).
    """

    epsilon: float
    sample: bool = False
    """Whether the variance is divided by d_model − 1."""
    outside: bool = False
    """Whether ε is added to the root and not under it."""
    gain: bool = True
    bias: bool = True
    title = QT_TRANSLATE_NOOP("Ops", "Layer norm: each row centred and brought to one size")
    formula = r"\gamma \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta"
    workings = ("mean", "deviation", "variance")

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of x for result and deviation, those of its rows for mean and variance."""
        x = inputs[0]
        for vector, word in zip(inputs[1:], self._words, strict=True):
            require_equal(step, vector[0].name, x[-1], vector[0], (THE_ROW, word))
        return (x, x[:-1], x, x[:-1])

    def short_names(self, step: Step) -> dict[str, str]:
        """Call the vectors gain and bias."""
        return {name: name.rpartition(".")[2] for name in step.inputs[1:]}

    @property
    def _words(self) -> tuple[str, ...]:
        return (THE_GAIN,) * self.gain + (THE_BIAS,) * self.bias

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return result, mean, deviation and variance."""
        x, *vectors = inputs
        mean = row_means(x)
        deviation = x - mean[..., None]
        squares = deviation * deviation
        variance = row_sums(squares) / np.float64(x.shape[-1] - 1) if self.sample else row_means(squares)
        result = deviation / spread(variance, self.epsilon, outside=self.outside)[..., None]
        if self.gain:
            result = vectors[0] * result
        if self.bias:
            result = result + vectors[-1]
        return result, mean, deviation, variance

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return gain · deviation / √(variance + ε) + bias, and the workings behind it."""
        row = index[: len(step.axes) - 1]
        if working == "mean":
            return Mean(Line(step.inputs[0], (*row, None)))
        if working == "deviation":
            return Difference(Cell(step.inputs[0], index), Cell(step.working("mean"), row))
        deviations = Line(step.working("deviation"), (*row, None))
        if working == "variance":
            return Quotient(Dot(deviations, deviations), self._count(step))
        root = spread_expression(Cell(step.working("variance"), row), self.epsilon, outside=self.outside)
        made: Expression = Quotient(Cell(step.working("deviation"), index), root)
        if self.gain:
            made = Product((Cell(step.inputs[1], index[-1:]), made))
        return Sum((made, Cell(step.inputs[-1], index[-1:]))) if self.bias else made

    def _count(self, step: Step) -> Expression:
        axis = step.axes[-1]
        name = f"{axis.name} − 1" if self.sample else axis.name
        return Number(float(axis.size - self.sample), name)


class RmsNorm(Operation):
    """Each row is divided by the root of its mean square, then stretched by gain; it is not centred.

    Inputs x and, if it is there, gain. Source: Zhang & Sennrich 2019, eq. 4.
    """

    epsilon: float
    outside: bool = False
    """Whether ε is added to the root and not under it."""
    gain: bool = True
    title = QT_TRANSLATE_NOOP("Ops", "RMS norm: each row brought to one size, not centred")
    formula = r"\gamma \frac{x}{\sqrt{\mathrm{mean}(x^2) + \varepsilon}}"
    workings = ("mean_square",)

    def short_names(self, step: Step) -> dict[str, str]:
        """Call the vector gain."""
        return {name: name.rpartition(".")[2] for name in step.inputs[1:]}

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of x, and those of its rows for the mean square."""
        x = inputs[0]
        for gain in inputs[1:]:
            require_equal(step, gain[0].name, x[-1], gain[0], (THE_ROW, THE_GAIN))
        return (x, x[:-1])

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return result and mean square."""
        x = inputs[0]
        mean_square = row_means(x * x)
        result = x / spread(mean_square, self.epsilon, outside=self.outside)[..., None]
        return inputs[1] * result if self.gain else result, mean_square

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return gain · x / √(mean square + ε), and the mean square."""
        row = index[: len(step.axes) - 1]
        numbers = Line(step.inputs[0], (*row, None))
        if working == "mean_square":
            return Quotient(Dot(numbers, numbers), Number(float(step.axes[-1].size), step.axes[-1].name))
        root = spread_expression(Cell(step.working("mean_square"), row), self.epsilon, outside=self.outside)
        made: Expression = Quotient(Cell(step.inputs[0], index), root)
        return Product((Cell(step.inputs[1], index[-1:]), made)) if self.gain else made
