"""Every row of the table of shapes (2.2) in the real window, by keyboard; reports E1, E2 and E7."""

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.panels.spec import PanelId
from core.edits.cells import SetTensor
from core.exporters.own import MATRIX_TYPE
from tests.support.grids import press

K = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NAME = "decoder.0.self_attn.W_Q"  # 8 × 8
START = np.arange(64.0).reshape(8, 8) / 8 - 0.3


class Desk:
    """The window with the drawer open on one matrix."""

    def __init__(self, window):
        self.window = window
        self.session = window.workspace.session
        self.panel = window.panels[PanelId.NUMBERS]
        self.grid = self.panel.grid
        self.panel.set_open(True)
        self.session.apply(SetTensor(NAME, START))
        self.session.undo_stack.clear()
        self.show(NAME)

    def show(self, name):
        self.panel.show_tensor(name)
        self.grid.setFocus()
        self.grid.cells.go(0, 0)

    @property
    def values(self):
        return self.session.trace[NAME].values

    @property
    def offers(self):
        return self.grid.exchange.offers

    @property
    def plate(self):
        return self.grid.entry.plate

    @property
    def steps(self):
        return self.session.undo_stack.count()

    def select(self, top, left, bottom, right):
        """As a person does: to the first cell, then with Shift to the last."""
        self.grid.setFocus()
        press(K.Key_Home, modifiers=CONTROL)
        press(*[K.Key_Down] * top, *[K.Key_Right] * left)
        for key, times in ((K.Key_Down, bottom - top), (K.Key_Right, right - left)):
            for _ in range(times):
                press(key, modifiers=SHIFT)

    def put(self, values):
        rows = ("\t".join(map(repr, row)) for row in np.asarray(values, dtype=float).tolist())
        self.put_text("\n".join(rows) + "\n")

    @staticmethod
    def put_text(text):
        mime = QMimeData()
        mime.setText(text)
        QApplication.clipboard().setMimeData(mime)

    def paste(self):
        press(K.Key_V, modifiers=CONTROL)

    def unchanged(self):
        return self.steps == 0 and np.array_equal(self.values, START)


@pytest.fixture
def desk(open_window):
    return Desk(open_window("tiny-gpt"))


def block(rows, columns):
    return np.arange(rows * columns).reshape(rows, columns) * 10.0 + 5.5


def test_blocks_that_fit_are_pasted_each_as_one_step_that_is_named(desk):
    for shape, target, told, expected in (
        ((1, 1), (1, 1, 3, 2), "1 × 1", np.full((3, 2), 5.5)),
        ((2, 3), (4, 4, 4, 4), "2 × 3", block(2, 3)),
        ((2, 3), (0, 1, 1, 3), "2 × 3", block(2, 3)),
        ((1, 2), (0, 0, 2, 3), "3 × 4", np.tile(block(1, 2), (3, 2))),
        ((2, 2), (0, 0, 3, 3), "4 × 4", np.tile(block(2, 2), (2, 2))),
        ((1, 3), (1, 0, 2, 2), "2 × 3", np.tile(block(1, 3), (2, 1))),
        ((1, 3), (1, 1, 3, 1), "3 × 3", np.tile(block(1, 3), (3, 1))),
        ((3, 1), (1, 1, 1, 4), "3 × 4", np.tile(block(3, 1), (1, 4))),
    ):
        desk.put(block(*shape))
        desk.select(*target)
        desk.paste()
        top, left = target[:2]
        height, width = expected.shape
        changed = np.array(START)
        changed[top : top + height, left : left + width] = expected
        assert np.array_equal(desk.values, changed), (shape, target)
        assert desk.grid.cells.ranges() == [(top, left, top + height - 1, left + width - 1)]
        assert desk.steps == 1
        assert desk.session.undo_stack.undoText() == f"Paste {told} into W_Q"
        press(K.Key_Z, modifiers=CONTROL)
        assert np.array_equal(desk.values, START)
        desk.session.undo_stack.clear()


