"""The open document: the only place that applies edits and runs programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.texts import translated
from core.edits.base import Edit
from core.errors import SandboxError
from core.program import Program
from core.scenario import Scenario
from core.trace import Trace, run

UNDO_LIMIT = 500


class _EditCommand(QUndoCommand):
    """Undo by swapping whole scenarios: there is no inverse that could be wrong."""

    def __init__(
        self,
        text: str,
        before: Scenario,
        after: Scenario,
        gesture: int | None,
        show: Callable[[Scenario], None],
    ) -> None:
        super().__init__(text)
        self._before = before
        self.after = after
        self.gesture = gesture
        self._show = show

    def id(self) -> int:
        """Commands of one gesture are tried for merging; -1 never merges."""
        return -1 if self.gesture is None else 1

    def redo(self) -> None:
        """Show the later scenario."""
        self._show(self.after)

    def undo(self) -> None:
        """Show the earlier scenario."""
        self._show(self._before)

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take in the next command of the same gesture: a drag is one undo step."""
        if not isinstance(other, _EditCommand) or other.gesture != self.gesture:
            return False
        self.after = other.after
        return True


@dataclass(frozen=True, slots=True)
class _Pulled:
    """The newest gesture: where the undo stack stood behind it, and the document before it."""

    gesture: int
    index: int
    before: Scenario


class Session(QObject):
    """Holds scenario, program, trace, undo stack and path of one document."""

    trace_changed = Signal(object, object)  # Trace, frozenset[str]: names of the tensors that changed
    program_changed = Signal(object)  # Program, emitted before trace_changed when steps came or went
    document_replaced = Signal()  # after New and Open, when all else has been emitted
    path_changed = Signal(object)  # Path | None
    edit_refused = Signal(object)  # SandboxError

    def __init__(self, scenario: Scenario, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self._path: Path | None = None
        self._last_gesture = 0
        self._pulled: _Pulled | None = None
        self._before: Trace | None = None
        self._goes_on = False  # what is shown next belongs to the edit before
        self._scenario = scenario
        self._built = (scenario, scenario.program())
        self._trace = run(self._built[1])

    @property
    def scenario(self) -> Scenario:
        """The document as it stands."""
        return self._scenario

    @property
    def program(self) -> Program:
        """Its program."""
        return self._trace.program

    @property
    def trace(self) -> Trace:
        """All its named tensors."""
        return self._trace

    @property
    def trace_before(self) -> Trace | None:
        """The trace before the last edit, undo or redo, or before the gesture that goes on; None without."""
        return self._before

    @property
    def path(self) -> Path | None:
        """Where it was opened from or saved to."""
        return self._path

    @property
    def is_modified(self) -> bool:
        """True when there is something to save."""
        return not self.undo_stack.isClean()

    def new_gesture(self) -> int:
        """Return a number for the edits of one drag, wheel turn or held key."""
        self._last_gesture += 1
        return self._last_gesture

    def apply(self, edit: Edit, *, gesture: int | None = None) -> bool:
        """Carry out `edit` and make it undoable; False (and `edit_refused`) when it was refused."""
        try:
            self.attempt(edit, gesture=gesture)
        except SandboxError as error:
            self.edit_refused.emit(error)
            return False
        return True

    def attempt(self, edit: Edit, *, gesture: int | None = None) -> None:
        """Carry out `edit`; for callers that show the reason of a refusal themselves.

        Raises
        ------
        SandboxError
            When the edit is refused; nothing has changed then.
        """
        before = self._scenario
        after = edit.apply(before)
        if after is before:
            return
        self._program_of(after)  # refused here, before anything is pushed
        self._goes_on = gesture is not None and self._pulled is not None and self._pulled.gesture == gesture
        self.undo_stack.push(_EditCommand(translated(edit.label), before, after, gesture, self._show))
        if gesture is not None:
            merged = self._pulled is not None and self._pulled.gesture == gesture
            start = self._pulled.before if merged and self._pulled is not None else before
            self._pulled = _Pulled(gesture, self.undo_stack.index(), start)

    def abandon(self, gesture: int) -> None:
        """Take back what `gesture` did, and leave no undo step of it (Escape during a drag)."""
        index, pulled = self.undo_stack.index(), self._pulled
        if pulled is not None and (pulled.gesture, pulled.index) == (gesture, index):
            self.undo_stack.command(index - 1).setObsolete(True)
            self.undo_stack.undo()  # only takes an obsolete command away
            self._goes_on = True
            self._show(pulled.before)

    def replace_document(self, scenario: Scenario, path: Path | None) -> None:
        """Show another document; its undo history starts empty.

        Raises
        ------
        SandboxError
            When its program cannot be built; the open document stays.
        """
        self._program_of(scenario)
        self.undo_stack.clear()
        self._before, self._goes_on = None, True
        self._show(scenario)
        self._set_path(path)
        self.document_replaced.emit()

    def mark_saved(self, path: Path) -> None:
        """Remember that the document now stands in the file `path`."""
        self.undo_stack.setClean()
        self._set_path(path)

    def _set_path(self, path: Path | None) -> None:
        self._path = path
        self.path_changed.emit(path)

    def _program_of(self, scenario: Scenario) -> Program:
        """Build a program once, and from the one built before where only numbers changed."""
        known, program = self._built
        if scenario is not known:
            program = scenario.program_after(known, program)
            self._built = (scenario, program)
        return program

    def _show(self, scenario: Scenario) -> None:
        earlier = self._trace
        if not self._goes_on:
            self._before = earlier
        self._goes_on = False
        self._scenario = scenario
        self._trace = run(self._program_of(scenario), earlier)
        if [step.name for step in earlier.program.steps] != [step.name for step in self.program.steps]:
            self.program_changed.emit(self.program)
        self.trace_changed.emit(self._trace, self._trace.changed_since(earlier))
