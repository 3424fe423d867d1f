"""Paints the cells of a matrix: colours, numbers, hatch, edges, what is not a number, what changed."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath

from app.models.stage_content import Kind, MatrixView
from app.models.stage_measure import SMALL
from app.models.stage_places import Block, Box, Face
from app.theme import Role
from app.widgets.stage.look import Look, font_of
from app.widgets.stage.prepared import Prepared, plate_place
from app.widgets.stage.words import plate_words

_INSET, _RADIUS = 1.5, 2.0
_PLATE_HEIGHT = 26
_CORNER = 8
_DASHES = (4.0, 3.0)


def rect(box: Box) -> QRectF:
    """Return a box as Qt has it."""
    return QRectF(box.x, box.y, box.width, box.height)


def paint_cells(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    """Paint everything inside the edge of a matrix, and the edge."""
    fields = view.editable and block.pixels > 0
    if fields:
        _paint_fields(painter, block, view, prepared, look)
    else:
        painter.drawImage(rect(block.cells), prepared.image)
        if view.kind in (Kind.PLAIN, Kind.MASK):
            _paint_hairlines(painter, block, look)
        _paint_hatch(painter, block, prepared, look)
        _paint_stairs(painter, block, prepared, look)
    if block.pixels:
        _paint_numbers(painter, block, view, prepared, look)
    if not fields or view.is_off:
        pen = look.pen(Role.LINE, 1)
        if view.is_off:
            pen.setDashPattern(_DASHES)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect(block.cells).adjusted(-0.5, -0.5, 0.5, 0.5))
    _paint_odd(painter, block, prepared, look)


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


def _paint_stairs(painter: QPainter, block: Block, prepared: Prepared, look: Look) -> None:
    if not prepared.stairs:
        return
    pen = look.pen(Role.LINE, 1.5)
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    painter.setPen(pen)
    x, y, width, height = block.cells.x, block.cells.y, block.cell_width, block.cell_height
    painter.drawLines(
        [
            QLineF(x + x1 * width, y + y1 * height, x + x2 * width, y + y2 * height)
            for x1, y1, x2, y2 in prepared.stairs
        ]
    )


def _paint_numbers(painter: QPainter, block: Block, view: MatrixView, prepared: Prepared, look: Look) -> None:
    painter.setFont(font_of(Face.TEXT, block.pixels))
    plain = view.kind in (Kind.PLAIN, Kind.MASK)
    black = look.color(Role.INK) if plain else QColor(Qt.GlobalColor.black)
    white = look.color(Role.INK) if plain else QColor(Qt.GlobalColor.white)
    rows, columns = _visible(painter, block)
    texts, count = block.texts, block.columns
    cell_width, x = block.cell_width, block.cells.x
    centres = [x + (column + 0.5) * cell_width for column in columns]
    draw, widths = painter.drawText, look.metrics.widths(Face.TEXT, block.pixels)
    skipped = {row * count + column for row, column, _ in prepared.odd}
    in_white: list[tuple[int, int, str]] = []
    painter.setPen(black)
    for row in rows:
        middle = block.cells.y + (row + 0.5) * block.cell_height
        y = round(look.metrics.baseline(Face.TEXT, block.pixels, middle))
        first = row * count
        for place, centre in zip(range(first + columns.start, first + columns.stop), centres, strict=True):
            text = texts[place]
            if not text or place in skipped:
                continue
            at = round(centre - widths[text] / 2)
            if prepared.white[place]:
                in_white.append((at, y, text))
            else:
                draw(at, y, text)
    painter.setPen(white)
    for at, y, text in in_white:
        draw(at, y, text)


def _paint_odd(painter: QPainter, block: Block, prepared: Prepared, look: Look) -> None:
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


def paint_plate(painter: QPainter, block: Block, view: MatrixView, look: Look) -> None:
    """Write on the hatch what it means, on a plate."""
    if not view.mask_text or view.masked is None or not view.masked.any() or not block.cells.width:
        return
    pixels = round(look.px(SMALL + 1))
    height = look.px(_PLATE_HEIGHT)
    rows = math.ceil((height + look.px(6)) / block.cell_height)
    for words in plate_words(view):
        width = look.metrics.width(words, Face.TEXT, pixels) + look.px(16)
        columns = math.ceil((width + look.px(12)) / block.cell_width)
        found = plate_place(view.masked, rows, columns)
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


def paint_changed(painter: QPainter, block: Block, changed: npt.NDArray[np.bool_], look: Look) -> None:
    """Mark the upper right corner of cells that the last edit changed."""
    side = min(look.px(_CORNER), block.cell_width / 2, block.cell_height / 2)
    if side < 3:
        return
    casing = max(look.scale, 1.0)
    paths = _corners(block.cells, changed.shape, changed.tobytes(), side, casing)
    for role, path in zip((Role.STAGE, Role.CHANGED), paths, strict=True):
        painter.fillPath(path, QBrush(look.color(role)))


@lru_cache(maxsize=32)
def _corners(
    cells: Box, shape: tuple[int, int], changed: bytes, side: float, casing: float
) -> tuple[QPainterPath, QPainterPath]:
    """Return the corners of some cells, and what is left free around them: the same from edit to edit.

    Filling is cheap; the pen of an outline took most of the time of an edit.
    """
    rows, columns = shape
    width, height = cells.width / columns, cells.height / rows
    around, corner = QPainterPath(), QPainterPath()
    for row, column in np.argwhere(np.frombuffer(changed, dtype=bool).reshape(shape)).tolist():
        right, top = cells.x + column * width + width - 1.5, cells.y + row * height + 1.5
        for path, out, long in (
            (around, casing, side + casing * (1 + math.sqrt(2))),
            (corner, 0.0, side),
        ):
            path.moveTo(right - long, top - out)
            path.lineTo(right + out, top - out)
            path.lineTo(right + out, top + long)
            path.closeSubpath()
    return around, corner
