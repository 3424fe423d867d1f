"""How one chip looks: plain, current query, key, padding, changed."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

from app.theme import Role, ThemeStore
from core.record import Record

HEIGHT = 28
GAP = 4
PADDING = 10
MAX_WIDTH = 200
MIN_WIDTH = 28
_RADIUS = 4.0
_CORNER = 8.0
_INDEX = 0.75
"""Size of a token type beside that of the word."""


class Mark(StrEnum):
    """What the chosen cell says about a token."""

    NONE = "none"
    QUERY = "query"  # its row
    KEY = "key"  # its column


class Chip(Record):
    """One token."""

    word: str
    text: str
    """The word as it is shown: nothing in it is invisible."""
    mark: Mark = Mark.NONE
    is_padding: bool = False
    is_changed: bool = False
    kind: int | None = None
    """Its token type; None where the model has none."""


def chip_width(text: str, font: QFont) -> float:
    """Return the width of a chip; the same whether it is bold or not, so that marking moves nothing."""
    widest = max(
        QFontMetricsF(font).horizontalAdvance(text), QFontMetricsF(_bold(font)).horizontalAdvance(text)
    )
    return max(MIN_WIDTH, min(round(widest) + 2 * PADDING + 2, MAX_WIDTH))


def paint_chip(
    painter: QPainter, box: QRectF, chip: Chip, theme: ThemeStore, *, hovered: bool, focused: bool
) -> None:
    """Draw `chip` into `box`."""
    is_query, is_marked = chip.mark is Mark.QUERY, chip.mark is not Mark.NONE
    ground = Role.ACCENT if is_query else Role.ACCENT_TINT if hovered else Role.STAGE
    ink = Role.ON_ACCENT if is_query else Role.INK
    width = 2.0 if chip.mark is Mark.KEY else 1.0
    half = width / 2
    path = QPainterPath()
    path.addRoundedRect(box.adjusted(half, half, -half, -half), _RADIUS - half, _RADIUS - half)
    painter.fillPath(path, theme.color(ground))
    font = _bold(painter.font()) if is_marked else painter.font()
    if chip.is_padding:
        _paint_hatch(painter, path, theme, Role.ON_ACCENT if is_query else Role.MASKED)
        _paint_plate(painter, box, QFontMetricsF(font).horizontalAdvance(chip.text), theme.color(ground))
    if chip.is_changed:
        _paint_corner(painter, box, path, theme)
    painter.setPen(QPen(theme.color(Role.ACCENT if is_marked else Role.LINE), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    _paint_text(painter, box, chip.text, font, theme.color(ink))
    if chip.kind is not None:
        _paint_kind(painter, box, chip.kind, theme.color(ink))
    if focused:
        paint_ring(painter, box, theme)


def paint_add_chip(
    painter: QPainter, box: QRectF, theme: ThemeStore, *, hovered: bool, focused: bool
) -> None:
    """Draw the dashed chip that adds a token."""
    path = QPainterPath()
    path.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.fillPath(path, theme.color(Role.ACCENT_TINT if hovered else Role.BAND))
    pen = QPen(theme.color(Role.LINE), 1)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.drawPath(path)
    painter.setPen(QPen(theme.color(Role.INK), 1.2))
    middle = box.center()
    painter.drawLine(middle - QPointF(4, 0), middle + QPointF(4, 0))
    painter.drawLine(middle - QPointF(0, 4), middle + QPointF(0, 4))
    if focused:
        paint_ring(painter, box, theme)


def paint_ring(painter: QPainter, box: QRectF, theme: ThemeStore) -> None:
    """Draw the ring that says where the keyboard is."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color(Role.INK), 1.5))
    painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), _RADIUS + 1.5, _RADIUS + 1.5)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


def _paint_text(painter: QPainter, box: QRectF, text: str, font: QFont, color: object) -> None:
    painter.save()
    painter.setFont(font)
    painter.setPen(color)
    room = box.adjusted(PADDING / 2, 0, -PADDING / 2, 0)
    fitting = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideMiddle, box.width() - PADDING - 2)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, fitting)
    painter.restore()


def _paint_kind(painter: QPainter, box: QRectF, kind: int, color: object) -> None:
    """Write the token type small into the lower corner, as an index is written."""
    painter.save()
    font = QFont(painter.font())
    font.setPixelSize(round(QFontInfo(font).pixelSize() * _INDEX))
    painter.setFont(font)
    painter.setPen(color)
    corner = box.adjusted(0, 0, -3, -1)
    painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, str(kind))
    painter.restore()


def _paint_hatch(painter: QPainter, path: QPainterPath, theme: ThemeStore, role: Role) -> None:
    brush = QBrush(theme.color(role), Qt.BrushStyle.BDiagPattern)
    brush.setTransform(QTransform().scale(0.9, 0.9))
    painter.fillPath(path, brush)


def _paint_plate(painter: QPainter, box: QRectF, width: float, color: object) -> None:
    plate = QRectF(0, 0, min(width + 4, box.width() - 8), box.height() - 10)
    plate.moveCenter(box.center())
    painter.fillRect(plate, color)


def _paint_corner(painter: QPainter, box: QRectF, path: QPainterPath, theme: ThemeStore) -> None:
    """Draw the corner mark of what the last edit changed, with a line of stage around it."""
    corner = box.topRight()
    painter.save()
    painter.setClipPath(path)
    painter.setPen(QPen(theme.color(Role.STAGE), 2))
    painter.setBrush(theme.color(Role.CHANGED))
    painter.drawPolygon(QPolygonF([corner - QPointF(_CORNER, 0), corner, corner + QPointF(0, _CORNER)]))
    painter.restore()


def paint_arrow(painter: QPainter, box: QRectF, theme: ThemeStore, *, left: bool) -> None:
    """Draw the arrow at an end of a row that goes on beyond it."""
    painter.fillRect(box.adjusted(0, -4, 0, 4), theme.color(Role.BAND))
    painter.setPen(QPen(theme.color(Role.INK), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    middle, tip = box.center(), -3.0 if left else 3.0
    painter.drawLine(middle + QPointF(tip, 0), middle + QPointF(-tip, -6))
    painter.drawLine(middle + QPointF(tip, 0), middle + QPointF(-tip, 6))
