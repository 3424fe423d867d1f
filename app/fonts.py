"""The fonts that come with the program, so that every system shows the same picture."""

from __future__ import annotations

import logging

from PySide6.QtGui import QFont, QFontDatabase

from core.resources import resource_path

logger = logging.getLogger(__name__)

FAMILIES = ("DejaVu Sans", "BIZ UDPGothic")
BASE_PIXELS = 13
"""10 pt at 96 dpi; every other size follows from it."""


def load_fonts() -> None:
    """Make the fonts of ``resources/fonts`` known to Qt; loading them twice does nothing."""
    if _loaded_before() and {*FAMILIES, "STIX"} <= set(QFontDatabase.families()):
        return
    for path in sorted(resource_path("fonts").iterdir()):
        if path.suffix in {".ttf", ".otf"} and QFontDatabase.addApplicationFont(str(path)) < 0:
            logger.info("font %s cannot be read", path.name)


def base_font() -> QFont:
    """Return the font of the interface: Latin first, Japanese behind it."""
    font = QFont(list(FAMILIES))
    font.setPixelSize(BASE_PIXELS)
    return font


def _loaded_before() -> bool:
    return bool(QFontDatabase.applicationFontFamilies(0))
