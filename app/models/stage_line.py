"""Matrices and signs side by side: the order, the gaps, the lines above and below each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.models.stage_content import Role, Sign
from app.models.stage_measure import BAR, BAR_OFF, NUMBER, SMALL, Size, Sizer
from app.models.stage_places import Block, Box, SignPlace
from core.record import Record

NEIGHBOUR = 0.7
"""Gap between matrices without a sign, as a share of the gap at a sign."""
LINE = 16
"""Height of a line of small text."""
NOTE_ROW = 24
"""A note over the cells, where there are no headers."""
NAME_OFF, BARE_NAME_OFF, NOTE_OFF = 15, 17, 20
"""From the headers, the cells or the note up to the middle of the name."""
_LEAST_CAPTION = 96


class Spread(Record):
    """Where things stand from left to right."""

    left: dict[int, float]
    """Left end of the cells of each matrix."""
    slots: dict[int, Box]
    """Left end and width of each sign's place."""
    end: float
    heads: dict[int, tuple[float, float]]
    """Width of the row headers of each matrix, and half its height."""


def spread(sizer: Sizer, sizes: Sequence[Size], start: float, gap: float, more: float = 0.0) -> Spread:
    """Put `sizes` in a row from `start` on; each sign's place is widened by `more`.

    A sign before the first matrix has no place (operands are left out), nor has one before a matrix that is
    left out between others.
    """
    by_item = {size.item: size for size in sizes}
    left: dict[int, float] = {}
    slots: dict[int, Box] = {}
    x = start
    after_matrix = False
    for place, item in enumerate(sizer.content.items):
        if isinstance(item, Sign):
            if not left or _leads_to_nothing(sizer, place, by_item):
                continue
            width = sizer.sign_width(item, gap) + more
            slots[place] = Box(x, 0.0, width, 0.0)
            x += width
            after_matrix = False
            continue
        size = by_item.get(place)
        if size is None:
            continue
        x += sizer.px(gap * NEIGHBOUR) if after_matrix else 0.0
        x += size.pad + size.row_header
        left[place] = x
        right = size.width + size.badges + size.bar + size.beside
        over = 0.0 if size.pad else _overhang(sizer, place, gap)  # a frame is around the name, too
        x += math.ceil(max(right, claim(sizer, size) - over) + size.pad)
        after_matrix = True
    heads = {size.item: (size.row_header, size.height / 2) for size in sizes}
    return Spread(left, slots, x, heads)


def _leads_to_nothing(sizer: Sizer, sign: int, kept: Mapping[int, Size]) -> bool:
    """Return whether the matrix behind a sign is left out, though another one follows."""
    items = sizer.content.items
    following = next(
        (at for at in range(sign + 1, len(items)) if not isinstance(items[at], Sign)), len(items)
    )
    return following not in kept and any(at > following for at in kept)


def _overhang(sizer: Sizer, item: int, gap: float) -> float:
    """Return how far the name of a matrix may reach over what follows."""
    following = sizer.content.items[item + 1 : item + 2]
    if not following:
        return 0.0
    sign = following[0]
    room = sizer.sign_width(sign, gap) if isinstance(sign, Sign) else sizer.px(gap * NEIGHBOUR)
    return max(room - sizer.px(8), 0.0)


def claim(sizer: Sizer, size: Size) -> float:
    """Return the least width of the line over a matrix."""
    if sizer.content.chain:
        return sizer.title(size.view, 1e9, own_line=True).width
    name = sizer.name_only(size.view)
    if size.view.role is Role.WORKING or not size.pixels:
        return name
    shape = size.view.shape_text.partition(" · ")[0]
    return name + sizer.width(shape, SMALL) + sizer.px(8)


def caption_lines(sizer: Sizer, size: Size) -> tuple[str, ...]:
    """Return the caption of a matrix, broken to about its width."""
    if not size.view.caption:
        return ()
    width = max(size.width + size.badges + size.bar, sizer.px(_LEAST_CAPTION))
    if sizer.content.chain and size.item < len(sizer.content.items) - 1:
        width += sizer.px(LINE)  # under the sign that follows
    return sizer.caption(size.view.caption, width)


