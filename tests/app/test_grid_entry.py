"""Refused entries stay to be mended; the field keeps its place; painting follows what is visible."""

import weakref

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication

from app.models.matrix_shown import MatrixContent
from app.models.stage_content import Kind
from app.panels.spec import PanelId
from app.theme import Role, ThemeStore, load_theme
from app.widgets.bubble import beside, short_text
from app.widgets.grid import MatrixGrid
from app.widgets.grid_paint import luminance
from core.architecture.options import Architecture, Attention, Stack
from core.errors import SandboxError
from tests.support.build import scenario
from tests.support.grids import GridBench, matrix_tensor, press, type_text

K = Qt.Key
START = np.arange(20.0).reshape(4, 5) + 0.5


@pytest.fixture
def bench(qtbot):
    return GridBench(matrix_tensor(START)).show(qtbot)


def in_window(widget):
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("key", [K.Key_Return, K.Key_Tab, K.Key_Down, K.Key_Right])
def test_a_refused_entry_stays_with_its_text_and_the_reason(bench, key):
    bench.grid.cells.go(1, 1)
    type_text("0,25")
    press(key)
    entry = bench.grid.entry
    assert entry.is_refused
    assert entry.editor.text() == "0,25"
    assert entry.editor.hasFocus()
    assert bench.at == (1, 1)
    assert not bench.edits
    assert entry.plate.isVisible()
    assert entry.plate.reason == "0,25 is not a number here: write 0.25."
    assert entry.plate.hint == "Kept until you change it · Esc brings back 6.5"
    assert entry.plate.accessibleName() == f"{entry.plate.reason} {entry.plate.hint}"
    assert entry.plate.geometry().top() >= in_window(entry.editor).bottom()


def test_arrows_stay_in_a_refused_entry_and_typing_takes_the_reason_away(bench):
    type_text("0,25")
    press(K.Key_Return, K.Key_Left, K.Key_Left, K.Key_Up, K.Key_Right)
    assert bench.grid.entry.is_refused
    press(K.Key_Return)
    assert bench.grid.entry.is_refused
    press(K.Key_Delete)
    assert not bench.grid.entry.is_refused
    assert not bench.grid.entry.plate.isVisible()
    type_text(".")
    press(K.Key_Return)
    assert bench.values[0, 0] == 0.25


def test_escape_gives_a_refused_entry_up(bench):
    type_text("x")
    press(K.Key_Return, K.Key_Escape)
    assert not bench.grid.entry.is_open
    assert not bench.grid.entry.plate.isVisible()
    assert bench.grid.hasFocus()
    assert bench.values[0, 0] == 0.5


def test_a_click_elsewhere_commits_or_keeps_what_is_refused(bench, qtbot):
    at = bench.grid.visualRect(bench.model.index(3, 3)).center()
    type_text("4")
    qtbot.mouseClick(bench.grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert bench.values[0, 0] == 4
    assert bench.at == (3, 3)
    type_text("four")
    at = bench.grid.visualRect(bench.model.index(0, 3)).center()
    qtbot.mouseClick(bench.grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert bench.grid.entry.is_refused
    assert bench.at == (3, 3)
    assert bench.grid.entry.editor.hasFocus()


def test_leaving_the_grid_commits_or_keeps_what_is_refused(bench, qtbot):
    type_text("4")
    bench.after.setFocus()
    qtbot.waitUntil(bench.after.hasFocus)
    assert bench.values[0, 0] == 4
    assert not bench.grid.entry.is_open
    bench.grid.setFocus()
    type_text("1e999")
    bench.after.setFocus()
    assert bench.grid.entry.is_refused
    assert len(bench.edits) == 1


def test_the_document_may_refuse_too(bench):
    class NotNow(SandboxError):
        template = "not {what}"

    bench.refusal = NotNow(what="now")
    type_text("4")
    press(K.Key_Return)
    assert bench.grid.entry.is_refused
    assert bench.grid.entry.plate.reason == "not now"
    press(K.Key_Escape, K.Key_Delete)
    assert bench.grid.entry.plate.reason == "not now"


def test_formulas_and_full_width_digits_are_taken(bench):
    type_text("=1/sqrt(4)")
    press(K.Key_Return)
    bench.grid.entry.begin("－１．５")
    press(K.Key_Return)
    assert bench.values[:2, 0].tolist() == [0.5, -1.5]


def test_the_field_moves_with_its_cell_and_closes_with_the_matrix(qtbot):
    bench = GridBench(matrix_tensor(np.zeros((80, 40)))).show(qtbot)
    press(K.Key_F2)
    before = bench.grid.entry.editor.pos()
    bar = bench.grid.verticalScrollBar()
    bar.setValue(bar.value() + 40)
    assert bench.grid.entry.editor.pos() == before - QPoint(0, 40)
    bench.model.show(MatrixContent(matrix_tensor(np.zeros((2, 2)))))
    assert not bench.grid.entry.is_open
    assert bench.at == (0, 0)


def test_a_plate_at_the_lower_edge_stands_over_its_cell(qtbot):
    bench = GridBench(matrix_tensor(np.zeros((80, 40)))).show(qtbot)
    bench.grid.cells.go(79, 39)
    type_text("x")
    press(K.Key_Return)
    plate = bench.grid.entry.plate.geometry()
    assert bench.grid.window().rect().contains(plate)
    assert plate.bottom() <= in_window(bench.grid.entry.editor).top() + 1


@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (80, 1)])
@pytest.mark.parametrize("text", ["0,25", "garbage" * 500, "more and more " * 200, "あ" * 900])
def test_the_whole_reason_is_read_where_the_grid_is_small(open_window, qtbot, shape, text):
    attention = Attention(heads=1, d_k=1, d_v=1)
    made = scenario(
        Architecture(Stack.ENCODER, layers=1, d_model=shape[0], attention=attention),
        tokens={"source": ("a", "b", "c")},
        vocabulary=("a", "b", "c"),
    )
    window = open_window(made, size=(1024, 700))
    window.toggle_numbers()
    panel = window.panels[PanelId.NUMBERS]
    panel.show_tensor("encoder.0.attn.W_Q")
    QCoreApplication.sendPostedEvents()
    for cell in ((0, 0), (shape[0] - 1, 0)):
        panel.grid.cells.go(*cell)
        panel.grid.setFocus()
        assert panel.grid.entry.begin(text)
        assert not panel.grid.entry.finish()
        plate = panel.grid.entry.plate
        assert plate.isVisible()
        assert window.rect().contains(plate.geometry())
        assert not plate.geometry().intersects(in_window(panel.grid.entry.editor).adjusted(2, 2, -2, -2))
        assert 150 < plate.width() <= 460
        assert plate.height() < 160
        panel.grid.entry.cancel()
        assert not plate.isVisible()


