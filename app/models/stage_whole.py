"""A whole part on one line, with the result of the current step framed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.models.stage_content import MatrixView
from app.models.stage_line import LINE, OVERHANG, block, caption_lines, reach, signs, spread
from app.models.stage_measure import HANDLE, NAME_ROW, Size, Sizer
from app.models.stage_places import Block, Box, Placement


@dataclass(frozen=True, slots=True)
class _ChainRoom:
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
    _ChainRoom(8, 8, 44, 36, 13, 13),
)
_FRAME = 14
_ROOMY = 16


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
    if view.editable and room.gap >= _ROOMY and (view.values.shape[0] > 1 or item == 0):
        size.beside = sizer.px(HANDLE + 4)  # its handle stands free
    sizer.column_header(size)
    return size


def _chain(sizer: Sizer, room: _ChainRoom, width: float, height: float) -> Placement:
    items = sizer.content.items
    sizes = [
        _chain_size(sizer, i, item, room) for i, item in enumerate(items) if isinstance(item, MatrixView)
    ]
    margin = sizer.px(room.margin)
    natural = spread(sizer, sizes, margin, room.gap)
    total = natural.end + margin
    places = spread(sizer, sizes, round(margin + max(width - total, 0) / 2), room.gap)
    tallest = max((size.height for size in sizes), default=0.0)
    above = sizer.px(NAME_ROW + 24 + 16)
    below = max((len(caption_lines(sizer, size)) for size in sizes), default=0) * sizer.px(LINE) + sizer.px(
        28
    )
    needed = above + tallest + below
    middle = round(above + tallest / 2 + max(height - needed, 0) / 2)
    blocks = []
    for size in sizes:
        top = round(middle - size.height / 2)
        cells = Box(places.left[size.item], top, size.width, size.height)
        blocks.append(block(sizer, size, cells, reach(places, sizer, size, places.end + sizer.px(OVERHANG))))
    highest = min((entry.title_at for entry in blocks), default=0.0)
    blocks = [replace(entry, title_at=highest) for entry in blocks]
    return Placement(
        blocks=tuple(blocks),
        signs=signs(sizer, places, middle),
        width=max(total, width) if total <= width else total,
        height=needed if needed > height else height,
        scale=sizer.scale,
        decimals=sizer.decimals,
        frame=_frame(sizer, blocks, tallest),
    )


def _frame(sizer: Sizer, blocks: Sequence[Block], tallest: float) -> Box | None:
    framed = next((entry for entry in blocks if entry.framed), None)
    if framed is None:
        return None
    pad = sizer.px(_FRAME)
    top = framed.title_at - sizer.px(18)
    lines = len(framed.caption)
    notes = 1 if framed.title.note_below and framed.note_at > framed.cells.bottom else 0
    bottom = framed.cells.y + framed.cells.height / 2 + tallest / 2
    bottom += sizer.px(12) + (lines + notes) * sizer.px(LINE) + (sizer.px(8) if lines or notes else 0)
    width = math.ceil(max(framed.cells.width, framed.title.width) + framed.row_header)
    return Box(framed.cells.x - framed.row_header - pad, top, width + 2 * pad, bottom - top)
