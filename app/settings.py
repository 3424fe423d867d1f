"""What the program remembers between runs; never part of a document."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSettings, Signal

from core.record import Record

logger = logging.getLogger(__name__)

RECENT_LIMIT = 10
VIEW_LIMIT = 100
"""So many files are remembered with what was seen of them."""


class Settings(Record):
    """All settings with their defaults."""

    language: str = ""
    """``en``, ``ja``, or empty: as the system."""
    theme: str = ""
    """Key of a theme, or empty: as the system."""
    recent_files: tuple[str, ...] = ()
    views: tuple[str, ...] = ()
    """Paths and what was seen of those files, in turn (`app.view_state`), the newest first."""
    start_strip_closed: bool = False
    handle_was_dragged: bool = False
    """The first window's “drag me” is gone once a handle was dragged."""
    mark_changes: bool = True
    """Whether the stage, the outline and the rail mark what the last edit changed."""
    grid_colors: bool = True
    """Whether the cells of the grid have the colours of their numbers."""
    decimal_comma: bool = False
    """Whether a comma typed into a cell is a decimal sign; shown is always the point."""
    cache_shown: bool = False
    """Whether the key/value cache stands beside the words that come next."""
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

    @property
    def folder(self) -> Path:
        """Where the settings lie, and what else the program keeps for itself."""
        return Path(self._file.fileName()).parent

    def update(self, **changes: Any) -> None:
        """Change some settings and write them."""
        before, after = self._settings, replace(self._settings, **changes)
        if after == before:
            return
        self._settings = after
        for name in changes:  # and no other: a second program may have changed them
            value = getattr(after, name)
            self._file.setValue(name, list(value) if isinstance(value, tuple) else value)
        self._file.sync()
        self.changed.emit(before, after)

    def remember_file(self, path: Path) -> None:
        """Put `path` first in the list of recent files."""
        self._take_over()
        text = str(path)
        others = [known for known in self._settings.recent_files if known != text]
        self.update(recent_files=(text, *others)[:RECENT_LIMIT])

    def remember_view(self, path: Path, text: str) -> None:
        """Keep what was seen of a file, put into words by `app.view_state`."""
        self._take_over()
        views = {str(path): text} | {known: seen for known, seen in self._views() if known != str(path)}
        self.update(views=tuple(itertools.chain.from_iterable(list(views.items())[:VIEW_LIMIT])))

    def view_of(self, path: Path) -> str:
        """Return what was seen of a file; empty where that is not known."""
        return dict(self._views()).get(str(path), "")

    def forget_files(self) -> None:
        """Forget which files were open, and what was seen of them."""
        self.update(recent_files=(), views=())

    def _take_over(self) -> None:
        """Take what another process remembered meanwhile."""
        self._file.sync()
        read = self._read()
        self._settings = replace(self._settings, recent_files=read.recent_files, views=read.views)

    def _views(self) -> Iterator[tuple[str, str]]:
        views = self._settings.views
        return zip(views[::2], views[1::2], strict=False)

    def _read(self) -> Settings:
        known: dict[str, Any] = {}
        defaults = Settings()
        for name in Settings.__struct_fields__:
            if self._file.contains(name):
                try:
                    known[name] = _converted(self._file.value(name), getattr(defaults, name))
                except (TypeError, ValueError):
                    logger.info("setting %s is damaged and was replaced by its default", name)
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
