"""How the cells of a grid look: grounds, numbers and marks, and the colours they are drawn in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLine, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.models.matrix_model import NOT_A_NUMBER, UNCOLORED, MatrixModel
from app.models.stage_content import Kind
from app.theme import Role, Theme

PADDING = 12
"""Between the number and the right edge of its cell, at 100 per cent."""
_RIGHT = int(Qt.AlignmentFlag.AlignRight) | int(Qt.AlignmentFlag.AlignVCenter)
_CENTER = int(Qt.AlignmentFlag.AlignCenter)
_BLACK, _WHITE = QColor("#000000"), QColor("#FFFFFF")
_BRIGHT = 0.179
"""Luminance from which on black is read better than white."""
_HATCH, _CORNER, _TICK = 6, 8, 5

Span = tuple[int, int, int]
"""A row or column on the viewport: its number, where it begins, and its size."""


class CellColors:
    """The colours of one theme as lists, so that painting a cell is a look-up."""

    def __init__(self, theme: Theme) -> None:
        self.key = theme.key
        self._theme = theme
        self._maps: dict[Kind, tuple[list[QColor], list[QColor]]] = {}

    def of(self, kind: Kind) -> tuple[list[QColor], list[QColor]]:
        """Return grounds and inks by shade; empty lists where there is no colour."""
        if kind not in self._maps:
            table = (
                {Kind.SIGNED: self._theme.signed_lut, Kind.WEIGHTS: self._theme.weights_lut}
                if (kind in (Kind.SIGNED, Kind.WEIGHTS))
                else {}
            )
            grounds = [QColor(*map(int, rgb)) for rgb in table[kind]] if table else []
            self._maps[kind] = (
                grounds,
                [_BLACK if luminance(ground) > _BRIGHT else _WHITE for ground in grounds],
            )
        return self._maps[kind]

    def role(self, role: Role) -> QColor:
        """Return the colour of a role."""
        return self._theme.color(role)


def luminance(color: QColor) -> float:
    """Return the relative luminance of WCAG 2."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class CellPainter:
    """Paints a rectangle of cells; `painted` counts them."""

    def __init__(self) -> None:
        self.painted = 0

    def paint(
        self,
        painter: QPainter,
        model: MatrixModel,
        colors: CellColors,
        rows: Sequence[Span],
        columns: Sequence[Span],
    ) -> None:
        """Paint the cells in which `rows` and `columns` meet. One pixel between them stays free."""
        grounds, inks = colors.of(model.kind)
        plain, ink = colors.role(Role.STAGE), colors.role(Role.INK)
        scale = painter.fontMetrics().height() / 15
        inset, align = (0, _CENTER) if model.kind is Kind.MASK else (round(PADDING * scale), _RIGHT)
        fill, text, pen = painter.fillRect, painter.drawText, painter.setPen
        special: list[tuple[QRect, int, str]] = []
        for row, y, height in rows:
            shades, texts = model.shades(row), model.texts(row)
            for column, x, width in columns:
                shade = shades[column]
                if shade >= 0:
                    fill(x, y, width - 1, height - 1, grounds[shade])
                    pen(inks[shade])
                    text(x, y, width - inset, height - 1, align, texts[column])
                elif shade == UNCOLORED:
                    fill(x, y, width - 1, height - 1, plain)
                    pen(ink)
                    text(x, y, width - inset, height - 1, align, texts[column])
                else:
                    special.append((QRect(x, y, width - 1, height - 1), shade, texts[column]))
        self.painted += len(rows) * len(columns)
        for rect, shade, content in special:
            if shade == NOT_A_NUMBER:
                _paint_not_a_number(painter, colors, rect, content)
            else:
                _paint_masked(painter, colors, rect, content if model.kind is Kind.MASK else "")
        self._paint_changed(painter, model, colors, rows, columns)

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


def _paint_masked(painter: QPainter, colors: CellColors, rect: QRect, content: str) -> None:
    """Hatch a cell; the 0 of a mask stands on a plate."""
    painter.fillRect(rect, colors.role(Role.STAGE))
    hatch(painter, rect, colors.role(Role.MASKED))
    if content:
        side = painter.fontMetrics().height()
        plate = QRect(0, 0, side, min(side, rect.height()))
        plate.moveCenter(rect.center())
        painter.fillRect(plate, colors.role(Role.STAGE))
        painter.setPen(colors.role(Role.INK))
        painter.drawText(plate, _CENTER, content)


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


def hatch(painter: QPainter, rect: QRect, color: QColor) -> None:
    """Draw 45° lines in `rect`; those of neighbouring cells meet."""
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.6))
    step = round(_HATCH * 1.5)
    first = (rect.left() + rect.top()) // step * step
    last = rect.right() + rect.bottom()
    lines = [
        QLine(total - rect.bottom() - 1, rect.bottom() + 1, total - rect.top() + 1, rect.top() - 1)
        for total in range(first, last + step, step)
    ]
    painter.drawLines(lines)
    painter.restore()


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
