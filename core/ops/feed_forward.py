"""Activations of the position-wise feed-forward network.

Shapes: token, d_ff.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.expression.nodes import (
    Cell,
    Erf,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    Tanh,
    Where,
)
from core.ops.base import Index, Operation
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


def _erf(x: Array) -> Array:
    return np.array([math.erf(number) for number in x.ravel()]).reshape(x.shape)


class Activation(Operation):
    """An operation on each number alone."""

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the input."""
        return (inputs[0],)


@dataclass(frozen=True, slots=True)
class Relu(Activation):
    """``max(0, x)``; NaN stays NaN. Source: Nair & Hinton 2010; Vaswani et al. 2017, eq. 2."""

    title = QT_TRANSLATE_NOOP("Ops", "ReLU: negative numbers become 0")
    formula = r"\max(0, x)"
    copies = ("",)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return max(0, x)."""
        return (np.where(inputs[0] <= 0, 0.0, inputs[0]),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0 where 0 > x, else x (so that NaN stays NaN)."""
        x = Cell(step.inputs[0], index)
        return Where(Number(0.0), x, Number(0.0), x)


@dataclass(frozen=True, slots=True)
class GeluExact(Activation):
    """``x · ½ (1 + erf(x / √2))``. Source: Hendrycks & Gimpel 2016, section 2."""

    title = QT_TRANSLATE_NOOP("Ops", "GELU: small and negative numbers are damped")
    formula = r"x \cdot \frac{1}{2}\left(1 + \mathrm{erf}\frac{x}{\sqrt{2}}\right)"

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return GELU with `math.erf`."""
        x = inputs[0]
        return (0.5 * x * (1.0 + _erf(x / math.sqrt(2.0))),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0.5 · x · (1 + erf(x / √2))."""
        x = Cell(step.inputs[0], index)
        error = Erf(Quotient(x, Root(Number(2.0))))
        return Product((Number(0.5), x, Sum((Number(1.0), error))))


@dataclass(frozen=True, slots=True)
class GeluTanh(Activation):
    """``½ x (1 + tanh(√(2/π) (x + 0.044715 x³)))``. Source: Hendrycks & Gimpel 2016, section 2."""

    title = QT_TRANSLATE_NOOP("Ops", "GELU (tanh): small and negative numbers are damped")
    formula = r"\frac{1}{2} x \left(1 + \tanh\left(\sqrt{\frac{2}{\pi}}\,(x + 0.044715\,x^3)\right)\right)"

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return GELU by the tanh approximation."""
        x = inputs[0]
        return (0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3))),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))."""
        x = Cell(step.inputs[0], index)
        cubic = Sum((x, Product((Number(0.044715), Power(x, Number(3.0))))))
        inner = Product((Root(Quotient(Number(2.0), Number(math.pi, "π"))), cubic))
        return Product((Number(0.5), x, Sum((Number(1.0), Tanh(inner)))))
