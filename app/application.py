"""Builds everything once and hands it down. There is no other place that knows all parts."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEvent, QObject, QStandardPaths, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.appearance import Appearance, theme_for
from app.autosave import Autosave
from app.cursor import StepCursor
from app.display import Display
from app.failures import FailureReporter
from app.fonts import base_font, load_fonts
from app.icons import application_icon
from app.language import LanguageStore
from app.main_window import MainWindow
from app.notifier import Notifier
from app.player import Player
from app.ripple import Ripple
from app.selection import Selection
from app.session import Session
from app.settings import Settings, SettingsStore
from app.theme import ThemeStore
from app.workspace import Workspace
from core.examples import load_example
from core.formats import load
from core.scenario import Scenario

NAME = "transformer-sandbox"
FIRST_EXAMPLE = "worked-example"
_EXAMPLE = "example:"


class Application(QApplication):
    """Hears of files that macOS asks to open; it tells by an event and not by arguments."""

    file_requested = Signal(object)  # Path

    def event(self, event: QEvent) -> bool:
        """Pass on the file of a `QFileOpenEvent`."""
        if isinstance(event, QFileOpenEvent):
            self.file_requested.emit(Path(event.file()))
            return True
        return super().event(event)


class Desktop(QObject):
    """What belongs to the application and not to a window: language, theme, fonts. Closed before it ends."""

    def __init__(self, settings: SettingsStore, language: str | None) -> None:
        super().__init__()
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            raise TypeError("a window needs a QApplication")
        self.settings = settings
        if application.style().name() != "fusion":
            application.setStyle("Fusion")
        load_fonts()
        self._font_before = application.font()
        application.setFont(base_font())
        self.theme = ThemeStore(theme_for(settings.settings.theme), self)
        self.appearance = Appearance(self.theme, settings, self)
        self.language = LanguageStore(self)
        self.language.use(language or settings.settings.language)
        settings.changed.connect(self._on_settings_changed)

    def close(self) -> None:
        """Leave the application as it was found."""
        self.language.remove()
        self.appearance.close()
        QApplication.setFont(self._font_before)

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if before.language != after.language:
            self.language.use(after.language)


def build_window(
    scenario: Scenario,
    settings_path: Path,
    language: str | None = None,
    path: Path | None = None,
    notifier: Notifier | None = None,
    recovery: Path | None = None,
) -> MainWindow:
    """Build the window on a document.

    `path` is where the document came from, `recovery` the folder in which changes are kept safe for a crash.
    Language and theme of the application are set, and set back when the window is closed.
    """
    settings = SettingsStore(settings_path)
    desktop = Desktop(settings, language)
    session = Session(scenario)
    if path is not None:
        session.mark_saved(path)
    cursor = StepCursor(session, session)
    selection = Selection(session, cursor, session)
    workspace = Workspace(
        session=session,
        cursor=cursor,
        selection=selection,
        player=Player(session, cursor, selection, session),
        ripple=Ripple(session, settings, session),
        display=Display(session, session),
        settings=settings,
        theme=desktop.theme,
        notifier=notifier or Notifier(),
    )
    window = MainWindow(workspace)
    for owned in (settings, desktop, session, workspace.notifier):
        owned.setParent(window)
    window.setWindowIcon(application_icon())
    window.closed.connect(desktop.close)
    window.closed.connect(workspace.player.pause)
    if recovery is not None:
        autosave = Autosave(session, window.files, workspace.notifier, recovery)
        autosave.setParent(window)
        window.closed.connect(autosave.end)
    return window


def run(file: str | None = None, language: str | None = None) -> int:
    """Show the window until it is closed; return the exit status.

    Parameters
    ----------
    file : str, optional
        A path or ``example:KEY``; the worked example without.
    language : str, optional
        Key of a language; that of the settings or the system without.

    Raises
    ------
    SandboxError
        If the document cannot be read; no window is opened then.
    """
    file = file or f"{_EXAMPLE}{FIRST_EXAMPLE}"
    example = file.removeprefix(_EXAMPLE) if file.startswith(_EXAMPLE) else ""
    path = None if example else Path(file).absolute()
    scenario = load_example(example) if path is None else load(path)
    application = Application(sys.argv[:1])
    application.setApplicationName(NAME)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program
    settings_path = default_settings_path()
    notifier = Notifier()
    reporter = FailureReporter(notifier, settings_path.parent)
    reporter.install()
    window = build_window(scenario, settings_path, language, path, notifier)
    window.files.mark_example(example)
    if path is not None:
        window.workspace.settings.remember_file(path)
    application.file_requested.connect(window.files.open_path)
    window.show()
    _quit_after(window, os.environ.get("TRANSFORMER_SANDBOX_QUIT_AFTER", ""))
    status = application.exec()
    shiboken6.delete(window)  # now, and not while Python takes its modules apart
    reporter.remove()
    return int(status)


def default_settings_path() -> Path:
    """Return the file of the settings: where ``TRANSFORMER_SANDBOX_SETTINGS`` says, or the system."""
    own = os.environ.get("TRANSFORMER_SANDBOX_SETTINGS")
    if own:
        return Path(own)
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / "settings.ini"


def default_recovery_folder() -> Path:
    """Return where changes are kept safe: beside settings of one's own, or where the system says."""
    own = os.environ.get("TRANSFORMER_SANDBOX_SETTINGS")
    if own:
        return Path(own).parent / "recovery"
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder) / "recovery"


def _quit_after(window: MainWindow, milliseconds: str) -> None:
    """Close the window by itself: for tests that start the program as a process."""
    if milliseconds.isdigit():
        QTimer.singleShot(int(milliseconds), window, window.close)
