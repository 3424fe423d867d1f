"""Masks, computed tensors, the menu: what a grid does with the selected cells besides typing."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from app.models.matrix_shown import MatrixContent
from app.models.stage_content import Kind
from app.widgets.fill_dialog import FillDialog
from core import fills
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
    wanted = {"Edit cell", "Cut", "Copy", "Paste", "Set to 0", "Fill down", "Fill right"}
    wanted |= {"Fill the whole 4 × 5 with", "Select row", "Select column", "Select all"}
    assert wanted <= set(texts)
    by_name = dict(zip(texts, menu.actions(), strict=True))
    by_name["Set to 0"].trigger()
    assert bench.values[0, 0] == 0
    by_name["Select row"].trigger()
    assert bench.ranges == [(0, 0, 0, 4)]
    by_name["Select column"].trigger()
    assert bench.ranges == [(0, 0, 3, 4)]
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


def test_fillings_act_on_the_selection_or_on_the_whole(bench):
    filling = bench.grid.fills
    assert filling.menu_title() == "Fill the whole 4 × 5 &with"
    bench.grid.cells.go(1, 1)
    bench.grid.cells.go(2, 3, extend=True)
    assert filling.menu_title() == "Fill 2 × 3 cells &with"
    menu = filling.menu(bench.grid)
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert [text for text in actions if text.endswith("…")] == [
        "Constant…", "Normal…", "Uniform…", "Xavier…", "He…", "Scale by…", "Add…",
    ]  # fmt: skip
    actions["Identity"].trigger()
    assert bench.values[1:3, 1:4].tolist() == [[1, 0, 0], [0, 1, 0]]
    assert np.count_nonzero(bench.values) == 16
    bench.grid.cells.go(0, 0)
    actions["Ones"].trigger()
    assert (bench.values == 1).all()
    assert bench.deeds == ["Fill with the identity in W_Q", "Fill with ones in W_Q"]
    assert len(bench.edits) == 2
    menu.deleteLater()


def test_a_filling_that_cannot_be_says_why(bench):
    bench.grid.cells.go(0, 0)
    bench.grid.cells.go(1, 2, extend=True)
    bench.grid.fills.run(fills.Transposed)
    assert "the selection is 2 × 3" in bench.grid.entry.plate.reason
    bench.grid.cells.add(3, 4)
    bench.grid.fills.run(fills.Zeros)
    assert "no single rectangle" in bench.grid.entry.plate.reason
    assert not bench.edits
    press(K.Key_Delete)
    assert bench.deeds == ["Fill with zeros in W_Q"]
    assert not bench.values[:2, :3].any()
    assert bench.values[3, 4] == 0
    assert np.count_nonzero(bench.values) == 13


def dialog_of(bench):
    return next(iter(bench.window.findChildren(FillDialog)))


def test_a_filling_with_a_seed_asks_and_offers_the_same_again(bench, qtbot):
    bench.grid.fills.set_seed(7)
    bench.grid.fills.run(fills.Normal)
    dialog = dialog_of(bench)
    assert dialog.windowTitle() == "Normal: 4 × 5 cells of W_Q"
    assert list(dialog.fields) == ["seed", "decimals", "std"]
    assert dialog.fields["seed"].value() == 7
    qtbot.mouseClick(dialog.next_seed, Qt.MouseButton.LeftButton)
    dialog.fields["std"].setText("=1/")
    dialog.confirm.click()
    assert dialog.isVisible()
    assert "cannot be worked out" in dialog.reason.text()
    dialog.fields["std"].setText("0.1")
    with qtbot.waitSignal(dialog.finished):
        dialog.confirm.click()
    wanted = fills.Normal(seed=8, std=0.1)
    assert np.array_equal(bench.values, wanted.numbers(START, "attn.W_Q"))
    assert bench.deeds == ["Fill with normal numbers (seed 8) in W_Q"]
    qtbot.waitUntil(lambda: not bench.window.findChildren(FillDialog))
    bench.grid.fills.run(fills.Normal)
    assert dialog_of(bench).wanted() == wanted
    with qtbot.waitSignal(dialog_of(bench).finished):
        dialog_of(bench).reject()
    assert len(bench.edits) == 1


def test_the_largest_seed_of_a_document_can_be_shown(bench, qtbot):
    bench.grid.fills.set_seed(2**53 - 1)
    bench.grid.fills.run(fills.He)
    dialog = dialog_of(bench)
    assert dialog.fields["seed"].value() == 2**31 - 1
    dialog.next_seed.click()
    assert dialog.fields["seed"].value() == 0
    with qtbot.waitSignal(dialog.finished):
        dialog.reject()


def test_a_mask_can_be_filled_with_patterns_alone(mask):
    menu = mask.grid.fills.menu(mask.grid)
    offered = [action.text() for action in menu.actions() if action.text() and action.isEnabled()]
    assert offered == ["Zeros", "Ones", "Identity", "Causal (1 on and below the diagonal)"]
    mask.grid.fills.run(fills.Identity)
    assert np.array_equal(mask.values, np.eye(3))
    menu.deleteLater()
