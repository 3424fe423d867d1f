"""What all remarks share: their subject, products and sources."""

from __future__ import annotations

from collections.abc import Iterator

from core.expression.names import LONGEST_LABEL, Translate, place_name, short_name
from core.expression.nodes import Cell
from core.expression.writing import writing_of
from core.ops.base import Index
from core.passing import MEMORY, memory_read, origin, reads_encoder
from core.program import Step
from core.record import Record
from core.tensor import Axis
from core.text import QT_TRANSLATE_NOOP, Message
from core.text import say as say
from core.trace import Trace


class Subject(Record):
    """The cell that is spoken about."""

    trace: Trace
    step: Step
    working: str
    index: Index
    decimals: int | None = 2
    translate: Translate = str
    dotted: bool = False
    """Tensors by their technical names."""
    whole: bool = False
    """Long words in full."""

    @property
    def name(self) -> str:
        """The tensor of the cell."""
        return self.step.working(self.working) if self.working else self.step.name

    @property
    def value(self) -> float:
        """The number of the cell."""
        return float(self.trace[self.name].values[self.index])

    def label(self, axis: int, position: int | None = None) -> str:
        """Return the label of the cell (or of another position) on an axis of the result."""
        place = self.index[axis] if position is None else position
        return self.told(self.step.axes[axis], place)

    def told(self, axis: Axis, position: int) -> str:
        """Return a label of any axis."""
        return axis.told_apart(position, None if self.whole else LONGEST_LABEL)

    def place(self, cell: Cell) -> str:
        """Return the name of a cell as the lines have it."""
        return place_name(cell, self.trace, self.translate, dotted=self.dotted, whole=self.whole)

    def input_value(self, number: int, index: Index) -> float:
        """Return a number of an input."""
        return float(self.trace[self.step.inputs[number]].values[index])

    def source(self, number: int = 0) -> Cell:
        """Return the cell of an input at this place, behind steps that only passed it on."""
        return Cell(origin(self.trace.program, self.step.inputs[number]), self.index)

    def number(self, name: str, index: Index) -> str:
        """Return a number of the trace as it is shown."""
        tensor = self.trace[name]
        return writing_of(tensor, self.decimals).text(float(tensor.values[index]))


Remarks = Iterator[Message]


def is_cross(step: Step) -> bool:
    """Return whether a step belongs to cross-attention."""
    return step.part.endswith(".cross_attn")


_FROM_ITSELF = QT_TRANSLATE_NOOP(
    "Explain",
    "Keys and values come from the decoder itself. A mistake: nothing of the source is seen here.",
)


def from_itself(subject: Subject) -> Remarks:
    """Say so where cross-attention reads the decoder and not the encoder."""
    if is_cross(subject.step) and not reads_encoder(subject.trace.program, subject.step.part):
        yield say(_FROM_ITSELF)


_PRODUCTS = QT_TRANSLATE_NOOP(
    "Explain", "One product for each of the {axis} = {count} columns of {left}, then the sum."
)
_ONE_PRODUCT = QT_TRANSLATE_NOOP("Explain", "{axis} = 1: a single product.")


def products(subject: Subject) -> Message:
    """Count the products of the rows of the first input."""
    read = origin(subject.trace.program, subject.step.inputs[0])
    axis = subject.trace[read].axes[-1]
    if axis.size == 1:
        return say(_ONE_PRODUCT, axis=axis.name)
    left = read if subject.dotted else short_name(read)
    if memory_read(subject.trace.program, subject.step):
        left = MEMORY
    return say(_PRODUCTS, axis=axis.name, count=axis.size, left=left)


# Sources

_TYPED_IN = QT_TRANSLATE_NOOP("Explain", "Typed in: change it here.")
_PARAMETER = QT_TRANSLATE_NOOP("Explain", "A parameter: change it here.")
_USED_BY = QT_TRANSLATE_NOOP("Explain", "Used by {steps}.")
_UNUSED = QT_TRANSLATE_NOOP("Explain", "No step uses it.")


def source_remarks(trace: Trace, name: str) -> tuple[Message, ...]:
    """Return what is said about a number that is not computed: whose it is and who uses it."""
    kind = _TYPED_IN if trace.program.maker(name) else _PARAMETER
    readers = ", ".join(step.name for step in trace.program.readers(name))
    return say(kind), say(_USED_BY, steps=readers) if readers else say(_UNUSED)
