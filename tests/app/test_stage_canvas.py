"""The canvas of the stage: pixels, hands, typing, pulling, telling."""

import gc
import weakref

import numpy as np
import pytest
import shiboken6
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QInputMethodEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.fonts import base_font, load_fonts
from app.models.stage_content import Kind, StageContent
from app.models.stage_places import Face
from app.theme import Role as Color
from app.theme import load_theme
from app.widgets.stage.canvas import StageCanvas
from app.widgets.stage.look import Look, QtMetrics
from app.widgets.stage.paint_marks import handle_box
from app.widgets.stage.prepared import shades
from app.widgets.stage.scrub import Scrub
from app.widgets.stage.words import plain_tip
from core.expression.nodes import Cell, Line
from tests.support.stage_views import alone, chain, projection, scores, softmax, view

LEFT = Qt.MouseButton.LeftButton
ALT, SHIFT, CTRL = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
NONE = Qt.KeyboardModifier.NoModifier


class Panel:
    """Answers a canvas as the stage's panel does: what is chosen is lit, numbers are taken."""

    def __init__(self, canvas, content, lit=()):
        self.canvas, self.content, self.lit = canvas, content, lit
        self.chosen, self.committed, self.went, self.scrubbed, self.gestures = [], [], [], [], []
        self.refusal = ""
        canvas.cell_chosen.connect(self.choose)
        canvas.edit_committed.connect(self.commit)
        canvas.go_to_requested.connect(self.go)
        canvas.scrubbed.connect(self.scrub)
        canvas.scrub_started.connect(self.start)
        canvas.scrub_finished.connect(self.finish)
        canvas.scrub_cancelled.connect(self.cancel)
        canvas.set_content(content)
        canvas.set_lit(lit, None)

    def choose(self, tensor, index):
        self.chosen.append((tensor, index))
        self.canvas.set_lit(self.lit, (tensor, index))

    def commit(self, tensor, index, text):
        self.committed.append((tensor, index, text))
        if self.refusal:
            self.canvas.editor_refuse(self.refusal)
            return
        self.put(tensor, index, float(text))
        self.canvas.editor_accept()

    def put(self, tensor, index, number):
        items = []
        for item in self.content.items:
            if getattr(item, "tensor", "") == tensor:
                values = item.values.copy()
                values[item.find(index)] = number
                items.append(replace(item, values=values))
            else:
                items.append(item)
        self.content = StageContent(tuple(items), self.content.chain, self.content.framed)
        self.canvas.set_content(self.content)

    def go(self, tensor, index):
        self.went.append((tensor, index))

    def scrub(self, tensor, index, number):
        self.scrubbed.append(number)
        self.put(tensor, index, number)

    def start(self):
        self.gestures.append("started")

    def finish(self):
        self.gestures.append("finished")

    def cancel(self):
        self.gestures.append("cancelled")


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


@pytest.fixture
def show(qtbot):
    """A function that shows contents on a canvas of a size."""

    def showing(content, size=(1240, 384), theme="light", lit=(), decimals=2, zoom=100):
        canvas = StageCanvas()
        qtbot.addWidget(canvas)
        canvas.setFont(base_font())
        canvas.resize(*size)
        canvas.set_theme(load_theme(theme))
        canvas.set_display(decimals, zoom)
        panel = Panel(canvas, content, lit)
        with qtbot.waitExposed(canvas):
            canvas.show()
        canvas.activateWindow()
        canvas.setFocus()
        canvas.panel = panel
        return canvas

    return showing


def box(canvas, item=0, row=0, column=0):
    return canvas.placement.block_of(item).cell(row, column)


def middle(canvas, item=0, row=0, column=0):
    cell = box(canvas, item, row, column)
    scene = QPointF(cell.x + cell.width / 2, cell.y + cell.height / 2)
    return canvas.mapFromScene(scene)


def corner_color(canvas, item=0, row=0, column=0):
    """The colour of a cell's ground, read near its lower right corner."""
    cell = box(canvas, item, row, column)
    return canvas.picture().pixelColor(int(cell.right - 6), int(cell.bottom - 6))


def colors_in(image, cell):
    return {
        image.pixelColor(x, y).name()
        for x in range(int(cell.x) + 3, int(cell.right) - 3)
        for y in range(int(cell.y) + 3, int(cell.bottom) - 3)
    }


