"""The one item of the scene: paints the whole content in one go."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from app.models.stage_content import MatrixView, StageContent
from app.models.stage_measure import NUMBER, SMALL, bar_ticks
from app.models.stage_places import Block, Face, Placement
from app.theme import Role
from app.widgets.stage.look import Look, font_of
from app.widgets.stage.marks import NO_MARKS, Marks
from app.widgets.stage.paint_around import (
    paint_badges,
    paint_bar,
    paint_column_headers,
    paint_row_headers,
    paint_sign,
    paint_title,
)
from app.widgets.stage.paint_cells import paint_cells, paint_changed, paint_plate
from app.widgets.stage.paint_marks import handle_box, paint_handle, paint_hint, paint_lit, paint_table
from app.widgets.stage.prepared import Prepared, prepare

Spot = tuple[int, int, int]
"""Position of a matrix in the content, row, column."""


@dataclass(slots=True, eq=False)
class Scene:
    """Everything that is painted."""

    content: StageContent
    placement: Placement
    look: Look
    marks: dict[int, Marks] = field(default_factory=dict)
    changed: dict[int, npt.NDArray[np.bool_]] = field(default_factory=dict)
    handles: tuple[Spot, ...] = ()
    hint: tuple[Spot, str] | None = None
    fewer: str = ""
    """``1 decimal``, where fewer are shown than asked for."""
    prepared: dict[int, Prepared] = field(default_factory=dict)

    def view(self, item: int) -> MatrixView:
        """Return a matrix by its position."""
        view = self.content.items[item]
        assert isinstance(view, MatrixView)
        return view

    def picture_of(self, item: int) -> Prepared:
        """Return how a matrix looks."""
        if item not in self.prepared:
            self.prepared[item] = prepare(self.view(item), self.look)
        return self.prepared[item]


def paint_scene(painter: QPainter, scene: Scene, area: QRectF, still: StillLayer | None = None) -> None:
    """Paint names, cells, signs and marks; what stands still from `still`, where that is given."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    look, placement = scene.look, scene.placement
    if not placement.blocks:
        _paint_message(painter, scene, area)
        return
    if still is None or not still.paint(painter, scene):
        paint_still(painter, scene)
    for block in placement.blocks:
        view = scene.view(block.item)
        if block.bounds.width > 0 and view.values.size:
            paint_cells(painter, block, view, scene.picture_of(block.item), look)
            changed = scene.changed.get(block.item)
            if changed is not None:
                paint_changed(painter, block, changed, look)
    if placement.table is not None:
        paint_table(painter, placement.table, look)
    paint_lit(painter, [(block, scene.marks.get(block.item, NO_MARKS)) for block in placement.blocks], look)
    for block in placement.blocks:
        paint_plate(painter, block, scene.view(block.item), look)
    _paint_handles(painter, scene, area)


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


class StillLayer:
    """Keeps `paint_still` as a picture, pixel by pixel as it would be painted."""

    def __init__(self) -> None:
        self._picture = QPixmap()
        self._area = QRectF()
        self._key: tuple[object, ...] | None = None

    def paint(self, painter: QPainter, scene: Scene) -> bool:
        """Paint what is in view; False where pixels do not fit each other, and nothing was painted."""
        area, ratio = painter.clipBoundingRect(), painter.device().devicePixelRatio()
        place, key = painter.deviceTransform(), (ratio, still_key(scene))
        if key != self._key or not self._area.contains(area) or not _on_pixels(place, self._area):
            if (place.m11(), place.m22()) != (ratio, ratio) or not _on_pixels(place, area):
                return False
            self._key, self._area = key, area
            self._picture = self._painted(scene, area, ratio)
        painter.drawPixmap(self._area.topLeft(), self._picture)
        return True

    def _painted(self, scene: Scene, area: QRectF, ratio: float) -> QPixmap:
        picture = QPixmap((area.size() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(scene.look.color(Role.STAGE))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-area.topLeft())
        paint_still(painter, scene)
        painter.end()
        return picture


def _paint_handles(painter: QPainter, scene: Scene, area: QRectF) -> None:
    look, placement = scene.look, scene.placement
    for item, row, column in scene.handles:
        block = placement.block_of(item)
        if block is not None and block.pixels:
            paint_handle(painter, handle_box(block, row, column, look.scale), look)
    if scene.hint is not None:
        (item, row, column), text = scene.hint
        block = placement.block_of(item)
        if block is not None:
            paint_hint(painter, block, (row, column), text, (area, look))


def _paint_around(painter: QPainter, scene: Scene, block: Block) -> None:
    view, look = scene.view(block.item), scene.look
    marks = scene.marks.get(block.item, NO_MARKS)
    paint_title(painter, block, view, look)
    if not view.values.size:
        return
    paint_row_headers(painter, block, view, marks, look)
    paint_column_headers(painter, block, view, marks, look)
    paint_badges(painter, block, view, marks, look)
    paint_bar(painter, block, view, look)
    if block.bar is not None and scene.fewer:
        painter.setPen(look.color(Role.INK_SOFT))
        small = (Face.TEXT, round(look.px(SMALL)))
        width = look.metrics.width(scene.fewer, *small)
        left = min(block.bar.x, scene.placement.width - width - look.px(4))
        look.line(painter, left, block.bar.y - look.px(14), scene.fewer, small)


def _paint_message(painter: QPainter, scene: Scene, area: QRectF) -> None:
    """Say in words why there is nothing to show."""
    painter.setFont(font_of(Face.TEXT, round(scene.look.px(NUMBER + 2))))
    painter.setPen(scene.look.color(Role.INK_SOFT))
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(area.adjusted(40, 20, -40, -20), int(flags), scene.content.message)


def _on_pixels(place: QTransform, area: QRectF) -> bool:
    corner = place.map(area.topLeft())
    return corner.x() == round(corner.x()) and corner.y() == round(corner.y())


class PictureItem(pg.GraphicsObject):  # type: ignore[misc]
    """Holds a `Scene` and paints it; knows nothing of the mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # tells what is in view
        self._scene_data: Scene | None = None
        self._area = QRectF(0, 0, 1, 1)
        self._still = StillLayer()

    def show_scene(self, data: Scene, area: QRectF) -> None:
        """Paint this from now on."""
        if area != self._area:
            self.prepareGeometryChange()
            self._area = area
        self._scene_data = data
        self.update()

    def boundingRect(self) -> QRectF:
        """Return all there is to paint on."""
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, *_args: Any) -> None:
        """Paint what is in view."""
        if self._scene_data is not None:
            painter.setClipRect(option.exposedRect)
            paint_scene(painter, self._scene_data, self._area, self._still)
