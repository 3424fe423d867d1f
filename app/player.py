"""Walking through the program by hand or by itself: by layer, part, operation, row and cell."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.cursor import StepCursor, Stride
from app.selection import Place, Selection
from app.session import Session
from core.program import Step
from core.tensor import NamedTensor

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Moves a second."""

_WITHIN = (Stride.ROW, Stride.CELL)
"""Strides that move within a step."""


class Walker:
    """Goes forward and back over steps, and over the rows and cells of the current result.

    By row and by cell, only the head that is shown is walked, as if it were the whole result: which head
    the class looks at is chosen by hand, and the same head is shown in the next step. Masked cells are
    visited like others. At the last row or cell forward goes on to the next operation, and back comes
    from there to the last row or cell: it is the mirror. By row, the column stays that of the cell chosen
    last, also behind steps with fewer columns.
    """

    def __init__(self, session: Session, cursor: StepCursor, selection: Selection) -> None:
        self._session = session
        self._cursor = cursor
        self._selection = selection
        self._column = 0
        self._own: Place | None = None  # the cell that was chosen by walking

    @property
    def at_start(self) -> bool:
        """True where nothing comes before."""
        return self._cursor.at_start and self._beside(-1) is None

    @property
    def at_end(self) -> bool:
        """True where nothing comes after."""
        return self._cursor.at_end and self._beside(1) is None

    def ahead(self) -> Step:
        """Return the step that `forward` would show; the current one while rows or cells are left."""
        return self._cursor.step if self._beside(1) is not None else self._cursor.ahead()

    def first(self) -> None:
        """Show the first step, by row and cell at its beginning."""
        self._take_over()
        self._cursor.first()
        self._choose_end(last=False)

    def last(self) -> None:
        """Show the last step, by row and cell at its end."""
        self._take_over()
        self._cursor.last()
        self._choose_end(last=True)

    def forward(self) -> None:
        """Go to the next cell, row, operation, part or layer."""
        self._take_over()
        beside = self._beside(1)
        if beside is not None:
            self._choose(*beside)
        elif not self._cursor.at_end:
            self._cursor.forward()
            self._choose_end(last=False)

    def back(self) -> None:
        """Go to the cell, row, operation, part or layer before."""
        self._take_over()
        beside = self._beside(-1)
        if beside is not None:
            self._choose(*beside)
        elif not self._cursor.at_start:
            self._cursor.back()
            self._choose_end(last=True)

    def enter(self, name: str) -> None:
        """Show a step, by row and cell at its beginning."""
        self._take_over()
        self._cursor.move_to(name)
        self._choose_end(last=False)

    def _take_over(self) -> None:
        """Keep to the column of a cell that was chosen by hand."""
        here = self._position()
        if here is not None and self._selection.chosen != self._own:
            self._column = here[1]

    def _beside(self, way: int) -> tuple[int, int] | None:
        """Return row and column of the next cell to choose within this step, None where there is none."""
        rows, columns = self._size()
        if self._cursor.stride not in _WITHIN or not rows:
            return None
        if self._cursor.stride is Stride.ROW:
            columns = 1
        here = self._position() or (-1, columns - 1)  # an operand or nothing is chosen: before the result
        place = here[0] * columns + min(here[1], columns - 1) + way
        return divmod(place, columns) if 0 <= place < rows * columns else None

    def _choose_end(self, *, last: bool) -> None:
        """Choose the first or last row or cell of a step that was entered by row or cell."""
        rows, columns = self._size()
        if self._cursor.stride in _WITHIN and rows:
            self._choose(*((rows - 1, columns - 1) if last else (0, 0)))

    def _choose(self, row: int, column: int) -> None:
        """Choose a cell of the result; by row the column is the one kept."""
        tensor = self._session.trace[self._cursor.step.name]
        if self._cursor.stride is Stride.ROW:
            column = min(self._column, self._size()[1] - 1)
        with_head = tensor.axes[0].name == "head"
        head = (self._selection.head_among(tensor.shape[0]),) if with_head else ()
        self._own = Place(tensor.name, head + (row, column)[: len(tensor.shape) - len(head)])
        self._selection.choose(self._own)

    def _position(self) -> tuple[int, int] | None:
        """Return row and column of the chosen cell, None where it is not one of the result."""
        chosen, tensor = self._selection.chosen, self._result()
        if chosen is None or tensor is None or chosen.tensor != tensor.name:
            return None
        flat = chosen.index[1:] if tensor.axes[0].name == "head" else chosen.index
        return flat[0], flat[1] if len(flat) > 1 else 0

    def _size(self) -> tuple[int, int]:
        """Return how many rows and columns one head of the result has; none where it could not be made."""
        tensor = self._result()
        if tensor is None or 0 in tensor.shape:
            return 0, 0
        flat = tensor.shape[1:] if tensor.axes[0].name == "head" else tensor.shape
        return flat[0], flat[1] if len(flat) > 1 else 1

    def _result(self) -> NamedTensor | None:
        return self._session.trace.get(self._cursor.step.name)