def hover(canvas, point):
    QTest.mouseMove(canvas.viewport(), point)
    QCoreApplication.processEvents()


def handle_centre(canvas, item, row, column):
    handle = handle_box(canvas.placement.block_of(item), row, column, canvas.scale_factor)
    return canvas.mapFromScene(QPointF(handle.x + handle.width / 2, handle.y + handle.height / 2))


# Pixels


def test_colours_stand_where_their_numbers_stand(show):
    canvas = show(alone(values=[[0.0, -2.0, 2.0], [1.0, -1.0, 0.5]]))
    lut = load_theme("light").signed_lut
    for (row, column), share in np.ndenumerate(np.array([[0, -1, 1], [0.5, -0.5, 0.25]])):
        expected = lut[round(255 + share * 255)]
        found = corner_color(canvas, 0, row, column)
        assert np.abs(np.array([found.red(), found.green(), found.blue()]) - expected).max() <= 2


@pytest.mark.parametrize("theme", ["light", "dark", "projector", "high-contrast"])
def test_signs_have_their_sides_and_zero_is_the_paper(show, theme):
    canvas = show(alone(values=[[-1.0, 0.0, 1.0]]), theme=theme)
    minus, zero, plus = (corner_color(canvas, 0, 0, column) for column in range(3))
    assert minus.blue() > minus.red() + 80
    assert plus.red() > plus.blue() + 80
    stage = load_theme(theme).color(Color.STAGE)
    assert abs(zero.lightness() - stage.lightness()) < 40


def test_weights_are_coloured_from_nothing_to_one(show):
    canvas = show(alone(values=[[0.0, 1.0, 0.5]], kind=Kind.WEIGHTS))
    nothing, one, half = (corner_color(canvas, 0, 0, column) for column in range(3))
    assert nothing.lightness() > 250
    assert one.saturation() > half.saturation() > nothing.saturation()


def test_masked_cells_are_hatched_and_have_no_colour_of_the_map(show):
    masked = np.array([[False, True, True], [False, False, True]])
    values = np.array([[1.0, -np.inf, -np.inf], [1.0, -1.0, -np.inf]])
    canvas = show(alone(values=values, masked=masked, mask_text="masked: later words"))
    theme, image = load_theme("light"), canvas.picture()
    found = [QColor(name) for name in colors_in(image, box(canvas, 0, 1, 2))]
    assert theme.color(Color.STAGE) in found
    assert len(found) > 2
    assert all(color.saturation() < 60 for color in found)
    assert corner_color(canvas, 0, 1, 0).saturation() > 100


def test_what_is_no_number_is_framed_and_said(show):
    values = [[np.nan, 1.0], [np.inf, -np.inf]]
    canvas = show(alone(values=values))
    theme, image = load_theme("light"), canvas.picture()
    for row, column in ((0, 0), (1, 0), (1, 1)):
        cell = box(canvas, 0, row, column)
        assert image.pixelColor(int(cell.x + 12), int(cell.y + 1)) == theme.color(Color.REFUSED)
        assert min(QColor(name).lightness() for name in colors_in(image, cell)) < 40
        assert image.pixelColor(int(cell.x + 14), int(cell.y + 8)) == theme.color(Color.STAGE)


def test_extreme_numbers_are_coloured_without_overflow():
    values = np.array([[1e308, -1e308, 5e-324, np.nan, np.inf, -np.inf, 0.0]])
    with np.errstate(all="raise"):
        found = shades(values, Kind.SIGNED, (-1e308, 1e308))
        tiny = shades(np.array([[5e-324, -5e-324]]), Kind.SIGNED, (-5e-324, 5e-324))
        none = shades(np.array([[0.0]]), Kind.SIGNED, (0.0, 0.0))
        shares = shades(np.array([[0.0, 0.5, 1.0, 2.0]]), Kind.WEIGHTS, (0.0, 1.0))
    assert found.tolist() == [[510, 0, 255, 0, 510, 0, 255]]
    assert tiny.tolist() == [[510, 0]]
    assert none.tolist() == [[255]]
    assert shares.tolist() == [[0, 128, 255, 255]]


def test_ink_is_black_or_white_by_luminance():
    look = Look(load_theme("dark"), QtMetrics())
    assert look.signed_dark[255]
    assert not look.signed_dark[0]
    assert not Look(load_theme("light"), QtMetrics()).signed_dark.any()


