"""All matrices of a step in one row: how wide their cells are, how high, and where the row begins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias

from msgspec.structs import replace

from app.models.stage_content import Kind, MatrixView, Role
from app.models.stage_line import LINE, Spread, block, caption_lines, reach, signs, spread, with_common_names
from app.models.stage_measure import (
    HEADER_ROW,
    LABEL_GAP,
    LEAST_LABEL_GAP,
    NAME_ROW,
    NUMBER,
    SMALL,
    Size,
    Sizer,
)
from app.models.stage_numbers import MOST_TEXTS
from app.models.stage_places import Block, Box, Placement
from core.record import Record

TALLEST_ROW, LOWEST_OPERAND_ROW, LOWEST_ROW = 36, 18, 14
WIDEST_RESULT, WIDEST_LABEL = 52, 92
SLOT = 0.62
"""The result begins at this share of the width where all fits, so that it keeps its place between steps."""
WIDEST_THUMBNAIL = 220
_SMALLEST_CELL = 2
_MORE_SLOT = 24
_LOW_MARGIN, _LOW_ROW, LEAST_BOTTOM = 12, 26, 12

Extent: TypeAlias = tuple[float, float]
"""Width and height there is."""


class Room(Record):
    """How generously things are set; lengths are unscaled."""

    margin: int
    gap: int
    operand: int = 0
    """Least width of an operand's cell; 0: thumbnails."""
    operand_pixels: int = SMALL
    result: int = 44
    thumbnail: int = 18
    working: int = 36
    """Least width of a working's cell."""
    label_gap: int = LABEL_GAP
    """Between headers."""
    widest_label: int = WIDEST_RESULT
    """Cells become so wide for their headers not to turn."""
    numbers: bool = True
    """False where the result is a picture."""


class Kept(IntEnum):
    """Which matrices are shown."""

    ALL = 0
    NO_OPERANDS = 1
    NO_WIDE_WORKINGS = 2  # nor operands


def _is_kept(view: MatrixView, room: Room, kept: Kept) -> bool:
    if not room.numbers and view.role is Role.WORKING:
        return False  # without numbers nothing is left of it; of its differences, too little for the room
    if view.role is Role.OPERAND:
        return kept is Kept.ALL
    return view.role is Role.RESULT or kept is not Kept.NO_WIDE_WORKINGS or view.values.shape[1] == 1


def sizes_of(sizer: Sizer, room: Room, kept: Kept = Kept.ALL) -> list[Size]:
    """Return what each matrix needs but for the height; some may be left out."""
    sizes = []
    for item, view in enumerate(sizer.content.items):
        if isinstance(view, MatrixView) and _is_kept(view, room, kept):
            sizes.append(_size(sizer, item, view, room))
    if kept is not Kept.ALL and sizes and not sizes[0].row_header:
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
        if not operand:
            size.cell_width = sizer.px(room.thumbnail)
            sizer.column_header(size)
            sizer.ends(size)
            size.badges = 0.0  # rows are too low for them
        return size
    pixels = room.operand_pixels if operand else NUMBER
    size.pixels = sizer.px(pixels)
    number = math.ceil(sizer.number_width(item, pixels))
    least = room.operand if operand else room.result
    if view.role is Role.WORKING:
        least = 48 if view.values.shape[1] == 1 else room.working
    most = room.widest_label
    for_labels = sizer.label_room(view, most, room.label_gap) or sizer.label_room(view, most, LEAST_LABEL_GAP)
    size.cell_width = max(sizer.px(least), number + sizer.px(6), for_labels)
    sizer.column_header(size)
    sizer.ends(size)
    return size


def _is_thumbnail(view: MatrixView, room: Room) -> bool:
    if view.role is Role.OPERAND:
        return not room.operand or (view.kind is Kind.MASK) or view.values.size > MOST_TEXTS
    return not room.numbers


def scrolling_row(sizer: Sizer, room: Room, extent: Extent) -> Placement:
    """Place everything in one row that may be larger than the window; where there are workings, the result.

    Behind them it would begin out of sight.
    """
    views = (item for item in sizer.content.items if isinstance(item, MatrixView))
    kept = Kept.NO_WIDE_WORKINGS if any(view.role is Role.WORKING for view in views) else Kept.ALL
    placement = in_a_row(sizer, room, extent, scrolling=True, kept=kept if room.numbers else Kept.ALL)
    assert placement is not None
    return placement


