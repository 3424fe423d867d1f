"""Parts of a picture that are the same from edit to edit, kept as they were painted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPainterPathStroker, QPen, QTransform

from core.record import Record

Drawn = TypeVar("Drawn")
View: TypeAlias = tuple[QRectF, float, QTransform]
"""What is seen of a scene, so many pixels of the screen for one, and how it is moved there."""
Seen: TypeAlias = tuple[View, object]
"""And what all layers depend on; mostly the same object as before."""
Pictures: TypeAlias = list[tuple[QPointF, QImage]]
"""And where their upper left corner is."""
_GRAIN = 4
"""So many pixels are whole pixels of the screen, too, at all usual sizes: 125 %, 150 %, 175 %."""
_ALPHA = 3 if sys.byteorder == "little" else 0


class Coat(Record):
    """Paints one thing: on no pixel, that it does not cover wholly, more than one colour once."""

    area: QRectF
    """What it stays within."""
    paint: Callable[[QPainter], None]


def filled(paths: Iterable[QPainterPath], color: QColor) -> Coat:
    """Return the coat of areas, of which none lies on another."""
    paths = list(paths)

    def paint(painter: QPainter) -> None:
        for path in paths:
            painter.fillPath(path, color)

    return Coat(reduce(QRectF.united, [path.boundingRect() for path in paths], QRectF()), paint)


def stroked(path: QPainterPath, pen: QPen) -> Coat:
    """Return the coat of lines; Qt's own thin lines cover their corners twice."""
    outline = QPainterPathStroker(pen).createStroke(path)
    outline.setFillRule(Qt.FillRule.WindingFill)
    return filled([outline], pen.color())


def view_of(painter: QPainter) -> View:
    """Return what a painter shows."""
    return painter.clipBoundingRect(), painter.device().devicePixelRatio(), painter.deviceTransform()


class Layer(Generic[Drawn]):
    """Keeps coats that are painted over each other as pictures, pixel by pixel as they would be in place.

    Parameters
    ----------
    coats : callable
        Tells the coats of something.
    key : callable
        Tells what else they depend on; None for what has to be painted in its place.
    area : callable, optional
        Tells the rectangle that they stay within; without one they may be anywhere.
    ground : callable, optional
        Tells the colour under them; without one, what was painted before shows through.
    """

    def __init__(
        self,
        coats: Callable[[Drawn], Iterable[Coat]],
        key: Callable[[Drawn], object],
        area: Callable[[Drawn], QRectF] | None = None,
        ground: Callable[[Drawn], QColor] | None = None,
    ) -> None:
        self._coats = coats
        self._key_of = key
        self._area_of = area
        self._ground = ground
        self._pictures: Pictures | None = None
        self._key: object = None
        self._seen: Seen | None = None

    def paint(self, painter: QPainter, drawn: Drawn, seen: Seen | None) -> None:
        """Paint what is seen; None for all of it, in place."""
        pictures = None if seen is None else self._kept(drawn, seen)
        if pictures is None:
            for coat in self._coats(drawn):
                coat.paint(painter)
            return
        for corner, picture in pictures:
            painter.drawImage(corner, picture)

    def _kept(self, drawn: Drawn, seen: Seen) -> Pictures | None:
        """Return pictures of what is seen; None for what is seen the first time, which may be the last."""
        key = self._key_of(drawn)
        if key is None or (key, seen) != (self._key, self._seen):
            self._key, self._seen, self._pictures = key, seen, None
        elif self._pictures is None:
            view = seen[0]
            area = view[0] if self._area_of is None else view[0] & self._area_of(drawn)
            self._pictures = self._painted(drawn, _widened(area), view)
        return self._pictures

    def _painted(self, drawn: Drawn, area: QRectF, view: View) -> Pictures | None:
        """Return pictures of the coats; None where their pixels would not fit those of the screen."""
        _, ratio, place = view
        corner = place.map(area.topLeft())
        is_fitting = corner == QPointF(round(corner.x()), round(corner.y()))
        if (place.m11(), place.m22()) != (ratio, ratio) or not is_fitting:
            return None
        if self._ground is None:
            return _pictures(self._coats(drawn), area, ratio)
        picture = _blank(area, ratio, QImage.Format.Format_RGB32)
        picture.fill(self._ground(drawn))
        for coat in self._coats(drawn):
            _paint(coat, picture, area)
        return [(area.topLeft(), picture)]


def _pictures(coats: Iterable[Coat], area: QRectF, ratio: float) -> Pictures:
    """Return what coats are on a clear ground, in as few pictures as it takes to lose nothing."""
    if area.isEmpty():
        return []
    single = _blank(area, ratio)
    pictures: list[tuple[QRectF, QImage]] = []
    for coat in coats:
        part = _widened(coat.area) & area
        if part.isEmpty():
            continue
        _paint(coat, single, area, clear=part)
        place = _pixels(part, area, ratio)
        sheer = _sheer(single, place)
        if not pictures or (sheer.any() and (sheer & _sheer(pictures[-1][1], place)).any()):
            pictures.append((part, _blank(area, ratio)))
        covered, picture = pictures[-1]
        pictures[-1] = (covered | part, picture)
        _lay(single, picture, place)
    return [(covered.topLeft(), picture.copy(_pixels(covered, area, ratio))) for covered, picture in pictures]


def _widened(area: QRectF) -> QRectF:
    left, top = area.left() // _GRAIN * _GRAIN, area.top() // _GRAIN * _GRAIN
    right, bottom = -(-area.right() // _GRAIN) * _GRAIN, -(-area.bottom() // _GRAIN) * _GRAIN
    return QRectF(left, top, right - left, bottom - top)


def _pixels(part: QRectF, area: QRectF, ratio: float) -> QRect:
    return QRectF((part.topLeft() - area.topLeft()) * ratio, part.size() * ratio).toRect()


def _blank(
    area: QRectF, ratio: float, form: QImage.Format = QImage.Format.Format_ARGB32_Premultiplied
) -> QImage:
    picture = QImage((area.size() * ratio).toSize(), form)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _paint(coat: Coat, picture: QImage, area: QRectF, clear: QRectF | None = None) -> None:
    painter = QPainter(picture)
    painter.translate(-area.topLeft())
    if clear is not None:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(clear, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    coat.paint(painter)
    painter.end()


def _sheer(picture: QImage, place: QRect) -> npt.NDArray[np.bool_]:
    """Return where a picture is neither clear nor solid: two such pixels on each other lose a little."""
    pixels = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.width(), 4)
    rows, columns = slice(place.top(), place.bottom() + 1), slice(place.left(), place.right() + 1)
    return pixels[rows, columns, _ALPHA] - np.uint8(1) < 254  # 0 becomes 255


def _lay(above: QImage, below: QImage, place: QRect) -> None:
    """Put a part of a picture on another one, pixel on pixel."""
    ratio = below.devicePixelRatio()
    for picture in (above, below):
        picture.setDevicePixelRatio(1.0)
    painter = QPainter(below)
    painter.drawImage(place.topLeft(), above, place)
    painter.end()
    for picture in (above, below):
        picture.setDevicePixelRatio(ratio)