def test_what_does_not_fit_names_both_shapes_and_offers_what_would(desk):
    for shape, target, names, offered in (
        ((3, 4), (0, 0, 1, 1), ("3 × 4", "2 × 2"), ["3 × 4 from the top left", "transposed: 4 × 3"]),
        ((2, 2), (0, 0, 2, 2), ("2 × 2", "3 × 3"), ["2 × 2 from the top left"]),
        ((3, 4), (6, 6, 6, 6), ("3 × 4", "2 × 2"), ["the part that fits: 2 × 2"]),
        ((9, 2), (0, 0, 0, 0), ("9 × 2", "8 × 8"), ["the part that fits: 8 × 2"]),
        ((2, 6), (0, 4, 0, 4), ("2 × 6", "8 × 4"), ["the part that fits: 2 × 4", "transposed: 6 × 2"]),
    ):
        desk.put(block(*shape))
        desk.select(*target)
        desk.paste()
        assert desk.unchanged()
        assert desk.offers.isVisible()
        for name in names:
            assert name in desk.offers.reason.text()
        texts = [button.text() for button in desk.offers.buttons]
        assert len(texts) == len(offered)
        assert all(end in text for text, end in zip(texts, offered, strict=True))
        assert desk.window.rect().contains(desk.offers.geometry())
        press(K.Key_Escape)
        assert not desk.offers.isVisible()
        assert desk.grid.hasFocus()
        assert desk.unchanged()


def test_an_offer_is_taken_by_keyboard(desk):
    desk.put(block(3, 4))
    desk.select(5, 0, 6, 1)
    desk.paste()
    assert desk.offers.buttons[0].hasFocus()
    press(K.Key_Return)
    assert np.array_equal(desk.values[5:, :4], block(3, 4))
    assert desk.steps == 1
    assert desk.grid.hasFocus()
    press(K.Key_Z, modifiers=CONTROL)
    desk.select(0, 0, 1, 1)
    desk.paste()
    press(K.Key_Down)
    assert desk.offers.buttons[1].hasFocus()
    press(K.Key_Space)
    assert np.array_equal(desk.values[:4, :3], block(3, 4).T)
    assert desk.session.undo_stack.undoText() == "Paste 4 × 3 into W_Q"


def test_an_offer_is_taken_by_mouse(desk):
    desk.put(block(9, 9))
    desk.select(6, 5, 6, 5)
    desk.paste()
    QTest.mouseClick(desk.offers.buttons[0], Qt.MouseButton.LeftButton)
    assert np.array_equal(desk.values[6:, 5:], block(9, 9)[:2, :3])
    assert desk.steps == 1


def test_why_a_paste_was_refused_is_said_until_something_else_is_done(desk):
    desk.select(0, 0, 1, 1)
    for go_on in (
        lambda: press(K.Key_C, modifiers=CONTROL),
        lambda: press(K.Key_Delete),
        desk.session.undo_stack.undo,
        desk.session.undo_stack.redo,
        lambda: desk.grid.cells.go(0, 1),
    ):
        desk.put_text("no numbers")
        desk.paste()
        assert "Nothing was pasted" in desk.plate.reason
        assert desk.plate.isVisible()
        go_on()
        assert not desk.plate.is_told
        assert not desk.plate.isVisible()


def test_whoever_types_on_or_goes_elsewhere_has_declined(desk):
    desk.put(block(9, 9))
    desk.select(2, 2, 2, 2)
    desk.paste()
    press(K.Key_7)
    assert not desk.offers.isVisible()
    assert desk.grid.entry.editor.text() == "7"
    press(K.Key_Return)
    assert desk.values[2, 2] == 7
    desk.paste()
    desk.window.tool_bar.decimals.setFocus()
    assert not desk.offers.isVisible()
    desk.grid.setFocus()
    desk.paste()
    desk.show("embed.W_E")
    assert not desk.offers.isVisible()


