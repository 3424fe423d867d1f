"""A product in little room: the operands as thumbnails, and the two lit lines worked out below them."""

from __future__ import annotations

import math

from msgspec.structs import replace

from app.models.stage_line import Spread, block, signs, spread
from app.models.stage_measure import NAME_ROW, NUMBER, SMALL, Size, Sizer
from app.models.stage_places import Block, Box, Placement, Table, Worked
from app.models.stage_row import (
    SLOT,
    WIDEST_THUMBNAIL,
    Extent,
    Kept,
    Room,
    grow,
    heads,
    in_a_row,
    middle_of,
    place_block,
    set_heights,
    sizes_of,
)
from app.models.stage_worked import TOTAL_ROW, place_table, table_height
from core.record import Record

_LOWEST_THUMBNAIL = 40
_SMALLEST_CELL, _LEAST_GAP = 3, 14
_UNDER, _UNDER_NOTE = 12, 26
"""Least room between thumbnails and table."""
_WIDTH_STEP = 12
_LOW_TABLE_ROW, _LOW_RESULT_ROW = 22, 26


class _Left(Record):
    """What is left of the result."""

    x: float
    width: float
    usual: float
    """Width that leaves the result where it is in other steps."""
    height: float


def beside(sizer: Sizer, room: Room, extent: Extent, worked: Worked | None) -> Placement | None:
    """Put thumbnails and table at the left, the result at the right; None where that does not fit."""
    sizes = sizes_of(sizer, room)
    operands, result = sizes[:-1], sizes[-1]
    top, bottom = heads(sizer, room, [result], extent[1])
    if not set_heights(sizer, room, [result], extent[1] - top - bottom):
        return None
    margin, end, gap = sizer.px(room.margin), sizer.px(12), sizer.px(2 * room.gap)
    result.row_header = sizer.row_header(replace(result.view, row_names_shown=True))
    beside_result = gap + result.row_header + result.badges + result.bar + end
    left = extent[0] - margin - beside_result - result.width
    free = extent[1] - sizer.px(room.margin + NAME_ROW) - _reserved(sizer, worked)
    if left < sizer.px(WIDEST_THUMBNAIL) or free < sizer.px(_LOWEST_THUMBNAIL):
        return None
    usual = SLOT * extent[0] - result.row_header - gap - margin
    blocks, upper, table = _left_part(sizer, room, _Left(margin, left, usual, extent[1]), operands, worked)
    places = spread(sizer, operands, margin, _gap(room))
    titles = max(entry.cells.x + entry.title.width for entry in blocks) - gap + sizer.px(8)
    furthest_left = max(places.end, table.right if table else 0.0, titles)
    used = max(furthest_left - margin, sizer.px(WIDEST_THUMBNAIL))
    if used > left:
        return None
    grow(sizer, room, result, left - used)
    furthest = extent[0] - end - result.bar - result.badges - result.width
    at = round(max(margin + used + gap + result.row_header, min(furthest, SLOT * extent[0])))
    middle = middle_of(sizer, top, bottom, result.height, extent[1])
    cells = Box(at, round(middle - result.height / 2), result.width, result.height)
    blocks.append(block(sizer, result, cells, extent[0] - at))
    return Placement(
        blocks=tuple(blocks),
        signs=signs(sizer, places, upper),
        width=extent[0],
        height=extent[1],
        scale=sizer.scale,
        decimals=sizer.decimals,
        table=table,
    )


def across(sizer: Sizer, room: Room, extent: Extent, worked: Worked | None) -> Placement | None:
    """Put thumbnails and result above, and the table with all its columns across the width below them."""
    if worked is None:
        return None
    below = table_height(sizer) + sizer.px(24)
    placement = beside(sizer, room, (extent[0], extent[1] - below), None)
    if placement is None or placement.blocks[-1].cell_height < sizer.px(_LOW_RESULT_ROW):
        return None
    margin = sizer.px(room.margin)
    area = (margin, extent[1] - below + sizer.px(8), extent[0] - 2 * margin)
    table = place_table(sizer, worked, area)
    if table is None or table.shown < worked.left.size:
        return None
    return replace(placement, height=extent[1], table=table)


def _gap(room: Room) -> int:
    """Return the room at a sign between thumbnails."""
    return max(room.gap, _LEAST_GAP)


def _reserved(sizer: Sizer, worked: Worked | None) -> float:
    """Return the height that thumbnails leave free below them."""
    return sizer.px(24) if worked is None else table_height(sizer) + sizer.px(40)


def _left_part(
    sizer: Sizer, room: Room, area: _Left, operands: list[Size], worked: Worked | None
) -> tuple[list[Block], float, Table | None]:
    """Return the thumbnails, their common middle and the table."""
    made = _thumbnails_and_table(sizer, room, area, operands, worked, 0)
    table = made[2]
    if table is None or table.total_below or not table.worked.total or table.shown == table.worked.left.size:
        return made
    lower = _thumbnails_and_table(sizer, room, area, operands, worked, sizer.px(TOTAL_ROW))
    if lower[2] is not None and lower[2].shown > table.shown:
        return lower
    return _thumbnails_and_table(sizer, room, area, operands, worked, 0)


