"""Linear maps ``y = x W + b`` on rows, and the head bookkeeping around them.

Shapes: token, d_model, head, d_k or d_v (per head), concat = head · d_v, d_ff, vocabulary.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from core.expression.nodes import Cell, Dot, Expression, Line, Number, Quotient, Root, Sum
from core.ops.base import (
    NUMBER_OF_HEADS,
    THE_BIAS,
    THE_INPUT,
    THE_MATRIX,
    THE_ROW,
    Index,
    Operation,
    require_equal,
)
from core.sums import matmul
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


def _with_bias(dot: Dot, step: Step, column: int) -> Expression:
    """Add the bias where the step has one (its third input)."""
    return Sum((dot, Cell(step.inputs[2], (column,)))) if len(step.inputs) > 2 else dot


def require_bias(step: str, columns: Axis, inputs: tuple[Axes, ...]) -> None:
    """Refuse a bias (the third input, if there is one) whose size is not that of the columns."""
    if len(inputs) > 2:
        require_equal(step, columns.name, columns, inputs[2][0], (THE_MATRIX, THE_BIAS))


class Linear(Operation):
    """``y = x W + b``; inputs x, W and, if there is one, b."""

    row_axis: str = "token"
    title = QT_TRANSLATE_NOOP("Ops", "Linear map")
    formula = "y = x W + b"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (rows of x, columns of W)."""
        x, weight = inputs[:2]
        require_equal(step, weight[0].name, x[-1], weight[0], (THE_ROW, THE_MATRIX))
        require_bias(step, weight[1], inputs)
        return ((replace(x[0], name=self.row_axis), weight[1]),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x W + b."""
        product = matmul(inputs[0], inputs[1])
        return (product + inputs[2] if len(inputs) > 2 else product,)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return row · column + bias."""
        row, column = index
        dot = Dot(Line(step.inputs[0], (row, None)), Line(step.inputs[1], (None, column)))
        return _with_bias(dot, step, column)


class ScaleOutput(Operation):
    """``x / √d_model`` before the logits: tied embeddings are larger than an unembedding would be.

    Source: Raffel et al. 2020, code ("rescale_output"); with tied embeddings alone.
    """

    d_model: int
    title = QT_TRANSLATE_NOOP("Ops", "Divided by the root of d_model before the logits")
    formula = r"\frac{X}{\sqrt{d_{\mathrm{model}}}}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the input."""
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x / √d_model."""
        return (inputs[0] / math.sqrt(self.d_model),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return x / √d_model."""
        return Quotient(Cell(step.inputs[0], index), Root(Number(float(self.d_model), "d_model")))


class TiedUnembedding(Operation):
    """Logits from the embedding matrix itself, ``x W_Eᵀ + b``.

    Source: Press & Wolf 2017; Vaswani et al. 2017, section 3.4.
    """

    title = QT_TRANSLATE_NOOP("Ops", "Logits: every word of the vocabulary is scored")
    formula = r"\mathrm{logits} = X W_E^{\top}"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (token, vocabulary)."""
        x, weight = inputs[:2]
        require_equal(step, "d_model", x[-1], weight[1], (THE_ROW, "W_E"))
        require_bias(step, weight[0], inputs)
        return ((replace(x[0], name="token"), weight[0]),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x W_Eᵀ + b."""
        product = matmul(inputs[0], inputs[1].T)
        return (product + inputs[2] if len(inputs) > 2 else product,)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return row · embedding row + bias."""
        row, word = index
        dot = Dot(Line(step.inputs[0], (row, None)), Line(step.inputs[1], (word, None)))
        return _with_bias(dot, step, word)


class Project(Operation):
    """Queries, keys or values of every head: head h takes columns ``h·d …`` of ``x W + b``.

    Source: Vaswani et al. 2017, section 3.2.2.
    """

    heads: int
    row_axis: str
    column_axis: str
    reshape: bool = False
    """Whether the numbers are only counted off, row by row: a mistake."""
    title = QT_TRANSLATE_NOOP("Ops", "Projection")
    formula = "Q = X W_Q"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (head, row_axis, column_axis)."""
        x, weight = inputs[:2]
        require_equal(step, "d_model", x[-1], weight[0], (THE_ROW, THE_MATRIX))
        require_bias(step, weight[1], inputs)
        head_size = Axis(self.column_axis, weight[1].size // self.heads)
        whole = replace(weight[1], size=head_size.size * self.heads)
        require_equal(step, weight[1].name, weight[1], whole, (THE_MATRIX, NUMBER_OF_HEADS))
        return ((Axis("head", self.heads), replace(x[0], name=self.row_axis), head_size),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x W + b, cut into heads."""
        product = matmul(inputs[0], inputs[1])
        if len(inputs) > 2:
            product = product + inputs[2]
        rows, columns = product.shape
        if self.reshape:
            return (np.ascontiguousarray(product.reshape(self.heads, rows, columns // self.heads)),)
        blocks = product.reshape(rows, self.heads, columns // self.heads)  # -> (row, head, d)
        return (np.ascontiguousarray(blocks.transpose(1, 0, 2)),)  # -> (head, row, d)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return row · column of this head's block + bias."""
        head, row, within = index
        column = head * step.axes[-1].size + within
        if self.reshape:
            size = step.axes[-1].size
            counted = (head * step.axes[1].size + row) * size + within
            row, column = divmod(counted, self.heads * size)
        dot = Dot(Line(step.inputs[0], (row, None)), Line(step.inputs[1], (None, column)))
        return _with_bias(dot, step, column)


class JoinHeads(Operation):
    """Each token's outputs of all heads side by side.

    Source: Vaswani et al. 2017, section 3.2.2.
    """

    heads: int
    reshape: bool = False
    """Whether the numbers are only counted off, head by head: a mistake."""
    title = QT_TRANSLATE_NOOP("Ops", "Heads joined: their outputs side by side")
    formula = r"\mathrm{concat}(\mathrm{head}_1, \dots, \mathrm{head}_h)"

    @property
    def trivial(self) -> bool:
        """One head has nothing to join."""
        return self.heads == 1

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (query, concat)."""
        head, query, d_v = inputs[0]
        require_equal(step, "head", head, replace(head, size=self.heads), (THE_INPUT, NUMBER_OF_HEADS))
        return ((query, Axis("concat", head.size * d_v.size)),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the heads of each row side by side: the head axis moves inward before the reshape."""
        heads, queries, d_v = inputs[0].shape
        if self.reshape:
            return (np.ascontiguousarray(inputs[0].reshape(queries, heads * d_v)),)
        by_token = inputs[0].transpose(1, 0, 2)  # -> (query, head, d_v)
        return (np.ascontiguousarray(by_token.reshape(queries, heads * d_v)),)  # -> (query, concat)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the cell of the head it came from."""
        query, column = index
        head_size = step.axes[1].size // self.heads
        if self.reshape:
            row, within = divmod(query * step.axes[1].size + column, head_size)
            head, query = divmod(row, step.axes[0].size)
            return Cell(step.inputs[0], (head, query, within))
        return Cell(step.inputs[0], (column // head_size, query, column % head_size))
