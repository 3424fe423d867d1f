"""Colours by role, read from ``resources/themes``; the only place that knows palettes and the style sheet."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QPalette

from core.record import Record
from core.resources import resource_path


class Role(StrEnum):
    """What a colour is for; ``resources/themes`` says how it looks."""

    WINDOW = "window"
    STAGE = "stage"
    BAND = "band"
    HAIRLINE = "hairline"
    LINE = "line"
    INK = "ink"
    INK_SOFT = "ink_soft"
    ACCENT = "accent"
    ON_ACCENT = "on_accent"
    ACCENT_TINT = "accent_tint"
    CHANGED = "changed"
    CHANGED_TINT = "changed_tint"
    REFUSED = "refused"
    REFUSED_TINT = "refused_tint"
    MASKED = "masked"
    DISABLED = "disabled"


COUNTS = {"signed": 511, "weights": 256}
"""How many colours each map is cut into."""


class Theme(Record, dict=True):
    """One theme file."""

    key: str
    title: str
    scheme: str
    colors: dict[Role, QColor]
    maps: dict[str, dict[str, Any]]
    pairs: tuple[QColor, ...]
    """Of columns that turn together; each pair has a number, too, so that they can come again."""

    def pair_color(self, pair: int) -> QColor:
        """Return the colour of a pair of columns, counted from 0."""
        return self.pairs[pair % len(self.pairs)]

    def color(self, role: Role) -> QColor:
        """Return the colour of a role."""
        return self.colors[role]

    @cached_property
    def signed_lut(self) -> npt.NDArray[np.uint8]:
        """Colours of −limit … +limit, shape (511, 3): the middle one is 0."""
        return _table(self.maps["signed"], COUNTS["signed"])

    @cached_property
    def weights_lut(self) -> npt.NDArray[np.uint8]:
        """Colours of 0 … 1, shape (256, 3)."""
        return _table(self.maps["weights"], COUNTS["weights"])

    def palette(self) -> QPalette:
        """Return the Qt palette of this theme."""
        palette = QPalette()
        groups = QPalette.ColorRole
        for target, role in (
            (groups.Window, Role.WINDOW),
            (groups.WindowText, Role.INK),
            (groups.Base, Role.STAGE),
            (groups.AlternateBase, Role.BAND),
            (groups.Text, Role.INK),
            (groups.PlaceholderText, Role.INK_SOFT),
            (groups.Button, Role.STAGE),
            (groups.ButtonText, Role.INK),
            (groups.BrightText, Role.REFUSED),
            (groups.Highlight, Role.ACCENT),
            (groups.HighlightedText, Role.ON_ACCENT),
            (groups.Accent, Role.ACCENT),
            (groups.Link, Role.ACCENT),
            (groups.LinkVisited, Role.ACCENT),
            (groups.ToolTipBase, Role.BAND),
            (groups.ToolTipText, Role.INK),
            (groups.Light, Role.STAGE),
            (groups.Midlight, Role.HAIRLINE),
            (groups.Mid, Role.HAIRLINE),
            (groups.Dark, Role.LINE),
            (groups.Shadow, Role.LINE),
        ):
            palette.setColor(target, self.color(role))
        for target in (groups.WindowText, groups.Text, groups.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, target, self.color(Role.DISABLED))
        return palette

    def style_sheet(self) -> str:
        """Fill ``resources/themes/style.qss``; ``@role`` stands for a colour."""
        sheet = resource_path("themes", "style.qss").read_text(encoding="utf-8")
        for role in sorted(Role, key=len, reverse=True):
            sheet = sheet.replace(f"@{role.value}", self.color(role).name())
        return sheet


def load_theme(key: str) -> Theme:
    """Read ``resources/themes/<key>.toml``."""
    data = tomllib.loads(resource_path("themes", f"{key}.toml").read_text(encoding="utf-8"))
    colors = {role: QColor(data["colors"][role.value]) for role in Role}
    pairs = tuple(map(QColor, data["pairs"]))
    return Theme(key, data["title"], data["scheme"], colors, data["maps"], pairs)


def map_path(entry: dict[str, Any], count: int) -> Path:
    """Return where the colours of a map are kept, made by `packaging/render_maps.py`."""
    name = f"{entry['map']}-{entry['start']:g}-{entry['span']:g}-{count}.rgb"
    return resource_path("themes", "maps", name)


def mapped(entry: dict[str, Any], count: int) -> npt.NDArray[np.uint8]:
    """Return the colours of a map as pyqtgraph makes them."""
    import pyqtgraph as pg  # 0.3 s, so late: the window's frame is painted first

    full = pg.colormap.get(entry["map"])
    table = full.getSubset(entry["start"], entry["span"]).getLookupTable(nPts=count, alpha=False)
    return np.asarray(table, dtype=np.uint8)


def _table(entry: dict[str, Any], count: int) -> npt.NDArray[np.uint8]:
    path = map_path(entry, count)
    if not path.is_file():  # of a theme that somebody adds
        return mapped(entry, count)
    return np.frombuffer(path.read_bytes(), dtype=np.uint8).reshape(count, 3)


class ThemeStore(QObject):
    """The theme in force."""

    changed = Signal(object)  # Theme

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Use another theme."""
        if theme.key != self._theme.key:
            self._theme = theme
            self.changed.emit(theme)

    def color(self, role: Role) -> QColor:
        """Return the colour of a role in the theme in force."""
        return self._theme.color(role)
