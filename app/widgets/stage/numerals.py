"""Writes many numbers at once: their glyphs are looked up, not shaped text by text."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from msgspec import Struct, field
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QGlyphRun, QPainter, QRawFont

from app.models.stage_places import Face
from app.widgets.stage.look import font_of
from core.expression.numbers import MINUS

SIGNS = f"0123456789.{MINUS}"
"""What numbers are mostly made of; none of these is drawn nearer to one neighbour than to another."""
_MOST_GRIDS = 32

Spot = tuple[int, str]
"""Which cell, and the shape of its text: digits are equally wide."""


class Line(Struct, eq=False):
    """Numbers of one ink: which cells they are of, and their glyphs, which stand where they stood."""

    ink: int
    cells: list[int]
    glyphs: QGlyphRun


class Grid(Struct, eq=False):
    """What is remembered of the cells of one matrix."""

    spots: dict[int, tuple[str, list[QPointF]]] = field(default_factory=dict)
    """By cell the shape of its text, and where the glyphs of such a text stand."""
    written: object = None
    """What the lines follow from: mostly only digits differ from what was written last."""
    lines: list[Line] = field(default_factory=list)
    others: list[tuple[int, QPointF]] = field(default_factory=list)
    """Cells of which the number is not made of digits alone, and where it begins."""


class Numerals:
    """The digits of one font."""

    def __init__(self, face: Face, pixels: int) -> None:
        self._raw = QRawFont.fromFont(font_of(face, pixels))
        metrics = QFontMetricsF(font_of(face, pixels))
        found = self._raw.glyphIndexesForString(SIGNS)
        self._glyphs = dict(zip(SIGNS, found, strict=True)) if all(found) else {}
        self._advances = {sign: metrics.horizontalAdvance(sign) for sign in self._glyphs}
        self._grids: dict[Hashable, Grid] = {}

    def knows(self, shape: str) -> bool:
        """Return whether a text of this shape can be written."""
        return all(sign in self._glyphs for sign in shape)

    def grid(self, key: Hashable) -> Grid:
        """Return where glyphs stand in the cells that `key` tells of, as far as it was asked before.

        Of each cell only the form of its last text is kept: the memory is bounded by the cells.
        """
        found = self._grids.get(key)
        if found is None:
            if len(self._grids) >= _MOST_GRIDS:
                self._grids.clear()
            found = self._grids[key] = Grid()
        return found

    def spread(self, x: float, y: float, shape: str) -> list[QPointF]:
        """Return where the glyphs of a text stand that begins at a point of its baseline."""
        places = []
        for sign in shape:
            places.append(QPointF(x, y))
            x += self._advances[sign]
        return places

    def line(self, ink: int, cells: list[int], places: list[QPointF]) -> Line:
        """Return a line of numbers; each of their glyphs has its place."""
        glyphs = QGlyphRun()
        glyphs.setRawFont(self._raw)
        glyphs.setPositions(places)
        return Line(ink, cells, glyphs)

    def draw(self, painter: QPainter, line: Line, texts: Sequence[str]) -> None:
        """Write the texts of a line in the colour of the pen."""
        signs = "".join([texts[cell] for cell in line.cells])
        line.glyphs.setGlyphIndexes(list(map(self._glyphs.__getitem__, signs)))
        painter.drawGlyphRun(QPointF(), line.glyphs)


@lru_cache(maxsize=32)
def numerals_of(face: Face, pixels: int) -> Numerals:
    """Return the digits of a font."""
    return Numerals(face, pixels)
