"""Paints the whole scene: layers that stay the same, and the numbers between them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from operator import attrgetter

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.models.stage_content import MatrixView
from app.models.stage_measure import NUMBER, SMALL, bar_ticks
from app.models.stage_places import Block, Face, Placement
from app.theme import Role
from app.widgets.stage.layers import Coat, Layer, Seen, view_of
from app.widgets.stage.look import font_of
from app.widgets.stage.marks import NO_MARKS
from app.widgets.stage.paint_around import (
    paint_badges,
    paint_bar,
    paint_column_headers,
    paint_pairs,
    paint_row_headers,
    paint_sign,
    paint_title,
)
from app.widgets.stage.paint_cells import (
    changed_coats,
    edge_coats,
    line_coats,
    paint_ground,
    paint_numbers,
    paint_odd,
    plate_coats,
    rect,
)
from app.widgets.stage.paint_marks import handle_box, lit_coats, paint_handle, paint_hint, paint_table
from app.widgets.stage.scene import Scene

_OVER = 4
"""So far reaches what is painted over the edge of cells."""
_BLOCK = attrgetter(*(name for name in Block.__struct_fields__ if name != "texts"))
_VIEW = attrgetter(
    "symbol",
    "kind",
    "note",
    "is_off",
    "mask_text",
    "row_labels",
    "column_labels",
    "row_badges",
    "column_pairs",
)


def paint_scene(painter: QPainter, scene: Scene, layers: Layers | None = None) -> None:
    """Paint names, cells, signs and marks; with `layers`, what did not change is not painted anew."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not scene.placement.blocks:
        _paint_message(painter, scene)
        return
    seen = None if layers is None else layers.seen(painter, scene)
    layers = layers or Layers()
    clip = painter.clipBoundingRect() if painter.hasClipping() else None
    layers.still.paint(painter, scene, seen)
    for cells in scene.cells():
        paint_ground(painter, cells, scene.look)
    layers.under.paint(painter, scene, seen)
    for cells in scene.cells():
        paint_numbers(painter, cells, scene.look, clip)
        paint_odd(painter, cells, scene.look)
    if scene.placement.table is not None:
        paint_table(painter, scene.placement.table, scene.look)
    layers.changed.paint(painter, scene, seen)
    layers.lit.paint(painter, scene, seen)
    _paint_handles(painter, scene)


class Layers:
    """What stands around, under and over the numbers of a scene; pulling at a number changes none of it."""

    def __init__(self) -> None:
        self.still = Layer(_still, _still_key, ground=lambda scene: scene.look.color(Role.STAGE))
        self.under = Layer(_under, _under_key, area=_area)
        self.changed = Layer(_changed, _changed_key, area=_area)
        self.lit = Layer(_lit, _lit_key, area=_area)
        self._seen: Seen | None = None

    def seen(self, painter: QPainter, scene: Scene) -> Seen:
        """Return what is seen, and what all layers depend on: the same object while it is the same."""
        views = [_VIEW(item) for item in scene.content.items if isinstance(item, MatrixView)]
        seen = view_of(painter), (scene.look, _standing(scene.placement.ground), views)
        if self._seen is None or seen != self._seen:
            self._seen = seen
        return self._seen


def _still(scene: Scene) -> Iterator[Coat]:
    yield Coat(scene.area, partial(paint_still, scene=scene))


def _under(scene: Scene) -> Iterator[Coat]:
    return line_coats(scene.cells(), scene.look)


def _changed(scene: Scene) -> Iterator[Coat]:
    yield from edge_coats(scene.cells(), scene.look)
    blocks = [block for block in scene.placement.blocks if block.item in scene.changed]
    yield from changed_coats([(block, scene.changed[block.item]) for block in blocks], scene.look)


def _lit(scene: Scene) -> Iterator[Coat]:
    blocks = [block for block in scene.placement.blocks if block.item in scene.marks]
    yield from lit_coats([(block, scene.marks[block.item]) for block in blocks], scene.look)
    yield from plate_coats(scene.cells(), scene.marks, scene.look)


