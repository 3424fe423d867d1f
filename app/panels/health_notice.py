"""The notice that names the first number that became NaN or ±∞."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from app.selection import Place
from app.texts import translated
from app.widgets.notice import Notice
from app.workspace import Workspace


class HealthNotice(Notice):
    """Tells what the doctor found, and goes to the cell."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        workspace.health.changed.connect(self.show_finding)
        self.followed.connect(self._on_followed)
        self.retranslate()

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self.button.setText(self.tr("Go to the cell ▸"))
        self.show_finding()

    def show_finding(self) -> None:
        """Name the cell and the reason, or nothing."""
        finding, trace = self._workspace.health.finding, self._workspace.session.trace
        self.set_text("" if finding is None else translated(finding.told(trace, translated)))

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def _on_followed(self) -> None:
        finding = self._workspace.health.finding
        if finding is not None:
            self._workspace.cursor.move_to(finding.step)
            self._workspace.selection.choose(Place(finding.cell.tensor, finding.cell.index))
