"""Parts of a picture that are the same from edit to edit, kept as they were painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Generic, TypeAlias, TypeVar

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

Drawn = TypeVar("Drawn")
View: TypeAlias = tuple[QRectF, float, QTransform]
"""What is seen of a scene, so many pixels of the screen for one, and how it is moved there."""


class Layer(Generic[Drawn]):
    """Keeps what `paint` paints as a picture, pixel by pixel as it would be painted.

    Parameters
    ----------
    paint : callable
        Paints the layer of something.
    key : callable
        Tells all that `paint` depends on; None where it paints nothing.
    ground : callable, optional
        Tells the colour under it; without one, what was painted before shows through.
    pieces : callable, optional
        Tells the rectangles that `paint` stays within; without one, it may paint anywhere.
    """

    def __init__(
        self,
        paint: Callable[[QPainter, Drawn], None],
        key: Callable[[Drawn], object],
        ground: Callable[[Drawn], QColor] | None = None,
        pieces: Callable[[Drawn], Iterable[QRect]] | None = None,
    ) -> None:
        self._paint = paint
        self._key_of = key
        self._ground = ground
        self._pieces = pieces
        self._picture = QPixmap()
        self._area = QRectF()
        self._key: object = None
        self._view: View = (QRectF(), 0.0, QTransform())
        self._parts: list[tuple[QRectF, QRectF]] = []

    def paint(self, painter: QPainter, drawn: Drawn) -> None:
        """Paint what is in view."""
        key = self._key_of(drawn)
        if key is None:
            return
        view = (painter.clipBoundingRect(), painter.device().devicePixelRatio(), painter.deviceTransform())
        if (key, view) != (self._key, self._view) and not self._keep(drawn, key, view):
            self.paint_in_place(painter, drawn)
            return
        for piece, source in self._parts:
            painter.drawPixmap(piece, self._picture, source)

    def _keep(self, drawn: Drawn, key: object, view: View) -> bool:
        """Have a picture of what is in view; False where its pixels would not fit those of the screen."""
        area, ratio, place = view
        pieces = [area] if self._pieces is None else [QRectF(piece) & area for piece in self._pieces(drawn)]
        pieces = [piece for piece in pieces if not piece.isEmpty()]
        whole = reduce(QRectF.united, pieces, QRectF())
        if (place.m11(), place.m22()) != (ratio, ratio) or not all(_on_pixels(place, one) for one in pieces):
            return False
        if key != self._key or ratio != self._view[1] or not self._area.contains(whole):
            self._area = whole
            self._picture = self._painted(drawn, whole, ratio) if pieces else QPixmap()
        self._key, self._view = key, view
        places = [piece.translated(-self._area.topLeft()) for piece in pieces]
        sources = [QRectF(one.topLeft() * ratio, one.size() * ratio) for one in places]
        self._parts = list(zip(pieces, sources, strict=True))
        return True

    def paint_in_place(self, painter: QPainter, drawn: Drawn) -> None:
        """Paint all of it anew."""
        self._paint(painter, drawn)

    def _painted(self, drawn: Drawn, area: QRectF, ratio: float) -> QPixmap:
        picture = QPixmap((area.size() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent if self._ground is None else self._ground(drawn))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-area.topLeft())
        self._paint(painter, drawn)
        painter.end()
        return picture


def _on_pixels(place: QTransform, area: QRectF) -> bool:
    corner = place.map(area.topLeft())
    return corner.x() == round(corner.x()) and corner.y() == round(corner.y())