def test_the_chosen_cell_has_ink_outside_and_paper_inside(show):
    canvas = show(alone(values=np.full((3, 3), 2.0)))
    canvas.set_lit((), ("S", (1, 1)))
    theme, image, cell = load_theme("light"), canvas.picture(), box(canvas, 0, 1, 1)
    x, y = int(cell.x + 10), int(cell.y)
    assert image.pixelColor(x, y) == theme.color(Color.INK)
    assert image.pixelColor(x, y + 2).lightness() > 250
    assert image.pixelColor(x, y + 5) == corner_color(canvas, 0, 0, 0)


def test_lit_lines_run_through_operands_and_result(show):
    content, lit, chosen = scores()
    canvas = show(content, lit=lit)
    canvas.set_lit(lit, chosen)
    accent, image = load_theme("light").color(Color.ACCENT), canvas.picture()
    for item, row, column in ((0, 5, 0), (4, 5, 4)):  # the query's row
        cell = box(canvas, item, row, column)
        assert image.pixelColor(int(cell.x + cell.width / 2), int(cell.y)) == accent
    for item, row, column in ((2, 2, 1), (4, 0, 1)):  # the key's column
        cell = box(canvas, item, row, column)
        assert image.pixelColor(int(cell.x), int(cell.y + cell.height / 2)) == accent
    header = canvas.placement.block_of(4)
    plate = image.pixelColor(int(header.cells.x - 6), int(box(canvas, 4, 5, 0).y + 18))
    assert plate == accent
    outlined = image.pixelColor(int(box(canvas, 4, 0, 1).x + 20), int(header.cells.y - 12))
    assert outlined != accent


def test_what_is_pointed_at_is_outlined(show):
    canvas = show(alone(values=np.zeros((3, 3))))
    canvas.set_lit((), None, Line("S", (None, 2)))
    cell = box(canvas, 0, 1, 2)
    accent = load_theme("light").color(Color.ACCENT)
    assert canvas.picture().pixelColor(int(cell.x), int(cell.y + 10)) == accent
    canvas.set_lit((), None, Cell("elsewhere", (0, 0)))
    assert canvas.picture().pixelColor(int(cell.x), int(cell.y + 10)) != accent


def test_changed_cells_have_a_corner(show):
    canvas = show(alone(values=np.ones((2, 3))))
    canvas.set_changed(
        {"S": np.array([[False, True, False], [False, False, False]]), "other": np.ones(3, bool)}
    )
    changed, image = load_theme("light").color(Color.CHANGED), canvas.picture()
    assert changed.name() in colors_in(image, box(canvas, 0, 0, 1))
    assert changed.name() not in colors_in(image, box(canvas, 0, 1, 1))


def test_numbers_are_written_even_below_turned_headers_of_the_same_text(show):
    content = alone(values=[[1.0, 1.0], [1.0, 1.0]], column_labels=("1", "internationalization"))
    canvas = show(content)
    canvas.grab()
    canvas.set_content(alone(values=np.ones((2, 2))))
    canvas.grab()
    image = canvas.picture()
    for place in np.ndindex(2, 2):
        assert "#000000" in colors_in(image, box(canvas, 0, *place))


def test_large_matrices_are_pictures_and_scroll(show):
    canvas = show(scores(512, 4)[0])
    canvas.grab()
    assert canvas.placement.blocks[-1].pixels == 0
    assert canvas.horizontalScrollBar().maximum() > 0
    canvas.show_spot((4, 511, 511))
    assert canvas.horizontalScrollBar().value() > 0


def test_nothing_to_show_is_said_in_words(show):
    canvas = show(StageContent((), message="There are no words yet."))
    assert load_theme("light").color(Color.INK_SOFT).name() in {
        canvas.picture().pixelColor(x, 192).name() for x in range(400, 840)
    }
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.panel.chosen == []


def test_empty_matrices_are_shown(show):
    canvas = show(alone(values=np.zeros((0, 3)), row_labels=()))
    canvas.grab()
    QTest.keyClick(canvas, Qt.Key.Key_Down)
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, QPoint(600, 190))


# Pointing and choosing


