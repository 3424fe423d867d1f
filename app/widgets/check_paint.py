"""How the cells of a mask look: a box to tick, or hatched where the model leaves nothing to tick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from app.models.cell_faces import CLOSED, MASKED
from app.models.matrix_model import MatrixModel
from app.theme import Role
from app.widgets.hatching import hatch

if TYPE_CHECKING:
    from app.widgets.grid_paint import CellColors, Span

_SIDE = 0.85
"""Of a box, as a share of the height of the font."""
_TICK = ((0.22, 0.52), (0.43, 0.73), (0.80, 0.27))


def check_box(cell: QRect, font_height: int) -> QRect:
    """Return where the box stands in a cell."""
    side = min(round(font_height * _SIDE), cell.height() - 4, cell.width() - 4)
    box = QRect(0, 0, side, side)
    box.moveCenter(cell.center())
    return box


def paint_checks(
    painter: QPainter,
    model: MatrixModel,
    colors: CellColors,
    rows: Sequence[Span],
    columns: Sequence[Span],
) -> None:
    """Paint the cells of a mask: ticked may look, empty may not, hatched never may."""
    first, last = columns[0][0], columns[-1][0]
    height = painter.fontMetrics().height()
    ticked: list[QRect] = []
    empty: list[QRect] = []
    left, right = columns[0][1], columns[-1][1] + columns[-1][2]
    for row, y, row_height in rows:
        painter.fillRect(left, y, right - left, row_height, colors.role(Role.HAIRLINE))
        for (_, x, width), shade in zip(columns, model.shades(row, first, last), strict=True):
            cell = QRect(x, y, width - 1, row_height - 1)
            painter.fillRect(cell, colors.role(Role.STAGE))
            if shade == CLOSED:
                hatch(painter, cell, colors.role(Role.MASKED))
            else:
                (empty if shade == MASKED else ticked).append(check_box(cell, height))
    paint_boxes(painter, colors, ticked, empty)


def paint_boxes(painter: QPainter, colors: CellColors, ticked: list[QRect], empty: list[QRect]) -> None:
    """Draw boxes with and without a tick."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for boxes, ground, line in ((empty, Role.STAGE, Role.LINE), (ticked, Role.ACCENT_TINT, Role.ACCENT)):
        painter.setBrush(colors.role(ground))
        painter.setPen(QPen(colors.role(line), 1.2))
        for box in boxes:
            painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
    pen = QPen(colors.role(Role.INK), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for box in ticked:
        painter.drawPolyline(_tick(box.toRectF()))
    painter.restore()


def _tick(box: QRectF) -> QPolygonF:
    points = [QPointF(box.x() + box.width() * x, box.y() + box.height() * y) for x, y in _TICK]
    return QPolygonF(points)


def is_in_box(cell: QRect, font_height: int, at: QPoint) -> bool:
    """Return whether a click at `at` ticks the box of a cell; a little beside it does as well."""
    return check_box(cell, font_height).adjusted(-2, -2, 2, 2).contains(at)
