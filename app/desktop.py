"""What belongs to the application and not to a window: settings, language, theme, fonts; and the windows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.appearance import Appearance, theme_for
from app.autosave import Autosave
from app.cursor import StepCursor
from app.display import Display
from app.documents import Documents
from app.files import Files
from app.fonts import base_font, load_fonts
from app.health import Health
from app.icons import application_icon
from app.idle_proof import IdleProof
from app.language import LanguageStore
from app.main_window import MainWindow
from app.notifier import Notifier
from app.origin import Document
from app.pin import Pin
from app.player import Player
from app.recovery import LeftOver, left_over
from app.ripple import Ripple
from app.selection import Selection
from app.session import Session
from app.settings import Settings, SettingsStore
from app.theme import ThemeStore
from app.workspace import Workspace


class Desktop(QObject):
    """Shared by all windows of a process; closed with the last of them.

    Parameters
    ----------
    settings_path : Path
    language : str, optional
        Key of a language; that of the settings or the system without.
    recovery : Path, optional
        The folder in which changes are kept safe for a crash.
    """

    def __init__(
        self, settings_path: Path, language: str | None = None, recovery: Path | None = None
    ) -> None:
        super().__init__()
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            raise TypeError("a window needs a QApplication")
        self.settings = SettingsStore(settings_path, self)
        if application.style().name() != "fusion":
            application.setStyle("Fusion")
        load_fonts()
        self._font_before = application.font()
        application.setFont(base_font())
        self.theme = ThemeStore(theme_for(self.settings.settings.theme), self)
        self.appearance = Appearance(self.theme, self.settings, self)
        self.language = LanguageStore(self)
        self.language.use(language or self.settings.settings.language)
        self.settings.changed.connect(self._on_settings_changed)
        self._recovery = recovery
        self.documents = Documents(self._build, self)
        self.documents.emptied.connect(self.close)

    def close(self) -> None:
        """Leave the application as it was found."""
        self.language.remove()
        self.appearance.close()
        QApplication.setFont(self._font_before)

    def offer_left(self) -> None:
        """Ask what to do with what a crash left; where nothing was left, nothing is shown."""
        active = self.documents.active
        if self._recovery is None or active is None:
            return
        left = left_over(self._recovery)
        if left:
            from app.dialogs.recovery import RecoveryDialog  # hardly any start needs it

            RecoveryDialog(left, self._open_left, active.window).open()

    def _open_left(self, left: LeftOver) -> None:
        self.documents.open_recovered(left.scenario(), left)

    def _build(self, documents: Documents, document: Document) -> Files:
        """Build a window on a document; everything in it is handed down from here."""
        session = Session(document.scenario)
        if document.origin.path is not None:
            session.mark_saved(document.origin.path)
        cursor = StepCursor(session, session)
        selection = Selection(session, cursor, session)
        player = Player(session, cursor, selection, session)
        workspace = Workspace(
            session=session,
            cursor=cursor,
            selection=selection,
            player=player,
            ripple=Ripple(session, self.settings, session),
            pin=Pin(session, session),
            health=Health(session, session),
            proof=IdleProof(session, cursor, player, session),
            display=Display(session, session),
            settings=self.settings,
            theme=self.theme,
            notifier=Notifier(session),
        )
        window = MainWindow(workspace, documents)
        session.setParent(window)
        window.setWindowIcon(application_icon())
        window.closed.connect(workspace.player.pause)
        if self._recovery is not None:
            autosave = Autosave(session, window.files, workspace.notifier, self._recovery)
            autosave.setParent(window)
            window.closed.connect(autosave.end)
        window.closed.connect(window.files.leave)
        window.files.adopt(document.origin)
        return window.files

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if before.language != after.language:
            self.language.use(after.language)
