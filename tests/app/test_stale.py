"""Whatever was done before: on the screen stands what a window would show that is opened on it just now."""

import random

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.models.stage_content import MatrixView
from app.models.stage_switches import switch_edit, switches
from app.origin import Document, Origin
from app.pin import Showing
from app.selection import Place
from core.architecture.presets import PRESETS
from core.edits import ChangeArchitecture, ReplaceToken
from core.edits.cells import SetCells

DEEDS = 40
OFTEN = 8
"""After so many deeds a fresh window is opened."""
NUMBERS = (0.0, -1.0, 1e-9, 1e9, 1e308, -1e155, 0.995, 12.5)


class Deeds:
    """Does one thing after another at random, in a window."""

    def __init__(self, window, seed):
        self.window, self.workspace, self.choice = window, window.workspace, random.Random(seed)
        pulls, moves = [self.pull] * 6, [self.step] * 4
        looks = [self.choose, self.point, self.head, self.decimals, self.pin, self.tensor]
        self.every = [*pulls, *moves, *looks, self.undo, self.redo, self.switch, self.word, self.model]

    def do(self):
        """Do something, and tell what."""
        deed = self.choice.choice(self.every)
        deed()
        settle()
        return deed.__name__

    def pull(self):
        session = self.workspace.session
        scenario, gesture = session.scenario, session.new_gesture()
        name = self.choice.choice(sorted([*scenario.parameters, *scenario.given]))
        index = self._index(scenario.source_values(name).shape)
        for _ in range(3):
            number = self.choice.choice([*NUMBERS, *(self.choice.uniform(-2, 2) for _ in range(20))])
            session.apply(SetCells(name, (index,), (number,)), gesture=gesture)
            settle()

    def undo(self):
        self.workspace.session.undo_stack.undo()

    def redo(self):
        self.workspace.session.undo_stack.redo()

    def switch(self):
        session = self.workspace.session
        architecture = session.scenario.architecture
        found = switches(session.program, self.workspace.cursor.step, architecture)
        if found:
            one = self.choice.choice(found)
            session.apply(switch_edit(architecture, one.key, is_on=not one.is_on))

    def word(self):
        tokens = self.workspace.session.scenario.tokens
        sequence = self.choice.choice(sorted(tokens))
        place = self.choice.randrange(len(tokens[sequence]))
        self.workspace.session.apply(ReplaceToken(sequence, place, self.choice.choice(["the", "cat"])))

    def model(self):
        other = self.choice.choice(PRESETS).scenario(0).architecture
        self.workspace.session.apply(ChangeArchitecture(other))

    def step(self):
        self.workspace.cursor.move_to(self.choice.choice(self.workspace.cursor.walk()).name)

    def choose(self):
        self.workspace.selection.choose(Place(*self._cell()))

    def point(self):
        canvas = self.window.panels["stage"].canvas
        block = self.choice.choice(canvas.placement.blocks)
        box = block.cell(self.choice.randrange(block.rows), self.choice.randrange(block.columns))
        QTest.mouseMove(canvas.viewport(), canvas.mapFromScene(box.x + box.width / 2, box.y + box.height / 2))

    def head(self):
        architecture = self.workspace.session.scenario.architecture
        heads = architecture.attention_of(self.workspace.cursor.step.name).heads
        self.workspace.selection.show_head(self.choice.randrange(heads))

    def decimals(self):
        self.workspace.display.set_decimals(self.choice.randrange(7))

    def pin(self):
        pin = self.workspace.pin
        if pin.pinned is None:
            pin.pin("this")
        else:
            pin.show(self.choice.choice([*Showing]))

    def tensor(self):
        self.window.panels["numbers"].show_tensor(self._cell()[0])

    def _cell(self):
        trace, content = self.workspace.session.trace, self.window.panels["stage"].content
        shown = [item.tensor for item in content.items if isinstance(item, MatrixView)]
        name = self.choice.choice([name for name in shown if name in trace])
        return name, self._index(trace[name].shape)

    def _index(self, shape):
        return tuple(self.choice.randrange(size) for size in shape)


def settle():
    for _ in range(3):  # what is laid out anew is painted in the next round
        QCoreApplication.sendPostedEvents()
        QApplication.processEvents()


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(image.constBits()).reshape(image.height(), image.width(), 4)[..., :3]


def others(seen, expected):
    """Where two pictures differ: the rectangle, or nothing."""
    if seen.shape != expected.shape:
        return (seen.shape, expected.shape)
    rows, columns = (seen != expected).any(axis=2).nonzero()
    return (columns.min(), rows.min(), columns.max(), rows.max()) if len(rows) else None


def open_beside(window):
    """Open a fresh window on what another one shows; none has focus or pointer then."""
    old = window.workspace
    beside = window.files.documents.add(Document(old.session.scenario, Origin())).window
    new = beside.workspace
    new.session._before, new.pin._pinned, new.pin._showing = (
        old.session.trace_before,
        old.pin.pinned,
        old.pin.showing,
    )
    new.display.set_decimals(old.display.decimals)
    new.cursor.move_to(old.cursor.step.name)
    new.selection._head, new.selection._chosen = old.selection.head, old.selection.chosen
    new.selection.head_changed.emit(new.selection.head)
    new.selection.chosen_changed.emit(new.selection.chosen)
    new.ripple.changed.emit()
    new.pin.changed.emit()
    beside.resize(window.size())
    beside.show()
    beside.complete()
    beside.start.setVisible(window.start.isVisible())
    for each in (beside, window):
        each.activateWindow()
        settle()
        if QApplication.focusWidget() is not None:
            QApplication.focusWidget().clearFocus()
        canvas = each.panels["stage"].canvas
        QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
        canvas._home = None
        canvas._show_marks()
    settle()
    return beside


@pytest.mark.parametrize("example", ["worked-example", "tiny-gpt", "encoder-block"])
def test_all_is_painted_that_changed(open_window, example):
    """The screen is as if all of it had been painted anew."""
    window = open_window(example)
    window.toggle_numbers()
    deeds, done = Deeds(window, 1), []
    for _ in range(DEEDS):
        done.append(deeds.do())
        seen = window.screen().grabWindow(window.winId()).toImage()
        assert others(pixels(seen), pixels(window.grab().toImage())) is None, done[-5:]


@pytest.mark.parametrize("example", ["worked-example", "tiny-gpt", "encoder-block"])
def test_a_fresh_window_shows_the_same(open_window, example):
    window = open_window(example)
    deeds, done = Deeds(window, 2), []
    deeds.every.remove(deeds.tensor)
    for number in range(DEEDS):
        done.append(deeds.do())
        if number % OFTEN:
            continue
        beside = open_beside(window)
        for panel in ("stage", "explain"):
            seen, expected = (pixels(each.panels[panel].grab().toImage()) for each in (window, beside))
            assert others(seen, expected) is None, (panel, done[-OFTEN:])
        beside.close()
