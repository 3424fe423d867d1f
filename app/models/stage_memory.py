"""Keeps a placement as long as nothing that it depends on changes: pulling at a number moves no matrix."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from app.models.stage_content import MatrixView, Role, StageContent
from app.models.stage_layout import arrange
from app.models.stage_measure import bar_ticks
from app.models.stage_numbers import MOST_TEXTS, patterns, shapes, texts_of, writing_of
from app.models.stage_places import Metrics, Placement, Worked
from app.models.stage_worked import line_texts
from core.expression.writing import Writing, extremes

_MOST_DIGITS = 12


class Arranger:
    """Arranges contents, and remembers the last one."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._key: Any = None
        self._placement: Placement | None = None

    @property
    def knew_lines(self) -> bool:
        """Whether lines were worked out when the content was placed last, even where they had no room."""
        return self._key is not None and self._key[-1] is not None

    def arrange(
        self,
        content: StageContent,
        extent: tuple[float, float],
        *,
        decimals: int,
        scale: float,
        worked: Worked | None,
    ) -> Placement:
        """Place a content; see `app.models.stage_layout.arrange`."""
        written = [
            writing_of(one, decimals) if isinstance(one, MatrixView) else None for one in content.items
        ]
        key = (_key(content, written), extent, decimals, scale, _worked_key(worked, decimals))
        kept = self._placement
        if kept is None or key != self._key:
            kept = arrange(content, extent, self._metrics, decimals=decimals, scale=scale, worked=worked)
            self._key, self._placement = key, kept
            return kept
        if kept.decimals != decimals:
            written = [
                writing_of(one, kept.decimals) if isinstance(one, MatrixView) else None
                for one in content.items
            ]
        blocks = tuple(
            replace(block, texts=texts_of(view, how))
            if block.pixels
            and isinstance(view := content.items[block.item], MatrixView)
            and (how := written[block.item]) is not None
            else block
            for block in kept.blocks
        )
        table = kept.table
        if table is not None and worked is not None:
            shown = worked if table.worked.total else replace(worked, total="")
            table = replace(table, worked=shown, texts=line_texts(worked, kept.decimals))
        return replace(kept, blocks=blocks, table=table, first=kept)


def _key(content: StageContent, written: Sequence[Writing | None]) -> tuple[Any, ...]:
    """Return all that a placement depends on; of the numbers only how wide they are."""
    items: list[Any] = []
    for item, how in zip(content.items, written, strict=True):
        if not isinstance(item, MatrixView) or how is None:
            items.append(item)
            continue
        items.append(
            (
                (item.symbol, item.role, item.kind, item.values.shape, item.row_names_shown),
                (item.row_labels, item.column_labels, item.row_axis, item.column_axis),
                (item.shape_text, item.note, item.caption, item.row_badges),
                shapes(bar_ticks(item)) if item.bar is not None and item.role is Role.RESULT else None,
                (how, most_digits(item, how)),
            )
        )
    return (tuple(items), content.chain, content.framed)


def most_digits(view: MatrixView, how: Writing) -> tuple[int, int] | frozenset[str]:
    """Return what the width of the widest number follows from, mostly without making the texts.

    That is how many digits before the point the largest number has, and the smallest below 0 (0 for none),
    told by the bounds where rounding to so many decimals makes one more.
    """
    values = view.values if view.masked is None else view.values[~view.masked]
    if view.values.size > MOST_TEXTS or not values.size:
        return frozenset()
    low, high = extremes(values)
    if how.exponent or not (low > -math.inf and high < math.inf):  # NaN, too
        return frozenset(patterns(texts_of(view, how)))
    bounds = _bounds(how.decimals)
    return max(bisect_right(bounds, high), 1), bisect_right(bounds, -low)


@lru_cache(maxsize=32)
def _bounds(decimals: int) -> list[float]:
    """Return the smallest numbers that are written as more than 0, and with 2, 3, … digits."""
    unit = 10.0**-decimals
    bounds = []
    for bound in (0.0, *(10.0**power for power in range(1, _MOST_DIGITS - 1))):
        middle = bound + unit / 2 if bound == 0 else bound - unit / 2
        while float(f"{middle:.{decimals}f}") >= (bound or unit):
            middle = math.nextafter(middle, 0.0)
        while float(f"{middle:.{decimals}f}") < (bound or unit):
            middle = math.nextafter(middle, math.inf)
        bounds.append(middle)
    return bounds


def _worked_key(worked: Worked | None, decimals: int) -> Any:
    if worked is None:
        return None
    shapes = frozenset(patterns([text for line in line_texts(worked, decimals) for text in line]))
    return worked.labels, worked.headers, shapes, frozenset(patterns([worked.total]))
