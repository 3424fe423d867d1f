"""`edit-tiny` and `edit-class`: an edit in the real window until everything is painted.

Ours: one cell of the first layer's W_Q is set by `session.apply`, as scrubbing does it; the window (1280 ×
900, the drawer open on W_Q, the stage on the first layer's attention weights, the last cell explained) then
takes its events until stage, grid and Explain have been painted.

Floor: the same arithmetic in bare NumPy, only what stands behind W_Q (`models.BareDecoder`, checked against
the trace); the same images and texts on one bare QGraphicsView: those of the stage, and what the edit writes
anew in Explain and in the status bar; one repaint of a bare QTableView with the texts of W_Q, which is as
large as our grid. Both windows are open and are edited in turn.

`incremental`: the whole program computed anew, and only what an edit of the last layer's W_2 changes, on
the size of `edit-class`.
"""

from __future__ import annotations

import cProfile
import io
import pstats
import sys
from dataclasses import dataclass

import numpy as np
from floor import FloorGrid, FloorItem, FloorWindow, Matrix, static_texts
from measure import Row, Times, in_turn
from models import W_Q, BareDecoder, decoder
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtWidgets import QApplication, QWidget

from app.main_window import MainWindow
from app.picture_options import PictureLook
from app.render import Subject, opened, settle
from app.selection import Place
from app.widgets.stage.look import Look, QtMetrics
from core.edits.cells import SetCells
from core.scenario import Scenario
from core.trace import run

SIZE = (1280, 900)
STEP = "decoder.0.self_attn.weights"
_CELL = (0, 1)


class Painted(QObject):
    """Counts the paint events of some widgets."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.counts = dict.fromkeys(widgets, 0)
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.counts[watched] += 1
        return False

    @property
    def all(self) -> bool:
        return all(self.counts.values())

    def forget(self) -> None:
        self.counts = dict.fromkeys(self.counts, 0)


def number_of(turn: int) -> float:
    """Return a number that the cell did not hold the turn before."""
    return round(0.5 + 0.01 * (turn % 100), 2)


class OurEdit:
    """The real window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.workspace = window.workspace
        self.workspace.cursor.move_to(STEP)
        rows, columns = self.workspace.session.trace[STEP].shape[-2:]
        self.workspace.selection.choose(Place(STEP, (0, rows - 1, columns - 1)))
        self.stage, self.numbers, self.explain = (
            window.panels[one] for one in ("stage", "numbers", "explain")
        )
        self.numbers.set_open(True)
        self.numbers.show_tensor(W_Q)
        settle()
        self.gesture = self.workspace.session.new_gesture()
        self.painted = Painted(
            self.stage.canvas.viewport(), self.numbers.grid.viewport(), self.explain.view.viewport()
        )
        self.rounds = 0

    def __call__(self, turn: int) -> None:
        self.painted.forget()
        edit = SetCells(W_Q, (_CELL,), (number_of(turn),))
        self.workspace.session.apply(edit, gesture=self.gesture)
        QApplication.processEvents()
        while not self.painted.all:
            self.rounds += 1
            QApplication.processEvents()


class FloorEdit:
    """The floor beside it, made from what the real window shows."""

    def __init__(self, ours: OurEdit, scenario: Scenario) -> None:
        canvas, grid = ours.stage.canvas, ours.numbers.grid
        look = Look(ours.workspace.theme.theme, QtMetrics(), canvas.scale_factor)
        blocks = [block for block in canvas.placement.blocks if block.cells.width]
        matrices = [Matrix.of(canvas, block, look) for block in blocks]
        texts = [text for block in blocks for text in static_texts(canvas.view_of(block.item), block)]
        status = ours.window.statusBar()
        said = [*ours.explain.view.toPlainText().split("\n"), status.value.text(), status.axes.text()]
        height = canvas.viewport().height()
        texts += [(100, height - 14 * (len(said) - at), line) for at, line in enumerate(said)]
        self.bare = BareDecoder(scenario, ours.workspace.session.trace)
        self.w_q = np.array(scenario.parameters[W_Q].values)
        rows = [[f"{value:.2f}" for value in row] for row in self.w_q.tolist()]
        cell = (grid.horizontalHeader().defaultSectionSize(), grid.verticalHeader().defaultSectionSize())
        item = FloorItem(matrices, texts, canvas.font(), QRectF(0, 0, *canvas.viewport().size().toTuple()))
        self.window = FloorWindow(item, FloorGrid(rows, cell, grid.font()), (SIZE, grid.height()))
        self.window.show()
        settle()

    def __call__(self, turn: int) -> None:
        item, grid = self.window.item, self.window.grid
        item.painted = grid.painted = 0
        self.w_q[_CELL] = number_of(turn)
        made = self.bare.run(self.w_q)
        for matrix in item.matrices:
            matrix.take(made[matrix.tensor])
        grid.texts.texts[_CELL[0]][_CELL[1]] = f"{self.w_q[_CELL]:.2f}"
        item.update()
        grid.viewport().update()
        QApplication.processEvents()
        while not (item.painted and grid.painted):
            QApplication.processEvents()

    def check(self, ours: OurEdit) -> None:
        """The floor computes what the window shows."""
        made, trace = self.bare.run(self.w_q), ours.workspace.session.trace
        for name in (*(matrix.tensor for matrix in self.window.item.matrices), "probabilities"):
            np.testing.assert_allclose(made[name], trace[name].values, rtol=1e-9, atol=1e-12, err_msg=name)


@dataclass(frozen=True)
class EditBench:
    """One size."""

    name: str
    sizes: tuple[int, int, int, int]
    count: int

    def run(self, *, profile: bool = False) -> Row:
        scenario = decoder(*self.sizes)
        with opened(Subject(scenario), PictureLook(SIZE, "light", "en")) as window:
            ours = OurEdit(window)
            if profile:
                _profile(ours, self.count)
            floor = FloorEdit(ours, scenario)
            mine, least = in_turn(ours, floor, count=self.count, warm_up=20)
            floor.check(ours)
            texts = sum(len(matrix.texts) for matrix in floor.window.item.matrices)
            floor.window.close()
            window.workspace.session.undo_stack.setClean()
        remark = f"{len(floor.window.item.matrices)} matrices, {texts} numbers"
        return Row(self.name, Times("edit", mine), Times("floor", least), remark)


EDITS = (EditBench("edit-tiny", (8, 8, 2, 2), 300), EditBench("edit-class", (32, 64, 4, 4), 150))


def incremental() -> Row:
    scenario = decoder(*EDITS[-1].sizes)
    earlier = run(scenario.program())
    name = f"decoder.{scenario.architecture.layers - 1}.ffn.W_2"
    programs = [SetCells(name, ((0, 0),), (1.0 + number,)).apply(scenario).program() for number in range(2)]
    whole, part = in_turn(
        lambda turn: run(programs[turn % 2]),
        lambda turn: run(programs[turn % 2], earlier),
        count=100,
        warm_up=5,
    )
    return Row("incremental", Times("all", whole), Times("last layer", part), "larger is better")


def _profile(ours: OurEdit, count: int) -> None:
    """Tell where the time of an edit goes."""
    for turn in range(20):
        ours(turn)
    profile = cProfile.Profile()
    profile.enable()
    for turn in range(count):
        ours(turn)
    profile.disable()
    for order in ("cumulative", "tottime"):
        text = io.StringIO()
        pstats.Stats(profile, stream=text).strip_dirs().sort_stats(order).print_stats(45)
        sys.stdout.write(text.getvalue())
