"""Steps that copy, add or are typed in.

Shapes: token = number of tokens, d_model = width of the residual stream.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from core.expression.nodes import Cell, Expression, Sum
from core.ops.base import (
    FIRST_OPERAND,
    SECOND_OPERAND,
    THE_TOKENS,
    Index,
    Operation,
    require_equal,
    require_same_shape,
)
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


class Identity(Operation):
    """A part that is switched off: its output is its input."""

    title = QT_TRANSLATE_NOOP("Ops", "Switched off: passed on unchanged")
    formula = "y = x"

    @property
    def trivial(self) -> bool:
        """Always: nothing changes."""
        return True

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the input."""
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the input itself."""
        return (inputs[0],)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the same cell of the input."""
        return Cell(step.inputs[0], index)


class Absent(Identity):
    """A part that the model never had, in the place where others have it."""

    title = QT_TRANSLATE_NOOP("Ops", "Not in this model: passed on unchanged")


class Append(Operation):
    """Keys or values of words that were there already, then those of the new ones: the key/value cache.

    Source: Shazeer 2019, "Fast Transformer Decoding", section 2.4 (incremental multi-head attention).
    """

    kept: int
    """Words that were there already."""
    title = QT_TRANSLATE_NOOP("Ops", "Cache: what was kept, then the new words")
    formula = r"\left[\,K_{\mathrm{kept}};\;K_{\mathrm{new}}\,\right]"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (head, key, size)."""
        kept, new = inputs
        require_same_shape(step, (kept[0], kept[2]), (new[0], new[2]), (FIRST_OPERAND, SECOND_OPERAND))
        require_equal(step, "key", kept[1], Axis("key", self.kept), (FIRST_OPERAND, THE_TOKENS))
        return ((new[0], Axis("key", self.kept + new[1].size), new[2]),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the rows of both."""
        return (np.concatenate(inputs, axis=1),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the cell that was kept, or the new one."""
        head, row, column = index
        if row < self.kept:
            return Cell(step.inputs[0], index)
        return Cell(step.inputs[1], (head, row - self.kept, column))


class TypedIn(Operation):
    """A tensor that is typed in and replaces the step of its name (`Scenario.given`)."""

    given_axes: Axes
    """Not compared: the typed-in array itself tells whether anything changed."""
    title = QT_TRANSLATE_NOOP("Ops", "Typed in")
    formula = "x"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedIn)

    def __hash__(self) -> int:
        return hash(TypedIn)

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return the axes of the typed-in tensor."""
        return (self.given_axes,)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the typed-in values."""
        return (inputs[0],)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the typed-in cell."""
        return Cell(step.name, index)


class Add(Operation):
    """The sum of tensors of the same shape: embeddings, positions and types, or the residual connection.

    Source: He et al. 2016, "Deep Residual Learning", eq. 1; Vaswani et al. 2017, section 3.1.
    """

    title = QT_TRANSLATE_NOOP("Ops", "Residual: what came in is added again")
    formula = r"y = x + \mathrm{sublayer}(x)"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of the first operand."""
        for other in inputs[1:]:
            require_same_shape(step, inputs[0], other, (FIRST_OPERAND, SECOND_OPERAND))
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the sum, from left to right."""
        return (reduce(np.add, inputs),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the sum of the cells."""
        return Sum(tuple(Cell(name, index) for name in step.inputs))
