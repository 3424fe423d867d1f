"""Where one was in a document: step, head, chosen cell and zoom. Kept in the settings, never in the file."""

from __future__ import annotations

import json

from app.display import ZOOM_STEPS
from app.selection import Place
from app.workspace import Workspace
from core.record import Record


class ViewState(Record):
    """What is remembered of a window."""

    step: str
    head: int
    zoom: int
    chosen: Place | None = None

    @classmethod
    def of(cls, workspace: Workspace) -> ViewState:
        """Return what a window shows now."""
        selection = workspace.selection
        return cls(workspace.cursor.step.name, selection.head, workspace.display.zoom, selection.chosen)

    def show(self, workspace: Workspace) -> None:
        """Show it in a window, as far as the document still has it."""
        workspace.display.set_zoom(self.zoom)
        if workspace.session.program.maker(self.step) is None:
            return
        workspace.cursor.move_to(self.step)
        tensor = workspace.session.trace.get(workspace.cursor.step.name)
        has_heads = tensor is not None and tensor.axes[0].name == "head"
        if has_heads and self.head < workspace.session.scenario.architecture.attention_of(self.step).heads:
            workspace.selection.show_head(self.head)
        if self.chosen is not None and workspace.selection.exists(self.chosen):
            workspace.selection.choose(self.chosen)

    def text(self) -> str:
        """Return it on one line."""
        chosen = None if self.chosen is None else [self.chosen.tensor, *self.chosen.index]
        return json.dumps([self.step, self.head, self.zoom, chosen])

    @classmethod
    def from_text(cls, text: str) -> ViewState | None:
        """Read that line; None where it is damaged."""
        try:
            step, head, zoom, chosen = json.loads(text)
            place = None if chosen is None else Place(str(chosen[0]), tuple(map(int, chosen[1:])))
            state = cls(str(step), int(head), int(zoom), place)
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
            return None
        in_range = state.head >= 0 and ZOOM_STEPS[0] <= state.zoom <= ZOOM_STEPS[-1]
        return state if in_range and (place is None or min(place.index, default=0) >= 0) else None
