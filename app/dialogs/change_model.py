"""The model of the document is changed: what is kept, filled in, cut and dropped is said beforehand."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.dialogs.model_dialog import ModelDialog
from app.texts import translated
from app.widgets.elided_label import ElidedLabel
from app.workspace import Workspace
from core.edits import ChangeArchitecture
from core.edits.architecture import ArchitectureChange, architecture_change

_SIZE = QSize(920, 660)
_LINES = 4
"""What is kept, filled in, cut and dropped."""


class ChangeModelDialog(ModelDialog):
    """Applies one edit, which is one undo step."""

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Change model"), self.tr("Change"))
        self._workspace = workspace
        self.preview = [ElidedLabel() for _ in range(_LINES)]
        lines = QVBoxLayout(self.told)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        for line in self.preview:
            line.setTextFormat(Qt.TextFormat.PlainText)
            line.setFixedHeight(line.fontMetrics().lineSpacing() + 2)
            lines.addWidget(line)
        self.build(self.area)
        self.resize(_SIZE)
        self.form.show_architecture(workspace.session.scenario.architecture)
        self.check()

    def try_it(self) -> None:
        """Say what would be kept, filled in, cut and dropped."""
        self._tell(None)
        self._tell(architecture_change(self._workspace.session.scenario, self.form.architecture()))

    def carry_out(self) -> None:
        """Change the model, and say what became of its numbers."""
        architecture, session = self.form.architecture(), self._workspace.session
        if architecture == session.scenario.architecture:
            return
        change = architecture_change(session.scenario, architecture)
        session.attempt(ChangeArchitecture(architecture))
        self._workspace.notifier.notify(" · ".join(map(translated, change.lines)))

    def _tell(self, change: ArchitectureChange | None) -> None:
        """Show a line for each kind; all names are in its tool tip."""
        lines = change.lines if change else ()
        names = (
            [each for each in (change.kept, change.filled, change.cut, change.dropped) if each]
            if change
            else []
        )
        for number, label in enumerate(self.preview):
            there = number < len(lines)
            label.setText(translated(lines[number]) if there else "")
            label.setToolTip("\n".join(names[number]) if there else "")
