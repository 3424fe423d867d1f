"""Paints the cells of a matrix: colours, numbers, hatch, edges, what is not a number, what changed."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from app.models.stage_content import Kind, MatrixView
from app.models.stage_measure import SMALL
from app.models.stage_numbers import shapes
from app.models.stage_places import Block, Box, Face
from app.theme import Role
from app.widgets.stage.look import Look, font_of
from app.widgets.stage.numerals import Numerals, Spot, numerals_of
from app.widgets.stage.prepared import Prepared, Segment, plate_place
from app.widgets.stage.words import plate_words

_INSET, _RADIUS = 1.5, 2.0
_PLATE_HEIGHT = 26
_CORNER = 8
_DASHES = (4.0, 3.0)


def rect(box: Box) -> QRectF:
    """Return a box as Qt has it."""
    return QRectF(box.x, box.y, box.width, box.height)


def paint_ground(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    """Paint the colours of a matrix; one without colours is as the stage under it."""
    if is_fields(block, view):
        _paint_fields(painter, block, view, prepared, look)
    elif view.kind in (Kind.SIGNED, Kind.WEIGHTS):
        painter.drawImage(rect(block.cells), prepared.image)


def paint_lines(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    """Paint what lies over the colours and stays where it is: lines between rows, and the hatch."""
    if is_fields(block, view):
        return
    if view.kind in (Kind.PLAIN, Kind.MASK):
        _paint_hairlines(painter, block, look)
    _paint_hatch(painter, block, prepared, look)


def paint_edge(painter: QPainter, block: Block, view: MatrixView, look: Look) -> None:
    """Paint the edge of a matrix, dashed for what is switched off."""
    if is_fields(block, view) and not view.is_off:
        return
    pen = QPen(look.pen(Role.LINE, 1))
    if view.is_off:
        pen.setDashPattern(_DASHES)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect(block.cells).adjusted(-0.5, -0.5, 0.5, 0.5))


def is_fields(block: Block, view: MatrixView) -> bool:
    """Return whether the cells stand apart, as those do that can be typed into."""
    return view.editable and block.pixels > 0


def _visible(painter: QPainter, block: Block) -> tuple[range, range]:
    """Return the rows and columns that are really painted."""
    rows, columns = range(block.rows), range(block.columns)
    if not painter.hasClipping():
        return rows, columns
    clip = painter.clipBoundingRect()
    width, height = block.cell_width, block.cell_height
    first_row = max(math.floor((clip.top() - block.cells.y) / height), 0)
    last_row = min(math.ceil((clip.bottom() - block.cells.y) / height), block.rows)
    first_column = max(math.floor((clip.left() - block.cells.x) / width), 0)
    last_column = min(math.ceil((clip.right() - block.cells.x) / width), block.columns)
    return rows[first_row:last_row], columns[first_column:last_column]


def _paint_fields(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    """Paint cells that can be edited as separate fields."""
    painter.save()  # Qt draws no glyph run behind a path filled by a texture of another pixel ratio
    painter.setPen(look.pen(Role.LINE, 1))
    inset, radius = _INSET * look.scale, _RADIUS * look.scale
    colors, masked = prepared.colors, view.masked
    rows, columns = _visible(painter, block)
    for row in rows:
        for column in columns:
            box = block.cell(row, column)
            is_masked = masked is not None and masked[row, column]
            painter.setBrush(look.hatch if is_masked else QColor.fromRgb(int(colors[row, column])))
            painter.drawRoundedRect(rect(box).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def _paint_hatch(painter: QPainter, block: Block, prepared: Prepared, look: Look) -> None:
    if not prepared.hatched:
        return
    painter.setBrushOrigin(QPointF(block.cells.x, block.cells.y))
    for row, column, count in prepared.hatched:
        painter.fillRect(rect(block.span(row, column, row, column + count - 1)), look.hatch)
    painter.setBrushOrigin(QPointF())


def _paint_hairlines(painter: QPainter, block: Block, look: Look) -> None:
    painter.setPen(look.pen(Role.HAIRLINE, 1))
    cells = block.cells
    lines = []
    for row in range(1, block.rows):
        y = round(cells.y + row * block.cell_height) + 0.5
        lines.append(QLineF(cells.x, y, cells.right, y))
    if block.cell_height >= 4:
        painter.drawLines(lines)


def paint_stairs(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    """Paint the line between masked cells and others."""
    if not prepared.stairs or is_fields(block, view):
        return
    pen = QPen(look.pen(Role.LINE, 1.5))
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    painter.setPen(pen)
    painter.drawLines(_lines(block.cells, block.rows, block.columns, prepared.stairs))


@lru_cache(maxsize=32)
def _lines(cells: Box, rows: int, columns: int, segments: tuple[Segment, ...]) -> list[QLineF]:
    """Return lines told in cells, which stay where they are while numbers change."""
    width, height = cells.width / max(columns, 1), cells.height / max(rows, 1)
    return [
        QLineF(cells.x + x1 * width, cells.y + y1 * height, cells.x + x2 * width, cells.y + y2 * height)
        for x1, y1, x2, y2 in segments
    ]


def paint_numbers(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    """Write the numbers of a matrix."""
    if not block.pixels:
        return
    plain = view.kind in (Kind.PLAIN, Kind.MASK)
    inks = [
        look.color(Role.INK) if plain else QColor(Qt.GlobalColor.black),
        look.color(Role.INK) if plain else QColor(Qt.GlobalColor.white),
    ]
    painter.setFont(font_of(Face.TEXT, block.pixels))
    numerals = numerals_of(Face.TEXT, block.pixels)
    grid = numerals.grid((block.cells, block.rows, block.columns))
    texts, count, forms = block.texts, block.columns, shapes(block.texts)
    white, skipped = prepared.white, {row * count + column for row, column, _ in prepared.odd}
    written: tuple[list[str], list[str]] = ([], [])
    places: tuple[list[QPointF], list[QPointF]] = ([], [])
    rows, columns = _visible(painter, block)
    for row in rows:
        first = row * count
        for place in range(first + columns.start, first + columns.stop):
            text = texts[place]
            if not text or place in skipped:
                continue
            spot = (place, forms[place])
            known = grid.spots.get(place)
            if known is None or known[0] != spot[1]:
                known = grid.spots[place] = (spot[1], _glyphs(block, spot, numerals, look))
            glyphs = known[1]
            ink = 1 if white[place] else 0
            if glyphs:
                written[ink].append(text)
                places[ink].extend(glyphs)
            else:
                painter.setPen(inks[ink])
                painter.drawText(_begin(block, spot, look), text)
    for ink, color in enumerate(inks):
        if written[ink]:
            painter.setPen(color)
            numerals.draw(painter, grid, ink, written[ink], places[ink])


def _glyphs(block: Block, spot: Spot, numerals: Numerals, look: Look) -> list[QPointF]:
    """Return where the glyphs of a number stand, none where it is not made of digits alone."""
    if not numerals.knows(spot[1]):
        return []
    begin = _begin(block, spot, look)
    return numerals.spread(begin.x(), begin.y(), spot[1])


def _begin(block: Block, spot: Spot, look: Look) -> QPointF:
    """Return where a number begins that stands in the middle of its cell."""
    row, column = divmod(spot[0], block.columns)
    width = look.metrics.width(spot[1], Face.TEXT, block.pixels)
    middle = block.cells.y + (row + 0.5) * block.cell_height
    x = round(block.cells.x + (column + 0.5) * block.cell_width - width / 2)
    return QPointF(x, round(look.metrics.baseline(Face.TEXT, block.pixels, middle)))


def paint_odd(painter: QPainter, block: Block, prepared: Prepared, look: Look) -> None:
    """Paint NaN and ±∞: a frame, ticks in the corners, the word."""
    for row, column, word in prepared.odd[:4096]:
        box = rect(block.cell(row, column))
        width = 2 * look.scale
        painter.setPen(look.pen(Role.REFUSED, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = box.adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRect(inner)
        if not block.pixels:
            continue
        tick = min(inner.width(), inner.height()) * 0.26
        painter.setPen(look.pen(Role.REFUSED, 1.2))
        for corner, right, down in (
            (inner.topLeft(), 1, 1),
            (inner.topRight(), -1, 1),
            (inner.bottomLeft(), 1, -1),
            (inner.bottomRight(), -1, -1),
        ):
            painter.drawLine(corner, corner + QPointF(right * tick, down * tick))
        painter.setPen(look.color(Role.INK))
        look.text(painter, box, word, Face.BOLD, block.pixels)


def paint_plate(
    painter: QPainter,
    block: Block,
    view: MatrixView,
    look: Look,
    chosen: tuple[int, int] | None = None,
) -> None:
    """Write on the hatch what it means, on a plate that stands in another row than a chosen cell of it."""
    if not view.mask_text or view.masked is None or not view.masked.any() or not block.cells.width:
        return
    room = view.masked
    if chosen is not None and room[chosen]:
        room = room.copy()
        room[chosen[0]] = False
    pixels = round(look.px(SMALL + 1))
    height = look.px(_PLATE_HEIGHT)
    rows = math.ceil((height + look.px(6)) / block.cell_height)
    for words in plate_words(view):
        width = look.metrics.width(words, Face.TEXT, pixels) + look.px(16)
        columns = math.ceil((width + look.px(12)) / block.cell_width)
        found = plate_place(room, rows, columns)
        if found is not None:
            break
    else:
        return
    area = block.span(found[0], found[1], found[2] - 1, found[3] - 1)
    box = QRectF(
        round(area.right - look.px(8) - width), round(area.y + (area.height - height) / 2), width, height
    )
    painter.setPen(look.pen(Role.LINE, 1))
    painter.setBrush(look.color(Role.STAGE))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.setPen(look.color(Role.INK))
    look.text(painter, box, words, Face.TEXT, pixels)


def paint_changed(
    painter: QPainter, block: Block, changed: npt.NDArray[np.bool_], look: Look, role: Role
) -> None:
    """Mark the upper right corner of cells that the last edit changed, or (`Role.STAGE`) free it all around.

    Filling is cheap; the pen of an outline took most of the time of an edit.
    """
    side = min(look.px(_CORNER), block.cell_width / 2, block.cell_height / 2)
    if side < 3:
        return
    casing = max(look.scale, 1.0)
    is_corner = role is Role.CHANGED
    out, long = (0.0, side) if is_corner else (casing, side + casing * (1 + math.sqrt(2)))
    path = QPainterPath()
    for row, column in np.argwhere(changed).tolist():
        cell = block.cell(row, column)
        right, top = cell.right - _INSET, cell.y + _INSET
        path.moveTo(right - long, top - out)
        path.lineTo(right + out, top - out)
        path.lineTo(right + out, top + long)
        path.closeSubpath()
    painter.fillPath(path, QBrush(look.color(role)))
