"""Icons: drawings of one colour, tinted for the theme in force."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.theme import Role, Theme
from core.resources import resource_path

SIZE = 20
_REFERENCE = re.compile(r"tinted:(\w+)/([\w-]+)\.svg")


def icon(name: str, theme: Theme, role: Role = Role.INK) -> QIcon:
    """Return the icon ``resources/icons/<name>.svg`` in the colour of `role`, paler where it is disabled."""
    made = QIcon()
    for scale in sorted({1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}):
        for mode, color in (
            (QIcon.Mode.Normal, theme.color(role)),
            (QIcon.Mode.Disabled, theme.color(Role.DISABLED)),
        ):
            made.addPixmap(_pixmap(tinted(name, color), scale), mode)
    return made


def application_icon() -> QIcon:
    """Return the icon of the program, in its own colours."""
    return QIcon(str(resource_path("icons", "app.svg")))


def tinted(name: str, color: QColor) -> str:
    """Return the SVG text of an icon in `color`."""
    return _source(name).replace("#000000", color.name())


def fill_references(sheet: str, theme: Theme, folder: Path) -> str:
    """Write the icons that a style sheet asks for into `folder` and point it there.

    ``tinted:role/name.svg`` becomes a path: style sheets know pictures only as files.
    """

    def written(match: re.Match[str]) -> str:
        color = theme.color(Role(match[1]))
        path = folder / f"{match[2]}-{color.name()[1:]}.svg"
        if not path.exists():
            path.write_text(tinted(match[2], color), encoding="utf-8")
        return path.as_posix()

    return _REFERENCE.sub(written, sheet)


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")


def _pixmap(svg: str, scale: float) -> QPixmap:
    side = round(SIZE * scale)
    pixmap = QPixmap(QSize(side, side))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap
