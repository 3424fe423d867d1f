"""What the program remembers between runs; never part of a document."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Signal

logger = logging.getLogger(__name__)

RECENT_LIMIT = 10


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults."""

    language: str = ""
    """``en``, ``ja``, or empty: as the system."""
    theme: str = ""
    """Key of a theme, or empty: as the system."""
    recent_files: tuple[str, ...] = ()
    start_strip_closed: bool = False
    handle_was_dragged: bool = False
    """The first window's “drag me” is gone once a handle was dragged."""
    mark_changes: bool = True
    """Whether the stage, the outline and the rail mark what the last edit changed."""
    window_geometry: str = ""
    """Hexadecimal, as Qt made it."""


class SettingsStore(QObject):
    """Reads and writes one INI file; a bad value is logged and replaced by its default."""

    changed = Signal(object, object)  # Settings before, Settings after

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self._settings = self._read()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    def update(self, **changes: Any) -> None:
        """Change some settings and write them."""
        before, after = self._settings, replace(self._settings, **changes)
        if after == before:
            return
        self._settings = after
        for name, value in asdict(after).items():
            self._file.setValue(name, list(value) if isinstance(value, tuple) else value)
        self._file.sync()
        self.changed.emit(before, after)

    def remember_file(self, path: Path) -> None:
        """Put `path` first in the list of recent files."""
        text = str(path)
        others = [known for known in self._settings.recent_files if known != text]
        self.update(recent_files=(text, *others)[:RECENT_LIMIT])

    def _read(self) -> Settings:
        known: dict[str, Any] = {}
        for entry in fields(Settings):
            if self._file.contains(entry.name):
                try:
                    known[entry.name] = _converted(self._file.value(entry.name), entry.default)
                except (TypeError, ValueError):
                    logger.info("setting %s is damaged and was replaced by its default", entry.name)
        return Settings(**known)


def _converted(value: Any, default: Any) -> Any:
    if isinstance(default, bool):
        return (
            {"true": True, "false": False}[str(value).lower()]
            if str(value).lower() in ("true", "false")
            else default
        )
    if isinstance(default, tuple):
        values = value if isinstance(value, list) else [value] if value else []
        return tuple(str(item) for item in values)
    return str(value)
