"""The open document: the only place that applies edits and runs programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.formulas import TypedFormulas
from app.texts import translated
from core.edits.base import Edit
from core.errors import SandboxError
from core.memory import bytes_beyond
from core.program import Program
from core.scenario import Scenario
from core.text import Message
from core.trace import Trace, run

UNDO_LIMIT = 500
UNDO_BYTES = 512 * 1024 * 1024
"""What undo steps may hold together beside the document; the oldest are forgotten, the newest never."""


class _Change(Struct):
    """What one undo step swaps. The edits of one gesture share it: a drag only moves `after` on.

    Merging by Qt would do the same, but PySide keeps every merged command for ever.
    """

    before: Scenario
    after: Scenario
    edit: Edit
    """The newest one of the gesture."""
    label: Message
    """What it is called."""
    gesture: int | None
    index: int = 0
    """Where the undo stack stands behind it."""
    held: int = 0
    """Bytes that it keeps from being forgotten."""

    def weigh(self) -> None:
        """Count them: what would be gone without it, undone or not."""
        self.held = max(bytes_beyond(self.before, self.after), bytes_beyond(self.after, self.before))


class _EditCommand(QUndoCommand):
    """Undo by swapping whole scenarios: there is no inverse that could be wrong."""

    def __init__(
        self, change: _Change, show: Callable[[Scenario, Edit | None], None], *, is_shown: bool = False
    ) -> None:
        super().__init__(translated(change.label))
        self._change = change
        self._show = show
        self._is_shown = is_shown
        self._is_new = not is_shown

    def redo(self) -> None:
        """Show the later scenario, unless it is the one that is shown while the stack is built again."""
        if not self._is_shown:
            self._show(self._change.after, None if self._is_new else self._change.edit)
        self._is_shown = self._is_new = False

    def undo(self) -> None:
        """Show the earlier scenario."""
        self._show(self._change.before, self._change.edit)


class Session(QObject):
    """Holds scenario, program, trace, undo stack and path of one document."""

    trace_changed = Signal(object, object)  # Trace, frozenset[str]: names of the tensors that changed
    program_changed = Signal(object)  # Program, emitted before trace_changed when steps came or went
    document_replaced = Signal()  # after New and Open, when all else has been emitted
    path_changed = Signal(object)  # Path | None
    edit_refused = Signal(object)  # SandboxError
    undo_label_changed = Signal()  # the newest step is called otherwise: its gesture went on
    settling = Signal()  # the document is about to be asked about, saved or left: what changes it stops
    revisited = Signal(object)  # Edit: it was undone or done again, and all else has been emitted

    def __init__(self, scenario: Scenario, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.formulas = TypedFormulas()
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self._path: Path | None = None
        self._last_gesture = 0
        self._change: _Change | None = None
        self._changes: list[_Change] = []  # those of the undo stack, oldest first
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

    @property
    def undo_label(self) -> Message | None:
        """What undo would take back; None where there is nothing."""
        return self._label(self.undo_stack.index() - 1)

    @property
    def redo_label(self) -> Message | None:
        """What redo would do again; None where there is nothing."""
        return self._label(self.undo_stack.index())

    def _label(self, number: int) -> Message | None:
        return self._changes[number].label if 0 <= number < self.undo_stack.count() else None

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
            self._goes_on_with(newest, after, edit)
            return
        change = _Change(before, after, edit, edit.label, gesture)
        self._push(change)
        self._change = change

    def _goes_on_with(self, change: _Change, after: Scenario, edit: Edit) -> None:
        """Move the step of a gesture on; it is called after all that the gesture did so far."""
        before, label = change.label, edit.label
        change.after, change.edit, change.label = after, edit, label
        self._goes_on = True
        self._show(after)
        if label != before:
            self.undo_stack.command(change.index - 1).setText(translated(label))
            self.undo_label_changed.emit()

    def _push(self, change: _Change) -> None:
        stack = self.undo_stack
        # before the stack tells of it: who hears that asks for the labels
        self._changes = [*self._changes[: stack.index()], change][-stack.undoLimit() :]
        stack.push(_EditCommand(change, self._show))
        change.index = stack.index()
        for unweighed in self._changes[-2:]:  # the last but one may have gone on since it was pushed
            unweighed.weigh()
        held, kept = 0, 0
        for each in reversed(self._changes):
            held += each.held
            if kept and held > UNDO_BYTES:
                break
            kept += 1
        if kept < len(self._changes):
            self._keep_newest(kept)

    def _keep_newest(self, count: int) -> None:
        """Forget older steps: Qt can only forget them all, so the newest are pushed again."""
        stack = self.undo_stack
        dropped = stack.count() - count
        clean = stack.cleanIndex() - dropped
        self._changes = self._changes[dropped:]
        with QSignalBlocker(stack):
            stack.clear()
            if clean != 0:
                stack.resetClean()
            for index, change in enumerate(self._changes, 1):
                stack.push(_EditCommand(change, self._show, is_shown=True))
                change.index = index
                if index == clean:
                    stack.setClean()

    def abandon(self, gesture: int) -> None:
        """Take back what `gesture` did, and leave no undo step of it (Escape during a drag)."""
        newest = self._newest(gesture)
        if newest is not None:
            self.undo_stack.command(newest.index - 1).setObsolete(True)
            self.undo_stack.undo()  # only takes an obsolete command away
            self._change = None
            del self._changes[newest.index - 1 :]
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
        self._change, self._changes = None, []
        self.formulas.forget()
        self._before, self._goes_on = None, True
        self._show(scenario)
        self._set_path(path)
        self.document_replaced.emit()

    def settle(self) -> None:
        """Stop what changes the document by itself, so that it can be asked about, saved or left."""
        self.settling.emit()

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

    def _show(self, scenario: Scenario, revisited: Edit | None = None) -> None:
        earlier = self._trace
        if not self._goes_on:
            self._before = earlier
        self._goes_on = False
        self._scenario = scenario
        self._trace = run(self._program_of(scenario), earlier)
        before, steps = earlier.program.steps, self.program.steps
        if steps is not before and [step.name for step in steps] != [step.name for step in before]:
            self.program_changed.emit(self.program)
        self.trace_changed.emit(self._trace, self._trace.changed)
        if revisited is not None:
            self.revisited.emit(revisited)
