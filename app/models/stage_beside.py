"""A product in little room: the operands as thumbnails, and the two lit lines worked out below them."""

from __future__ import annotations

import math
from dataclasses import replace

from app.models.stage_line import block, signs, spread
from app.models.stage_measure import NAME_ROW, Size, Sizer
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
    place_block,
    set_heights,
    sizes_of,
)
from app.models.stage_worked import place_table, table_height

_LOWEST_THUMBNAIL = 40
_SMALLEST_CELL = 3


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
    free = extent[1] - sizer.px(room.margin + NAME_ROW) - table_height(sizer) - sizer.px(40)
    if left < sizer.px(WIDEST_THUMBNAIL) or free < sizer.px(_LOWEST_THUMBNAIL):
        return None
    blocks, upper, table = _left_part(sizer, room, (left, extent[1]), operands, worked)
    places = spread(sizer, operands, margin, room.gap)
    used = max(places.end - margin, table.right - margin if table else 0.0, sizer.px(WIDEST_THUMBNAIL))
    if used > left:
        return None
    grow(sizer, room, result, left - used)
    furthest = extent[0] - end - result.bar - result.badges - result.width
    at = round(max(margin + used + gap + result.row_header, min(furthest, SLOT * extent[0])))
    middle = (top + extent[1] - bottom) / 2
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


def _left_part(
    sizer: Sizer, room: Room, extent: Extent, operands: list[Size], worked: Worked | None
) -> tuple[list[Block], float, Table | None]:
    """Return the thumbnails, their common middle and the table."""
    margin, name = sizer.px(room.margin), sizer.px(room.margin + NAME_ROW)
    _shrink(sizer, room, operands, (extent[0], extent[1] - name - table_height(sizer) - sizer.px(40)))
    places = spread(sizer, operands, margin, room.gap)
    upper = round(name + max(size.height for size in operands) / 2)
    blocks = [place_block(sizer, size, places, upper, places.end + sizer.px(60)) for size in operands]
    if worked is None:
        return blocks, upper, None
    lowest = max(entry.cells.bottom for entry in blocks)
    y = round(min(extent[1] - table_height(sizer) - sizer.px(16), lowest + sizer.px(40)))
    return blocks, upper, place_table(sizer, worked, margin, y, extent[0])


def _shrink(sizer: Sizer, room: Room, operands: list[Size], extent: Extent) -> None:
    """Make thumbnails of equal cells that fit an area."""
    columns = sum(size.columns for size in operands)
    rows = max(1, *(size.rows for size in operands))
    between = len(operands) * sizer.px(2 * room.gap + 4) + len(operands) * sizer.px(8)
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
    below = table_height(sizer) + sizer.px(24)
    placement = in_a_row(sizer, room, (extent[0], extent[1] - below), kept=Kept.NO_OPERANDS)
    if placement is None or placement.height > extent[1] - below:
        return None
    x = placement.blocks[0].cells.x - placement.blocks[0].row_header
    table = place_table(sizer, worked, x, extent[1] - below + sizer.px(8), extent[0] - x - sizer.px(12))
    return replace(placement, height=extent[1], table=table) if table else None
