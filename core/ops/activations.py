"""Activations, the bend between the linear maps: all there is to know of one is its class and a line below.

Shapes: any; each number alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from core.choice import Choice
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
from core.ops.base import Index, Operation
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP, Message, say

if TYPE_CHECKING:
    from core.program import Step
    from core.remarks.base import Subject


class Activation(Operation):
    """An operation on each number alone. What Explain says of it is `remark`, with ``{cell}`` and ``{x}``."""

    choice: ClassVar[str]
    """How it is written in a file."""
    label: ClassVar[str]
    """Its title in a form, marked with ``QT_TRANSLATE_NOOP("Options", …)``."""
    about: ClassVar[str]
    """What it does and where it comes from, marked in the same way."""
    convention: ClassVar[str]
    """Its name among the conventions, marked with ``QT_TRANSLATE_NOOP("Conventions", …)``."""
    sign: ClassVar[str]
    """Its name on the arrow between two matrices."""
    remark: ClassVar[str]
    """Marked with ``QT_TRANSLATE_NOOP("Explain", …)``."""

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the input."""
        return (inputs[0],)

    def short_names(self, step: Step) -> dict[str, str]:
        """Call what is read x, unless it is only handed on."""
        return {} if self.copies else {step.inputs[0]: "x"}

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Say which number x is and what becomes of it."""
        x = subject.source()
        yield say(self.remark, cell=subject.place(x), x=subject.number(x.tensor, x.index))


class Relu(Activation):
    """``max(0, x)``; NaN stays NaN. Source: Nair & Hinton 2010; Vaswani et al. 2017, eq. 2."""

    choice = "relu"
    label = QT_TRANSLATE_NOOP("Options", "ReLU")
    about = QT_TRANSLATE_NOOP("Options", "max(0, x): Nair and Hinton 2010; Vaswani et al. 2017, eq. 2.")
    convention = QT_TRANSLATE_NOOP("Conventions", "ReLU")
    sign = "ReLU"
    title = QT_TRANSLATE_NOOP("Ops", "ReLU: negative numbers become 0")
    formula = r"\max\left(0, x\right)"
    copies = ("",)
    negative = QT_TRANSLATE_NOOP("Explain", "{x} is negative, so it becomes 0.")
    zero = QT_TRANSLATE_NOOP("Explain", "0 stays 0.")
    positive = QT_TRANSLATE_NOOP("Explain", "{x} is positive, so it is kept.")
    nan = QT_TRANSLATE_NOOP("Explain", "NaN stays NaN.")

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return max(0, x)."""
        return (np.where(inputs[0] <= 0, 0.0, inputs[0]),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0 where 0 > x, else x (so that NaN stays NaN)."""
        x = Cell(step.inputs[0], index)
        return Where(Number(0.0), x, Number(0.0), x)

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Say whether the number is kept."""
        x = subject.input_value(0, subject.index)
        if math.isnan(x):
            yield say(self.nan)
        elif x == 0:
            yield say(self.zero)
        else:
            told = subject.number(subject.step.inputs[0], subject.index)
            yield say(self.negative if x < 0 else self.positive, x=told)


_FADES = QT_TRANSLATE_NOOP(
    "Explain",
    "x is {cell} = {x}. It is taken times a factor between 0 and 1: large numbers are kept, "
    "negative ones fade to 0.",
)


class GeluExact(Activation):
    """``x · ½ (1 + erf(x / √2))``. Source: Hendrycks & Gimpel 2016, section 2."""

    choice = "gelu"
    label = QT_TRANSLATE_NOOP("Options", "GELU (exact, by erf)")
    about = QT_TRANSLATE_NOOP("Options", "x · ½ (1 + erf(x / √2)): Hendrycks and Gimpel 2016, section 2.")
    convention = QT_TRANSLATE_NOOP("Conventions", "GELU (exact, by erf)")
    sign = "GELU"
    title = QT_TRANSLATE_NOOP("Ops", "GELU: small and negative numbers are damped")
    formula = r"x \cdot \frac{1}{2} \left(1 + \operatorname{erf}\frac{x}{\sqrt{2}}\right)"
    remark = _FADES

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

    choice = "gelu_tanh"
    label = QT_TRANSLATE_NOOP("Options", "GELU (tanh)")
    about = QT_TRANSLATE_NOOP(
        "Options", "½ x (1 + tanh(√(2/π) (x + 0.044715 x³))): Hendrycks and Gimpel 2016, section 2; GPT-2."
    )
    convention = QT_TRANSLATE_NOOP("Conventions", "GELU (tanh)")
    sign = "GELU (tanh)"
    title = QT_TRANSLATE_NOOP("Ops", "GELU (tanh): small and negative numbers are damped")
    formula = (
        r"\frac{1}{2}\,x \left(1 + \operatorname{tanh}\left("
        r"\sqrt{\frac{2}{\pi}} \left(x + 0.044715\,x^3\right)\right)\right)"
    )
    remark = _FADES

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return GELU by the tanh approximation.

        The cube is two products: NumPy's power takes twenty times as long, and its last digit depends on the
        processor.
        """
        x = inputs[0]
        return (0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * (x * x * x)))),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))."""
        x = Cell(step.inputs[0], index)
        cubic = Sum((x, Product((Number(0.044715), Power(x, Number(3.0))))))
        inner = Product((Root(Quotient(Number(2.0), Number(math.pi, "π"))), cubic))
        return Product((Number(0.5), x, Sum((Number(1.0), Tanh(inner)))))


class Silu(Activation):
    """``x / (1 + e^(−x))``. Source: Hendrycks & Gimpel 2016, section 4; Ramachandran et al. 2017 (Swish)."""

    choice = "silu"
    label = QT_TRANSLATE_NOOP("Options", "SiLU (Swish)")
    about = QT_TRANSLATE_NOOP(
        "Options", "x / (1 + e^(−x)): Hendrycks and Gimpel 2016; Ramachandran et al. 2017."
    )
    convention = QT_TRANSLATE_NOOP("Conventions", "SiLU")
    sign = "SiLU"
    title = QT_TRANSLATE_NOOP("Ops", "SiLU: small and negative numbers are damped")
    formula = r"\frac{x}{1 + e^{-x}}"
    remark = QT_TRANSLATE_NOOP(
        "Explain",
        "x is {cell} = {x}. It is divided by 1 + e^(−x): large numbers are kept, negative ones fade to 0.",
    )

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x / (1 + e^(−x))."""
        x = inputs[0]
        return (x / (1.0 + np.exp(0.0 - x)),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return x / (1 + e^(0 − x))."""
        x = Cell(step.inputs[0], index)
        return Quotient(x, Sum((Number(1.0), Exp(Difference(Number(0.0), x)))))


class SquaredRelu(Activation):
    """``max(0, x)²``; NaN stays NaN. Source: So et al. 2021 (Primer)."""

    choice = "relu2"
    label = QT_TRANSLATE_NOOP("Options", "squared ReLU")
    about = QT_TRANSLATE_NOOP("Options", "max(0, x)²: So et al. 2021 (Primer); Nemotron-4 (2024).")
    convention = QT_TRANSLATE_NOOP("Conventions", "squared ReLU")
    sign = "ReLU²"
    title = QT_TRANSLATE_NOOP("Ops", "Squared ReLU: negative numbers become 0, the others are squared")
    formula = r"\max\left(0, x\right)^2"
    remark = QT_TRANSLATE_NOOP(
        "Explain", "x is {cell} = {x}. A negative number becomes 0, any other is multiplied by itself."
    )

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return max(0, x)²."""
        kept = np.where(inputs[0] <= 0, 0.0, inputs[0])
        return (kept * kept,)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0 where 0 > x, else x · x."""
        x = Cell(step.inputs[0], index)
        return Where(Number(0.0), x, Number(0.0), Product((x, x)))


class ActivationKind(Choice):
    """The bend between the two linear maps."""

    operation: Activation

    def __new__(cls, operation: Activation) -> ActivationKind:
        """Make the member of an activation."""
        made = cls.made(operation.choice, operation.label, operation.about)
        made.operation = operation
        return made

    RELU = Relu()
    GELU = GeluExact()
    GELU_TANH = GeluTanh()
    SILU = Silu()
    RELU2 = SquaredRelu()