@pytest.mark.parametrize("content", [scores(6, 4, 3)[0], projection()[0], softmax()[0], chain()])
def test_every_cell_tells_its_own_number(show, content):
    canvas = show(content)
    heard = []
    canvas.cell_hovered.connect(heard.append)
    for block in canvas.placement.blocks:
        shown = canvas.view_of(block.item)
        for (row, column), value in np.ndenumerate(shown.values):
            hover(canvas, middle(canvas, block.item, row, column))
            assert heard[-1] == Cell(shown.tensor, shown.index(row, column))
            assert canvas.view_of(block.item).values[shown.find(heard[-1].index)] == value or np.isnan(value)
            first = canvas.tip_at(QPointF(middle(canvas, block.item, row, column))).splitlines()[0]
            told = first.rpartition(" = ")[2].replace("−", "-").replace("∞", "inf")
            assert float(told) == value
    hover(canvas, QPoint(2, 2))
    assert heard[-1] is None


def test_under_a_pointer_that_rests_is_what_stands_there_now(show):
    canvas = show(projection()[0])
    heard = []
    canvas.cell_hovered.connect(heard.append)
    at = middle(canvas, 2, 3, 1)
    hover(canvas, at)
    for content in (alone(), scores()[0], StageContent(()), chain(), projection()[0]):
        canvas.set_content(content)  # its matrices are fewer, or others, or a sign stands at that position
        scene = canvas.mapToScene(at)
        block = canvas.block_under(scene)
        cell = block and block.cell_at(scene.x(), scene.y())
        shown = cell and canvas.view_of(block.item)
        assert heard[-1] == (cell and Cell(shown.tensor, shown.index(*cell)))
    assert heard[0] == heard[-1]
    assert canvas.handles == ((2, 3, 1),)


def test_scrolling_brings_other_cells_under_the_pointer(show):
    canvas = show(scores()[0], size=(500, 200), zoom=200)
    heard = []
    canvas.cell_hovered.connect(heard.append)
    hover(canvas, middle(canvas, 0, 0, 0))
    scene = canvas.mapToScene(middle(canvas, 0, 2, 0))
    bar = canvas.verticalScrollBar()
    bar.setValue(bar.value() + round(scene.y() - canvas.mapToScene(middle(canvas, 0, 0, 0)).y()))
    assert heard == [Cell("q", (0, 0)), Cell("q", (2, 0))]


def test_tooltips_count_from_nought_and_from_one_and_name_the_axes(show):
    canvas = show(scores(6, 4, 3)[0])
    tip = canvas.tip_at(QPointF(middle(canvas, 4, 5, 1)))
    assert "scores[5, 1] = " in tip
    assert "row 6 of 6 “mat” · query" in tip
    assert "column 2 of 3 “cat” · key" in tip
    block = canvas.placement.block_of(4)
    header = canvas.mapFromScene(QPointF(block.cells.x - 8, block.cell(5, 0).y + 8))
    assert canvas.tip_at(QPointF(header)) == "query (row): mat"
    header = canvas.mapFromScene(QPointF(block.cell(0, 1).x + 8, block.cells.y - 8))
    assert canvas.tip_at(QPointF(header)) == "key (column): cat"
    event = QHelpEvent(QEvent.Type.ToolTip, middle(canvas, 4, 0, 0), QPoint(10, 10))
    assert canvas.viewportEvent(event)


def test_tooltips_are_never_taken_for_html():
    assert plain_tip("a\nb") == "a\nb"
    assert "<b>" not in plain_tip("the word <b>bold</b> & more")


def test_a_click_chooses_and_is_told_to_screen_readers(show):
    canvas = show(projection()[0])
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, middle(canvas, 2, 1, 3))
    assert canvas.panel.chosen == [("W", (1, 3))]
    value = projection()[0].items[2].values[1, 3]
    assert canvas.accessibleDescription() == f"W_Q, row 2, column 4: {value}"


def test_headers_are_told_of(show):
    canvas = show(scores(6, 4, 3)[0])
    heard = []
    canvas.row_header_clicked.connect(lambda tensor, row: heard.append((tensor, row)))
    canvas.column_header_clicked.connect(lambda tensor, column: heard.append((tensor, column)))
    block = canvas.placement.block_of(4)
    for point in (
        QPointF(block.cells.x - 8, block.cell(5, 0).y + 8),
        QPointF(block.cell(0, 2).x + 8, block.cells.y - 8),
    ):
        QTest.mouseClick(canvas.viewport(), LEFT, NONE, canvas.mapFromScene(point))
    assert heard == [("scores", 5), ("scores", 2)]


