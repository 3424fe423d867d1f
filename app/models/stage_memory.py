"""Keeps a placement as long as nothing that it depends on changes: pulling at a number moves no matrix."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.models.stage_content import MatrixView, StageContent
from app.models.stage_layout import arrange
from app.models.stage_measure import bar_ticks
from app.models.stage_numbers import decimals_of, patterns, texts_of
from app.models.stage_places import Metrics, Placement, Worked
from app.models.stage_worked import line_texts

_MOST_CELLS = 1024
"""Larger matrices mostly show no numbers, whose texts need not be made to be compared."""


class Arranger:
    """Arranges contents, and remembers the last one."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._key: Any = None
        self._placement: Placement | None = None

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
        views = [item for item in content.items if isinstance(item, MatrixView)]
        if any(view.values.size > _MOST_CELLS for view in views):
            return arrange(content, extent, self._metrics, decimals=decimals, scale=scale, worked=worked)
        texts = {
            place: texts_of(item, decimals_of(item, decimals))
            for place, item in enumerate(content.items)
            if isinstance(item, MatrixView)
        }
        key = (_key(content, texts), extent, decimals, scale, _worked_key(worked, decimals))
        kept = self._placement
        if kept is None or key != self._key:
            kept = arrange(content, extent, self._metrics, decimals=decimals, scale=scale, worked=worked)
            self._key, self._placement = key, kept
            return kept
        if kept.decimals != decimals:
            texts = {
                block.item: texts_of(view, decimals_of(view, kept.decimals))
                for block in kept.blocks
                if isinstance(view := content.items[block.item], MatrixView)
            }
        blocks = tuple(
            replace(block, texts=texts[block.item]) if block.pixels else block for block in kept.blocks
        )
        table = kept.table
        if table is not None and worked is not None:
            shown = worked if table.worked.total else replace(worked, total="")
            table = replace(table, worked=shown, texts=line_texts(worked, kept.decimals))
        return replace(kept, blocks=blocks, table=table)


def _key(content: StageContent, texts: dict[int, list[str]]) -> tuple[Any, ...]:
    """Return all that a placement depends on; of the numbers only how wide they are."""
    items: list[Any] = []
    for place, item in enumerate(content.items):
        if not isinstance(item, MatrixView):
            items.append(item)
            continue
        items.append(
            (
                (item.symbol, item.role, item.kind, item.values.shape, item.row_names_shown),
                (item.row_labels, item.column_labels, item.row_axis, item.column_axis),
                (item.shape_text, item.note, item.caption, item.row_badges),
                bar_ticks(item) if item.bar is not None else None,
                frozenset(patterns(texts[place])),
            )
        )
    return (tuple(items), content.chain, content.framed)


def _worked_key(worked: Worked | None, decimals: int) -> Any:
    if worked is None:
        return None
    shapes = frozenset(patterns([text for line in line_texts(worked, decimals) for text in line]))
    return worked.labels, worked.headers, shapes, frozenset(patterns([worked.total]))
