"""The least that can be painted: the images and texts of a stage by one bare QGraphicsView, and a bare grid.

Where things stand is worked out once, before anything is measured. Nothing is laid out, lit, explained or
announced here; lines, frames and marks are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsView,
    QMainWindow,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.models.stage_content import Kind, MatrixView
from app.models.stage_measure import bar_ticks
from app.models.stage_places import Block, Face
from app.widgets.stage.canvas import StageCanvas
from app.widgets.stage.look import Look, font_of
from core.tensor import Array

Text = tuple[int, int, str]
_RIGHT = int(Qt.AlignmentFlag.AlignRight) | int(Qt.AlignmentFlag.AlignVCenter)


@dataclass
class Matrix:
    """One matrix of the stage: where it stands, and how its numbers become colours and texts."""

    tensor: str
    head: int
    shape: tuple[int, int]
    box: QRectF
    table: npt.NDArray[np.uint32] | None
    least: float
    span: float
    font: QFont
    places: list[tuple[int, int]]
    decimals: int
    image: QImage
    colors: npt.NDArray[np.uint32]
    texts: list[str]

    @classmethod
    def of(cls, canvas: StageCanvas, block: Block, look: Look) -> Matrix:
        view = canvas.view_of(block.item)
        table = {Kind.SIGNED: look.signed, Kind.WEIGHTS: look.weights}.get(view.kind)
        low, high = view.bar or (0.0, 1.0)
        return cls(
            tensor=view.tensor,
            head=view.index(0, 0)[0],
            shape=view.values.shape,
            box=QRectF(block.cells.x, block.cells.y, block.cells.width, block.cells.height),
            table=table,
            least=low,
            span=(high - low) or 1.0,
            font=font_of(Face.TEXT, max(block.pixels, 1)),
            places=_places(block, look) if block.pixels else [],
            decimals=canvas.placement.decimals,
            image=QImage(),
            colors=np.zeros(view.values.shape, dtype=np.uint32),
            texts=[],
        )

    def take(self, values: Array) -> None:
        """Make image and texts of other numbers."""
        values = values[self.head].reshape(self.shape)
        if self.table is not None:
            share = np.clip((np.nan_to_num(values, neginf=0.0) - self.least) / self.span, 0.0, 1.0)
            self.colors = self.table[(share * (len(self.table) - 1)).astype(np.intp)]
            rows, columns = self.shape
            self.image = QImage(self.colors.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
        if self.places:
            self.texts = [f"{value:.{self.decimals}f}" for value in values.ravel().tolist()]


def _places(block: Block, look: Look) -> list[tuple[int, int]]:
    """Return where the numbers begin, none where a cell shows no number."""
    places = []
    for number, text in enumerate(block.texts):
        row, column = divmod(number, block.columns)
        width = look.metrics.width(text or "0.00", Face.TEXT, block.pixels)
        middle = block.cells.y + (row + 0.5) * block.cell_height
        y = round(look.metrics.baseline(Face.TEXT, block.pixels, middle))
        x = round(block.cells.x + (column + 0.5) * block.cell_width - width / 2)
        places.append((x, y) if text else (-1, -1))
    return places


class FloorItem(QGraphicsItem):
    """Paints images and texts, and nothing else."""

    def __init__(self, matrices: list[Matrix], texts: list[Text], font: QFont, size: QRectF) -> None:
        super().__init__()
        self.matrices, self.texts, self._font, self._size = matrices, texts, font, size
        self.painted = 0

    def boundingRect(self) -> QRectF:
        return self._size

    def paint(self, painter: QPainter, *_: object) -> None:
        self.painted += 1
        painter.setPen(QColor(0, 0, 0))
        draw = painter.drawText
        for matrix in self.matrices:
            if matrix.table is not None:
                painter.drawImage(matrix.box, matrix.image)
            painter.setFont(matrix.font)
            for (x, y), text in zip(matrix.places, matrix.texts, strict=False):
                if x >= 0:
                    draw(x, y, text)
        painter.setFont(self._font)
        for x, y, text in self.texts:
            draw(x, y, text)


class GridModel(QAbstractTableModel):
    """Texts in a table."""

    def __init__(self, texts: list[list[str]]) -> None:
        super().__init__()
        self.texts = texts

    def rowCount(self, _parent: QModelIndex | None = None) -> int:
        return len(self.texts)

    def columnCount(self, _parent: QModelIndex | None = None) -> int:
        return len(self.texts[0])

    def data(self, index: QModelIndex, role: int = 0) -> object:
        if role == 0:
            return self.texts[index.row()][index.column()]
        return _RIGHT if role == 7 else None


class FloorGrid(QTableView):
    """A QTableView that paints the texts of what is in view, cell by cell, and nothing else."""

    def __init__(self, texts: list[list[str]], cell: tuple[int, int], font: QFont) -> None:
        super().__init__()
        self.texts = GridModel(texts)
        self.painted = 0
        self.setModel(self.texts)
        self.setFont(font)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        for header, size in zip((self.horizontalHeader(), self.verticalHeader()), cell, strict=True):
            header.setMinimumSectionSize(1)
            header.setDefaultSectionSize(size)

    def paintEvent(self, event) -> None:
        self.painted += 1
        area, across, down = event.rect(), self.horizontalHeader(), self.verticalHeader()
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        draw, texts = painter.drawText, self.texts.texts
        columns = [(c, across.sectionViewportPosition(c)) for c in _seen(across, area.left(), area.right())]
        width, height = across.defaultSectionSize(), down.defaultSectionSize()
        for row in _seen(down, area.top(), area.bottom()):
            y, line = down.sectionViewportPosition(row), texts[row]
            for column, x in columns:
                draw(x, y, width - 12, height, _RIGHT, line[column])


def _seen(header, first: int, last: int) -> range:
    first, last = header.visualIndexAt(max(first, 0)), header.visualIndexAt(last)
    return range(max(first, 0), (last if last >= 0 else header.count() - 1) + 1)


class FloorWindow(QMainWindow):
    """An empty window of the same size with the view above and the grid below."""

    def __init__(self, item: FloorItem, grid: FloorGrid, sizes: tuple[tuple[int, int], int]) -> None:
        super().__init__()
        self.item, self.grid = item, grid
        scene = QGraphicsScene(self)
        scene.setSceneRect(item.boundingRect())
        scene.addItem(item)
        self.view = QGraphicsView(scene)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.view.setRenderHint(QPainter.RenderHint.Antialiasing)
        central = QWidget()
        layout = QVBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view, 1)
        layout.addWidget(grid)
        grid.setFixedHeight(sizes[1])
        self.setCentralWidget(central)
        self.resize(*sizes[0])


def static_texts(view: MatrixView, block: Block) -> list[Text]:
    """Return the texts around the cells: name, shape, note, headers, sums of rows, ticks, what is masked."""
    x, y = block.cells.x, block.cells.y
    texts = [(round(x), round(block.title_at), f"{view.symbol} {block.title.shape}")]
    if block.title.note:
        texts.append((round(x), round(block.note_at), f"✎ {block.title.note}"))
    texts += [(round(x), round(block.caption_at), line) for line in block.caption]
    if block.column_header:
        texts += [
            (round(x + column * block.cell_width), round(y - 8), label)
            for column, label in enumerate(view.column_labels)
        ]
    if block.row_header:
        texts += [
            (round(x - block.row_header), round(y + (row + 1) * block.cell_height - 8), label)
            for row, label in enumerate(view.row_labels)
        ]
        texts.append((round(x - block.row_header), round(y - 8), block.corner))
    if block.badges is not None:
        texts += [
            (round(block.badges.x), round(y + (row + 1) * block.cell_height - 8), text)
            for row, text in enumerate(view.row_badges)
        ]
    if block.bar is not None:
        texts += [
            (round(block.bar.right), round(block.bar.y + place * block.bar.height / 2), text)
            for place, text in enumerate(bar_ticks(view))
        ]
    texts.append((round(x + block.cells.width / 2), round(y + 20), view.mask_text))
    return [text for text in texts if text[2]]
