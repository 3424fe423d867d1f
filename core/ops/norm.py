"""Normalisation of rows: all there is to know of a norm is its class and its member of `NormKind`.

Shapes: token, d_model; gain and bias (d_model). Any leading axes may stand before the row.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

import numpy as np

from core.choice import Choice
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
from core.text import QT_TRANSLATE_NOOP, Message, say

if TYPE_CHECKING:
    from core.program import Step
    from core.remarks.base import Subject


class Variance(Choice):
    """What the squared distances of a layer norm are divided by."""

    POPULATION = (
        "population",
        QT_TRANSLATE_NOOP("Options", "÷ d_model, population"),
        QT_TRANSLATE_NOOP("Options", "As in Ba, Kiros and Hinton 2016, eq. 3, PyTorch and JAX."),
    )
    SAMPLE = (
        "sample",
        QT_TRANSLATE_NOOP("Options", "÷ (d_model − 1), sample"),
        QT_TRANSLATE_NOOP(
            "Options",
            "As where a library's standard deviation is taken as it comes (The Annotated Transformer, 2018): "
            "13 % less at d_model = 4.",
        ),
    )


class EpsilonPlace(Choice):
    """Where ε stands, which keeps a norm from dividing by 0."""

    INSIDE = (
        "inside",
        QT_TRANSLATE_NOOP("Options", "inside the root"),
        QT_TRANSLATE_NOOP("Options", "√(variance + ε), as in PyTorch and JAX."),
    )
    OUTSIDE = (
        "outside",
        QT_TRANSLATE_NOOP("Options", "outside the root"),
        QT_TRANSLATE_NOOP("Options", "√variance + ε, as in The Annotated Transformer (2018)."),
    )


class NormOptions(Protocol):
    """What a norm is made from: `core.architecture.records.Norm`."""

    @property
    def epsilon(self) -> float: ...  # noqa: D102
    @property
    def epsilon_place(self) -> EpsilonPlace: ...  # noqa: D102
    @property
    def variance(self) -> Variance: ...  # noqa: D102
    @property
    def gain(self) -> bool: ...  # noqa: D102
    @property
    def bias(self) -> bool: ...  # noqa: D102


def spread(variance: Array, epsilon: float, *, outside: bool) -> Array:
    """Return ``√(variance + ε)``, or ``√variance + ε`` where ε stands outside the root."""
    return np.asarray(np.sqrt(variance) + epsilon if outside else np.sqrt(variance + epsilon))


def spread_expression(variance: Expression, epsilon: float, *, outside: bool) -> Expression:
    """Return how `spread` is made."""
    number = Number(epsilon, "ε")
    return Sum((Root(variance), number)) if outside else Root(Sum((variance, number)))


class Normalization(Operation):
    """Each row is brought to one size, then stretched by gain as far as it is there."""

    epsilon: float
    outside: bool = False
    """Whether ε is added to the root and not under it."""
    gain: bool = True
    reads: ClassVar[tuple[str, ...]]
    """The options of its own, beside ε and where ε stands: ``gain``, ``bias``, ``variance``."""
    convention: ClassVar[str]
    """What is said of it among the conventions, with ``{place}``, ``{epsilon}`` and ``{variance}``."""
    named: ClassVar[str]
    """What it is called inside other words, marked with ``QT_TRANSLATE_NOOP("Outline", …)``."""
    headed: ClassVar[str]
    """What it is called where a line begins, marked in the same way."""
    picture: ClassVar[str]
    """What the names of its pictures begin with."""

    @classmethod
    @abstractmethod
    def made(cls, options: NormOptions) -> Self:
        """Return the norm that options ask for."""

    @property
    def vectors(self) -> tuple[str, ...]:
        """The parameters behind x, in their order."""
        return ("gain",) * self.gain

    @property
    def key(self) -> str:
        """The name of its picture: ``rms-norm``, ``norm-outside``, ``norm-gain-bias``."""
        return "-".join((self.picture, *("outside",) * self.outside, *self.vectors))

    @property
    def latex(self) -> str:
        """The formula in the picture, with what can be lit in it."""
        gain, bias = (name in self.vectors for name in ("gain", "bias"))
        return r"\gamma\," * gain + self.fraction + r" + \beta" * bias

    @property
    @abstractmethod
    def fraction(self) -> str:
        """The formula of what gain and bias act on, its workings as parts."""

    def root(self, part: str, inner: str) -> str:
        """Return the root of a working in the formula, with ε where it stands."""
        if self.outside:
            return rf"\part{{{part}}}{{\sqrt{{{inner}}}}} + \varepsilon"
        return rf"\part{{{part}}}{{\sqrt{{{inner} + \varepsilon}}}}"

    def short_names(self, step: Step) -> dict[str, str]:
        """Call the vectors gain and bias."""
        return dict(zip(step.inputs[1:], self.vectors, strict=True))

    def check_vectors(self, step: str, x: Axes, *vectors: Axes) -> None:
        """Refuse vectors that are not as long as the rows."""
        for vector, name in zip(vectors, self.vectors, strict=True):
            require_equal(step, vector[0].name, x[-1], vector[0], (THE_ROW, _THE_VECTORS[name]))

    def stretched(self, what: Message) -> Message:
        """Return what is said of a number that was brought to its row's size."""
        return say(_STRETCHED[self.vectors], what=what)


