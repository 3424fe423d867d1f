"""Where the matrices of a step stand, and what shrinks first where there is little room.

Gaps and margin, then the operands' numbers, then the operands become thumbnails (and two lit lines are worked
out beside the result), then they go, then a decimal goes, and in the end the picture scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.models.stage_beside import across, beside, under
from app.models.stage_content import MatrixView, Role, Sign, StageContent
from app.models.stage_measure import HEADER_ROW, LEAST_LABEL_GAP, NAME_ROW, NUMBER, SMALL, Sizer
from app.models.stage_numbers import MOST_TEXTS
from app.models.stage_places import Metrics, Placement, Worked
from app.models.stage_row import (
    LOWEST_ROW,
    WIDEST_LABEL,
    WIDEST_RESULT,
    Extent,
    Kept,
    Room,
    in_a_row,
    scrolling_row,
)
from app.models.stage_whole import chain

WIDEST_SCROLL = 4
"""Results wider than so many windows are pictures without numbers."""
_FEW_ROWS = 12
"""So few rows keep their numbers and scroll, however much they are enlarged."""

_WITH_NUMBERS = (
    Room(24, 20, 48, NUMBER, 48, working=48, label_gap=12),
    Room(24, 20, 44, SMALL, 46, working=44),
    Room(16, 14, 44, SMALL, 44, working=40),
    Room(16, 10, 36, SMALL, 44),
)
_WITH_THUMBNAILS = (
    Room(24, 20, thumbnail=18, working=44),
    Room(24, 20, thumbnail=18, working=40),
    Room(16, 14, thumbnail=16),
    Room(12, 10, thumbnail=10),
)
_WIDE_GAP = 12
"""Between headers, where cells become wider for them."""
_TIGHT = _WITH_THUMBNAILS[-1]
_ALONE = Room(12, 10, result=36)


def arrange(
    content: StageContent,
    extent: Extent,
    metrics: Metrics,
    *,
    decimals: int,
    scale: float = 1.0,
    worked: Worked | None = None,
) -> Placement:
    """Place a content.

    Parameters
    ----------
    content : StageContent
    extent : tuple of float
        Width and height there is.
    metrics : Metrics
    decimals : int
        Places asked for.
    scale : float, default=1.0
        Size of everything: zoom times the base font over 13 px.
    worked : Worked, optional
        The two lit lines of a product, written out where the operands have no numbers.

    Returns
    -------
    Placement
        Larger than `extent` where it has to scroll.
    """
    sizer = Sizer(content, metrics, decimals, scale)
    if not any(isinstance(item, MatrixView) for item in content.items):
        return Placement((), (), *extent, scale, decimals)
    if content.chain:
        return chain(sizer, *extent)
    fitting = next(_tries(sizer, extent, worked), None)
    return fitting or scrolling_row(sizer, _TIGHT, extent)


def _tries(sizer: Sizer, extent: Extent, worked: Worked | None) -> Iterator[Placement]:
    """Yield what fits, the most generous first."""
    if _is_picture(sizer, extent):
        for room in _WITH_THUMBNAILS:
            yield from _fitting(in_a_row(sizer, replace(room, numbers=False), extent), extent)
        yield scrolling_row(sizer, replace(_TIGHT, numbers=False), extent)
        return
    for room in _rooms(sizer, *_WITH_NUMBERS):
        yield from _fitting(in_a_row(sizer, room, extent), extent)
    yield from _smaller(sizer, extent, worked)
    fewer = Sizer(sizer.content, sizer.metrics, sizer.decimals - 1, sizer.scale)
    if sizer.decimals > 1:
        yield from _smaller(fewer, extent, worked)


def _smaller(sizer: Sizer, extent: Extent, worked: Worked | None) -> Iterator[Placement]:
    """Yield what fits with operands as thumbnails, then without them."""
    product = is_product(sizer.content)
    if product:
        yield from _beside(sizer, extent, worked)
    for room in _rooms(sizer, *_WITH_THUMBNAILS):
        yield from _fitting(in_a_row(sizer, room, extent), extent)
    if product:
        for room in _rooms(sizer, _TIGHT):
            yield from _fitting(under(sizer, room, extent, worked), extent)
    for kept in (Kept.NO_OPERANDS, Kept.NO_WIDE_WORKINGS):
        for room in _rooms(sizer, _ALONE):
            yield from _fitting(in_a_row(sizer, room, extent, kept=kept), extent)


def _beside(sizer: Sizer, extent: Extent, worked: Worked | None) -> Iterator[Placement]:
    """Yield what fits with the lit lines worked out: first with all their columns."""
    rooms = _rooms(sizer, *_WITH_THUMBNAILS)
    cut = []
    for make in (beside, across):
        for room in rooms:
            for placement in _fitting(make(sizer, room, extent, worked), extent):
                if placement.table is None or placement.table.shown == placement.table.worked.left.size:
                    yield placement
                cut.append(placement)
    yield from cut


def _rooms(sizer: Sizer, *rooms: Room) -> tuple[Room, ...]:
    """Return `rooms`, before them the same with cells so wide that no header turns, where that helps."""
    views = [item for item in sizer.content.items if isinstance(item, MatrixView)]
    helps = any(
        not sizer.label_room(view, WIDEST_RESULT, LEAST_LABEL_GAP) and sizer.label_room(view, WIDEST_LABEL)
        for view in views
        if view.role is not Role.OPERAND or rooms[0].operand
    )
    wide = (
        tuple(replace(room, widest_label=WIDEST_LABEL, label_gap=_WIDE_GAP) for room in rooms)
        if helps
        else ()
    )
    return wide + rooms


def _fitting(placement: Placement | None, extent: Extent) -> Iterator[Placement]:
    if placement is not None and placement.width <= extent[0] and placement.height <= extent[1]:
        yield placement


def is_product(content: StageContent) -> bool:
    """Return whether a content reads A × B = C, or A × B + b = C."""
    texts = [item.text if isinstance(item, Sign) else "" for item in content.items]
    return texts in (["", "×", "", "=", ""], ["", "×", "", "+", "", "=", ""])


def _is_picture(sizer: Sizer, extent: Extent) -> bool:
    """Return whether the result has more cells than can show their numbers."""
    result = result_of(sizer.content)
    rows, columns = result.values.shape
    lowest = sizer.px(LOWEST_ROW)
    height = extent[1] - sizer.px(12 + NAME_ROW + HEADER_ROW + 12)
    if rows * columns > MOST_TEXTS or (rows > _FEW_ROWS and rows * lowest > height):
        return True
    return bool(columns * sizer.px(44) > WIDEST_SCROLL * extent[0])


def result_of(content: StageContent) -> MatrixView:
    """Return the result, or else the last matrix."""
    views = [item for item in content.items if isinstance(item, MatrixView)]
    return next((view for view in reversed(views) if view.role is Role.RESULT), views[-1])