def test_separate_ranges_take_one_number_and_refuse_a_block(desk):
    desk.put(block(2, 2))
    desk.grid.cells.select([(0, 0, 0, 1), (3, 3, 3, 3)])
    desk.paste()
    assert "2 × 2" in desk.offers.reason.text()
    assert "2 separate ranges" in desk.offers.reason.text()
    press(K.Key_Escape)
    assert desk.unchanged()
    press(K.Key_C, modifiers=CONTROL)
    assert "no single rectangle" in desk.plate.reason
    desk.put([[4.5]])
    desk.paste()
    assert desk.values[0, 0] == desk.values[0, 1] == desk.values[3, 3] == 4.5
    assert desk.steps == 1


def test_what_is_no_block_of_numbers_writes_nothing(desk):
    for text, told in (
        ("1\t2\t3\n4\t5\n", "row 2 has 2, row 1 has 3"),
        ("1\tx\n?\t!\n@\t5", "1, 2 “x”; 2, 1 “?”; 2, 2 “!”; …"),
        ("[[1, 2], [3, 4]] * 2", "not worked out"),
        ("\r\n", "no numbers on the clipboard"),
        ("", "no numbers on the clipboard"),
        ("33,3", "write 33.3"),  # E1: never 333
        ("0,5", "write 0.5"),  # E2: never 5
        ("33,3\t0,5", "write 33.3"),
        ("0,5\n0,25", "decimal comma"),
        ("1,234\t5", "1,234 can be read in two ways"),
    ):
        desk.put_text(text)
        desk.select(0, 0, 1, 1)
        desk.paste()
        assert desk.unchanged()
        assert told in desk.plate.reason
        assert not desk.offers.isVisible()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_with_a_decimal_comma_as_the_setting_says_it_is_one(open_window, language):
    desk = Desk(open_window("tiny-gpt", language=language))
    desk.window.registry.actions["edit.decimal_comma"].trigger()
    for text, values in (("33,3", [33.3]), ("0,5", [0.5]), ("33,5\t0,25", [33.5, 0.25])):
        desk.put_text(text)
        desk.paste()
        assert desk.values[0, : len(values)].tolist() == values


def test_the_systems_decimal_sign_changes_nothing(desk):
    before = QLocale()
    try:
        for system in ("C", "de_DE", "fr_FR", "en_US", "ja_JP"):
            QLocale.setDefault(QLocale(system))
            for text in ("33,3", "0,5"):
                desk.put_text(text)
                desk.paste()
                assert desk.unchanged()
            desk.put_text("33.3\t0.5")
            desk.paste()
            assert desk.values[0, :2].tolist() == [33.3, 0.5]
            press(K.Key_Z, modifiers=CONTROL)
            desk.session.undo_stack.clear()
            desk.grid.cells.go(0, 0)
    finally:
        QLocale.setDefault(before)


def test_a_computed_matrix_says_why_and_can_be_copied_in_every_way(desk):
    desk.show("decoder.0.self_attn.masked")
    desk.put(block(1, 1))
    desk.paste()
    assert "computed" in desk.plate.reason
    press(K.Key_X, modifiers=CONTROL)
    assert "computed" in desk.plate.reason
    assert QApplication.clipboard().text() == "5.5\n"
    press(K.Key_C, modifiers=CONTROL)
    exact = float(QApplication.clipboard().text())
    assert exact == desk.session.trace["decoder.0.self_attn.masked"].values[0, 0, 0]
    menu = desk.grid.commands.menu()
    texts = {action.text(): action for action in menu.actions()}
    submenu = texts["Copy &as"].menu()
    assert submenu.isEnabled()
    copied = []
    for action in submenu.actions():
        if not action.isSeparator():
            action.trigger()
            copied.append(QApplication.clipboard().text() or QApplication.clipboard().image().width())
    menu.deleteLater()
    tsv, csv, markdown, latex, numpy, pytorch, python, picture = copied
    assert f"{exact!r}\t-inf" in tsv
    assert f"{exact!r},-inf" in csv
    assert f"{exact!r} | -∞" in markdown
    assert r"-\infty" in latex
    assert "-np.inf" in numpy
    assert "-torch.inf" in pytorch
    assert '-float("inf")' in python
    assert picture > 300
    assert desk.steps == 0
    assert desk.grid.exchange.copied_rectangle == (0, 0, 3, 7)


