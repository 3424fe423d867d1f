"""How the cells of a grid look: grounds, numbers and marks, and the colours they are drawn in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen, QPolygonF

from app.models.cell_faces import NOT_A_NUMBER, UNCOLORED
from app.models.matrix_model import MatrixModel
from app.models.stage_content import Kind
from app.theme import Role, Theme
from app.widgets.check_paint import paint_checks
from app.widgets.hatching import hatch

PADDING = 12
"""Between the number and the right edge of its cell, at 100 per cent."""
_CENTER = int(Qt.AlignmentFlag.AlignCenter)
_BLACK, _WHITE = QColor("#000000"), QColor("#FFFFFF")
_BRIGHT = 0.179
"""Luminance from which on black is read better than white."""
_CORNER, _TICK = 8, 5
_SPECIAL = 4
"""Shades that are no colour of the map: −1 … −4."""
_MOST_WIDTHS = 20_000

Span = tuple[int, int, int]
"""A row or column on the viewport: its number, where it begins, and its size."""


class Palette(NamedTuple):
    """Grounds and inks by shade; those of special shades stand at the end, where −1, −2 … find them."""

    grounds: npt.NDArray[np.uint32]
    inks: list[QColor]


class CellColors:
    """The colours of one theme as tables, so that painting a cell is a look-up."""

    def __init__(self, theme: Theme) -> None:
        self.key = theme.key
        self._theme = theme
        self._palettes: dict[Kind, Palette] = {}

    def of(self, kind: Kind) -> Palette:
        """Return the colours of a kind of numbers."""
        if kind not in self._palettes:
            tables = {Kind.SIGNED: self._theme.signed_lut, Kind.WEIGHTS: self._theme.weights_lut}
            shades = [QColor(*map(int, rgb)) for rgb in tables.get(kind, ())]
            inks = [_BLACK if luminance(ground) > _BRIGHT else _WHITE for ground in shades]
            grounds = shades + [self.role(Role.STAGE)] * _SPECIAL
            self._palettes[kind] = Palette(
                np.array([ground.rgb() for ground in grounds], dtype=np.uint32),
                inks + [self.role(Role.INK)] * _SPECIAL,
            )
        return self._palettes[kind]

    def role(self, role: Role) -> QColor:
        """Return the colour of a role."""
        return self._theme.color(role)


def luminance(color: QColor) -> float:
    """Return the relative luminance of WCAG 2."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class _Widths(dict[str, int]):
    """Widths of texts in one font, each measured when it is first asked for."""

    def __init__(self, font: QFont) -> None:
        super().__init__()
        self._advance = QFontMetrics(font).horizontalAdvance

    def __missing__(self, text: str) -> int:
        width = self[text] = self._advance(text)
        return width


class CellPainter:
    """Paints a rectangle of cells; `painted` counts them."""

    def __init__(self) -> None:
        self.painted = 0
        self._font = QFont()
        self._widths = _Widths(self._font)

    def paint(
        self,
        painter: QPainter,
        model: MatrixModel,
        colors: CellColors,
        rows: Sequence[Span],
        columns: Sequence[Span],
    ) -> None:
        """Paint the cells in which `rows` and `columns` meet. One pixel between them stays free."""
        self.painted += len(rows) * len(columns)
        if model.kind is Kind.MASK:
            paint_checks(painter, model, colors, rows, columns)
        else:
            self._paint_numbers(painter, model, colors, rows, columns)
        self._paint_changed(painter, model, colors, rows, columns)

    def _paint_numbers(
        self,
        painter: QPainter,
        model: MatrixModel,
        colors: CellColors,
        rows: Sequence[Span],
        columns: Sequence[Span],
    ) -> None:
        grounds, inks = colors.of(model.kind)
        first, last = columns[0][0], columns[-1][0]
        shades = [model.shades(row, first, last) for row, _, _ in rows]
        _paint_grounds(painter, grounds[np.array(shades)], rows, columns)
        _paint_gaps(painter, colors.role(Role.HAIRLINE), rows, columns)
        metrics = painter.fontMetrics()
        inset = round(PADDING * metrics.height() / 15)
        ends = [x + width - inset for _, x, width in columns]
        draw, widths, last_ink = painter.drawText, self._widths_in(painter.font()), None
        special: list[tuple[QRect, int, str]] = []
        for (row, y, height), row_shades in zip(rows, shades, strict=True):
            baseline = y + (height - 1 - metrics.height()) // 2 + metrics.ascent()
            for end, shade, text in zip(ends, row_shades, model.texts(row, first, last), strict=True):
                if shade < UNCOLORED:
                    x, width = columns[ends.index(end)][1:]
                    special.append((QRect(x, y, width - 1, height - 1), shade, text))
                    continue
                ink = inks[shade]
                if ink is not last_ink:
                    painter.setPen(ink)
                    last_ink = ink
                draw(end - widths[text], baseline, text)
        for rect, shade, content in special:
            if shade == NOT_A_NUMBER:
                _paint_not_a_number(painter, colors, rect, content)
            else:
                _paint_masked(painter, colors, rect)

    def _widths_in(self, font: QFont) -> dict[str, int]:
        """Return how wide texts are; each is measured once a font."""
        if self._font != font or len(self._widths) > _MOST_WIDTHS:
            self._font = QFont(font)
            self._widths = _Widths(self._font)
        return self._widths

    def _paint_changed(
        self,
        painter: QPainter,
        model: MatrixModel,
        colors: CellColors,
        rows: Sequence[Span],
        columns: Sequence[Span],
    ) -> None:
        if not model.changed_count:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.role(Role.STAGE), 1))
        painter.setBrush(colors.role(Role.CHANGED))
        places = {column: x + width - 1 for column, x, width in columns}
        for row, y, _ in rows:
            for column in model.changed_columns(row):
                if column in places:
                    corner = QPointF(places[column], y)
                    left, below = corner - QPointF(_CORNER, 0), corner + QPointF(0, _CORNER)
                    painter.drawPolygon(QPolygonF([left, corner, below]))
        painter.restore()


