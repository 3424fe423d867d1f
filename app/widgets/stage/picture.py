"""The one item of the graphics scene: paints the whole content in one go."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from app.widgets.stage.paint_scene import Layers, paint_scene
from app.widgets.stage.scene import Scene


class PictureItem(pg.GraphicsObject):  # type: ignore[misc]
    """Holds a `Scene` and paints it; knows nothing of the mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # tells what is in view
        self._scene_data: Scene | None = None
        self._area = QRectF(0, 0, 1, 1)
        self._layers = Layers()

    def show_scene(self, data: Scene) -> None:
        """Paint this from now on."""
        if data.area != self._area:
            self.prepareGeometryChange()
            self._area = QRectF(data.area)
        self._scene_data = data
        self.update()

    def boundingRect(self) -> QRectF:
        """Return all there is to paint on."""
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, *_args: Any) -> None:
        """Paint what is in view."""
        if self._scene_data is not None:
            painter.setClipRect(option.exposedRect)
            paint_scene(painter, self._scene_data, self._layers)
