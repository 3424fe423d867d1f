"""A whole part on one line, with the result of the current step framed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from app.models.stage_content import MatrixView
from app.models.stage_line import LINE, Spread, block, reach, signs, spread
from app.models.stage_measure import HANDLE, Size, Sizer
from app.models.stage_places import Block, Box, Placement
from core.record import Record


class _ChainRoom(Record):
    margin: int
    gap: int
    width: int
    height: int
    pixels: int
    framed_pixels: int


_CHAIN_ROOMS = (
    _ChainRoom(24, 20, 64, 48, 15, 17),
    _ChainRoom(16, 16, 56, 44, 15, 15),
    _ChainRoom(12, 12, 52, 44, 13, 15),
    _ChainRoom(12, 12, 52, 36, 13, 15),
    _ChainRoom(8, 10, 48, 36, 13, 15),
    _ChainRoom(8, 8, 44, 36, 13, 13),
)
_FRAME = 14
_HANDLE_ROOM = 12
"""Around a handle, and half a sign."""


def chain(sizer: Sizer, width: float, height: float) -> Placement:
    """Return the first chain that fits, or the smallest, which scrolls."""
    for room in _CHAIN_ROOMS:
        placement = _chain(sizer, room, width, height)
        if placement.width <= width and placement.height <= height:
            break
    return placement


def _chain_size(sizer: Sizer, item: int, view: MatrixView, room: _ChainRoom) -> Size:
    size = Size(item, view, row_header=sizer.row_header(view))
    framed = sizer.content.framed == item
    size.pixels = sizer.px(room.framed_pixels if framed else room.pixels)
    number = sizer.number_width(item, room.framed_pixels if framed else room.pixels)
    around = room.width // 2 if framed else room.width // 3
    size.cell_width = max(sizer.px(room.width), round(number) + sizer.px(around - 4))
    size.cell_height = sizer.px(room.height)
    size.pad = sizer.px(_FRAME) if framed else 0.0
    if view.editable:  # its handle stands free of the sign
        size.beside = max(sizer.px(HANDLE + _HANDLE_ROOM - room.gap), 0)
    sizer.column_header(size)
    return size


def _chain(sizer: Sizer, room: _ChainRoom, width: float, height: float) -> Placement:
    views = [(place, item) for place, item in enumerate(sizer.content.items) if isinstance(item, MatrixView)]
    sizes = [_chain_size(sizer, place, view, room) for place, view in views]
    margin = sizer.px(room.margin)
    total = spread(sizer, sizes, margin, room.gap).end + margin
    places = spread(sizer, sizes, round(margin + max(width - total, 0) / 2), room.gap)
    flat = _blocks(sizer, sizes, places, 0.0)
    top, bottom = _extent(sizer, flat)
    pad = sizer.px(4)
    needed = bottom - top + 2 * pad
    middle = round(pad - top + max(height - needed, 0) / 2)
    blocks = _blocks(sizer, sizes, places, middle)
    return Placement(
        blocks=tuple(blocks),
        signs=signs(sizer, places, middle),
        width=max(total, width),
        height=max(needed, height),
        scale=sizer.scale,
        decimals=sizer.decimals,
        frame=_frame(sizer, blocks),
    )


def _blocks(sizer: Sizer, sizes: Sequence[Size], places: Spread, middle: float) -> list[Block]:
    """Put all matrices around a common middle, and their names on one line, the highest."""
    blocks = []
    for size in sizes:
        cells = Box(places.left[size.item], round(middle - size.height / 2), size.width, size.height)
        blocks.append(block(sizer, size, cells, reach(places, sizer, size, places.end)))
    highest = min((entry.title_at for entry in blocks), default=0.0)
    return [_moved_up(entry, entry.title_at - highest) for entry in blocks]


def _extent(sizer: Sizer, blocks: Sequence[Block]) -> tuple[float, float]:
    """Return the upper and the lower end of everything."""
    frame = _frame(sizer, blocks)
    top = min((entry.title_at for entry in blocks), default=0.0) - sizer.px(14)
    line = sizer.px(LINE) / 2
    ends = [entry.cells.bottom for entry in blocks]
    ends += [entry.note_at + line for entry in blocks if entry.title.note_below]
    ends += [entry.caption_at + (2 * len(entry.caption) - 1) * line for entry in blocks if entry.caption]
    if frame is None:
        return top, max(ends, default=0.0)
    return min(top, frame.y), max(frame.bottom, *ends)


def _moved_up(entry: Block, length: float) -> Block:
    """Put the name on the common line, with the note that stands under it."""
    with_note = entry.title.note_below and entry.note_at < entry.cells.y
    note_at = entry.note_at - length if with_note else entry.note_at
    return replace(entry, title_at=entry.title_at - length, note_at=note_at)


def _frame(sizer: Sizer, blocks: Sequence[Block]) -> Box | None:
    framed = next((entry for entry in blocks if entry.framed), None)
    if framed is None:
        return None
    pad = sizer.px(_FRAME)
    top = framed.title_at - sizer.px(18)
    lines = len(framed.caption)
    notes = 1 if framed.title.note_below and framed.note_at > framed.cells.bottom else 0
    under = (lines + notes) * sizer.px(LINE) + sizer.px(8) if lines or notes else 0
    bottom = framed.cells.bottom + sizer.px(12) + under
    width = math.ceil(max(framed.cells.width, framed.title.width) + framed.row_header)
    return Box(framed.cells.x - framed.row_header - pad, top, width + 2 * pad, bottom - top)
