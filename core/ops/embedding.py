"""Tokens become vectors.

Shapes: vocabulary, token, d_model.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.errors import SandboxError
from core.expression.nodes import (
    Cell,
    Expression,
    Number,
    Product,
    Root,
)
from core.ops.base import Index, Operation
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


class TokenLookup(Operation):
    """Each token takes its row of the embedding matrix: a one-hot row times ``W_E``.

    Source: Vaswani et al. 2017, section 3.4.
    """

    ids: tuple[int, ...]
    title = QT_TRANSLATE_NOOP("Ops", "Token embeddings: each word takes its row")
    formula = r"X = \mathrm{onehot}(t)\,W_E"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (token, d_model)."""
        return ((Axis("token", len(self.ids)), inputs[0][1]),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the rows `ids` of the embedding matrix."""
        return (inputs[0][list(self.ids)],)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return the cell of the embedding matrix."""
        return Cell(step.inputs[0], (self.ids[index[0]], index[1]))


class NoSuchType(SandboxError):
    """A token type beyond the rows of ``W_T``."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{step}: token type {kind}, but W_T has only the rows 0 to {last}. Choose another type, or give the "
        "model more of them.",
    )


class TypeLookup(TokenLookup):
    """Each token takes the row of its type. Source: Devlin et al. 2018, section 3, "segment embeddings"."""

    title = QT_TRANSLATE_NOOP("Ops", "Token types: each word takes the row of its type")
    formula = "T = W_T[type]"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (token, d_model)."""
        rows = inputs[0][0].size
        if max(self.ids, default=0) >= rows:
            raise NoSuchType(step=step, kind=max(self.ids), last=rows - 1)
        return super().axes(step, *inputs)


class ScaleEmbedding(Operation):
    """The rows of the embedding matrix times ``√d_model``. Source: Vaswani et al. 2017, section 3.4."""

    d_model: int
    title = QT_TRANSLATE_NOOP("Ops", "Embeddings times √d_model")
    formula = r"\sqrt{d_{\mathrm{model}}}\,E"

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (token, d_model)."""
        return (inputs[0],)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return x · √d_model."""
        return (inputs[0] * math.sqrt(self.d_model),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return x · √d_model."""
        return Product((Cell(step.inputs[0], index), Root(Number(float(self.d_model), "d_model"))))