def test_the_edit_menu_copies_what_is_selected(desk):
    choice = desk.window.registry.choices["edit.copy_as"]
    choice.aboutToShow.emit()
    desk.select(0, 0, 1, 1)
    next(action for action in choice.actions() if action.text() == "NumPy array").trigger()
    assert QApplication.clipboard().text() == "np.array([\n    [-0.3, -0.175],\n    [ 0.7,  0.825],\n])"
    desk.panel.set_open(False)
    choice.aboutToShow.emit()
    assert not any(action.isEnabled() for action in choice.actions())


def test_a_picture_is_light_and_not_blank_whatever_the_theme_is(desk):
    images = []
    for theme in ("light", "dark"):
        desk.window.workspace.settings.update(theme=theme)
        desk.grid.exchange.copy_as("picture")
        images.append(QApplication.clipboard().image())
    light, dark = images
    assert light == dark
    assert light.pixelColor(0, 0).lightness() > 240
    colors = {light.pixelColor(x, light.height() // 2).name() for x in range(0, light.width(), 3)}
    assert len(colors) > 8


def test_a_mask_takes_only_ones_and_zeros(desk):
    desk.show("decoder.mask")
    desk.put([[1.0, 0.5]])
    desk.paste()
    assert "a mask takes 1 and 0, and the clipboard has 0.5 in row 1, column 2" in desk.plate.reason
    assert desk.steps == 0


def test_a_block_of_two_by_three_is_copied_whole_and_comes_back_bit_by_bit(desk):
    """E7."""
    values = np.array([[0.1 + 0.2, -1 / 3, 5e-324], [1.7976931348623157e308, -0.0, 1e-7]])
    before = np.array(START)
    before[:2, :3] = values
    desk.session.apply(SetTensor(NAME, before))
    for form in (MATRIX_TYPE, "text/html", "text/plain"):
        desk.select(0, 0, 1, 2)
        press(K.Key_C, modifiers=CONTROL)
        mime = QMimeData()
        mime.setData(form, QApplication.clipboard().mimeData().data(form))
        QApplication.clipboard().setMimeData(mime)
        desk.select(4, 4, 4, 4)
        desk.paste()
        assert desk.values[4:6, 4:7].tobytes() == values.tobytes(), form
        press(K.Key_Z, modifiers=CONTROL)


def test_more_than_the_clipboard_takes_is_told(desk, monkeypatch):
    monkeypatch.setattr("core.exporters.block.MAX_CELLS", 63)
    desk.put_text("as it was")
    press(K.Key_A, modifiers=CONTROL)
    press(K.Key_C, modifiers=CONTROL)
    assert "64 numbers are too many" in desk.plate.reason
    assert QApplication.clipboard().text() == "as it was"


def drop(desk, text, row, column):
    mime = QMimeData()
    mime.setText(text)
    viewport = desk.grid.viewport()
    at = desk.grid.visualRect(desk.grid.matrix.index(row, column)).center()
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind in (QDragEnterEvent, QDragMoveEvent):
        coming = kind(at, copy, mime, left, none)
        QApplication.sendEvent(viewport, coming)
        assert coming.isAccepted()
    QApplication.sendEvent(viewport, QDropEvent(QPointF(at), copy, mime, left, none))


def test_files_over_the_grid_are_for_the_window(desk):
    mime, at = QMimeData(), QPoint(40, 10)
    mime.setUrls([QUrl("file:///lesson.tsbx")])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(at, copy, mime, left, none)
    QApplication.sendEvent(desk.grid.viewport(), entering)
    assert entering.position().toPoint() == desk.grid.viewport().mapTo(desk.window, at)


def test_text_that_is_dropped_is_pasted_from_that_cell_on(desk):
    desk.grid.cells.go(0, 0)
    drop(desk, "1.5 2.5\n3.5 4.5", 1, 2)
    assert desk.values[1:3, 2:4].tolist() == [[1.5, 2.5], [3.5, 4.5]]
    assert desk.steps == 1
    press(K.Key_Z, modifiers=CONTROL)
    drop(desk, "hello", 1, 2)
    assert "“hello” is not a number" in desk.plate.reason
    assert np.array_equal(desk.values, START)