def _area(scene: Scene) -> QRectF:
    """Return what the cells cover, and what is painted over their edges."""
    cells = reduce(QRectF.united, [rect(block.cells) for block in scene.placement.blocks])
    over = math.ceil(_OVER * scene.look.scale)
    return cells.adjusted(-over, -over, over, over)


# What layers depend on


@lru_cache(maxsize=4)
def _standing(ground: Placement) -> tuple[object, ...]:
    """Return where everything stands."""
    blocks = [_BLOCK(block) for block in ground.blocks]
    return ground.width, ground.frame, ground.signs, blocks


@lru_cache(maxsize=4)
def _is_on_pixels(ground: Placement) -> bool:
    """Return whether all cells begin and end at whole pixels."""
    return all(
        length == int(length)
        for block in ground.blocks
        for length in (block.cells.x, block.cells.y, block.cell_width, block.cell_height)
    )


def _still_key(scene: Scene) -> object:
    ticks = [bar_ticks(scene.view(block.item)) for block in scene.placement.blocks if block.bar is not None]
    lit = [(item, marks.rows, marks.columns) for item, marks in scene.marks.items()]
    return scene.fewer, ticks, lit


def _under_key(scene: Scene) -> object:
    if not _is_on_pixels(scene.placement.ground):
        return None
    return [prepared.hatch for _, _, prepared in scene.cells()]


def _changed_key(scene: Scene) -> object:
    return [(item, cells.tobytes()) for item, cells in scene.changed.items()]


def _lit_key(scene: Scene) -> object:
    return [prepared.hatch for _, _, prepared in scene.cells()], scene.marks


def paint_still(painter: QPainter, scene: Scene) -> None:
    """Paint what stands around the cells; what it depends on is told by `_still_key` and `Layers.seen`."""
    look, placement = scene.look, scene.placement
    if placement.frame is not None:
        frame = placement.frame
        painter.setPen(look.pen(Role.ACCENT, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(frame.x, frame.y, frame.width, frame.height), 4, 4)
    for block in placement.blocks:
        if block.bounds.width > 0:
            _paint_around(painter, scene, block)
    for sign in placement.signs:
        paint_sign(painter, sign, look)


def _paint_handles(painter: QPainter, scene: Scene) -> None:
    look, placement = scene.look, scene.placement
    for item, row, column in scene.handles:
        block = placement.block_of(item)
        if block is not None and block.pixels:
            paint_handle(painter, handle_box(block, row, column, look.scale), look)
    if scene.hint is not None:
        (item, row, column), text = scene.hint
        block = placement.block_of(item)
        if block is not None:
            paint_hint(painter, block, (row, column), text, (scene.area, look))


def _paint_around(painter: QPainter, scene: Scene, block: Block) -> None:
    view, look = scene.view(block.item), scene.look
    marks = scene.marks.get(block.item, NO_MARKS)
    paint_title(painter, block, view, look)
    if not view.values.size:
        return
    paint_row_headers(painter, block, view, marks, look)
    paint_column_headers(painter, block, view, marks, look)
    paint_pairs(painter, block, view, look)
    paint_badges(painter, block, view, marks, look)
    paint_bar(painter, block, view, look)
    if block.bar is not None and scene.fewer:
        painter.setPen(look.color(Role.INK_SOFT))
        small = (Face.TEXT, round(look.px(SMALL)))
        width = look.metrics.width(scene.fewer, *small)
        left = min(block.bar.x, scene.placement.width - width - look.px(4))
        look.line(painter, left, block.bar.y - look.px(14), scene.fewer, small)


def _paint_message(painter: QPainter, scene: Scene) -> None:
    """Say in words why there is nothing to show."""
    painter.setFont(font_of(Face.TEXT, round(scene.look.px(NUMBER + 2))))
    painter.setPen(scene.look.color(Role.INK_SOFT))
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(scene.area.adjusted(40, 20, -40, -20), int(flags), scene.content.message)
