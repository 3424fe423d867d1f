"""Activations and the gate of the position-wise feed-forward network.

Shapes: token, d_ff.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from core.error_function import erf
from core.expression.nodes import (
    Cell,
    Difference,
    Erf,
    Exp,
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
from core.ops.base import THE_GATE, THE_HIDDEN, Index, Operation, require_same_shape
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


class Activation(Operation):
    """An operation on each number alone."""

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the input."""
        return (inputs[0],)


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


class GeluExact(Activation):
    """``x · ½ (1 + erf(x / √2))``. Source: Hendrycks & Gimpel 2016, section 2."""

    title = QT_TRANSLATE_NOOP("Ops", "GELU: small and negative numbers are damped")
    formula = r"x \cdot \frac{1}{2}\left(1 + \mathrm{erf}\frac{x}{\sqrt{2}}\right)"

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return GELU by the error function."""
        x = inputs[0]
        return (0.5 * x * (1.0 + erf(x / math.sqrt(2.0))),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0.5 · x · (1 + erf(x / √2))."""
        x = Cell(step.inputs[0], index)
        error = Erf(Quotient(x, Root(Number(2.0))))
        return Product((Number(0.5), x, Sum((Number(1.0), error))))


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


class Silu(Activation):
    """``x / (1 + e^(−x))``. Source: Hendrycks & Gimpel 2016, section 4; Ramachandran et al. 2017 (Swish)."""

    title = QT_TRANSLATE_NOOP("Ops", "SiLU: small and negative numbers are damped")
    formula = r"\frac{x}{1 + e^{-x}}"

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x / (1 + e^(−x))."""
        x = inputs[0]
        return (x / (1.0 + np.exp(0.0 - x)),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return x / (1 + e^(0 − x))."""
        x = Cell(step.inputs[0], index)
        return Quotient(x, Sum((Number(1.0), Exp(Difference(Number(0.0), x)))))


class Gate(Operation):
    """The activated gate times the hidden numbers, cell by cell. Source: Shazeer 2020, eq. 5 and 6."""

    title = QT_TRANSLATE_NOOP("Ops", "Gated: each number is let through as far as its gate is open")
    formula = r"G \odot H"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of both inputs."""
        require_same_shape(step, inputs[0], inputs[1], (THE_GATE, THE_HIDDEN))
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return gate · hidden."""
        return (inputs[0] * inputs[1],)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return gate · hidden."""
        return Product((Cell(step.inputs[0], index), Cell(step.inputs[1], index)))
