"""What a block of a matrix can be filled with: zeros, random numbers, a causal pattern, itself transposed.

Each is a record of what is wanted, and `numbers` a pure function of the block as it stands.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from core.edits.deeds import shape_text
from core.errors import SandboxError
from core.expression.numbers import number_text
from core.ops.added_positions import SinusoidalPositions
from core.parameters import Initializer, InitializerKind
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP, Message, message

MOST_RANDOM = 1_000_000
"""So many numbers are drawn in about a second."""
_BASE = 10_000.0


class NotSquare(SandboxError):
    """A block that cannot be exchanged with its transpose."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was transposed: the selection is {shape}, and rows and columns must be equally many. "
        "Select a square.",
    )


class RowAddsToNothing(SandboxError):
    """A row that cannot be divided by its sum."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was normalised: row {row} of the selection adds up to {total}, and nothing can be divided "
        "by that. Change the row first.",
    )


class TooManyToDraw(SandboxError):
    """More random numbers than are drawn while one waits."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{count} random numbers are too many at once: {limit} are possible. Select fewer cells."
    )


FIELD_TITLES: Mapping[str, str] = {
    "value": QT_TRANSLATE_NOOP("Fills", "number"),
    "seed": QT_TRANSLATE_NOOP("Fills", "seed"),
    "decimals": QT_TRANSLATE_NOOP("Fills", "decimals"),
    "std": QT_TRANSLATE_NOOP("Fills", "standard deviation"),
    "low": QT_TRANSLATE_NOOP("Fills", "smallest"),
    "high": QT_TRANSLATE_NOOP("Fills", "largest"),
    "factor": QT_TRANSLATE_NOOP("Fills", "number"),
    "term": QT_TRANSLATE_NOOP("Fills", "number"),
}
"""What the fields of fillings are called where people say them."""


class Fill(Record):
    """One thing to fill with. Its fields are what one has to say, called as in `FIELD_TITLES`."""

    title: ClassVar[str]
    """Marked with ``QT_TRANSLATE_NOOP("Fills", …)``."""
    done: ClassVar[str]
    """What the edit is called, marked for ``Edits``: with ``{tensor}``, and the fields by their names."""
    for_masks: ClassVar[bool] = False
    """True where it makes a pattern of 0 and 1 that a mask can take."""

    @property
    def deed(self) -> Message:
        """What the edit is called, still without ``{tensor}``."""
        said = {name: getattr(self, name) for name in self.__struct_fields__}
        texts = {
            name: number_text(value, None) if isinstance(value, float) else value
            for name, value in said.items()
        }
        return message("Edits", self.done, **texts)

    @abstractmethod
    def numbers(self, block: Array, tensor: str) -> Array:
        """Return what stands in the place of `block` afterwards, of its shape.

        Parameters
        ----------
        block : ndarray
            Shape (rows, columns): what stands there now.
        tensor : str
            Name of the tensor: random numbers depend on it, as initial numbers do.

        Raises
        ------
        SandboxError
            Where that cannot be.
        """


class Constant(Fill):
    """One number everywhere."""

    title = QT_TRANSLATE_NOOP("Fills", "Constant")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with {value} in {tensor}")
    value: float = 0.5

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002 - of every fill
        """Return the number in every cell."""
        return np.full(block.shape, self.value)


class Zeros(Fill):
    """0 everywhere."""

    title = QT_TRANSLATE_NOOP("Fills", "Zeros")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with zeros in {tensor}")
    for_masks = True

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Return zeros."""
        return np.zeros(block.shape)


class Ones(Fill):
    """1 everywhere."""

    title = QT_TRANSLATE_NOOP("Fills", "Ones")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with ones in {tensor}")
    for_masks = True

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Return ones."""
        return np.ones(block.shape)


class Identity(Fill):
    """1 on the diagonal from the upper left, 0 elsewhere."""

    title = QT_TRANSLATE_NOOP("Fills", "Identity")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with the identity in {tensor}")
    for_masks = True

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Return ones on the diagonal."""
        return np.eye(*block.shape)


class Random(Fill):
    """Seeded numbers: those that the parameter starts with by the same recipe, where the whole is filled."""

    seed: int = 0
    decimals: int = 2

    @abstractmethod
    def recipe(self, shape: tuple[int, ...]) -> Initializer:
        """Return how the numbers are drawn for a block of that shape."""

    def numbers(self, block: Array, tensor: str) -> Array:
        """Draw numbers."""
        if block.size > MOST_RANDOM:
            raise TooManyToDraw(count=block.size, limit=MOST_RANDOM)
        return self.recipe(block.shape).values(self.seed, tensor, block.shape)


class Normal(Random):
    """Normally distributed around 0."""

    title = QT_TRANSLATE_NOOP("Fills", "Normal")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with normal numbers (seed {seed}) in {tensor}")
    std: float = 0.5

    def recipe(self, shape: tuple[int, ...]) -> Initializer:  # noqa: ARG002 - of every recipe
        """Return the recipe."""
        return Initializer(InitializerKind.NORMAL, std=self.std, decimals=self.decimals)


class Uniform(Random):
    """Every number between two ends is as likely."""

    title = QT_TRANSLATE_NOOP("Fills", "Uniform")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with uniform numbers (seed {seed}) in {tensor}")
    low: float = -1.0
    high: float = 1.0

    def recipe(self, shape: tuple[int, ...]) -> Initializer:  # noqa: ARG002
        """Return the recipe."""
        return Initializer(InitializerKind.UNIFORM, low=self.low, high=self.high, decimals=self.decimals)


class Xavier(Random):
    """Uniform, with ends that follow both sizes (Glorot and Bengio 2010)."""

    title = QT_TRANSLATE_NOOP("Fills", "Xavier")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with Xavier numbers (seed {seed}) in {tensor}")

    def recipe(self, shape: tuple[int, ...]) -> Initializer:  # noqa: ARG002
        """Return the recipe."""
        return Initializer(InitializerKind.XAVIER, decimals=self.decimals)


class He(Random):
    """Normal, with a standard deviation that follows the rows: √(2 / rows) (He and others 2015)."""

    title = QT_TRANSLATE_NOOP("Fills", "He")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with He numbers (seed {seed}) in {tensor}")

    def recipe(self, shape: tuple[int, ...]) -> Initializer:
        """Return the recipe: rows are what comes in."""
        return Initializer(InitializerKind.NORMAL, std=math.sqrt(2.0 / shape[0]), decimals=self.decimals)


class Scale(Fill):
    """Every number times one."""

    title = QT_TRANSLATE_NOOP("Fills", "Scale by")
    done = QT_TRANSLATE_NOOP("Edits", "Scale {tensor} by {factor}")
    factor: float = 2.0

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Multiply."""
        with np.errstate(over="ignore"):
            return block * self.factor


