"""Tokens and positions become vectors.

Shapes: vocabulary, token, d_model.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from core.errors import SandboxError
from core.expression.nodes import (
    Cell,
    Cos,
    Dot,
    Expression,
    Line,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sin,
)
from core.ops.base import Index, Operation
from core.sums import matmul
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.program import Step


class TooManyPositions(SandboxError):
    """More tokens than learned positions."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{step}: {tokens} tokens, but the learned positions reach only to {positions}. "
        "Remove tokens or give W_P more rows.",
    )


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


class NoPositions(Operation):
    """No positions: the order of the tokens is not told."""

    tokens: int
    d_model: int
    title = QT_TRANSLATE_NOOP("Ops", "No positions: the order of the words is lost")
    formula = "P = 0"

    @property
    def trivial(self) -> bool:
        """Always: nothing is added."""
        return True

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:  # noqa: ARG002
        """Return (token, d_model)."""
        return ((Axis("token", self.tokens), Axis("d_model", self.d_model)),)

    def compute(self, *inputs: Array) -> tuple[Array, ...]:  # noqa: ARG002
        """Return zeros."""
        return (np.zeros((self.tokens, self.d_model)),)

    def expression(self, step: Step, working: str, index: Index) -> Expression:  # noqa: ARG002
        """Return 0."""
        return Number(0.0)


class PositionTable(Operation):
    """A table with a row for each place, and how alike its rows are.

    The working ``similarity`` is ``P Pᵀ`` (token, token): row times row.
    """

    workings = ("similarity",)

    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return (token, d_model), and (token, token) for the similarity."""
        table = self.table_axes(step, *inputs)
        return (table, (table[0], table[0]))

    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the table, and row times row."""
        table = self.table(*inputs)
        return table, matmul(table, table.T)

    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return a cell of the table, or row · row."""
        if working == "similarity":
            left, right = (Line(step.name, (place, None)) for place in index)
            return Dot(left, right)
        return self.table_expression(step, index)

    @abstractmethod
    def table_axes(self, step: str, *inputs: Axes) -> Axes:
        """Return (token, d_model)."""

    @abstractmethod
    def table(self, *inputs: Array) -> Array:
        """Return the table."""

    @abstractmethod
    def table_expression(self, step: Step, index: Index) -> Expression:
        """Return how one cell of the table is made."""


class SinusoidalPositions(PositionTable):
    """Sines and cosines of the position; positions start at 0, any width.

    Source: Vaswani et al. 2017, section 3.5. In blocks, all sines stand before all cosines, in the same
    order: a permutation of the columns (tensor2tensor, Marian).
    """

    tokens: int
    d_model: int
    base: float
    blocks: bool = False
    first: int = 0
    """The position of the first row."""
    title = QT_TRANSLATE_NOOP("Ops", "Positions: waves that tell where a word stands")
    formula = r"PE_{pos,2i} = \sin\frac{pos}{b^{2i/d}} \quad PE_{pos,2i+1} = \cos\frac{pos}{b^{2i/d}}"

    def table_axes(self, step: str, *inputs: Axes) -> Axes:  # noqa: ARG002
        """Return (token, d_model)."""
        return (Axis("token", self.tokens), Axis("d_model", self.d_model))

    def table(self, *inputs: Array) -> Array:  # noqa: ARG002
        """Return the table of waves."""
        column = np.array([self._interleaved(place) for place in range(self.d_model)])
        wavelength = np.power(self.base, (column - column % 2) / self.d_model)
        position = self.first + np.arange(self.tokens)
        angle = position[:, None] / wavelength  # -> (token, d_model)
        made: Array = np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
        return made

    def _interleaved(self, column: int) -> int:
        """Return the place of a column where sines and cosines come by turns."""
        sines = (self.d_model + 1) // 2
        if not self.blocks:
            return column
        return 2 * column if column < sines else 2 * (column - sines) + 1

    def table_expression(self, step: Step, index: Index) -> Expression:  # noqa: ARG002
        """Return sine or cosine of pos / base^(2i/d)."""
        position, column = self.first + index[0], self._interleaved(index[1])
        even = Number(float(column - column % 2), "2i")
        wavelength = Power(Number(self.base, "base"), Quotient(even, Number(float(self.d_model), "d_model")))
        angle = Quotient(Number(float(position), "pos"), wavelength)
        return Cos(angle) if column % 2 else Sin(angle)


class LearnedPositions(PositionTable):
    """Each position takes its row of ``W_P``.

    Source: Vaswani et al. 2017, section 3.5 (learned variant); Radford et al. 2018.
    """

    tokens: int
    offset: int = 0
    """The row of position 0."""
    first: int = 0
    """The position of the first row."""
    title = QT_TRANSLATE_NOOP("Ops", "Positions: each place takes its row")
    formula = r"P = W_P[pos]"

    def table_axes(self, step: str, *inputs: Axes) -> Axes:
        """Return (token, d_model)."""
        positions = max(0, inputs[0][0].size - self.offset)
        tokens = self.first + self.tokens
        if tokens > positions:
            raise TooManyPositions(step=step, tokens=tokens, positions=positions)
        return (Axis("token", self.tokens), inputs[0][1])

    def table(self, *inputs: Array) -> Array:
        """Return the rows of the position matrix from `offset` and `first` on."""
        start = self.offset + self.first
        return inputs[0][start : start + self.tokens]

    def table_expression(self, step: Step, index: Index) -> Expression:
        """Return the cell of the position matrix."""
        return Cell(step.inputs[0], (index[0] + self.offset + self.first, index[1]))
