"""The folded Steps panel: which parts there are, and which one is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.changed_words import changed_cells_text
from app.models.outline import main_part, parts
from app.texts import translated
from app.theme import Role
from app.widgets.rail import Rail, RailBox
from app.workspace import Workspace
from core.program import Step


class RailLink(QObject):
    """Feeds the rail of one window."""

    def __init__(self, workspace: Workspace, rail: Rail) -> None:
        super().__init__(rail)
        self._workspace = workspace
        self._rail = rail
        self._targets: dict[str, str] = {}
        self._steps: dict[str, tuple[str, ...]] = {}
        self._shown: tuple[Step, ...] = ()
        workspace.cursor.moved.connect(self._on_moved)
        workspace.session.program_changed.connect(self.retranslate)
        workspace.session.document_replaced.connect(self.retranslate)
        workspace.session.trace_changed.connect(self._show_off)
        workspace.ripple.changed.connect(self._show_changes)
        workspace.theme.changed.connect(self._show_changes)
        rail.box_requested.connect(self._on_box_requested)
        self.retranslate()

    def retranslate(self) -> None:
        """Show the parts in the language in force."""
        self._rail.set_title(self.tr("Steps"))
        program = self._workspace.session.program
        every = parts(program)
        boxes = [box for box in every if box.is_main]
        self._shown = program.steps
        self._steps = {
            main.key: tuple(step.name for box in every if box.owner == main.key for step in box.steps)
            for main in boxes
        }
        self._targets = {box.key: box.target for box in boxes}
        shown = [
            RailBox(
                box.key,
                self.tr("{layer} · {part}").format(
                    layer=translated(box.layer_title), part=translated(box.title)
                ),
                box.is_off,
            )
            for box in boxes
        ]
        self._rail.set_boxes(shown, main_part(program, self._workspace.cursor.step))
        self._show_changes()

    def _show_off(self) -> None:
        """The steps have the same names as before; where they do something else, some are off now, or on."""
        if self._workspace.session.program.steps != self._shown:
            self.retranslate()

    def _show_changes(self) -> None:
        """Mark the parts of which cells changed, their additions and norms included."""
        changed = self._workspace.ripple.reached(self._steps)
        self._rail.set_changes(changed, self._workspace.theme.color(Role.CHANGED), self._told)

    def _told(self, key: str) -> str:
        """Say how much of a part changed."""
        return changed_cells_text(self._workspace.ripple.cells(self._steps[key]))

    def _on_moved(self) -> None:
        self._rail.set_current(main_part(self._workspace.session.program, self._workspace.cursor.step))

    def _on_box_requested(self, key: str) -> None:
        self._workspace.cursor.move_to(self._targets[key])
