"""What stands in the place of the Numbers until they are opened for the first time: their bar alone."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from app.widgets.drawer_bar import DrawerBar
from app.workspace import Workspace


class ClosedDrawer(DrawerBar):
    """Follows the step; `toggled` asks for the Numbers."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace.theme, parent)
        self._cursor = workspace.cursor
        workspace.cursor.moved.connect(self._show_step)
        workspace.session.trace_changed.connect(self._show_step)
        workspace.session.document_replaced.connect(self._show_step)
        self.set_open(is_open=False)
        self._show_step()
        self.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _show_step(self) -> None:
        self.show_step(self._cursor.step)
