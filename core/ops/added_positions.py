"""Positions that are added to the embeddings: none, waves, learned rows.

Shapes: token, d_model.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

import numpy as np

from core.choice import Choice
from core.errors import SandboxError
from core.expression.nodes import Cell, Cos, Dot, Expression, Line, Number, Power, Quotient, Sin
from core.expression.numbers import constant_text
from core.ops.base import Index
from core.ops.position_scheme import Acts, PositionOptions, PositionScheme, Sizes, convention
from core.sums import matmul
from core.tensor import Array, Axes, Axis
from core.text import QT_TRANSLATE_NOOP, Message, say

if TYPE_CHECKING:
    from core.program import Step
    from core.remarks.base import Subject


class WaveLayout(Choice):
    """In which columns the sines and the cosines of the positions stand."""

    INTERLEAVED = (
        "interleaved",
        QT_TRANSLATE_NOOP("Options", "by turns"),
        QT_TRANSLATE_NOOP("Options", "sin, cos, sin, cos …: Vaswani et al. 2017, section 3.5."),
    )
    BLOCKS = (
        "blocks",
        QT_TRANSLATE_NOOP("Options", "sines, then cosines"),
        QT_TRANSLATE_NOOP(
            "Options",
            "The same columns in another order, as in tensor2tensor and Marian: "
            "what learns its weights does not notice, weights made for the other order do.",
        ),
    )


class TooManyPositions(SandboxError):
    """More tokens than learned positions."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{step}: {tokens} tokens, but the learned positions reach only to {positions}. "
        "Remove tokens or give W_P more rows.",
    )


class NoPositions(PositionScheme):
    """No positions: the order of the tokens is not told."""

    tokens: int
    d_model: int
    title = QT_TRANSLATE_NOOP("Ops", "No positions: the order of the words is lost")
    formula = "P = 0"
    acts = Acts.NOWHERE
    picture = ""
    said = QT_TRANSLATE_NOOP(
        "Explain", "There are no positions: nothing is added, and the order of the words is lost."
    )
    none = QT_TRANSLATE_NOOP("Conventions", "no positions")

    @classmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:  # noqa: ARG003
        """Return zeros, a row a word."""
        return cls(sizes.rows, sizes.d_model)

    @classmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:  # noqa: ARG003
        """Say that there are none."""
        yield convention(cls.none)

    def remarks(self, subject: Subject) -> Iterator[Message]:  # noqa: ARG002
        """Say that order is lost."""
        yield say(self.said)

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


class PositionTable(PositionScheme):
    """A table with a row for each place, and how alike its rows are.

    The working ``similarity`` is ``P Pᵀ`` (token, token): row times row.
    """

    workings = ("similarity",)
    acts = Acts.ADDED

    def remarks(self, subject: Subject) -> Iterator[Message]:
        """Say where the word stands and what its row is."""
        if not subject.working:
            yield self.remark(subject, {"word": subject.label(0), "position": subject.index[0]})

    @abstractmethod
    def remark(self, subject: Subject, place: dict[str, object]) -> Message:
        """Return what is said of a cell of the table, with ``{word}`` and ``{position}``."""

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
    formula = (
        r"\part{positions}{P_{\mathrm{pos},\,2i}} = \sin\frac{\mathrm{pos}}{\mathrm{base}^{2i/d}} \quad "
        r"P_{\mathrm{pos},\,2i+1} = \cos\frac{\mathrm{pos}}{\mathrm{base}^{2i/d}}"
    )
    formula_in_blocks = (
        r"\part{positions}{P_{\mathrm{pos},\,i}} = \sin\frac{\mathrm{pos}}{\mathrm{base}^{2i/d}} \quad "
        r"P_{\mathrm{pos},\,i+d/2} = \cos\frac{\mathrm{pos}}{\mathrm{base}^{2i/d}}"
    )
    picture = "embed-positions"
    reads = ("base", "layout")
    by_turns = QT_TRANSLATE_NOOP(
        "Explain",
        "{word} stands at position {position}, counted from 0. Odd columns are sines, even ones cosines.",
    )
    in_blocks = QT_TRANSLATE_NOOP(
        "Explain",
        "{word} stands at position {position}, counted from 0. Sines stand in the first columns "
        "({sines}), cosines in the others.",
    )
    told = QT_TRANSLATE_NOOP(
        "Conventions", "sinusoidal positions from 0, sine and cosine by turns, base {base}"
    )
    told_in_blocks = QT_TRANSLATE_NOOP(
        "Conventions", "sinusoidal positions from 0, sines, then cosines, base {base}"
    )

    @classmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:
        """Return the waves that options ask for."""
        blocks = options.layout is WaveLayout.BLOCKS
        return cls(sizes.rows, sizes.d_model, options.base, blocks, sizes.first)

    @classmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:  # noqa: ARG003
        """Say where sines and cosines stand, and the base."""
        words = cls.told_in_blocks if options.layout is WaveLayout.BLOCKS else cls.told
        yield convention(words, base=constant_text(options.base))

    @property
    def key(self) -> str:
        """The name of its picture."""
        return f"{self.picture}-{'blocks' if self.blocks else 'sinusoidal'}"

    @property
    def latex(self) -> str:
        """The formula in the picture."""
        return self.formula_in_blocks if self.blocks else self.formula

    def remark(self, subject: Subject, place: dict[str, object]) -> Message:  # noqa: ARG002
        """Speak about sines and cosines."""
        if self.blocks:
            return say(self.in_blocks, **place, sines=(self.d_model + 1) // 2)
        return say(self.by_turns, **place)

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
    formula = r"\part{positions}{P} = W_P[\mathrm{pos}]"
    picture = "embed-positions-learned"
    reads = ("length", "offset", "shared")
    row_taken = QT_TRANSLATE_NOOP(
        "Explain", "{word} stands at position {position}, counted from 0: it takes that row of {matrix}."
    )
    row_taken_from = QT_TRANSLATE_NOOP(
        "Explain",
        "{word} stands at position {position}, counted from 0: it takes row {row} of {matrix}, "
        "counted from 0, because the first word takes row {offset}.",
    )
    told = QT_TRANSLATE_NOOP("Conventions", "learned positions")
    told_from = QT_TRANSLATE_NOOP("Conventions", "learned positions, the first word takes row {offset}")
    own_tables = QT_TRANSLATE_NOOP("Conventions", "source and target with tables of their own")

    @classmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:
        """Return the rows that options ask for."""
        return cls(sizes.rows, options.offset, sizes.first)

    @classmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:
        """Say which row the first word takes, and whose table it is."""
        from_other = {"offset": str(options.offset)} if options.offset else {}
        yield convention(cls.told_from if options.offset else cls.told, **from_other)
        if sizes.sequences > 1 and not options.shared:
            yield convention(cls.own_tables)

    @classmethod
    def table_rows(cls, options: PositionOptions) -> Axis:
        """Return the rows of W_P."""
        return Axis("position", options.length)

    @property
    def key(self) -> str:
        """The name of its picture."""
        return self.picture + "-offset" * (self.offset > 0)

    @property
    def latex(self) -> str:
        """The formula in the picture."""
        return self.formula.replace("]", r" + \mathrm{offset}]") if self.offset else self.formula

    def remark(self, subject: Subject, place: dict[str, object]) -> Message:
        """Say which row of the position matrix it is."""
        said = place | {"matrix": subject.step.inputs[0].rpartition(".")[2]}
        if self.offset:
            row = subject.index[0] + self.offset
            return say(self.row_taken_from, **said, row=row, offset=self.offset)
        return say(self.row_taken, **said)

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