def test_the_reason_leaves_with_its_cell_and_comes_back_with_it(open_window):
    window = open_window("tiny-gpt", size=(1024, 700))
    window.toggle_numbers()
    panel = window.panels[PanelId.NUMBERS]
    panel.show_tensor("decoder.0.self_attn.W_Q")
    QCoreApplication.sendPostedEvents()
    panel.grid.cells.go(0, 0)
    panel.grid.entry.begin("x")
    panel.grid.entry.finish()
    plate, bar = panel.grid.entry.plate, panel.grid.verticalScrollBar()
    assert bar.maximum() > 40
    bar.setValue(bar.maximum())
    assert not plate.isVisible()
    bar.setValue(0)
    assert plate.isVisible()
    window.toggle_numbers()
    assert not plate.isVisible()
    assert not plate.is_told


@pytest.mark.parametrize("top", [0, 30, 60, 90])
@pytest.mark.parametrize("left", [0, 200, 380])
@pytest.mark.parametrize("height", [88, 130, 600])
def test_a_bubble_stands_beside_and_not_over_what_it_is_about(top, left, height):
    near, area = QRect(left, min(top, height - 28), 84, 28), QRect(0, 0, 960, height)
    place = beside(near, QSize(300, 46), area)
    assert area.contains(place)
    assert not place.intersects(near)


def test_what_is_too_long_loses_its_middle(qapp):
    metrics = QFontMetrics(qapp.font())
    assert short_text("0,25 is not a number", metrics, 400) == "0,25 is not a number"
    for text in ("x" * 9000, "x y " * 900, f"{'x' * 100} is not a number here: write 0.25."):
        short = short_text(text, metrics, 400)
        assert "…" in short
        assert all(metrics.horizontalAdvance(word) <= 400 for word in short.split(" "))
        assert len(short) < 260
        assert short.endswith(text[-4:])


# Painting


def pixel(bench, row, column, dx=4, dy=4):
    image = bench.grid.viewport().grab().toImage()
    rect = bench.grid.visualRect(bench.model.index(row, column))
    return QColor(image.pixel(rect.left() + dx, rect.top() + dy))


def test_colours_of_cells_come_from_the_map_of_the_theme(qtbot):
    bench = GridBench(matrix_tensor([[-2.0, 0.0, 2.0, np.nan]])).show(qtbot)
    bench.grid.cells.go(0, 3)
    bench.grid.clearSelection()
    low, middle, high = (pixel(bench, 0, column) for column in range(3))
    assert low.blue() > low.red()
    assert high.red() > high.blue()
    assert luminance(middle) > 0.9
    theme = load_theme("light")
    assert [low.red(), low.green(), low.blue()] == theme.signed_lut[0].tolist()
    bench.grid._theme.set_theme(load_theme("dark"))
    assert luminance(pixel(bench, 0, 1)) < 0.05


