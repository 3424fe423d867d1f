"""Fonts, colours and pens of the stage for one theme and one size."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPixmap

from app.fonts import FAMILIES
from app.models.stage_content import Kind
from app.models.stage_numbers import Parts
from app.models.stage_places import Face
from app.theme import Role, Theme

INK_LIMIT = 0.179
"""Luminance from which on a ground takes black ink (WCAG)."""
_MOST_WIDTHS, _MOST_ELIDED = 50_000, 5_000
_HATCH_PERIOD, _HATCH_LINE = 8.0, 1.2
UNCOLORED = -1
"""Where `Look.inked` has the colour of the stage."""

Inked: TypeAlias = tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]


@lru_cache(maxsize=256)
def font_of(face: Face, pixels: int) -> QFont:
    """Return a font."""
    math = face in (Face.MATH, Face.UPRIGHT)
    font = QFont(["STIX", *FAMILIES] if math else list(FAMILIES))
    font.setPixelSize(max(pixels, 1))
    font.setBold(face is Face.BOLD)
    font.setItalic(face is Face.MATH)
    return font


class Widths(dict[str, float]):
    """The widths of texts in one font; what is not known yet is measured."""

    def __init__(self, metrics: QFontMetricsF) -> None:
        super().__init__()
        self._metrics = metrics

    def __missing__(self, text: str) -> float:
        if len(self) > _MOST_WIDTHS:
            self.clear()
        width = self[text] = self._metrics.horizontalAdvance(text)
        return width


class QtMetrics:
    """Measures texts as Qt will draw them, and remembers."""

    def __init__(self) -> None:
        self._metrics: dict[tuple[Face, int], QFontMetricsF] = {}
        self._widths: dict[tuple[Face, int], Widths] = {}
        self._capitals: dict[tuple[Face, int], float] = {}
        self._elided: dict[tuple[str, Face, int, int], str] = {}

    def of(self, face: Face, pixels: int) -> QFontMetricsF:
        """Return the metrics of a font."""
        key = (face, pixels)
        if key not in self._metrics:
            self._metrics[key] = QFontMetricsF(font_of(face, pixels))
        return self._metrics[key]

    def width(self, text: str, face: Face, pixels: int) -> float:
        """Return how wide a text is."""
        return self.widths(face, pixels)[text]

    def widths(self, face: Face, pixels: int) -> Widths:
        """Return the widths of texts in one font, for those who ask for many."""
        key = (face, pixels)
        known = self._widths.get(key)
        if known is None:
            known = self._widths[key] = Widths(self.of(face, pixels))
        return known

    def baseline(self, face: Face, pixels: int, middle: float) -> float:
        """Return the baseline that puts capitals and digits around `middle`."""
        half = self._capitals.get((face, pixels))
        if half is None:
            half = self._capitals[face, pixels] = self.of(face, pixels).capHeight() / 2
        return middle + half

    def elided(self, text: str, face: Face, pixels: int, room: int) -> str:
        """Return a text cut to a width, as everywhere with its middle left out: its end tells words apart."""
        if self.width(text, face, pixels) <= room:
            return text
        key = (text, face, pixels, room)
        if key not in self._elided:
            if len(self._elided) > _MOST_ELIDED:
                self._elided.clear()
            self._elided[key] = self.of(face, pixels).elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        return self._elided[key]


class Look:
    """Colours of a theme, and what is drawn with them at one scale."""

    def __init__(self, theme: Theme, metrics: QtMetrics, scale: float = 1.0) -> None:
        self.theme = theme
        self.metrics = metrics
        self.scale = scale
        self._pens: dict[tuple[Role, float], QPen] = {}
        self._inked: dict[Kind, Inked] = {}

    def px(self, length: float) -> float:
        """Scale a length, to whole pixels from 2 px on."""
        scaled = length * self.scale
        return round(scaled) if length >= 2 else max(scaled, 1.0)

    def color(self, role: Role) -> QColor:
        """Return the colour of a role."""
        return self.theme.color(role)

    def pen(self, role: Role, width: float) -> QPen:
        """Return a pen with square corners; who changes it copies it before."""
        pen = self._pens.get((role, width))
        if pen is None:
            pen = self._pens[role, width] = QPen(self.theme.color(role), max(width * self.scale, 1.0))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    @cached_property
    def signed(self) -> npt.NDArray[np.uint32]:
        """Colours −limit … +limit."""
        return _packed(self.theme.signed_lut)

    @cached_property
    def weights(self) -> npt.NDArray[np.uint32]:
        """Colours 0 … 1."""
        return _packed(self.theme.weights_lut)

    @cached_property
    def signed_dark(self) -> npt.NDArray[np.bool_]:
        """Whether the signed colours take white ink."""
        return _is_dark(self.theme.signed_lut)

    @cached_property
    def weights_dark(self) -> npt.NDArray[np.bool_]:
        """Whether the colours of weights take white ink."""
        return _is_dark(self.theme.weights_lut)

    def inked(self, kind: Kind) -> Inked:
        """Return the colours of a kind of numbers, and which take white ink; the last is the stage's own."""
        found = self._inked.get(kind)
        if found is None:
            is_shares = kind is Kind.WEIGHTS
            colors = self.weights if is_shares else self.signed
            dark = self.weights_dark if is_shares else self.signed_dark
            stage = self.color(Role.STAGE)
            own = np.array([[stage.red(), stage.green(), stage.blue()]], dtype=np.uint8)
            found = np.concatenate((colors, _packed(own))), np.concatenate((dark, _is_dark(own)))
            self._inked[kind] = found
        return found

    @cached_property
    def signed_bar(self) -> QImage:
        """The signed colours, one above the other."""
        return _column(self.signed)

    @cached_property
    def weights_bar(self) -> QImage:
        """The colours of weights, one above the other."""
        return _column(self.weights)

    @cached_property
    def hatch(self) -> QBrush:
        """45° lines on the stage."""
        ratio = 2
        side = max(round(_HATCH_PERIOD * self.scale), 4)
        tile = QPixmap(side * ratio, side * ratio)
        tile.setDevicePixelRatio(ratio)
        tile.fill(self.color(Role.STAGE))
        painter = QPainter(tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.color(Role.MASKED), max(_HATCH_LINE * self.scale, 1.0)))
        for shift in (-side, 0, side):
            painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1))
        painter.end()
        return QBrush(tile)

    # Texts

    def text(self, painter: QPainter, box: QRectF, text: str, face: Face, pixels: int) -> None:
        """Write one line in the middle of a box."""
        width = self.metrics.width(text, face, pixels)
        painter.setFont(font_of(face, pixels))
        at = box.x() + (box.width() - width) / 2
        baseline = self.metrics.baseline(face, pixels, box.center().y())
        painter.drawText(QPointF(at, baseline), text)

    def sign(self, painter: QPainter, centre: QPointF, text: str, pixels: int) -> None:
        """Draw a sign so that its ink is centred."""
        ink = self.metrics.of(Face.UPRIGHT, pixels).tightBoundingRect(text)
        painter.setFont(font_of(Face.UPRIGHT, pixels))
        painter.drawText(centre - ink.center(), text)

    def line(self, painter: QPainter, x: float, middle: float, text: str, font: tuple[Face, int]) -> float:
        """Write a text from `x` on around `middle`; return where it ends."""
        painter.setFont(font_of(*font))
        painter.drawText(QPointF(x, self.metrics.baseline(*font, middle)), text)
        return x + self.metrics.width(text, *font)

    def name(self, painter: QPainter, x: float, middle: float, parts: Parts, font: tuple[Face, int]) -> float:
        """Write a name with sub- and superscripts; return where it ends."""
        face, pixels = font
        small = round(pixels * 0.68)
        base = self.metrics.baseline(Face.TEXT, pixels, middle)
        for text, level in parts:
            size = small if level else pixels
            upright = level and not text.isalpha()
            painter.setFont(font_of(Face.UPRIGHT if upright else face, size))
            painter.drawText(QPointF(x, base - level * pixels * (0.36 if level > 0 else 0.16)), text)
            x += self.metrics.width(text, Face.UPRIGHT if upright else face, size)
        return x


def _column(colors: npt.NDArray[np.uint32]) -> QImage:
    upwards = np.ascontiguousarray(colors[::-1])
    return QImage(upwards.data, 1, len(upwards), 4, QImage.Format.Format_RGB32).copy()


def _packed(table: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
    wide = table.astype(np.uint32)
    packed = np.uint32(0xFF000000) | wide[:, 0] << 16 | wide[:, 1] << 8 | wide[:, 2]
    return packed.astype(np.uint32)


def _is_dark(table: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return which colours have a luminance below the limit."""
    part = table / 255.0
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    dark: npt.NDArray[np.bool_] = linear @ np.array([0.2126, 0.7152, 0.0722]) <= INK_LIMIT
    return dark
