"""`grid-edit` and `grid-scroll`: our grid beside a bare QTableView that paints the same texts; `grid-cell`.

Ours: `MatrixGrid` on a tensor of 64 × 64, 1 240 × 830 (some 800 cells in view, in colour, with its
selection). An edit hands over a tensor in which one cell is another; a scroll goes on by one page. Both
until painted.

Floor: `floor.FloorGrid`, a QTableView of the same size and cells whose `paintEvent` writes the same texts
by `drawText` and nothing else: no colours, no selection. For an edit it is told of the one cell. (The
remark tells what Qt's own painting of the same texts takes, by the delegate of a plain QTableView.)

`grid-cell`: what a cell costs that is painted, in a matrix of 4 096 × 4 096 on a page never seen
before, beside a matrix of 8 × 8 whose numbers are all new. (The remark tells how long the large one takes to
open and to be summed up as a whole.)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import contextmanager

import numpy as np
from edits import Painted, number_of
from floor import FloorGrid, GridModel
from measure import Row, Times, in_turn
from PySide6.QtWidgets import QApplication, QFrame, QTableView

from app.application import Application
from app.fonts import base_font, load_fonts
from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import MatrixContent
from app.render import settle
from app.theme import ThemeStore, load_theme
from app.widgets.grid import MatrixGrid
from core.ranges import range_numbers
from core.tensor import Axis, NamedTensor, frozen

_SIDE, _LARGE, _SIZE, _CELL = 64, 4096, (1240, 830), (2, 3)
_COUNT, _WARM_UP, _NUMBERS = 200, 20, 100


class Grids:
    """Our grid, the floor, and a plain QTableView, all on the same numbers and open."""

    def __init__(self) -> None:
        self.values = np.random.default_rng(0).normal(size=(_SIDE, _SIDE))
        self.contents = [self._content(number_of(turn)) for turn in range(_NUMBERS)]
        self.model = MatrixModel()
        self.model.set_decimals(2)
        self.model.show(self.contents[-1])
        self.ours = MatrixGrid(self.model, ThemeStore(load_theme("light")))
        cell = (
            self.ours.horizontalHeader().defaultSectionSize(),
            self.ours.verticalHeader().defaultSectionSize(),
        )
        texts = [[f"{value:.2f}" for value in row] for row in self.values.tolist()]
        self.floor = FloorGrid(texts, cell, self.ours.font())
        self.plain = QTableView()
        self.plain.setModel(GridModel(texts))
        self.plain.setFont(self.ours.font())
        self.plain.setFrameShape(QFrame.Shape.NoFrame)
        self.plain.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.plain.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.plain.horizontalHeader().setMinimumSectionSize(1)
        self.plain.horizontalHeader().setDefaultSectionSize(cell[0])
        self.plain.verticalHeader().setDefaultSectionSize(cell[1])
        self.all = (self.ours, self.floor, self.plain)
        for grid in self.all:
            grid.resize(*_SIZE)
            grid.show()
        settle()

    def _content(self, number: float) -> MatrixContent:
        axes = (Axis("d_model", _SIDE), Axis("d_v", _SIDE))
        self.values[_CELL] = number
        return MatrixContent(NamedTensor.of("attn.W_Q", axes, self.values))

    def edit_ours(self, turn: int) -> None:
        self.model.show(self.contents[turn % _NUMBERS])

    def edit_bare(self, view: QTableView) -> Callable[[int], None]:
        def edit(turn: int) -> None:
            model = view.model()
            model.texts[_CELL[0]][_CELL[1]] = f"{number_of(turn):.2f}"
            index = model.index(*_CELL)
            model.dataChanged.emit(index, index)

        return edit

    def scroll(self, view: QTableView) -> Callable[[int], None]:
        bar = view.verticalScrollBar()
        return lambda turn: bar.setValue(0 if turn % 2 else bar.pageStep())


def painted(view: QTableView, change: Callable[[int], None]) -> Callable[[int], None]:
    """Change something and wait until the view has been painted."""
    watch = Painted(view.viewport())

    def act(turn: int) -> None:
        watch.forget()
        change(turn)
        QApplication.processEvents()
        while not watch.all:
            QApplication.processEvents()

    return act


@contextmanager
def _grids():
    application = QApplication.instance() or Application(["bench"])
    application.setStyle("Fusion")
    load_fonts()
    application.setFont(base_font())
    grids = Grids()
    yield grids
    for grid in grids.all:
        grid.close()


def grid_edit() -> Row:
    with _grids() as grids:
        actions = [
            painted(grids.ours, grids.edit_ours),
            painted(grids.floor, grids.edit_bare(grids.floor)),
            painted(grids.plain, grids.edit_bare(grids.plain)),
        ]
        return _row("grid-edit", actions)


def grid_scroll() -> Row:
    with _grids() as grids:
        return _row("grid-scroll", [painted(grid, grids.scroll(grid)) for grid in grids.all])


def grid_cell() -> Row:
    with _grids():
        content = _random_content(_LARGE, 0)
        start = time.perf_counter()
        large = _one_grid(content, _SIZE)
        opening = time.perf_counter() - start
        small = _one_grid(_random_content(8, 0), (700, 220))
        contents = [_random_content(8, seed) for seed in range(_COUNT)]

        def page(turn: int) -> None:
            across, down = large.horizontalScrollBar(), large.verticalScrollBar()
            across.setValue(turn * across.pageStep() % across.maximum())
            down.setValue(turn * 7 * down.pageStep() % down.maximum())
            large.viewport().repaint()

        def numbers(turn: int) -> None:
            small.matrix.show(contents[turn % _COUNT])
            small.viewport().repaint()

        times = in_turn(page, numbers, count=_COUNT, warm_up=_WARM_UP)
        cells = [grid.cell_painter.painted / (_COUNT + _WARM_UP) for grid in (large, small)]
        ours, floor = ([took / count for took in told] for told, count in zip(times, cells, strict=True))
        start = time.perf_counter()
        numbers_of_all = range_numbers([large.matrix.values(0, 0, _LARGE - 1, _LARGE - 1)])
        summing = time.perf_counter() - start
        assert numbers_of_all is not None
        for grid in (large, small):
            grid.close()
        remark = f"a cell; opens in {opening * 1000:.0f} ms, is summed up in {summing * 1000:.0f} ms"
        return Row("grid-cell", Times(f"{_LARGE}²", ours), Times("8²", floor), remark)


def _random_content(side: int, seed: int) -> MatrixContent:
    axes = (Axis("d_model", side), Axis("d_v", side))
    values = np.random.default_rng(seed).normal(size=(side, side))
    return MatrixContent(NamedTensor("attn.W_Q", axes, frozen(values)))


def _one_grid(content: MatrixContent, size: tuple[int, int]) -> MatrixGrid:
    model = MatrixModel()
    model.show(content)
    grid = MatrixGrid(model, ThemeStore(load_theme("light")))
    grid.resize(*size)
    grid.show()
    settle()
    grid.cell_painter.painted = 0
    return grid


def _row(name: str, actions: list[Callable[[int], None]]) -> Row:
    ours, floor, plain = in_turn(*actions, count=_COUNT, warm_up=_WARM_UP)
    return Row(name, Times("grid", ours), Times("floor", floor), str(Times("Qt's own painting", plain)))
