"""The language of the window, chosen at the start and changed while it is open."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal

from core.resources import resource_path

logger = logging.getLogger(__name__)

LANGUAGES = {"en": "English", "ja": "日本語"}
"""Keys, and the names that languages call themselves by (never translated)."""


def system_language() -> str:
    """Return the first language of the system that the program speaks; English otherwise."""
    for name in QLocale.system().uiLanguages():
        key = name.replace("_", "-").partition("-")[0].lower()
        if key in LANGUAGES:
            return key
    return "en"


class LanguageStore(QObject):
    """The language in force. A change reaches every widget as a `LanguageChange` event."""

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._language = "en"
        self._translators: list[QTranslator] = []
        self._locale_before = QLocale()

    @property
    def language(self) -> str:
        """Key of the language in force."""
        return self._language

    def use(self, key: str) -> None:
        """Speak another language; an empty or unknown key means the system's."""
        key = key if key in LANGUAGES else system_language()
        before = self._language
        if key != before:
            self.remove()
        QLocale.setDefault(QLocale(key))  # numbers have a point, whatever the system's language is
        if key == before:
            return
        self._language = key
        if key != "en":
            self._install(f"qtbase_{key}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
            self._install(key, str(resource_path("translations")))
        self.changed.emit(key)

    def remove(self) -> None:
        """Take all translations back: English."""
        for translator in self._translators:
            QCoreApplication.removeTranslator(translator)
            translator.deleteLater()
        self._translators = []
        self._language = "en"
        QLocale.setDefault(self._locale_before)

    def _install(self, name: str, folder: str) -> None:
        translator = QTranslator(self)
        if translator.load(name, folder):
            QCoreApplication.installTranslator(translator)
            self._translators.append(translator)
        else:
            logger.info("no translation %s in %s", name, folder)
