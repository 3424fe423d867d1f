"""The quiet proof: the step shown is computed again while nothing else is to be done."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterator
from operator import is_

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QLineEdit

from app.cursor import StepCursor
from app.player import Player
from app.session import Session
from core.program import Step
from core.proof import Check, Proof, StepProof, step_checks, step_size, summary
from core.tensor import Array
from core.trace import Trace

QUIET = 250
"""Milliseconds after the last edit or move before it begins."""
SLICE = 0.003
"""Seconds after which a slice ends behind the cell it is at; so it takes no more than 5 ms."""

Arrays = tuple["weakref.ref[Array]", ...]
"""Arrays that are not kept."""


class IdleProof(QObject):
    """Computes the cells of the current step again, a few at a time, in the idle time of the event loop.

    It waits while somebody types, drags or plays, and begins anew after each edit and step change. What was
    found is remembered as long as the arrays are there that it is about.

    Parameters
    ----------
    session : Session
    cursor : StepCursor
    player : Player
    parent : QObject, optional
    clock : callable, default=time.perf_counter
        Seconds.
    """

    changed = Signal()

    def __init__(
        self,
        session: Session,
        cursor: StepCursor,
        player: Player,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._cursor = cursor
        self._player = player
        self._clock = clock
        self._known: dict[str, tuple[Step, Arrays, StepProof]] = {}
        self._result: StepProof | None = None
        self._shown: tuple[StepProof | None, bool] = (None, False)
        """What was told last: the result, and whether one is still to come."""
        self._checks: Iterator[Check] | None = None
        self._found = Proof()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_idle)
        session.trace_changed.connect(self.begin)
        session.document_replaced.connect(self._on_document_replaced)
        cursor.moved.connect(self.begin)
        self.begin()

    @property
    def result(self) -> StepProof | None:
        """What was found for the step shown; None until all of it is done."""
        return self._result

    @property
    def is_running(self) -> bool:
        """True while there are cells left to compute."""
        return self._checks is not None

    def begin(self) -> None:
        """Prove the step shown, unless that was done for the numbers it has now."""
        trace, step = self._session.trace, self._cursor.step
        known = self._remembered(trace, step)
        if known is None and step_size(trace, step):
            self._checks = step_checks(trace, step, self._session.scenario.seed)
            self._found = Proof()
            self._timer.start(QUIET)
        else:
            self._checks = None
            self._timer.stop()
        self._show(known)

    def finish(self) -> None:
        """Do all that is left at once, for a picture."""
        while self._checks is not None:
            self.work()

    def work(self) -> None:
        """Compute one slice of cells."""
        if self._checks is None:
            return
        until = self._clock() + SLICE
        found = []
        for one in self._checks:
            found.append(one)
            if self._clock() >= until:
                break
        else:
            self._checks = None
        self._found += summary(found)
        if self._checks is None:
            self._conclude()

    @property
    def _is_busy(self) -> bool:
        """True while somebody types, drags or plays."""
        focus = QApplication.focusWidget()
        typing = isinstance(focus, QLineEdit) and focus.isModified()
        dragging = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        return typing or dragging or self._player.is_playing

    def _conclude(self) -> None:
        trace, step = self._session.trace, self._cursor.step
        self._timer.stop()
        result = StepProof(step.name, self._found, step_size(trace, step))
        self._known[step.name] = (step, tuple(map(weakref.ref, _arrays(trace, step))), result)
        self._show(result)

    def _remembered(self, trace: Trace, step: Step) -> StepProof | None:
        known = self._known.get(step.name)
        if known is None or known[0] != step:
            return None
        now = _arrays(trace, step)
        then = [array() for array in known[1]]
        same = len(now) == len(then) and all(map(is_, now, then))
        return known[2] if same else None

    def _show(self, result: StepProof | None) -> None:
        self._result = result
        shown = (result, self.is_running)
        if shown != self._shown:
            self._shown = shown
            self.changed.emit()

    def _on_idle(self) -> None:
        if self._is_busy:
            self._timer.start(QUIET)
            return
        self.work()
        if self._checks is not None:
            self._timer.start(0)

    def _on_document_replaced(self) -> None:
        self._known.clear()
        self.begin()


def _arrays(trace: Trace, step: Step) -> list[Array]:
    """Return all arrays that the proof of a step is about."""
    names = [*step.inputs, *[column.name for column in step.columns]]
    return [trace.tensors[name].values for name in names if name in trace.tensors]
