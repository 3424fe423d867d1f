"""The gate of the position-wise feed-forward network.

Shapes: token, d_ff.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.expression.nodes import Cell, Expression, Product
from core.ops.base import THE_GATE, THE_HIDDEN, Index, Operation, require_same_shape
from core.tensor import Array, Axes
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


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