def block(sizer: Sizer, size: Size, cells: Box, room: float) -> Block:
    """Make the record of one matrix; `room` is how far its name may reach."""
    content = sizer.content
    framed = content.chain and content.framed == size.item
    title = sizer.title(size.view, room, own_line=content.chain)
    note_above = title.note_below and content.chain and not size.column_header
    header = size.column_header or (sizer.px(NOTE_ROW) if note_above else 0)
    off = NOTE_OFF if note_above else NAME_OFF if header else BARE_NAME_OFF
    title_at = cells.y - header - sizer.px(off)
    below = cells.bottom + sizer.px(12 if not framed else 20)
    note_at = title_at + sizer.px(NOTE_OFF) if note_above else below
    lines = caption_lines(sizer, size)
    caption_at = (
        below
        + (sizer.px(LINE) if title.note_below and not note_above else 0)
        + (sizer.px(4) if content.chain and not framed else 0)
    )
    badges = None
    if size.badges:
        badges = Box(cells.right + sizer.px(6), cells.y, size.badges - sizer.px(8), cells.height)
    return Block(
        item=size.item,
        cells=cells,
        rows=size.rows,
        columns=size.columns,
        pixels=size.pixels,
        texts=sizer.texts(size.item) if size.pixels else [],
        title=title,
        title_at=title_at,
        row_header=size.row_header,
        column_header=size.column_header,
        turned=size.turned,
        corner=_corner(sizer, size, cells.x),
        note_at=note_at,
        caption=lines,
        caption_at=caption_at,
        centred_caption=framed,
        badges=badges,
        bar=_bar(sizer, size, cells),
        framed=framed,
    )


def with_common_names(blocks: Sequence[Block]) -> list[Block]:
    """Write the names of matrices that begin at one height on one line, the highest."""
    highest: dict[float, float] = {}
    for entry in blocks:
        highest[entry.cells.y] = min(entry.title_at, highest.get(entry.cells.y, entry.title_at))
    return [replace(entry, title_at=highest[entry.cells.y]) for entry in blocks]


def _corner(sizer: Sizer, size: Size, left: float) -> str:
    """Return ``d_k →`` where columns are only counted."""
    labels = size.view.column_labels
    if not size.row_header or not size.column_header or not size.view.column_axis or size.turned:
        return ""
    counted = labels == tuple(str(number + 1) for number in range(len(labels)))
    text = f"{size.view.column_axis} →"
    room = left - sizer.px(12) if size.item == 0 else size.row_header
    fits = sizer.width(text, SMALL) <= room
    return text if counted and fits else ""


def _bar(sizer: Sizer, size: Size, cells: Box) -> Box | None:
    if not size.bar:
        return None
    height = max(cells.height, sizer.px(56))
    top = cells.y + (cells.height - height) / 2
    return Box(cells.right + size.badges + sizer.px(BAR_OFF), top, sizer.px(BAR), height)


def reach(spread_: Spread, sizer: Sizer, size: Size, end: float) -> float:
    """Return how far the name of a matrix may reach: to the next cells, or to `end`."""
    here = spread_.left[size.item]
    following = [item for item in spread_.left if item > size.item]
    if not following:
        return end - here
    header, half = spread_.heads[following[0]]
    title = size.height / 2 + size.column_header + sizer.px(BARE_NAME_OFF)
    beside_headers = header and title < half + sizer.px(NUMBER) and not sizer.content.chain
    return spread_.left[following[0]] - (header if beside_headers else 0.0) - sizer.px(10) - here


def signs(sizer: Sizer, spread_: Spread, middle: float) -> tuple[SignPlace, ...]:
    """Return the places of the signs, around a common middle."""
    made = []
    for item, slot in spread_.slots.items():
        sign = sizer.content.items[item]
        assert isinstance(sign, Sign)
        half = sizer.px(20)
        made.append(SignPlace(sign.text, sign.word, Box(slot.x, middle - half, slot.width, 2 * half)))
    return tuple(made)
