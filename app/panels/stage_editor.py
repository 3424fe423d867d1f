"""Edits on the stage itself: typing, dragging, switching; and the answer where a cell is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.selection import Place
from app.texts import translated
from app.workspace import Workspace
from core.edits.cells import SetCells
from core.edits.masks import SetMaskCells
from core.errors import SandboxError
from core.expression.cells import cells
from core.expression.names import place_name
from core.numbers import parse_number
from core.passing import MEMORY, memory_made

if TYPE_CHECKING:
    from app.widgets.stage.canvas import StageCanvas
    from core.ops.base import Index


class StageEditor(QObject):
    """Turns what the user meant on the canvas into edits of the session."""

    drag_ended = Signal()

    def __init__(self, workspace: Workspace, canvas: StageCanvas) -> None:
        super().__init__(canvas)
        self._workspace = workspace
        self._canvas = canvas
        self._gesture: int | None = None
        canvas.edit_committed.connect(self._on_edit_committed)
        canvas.mask_toggled.connect(self._on_mask_toggled)
        canvas.scrub_started.connect(self._on_scrub_started)
        canvas.scrubbed.connect(self._on_scrubbed)
        canvas.scrub_cancelled.connect(self._on_scrub_cancelled)
        canvas.scrub_finished.connect(self._on_scrub_finished)
        canvas.go_to_requested.connect(self._on_go_to_requested)

    @property
    def is_scrubbing(self) -> bool:
        """True from the beginning of a drag to its end."""
        return self._gesture is not None

    def _on_mask_toggled(self, tensor: str, index: Index) -> None:
        """Allow a look that was forbidden, or forbid it."""
        session = self._workspace.session
        cell = tuple(index)
        is_allowed = bool(session.trace[tensor].values[cell] > 0)
        try:
            session.attempt(SetMaskCells(tensor, (cell,), (not is_allowed,)))
        except SandboxError as error:
            self._canvas.refuse(translated(error.message))

    def _on_edit_committed(self, tensor: str, index: Index, text: str) -> None:
        try:
            number = parse_number(text, comma=self._workspace.settings.settings.decimal_comma)
            self._workspace.session.formulas.remember(tensor, tuple(index), number, text)
            self._workspace.session.attempt(SetCells(tensor, (tuple(index),), (number,)))
        except SandboxError as error:
            self._canvas.editor_refuse(translated(error.message))
        else:
            self._canvas.editor_accept()

    def _on_scrub_started(self) -> None:
        self._gesture = self._workspace.session.new_gesture()

    def _on_scrubbed(self, tensor: str, index: Index, number: float) -> None:
        edit = SetCells(tensor, (tuple(index),), (number,))
        self._workspace.session.apply(edit, gesture=self._gesture)

    def _on_scrub_cancelled(self) -> None:
        if self._gesture is not None:
            self._workspace.session.abandon(self._gesture)

    def _on_scrub_finished(self) -> None:
        self._gesture = None
        self._workspace.settings.update(handle_was_dragged=True)
        self.drag_ended.emit()

    def _on_go_to_requested(self, tensor: str, index: Index) -> None:
        """Say that the cell is computed, and go to where it comes from."""
        workspace = self._workspace
        step = workspace.session.program.maker(tensor)
        if step is None:
            return
        cell = Place(tensor, tuple(index))
        if step.name != workspace.cursor.step.name:
            target = cell
        else:
            read = next(iter(cells(step.expression(tensor, cell.index))), None)
            if read is None:
                return
            target = Place(read.tensor, tuple(0 if at is None else at for at in read.index))
        told = self._computed_from(cell)
        workspace.cursor.move_to(target.tensor)
        workspace.selection.choose(target)
        workspace.notifier.notify(told)

    def _computed_from(self, place: Place) -> str:
        trace = self._workspace.session.trace
        step = trace.program.step(place.tensor)
        read = cells(step.expression(place.tensor, place.index))
        called = {one: MEMORY if memory_made(trace.program, one.tensor) else "" for one in read}
        names = dict.fromkeys(place_name(one, trace, translated, called=called[one]) for one in read)
        return self.tr("Computed from {names}: change one of them.").format(names=", ".join(names))
