"""Masks, computed tensors, the menu: what a grid does with the selected cells besides typing."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from app.models.matrix_model import MatrixContent
from app.models.stage_content import Kind
from tests.support.grids import GridBench, matrix_tensor, press, type_text

K = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
START = np.arange(20.0).reshape(4, 5) + 0.5


@pytest.fixture
def bench(qtbot):
    return GridBench(matrix_tensor(START)).show(qtbot)


def editing(bench):
    return bench.grid.entry.is_open


@pytest.fixture
def mask(qtbot):
    tensor = matrix_tensor(np.tri(3), name="decoder.mask", rows="query", columns="key")
    return GridBench(tensor, {"kind": Kind.MASK}).show(qtbot)


def test_a_mask_is_toggled_by_space_double_click_and_digits(mask, qtbot):
    mask.grid.cells.go(0, 1)
    press(K.Key_Space)
    assert mask.values[0, 1] == 1
    press(K.Key_Space)
    assert mask.values[0, 1] == 0
    type_text("1")
    assert mask.values[0, 1] == 1
    assert not editing(mask)
    at = mask.grid.visualRect(mask.model.index(2, 2)).center()
    qtbot.mouseClick(mask.grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(mask.grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert mask.values[2, 2] == 0
    press(K.Key_A, modifiers=CONTROL)
    press(K.Key_Space)
    assert mask.values.all()
    assert [mask.model.data(mask.model.index(0, c)) for c in range(3)] == ["1", "1", "1"]


def test_a_computed_tensor_says_why_and_can_be_copied_from(qtbot):
    bench = GridBench(matrix_tensor(START), {"reason": "computed from x and W"}).show(qtbot)
    for key in (K.Key_5, K.Key_F2, K.Key_Delete, K.Key_Backspace):
        press(key)
        assert not editing(bench)
        assert bench.grid.entry.plate.isVisible()
        assert bench.grid.entry.plate.reason == "computed from x and W"
        press(K.Key_Right)
        assert not bench.grid.entry.plate.isVisible()
    press(K.Key_C, modifiers=CONTROL)
    assert QApplication.clipboard().text() == "4.5"
    assert not bench.edits


def test_the_menu_offers_it_all(bench):
    menu = bench.grid.commands.menu()
    texts = [action.text().partition("\t")[0].replace("&", "") for action in menu.actions()]
    assert {"Edit cell", "Cut", "Copy", "Paste", "Paste transposed", "Set to 0", "Select all"} <= set(texts)
    by_name = dict(zip(texts, menu.actions(), strict=True))
    by_name["Set to 1"].trigger()
    assert bench.values[0, 0] == 1
    by_name["Select all"].trigger()
    by_name["Identity"].trigger()
    assert np.array_equal(bench.values, np.eye(4, 5))
    by_name["Edit cell"].trigger()
    assert editing(bench)
    menu.deleteLater()


def test_the_menu_key_shows_the_menu_at_the_cell(bench, qtbot):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(bench.grid.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


def test_an_empty_matrix_takes_every_key(qtbot):
    bench = GridBench(matrix_tensor(np.zeros((0, 3)))).show(qtbot)
    for key in (K.Key_5, K.Key_F2, K.Key_Delete, K.Key_Right, K.Key_End, K.Key_Return, K.Key_Space):
        press(key)
    for key in (K.Key_A, K.Key_C, K.Key_V, K.Key_D, K.Key_Right):
        press(key, modifiers=CONTROL)
    press(K.Key_Up, modifiers=ALT)
    assert not bench.edits
    bench.model.show(MatrixContent(matrix_tensor(START)))
    assert bench.at == (0, 0)