def test_arrows_stay_inside_the_matrix_and_jump_with_control(show):
    canvas = show(alone(values=np.zeros((3, 4))))
    for key, modifiers, expected in (
        (Qt.Key.Key_Down, NONE, (0, 0)),  # nothing was chosen yet
        (Qt.Key.Key_Down, NONE, (1, 0)),
        (Qt.Key.Key_Right, NONE, (1, 1)),
        (Qt.Key.Key_Right, CTRL, (1, 3)),
        (Qt.Key.Key_Right, NONE, (1, 3)),
        (Qt.Key.Key_Home, NONE, (1, 0)),
        (Qt.Key.Key_Left, NONE, (1, 0)),
        (Qt.Key.Key_End, CTRL, (2, 3)),
        (Qt.Key.Key_Up, CTRL, (0, 3)),
        (Qt.Key.Key_Home, CTRL, (0, 0)),
    ):
        QTest.keyClick(canvas, key, modifiers)
        assert canvas.panel.chosen[-1] == ("S", expected)


def test_tab_goes_from_matrix_to_matrix_and_leaves_at_the_end(qtbot, show):
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    canvas, after = StageCanvas(window), QLineEdit(window)
    layout.addWidget(canvas)
    layout.addWidget(after)
    window.resize(1240, 500)
    canvas.panel = Panel(canvas, scores(6, 4, 3)[0])
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    canvas.setFocus()
    canvas.panel.choose("q", (4, 3))
    canvas.panel.chosen.clear()
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert [tensor for tensor, _ in canvas.panel.chosen] == ["k", "scores"]
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert after.hasFocus()
    assert len(canvas.panel.chosen) == 2
    QTest.keyClick(after, Qt.Key.Key_Backtab, SHIFT)
    assert canvas.hasFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Backtab, SHIFT)
    assert canvas.panel.chosen[-1][0] == "k"


def test_a_tensor_shown_twice_is_worked_in_where_it_was_chosen(show):
    content = StageContent((view("x", np.zeros((2, 2))), view("x", np.zeros((2, 2)))))
    canvas = show(content)
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, middle(canvas, 0, 1, 1))
    assert canvas.chosen_spot() == (0, 1, 1)
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.chosen_spot() == (0, 0, 1)


# Typing


def test_f2_types_at_full_precision_and_enter_commits(show):
    content = alone(values=[[0.123456789, 2.0]], note="typed in")
    canvas = show(content)
    canvas.panel.choose("S", (0, 0))
    QTest.keyClick(canvas, Qt.Key.Key_F2)
    assert canvas.editor.line.text() == "0.123456789"
    assert canvas.editor.line.selectedText() == ""
    canvas.editor.line.setText("-1.5")
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Return)
    assert canvas.panel.committed == [("S", (0, 0), "-1.5")]
    assert not canvas.editor.is_open
    assert canvas.hasFocus()
    assert canvas.view_of(0).values[0, 0] == -1.5


def test_unchanged_text_commits_nothing(show):
    canvas = show(alone(values=[[0.1 + 0.2, 2.0]], note="typed in"))
    canvas.panel.choose("S", (0, 0))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab):
        QTest.keyClick(canvas, Qt.Key.Key_F2)
        QTest.keyClick(canvas.editor.line, key)
        assert not canvas.editor.is_open
    assert canvas.panel.committed == []


@pytest.mark.parametrize("typed", ["7", "-", ".", "=", "７", "−"])
def test_typing_replaces_the_number(show, typed):
    canvas = show(alone(values=[[1.0, 2.0]], note="typed in"))
    canvas.panel.choose("S", (0, 1))
    QCoreApplication.sendEvent(canvas, QKeyEvent(QEvent.Type.KeyPress, 0, NONE, typed))
    assert canvas.editor.is_open
    assert canvas.editor.line.text() == typed.replace("７", "7").replace("−", "-")
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Escape)
    assert canvas.panel.committed == []


