"""Paints what lies over the cells: what is lit and chosen, handles, the hint; and the little table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from app.models.stage_content import Kind
from app.models.stage_measure import HANDLE, NUMBER
from app.models.stage_places import Block, Box, Face, Table
from app.theme import Role
from app.widgets.stage.layers import Coat, stroked
from app.widgets.stage.look import Look
from app.widgets.stage.marks import Marks
from app.widgets.stage.paint_cells import rect
from app.widgets.stage.prepared import shades

_LOW_CELL = 18
_HANDLE_OFF, _HANDLE_HEIGHT, _HANDLE_BETWEEN = 3, 40, 10


def handle_box(block: Block, row: int, column: int, scale: float) -> Box:
    """Return where the handle of a cell stands: right of it, or between it and its neighbour.

    There it is slimmer, for it must hide no digit of either.
    """
    cell = block.cell(row, column)
    height = min(cell.height - 4, _HANDLE_HEIGHT * scale)
    top = cell.y + (cell.height - height) / 2
    if column < block.columns - 1:
        width = _HANDLE_BETWEEN * scale
        return Box(cell.right - width / 2, top, width, height)
    return Box(cell.right + _HANDLE_OFF * scale, top, HANDLE * scale, height)


def lit_coats(lit: Sequence[tuple[Block, Marks]], look: Look) -> Iterator[Coat]:
    """Outline lit rows and columns, cased on both sides; the chosen cell and the linked one over them."""
    boxes = [rect(block.span(*span)) for block, marks in lit for span in marks.spans]
    yield from _outlines(boxes, ((Role.STAGE, 4), (Role.ACCENT, 2)), look)
    for block, marks in lit:
        if marks.link is not None:
            box = rect(block.span(*marks.link))
            yield from _outlines([box], ((Role.STAGE, 6), (Role.ACCENT, 3.5)), look)
        if marks.chosen is not None:
            yield from _chosen(block, marks.chosen, look)


def _outlines(boxes: list[QRectF], pens: tuple[tuple[Role, float], ...], look: Look) -> Iterator[Coat]:
    path = QPainterPath()
    for box in boxes:
        path.addRect(box)
    for role, width in pens:
        yield stroked(path, look.pen(role, width))


def _chosen(block: Block, chosen: tuple[int, int], look: Look) -> Iterator[Coat]:
    box = rect(block.cell(*chosen))
    outer, inner = (3 * look.scale, 1.5 * look.scale) if block.pixels else (2.0, 1.0)
    if block.cell_height < _LOW_CELL * look.scale:  # no thicker: it would hide the heads of the digits
        outer, inner = 2.0, 1.0
    inset = outer / 2 + inner / 2
    inside = box.adjusted(inset, inset, -inset, -inset)
    yield from _outlines([inside], ((Role.STAGE, inner / look.scale),), look)
    yield from _outlines([box], ((Role.INK, outer / look.scale),), look)


def paint_handle(painter: QPainter, box: Box, look: Look) -> None:
    """Paint ↕ on a plate."""
    painter.setPen(look.pen(Role.STAGE, 1))
    painter.setBrush(look.color(Role.ACCENT))
    painter.drawRoundedRect(rect(box), 2, 2)
    x, half = box.x + box.width / 2, box.width * 0.24
    reach = min(box.height * 0.32, 12 * look.scale)
    middle = box.y + box.height / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color(Role.ON_ACCENT))
    for way in (-1, 1):
        tip, base = middle + way * (reach + half * 0.5), middle + way * (reach - half * 0.6)
        painter.drawPolygon(QPolygonF([QPointF(x, tip), QPointF(x - half, base), QPointF(x + half, base)]))
    if reach > half * 1.2:
        painter.setPen(look.pen(Role.ON_ACCENT, 1.8))
        painter.drawLine(QLineF(x, middle - reach + half, x, middle + reach - half))


def paint_hint(
    painter: QPainter, block: Block, cell: tuple[int, int], text: str, extent: tuple[QRectF, Look]
) -> None:
    """Paint “drag me” on a plate under the matrix, with a line to the handle."""
    area, look = extent
    handle = handle_box(block, *cell, look.scale)
    pixels = round(look.px(NUMBER))
    width = look.metrics.width(text, Face.BOLD, pixels) + look.px(28)
    height = look.px(26)
    x = round(handle.x + handle.width / 2)
    top = min(block.cells.bottom + look.px(22), area.bottom() - height - 2)
    top = round(max(top, handle.bottom + look.px(4)))
    left = max(area.left() + 2, round(x + look.px(2) - width))
    painter.setPen(look.pen(Role.STAGE, 4))
    painter.drawLine(QLineF(x, handle.bottom + look.px(2), x, top))
    painter.setPen(look.pen(Role.ACCENT, 2))
    painter.drawLine(QLineF(x, handle.bottom + look.px(4), x, top + 1))
    box = QRectF(left, top, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color(Role.ACCENT))
    painter.drawRoundedRect(box, 2, 2)
    painter.setPen(look.color(Role.ON_ACCENT))
    look.text(painter, box, text, Face.BOLD, pixels)


# The lit lines, worked out


def paint_table(painter: QPainter, table: Table, look: Look) -> None:
    """Paint two lines below each other, their products and the sum."""
    worked, cells = table.worked, table.cells
    shown = table.shown if table.shown == worked.left.size else table.shown - 1
    middles = [
        cells.y + table.row_height / 2,
        cells.bottom - table.row_height / 2,
        cells.bottom + look.px(6) + table.row_height / 2,
    ]
    font = (Face.TEXT, table.pixels)
    for number, (label, middle) in enumerate(zip(worked.labels, middles, strict=True)):
        painter.setPen(look.color(Role.INK_SOFT if number == 2 else Role.INK))
        left = cells.x - look.px(10) - look.metrics.width(label, *font)
        look.line(painter, left, middle, label, font)
    painter.setPen(look.color(Role.INK))
    for column, header in enumerate(worked.headers[:shown]):
        box = QRectF(
            cells.x + column * table.cell_width, cells.y - look.px(22), table.cell_width, look.px(20)
        )
        text = look.metrics.elided(header, Face.TEXT, table.pixels, round(table.cell_width - look.px(2)))
        look.text(painter, box, text, Face.TEXT, table.pixels)
    _paint_line(painter, table, 0, shown, look)
    _paint_line(painter, table, 1, shown, look)
    painter.setPen(look.pen(Role.LINE, 1))
    rule = round(cells.bottom + look.px(3)) + 0.5
    painter.drawLine(QLineF(cells.x, rule, cells.right, rule))
    painter.setPen(look.color(Role.INK))
    for column, text in enumerate(table.texts[2][:shown]):
        box = QRectF(cells.x + column * table.cell_width, middles[2] - 10, table.cell_width, 20)
        look.text(painter, box, text, Face.TEXT, table.pixels)
    if shown < table.shown:
        for middle in middles:
            box = QRectF(cells.x + shown * table.cell_width, middle - 10, table.cell_width, 20)
            look.text(painter, box, "…", Face.TEXT, table.pixels)
    total_middle = middles[2] + table.total_below
    look.line(painter, table.total_at, total_middle, worked.total, (Face.BOLD, table.pixels))


def _paint_line(painter: QPainter, table: Table, number: int, shown: int, look: Look) -> None:
    worked, texts = table.worked, table.texts[number]
    values = (worked.left, worked.right)[number]
    kind = (worked.left_kind, worked.right_kind)[number]
    bar = (worked.left_bar, worked.right_bar)[number]
    y = (table.cells.y, table.cells.bottom - table.row_height)[number]
    with_color = kind in (Kind.SIGNED, Kind.WEIGHTS)
    shade = shades(values[:shown], kind, bar)
    colors, dark = (table[shade] for table in look.inked(kind))
    finite = np.isfinite(values)
    for column in range(shown):
        box = QRectF(table.cells.x + column * table.cell_width, y, table.cell_width, table.row_height)
        colored = with_color and bool(finite[column])
        if colored:
            painter.fillRect(box, QColor.fromRgb(int(colors[column])))
        ink = QColor(Qt.GlobalColor.white if dark[column] else Qt.GlobalColor.black)
        painter.setPen(ink if colored else look.color(Role.INK))
        look.text(painter, box, texts[column], Face.TEXT, table.pixels)
    painter.setPen(look.pen(Role.LINE, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(
        QRectF(table.cells.x, y, table.cell_width * table.shown, table.row_height).adjusted(
            -0.5, -0.5, 0.5, 0.5
        )
    )
