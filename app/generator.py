"""Word after word behind the last one: one undo step, one word each turn of the event loop."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.session import Session
from core.edits import GenerateToken
from core.errors import SandboxError
from core.generation import END, next_word, no_next_word
from core.scenario import Scenario


class Generator(QObject):
    """Takes the next word as the model picks it, again and again; it stops for whatever else is done."""

    changed = Signal()  # it began, or it ended
    took = Signal()  # a word was put behind the last one
    refused = Signal(object)  # SandboxError: there is no place for one more, or none comes

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._left = 0
        self._done = 0
        self._gesture = 0
        self._expected: Scenario | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.step)
        session.trace_changed.connect(self._on_trace_changed)
        session.settling.connect(self.stop)

    @property
    def is_running(self) -> bool:
        """Whether there are words to come."""
        return self._timer.isActive()

    def start(self, count: int) -> None:
        """Put out at most `count` words."""
        self._left, self._done = count, 0
        self._gesture = self._session.new_gesture()
        self._expected = self._session.scenario
        self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Leave it at the words there are."""
        if self.is_running:
            self._timer.stop()
            self._expected = None
            self.changed.emit()

    def step(self) -> None:
        """Take one word; stop where there is none, behind the end and after the last one."""
        if not self._left:
            self.stop()
            return
        found = next_word(self._session.trace)
        if found is None:
            self.stop()
            self.refused.emit(no_next_word(self._session.trace))
            return
        scenario = self._session.scenario
        sequence = scenario.architecture.sequence
        edit = GenerateToken(sequence, len(scenario.tokens[sequence]), found.word, count=self._done + 1)
        self._expected = None  # the next trace is ours
        try:
            self._session.attempt(edit, gesture=self._gesture)
        except SandboxError as error:
            self.stop()
            self.refused.emit(error)
            return
        self._expected = self._session.scenario
        self._done += 1
        self._left -= 1
        self.took.emit()
        if found.word == END or not self._left:
            self.stop()

    def _on_trace_changed(self) -> None:
        """Stop where somebody else changed the document."""
        if self._expected is not None and self._session.scenario is not self._expected:
            self.stop()
