"""Scaled dot-product attention, one visible step an operation.

Shapes: head, query (T_q), key (T_k), d_k, d_v. Source of all: Vaswani et al. 2017, section 3.2.1.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from core.expression.nodes import (
    Cell,
    Difference,
    Dot,
    Exp,
    Expression,
    Largest,
    Line,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Tanh,
    Total,
    Where,
)
from core.ops.base import (
    EDITED_MASK,
    NUMBER_OF_HEADS,
    THE_MASK,
    THE_SCORES,
    THE_TOKENS,
    THE_WEIGHTS,
    Index,
    Operation,
    require_equal,
    require_same_shape,
)
from core.sums import matmul
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step

Rows = tuple[tuple[bool, ...], ...]


class SharedHeads(Operation):
    """What reads a head of keys or values for each head of the queries: its own, or one that several share.

    Sources: Shazeer 2019, "Fast Transformer Decoding" (one head for all); Ainslie et al. 2023, "GQA",
    section 2.2 (one for each group).
    """

    reads: tuple[int, ...] = ()
    """For each head of the queries the head that it reads; empty where each has its own."""

    def head_read(self, head: int) -> int:
        """Return the head of keys or values that a head of the queries reads."""
        return self.reads[head] if self.reads else head

    def read(self, shared: Array) -> Array:
        """Return keys or values with a head for each head of the queries."""
        return shared[list(self.reads)] if self.reads else shared

    def require_heads(self, step: str, own: Axis, shared: Axis, names: tuple[str, str]) -> None:
        """Refuse a number of heads that does not go with what is read."""
        if self.reads:
            require_equal(step, "head", own, replace(own, size=len(self.reads)), (names[0], NUMBER_OF_HEADS))
            own = replace(own, size=max(self.reads) + 1)
        require_equal(step, "head", own, shared, names)


class Scores(SharedHeads):
    """``Q Kᵀ`` of each head: every query meets every key."""

    title = QT_TRANSLATE_NOOP("Ops", "Scores: every query meets every key")
    formula = r"Q K^{\top}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (head, query, key)."""
        query, key = inputs
        self.require_heads(step, query[0], key[0], ("q", "k"))
        require_equal(step, "d_k", query[2], key[2], ("q", "k"))
        return ((query[0], query[1], key[1]),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return q kᵀ of each head."""
        query, key = inputs
        return (matmul(query, self.read(key).transpose(0, 2, 1)),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return query row · key row."""
        head, query, key = index
        keys = Line(step.inputs[1], (self.head_read(head), key, None))
        return Dot(Line(step.inputs[0], (head, query, None)), keys)


SCORES = r"Q K^{\top}"
"""The scores in formulas."""
_SIZES = {"d_k": "d_k", "d_model": r"d_{\mathrm{model}}", "heads": "h"}


class ScaleByRoot(Operation):
    """Scores divided by a root: ``√d_k`` keeps their spread near 1 whatever d_k is."""

    number: int
    of: str = "d_k"
    """What the number is: ``d_k``, or by mistake ``d_model`` or ``heads``."""
    title = QT_TRANSLATE_NOOP("Ops", "Scaled: divided by the root of d_k")
    formula = r"\frac{Q K^{\top}}{\sqrt{d_k}}"

    def formula_of(self, scaled: str) -> str:
        """Return the formula with what is scaled (scores or queries) and with the number under the root."""
        return rf"\frac{{{scaled}}}{{\sqrt{{{_SIZES[self.of]}}}}}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the scores."""
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return scores / √number."""
        return (inputs[0] / math.sqrt(self.number),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return score / √number."""
        return Quotient(Cell(step.inputs[0], index), Root(Number(float(self.number), self.of)))


class ScaleByFactor(Operation):
    """Scores times a factor of one's own."""

    factor: float
    title = QT_TRANSLATE_NOOP("Ops", "Scaled: times a factor of your own")
    formula = r"s \cdot Q K^{\top}"

    def formula_of(self, scaled: str) -> str:
        """Return the formula with what is scaled: scores or queries."""
        return rf"s \cdot {scaled}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the scores."""
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return scores · factor."""
        return (inputs[0] * self.factor,)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return score · factor."""
        return Product((Cell(step.inputs[0], index), Number(self.factor, "scale")))


class SoftCap(Operation):
    """``cap · tanh(x / cap)``: numbers near 0 stay, none leaves −cap … cap.

    Source: Gemma Team 2024, "Gemma 2", section 2.
    """

    cap: float
    title = QT_TRANSLATE_NOOP("Ops", "Soft cap: large numbers are pressed below a bound")
    formula = r"c \cdot \tanh\frac{x}{c}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the input."""
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return cap · tanh(x / cap)."""
        return (self.cap * np.tanh(inputs[0] / self.cap),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return cap · tanh(x / cap)."""
        cap = Number(self.cap, "cap")
        return Product((cap, Tanh(Quotient(Cell(step.inputs[0], index), cap))))


class Mask(Operation):
    """Who may look where, 1 = may look: causal AND custom AND padding. A step without inputs.

    A causal mask aligns to the end of the keys: query i sees keys up to ``i + T_k − T_q``.
    """

    queries: int
    keys: int
    causal: bool
    padding: tuple[int, ...] = ()
    """Positions of the keys that are padding."""
    custom: Rows | None = None
    """Rows are queries, True = may look."""
    window: int = 0
    """Words are seen less than so many places away; 0 = all."""
    title = QT_TRANSLATE_NOOP("Ops", "Mask: who may look at whom")
    formula = r"M_{ij} = 1 \;\mathrm{if}\; j \le i"

    @property
    def trivial(self) -> bool:
        """True where nothing is in force and everything may be seen: the mask is switched off."""
        return not self.causal and not self.padding and self.custom is None and not self.window

    def distance(self, query: int, key: int) -> int:
        """Return how many places a key stands before a query; queries align to the end of the keys."""
        return query + self.keys - self.queries - key

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (query, key)."""
        made = (Axis("query", self.queries), Axis("key", self.keys))
        for row in self.custom or ():
            custom = (Axis("query", len(self.custom or ())), Axis("key", len(row)))
            require_same_shape(step, custom, made, (EDITED_MASK, THE_TOKENS))
        return (made,)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:  # noqa: ARG002
        """Return ones and zeros."""
        allowed = np.ones((self.queries, self.keys), dtype=bool)
        if self.causal:
            allowed = np.tri(self.queries, self.keys, self.keys - self.queries, dtype=bool)
        if self.window:
            distance = np.arange(self.queries)[:, None] + self.keys - self.queries - np.arange(self.keys)
            allowed &= np.abs(distance) < self.window
        if self.custom is not None:
            allowed &= np.array(self.custom, dtype=bool).reshape(self.queries, self.keys)
        allowed[:, list(self.padding)] = False
        return (allowed.astype(np.float64),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the product of the conditions that are in force."""
        query, key = index
        one, zero = Number(1.0), Number(0.0)
        factors: list[Expression] = []
        if self.causal:
            last = Number(float(query + self.keys - self.queries + 1), "query")
            factors.append(Where(last, Number(float(key), "key"), one, zero))
        if self.window:
            apart = Number(float(abs(self.distance(query, key))), "distance")
            factors.append(Where(Number(float(self.window), "window"), apart, one, zero))
        if self.custom is not None:
            factors.append(Number(float(self.custom[query][key]), "mask"))
        if self.padding:
            factors.append(Number(float(key not in self.padding), "padding"))
        return factors[0] if len(factors) == 1 else Product(tuple(factors)) if factors else one


class ApplyMask(Operation):
    """Scores that may not be looked at become −∞, or a number; inputs scores and mask."""

    number: float = -math.inf
    title = QT_TRANSLATE_NOOP("Ops", "Masked: what may not be seen becomes −∞")
    formula = "S + M"

    @property
    def hides(self) -> bool:
        """Whether what is masked is −∞, and not a number like others."""
        return self.number == -math.inf

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of the scores."""
        require_same_shape(step, inputs[0][1:], inputs[1], (THE_SCORES, THE_MASK))
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the scores, the number where the mask is 0."""
        scores, mask = inputs
        return (np.where(mask > 0, scores, self.number),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the score where the mask allows it, else the number."""
        allowed = Cell(step.inputs[1], index[1:])
        return Where(allowed, Number(0.0), Cell(step.inputs[0], index), Number(self.number))


class TimesMask(Operation):
    """Numbers times the mask: a mistake, before softmax as well as behind it. Inputs numbers and mask."""

    title = QT_TRANSLATE_NOOP("Ops", "Masked by multiplying: scores become 0, a mistake")
    formula = r"S \odot M"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of the numbers."""
        require_same_shape(step, inputs[0][1:], inputs[1], (THE_SCORES, THE_MASK))
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return numbers · mask."""
        return (inputs[0] * inputs[1],)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return number · mask."""
        return Product((Cell(step.inputs[0], index), Cell(step.inputs[1], index[1:])))


def power_of(difference: Array, temperature: float, base: float) -> Array:
    """Return the base (0 = e) to the power difference / temperature."""
    exponent = difference if temperature == 1.0 else difference / temperature
    made: Array = np.power(base, exponent) if base else np.exp(exponent)
    return made


def power_expression(difference: Expression, temperature: float, base: float) -> Expression:
    """Return how `power_of` is made."""
    exponent = difference if temperature == 1.0 else Quotient(difference, Number(temperature, "T"))
    return Power(Number(base), exponent) if base else Exp(exponent)


class Softmax(Operation):
    """Each row becomes shares of 1. The row maximum is taken away first, which changes nothing.

    Inputs are scores of shape (…, key) and, if there is a mask, the mask (query, key): a row that may look
    nowhere gives zeros, or what `nowhere` says. `temperature` divides the differences. NaN or +∞ in a row
    makes the row NaN.
    Source: Bridle 1990; the shift by the maximum: Goodfellow et al. 2016, section 4.1.
    """

    temperature: float = 1.0
    base: float = 0.0
    """What is raised to the differences; 0 stands for e."""
    nowhere: str = "zeros"
    """``zeros``, ``uniform`` (the same share for all) or ``nan`` (0 / 0) for a row that may look nowhere."""
    title = QT_TRANSLATE_NOOP("Ops", "Softmax: each row becomes shares of 1")
    formula = r"\mathrm{softmax}(S)"
    workings = ("max", "exp", "sum")
    copies = ("max",)

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of the scores for result and exp, those of the rows for max and sum."""
        if len(inputs) > 1:
            require_same_shape(step, inputs[0][1:], inputs[1], (THE_SCORES, THE_MASK))
        return (inputs[0], inputs[0][:-1], inputs[0], inputs[0][:-1])

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return weights, row maximum, exponentials and row sum."""
        scores = inputs[0]
        largest = np.maximum.reduce(scores, axis=-1, initial=-np.inf)  # -inf where there are no keys
        difference = scores - largest[..., None]
        exponentials = power_of(difference, self.temperature, self.base)
        if len(inputs) > 1:
            exponentials = np.where(inputs[1] > 0, exponentials, 0.0)
        total = np.add.reduce(exponentials, axis=-1)
        weights = exponentials / total[..., None]
        if len(inputs) > 1 and np.count_nonzero(total) < total.size:  # so adds a row that may look nowhere
            seen = inputs[1].sum(axis=-1, keepdims=True) > 0
            keys = max(scores.shape[-1], 1)
            otherwise = {"zeros": 0.0, "uniform": 1.0 / keys, "nan": np.nan}[self.nowhere]
            weights = np.where(seen, weights, otherwise)
        return weights, largest, exponentials, total

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return exp / sum, and the workings behind them."""
        row = index[: len(step.axes) - 1]
        if working == "max":
            return Largest(Line(step.inputs[0], (*row, None)))
        if working == "sum":
            return Total(Line(step.working("exp"), (*row, None)))
        masked = len(step.inputs) > 1
        if working == "exp":
            difference = Difference(Cell(step.inputs[0], index), Cell(step.working("max"), row))
            power = power_expression(difference, self.temperature, self.base)
            zero = Number(0.0)
            return Where(Cell(step.inputs[1], index[-2:]), zero, power, zero) if masked else power
        share = Quotient(Cell(step.working("exp"), index), Cell(step.working("sum"), row))
        if not masked:
            return share
        seen = Total(Line(step.inputs[1], (row[-1], None)))
        even = Quotient(Number(1.0), Number(float(step.axes[-1].size), "keys"))
        if self.nowhere == "nan":
            return share  # 0 / 0 by itself
        return Where(seen, Number(0.0), share, even if self.nowhere == "uniform" else Number(0.0))


class ColumnSoftmax(Operation):
    """Each column becomes shares of 1, over the queries: the wrong axis, a mistake that trains.

    Inputs are scores (head, query, key) and, if there is a mask, the mask (query, key); masked cells give 0.
    """

    temperature: float = 1.0
    base: float = 0.0
    """What is raised to the differences; 0 stands for e."""
    title = QT_TRANSLATE_NOOP("Ops", "Softmax over columns: each key shares 1 among the queries, a mistake")
    formula = r"\mathrm{softmax}_{\mathrm{columns}}(S)"
    workings = ("max", "exp", "sum")
    copies = ("max",)

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of the scores for result and exp, (head, key) for max and sum."""
        if len(inputs) > 1:
            require_same_shape(step, inputs[0][1:], inputs[1], (THE_SCORES, THE_MASK))
        head, _, key = inputs[0]
        return (inputs[0], (head, key), inputs[0], (head, key))

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return weights, largest of each column, exponentials and sum of each column."""
        scores = inputs[0]
        largest = scores.max(axis=1, initial=-np.inf)
        exponentials = power_of(scores - largest[:, None, :], self.temperature, self.base)
        if len(inputs) > 1:
            exponentials = np.where(inputs[1] > 0, exponentials, 0.0)
        total = exponentials.sum(axis=1)
        weights = exponentials / total[:, None, :]
        if len(inputs) > 1:
            weights = np.where(inputs[1].sum(axis=0) > 0, weights, 0.0)
        return weights, largest, exponentials, total

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return exp / sum of the column, and the workings behind them."""
        head, key = index[0], index[-1]
        column = (head, key)
        if working == "max":
            return Largest(Line(step.inputs[0], (head, None, key)))
        if working == "sum":
            return Total(Line(step.working("exp"), (head, None, key)))
        masked, zero = len(step.inputs) > 1, Number(0.0)
        if working == "exp":
            difference = Difference(Cell(step.inputs[0], index), Cell(step.working("max"), column))
            power = power_expression(difference, self.temperature, self.base)
            return Where(Cell(step.inputs[1], index[1:]), zero, power, zero) if masked else power
        share = Quotient(Cell(step.working("exp"), index), Cell(step.working("sum"), column))
        seen = Total(Line(step.inputs[1], (None, key))) if masked else None
        return share if seen is None else Where(seen, zero, share, zero)


class WeightedSum(SharedHeads):
    """``weights V`` of each head: the values are mixed by the weights."""

    title = QT_TRANSLATE_NOOP("Ops", "Mixed values: of each as much as its weight says")
    formula = r"\mathrm{weights}\,V"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (head, query, d_v)."""
        weights, values = inputs
        self.require_heads(step, weights[0], values[0], (THE_WEIGHTS, "v"))
        require_equal(step, "key", weights[2], values[1], (THE_WEIGHTS, "v"))
        return ((weights[0], weights[1], values[2]),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return weights v of each head."""
        return (matmul(inputs[0], self.read(inputs[1])),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return weight row · value column."""
        head, query, column = index
        values = Line(step.inputs[1], (self.head_read(head), None, column))
        return Dot(Line(step.inputs[0], (head, query, None)), values)
