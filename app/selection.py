"""Which cell is chosen, which one the pointer is on, and which head is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.cursor import StepCursor
from app.session import Session
from core.architecture.options import Attention
from core.ops.base import Index
from core.program import Step
from core.ranges import RangeNumbers
from core.record import Record
from core.tensor import NamedTensor


class Place(Record):
    """A cell: the name of its tensor and a zero-based index an axis."""

    tensor: str
    index: Index


class Selection(QObject):
    """The chosen cell lights its operands and is explained; the hovered one is told in the status bar."""

    chosen_changed = Signal(object)  # Place | None
    hovered_changed = Signal(object)  # Place | None
    head_changed = Signal(int)
    range_changed = Signal(object)  # RangeNumbers | None: of the cells selected in the grid

    def __init__(self, session: Session, cursor: StepCursor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._chosen: Place | None = None
        self._hovered: Place | None = None
        self._head = 0
        self._range: RangeNumbers | None = None
        self._rows = (0, 0)
        self._step = cursor.step.name
        self.show_step(cursor.step)
        cursor.moved.connect(self.show_step)
        session.trace_changed.connect(self._on_trace_changed)

    @property
    def chosen(self) -> Place | None:
        """The chosen cell."""
        return self._chosen

    @property
    def hovered(self) -> Place | None:
        """The cell under the pointer."""
        return self._hovered

    @property
    def head(self) -> int:
        """The head of the queries shown, from 0."""
        return self._head

    def head_among(self, count: int) -> int:
        """Return which of the `count` heads of a tensor goes with the head shown: several can share one."""
        return self._attention.head_among(count, self._head)

    def show_head_among(self, count: int, head: int) -> None:
        """Show one of the `count` heads of a tensor, by a head of the queries that it goes with."""
        if head != self.head_among(count):
            self.show_head(self._attention.head_reading(count, head))

    @property
    def _attention(self) -> Attention:
        return self._session.scenario.architecture.attention_of(self._step)

    def choose(self, place: Place | None) -> None:
        """Choose a cell, or none; its head is shown."""
        if place is not None:
            tensor = self._session.trace[place.tensor]
            self._remember(tensor, place.index)
            if tensor.axes and tensor.axes[0].name == "head":
                self.show_head_among(tensor.shape[0], place.index[0])
        if place != self._chosen:
            self._chosen = place
            self.chosen_changed.emit(place)

    def exists(self, place: Place) -> bool:
        """Tell whether there is such a cell now."""
        return self._session.trace.has_cell(place.tensor, place.index)

    def hover(self, place: Place | None) -> None:
        """Tell where the pointer is."""
        if place != self._hovered:
            self._hovered = place
            self.hovered_changed.emit(place)

    @property
    def range(self) -> RangeNumbers | None:
        """What the cells selected in the grid amount to; None where there are not several."""
        return self._range

    def tell_range(self, numbers: RangeNumbers | None) -> None:
        """Tell what is selected in the grid."""
        if numbers != self._range:
            self._range = numbers
            self.range_changed.emit(numbers)

    def show_head(self, head: int) -> None:
        """Show another head; the chosen cell follows."""
        if head == self._head:
            return
        self._head = head
        self.head_changed.emit(head)
        chosen = self._chosen  # of the document before, while another one opens
        if chosen is None or not self.exists(chosen):
            return
        tensor = self._session.trace[chosen.tensor]
        if tensor.axes[0].name == "head":
            self.choose(Place(chosen.tensor, (self.head_among(tensor.shape[0]), *chosen.index[1:])))

    def _remember(self, tensor: NamedTensor, index: Index) -> None:
        """Keep row and column, so that the same place is chosen in the next step."""
        flat = index[1:] if tensor.axes[0].name == "head" else index
        self._rows = (flat[0], flat[1] if len(flat) > 1 else self._rows[1])

    def show_step(self, step: Step) -> None:
        """Choose the same row and column as before in the result of a step."""
        self._step = step.name
        tensor = self._session.trace.get(step.name)
        if tensor is None or 0 in tensor.shape:
            self.choose(None)
            return
        with_head = tensor.axes[0].name == "head"
        sizes = tensor.shape[1:] if with_head else tensor.shape
        flat = tuple(min(place, size - 1) for place, size in zip(self._rows, sizes, strict=False))
        head = (self.head_among(tensor.shape[0]),) if with_head else ()
        rows = self._rows
        self.choose(Place(step.name, head + flat))
        self._rows = rows

    def _on_trace_changed(self) -> None:
        """Keep the chosen cell; where its row or column is gone, fall to the last one that is there."""
        if self._chosen is not None and not self.exists(self._chosen):
            self._chosen = self._last_before(self._chosen)
            self.chosen_changed.emit(self._chosen)

    def _last_before(self, place: Place) -> Place | None:
        """Return the cell of the same tensor that is nearest to a place behind its end; None without one."""
        tensor = self._session.trace.get(place.tensor)
        if tensor is None or 0 in tensor.shape or len(tensor.shape) != len(place.index):
            return None
        return Place(
            place.tensor, tuple(min(at, size - 1) for at, size in zip(place.index, tensor.shape, strict=True))
        )
