"""All matrices of a step in one row: how wide their cells are, how high, and where the row begins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from app.models.stage_content import Kind, MatrixView, Role
from app.models.stage_line import LINE, Spread, block, caption_lines, reach, signs, spread
from app.models.stage_measure import HEADER_ROW, NAME_ROW, NUMBER, SMALL, Size, Sizer
from app.models.stage_numbers import MOST_TEXTS
from app.models.stage_places import Block, Box, Placement

TALLEST_ROW, LOWEST_OPERAND_ROW, LOWEST_ROW = 36, 18, 14
WIDEST_RESULT = 52
SLOT = 0.62
"""The result begins at this share of the width where all fits, so that it keeps its place between steps."""
WIDEST_THUMBNAIL = 220
_SMALLEST_CELL = 3
_MORE_SLOT = 24

Extent: TypeAlias = tuple[float, float]
"""Width and height there is."""


@dataclass(frozen=True, slots=True)
class Room:
    """How generously things are set; lengths are unscaled."""

    margin: int
    gap: int
    operand: int = 0
    """Least width of an operand's cell; 0: thumbnails."""
    operand_pixels: int = SMALL
    result: int = 44
    thumbnail: int = 18
    numbers: bool = True
    """False where the result is a picture."""


def sizes_of(sizer: Sizer, room: Room, *, only_results: bool) -> list[Size]:
    sizes = []
    for item, view in enumerate(sizer.content.items):
        if isinstance(view, MatrixView) and not (only_results and view.role is Role.OPERAND):
            sizes.append(_size(sizer, item, view, room))
    if only_results and sizes and not sizes[0].row_header:
        shown = replace(sizes[0].view, row_names_shown=True)
        sizes[0].row_header = sizer.row_header(shown)
    return sizes


def _size(sizer: Sizer, item: int, view: MatrixView, room: Room) -> Size:
    size = Size(item, view, row_header=sizer.row_header(view))
    operand = view.role is Role.OPERAND
    if _is_thumbnail(view, room):
        least = 1 if view.values.shape[1] > sizer.px(WIDEST_THUMBNAIL) else _SMALLEST_CELL
        widest = sizer.px(WIDEST_THUMBNAIL) / max(view.values.shape[1], 1)
        size.cell_width = max(min(sizer.px(room.thumbnail), math.floor(widest)), least)
        if view.role is not Role.OPERAND:
            sizer.column_header(size)
            sizer.beside(size)
        return size
    pixels = room.operand_pixels if operand else NUMBER
    size.pixels = sizer.px(pixels)
    number = math.ceil(sizer.number_width(item, pixels))
    least = room.operand if operand else room.result
    if view.role is Role.WORKING:
        least = 48 if view.values.shape[1] == 1 else 36
    size.cell_width = max(sizer.px(least), number + sizer.px(7))
    sizer.column_header(size)
    sizer.beside(size)
    return size


def _is_thumbnail(view: MatrixView, room: Room) -> bool:
    if view.role is Role.OPERAND:
        return not room.operand or (view.kind is Kind.MASK) or view.values.size > MOST_TEXTS
    return not room.numbers


def in_a_row(
    sizer: Sizer, room: Room, extent: Extent, *, scrolling: bool = False, only_results: bool = False
) -> Placement | None:
    """Place everything in one row; None where it is too high and may not scroll."""
    sizes = sizes_of(sizer, room, only_results=only_results)
    top, bottom = heads(sizer, room, sizes)
    if not set_heights(sizer, room, sizes, extent[1] - top - bottom) and not scrolling:
        return None
    result = next(size for size in reversed(sizes) if size.view.role is Role.RESULT or size is sizes[-1])
    margin = sizer.px(room.margin)
    natural = spread(sizer, sizes, margin, room.gap)
    free = extent[0] - natural.end - sizer.px(12)
    if free < 0 and not scrolling:
        return None
    free -= grow(sizer, room, result, free)
    shift = min(max(SLOT * extent[0] - natural.left[result.item], 0.0), max(free, 0.0))
    more = min(math.floor(shift / max(len(natural.slots), 1)), sizer.px(_MORE_SLOT)) if natural.slots else 0
    start = round(margin + shift - more * len(natural.slots))
    places = spread(sizer, sizes, start, room.gap, more)
    tallest = max(size.height for size in sizes)
    middle = round((top + max(extent[1] - bottom, top + tallest)) / 2)
    blocks = [place_block(sizer, size, places, middle, extent[0]) for size in sizes]
    return Placement(
        blocks=tuple(blocks),
        signs=signs(sizer, places, middle),
        width=max(places.end + sizer.px(12), 0.0) if free < 0 else extent[0],
        height=max(top + tallest + bottom, extent[1]),
        scale=sizer.scale,
        decimals=sizer.decimals,
    )


def heads(sizer: Sizer, room: Room, sizes: Sequence[Size]) -> Extent:
    """Return the room over the cells and under them."""
    header = max([size.column_header for size in sizes], default=0.0)
    top = sizer.px(room.margin + NAME_ROW) + max(header, sizer.px(HEADER_ROW))
    bottom = float(sizer.px(room.margin - 4))
    if any(size.view.note for size in sizes):
        bottom = max(bottom, sizer.px(22))
    lines = max((len(caption_lines(sizer, size)) for size in sizes), default=0)
    return top, max(bottom, lines * sizer.px(LINE) + sizer.px(8) if lines else 0)


def set_heights(sizer: Sizer, room: Room, sizes: Sequence[Size], room_height: float) -> bool:
    """Give all cells their height; False where numbers do not fit into it."""
    with_numbers = [size for size in sizes if size.pixels] or [size for size in sizes if size is sizes[-1]]
    rows = max(max(size.rows for size in with_numbers), 1)
    height: float = min(math.floor(room_height / rows), sizer.px(TALLEST_ROW))
    lowest = sizer.px(LOWEST_OPERAND_ROW if room.operand and len(sizes) > 1 else LOWEST_ROW)
    fits = height >= lowest
    if not room.numbers:
        height, fits = max(room_height / rows, _SMALLEST_CELL), True
        height = min(height, sizer.px(LOWEST_ROW)) if rows > 1 else sizer.px(LOWEST_ROW)
    elif not fits:
        height = lowest
    for size in sizes:
        size.cell_height = height
        if not size.pixels and size.rows != rows:
            size.cell_height = min(height, max(room_height / max(size.rows, 1), 1))
        if not room.numbers and size is sizes[-1]:
            size.cell_width = max(min(height * 1.5, size.cell_width), _SMALLEST_CELL)
    return fits


def grow(sizer: Sizer, room: Room, result: Size, free: float) -> float:
    """Widen the result's cells by what is free; return what was used."""
    if free <= 0 or not result.columns or not room.numbers:
        return 0.0
    wanted = max(sizer.px(WIDEST_RESULT), math.ceil(result.cell_width)) - result.cell_width
    more = max(min(wanted, math.floor(free / result.columns)), 0)
    result.cell_width += more
    was = result.column_header
    sizer.column_header(result)
    result.column_header = max(result.column_header, was) if result.turned else result.column_header
    return more * result.columns


def place_block(sizer: Sizer, size: Size, places: Spread, middle: float, end: float) -> Block:
    top = round(middle - size.height / 2)
    cells = Box(places.left[size.item], top, size.width, size.height)
    return block(sizer, size, cells, reach(places, sizer, size, end))