class Add(Fill):
    """Every number plus one."""

    title = QT_TRANSLATE_NOOP("Fills", "Add")
    done = QT_TRANSLATE_NOOP("Edits", "Add {term} to {tensor}")
    term: float = 1.0

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Add."""
        with np.errstate(over="ignore"):
            return block + self.term


class Transposed(Fill):
    """Rows and columns exchanged."""

    title = QT_TRANSLATE_NOOP("Fills", "Transpose")
    done = QT_TRANSLATE_NOOP("Edits", "Transpose {tensor}")

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Exchange rows and columns of a square."""
        if block.shape[0] != block.shape[1]:
            raise NotSquare(shape=shape_text(block.shape))
        return block.T.copy()


class RowsToOne(Fill):
    """Each row divided by its sum, so that it adds up to 1."""

    title = QT_TRANSLATE_NOOP("Fills", "Normalise rows (sum 1)")
    done = QT_TRANSLATE_NOOP("Edits", "Normalise the rows of {tensor}")

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Divide each row by its sum."""
        with np.errstate(all="ignore"):
            totals = block.sum(axis=1)
            divided: Array = block / totals[:, None]
        wrong = np.flatnonzero(~np.isfinite(divided).all(axis=1))
        if wrong.size:
            row = int(wrong[0])
            raise RowAddsToNothing(row=row + 1, total=number_text(float(totals[row]), None))
        return divided


class Causal(Fill):
    """1 where a row may look back, 0 where it would look ahead; aligned to the last column."""

    title = QT_TRANSLATE_NOOP("Fills", "Causal (1 on and below the diagonal)")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with a causal pattern in {tensor}")
    for_masks = True

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Return a triangle of ones."""
        rows, columns = block.shape
        return np.tri(rows, columns, columns - rows)


class OneHot(Fill):
    """1 at the largest number of each row (the first one of several), 0 elsewhere."""

    title = QT_TRANSLATE_NOOP("Fills", "One-hot (1 at the largest of each row)")
    done = QT_TRANSLATE_NOOP("Edits", "Make the rows of {tensor} one-hot")

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Return one 1 in each row."""
        made = np.zeros(block.shape)
        made[np.arange(block.shape[0]), block.argmax(axis=1)] = 1.0
        return made


class Sinusoid(Fill):
    """Sine and cosine by position, as in the paper of 2017; the first row is position 0."""

    title = QT_TRANSLATE_NOOP("Fills", "Sine and cosine")
    done = QT_TRANSLATE_NOOP("Edits", "Fill with sine and cosine in {tensor}")

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Return the waves."""
        rows, columns = block.shape
        return SinusoidalPositions(rows, columns, _BASE).compute()[0]


class Down(Fill):
    """The first row in all of them (Ctrl+D)."""

    title = QT_TRANSLATE_NOOP("Fills", "Fill &down")
    done = QT_TRANSLATE_NOOP("Edits", "Fill down in {tensor}")
    for_masks = True

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Repeat the first row."""
        return np.repeat(block[:1], block.shape[0], axis=0)


class Right(Fill):
    """The first column in all of them (Ctrl+R)."""

    title = QT_TRANSLATE_NOOP("Fills", "Fill &right")
    done = QT_TRANSLATE_NOOP("Edits", "Fill right in {tensor}")
    for_masks = True

    def numbers(self, block: Array, tensor: str) -> Array:  # noqa: ARG002
        """Repeat the first column."""
        return np.repeat(block[:, :1], block.shape[1], axis=1)


FILLS: tuple[type[Fill], ...] = (
    Zeros,
    Ones,
    Identity,
    Constant,
    Normal,
    Uniform,
    Xavier,
    He,
    Scale,
    Add,
    Transposed,
    RowsToOne,
    Causal,
    OneHot,
    Sinusoid,
)
"""What menus offer, in their order."""