def in_a_row(
    sizer: Sizer, room: Room, extent: Extent, *, scrolling: bool = False, kept: Kept = Kept.ALL
) -> Placement | None:
    """Place everything in one row; None where it is too high and may not scroll."""
    sizes = sizes_of(sizer, room, kept)
    top, bottom = heads(sizer, room, sizes, extent[1])
    if not set_heights(sizer, room, sizes, extent[1] - top - bottom) and not scrolling:
        return None
    _set_picture_widths(sizer, room, sizes, extent[0])
    result = next(size for size in reversed(sizes) if size.view.role is Role.RESULT or size is sizes[-1])
    margin = sizer.px(room.margin)
    natural = spread(sizer, sizes, margin, room.gap)
    free = extent[0] - natural.end - sizer.px(12)
    if free < 0 and not scrolling:
        return None
    free -= grow(sizer, room, result, free)
    target = SLOT * extent[0] if len(sizes) > 1 else margin + result.row_header + max(free, 0.0) / 2
    shift = min(max(target - natural.left[result.item], 0.0), max(free, 0.0))
    shift -= _widen_thumbnails(sizer, sizes, shift)
    more = min(math.floor(shift / max(len(natural.slots), 1)), sizer.px(_MORE_SLOT)) if natural.slots else 0
    start = round(margin + shift - more * len(natural.slots))
    places = spread(sizer, sizes, start, room.gap, more)
    tallest = max(size.height for size in sizes)
    middle = middle_of(sizer, top, bottom, tallest, extent[1])
    blocks = [place_block(sizer, size, places, middle, extent[0]) for size in sizes]
    return Placement(
        blocks=tuple(with_common_names(blocks)),
        signs=signs(sizer, places, middle),
        width=max(places.end + sizer.px(12), 0.0) if free < 0 else extent[0],
        height=max(top + tallest + bottom, extent[1]),
        scale=sizer.scale,
        decimals=sizer.decimals,
    )


def _widen_thumbnails(sizer: Sizer, sizes: Sequence[Size], free: float) -> float:
    """Make thumbnails beside high rows less narrow, no wider than their neighbours; return what was used."""
    thumbnails = [size for size in sizes if not size.pixels and size.view.role is Role.OPERAND]
    columns = sum(size.columns for size in thumbnails)
    if not columns or free <= 0:
        return 0.0
    numbers = [size.cell_width for size in sizes if size.pixels and size.columns > 1]
    used = 0.0
    for size in thumbnails:
        widest = min(size.cell_height, min(numbers, default=0.0), sizer.px(WIDEST_THUMBNAIL) / size.columns)
        more = max(math.floor(min(widest - size.cell_width, free / columns)), 0)
        size.cell_width += more
        used += more * size.columns
    return used


def middle_of(sizer: Sizer, top: float, bottom: float, tallest: float, height: float) -> int:
    """Return the common middle: the same for all steps as long as everything fits around it."""
    usual = (sizer.px(24 + NAME_ROW + HEADER_ROW) + height - sizer.px(20)) / 2
    lowest = max(height - bottom, top + tallest) - tallest / 2
    return round(max(min(usual, lowest), top + tallest / 2))


def heads(sizer: Sizer, room: Room, sizes: Sequence[Size], height: float) -> Extent:
    """Return the room over the cells and under them; less where rows would become low."""
    header = max(max((size.column_header for size in sizes), default=0.0), sizer.px(HEADER_ROW))
    rows = max(max((size.rows for size in sizes if size.pixels), default=1), 1)
    lines = max((len(caption_lines(sizer, size)) for size in sizes), default=0)
    below = lines * sizer.px(LINE) + sizer.px(8) if lines else 0
    if any(_note_is_below(sizer, size) for size in sizes):
        below = max(below + sizer.px(LINE) if lines else 0, sizer.px(22))
    top = bottom = 0.0
    for margin in (room.margin, _LOW_MARGIN):
        top, bottom = (
            sizer.px(margin + NAME_ROW) + header,
            max(sizer.px(max(margin - 4, LEAST_BOTTOM)), below),
        )
        if height - top - bottom >= rows * sizer.px(_LOW_ROW):
            break
    return top, bottom


def _note_is_below(sizer: Sizer, size: Size) -> bool:
    return (
        bool(size.view.note) and sizer.title(size.view, size.width + sizer.px(24), own_line=False).note_below
    )


def set_heights(sizer: Sizer, room: Room, sizes: Sequence[Size], room_height: float) -> bool:
    """Give all cells their height; False where numbers do not fit into it."""
    with_numbers = [size for size in sizes if size.pixels] or [size for size in sizes if size is sizes[-1]]
    rows = max(1, *(size.rows for size in with_numbers))
    height: float = min(math.floor(room_height / rows), sizer.px(TALLEST_ROW))
    lowest = sizer.px(LOWEST_OPERAND_ROW if room.operand and len(sizes) > 1 else LOWEST_ROW)
    fits = height >= lowest
    if not room.numbers:
        height, fits = max(room_height / rows, _SMALLEST_CELL), True
        height = min(height, sizer.px(LOWEST_ROW)) if rows > 1 else sizer.px(LOWEST_ROW)
    elif not fits:
        height = sizer.px(LOWEST_OPERAND_ROW)  # it scrolls: no need to be tight
    for size in sizes:
        size.cell_height = height
        if not size.pixels and size.rows != rows:
            size.cell_height = min(height, max(room_height / max(size.rows, 1), 1))
    return fits


def _set_picture_widths(sizer: Sizer, room: Room, sizes: Sequence[Size], width: float) -> None:
    """Give a result without numbers cells no wider than half the room needs; no operand is wider than it."""
    result = sizes[-1]
    if room.numbers or not result.columns:
        return
    fitting = max(width / 2 / result.columns, min(result.cell_height, _SMALLEST_CELL))
    widest = max((size.width for size in sizes[:-1]), default=0.0) / result.columns
    result.cell_width = max(min(max(result.cell_height * 1.5, widest), fitting), 1)
    sizer.column_header(result)


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
    """Put a matrix in its place in the row, around a common middle."""
    top = round(middle - size.height / 2)
    cells = Box(places.left[size.item], top, size.width, size.height)
    return block(sizer, size, cells, reach(places, sizer, size, end))
