"""The strip that offers examples to begin with; closed once, it stays closed."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from app.files import Files
from app.icons import icon
from app.settings import Settings
from app.texts import translated
from app.theme import Theme
from app.widgets.start_strip import StartStrip
from app.workspace import Workspace
from core.examples import examples

OFFERED = ("worked-example", "it-animal", "induction")


class StartPanel(StartStrip):
    """Opens an example through `Files`; the window answers `new_requested`."""

    def __init__(self, workspace: Workspace, files: Files, parent: QWidget) -> None:
        super().__init__(OFFERED, parent)
        self._workspace = workspace
        self._files = files
        self.example_requested.connect(files.open_example)
        self.close_requested.connect(self._on_close_requested)
        files.example_changed.connect(self._show_example)
        workspace.settings.changed.connect(self._on_settings_changed)
        workspace.theme.changed.connect(self._tint)
        self._tint(workspace.theme.theme)
        self.setVisible(not workspace.settings.settings.start_strip_closed)
        self.retranslate()

    def retranslate(self) -> None:
        """Write all texts in the language in force."""
        titles = {example.key: translated(example.title) for example in examples()}
        self.set_texts(
            self.tr("Start with"),
            titles,
            self.tr("New"),
            self.tr("Close this strip; the examples stay in the File menu"),
        )
        self._show_example(self._files.example)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def _show_example(self, key: str) -> None:
        remarks = {
            "worked-example": self.tr("a few numbers typed in, everything else computed"),
            "it-animal": self.tr("built by hand: replace “tired” by “wide” and see what “it” looks at"),
            "induction": self.tr("built by hand: what came after A last time comes again"),
        }
        self.set_current(key, remarks.get(key, ""))

    def _tint(self, theme: Theme) -> None:
        self.set_close_icon(icon("close", theme))

    def _on_close_requested(self) -> None:
        self._workspace.settings.update(start_strip_closed=True)

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if before.start_strip_closed != after.start_strip_closed:
            self.setVisible(not after.start_strip_closed)