_THE_VECTORS = {"gain": THE_GAIN, "bias": THE_BIAS}
_STRETCHED = {
    ("gain", "bias"): QT_TRANSLATE_NOOP("Explain", "{what}, times gain, plus bias."),
    ("gain",): QT_TRANSLATE_NOOP("Explain", "{what}, times gain."),
    ("bias",): QT_TRANSLATE_NOOP("Explain", "{what}, plus bias."),
    (): QT_TRANSLATE_NOOP("Explain", "{what}."),
}


class LayerNorm(Normalization):
    """Each row is centred, divided by its spread, then stretched by gain and moved by bias.

    Inputs x and, as far as they are there, gain and bias. A row without spread gives the bias (with ε = 0:
    0/0, NaN). Source: Ba, Kiros & Hinton 2016, eq. 3; population variance and ε inside the root as in
    PyTorch. Sample variance and ε outside the root are those of "The Annotated Transformer" (Rush 2018).
    """

    bias: bool = True
    sample: bool = False
    """Whether the variance is divided by d_model − 1."""
    reads = ("gain", "bias", "variance")
    convention = QT_TRANSLATE_NOOP("Conventions", "{place}, {epsilon}, {variance}")
    named = QT_TRANSLATE_NOOP("Outline", "layer norm")
    headed = QT_TRANSLATE_NOOP("Outline", "Layer norm")
    picture = "norm"
    title = QT_TRANSLATE_NOOP("Ops", "Layer norm: each row centred and brought to one size")
    formula = r"\gamma \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta"
    workings = ("mean", "deviation", "variance")
    centred = QT_TRANSLATE_NOOP(
        "Explain", "The distance from the mean {mean}, divided by the spread of the row"
    )
    flat = QT_TRANSLATE_NOOP(
        "Explain", "All numbers of the row are equal: nothing is left of them but the bias, if there is one."
    )
    nan = QT_TRANSLATE_NOOP("Explain", "All numbers of the row are equal and ε = 0: 0 / 0 has no value, NaN.")
    mean = QT_TRANSLATE_NOOP("Explain", "The mean of the numbers of the row, {count} in all.")
    deviation = QT_TRANSLATE_NOOP("Explain", "How far the number lies from the mean of its row.")
    population_variance = QT_TRANSLATE_NOOP(
        "Explain", "The mean of the squared distances: divided by {count}, not by {count} − 1."
    )
    sample_variance = QT_TRANSLATE_NOOP(
        "Explain", "The squared distances, added and divided by {count} − 1, not by {count}: sample variance."
    )

    @classmethod
    def made(cls, options: NormOptions) -> Self:
        """Return the layer norm that options ask for."""
        outside = options.epsilon_place is EpsilonPlace.OUTSIDE
        return cls(options.epsilon, outside, options.gain, options.bias, options.variance is Variance.SAMPLE)

    @property
    def vectors(self) -> tuple[str, ...]:
        """Gain and bias, as far as they are there."""
        return (*super().vectors, *("bias",) * self.bias)

    @property
    def fraction(self) -> str:
        """Distance from the mean over spread."""
        root = self.root("variance", r"\sigma^2")
        return rf"\frac{{\part{{deviation}}{{x - \part{{mean}}{{\mu}}}}}}{{{root}}}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of x for result and deviation, those of its rows for mean and variance."""
        x, *vectors = inputs
        self.check_vectors(step, x, *vectors)
        return (x, x[:-1], x, x[:-1])

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return result, mean, deviation and variance."""
        x, *vectors = inputs
        mean = row_means(x)
        deviation = x - mean[..., None]
        squares = deviation * deviation
        variance = row_sums(squares) / np.float64(x.shape[-1] - 1) if self.sample else row_means(squares)
        result = deviation / spread(variance, self.epsilon, outside=self.outside)[..., None]
        if self.gain:
            result *= vectors[0]
        if self.bias:
            result += vectors[-1]
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
        size = Number(float(step.axes[-1].size), step.axes[-1].name)
        return Difference(size, Number(1.0)) if self.sample else size

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Speak about the norm or a working of it."""
        step, count = subject.step, subject.step.axes[-1].size
        variance = self.sample_variance if self.sample else self.population_variance
        row = subject.index[:-1]
        if subject.working == "deviation":
            yield say(self.deviation)
        elif subject.working:
            yield say(self.mean if subject.working == "mean" else variance, count=count)
        elif subject.trace[step.working("variance")].values[row] == 0:
            yield say(self.nan if self.epsilon == 0 else self.flat)
        else:
            yield self.stretched(say(self.centred, mean=subject.number(step.working("mean"), row)))


