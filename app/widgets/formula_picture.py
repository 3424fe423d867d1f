"""A pre-rendered formula in the colours of the theme; its parts are buttons."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.theme import Role, Theme
from core.record import Record
from core.resources import resource_path

PADDING = 5
"""Around what is lit."""
_EDGE = 3
"""Above and below a formula that is drawn smaller."""
_LEAST_WIDTH = 160
_FRACTION_HEIGHT = 40
"""Pictures that are higher hold a fraction or a sum over something."""


class _Picture(Record):
    width: float
    height: float
    parts: Mapping[str, QRectF]

    def scaled(self, scale: float) -> _Picture:
        """Return the picture in another size."""
        parts = {
            name: QRectF(part.x() * scale, part.y() * scale, part.width() * scale, part.height() * scale)
            for name, part in self.parts.items()
        }
        return _Picture(self.width * scale, self.height * scale, parts)


@cache
def _layout() -> tuple[str, Mapping[str, _Picture]]:
    """Return the placeholder colour and all pictures by key."""
    data = json.loads(resource_path("formulas", "formulas.json").read_text(encoding="utf-8"))
    pictures = {
        key: _Picture(
            entry["width"],
            entry["height"],
            {
                part["id"]: QRectF(part["x"], part["y"], part["width"], part["height"])
                for part in entry["parts"]
            },
        )
        for key, entry in data["formulas"].items()
    }
    return data["color"], pictures


@cache
def _svg(key: str) -> str:
    return resource_path("formulas", f"{key}.svg").read_text(encoding="utf-8")


class FormulaPart(QAbstractButton):
    """A part of a formula: underlined under the pointer, and reached by Tab."""

    def __init__(self, name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw only what says that this is a button."""
        painter = QPainter(self)
        if self.underMouse():
            painter.setPen(QPen(self._theme.color(Role.LINE), 1.5))
            bottom = self.height() - 1.5
            painter.drawLine(QPointF(2, bottom), QPointF(self.width() - 2, bottom))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.color(Role.ACCENT), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the underline."""
        super().enterEvent(event)
        self.update()


class FormulaPicture(QWidget):
    """Values in (`set_formula`, `set_theme`), an intent out (`part_chosen`)."""

    part_chosen = Signal(str)  # id of the part

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = ""
        self._current = ""
        self._highest = 0
        self._renderer = QSvgRenderer(self)
        self._parts: list[FormulaPart] = []
        self._shown: tuple[str, str, dict[str, str], str] | None = None

    @property
    def has_fraction(self) -> bool:
        """True for a formula of more than one line."""
        picture = _layout()[1].get(self._key)
        return picture is not None and picture.height > _FRACTION_HEIGHT

    @property
    def parts(self) -> tuple[FormulaPart, ...]:
        """The buttons."""
        return tuple(self._parts)

    def set_formula(self, key: str, current: str = "", links: Mapping[str, str] | None = None) -> None:
        """Show the formula `key`.

        Parameters
        ----------
        key : str
            Name of the picture; empty for none.
        current : str, default=""
            Part that is lit; empty for the whole.
        links : mapping, optional
            What each part that can be chosen is called.
        """
        wanted = (key, current, dict(links or {}), self._theme.key)
        if wanted == self._shown:
            return
        self._shown = wanted
        pictures = _layout()[1]
        self._key = key if key in pictures else ""
        self._current = current
        self._load()
        for part in self._parts:
            part.hide()
            part.deleteLater()
        picture = self._picture()
        links = links or {}
        named = [name for name in (picture.parts if picture else ()) if name in links]
        self._parts = [self._button(name, links[name]) for name in named]
        self.updateGeometry()
        self._place_parts()
        self.update()

    def set_highest(self, height: int) -> None:
        """Draw what is higher than this smaller, with what is lit; 0 for no limit."""
        if height != self._highest:
            self._highest = height
            self.updateGeometry()
            self._place_parts()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.set_formula(self._key, self._current, {part.name: part.accessibleName() for part in self._parts})

    def sizeHint(self) -> QSize:
        """The picture and room for what is lit."""
        picture = self._natural()
        if picture is None:
            return QSize(0, 0)
        return QSize(round(picture.width) + 2 * PADDING, round(picture.height) + 2 * PADDING)

    def minimumSizeHint(self) -> QSize:
        """Where there is less room than this picture needs, it is drawn smaller."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), _LEAST_WIDTH), hint.height())

    def resizeEvent(self, event: object) -> None:  # noqa: ARG002 - Qt's signature
        """Keep the parts over the picture."""
        self._place_parts()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the tint, the ink, and the line under what is lit."""
        picture = self._picture()
        if picture is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self._lit(picture)
        if lit is not None:
            painter.fillRect(lit, self._theme.color(Role.ACCENT_TINT))
            thickness = 2.0 if self._is_in_fraction(picture) else 3.0
            line = QRectF(lit.left(), lit.bottom() - thickness, lit.width(), thickness)
            painter.fillRect(line, self._theme.color(Role.ACCENT))
        origin = self._origin(picture)
        self._renderer.render(painter, QRectF(origin.x(), origin.y(), picture.width, picture.height))

    def _picture(self) -> _Picture | None:
        """Return the picture as it is drawn: in the width there is."""
        picture = self._natural()
        width = self.width() - 2 * PADDING
        if picture is None or not 0 < width < picture.width:
            return picture
        return picture.scaled(width / picture.width)

    def _natural(self) -> _Picture | None:
        """Return the picture in the height there is."""
        picture = _layout()[1].get(self._key)
        if picture is None or not self._highest or picture.height <= self._highest - 2 * _EDGE:
            return picture
        return picture.scaled((self._highest - 2 * _EDGE) / picture.height)

    def _load(self) -> None:
        if self._key:
            ink: QColor = self._theme.color(Role.INK)
            svg = _svg(self._key).replace(_layout()[0], ink.name())
            self._renderer.load(QByteArray(svg.encode()))

    def _origin(self, picture: _Picture) -> QPointF:
        return QPointF(PADDING, (self.height() - picture.height) / 2)

    def _lit(self, picture: _Picture) -> QRectF | None:
        whole = QRectF(0, 0, picture.width, picture.height)
        box = picture.parts.get(self._current) if self._current else whole
        return None if box is None else self._around(box, picture)

    def _around(self, box: QRectF, picture: _Picture) -> QRectF:
        moved = box.translated(self._origin(picture))
        tight = self._overlaps(box, picture)
        down, up = (1.0, 2.0) if tight else (PADDING + 1.0, PADDING - 1.0)
        return moved.adjusted(-PADDING, -up, PADDING, down)

    def _is_in_fraction(self, picture: _Picture) -> bool:
        box = picture.parts.get(self._current)
        return box is not None and self._overlaps(box, picture)

    def _overlaps(self, box: QRectF, picture: _Picture) -> bool:
        """Tell whether another part stands above or below, not in it or around it."""
        others = (
            other for other in picture.parts.values() if not box.contains(other) and not other.contains(box)
        )
        return any(other.left() < box.right() and box.left() < other.right() for other in others)

    def _button(self, name: str, text: str) -> FormulaPart:
        part = FormulaPart(name, self._theme, self)
        part.setAccessibleName(text)
        part.setToolTip(text)
        part.clicked.connect(self._on_part_clicked)
        part.show()
        return part

    def _place_parts(self) -> None:
        picture = self._picture()
        if picture is None:
            return
        for part in self._parts:
            part.setGeometry(self._around(picture.parts[part.name], picture).toAlignedRect())

    def _on_part_clicked(self) -> None:
        part = self.sender()
        if isinstance(part, FormulaPart):
            self.part_chosen.emit(part.name)