class Player(QObject):
    """Moves by hand, and by itself: one move a second at speed 1, whatever the stride.

    Playing ends at the end of the program, at a step marked “stop here” (also one that the stride would
    have jumped over), and as soon as somebody moves by hand, chooses another cell or edits. The marks
    belong to the window and not to the document.
    """

    playing_changed = Signal(bool)
    speed_changed = Signal(float)
    stops_changed = Signal()
    reach_changed = Signal()  # whether there is something before and after
    stopped = Signal(object)  # Step that is marked

    def __init__(
        self, session: Session, cursor: StepCursor, selection: Selection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._cursor = cursor
        self._walker = Walker(session, cursor, selection)
        self._stops: frozenset[str] = frozenset()
        self._speed = 1.0
        self._moves_itself = False
        self._timer = QTimer(self)
        self._timer.setInterval(_interval(self._speed))
        self._timer.timeout.connect(self.tick)
        self._reach = (self.at_start, self.at_end)
        cursor.moved.connect(self._on_moved)
        cursor.stride_changed.connect(self._show_reach)
        selection.chosen_changed.connect(self._on_moved)
        session.trace_changed.connect(self._on_moved)
        session.document_replaced.connect(self._on_document_replaced)

    @property
    def at_start(self) -> bool:
        """True where `back` leads nowhere."""
        return self._walker.at_start

    @property
    def at_end(self) -> bool:
        """True where `forward` leads nowhere."""
        return self._walker.at_end

    @property
    def is_playing(self) -> bool:
        """True while it moves by itself."""
        return self._timer.isActive()

    @property
    def speed(self) -> float:
        """Moves a second."""
        return self._speed

    @property
    def stops(self) -> frozenset[str]:
        """Names of the steps at which playing stops."""
        return self._stops

    def first(self) -> None:
        """Go to the beginning."""
        self.pause()
        self._walker.first()

    def back(self) -> None:
        """Go back by the stride."""
        self.pause()
        self._walker.back()

    def forward(self) -> None:
        """Go on by the stride."""
        self.pause()
        self._walker.forward()

    def last(self) -> None:
        """Go to the end."""
        self.pause()
        self._walker.last()

    def play(self) -> None:
        """Go on by itself, from the beginning where the end is reached."""
        if self.is_playing:
            return
        if self.at_end:
            self._walker.first()
        if not self.at_end:
            self._timer.start()
            self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stay where it is."""
        if self.is_playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Play or pause."""
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def set_speed(self, speed: float) -> None:
        """Make `speed` moves a second."""
        if speed != self._speed:
            self._speed = speed
            self._timer.setInterval(_interval(speed))
            self.speed_changed.emit(speed)

    def toggle_stop(self, name: str) -> None:
        """Mark a step as one to stop at, or take the mark away."""
        self._stops = self._stops ^ {name}
        self.stops_changed.emit()

    def tick(self) -> None:
        """Make one move of playing. The timer calls this."""
        if not self.is_playing:
            return
        stop = self._stop_ahead()
        self._moves_itself = True
        try:
            if stop is None:
                self._walker.forward()
            else:
                self._walker.enter(stop.name)
        finally:
            self._moves_itself = False
        if stop is not None or self.at_end:
            self.pause()
        if stop is not None:
            self.stopped.emit(stop)

    def _stop_ahead(self) -> Step | None:
        """Return the first marked step after this one, up to where the next move leads."""
        steps = self._session.program.steps
        names = [step.name for step in steps]
        here, there = names.index(self._cursor.step.name), names.index(self._walker.ahead().name)
        return next((step for step in steps[here + 1 : there + 1] if step.name in self._stops), None)

    def _on_moved(self) -> None:
        if not self._moves_itself:
            self.pause()
        self._show_reach()

    def _on_document_replaced(self) -> None:
        self.pause()
        if self._stops:
            self._stops = frozenset()
            self.stops_changed.emit()
        self._show_reach()

    def _show_reach(self) -> None:
        reach = (self.at_start, self.at_end)
        if reach != self._reach:
            self._reach = reach
            self.reach_changed.emit()


def _interval(speed: float) -> int:
    return round(1000 / speed)
