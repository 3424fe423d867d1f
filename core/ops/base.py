"""What an operation is: a small frozen record that makes named columns, and explains each cell of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from core.errors import SandboxError
from core.expression.nodes import Expression
from core.record import Record
from core.tensor import Array, Axes, Axis, sizes
from core.text import QT_TRANSLATE_NOOP, Message, message

if TYPE_CHECKING:
    from core.program import Step
    from core.remarks.base import Subject

Index = tuple[int, ...]

# How errors name operands; names of tensors (q, W_E) need no translation.
THE_ROW = QT_TRANSLATE_NOOP("Errors", "the row")
THE_GAIN = QT_TRANSLATE_NOOP("Errors", "the gain")
THE_BIAS = QT_TRANSLATE_NOOP("Errors", "the bias")
FIRST_OPERAND = QT_TRANSLATE_NOOP("Errors", "the first operand")
SECOND_OPERAND = QT_TRANSLATE_NOOP("Errors", "the second operand")
THE_MATRIX = QT_TRANSLATE_NOOP("Errors", "the matrix")
EDITED_MASK = QT_TRANSLATE_NOOP("Errors", "the edited mask")
THE_TOKENS = QT_TRANSLATE_NOOP("Errors", "the tokens")
THE_SCORES = QT_TRANSLATE_NOOP("Errors", "the scores")
THE_MASK = QT_TRANSLATE_NOOP("Errors", "the mask")
THE_WEIGHTS = QT_TRANSLATE_NOOP("Errors", "the weights")
THE_INPUT = QT_TRANSLATE_NOOP("Errors", "the input")
NUMBER_OF_HEADS = QT_TRANSLATE_NOOP("Errors", "the number of heads")
THE_GATE = QT_TRANSLATE_NOOP("Errors", "the gate")
THE_HIDDEN = QT_TRANSLATE_NOOP("Errors", "the hidden numbers")
THE_SHAPES = QT_TRANSLATE_NOOP("Errors", "the shapes")


class ShapeMismatch(SandboxError):
    """Two operands do not fit together."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{step}: {left} is {left_size} and {right} is {right_size}; {axis} must be equal. "
        "Change the size of one of them.",
    )


class Operation(Record):
    """One visible step. All it makes are named columns: the result, then its `workings`.

    Subclasses are records of options: two operations are the same when their options are equal,
    and `core.trace.run` relies on that. Labels are never part of an operation.
    """

    title: ClassVar[str]
    """What the step does, in words (marked with ``QT_TRANSLATE_NOOP("Ops", …)``)."""
    formula: ClassVar[str]
    """The formula as LaTeX."""
    workings: ClassVar[tuple[str, ...]] = ()
    """Suffixes of the columns written down on the way: ``max`` makes ``….weights.max``."""

    copies: ClassVar[tuple[str, ...]] = ()
    """Those of `workings` (``""`` for the result) whose numbers are some of the first input's.

    They are written as these are, though all of them may be whole.
    """

    @property
    def trivial(self) -> bool:
        """True for a step that changes nothing (a part switched off): the cursor passes it by."""
        return False

    def short_names(self, step: Step) -> dict[str, str]:  # noqa: ARG002
        """Return short words for inputs that the arithmetic of the result calls so: ``x``, ``gain``."""
        return {}

    def remarks(self, subject: Subject) -> Iterator[Message]:  # noqa: ARG002
        """Return what is said in words beside the arithmetic of a cell.

        Numbers in a remark stand in the trace or are options, sizes and positions.
        """
        return iter(())

    @abstractmethod
    def axes(self, step: str, *inputs: Axes) -> tuple[Axes, ...]:
        """Return the axes of the result and of each working.

        Raises
        ------
        SandboxError
            If the shapes do not fit, before any number is touched.
        """

    @abstractmethod
    def compute(self, *inputs: Array) -> tuple[Array, ...]:
        """Return the values of the result and of each working, in the order of `axes`."""

    @abstractmethod
    def expression(self, step: Step, working: str, index: Index) -> Expression:
        """Return how one cell of a column is made.

        Parameters
        ----------
        step : Step
            Gives the names of the inputs and the axes of the columns.
        working : str
            One of `workings`, or ``""`` for the result.
        index : tuple of int
            Zero-based, one an axis of that column.
        """


def require_equal(step: str, axis: str, left: Axis, right: Axis, names: tuple[str, str]) -> None:
    """Refuse operands whose inner sizes differ."""
    if left.size != right.size:
        raise ShapeMismatch(
            step=step,
            axis=axis,
            left=message("Errors", names[0]),
            left_size=left.size,
            right=message("Errors", names[1]),
            right_size=right.size,
        )


def require_same_shape(step: str, left: Axes, right: Axes, names: tuple[str, str]) -> None:
    """Refuse operands whose shapes differ."""
    if [axis.size for axis in left] != [axis.size for axis in right]:
        raise ShapeMismatch(
            step=step,
            axis=message("Errors", THE_SHAPES),
            left=message("Errors", names[0]),
            left_size=sizes(left),
            right=message("Errors", names[1]),
            right_size=sizes(right),
        )
