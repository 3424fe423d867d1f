"""Writes many numbers at once: their glyphs are looked up, not shaped text by text."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
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


class Grid(Struct, eq=False):
    """What is remembered of the cells of one matrix."""

    spots: dict[int, tuple[str, list[QPointF]]] = field(default_factory=dict)
    """By cell the shape of its text, and where the glyphs of such a text stand."""
    runs: dict[int, tuple[list[QPointF], QGlyphRun]] = field(default_factory=dict)
    """By ink what was written last: mostly only digits differ then, and stand where others stood."""


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

    def draw(
        self, painter: QPainter, grid: Grid, ink: int, texts: Iterable[str], places: list[QPointF]
    ) -> None:
        """Write the texts of one ink in the colour of the pen; each of their glyphs has its place."""
        known = grid.runs.get(ink)
        if known is None or known[0] != places:
            known = grid.runs[ink] = (places, QGlyphRun())
            known[1].setRawFont(self._raw)
            known[1].setPositions(places)
        run, glyphs = known[1], self._glyphs
        run.setGlyphIndexes([glyphs[sign] for sign in "".join(texts)])
        painter.drawGlyphRun(QPointF(), run)


@lru_cache(maxsize=32)
def numerals_of(face: Face, pixels: int) -> Numerals:
    """Return the digits of a font."""
    return Numerals(face, pixels)