def test_masked_cells_are_hatched_and_say_nothing(qtbot):
    hidden = np.array([[True, False]])
    bench = GridBench(matrix_tensor([[-np.inf, 1.0]]), {"masked": hidden, "kind": Kind.WEIGHTS}).show(qtbot)
    bench.grid.cells.go(0, 1)
    image = bench.grid.viewport().grab().toImage()
    rect = bench.grid.visualRect(bench.model.index(0, 0)).adjusted(3, 3, -3, -3)
    colors = {
        QColor(image.pixel(x, y)).name()
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    }
    theme = load_theme("light")
    assert theme.color(Role.STAGE).name() in colors
    assert "#000000" not in colors


def prepared(bench):
    """Count the texts that stand ready."""
    return sum(map(len, bench.model._faces._texts.values()))


def test_a_large_matrix_paints_and_prepares_only_what_is_seen(qtbot):
    bench = GridBench(matrix_tensor(np.random.default_rng(1).normal(size=(512, 512)))).show(qtbot)
    grid = bench.grid
    seen = (grid.visible_rows() + 2) * (grid.visible_columns() + 2)
    grid.cell_painter.painted = 0
    grid.viewport().repaint()
    assert 0 < grid.cell_painter.painted <= seen
    assert prepared(bench) <= (grid.visible_rows() + 2) * 64
    calls = []
    data = bench.model.data
    bench.model.data = lambda *call: calls.append(call) or data(*call)
    press(K.Key_Right, K.Key_PageDown)
    press(K.Key_End, modifiers=Qt.KeyboardModifier.ControlModifier)
    grid.viewport().repaint()
    assert bench.at == (511, 511)
    assert len(calls) < 50
    del bench.model.data


def test_one_edit_prepares_no_more_than_the_visible_rows_again(qtbot):
    bench = GridBench(matrix_tensor(np.zeros((300, 300)))).show(qtbot)
    type_text("1")
    press(K.Key_Return)
    bench.grid.viewport().repaint()
    assert prepared(bench) <= (bench.grid.visible_rows() + 2) * 64


def test_sections_are_uniform_and_follow_zoom_and_decimals(bench):
    header, rows = bench.grid.horizontalHeader(), bench.grid.verticalHeader()
    width, height = header.sectionSize(0), rows.sectionSize(0)
    assert {header.sectionSize(c) for c in range(5)} == {width}
    assert width % 4 == 0
    bench.grid.set_zoom(200)
    assert header.sectionSize(0) > 1.7 * width
    assert rows.sectionSize(0) > 1.5 * height
    bench.grid.set_zoom(100)
    assert (header.sectionSize(0), rows.sectionSize(0)) == (width, height)
    bench.model.set_decimals(6)
    assert header.sectionSize(0) > width


def test_selected_headers_are_tinted(bench):
    bench.grid.cells.select([(1, 1, 2, 3)])
    assert bench.grid.horizontalHeader()._selected == ((1, 3),)
    assert bench.grid.verticalHeader()._selected == ((1, 2),)
    bench.grid.grab()


@pytest.mark.parametrize("key", ["light", "dark", "projector", "high-contrast"])
def test_every_state_is_painted_in_every_theme(qtbot, key):
    bench = GridBench(
        matrix_tensor([[1.0, np.nan, -np.inf], [0.0, 2.0, 3.0]]),
        {"before": matrix_tensor(np.zeros((2, 3))), "heads": 1},
    ).show(qtbot)
    bench.grid._theme.set_theme(load_theme(key))
    bench.grid.cells.select([(0, 0, 1, 1)])
    bench.grid.exchange.copy()
    type_text("x")
    press(K.Key_Return)
    assert not bench.window.grab().isNull()


def test_accessibility_names_the_cell(bench):
    from PySide6.QtGui import QAccessible

    bench.grid.setAccessibleName("Numbers")
    interface = QAccessible.queryAccessibleInterface(bench.grid)
    assert interface.role() == QAccessible.Role.Table
    texts = [
        interface.child(number).text(QAccessible.Text.Name)
        for number in range(interface.childCount())
        if interface.child(number).role() == QAccessible.Role.Cell
    ]
    assert "W_Q, row 2, column 3: 7.5" in texts


def test_a_grid_that_is_thrown_away_is_gone(qapp):
    import gc

    store = ThemeStore(load_theme("light"))
    bench = GridBench(matrix_tensor(START))
    grid = MatrixGrid(bench.model, store)
    grid.entry.begin()
    gone = weakref.ref(grid)
    grid.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del grid
    gc.collect()
    assert gone() is None
    bench.window.deleteLater()
