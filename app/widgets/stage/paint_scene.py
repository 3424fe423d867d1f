"""Paints the whole scene: layers that stay the same, and the numbers between them."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from app.models.stage_content import Kind
from app.models.stage_measure import NUMBER, SMALL, bar_ticks
from app.models.stage_places import Block, Face
from app.theme import Role
from app.widgets.stage.layers import Layer
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
    is_fields,
    paint_changed,
    paint_edge,
    paint_ground,
    paint_lines,
    paint_numbers,
    paint_odd,
    paint_plate,
    paint_stairs,
    rect,
)
from app.widgets.stage.paint_marks import handle_box, paint_handle, paint_hint, paint_lit, paint_table
from app.widgets.stage.scene import Scene


def paint_scene(painter: QPainter, scene: Scene, layers: Layers | None = None) -> None:
    """Paint names, cells, signs and marks; with `layers`, what did not change is not painted anew."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not scene.placement.blocks:
        _paint_message(painter, scene)
        return
    put = _in_place if layers is None else Layer[Scene].paint
    layers = layers or Layers()
    cells = [(block, view, scene.picture_of(block.item), scene.look) for block, view in scene.filled()]
    put(layers.still, painter, scene)
    for each in cells:
        paint_ground(painter, *each)
    put(layers.lines, painter, scene) if scene.on_pixels else _in_place(layers.lines, painter, scene)
    for each in cells:
        paint_stairs(painter, *each)
        paint_numbers(painter, *each)
        paint_edge(painter, each[0], each[1], scene.look)
        paint_odd(painter, each[0], each[2], scene.look)
    if scene.placement.table is not None:
        paint_table(painter, scene.placement.table, scene.look)
    put(layers.casings, painter, scene)
    put(layers.corners, painter, scene)
    marks = [(block, scene.marks.get(block.item, NO_MARKS)) for block in scene.placement.blocks]
    paint_lit(painter, marks, scene.look)
    for block, marked in marks:
        paint_plate(painter, block, scene.view(block.item), scene.look, marked.chosen)
    _paint_handles(painter, scene)


def _in_place(layer: Layer[Scene], painter: QPainter, scene: Scene) -> None:
    layer.paint_in_place(painter, scene)


def paint_still(painter: QPainter, scene: Scene) -> None:
    """Paint what stands around the cells; what it depends on is told by `still_key`."""
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


_BLOCK = attrgetter(*(name for name in Block.__struct_fields__ if name != "texts"))
_VIEW = attrgetter("symbol", "kind", "row_labels", "column_labels", "row_badges")


def still_key(scene: Scene) -> tuple[object, ...]:
    """Return all that `paint_still` depends on. The same labels are the same picture, whatever the cells."""
    blocks = []
    for block in scene.placement.blocks:
        view, marks = scene.view(block.item), scene.marks.get(block.item, NO_MARKS)
        ticks = bar_ticks(view) if block.bar is not None else None
        blocks.append((_BLOCK(block), _VIEW(view), view.values.size > 0, ticks, marks.rows, marks.columns))
    placement = scene.placement
    return scene.look, scene.fewer, placement.width, placement.frame, placement.signs, blocks


def _paint_lines(painter: QPainter, scene: Scene) -> None:
    for block, view in scene.filled():
        paint_lines(painter, block, view, scene.picture_of(block.item), scene.look)


def _lines_key(scene: Scene) -> object:
    blocks = []
    for block, view in scene.filled():
        prepared = scene.picture_of(block.item)
        blocks.append((block.cells, view.kind, is_fields(block, view), prepared.hatched))
    return scene.look, blocks


def _paint_corners(painter: QPainter, scene: Scene, role: Role) -> None:
    for block, _view in scene.filled():
        changed = scene.changed.get(block.item)
        if changed is not None:
            paint_changed(painter, block, changed, scene.look, role)


def _corners_key(scene: Scene) -> object:
    if not scene.changed:
        return None
    blocks = [
        (block.cells, changed.tobytes())
        for block in scene.placement.blocks
        if (changed := scene.changed.get(block.item)) is not None
    ]
    return scene.look, blocks


def _lined(scene: Scene) -> list[QRect]:
    """Return the matrices that have lines or a hatch."""
    return [
        rect(block.cells).toAlignedRect()
        for block, view in scene.filled()
        if view.kind in (Kind.PLAIN, Kind.MASK) or scene.picture_of(block.item).hatched
    ]


def _changed(scene: Scene) -> list[QRect]:
    """Return the matrices of which cells changed; what is freed around a corner reaches over their edge."""
    changed = (block for block in scene.placement.blocks if block.item in scene.changed)
    return [rect(block.cells).toAlignedRect().adjusted(-4, -1, 1, 1) for block in changed]


class Layers:
    """What stands around, on and over the numbers of a scene; pulling at a number changes none of it.

    A layer through which others are seen holds one colour, or covers wholly what it paints on, where cells
    are of whole pixels: so it comes out pixel by pixel as if it were painted in place.
    """

    def __init__(self) -> None:
        self.still = Layer(paint_still, still_key, lambda scene: scene.look.color(Role.STAGE))
        self.lines = Layer(_paint_lines, _lines_key, pieces=_lined)
        self.casings = Layer(partial(_paint_corners, role=Role.STAGE), _corners_key, pieces=_changed)
        self.corners = Layer(partial(_paint_corners, role=Role.CHANGED), _corners_key, pieces=_changed)


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
