"""The language of the window, chosen at the start and changed while it is open."""

from __future__ import annotations

import logging
from pathlib import Path

import PySide6
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal

from core.resources import resource_path
from core.text import QT_TRANSLATE_NOOP

logger = logging.getLogger(__name__)

LANGUAGES = {"en": "English", "ja": "日本語"}
"""Keys, and the names that languages call themselves by (never translated)."""

QT_TEXTS = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Folder"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "File"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
)
"""Texts of Qt's own file dialog that Qt's translations lack: ours has them, in Qt's contexts."""


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
        self._translators: list[tuple[QTranslator, bytes]] = []  # Qt reads the bytes where they are
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
            self._install(f"qtbase_{key}", *qt_folders())
            self._install(key, resource_path("translations"))
        self.changed.emit(key)

    def remove(self) -> None:
        """Take all translations back: English."""
        for translator, _ in self._translators:
            QCoreApplication.removeTranslator(translator)
            translator.deleteLater()
        self._translators = []
        self._language = "en"
        QLocale.setDefault(self._locale_before)

    def _install(self, name: str, *folders: Path) -> None:
        """Take the translation from the first folder that has it.

        It is read as a whole: Qt would go on looking into the file, and die when an update replaced it.
        """
        translator = QTranslator(self)
        file = next((file for folder in folders if (file := folder / f"{name}.qm").is_file()), None)
        data = file.read_bytes() if file is not None else b""
        if data and translator.load(data):
            QCoreApplication.installTranslator(translator)
            self._translators.append((translator, data))
        else:
            logger.info("no translation %s in %s", name, ", ".join(map(str, folders)))


def qt_folders() -> tuple[Path, ...]:
    """Return where Qt's own translations may be: where Qt says, and in PySide6 itself.

    Qt misses its own folder where a path has signs that its ``qt.conf`` cannot hold, such as a comma.
    """
    package = Path(PySide6.__file__).parent
    told = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return Path(told), package / "Qt" / "translations", package / "translations"