class RmsNorm(Normalization):
    """Each row is divided by the root of its mean square, then stretched by gain; it is not centred.

    Inputs x and, if it is there, gain. Source: Zhang & Sennrich 2019, eq. 4.
    """

    reads = ("gain",)
    convention = QT_TRANSLATE_NOOP("Conventions", "{place}, RMS norm, {epsilon}")
    named = QT_TRANSLATE_NOOP("Outline", "RMS norm")
    headed = QT_TRANSLATE_NOOP("Outline", "RMS norm")
    picture = "rms-norm"
    title = QT_TRANSLATE_NOOP("Ops", "RMS norm: each row brought to one size, not centred")
    formula = r"\gamma \frac{x}{\sqrt{\mathrm{mean}(x^2) + \varepsilon}}"
    workings = ("mean_square",)

    not_centred = QT_TRANSLATE_NOOP("Explain", "The number divided by the root of its row's mean square")
    mean_square = QT_TRANSLATE_NOOP("Explain", "The mean of the squared numbers of the row, {count} in all.")
    zero = QT_TRANSLATE_NOOP("Explain", "All numbers of the row are 0: they stay 0.")
    nan = QT_TRANSLATE_NOOP("Explain", "All numbers of the row are 0 and ε = 0: 0 / 0 has no value, NaN.")

    @classmethod
    def made(cls, options: NormOptions) -> Self:
        """Return the RMS norm that options ask for."""
        return cls(options.epsilon, options.epsilon_place is EpsilonPlace.OUTSIDE, options.gain)

    @property
    def fraction(self) -> str:
        """Number over root of the mean square."""
        root = self.root("mean_square", r"\overline{x^2}")
        return rf"\frac{{x}}{{{root}}}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of x, and those of its rows for the mean square."""
        x, *vectors = inputs
        self.check_vectors(step, x, *vectors)
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

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Speak about the norm or its mean square."""
        step = subject.step
        if subject.working:
            yield say(self.mean_square, count=step.axes[-1].size)
        elif subject.trace[step.working("mean_square")].values[subject.index[:-1]] == 0:
            yield say(self.nan if self.epsilon == 0 else self.zero)
        else:
            yield self.stretched(say(self.not_centred))


class NormKind(Choice):
    """How rows are brought to one size."""

    operation: type[Normalization] | None

    def __new__(
        cls, value: str, label: str, about: str = "", operation: type[Normalization] | None = None
    ) -> Self:
        """Make the member of a norm."""
        made = cls.made(value, label, about)
        made.operation = operation
        return made

    NONE = (
        "none",
        QT_TRANSLATE_NOOP("Options", "none"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Nothing keeps the rows at one size: what norms are there for (Ba, Kiros and Hinton 2016).",
        ),
    )
    LAYER = (
        "layer_norm",
        QT_TRANSLATE_NOOP("Options", "layer norm"),
        QT_TRANSLATE_NOOP("Options", "γ (x − mean) / √(variance + ε) + β: Ba, Kiros and Hinton 2016, eq. 3."),
        LayerNorm,
    )
    RMS = (
        "rms_norm",
        QT_TRANSLATE_NOOP("Options", "RMS norm"),
        QT_TRANSLATE_NOOP(
            "Options", "γ x / √(mean of x² + ε), not centred: Zhang and Sennrich 2019, eq. 4; T5, Llama."
        ),
        RmsNorm,
    )


NORMS = tuple(kind for kind in NormKind if kind.operation is not None)
"""The kinds that are there."""


def norms_with(option: str) -> tuple[NormKind, ...]:
    """Return the kinds that have an option of their own: ``bias``."""
    return tuple(kind for kind in NORMS if kind.operation is not None and option in kind.operation.reads)


USUAL_NORM: type[Normalization] = LayerNorm
"""What the norms of a part are called where the model has none."""
