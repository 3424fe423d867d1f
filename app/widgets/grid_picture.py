"""A matrix as a picture for slides: cells as the grid paints them, in the light look, with their names."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter, QPen

from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import Rectangle
from app.theme import Role, load_theme
from app.widgets.grid_paint import CellColors, CellPainter, Span
from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP

_SCALE = 2
"""Pixels of the picture for one of the grid's."""
_MOST_PIXELS = 32_000_000
_WIDEST_NAME = 180
_GAP, _PADDING = 8, 30
_RIGHT = int(Qt.AlignmentFlag.AlignRight) | int(Qt.AlignmentFlag.AlignVCenter)
_CENTER = int(Qt.AlignmentFlag.AlignCenter)


class PictureTooLarge(SandboxError):
    """More cells than a picture shows."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "A picture of {rows} × {columns} cells would be too large. Select fewer cells."
    )


def matrix_picture(model: MatrixModel, cells: Rectangle, font: QFont) -> QImage:
    """Return a picture of the numbers in a rectangle as they are shown; nothing of it is marked.

    Raises
    ------
    PictureTooLarge
    """
    return _Picture(_unmarked(model), cells, font).painted()


def _unmarked(model: MatrixModel) -> MatrixModel:
    """Return a model of the same numbers that knows nothing of the last edit."""
    plain = MatrixModel()
    plain.set_decimals(model.wanted_decimals)
    if model.content is not None:
        plain.show(msgspec.structs.replace(model.content, before=None))
    return plain


def _spans(first: int, last: int, start: int, size: int) -> list[Span]:
    return [(at, start + (at - first) * size, size) for at in range(first, last + 1)]


class _Picture:
    """Where everything stands in one picture."""

    def __init__(self, model: MatrixModel, cells: Rectangle, font: QFont) -> None:
        top, left, bottom, right = cells
        self._model = model
        self._font = font
        self._metrics = QFontMetrics(font)
        self._colors = CellColors(load_theme("light"))
        down, across = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        self._row_names = [str(model.headerData(row, down) or "") for row in range(top, bottom + 1)]
        self._names = [str(model.headerData(at, across) or "") for at in range(left, right + 1)]
        height = self._metrics.height() + 9
        width = max(self._widest([model.widest_text()]), self._widest(self._names)) + _PADDING
        groups = model.layout.groups()
        self._groups = [group for group in groups if left < group.stop and group.start <= right]
        self._above = height * (2 if self._groups else 1)
        self._beside = self._widest([*self._row_names, model.corner_text()]) + 2 * _GAP
        self._rows = _spans(top, bottom, self._above, height)
        self._columns = _spans(left, right, self._beside, width)

    def _widest(self, texts: list[str]) -> int:
        return min(max(map(self._metrics.horizontalAdvance, texts), default=0), _WIDEST_NAME)

    def painted(self) -> QImage:
        """Return the picture."""
        size = QSize(self._columns[-1][1] + self._columns[-1][2], self._rows[-1][1] + self._rows[-1][2])
        if size.width() * size.height() * _SCALE**2 > _MOST_PIXELS:
            raise PictureTooLarge(rows=len(self._rows), columns=len(self._columns))
        image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        image.fill(self._colors.role(Role.STAGE))
        painter = QPainter(image)
        painter.setFont(self._font)
        CellPainter(self._font).paint(painter, self._model, self._colors, self._rows, self._columns)
        self._paint_names(painter)
        self._paint_groups(painter, size.height())
        painter.end()
        return image

    def _paint_names(self, painter: QPainter) -> None:
        height = self._rows[0][2]
        painter.setPen(self._colors.role(Role.INK))
        self._write(painter, QRect(0, self._above - height, self._beside, height), self._model.corner_text())
        for (_, y, _), name in zip(self._rows, self._row_names, strict=True):
            self._write(painter, QRect(0, y, self._beside - _GAP, height), name, _RIGHT)
        for (_, x, width), name in zip(self._columns, self._names, strict=True):
            self._write(painter, QRect(x, self._above - height, width, height), name)

    def _paint_groups(self, painter: QPainter, bottom: int) -> None:
        places = {at: (x, x + width) for at, x, width in self._columns}
        for group in self._groups:
            inside = [places[at] for at in range(group.start, group.stop) if at in places]
            rect = QRect(inside[0][0], 0, inside[-1][1] - inside[0][0], self._above // 2)
            painter.setPen(self._colors.role(Role.INK))
            self._write(painter, rect, group.title)
            painter.setPen(QPen(self._colors.role(Role.LINE), 2))
            if rect.left() > self._beside:
                painter.drawLine(rect.left(), 0, rect.left(), bottom)

    def _write(self, painter: QPainter, rect: QRect, text: str, align: int = _CENTER) -> None:
        room = rect.width() - 4
        painter.drawText(rect, align, self._metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room))
