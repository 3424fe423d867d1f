"""Puts the theme in force on the whole application, and follows the system's light and dark."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from app.icons import fill_references
from app.settings import Settings, SettingsStore
from app.theme import Theme, ThemeStore, load_theme

THEMES = ("light", "dark", "projector", "high-contrast")


def theme_for(key: str) -> Theme:
    """Return the theme `key`; for an empty or unknown one that of the system, light where it has no wish."""
    if key not in THEMES:
        scheme = QApplication.styleHints().colorScheme()
        key = "dark" if scheme is Qt.ColorScheme.Dark else "light"
    return load_theme(key)


class Appearance(QObject):
    """Palette and style sheet of the application."""

    def __init__(self, theme: ThemeStore, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._icons = tempfile.TemporaryDirectory(prefix="transformer-sandbox-")
        self._apply(theme.theme)
        theme.changed.connect(self._apply)
        settings.changed.connect(self._on_settings_changed)
        QApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def close(self) -> None:
        """Remove the pictures written for the style sheet, and leave the application as it was found."""
        QApplication.styleHints().colorSchemeChanged.disconnect(self._follow)
        self._theme.changed.disconnect(self._apply)
        application = _application()
        application.setStyleSheet("")
        application.setPalette(QPalette())
        self._icons.cleanup()

    def _follow(self) -> None:
        self._theme.set_theme(theme_for(self._settings.settings.theme))

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if before.theme != after.theme:
            self._follow()

    def _apply(self, theme: Theme) -> None:
        application = _application()
        application.setPalette(theme.palette())
        application.setStyleSheet(fill_references(theme.style_sheet(), theme, Path(self._icons.name)))


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise TypeError("a window needs a QApplication")
    return application