def test_a_digit_of_an_input_method_opens_the_editor_and_is_kept(show):
    canvas = show(alone(values=[[1.0, 2.0]], note="typed in"))
    canvas.panel.choose("S", (0, 0))
    event = QInputMethodEvent()
    event.setCommitString("５")
    QCoreApplication.sendEvent(canvas, event)
    assert canvas.editor.line.text() == "5"


def test_letters_are_left_to_the_window(show):
    canvas = show(alone(note="typed in"))
    canvas.panel.choose("S", (0, 0))
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_B, NONE, "b")
    QCoreApplication.sendEvent(canvas, event)
    assert not event.isAccepted()
    assert not canvas.editor.is_open


def test_a_refused_text_stays_with_its_reason_until_escape(show):
    canvas = show(alone(values=[[1.0, -0.3]], note="typed in"))
    canvas.panel.refusal = "0,25 is not a number here: write 0.25"
    canvas.panel.choose("S", (0, 1))
    QTest.mouseDClick(canvas.viewport(), LEFT, NONE, middle(canvas, 0, 0, 1))
    canvas.editor.line.setText("0,25")
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Return)
    assert canvas.editor.is_open
    assert canvas.editor.line.text() == "0,25"
    assert canvas.reason == "0,25 is not a number here: write 0.25"
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Left)
    assert canvas.editor.line.cursorPosition() == 3
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Tab)
    assert canvas.editor.is_open
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Escape)
    assert not canvas.editor.is_open
    assert canvas.reason == ""
    assert canvas.view_of(0).values[0, 1] == -0.3


def test_the_reason_goes_when_the_text_is_changed(show):
    canvas = show(alone(values=[[1.0, -0.3]], note="typed in"))
    canvas.panel.refusal = "no"
    canvas.begin_edit("S", (0, 0), "x")
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Return)
    assert canvas.reason == "no"
    QTest.keyClicks(canvas.editor.line, "1")
    assert canvas.reason == ""
    canvas.set_content(canvas.content)
    assert canvas.reason == ""


def test_tab_commits_and_goes_to_the_next_cell(show):
    canvas = show(alone(values=[[1.0, 2.0], [3.0, 4.0]], note="typed in"))
    canvas.panel.choose("S", (0, 1))
    canvas.begin_edit("S", (0, 1), "9")
    QTest.keyClick(canvas.editor.line, Qt.Key.Key_Tab)
    assert canvas.panel.committed == [("S", (0, 1), "9")]
    assert canvas.panel.chosen[-1] == ("S", (1, 0))


def test_a_click_elsewhere_commits(show):
    canvas = show(alone(values=[[1.0, 2.0], [3.0, 4.0]], note="typed in"))
    canvas.begin_edit("S", (0, 0), "5")
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, middle(canvas, 0, 1, 1))
    assert canvas.panel.committed == [("S", (0, 0), "5")]
    assert not canvas.editor.is_open


def test_the_editor_goes_when_its_cell_does(show):
    canvas = show(alone(note="typed in"))
    canvas.begin_edit("S", (0, 0))
    canvas.set_content(alone("other"))
    assert not canvas.editor.is_open


@pytest.mark.parametrize("way", ["key", "mouse"])
def test_computed_cells_answer_where_they_come_from(show, way):
    canvas = show(alone())
    canvas.panel.choose("S", (1, 2))
    if way == "key":
        QTest.keyClick(canvas, Qt.Key.Key_F2)
    else:
        QTest.mouseDClick(canvas.viewport(), LEFT, NONE, middle(canvas, 0, 1, 2))
    assert canvas.panel.went == [("S", (1, 2))]
    assert not canvas.editor.is_open


def test_typing_into_a_computed_cell_is_answered_in_words(show):
    canvas = show(alone())
    canvas.panel.choose("S", (1, 2))
    QTest.keyClicks(canvas, "5")
    assert "computed" in canvas.reason
    assert not canvas.editor.is_open
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.reason == ""


def test_cells_of_a_mask_are_switched_by_click_and_space(show):
    masked = np.array([[False, True], [False, False]])
    canvas = show(
        alone(values=[[1.0, 0.0], [1.0, 1.0]], masked=masked, kind=Kind.MASK, note="click or Space")
    )
    heard = []
    canvas.mask_toggled.connect(lambda tensor, index: heard.append((tensor, index)))
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, middle(canvas, 0, 0, 1))
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    QTest.keyClick(canvas, Qt.Key.Key_F2)
    assert heard == [("S", (0, 1))] * 3
    assert not canvas.editor.is_open
    assert canvas.handles == ()


