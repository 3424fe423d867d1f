"""Layer normalisation.

Shapes: token, d_model; gain and bias (d_model).
"""

from __future__ import annotations

from dataclasses import dataclass
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
from core.sums import row_means
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


@dataclass(frozen=True, slots=True)
class LayerNorm(Operation):
    """Each row is centred, divided by its spread, then stretched by gain and moved by bias.

    Population variance, ε inside the root; inputs x, gain, bias. A row without spread gives the bias (with
    ε = 0: 0/0, NaN). Source: Ba, Kiros & Hinton 2016, eq. 3; ε as in PyTorch.
    """

    epsilon: float
    title = QT_TRANSLATE_NOOP("Ops", "Layer norm: each row centred and brought to one size")
    formula = r"\gamma \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta"
    workings = ("mean", "deviation", "variance")

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of x for result and deviation, those of its rows for mean and variance."""
        x, gain, bias = inputs
        require_equal(step, "d_model", x[-1], gain[0], (THE_ROW, THE_GAIN))
        require_equal(step, "d_model", x[-1], bias[0], (THE_ROW, THE_BIAS))
        return (x, x[:-1], x, x[:-1])

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return result, mean, deviation and variance."""
        x, gain, bias = inputs
        mean = row_means(x)
        deviation = x - mean[..., None]
        variance = row_means(deviation * deviation)
        spread = np.sqrt(variance + self.epsilon)[..., None]
        return gain * (deviation / spread) + bias, mean, deviation, variance

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return gain · deviation / √(variance + ε) + bias, and the workings behind it."""
        row = index[:1]
        if working == "mean":
            return Mean(Line(step.inputs[0], (*row, None)))
        if working == "deviation":
            return Difference(Cell(step.inputs[0], index), Cell(step.working("mean"), row))
        deviations = Line(step.working("deviation"), (*row, None))
        if working == "variance":
            return Quotient(Dot(deviations, deviations), Number(float(step.axes[-1].size), "d_model"))
        spread = Root(Sum((Cell(step.working("variance"), row), Number(self.epsilon, "ε"))))
        normalised = Quotient(Cell(step.working("deviation"), index), spread)
        gain, bias = Cell(step.inputs[1], index[1:]), Cell(step.inputs[2], index[1:])
        return Sum((Product((gain, normalised)), bias))
