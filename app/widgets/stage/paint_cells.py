"""Paints the cells of a matrix: colours, numbers, hatch, edges, what is not a number, what changed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.models.stage_content import Kind, MatrixView
from app.models.stage_measure import SMALL
from app.models.stage_numbers import shapes
from app.models.stage_places import Block, Box, Face
from app.theme import Role
from app.widgets.stage.layers import Coat, filled, stroked
from app.widgets.stage.look import Look, font_of
from app.widgets.stage.marks import Marks
from app.widgets.stage.numerals import Grid, Numerals, Spot, numerals_of
from app.widgets.stage.prepared import Hatch, plate_place
from app.widgets.stage.scene import Cells
from app.widgets.stage.words import plate_words

_INSET, _RADIUS = 1.5, 2.0
_PLATE_HEIGHT = 26
_CORNER = 8
_LEAST_LINED = 4
_DASHES = (4.0, 3.0)
_ON_COLORS = (QColor(Qt.GlobalColor.black), QColor(Qt.GlobalColor.white))


def rect(box: Box) -> QRectF:
    """Return a box as Qt has it."""
    return QRectF(box.x, box.y, box.width, box.height)


def paint_ground(painter: QPainter, cells: Cells, look: Look) -> None:
    """Paint the colours of a matrix; one without colours is as the stage under it."""
    block, view, prepared = cells
    if is_fields(block, view):
        _paint_fields(painter, cells, look)
    elif prepared.image is not None:
        painter.drawImage(rect(block.cells), prepared.image)


def line_coats(cells: Sequence[Cells], look: Look) -> Iterator[Coat]:
    """Return what lies over the colours: lines between rows, the hatch, and the line around it."""
    plain = [each for each in cells if not is_fields(*each[:2])]
    hatched = [(block, prepared.hatch) for block, _, prepared in plain if prepared.hatch is not None]
    hairlines, stairs = QPainterPath(), QPainterPath()
    for block, view, _ in plain:
        if view.kind in (Kind.PLAIN, Kind.MASK) and block.cell_height >= _LEAST_LINED:
            _add_hairlines(hairlines, block)
    for block, hatch in hatched:
        _add_stairs(stairs, block, hatch)
    yield stroked(hairlines, look.pen(Role.HAIRLINE, 1))
    area = reduce(QRectF.united, [rect(block.cells) for block, _ in hatched], QRectF())
    yield Coat(area, partial(_paint_hatch, hatched=hatched, look=look))
    pen = QPen(look.pen(Role.LINE, 1.5))
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    yield stroked(stairs, pen)


def _add_hairlines(path: QPainterPath, block: Block) -> None:
    for row in range(1, block.rows):
        y = round(block.cells.y + row * block.cell_height) + 0.5
        path.moveTo(block.cells.x, y)
        path.lineTo(block.cells.right, y)


def _paint_hatch(painter: QPainter, hatched: Sequence[tuple[Block, Hatch]], look: Look) -> None:
    for block, hatch in hatched:
        painter.setBrushOrigin(QPointF(block.cells.x, block.cells.y))
        for row, column, count in hatch.runs:
            painter.fillRect(rect(block.span(row, column, row, column + count - 1)), look.hatch)
    painter.setBrushOrigin(QPointF())


def _add_stairs(path: QPainterPath, block: Block, hatch: Hatch) -> None:
    left, top, width, height = block.cells.x, block.cells.y, block.cell_width, block.cell_height
    for x1, y1, x2, y2 in hatch.stairs:
        path.moveTo(left + x1 * width, top + y1 * height)
        path.lineTo(left + x2 * width, top + y2 * height)


def edge_coats(cells: Sequence[Cells], look: Look) -> Iterator[Coat]:
    """Return the edges of matrices, dashed for what is switched off."""
    dashed = QPen(look.pen(Role.LINE, 1))
    dashed.setDashPattern(_DASHES)
    dashed.setDashOffset(0.5)  # the line begins in the middle of a pixel: so its dashes end between two
    for is_off, pen in ((False, look.pen(Role.LINE, 1)), (True, dashed)):
        path = QPainterPath()
        for block, view, _ in cells:
            if view.is_off is is_off and (is_off or not is_fields(block, view)):
                path.addRect(rect(block.cells).adjusted(-0.5, -0.5, 0.5, 0.5))
        if not path.isEmpty():
            yield stroked(path, pen)


def is_fields(block: Block, view: MatrixView) -> bool:
    """Return whether the cells stand apart, as those do that can be typed into."""
    return view.editable and block.pixels > 0


def _visible(block: Block, clip: QRectF | None) -> tuple[range, range]:
    """Return the rows and columns that are really painted."""
    rows, columns = range(block.rows), range(block.columns)
    if clip is None:
        return rows, columns
    width, height = block.cell_width, block.cell_height
    first_row = max(math.floor((clip.top() - block.cells.y) / height), 0)
    last_row = min(math.ceil((clip.bottom() - block.cells.y) / height), block.rows)
    first_column = max(math.floor((clip.left() - block.cells.x) / width), 0)
    last_column = min(math.ceil((clip.right() - block.cells.x) / width), block.columns)
    return rows[first_row:last_row], columns[first_column:last_column]


def _paint_fields(painter: QPainter, cells: Cells, look: Look) -> None:
    """Paint cells that can be edited as separate fields."""
    block, view, prepared = cells
    painter.save()  # Qt draws no glyph run behind a path filled by a texture of another pixel ratio
    painter.setPen(look.pen(Role.LINE, 1))
    inset, radius = _INSET * look.scale, _RADIUS * look.scale
    colors, masked = prepared.colors, view.masked
    plain = look.color(Role.STAGE)
    rows, columns = _visible(block, painter.clipBoundingRect() if painter.hasClipping() else None)
    for row in rows:
        for column in columns:
            box = block.cell(row, column)
            color = plain if colors is None else QColor.fromRgb(int(colors[row, column]))
            is_masked = masked is not None and masked[row, column]
            painter.setBrush(look.hatch if is_masked else color)
            painter.drawRoundedRect(rect(box).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def paint_numbers(painter: QPainter, cells: Cells, look: Look, clip: QRectF | None) -> None:
    """Write the numbers of a matrix, as far as they are seen."""
    block, _view, prepared = cells
    if not block.pixels:
        return
    dark = prepared.dark
    inks = _ON_COLORS if dark is not None else (look.color(Role.INK),)
    numerals = numerals_of(Face.TEXT, block.pixels)
    grid = numerals.grid((block.cells, block.rows, block.columns))
    _spread(grid, cells, numerals, look, clip)
    for line in grid.lines:
        painter.setPen(inks[line.ink])
        numerals.draw(painter, line, block.texts)
    for place, begin in grid.others:
        painter.setFont(font_of(Face.TEXT, block.pixels))
        painter.setPen(inks[0 if dark is None else int(dark.flat[place])])
        painter.drawText(begin, block.texts[place])


def _spread(grid: Grid, cells: Cells, numerals: Numerals, look: Look, clip: QRectF | None) -> None:
    """Tell a grid where glyphs stand, unless as many stand there already as are asked for."""
    block, _view, prepared = cells
    forms, count = shapes(block.texts), block.columns
    dark = b"" if prepared.dark is None else prepared.dark.tobytes()
    asked = (forms, dark, prepared.odd, clip)
    if asked == grid.written:
        return
    grid.written, grid.others = asked, []
    skipped = {row * count + column for row, column, _ in prepared.odd}
    written: tuple[list[int], list[int]] = ([], [])
    places: tuple[list[QPointF], list[QPointF]] = ([], [])
    rows, columns = _visible(block, clip)
    for row in rows:
        first = row * count
        for place in range(first + columns.start, first + columns.stop):
            form = forms[place]
            if not form or place in skipped:
                continue
            known = grid.spots.get(place)
            if known is None or known[0] != form:
                known = grid.spots[place] = (form, _glyphs(block, (place, form), numerals, look))
            if known[1]:
                ink = dark[place] if dark else 0
                written[ink].append(place)
                places[ink].extend(known[1])
            else:
                grid.others.append((place, _begin(block, (place, form), look)))
    grid.lines = [numerals.line(ink, written[ink], places[ink]) for ink in (0, 1) if written[ink]]


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


def paint_odd(painter: QPainter, cells: Cells, look: Look) -> None:
    """Paint NaN and ±∞: a frame, ticks in the corners, the word."""
    block, _view, prepared = cells
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


def plate_coats(cells: Sequence[Cells], marks: Mapping[int, Marks], look: Look) -> Iterator[Coat]:
    """Write on the hatch what it means, on a plate that stands in another row than a chosen cell of it."""
    chosen = {item: marked.chosen for item, marked in marks.items()}
    found = (_plate(block, view, look, chosen.get(block.item)) for block, view, _ in cells)
    plates = [plate for plate in found if plate is not None]
    edges = QPainterPath()
    for box, words in plates:
        edges.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        yield Coat(box, partial(_paint_plate, box=box, words=words, look=look))
    if plates:
        yield stroked(edges, look.pen(Role.LINE, 1))


def _paint_plate(painter: QPainter, box: QRectF, words: str, look: Look) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color(Role.STAGE))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.setPen(look.color(Role.INK))
    look.text(painter, box, words, Face.TEXT, round(look.px(SMALL + 1)))


def _plate(
    block: Block, view: MatrixView, look: Look, chosen: tuple[int, int] | None
) -> tuple[QRectF, str] | None:
    """Return the plate of a matrix and what is written on it; None where nothing is said, or has no room."""
    room = view.masked
    if not view.mask_text or room is None or not room.any():
        return None
    if chosen is not None and room[chosen]:
        room = room.copy()
        room[chosen[0]] = False
    height = look.px(_PLATE_HEIGHT)
    rows = math.ceil((height + look.px(6)) / block.cell_height)
    for words in plate_words(view):
        width = look.metrics.width(words, Face.TEXT, round(look.px(SMALL + 1))) + look.px(16)
        columns = math.ceil((width + look.px(12)) / block.cell_width)
        found = plate_place(room, rows, columns)
        if found is not None:
            area = block.span(found[0], found[1], found[2] - 1, found[3] - 1)
            left = round(area.right - look.px(8) - width)
            return QRectF(left, round(area.y + (area.height - height) / 2), width, height), words
    return None


def changed_coats(changed: Sequence[tuple[Block, npt.NDArray[np.bool_]]], look: Look) -> Iterator[Coat]:
    """Mark the upper right corner of cells that the last edit changed, freed all around.

    Filling is cheap; the pen of an outline took most of the time of an edit.
    """
    for role, casing in ((Role.STAGE, max(look.scale, 1.0)), (Role.CHANGED, 0.0)):
        rows: list[QPainterPath] = []  # each part of a long path costs the more, the longer the path is
        for block, cells in changed:
            least = min(block.cell_width, block.cell_height)
            side = min(look.px(_CORNER), least / 2)
            out = min(casing, (least - side - 1) / (2 + math.sqrt(2)))  # so that they never meet
            for row, columns in enumerate(cells) if side >= 3 else ():
                box = block.span(row, 0, row, block.columns - 1)
                rows.append(_corners(box, columns.tobytes(), side, out))
        yield filled(rows, look.color(role))


@lru_cache(maxsize=1024)
def _corners(row: Box, columns: bytes, side: float, out: float) -> QPainterPath:
    """Return the corners of the cells of a row that changed, wider all around by so much."""
    path = QPainterPath()
    width, long = row.width / len(columns), side + out * (1 + math.sqrt(2))
    for column, is_changed in enumerate(columns):
        if is_changed:
            right, top = row.x + (column + 1) * width - _INSET, row.y + _INSET
            path.moveTo(right - long, top - out)
            path.lineTo(right + out, top - out)
            path.lineTo(right + out, top + long)
            path.closeSubpath()
    return path
