"""How the cells of a grid look: grounds, numbers and marks, and the colours they are drawn in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF

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
_TRIANGLE = QPolygonF([QPointF(-_CORNER, 0), QPointF(0, 0), QPointF(0, _CORNER)])
"""The mark of what changed, in the upper right corner of a cell."""
_HALF_LINE = 0.5
"""So far a line reaches over a point: a mark stays within its row, which alone is painted again."""
_SMOOTH, _NO_BRUSH = QPainter.RenderHint.Antialiasing, QBrush()
_MOST_WIDTHS = 20_000

Span = tuple[int, int, int]
"""A row or column on the viewport: its number, where it begins, and its size."""


class CellColors:
    """The colours of one theme as lists, so that painting a cell is a look-up."""

    def __init__(self, theme: Theme) -> None:
        self.key = theme.key
        self._theme = theme
        self._known: dict[Kind, tuple[list[QColor], list[QColor]]] = {}

    def of(self, kind: Kind) -> tuple[list[QColor], list[QColor]]:
        """Return grounds and inks by shade; where there is no colour, −1 finds those of the stage."""
        if kind not in self._known:
            tables = {Kind.SIGNED: self._theme.signed_lut, Kind.WEIGHTS: self._theme.weights_lut}
            grounds = [QColor(*map(int, rgb)) for rgb in tables.get(kind, ())]
            inks = [_BLACK if luminance(ground) > _BRIGHT else _WHITE for ground in grounds]
            self._known[kind] = [*grounds, self.role(Role.STAGE)], [*inks, self.role(Role.INK)]
        return self._known[kind]

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

    def __init__(self, metrics: QFontMetrics) -> None:
        super().__init__()
        self._advance = metrics.horizontalAdvance

    def __missing__(self, text: str) -> int:
        if len(self) >= _MOST_WIDTHS:
            self.clear()
        width = self[text] = self._advance(text)
        return width


class CellPainter:
    """Paints a rectangle of cells; `painted` counts them."""

    def __init__(self, font: QFont) -> None:
        self.painted = 0
        self.measure(font)

    def measure(self, font: QFont) -> None:
        """Write in this font from now on; each text is measured once."""
        metrics = QFontMetrics(font)
        self._height, self._ascent = metrics.height(), metrics.ascent()
        self._widths = _Widths(metrics)

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
        if model.changed_count:
            self._paint_changed(painter, model, colors, rows, columns)

    def _paint_numbers(
        self,
        painter: QPainter,
        model: MatrixModel,
        colors: CellColors,
        rows: Sequence[Span],
        columns: Sequence[Span],
    ) -> None:
        (grounds, inks), faces = colors.of(model.kind), model.faces
        line, first, last = colors.role(Role.HAIRLINE), columns[0][0], columns[-1][0]
        left, right = columns[0][1], columns[-1][1] + columns[-1][2]
        font_height, ascent, widths = self._height, self._ascent, self._widths
        inset = round(PADDING * font_height / 15)
        fill, draw = painter.fillRect, painter.drawText
        last_ink = None
        special: list[tuple[QRect, int, str]] = []
        for row, y, height in rows:
            # row by row: Qt shares higher areas out among threads, and waiting for those takes longer
            fill(left, y, right - left, height, line)
            baseline = y + (height - 1 - font_height) // 2 + ascent
            for (_, x, width), shade, text in zip(columns, *faces(row, first, last), strict=True):
                if shade < UNCOLORED:
                    special.append((QRect(x, y, width - 1, height - 1), shade, text))
                    continue
                fill(x, y, width - 1, height - 1, grounds[shade])
                ink = inks[shade]
                if ink is not last_ink:
                    painter.setPen(ink)
                    last_ink = ink
                draw(x + width - inset - widths[text], baseline, text)
        for rect, shade, content in special:
            if shade == NOT_A_NUMBER:
                _paint_not_a_number(painter, colors, rect, content)
            else:
                _paint_masked(painter, colors, rect)

    def _paint_changed(
        self,
        painter: QPainter,
        model: MatrixModel,
        colors: CellColors,
        rows: Sequence[Span],
        columns: Sequence[Span],
    ) -> None:
        painter.setRenderHint(_SMOOTH)
        painter.setPen(colors.role(Role.STAGE))
        painter.setBrush(colors.role(Role.CHANGED))
        places = {column: x + width - 1 for column, x, width in columns}
        for row, y, _ in rows:
            for column in model.changed_columns(row):
                if column in places:
                    painter.drawPolygon(_TRIANGLE.translated(places[column], y + _HALF_LINE))
        painter.setBrush(_NO_BRUSH)
        painter.setRenderHint(_SMOOTH, False)


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
    if both:
        _frame(painter, rect.adjusted(-1, -1, 1, 1), width + 2, casing)
    else:
        _frame(painter, rect, width + 1.5, casing)
    _frame(painter, rect, width, color)


def _frame(painter: QPainter, rect: QRect, thickness: float, color: QColor) -> None:
    """Fill `rect` as far as `thickness` from its edges: that takes half the time of a pen."""
    x, y, width, height = rect.x(), rect.y(), rect.width(), rect.height()
    painter.fillRect(QRectF(x, y, width, thickness), color)
    painter.fillRect(QRectF(x, y + height - thickness, width, thickness), color)
    painter.fillRect(QRectF(x, y, thickness, height), color)
    painter.fillRect(QRectF(x + width - thickness, y, thickness, height), color)
