"""The folded Steps panel: which parts there are, and which one is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.outline import main_part, parts
from app.texts import translated
from app.widgets.rail import Rail, RailBox
from app.workspace import Workspace


class RailLink(QObject):
    """Feeds the rail of one window."""

    def __init__(self, workspace: Workspace, rail: Rail) -> None:
        super().__init__(rail)
        self._workspace = workspace
        self._rail = rail
        self._targets: dict[str, str] = {}
        workspace.cursor.moved.connect(self._on_moved)
        workspace.session.program_changed.connect(self.retranslate)
        workspace.session.document_replaced.connect(self.retranslate)
        rail.box_requested.connect(self._on_box_requested)
        self.retranslate()

    def retranslate(self) -> None:
        """Show the parts in the language in force."""
        self._rail.set_title(self.tr("Steps"))
        program = self._workspace.session.program
        boxes = [box for box in parts(program) if box.is_main]
        self._targets = {box.key: box.target for box in boxes}
        shown = [
            RailBox(
                box.key,
                self.tr("{layer} · {part}").format(
                    layer=translated(box.layer_title), part=translated(box.title)
                ),
            )
            for box in boxes
        ]
        self._rail.set_boxes(shown, main_part(program, self._workspace.cursor.step))

    def _on_moved(self) -> None:
        self._rail.set_current(main_part(self._workspace.session.program, self._workspace.cursor.step))

    def _on_box_requested(self, key: str) -> None:
        self._workspace.cursor.move_to(self._targets[key])