def _paint_grounds(
    painter: QPainter, colors: npt.NDArray[np.uint32], rows: Sequence[Span], columns: Sequence[Span]
) -> None:
    """Paint the grounds of the cells, each row as a picture of a point a cell.

    A row is low enough for Qt to fill it at once: higher areas are shared out among threads, and waiting for
    those takes longer than the filling.
    """
    count = len(columns)
    (_, x, width) = columns[0]
    for line, (_, y, height) in zip(colors, rows, strict=True):
        picture = QImage(line.data, count, 1, 4 * count, QImage.Format.Format_RGB32)
        painter.drawImage(QRect(x, y, count * width, height), picture)


def _paint_gaps(painter: QPainter, color: QColor, rows: Sequence[Span], columns: Sequence[Span]) -> None:
    """Fill what stays free to the right of the columns and below the rows."""
    (_, left, _), (_, top, _) = columns[0], rows[0]
    right, bottom = columns[-1][1] + columns[-1][2], rows[-1][1] + rows[-1][2]
    for _, x, width in columns:
        painter.fillRect(x + width - 1, top, 1, bottom - top, color)
    for _, y, height in rows:
        painter.fillRect(left, y + height - 1, right - left, 1, color)


def _paint_masked(painter: QPainter, colors: CellColors, rect: QRect) -> None:
    """Hatch a cell: it has no number."""
    painter.fillRect(rect, colors.role(Role.STAGE))
    hatch(painter, rect, colors.role(Role.MASKED))


def _paint_not_a_number(painter: QPainter, colors: CellColors, rect: QRect, content: str) -> None:
    """Frame NaN and ∞, with a tick in every corner."""
    painter.fillRect(rect, colors.role(Role.STAGE))
    painter.setPen(QPen(colors.role(Role.REFUSED), 2))
    painter.drawRect(rect.adjusted(1, 1, -1, -1))
    painter.setPen(QPen(colors.role(Role.REFUSED), 1))
    center = rect.center()
    for corner in (rect.topLeft(), rect.topRight(), rect.bottomLeft(), rect.bottomRight()):
        inwards = QPoint(
            _TICK if corner.x() < center.x() else -_TICK, _TICK if corner.y() < center.y() else -_TICK
        )
        painter.drawLine(corner, corner + inwards)
    painter.setPen(colors.role(Role.INK))
    painter.drawText(rect, _CENTER, content)


def outline(painter: QPainter, rect: QRect, line: tuple[QColor, int], casing: QColor, *, both: bool) -> None:
    """Draw a line inside `rect` with a casing on its inner side, or on both sides."""
    color, width = line
    inner = 1 if both else 1.5
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen_color, start, thickness in (
        (casing, -1 if both else 0, width + inner + (1 if both else 0)),
        (color, 0, width),
    ):
        pen = QPen(pen_color, thickness)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        half = start + thickness / 2
        painter.drawRect(rect.toRectF().adjusted(half, half, -half, -half))
    painter.restore()