# Pulling


def drag(canvas, item, row, column, way, modifiers=NONE, release=True):
    start = handle_centre(canvas, item, row, column)
    QTest.mousePress(canvas.viewport(), LEFT, NONE, start)
    for number in range(1, 6):
        point = QPointF(start + QPoint(0, way * number // 5))
        QCoreApplication.sendEvent(canvas.viewport(), _moved(canvas, point, modifiers))
    if release:
        QTest.mouseRelease(canvas.viewport(), LEFT, NONE, start + QPoint(0, way))


def _moved(canvas, point, modifiers):
    return QMouseEvent(
        QEvent.Type.MouseMove,
        point,
        canvas.viewport().mapToGlobal(point),
        Qt.MouseButton.NoButton,
        LEFT,
        modifiers,
    )


def test_pulling_at_the_handle_is_one_gesture_and_live(show):
    canvas = show(alone(values=[[2.0, 0.5]], note="typed in"))
    canvas.panel.choose("S", (0, 0))
    assert canvas.handles == ((0, 0, 0),)
    drag(canvas, 0, 0, 0, -40)
    assert canvas.panel.gestures == ["started", "finished"]
    assert len(canvas.panel.scrubbed) == 5
    assert canvas.panel.scrubbed[-1] == pytest.approx(3.0)
    assert canvas.view_of(0).values[0, 0] == canvas.panel.scrubbed[-1]
    assert canvas.panel.chosen == [("S", (0, 0))]


def test_shift_pulls_finely_and_downwards_is_less(show):
    canvas = show(alone(values=[[2.0, 0.5]], note="typed in"))
    canvas.panel.choose("S", (0, 0))
    drag(canvas, 0, 0, 0, 40, SHIFT)
    assert canvas.panel.scrubbed[-1] == pytest.approx(1.9)


def test_escape_while_pulling_brings_the_old_number_back(show):
    canvas = show(alone(values=[[2.0, 0.5]], note="typed in"))
    canvas.panel.choose("S", (0, 0))
    drag(canvas, 0, 0, 0, -40, release=False)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.panel.scrubbed[-1] == 2.0
    assert canvas.panel.gestures == ["started", "cancelled", "finished"]
    QTest.mouseRelease(canvas.viewport(), LEFT, NONE, QPoint(5, 5))
    assert canvas.panel.gestures == ["started", "cancelled", "finished"]


def test_held_alt_and_arrows_are_one_gesture_until_alt_is_let_go(show):
    canvas = show(alone(values=[[0.5, 20.0]], note="typed in"))
    canvas.panel.choose("S", (0, 1))
    for _ in range(3):
        QTest.keyPress(canvas, Qt.Key.Key_Up, ALT)
    QTest.keyPress(canvas, Qt.Key.Key_Down, ALT | SHIFT)
    assert canvas.panel.gestures == ["started"]
    assert canvas.panel.scrubbed == pytest.approx([21.0, 22.0, 23.0, 22.9])
    QTest.keyRelease(canvas, Qt.Key.Key_Alt)
    assert canvas.panel.gestures == ["started", "finished"]


def test_alt_and_the_wheel_pull_at_the_cell_under_the_pointer(show):
    canvas = show(alone(values=[[0.5, 20.0]], note="typed in"))
    point = QPointF(middle(canvas, 0, 0, 0))
    for delta in (
        QPoint(120, 0),
        QPoint(0, 120),
        QPoint(-120, 0),
    ):  # Alt turns the wheel sideways
        event = QWheelEvent(
            point,
            canvas.viewport().mapToGlobal(point),
            QPoint(),
            delta,
            Qt.MouseButton.NoButton,
            ALT,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(canvas.viewport(), event)
    assert canvas.panel.scrubbed == pytest.approx([0.51, 0.52, 0.51])
    QTest.keyRelease(canvas, Qt.Key.Key_Alt)
    assert canvas.panel.gestures == ["started", "finished"]


def test_computed_cells_have_no_handle_and_cannot_be_pulled(show):
    canvas = show(alone())
    canvas.panel.choose("S", (0, 0))
    assert canvas.handles == ()
    QTest.keyPress(canvas, Qt.Key.Key_Up, ALT)
    assert canvas.panel.gestures == []


def test_the_handle_of_the_cell_under_the_pointer_can_be_reached(show):
    canvas = show(projection()[0])
    hover(canvas, middle(canvas, 2, 3, 1))
    assert canvas.handles == ((2, 3, 1),)
    hover(canvas, handle_centre(canvas, 2, 3, 1))
    assert canvas.handles == ((2, 3, 1),)
    hover(canvas, middle(canvas, 2, 5, 1))
    assert canvas.handles == ((2, 5, 1),)


def test_a_handle_between_two_cells_hides_no_digit_of_either(show):
    canvas = show(alone(values=[[-0.07, -0.32, -0.56], [-0.6, -0.86, -0.57]], note="typed in"))
    block = canvas.placement.block_of(0)
    for column in range(3):
        canvas.panel.choose("S", (0, column))
        handle = handle_box(block, 0, column, canvas.scale_factor)
        for place in range(3):
            width = QtMetrics().width(block.texts[place], Face.TEXT, block.pixels)
            cell = block.cell(0, place)
            begin = cell.x + (cell.width - width) / 2
            assert handle.right <= begin or handle.x >= begin + width


def test_the_hint_shows_a_handle_and_goes_away(show):
    canvas = show(chain(), decimals=4)
    accent = load_theme("light").color(Color.ACCENT)
    canvas.set_hint("q", (0, 0), "drag me")
    assert canvas.handles == ((0, 0, 0),)
    block = canvas.placement.block_of(0)
    below = canvas.picture().pixelColor(int(block.cells.right - 10), int(block.cells.bottom + 26))
    assert below == accent
    canvas.set_hint(None)
    assert canvas.handles == ()


def test_the_frame_of_a_low_cell_leaves_its_digits_whole(show):
    canvas = show(alone(values=np.full((16, 8), 8.88)), size=(700, 300))
    block = canvas.placement.blocks[0]
    assert block.cell_height < 18
    box = block.cell(3, 2)
    inside = tuple(map(int, (box.x + 6, box.y + 2, box.width - 12, box.height - 4)))
    digits = canvas.picture().copy(*inside)
    canvas.panel.choose("S", (3, 2))
    assert canvas.picture().copy(*inside) == digits


@pytest.mark.parametrize(
    ("start", "steps", "fine", "expected"),
    [
        (0.0, 1, False, 0.01),
        (0.123456, 1, False, 0.13),
        (2.0, -3, False, 1.7),
        (10.0, 1, False, 11.0),
        (-250.0, 1, False, -240.0),
        (0.5, 1, True, 0.501),
        (1.7976931348623157e308, 1, False, 1.7976931348623157e308),
        (float("nan"), 1, False, 0.01),
    ],
)
def test_a_step_is_a_tenth_of_the_power_of_ten(start, steps, fine, expected):
    scrub = Scrub("t", (0,), start)
    assert scrub.step(steps, fine=fine)
    assert scrub.value == pytest.approx(expected, rel=1e-12)


# Life


def test_nothing_is_sent_by_showing_things(show):
    canvas = show(scores()[0])
    heard = []
    canvas.cell_chosen.connect(heard.append)
    canvas.cell_hovered.connect(heard.append)
    content, lit, chosen = projection()
    canvas.set_content(content)
    canvas.set_lit(lit, chosen)
    canvas.set_display(3, 150)
    canvas.set_theme(load_theme("dark"))
    canvas.resize(700, 300)
    assert heard == []


def test_the_picture_shows_also_what_is_scrolled_away(show):
    canvas = show(scores()[0], size=(500, 200), zoom=200)
    image = canvas.picture(2.0)
    assert image.width() == round(canvas.placement.width * 2)
    assert canvas.placement.width > 500


def test_a_canvas_is_freed(qapp):
    canvas = StageCanvas()
    canvas.set_content(chain())
    canvas.show()
    canvas.grab()
    canvas.close()
    watched = weakref.ref(canvas)
    shiboken6.delete(canvas)
    del canvas
    gc.collect()
    assert watched() is None


def test_focus_by_tab_chooses_the_result(show):
    canvas = show(scores(6, 4, 3)[0])
    canvas.clearFocus()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert canvas.panel.chosen == [("scores", (0, 0))]
