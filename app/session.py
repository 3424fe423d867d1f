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


@dataclass(slots=True)
class _Change:
    """What one undo step swaps. The edits of one gesture share it: a drag only moves `after` on.

    Merging by Qt would do the same, but PySide keeps every merged command for ever.
    """

    before: Scenario
    after: Scenario
    gesture: int | None
    index: int = 0
    """Where the undo stack stands behind it."""


class _EditCommand(QUndoCommand):
    """Undo by swapping whole scenarios: there is no inverse that could be wrong."""

    def __init__(self, text: str, change: _Change, show: Callable[[Scenario], None]) -> None:
        super().__init__(text)
        self._change = change
        self._show = show

    def redo(self) -> None:
        """Show the later scenario."""
        self._show(self._change.after)

    def undo(self) -> None:
        """Show the earlier scenario."""
        self._show(self._change.before)


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
        self._change: _Change | None = None
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
        newest = self._newest(gesture)
        if newest is not None:
            newest.after = after
            self._goes_on = True
            self._show(after)
            return
        change = _Change(before, after, gesture)
        self.undo_stack.push(_EditCommand(translated(edit.label), change, self._show))
        change.index = self.undo_stack.index()
        self._change = change

    def abandon(self, gesture: int) -> None:
        """Take back what `gesture` did, and leave no undo step of it (Escape during a drag)."""
        newest = self._newest(gesture)
        if newest is not None:
            self.undo_stack.command(newest.index - 1).setObsolete(True)
            self.undo_stack.undo()  # only takes an obsolete command away
            self._change = None
            self._goes_on = True
            self._show(newest.before)

    def _newest(self, gesture: int | None) -> _Change | None:
        """Return the newest undo step where it is of that gesture, not undone and not saved."""
        change, stack = self._change, self.undo_stack
        if change is None or gesture is None or change.gesture != gesture or stack.isClean():
            return None
        return change if change.index == stack.index() == stack.count() else None

    def replace_document(self, scenario: Scenario, path: Path | None) -> None:
        """Show another document; its undo history starts empty.

        Raises
        ------
        SandboxError
            When its program cannot be built; the open document stays.
        """
        self._program_of(scenario)
        self.undo_stack.clear()
        self._change = None
        self._before, self._goes_on = None, True
        self._show(scenario)
        self._set_path(path)
        self.document_replaced.emit()

    def mark_saved(self, path: Path) -> None:
        """Remember that the document now stands in the file `path`."""
        self.undo_stack.setClean()
        self._set_path(path)

    def mark_modified(self) -> None:
        """Remember that the document stands in no file as it is, though nothing was edited."""
        self.undo_stack.resetClean()

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