def _thumbnails_and_table(
    sizer: Sizer, room: Room, area: _Left, operands: list[Size], worked: Worked | None, spared: int
) -> tuple[list[Block], float, Table | None]:
    """Return the thumbnails, by `spared` lower than they may be, their common middle and the table."""
    name, table_high = sizer.px(room.margin + NAME_ROW), table_height(sizer)
    height = max(area.height - name - _reserved(sizer, worked) - spared, sizer.px(_LOWEST_THUMBNAIL))
    _shrink(sizer, room, operands, (area.width, height))
    places = _with_shapes(sizer, room, operands, area.width)
    upper = round(name + max(size.height for size in operands) / 2)
    end = min(places.end + sizer.px(60), area.x + area.width + sizer.px(2 * room.gap - 8))
    blocks = [place_block(sizer, size, places, upper, end) for size in operands]
    if worked is None:
        return blocks, upper, None
    notes = any(entry.title.note_below for entry in blocks)
    lowest = max(entry.cells.bottom for entry in blocks)
    y = round(min(area.height - table_high - sizer.px(16), lowest + sizer.px(40)))
    with_total = round(area.height - table_high - sizer.px(TOTAL_ROW + 8))
    below = with_total >= lowest + sizer.px(_UNDER_NOTE if notes else _UNDER)
    table = _table(sizer, worked, area, y, below=below)
    if table is not None and table.total_below and y > with_total:
        table = _table(sizer, worked, area, with_total, below=True)
    return blocks, upper, table


def _table(sizer: Sizer, worked: Worked, area: _Left, y: float, *, below: bool) -> Table | None:
    """Return the table, so narrow that the result keeps its usual place where nothing is lost by that."""
    widest = place_table(sizer, worked, (area.x, y, area.width), below=below)
    if widest is None:
        return None
    written = _written(sizer, widest)
    for width in range(round(min(area.usual, area.width)), round(area.width), sizer.px(_WIDTH_STEP)):
        table = place_table(sizer, worked, (area.x, y, width), below=below)
        if table is None or table.shown < widest.shown or table.worked.total != widest.worked.total:
            continue
        if _written(sizer, table) == written:
            return table
    return widest


def _written(sizer: Sizer, table: Table) -> int:
    """Return how many headers of a table can be written in full."""
    return sum(sizer.width(text, NUMBER) <= table.cell_width - 2 for text in table.worked.headers)


def _with_shapes(sizer: Sizer, room: Room, operands: list[Size], width: float) -> Spread:
    """Spread thumbnails so that their shapes can be written, where there is room."""
    margin = sizer.px(room.margin)
    for size in operands:
        shape = size.view.shape_text.partition(" · ")[0]
        named = sizer.name_only(size.view) + sizer.px(8) + sizer.width(shape, SMALL)
        size.beside = max(named + sizer.px(10) - size.width - sizer.px(2 * _gap(room)), 0.0)
    places = spread(sizer, operands, margin, _gap(room))
    if places.end <= margin + width:
        return places
    for size in operands:
        size.beside = 0.0
    return spread(sizer, operands, margin, _gap(room))


def _shrink(sizer: Sizer, room: Room, operands: list[Size], extent: Extent) -> None:
    """Make thumbnails of equal cells that fit an area."""
    columns = sum(size.columns for size in operands)
    rows = max(1, *(size.rows for size in operands))
    between = len(operands) * sizer.px(2 * _gap(room) + 4) + len(operands) * sizer.px(8)
    width = max(min(sizer.px(room.thumbnail), (extent[0] - between) / max(columns, 1)), 1)
    height = max(min(sizer.px(room.thumbnail), extent[1] / rows), 1)
    for size in operands:
        size.row_header = 0.0
        size.column_header = 0.0
        size.pixels = 0
        size.cell_width = math.floor(width) if width >= _SMALLEST_CELL else width
        size.cell_height = height


def under(sizer: Sizer, room: Room, extent: Extent, worked: Worked | None) -> Placement | None:
    """Leave the operands out and put the table under the result."""
    if worked is None:
        return None
    below = table_height(sizer, _LOW_TABLE_ROW) + sizer.px(20)
    placement = in_a_row(sizer, room, (extent[0], extent[1] - below), kept=Kept.NO_OPERANDS)
    if placement is None or placement.height > extent[1] - below:
        return None
    x = placement.blocks[0].cells.x - placement.blocks[0].row_header
    y = extent[1] - below + sizer.px(8)
    table = place_table(sizer, worked, (x, y, extent[0] - x - sizer.px(12)), row=_LOW_TABLE_ROW)
    return replace(placement, height=extent[1], table=table) if table else None
