"""What a grid shows beside its numbers: heads, colours, sums, writing, headers; and what it says aloud."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel

from app.models.rectangles import rectangles_of
from app.panels.status import StatusLine
from app.theme import Role, load_theme
from app.widgets.fill_dialog import FillDialog
from app.widgets.grid_paint import luminance
from core.architecture.presets import preset
from core.edits import SetCells, SetFeatures, SetOption, SetSeed, SetTensor
from core.expression.numbers import number_text
from core.fills import Normal
from core.numbers import edit_text
from tests.support.grids import GridBench, matrix_tensor, press, type_text

K = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ATTENTION = "decoder.0.self_attn"
W_Q, W_O, WEIGHTS = f"{ATTENTION}.W_Q", f"{ATTENTION}.W_O", f"{ATTENTION}.weights"


@pytest.fixture
def open_grid(open_window, qtbot):
    def opening(name=W_Q, language="en"):
        window = open_window(preset("gpt-2").scenario(), (1280, 800), language)
        if not window.numbers_open:
            window.toggle_numbers()
        panel = window.panels["numbers"]
        panel.show_tensor(name)
        panel.grid.setFocus()
        qtbot.waitUntil(panel.grid.hasFocus)
        return window, panel

    return opening


# Size


def ink_height(grid):
    """How high the digits of a cell are that is not selected, in pixels."""
    cell = grid.visualRect(grid.matrix.index(1, 0)).adjusted(3, 3, -3, -3)
    image = grid.viewport().grab(cell).toImage()
    rows = range(image.height())
    dark = [y for y in rows if any(image.pixelColor(x, y).lightness() < 80 for x in range(image.width()))]
    return dark[-1] - dark[0] + 1


def test_the_digits_grow_with_their_cells(open_grid):
    window, panel = open_grid()
    small = ink_height(panel.grid)
    window.workspace.display.set_zoom(200)
    assert ink_height(panel.grid) > 1.7 * small


# Heads


def test_one_head_or_all_of_them(open_grid):
    window, panel = open_grid()
    heads, values = panel.bar.heads, window.workspace.session.scenario.source_values(W_Q)
    assert [heads.itemText(at) for at in range(heads.count())] == ["all heads", "head 1", "head 2"]
    assert panel.bar.shape.text() == "8 × 8 · all heads · parameter"
    assert [group.title for group in panel.model.layout.groups()] == ["head 1 · d_k 1…4", "head 2 · d_k 1…4"]
    heads.setCurrentIndex(2)
    heads.activated.emit(2)
    assert panel.grid.cells.size == (8, 4)
    assert panel.bar.shape.text() == "8 × 4 · head 2 · parameter"
    assert [group.title for group in panel.model.layout.groups()] == ["head 2 · d_k 1…4"]
    assert np.array_equal(panel.model.values(0, 0, 7, 3), values[:, 4:])
    assert window.workspace.selection.head == 1
    panel.grid.cells.go(3, 1)
    panel.grid.setFocus()
    type_text("9")
    press(K.Key_Return)
    assert window.workspace.session.scenario.source_values(W_Q)[3, 5] == 9
    window.workspace.selection.show_head(0)  # on the stage
    assert np.array_equal(panel.model.values(0, 0, 7, 3), values[:, :4])
    assert heads.currentIndex() == 1
    heads.activated.emit(0)
    assert panel.grid.cells.size == (8, 8)


def test_heads_of_computed_tensors_and_tensors_without(open_grid):
    window, panel = open_grid(WEIGHTS)
    panel.bar.head_chosen.emit(1)
    assert panel.bar.shape.text() == "3 × 3 · head 2 · computed"
    assert np.array_equal(panel.model.values(0, 0, 2, 2), window.workspace.session.trace[WEIGHTS].values[1])
    assert panel.model.sentence(1, 0) == "weights, head 2, row 2 'cat', column 1 'the': " + repr(
        float(window.workspace.session.trace[WEIGHTS].values[1, 1, 0])
    )
    panel.show_tensor("embed.W_E")
    assert not panel.bar.heads.isVisible()
    panel.show_tensor(W_Q)
    assert panel.bar.heads.isVisible()
    assert panel.grid.cells.size == (8, 4)


def test_heads_of_the_output_map_lie_one_below_the_other(open_grid):
    window, panel = open_grid(W_O)
    layout, values = panel.model.layout, window.workspace.session.scenario.source_values(W_O)
    assert panel.bar.shape.text() == "8 × 8 · all heads · parameter"
    assert [layout.row_label(row) for row in (0, 3, 4)] == ["head 1 · 1", "head 1 · 4", "head 2 · 1"]
    panel.bar.head_chosen.emit(1)
    assert panel.bar.shape.text() == "4 × 8 · head 2 · parameter"
    assert np.array_equal(panel.model.values(0, 0, 3, 7), values[4:])
    assert panel.model.sentence(0, 6) == f"W_O, head 2, row 1, column 7: {edit_text(values[4, 6])}"
    panel.grid.cells.go(1, 2)
    type_text("9")
    press(K.Key_Return)
    assert window.workspace.session.scenario.source_values(W_O)[5, 2] == 9
    window.workspace.selection.show_head(0)
    assert np.array_equal(panel.model.values(0, 0, 3, 7), values[:4])


def test_the_bounds_of_heads_are_drawn(open_grid):
    window, panel = open_grid()
    line = window.workspace.theme.color(Role.LINE).name()
    picture = panel.grid.viewport().grab().toImage()
    x = panel.grid.horizontalHeader().sectionViewportPosition(4)
    assert line in {picture.pixelColor(at, 30).name() for at in range(x - 2, x + 2)}
    panel.show_tensor(W_O)
    panel.grid.cells.go(0, 0)
    picture = panel.grid.viewport().grab().toImage()
    y = panel.grid.verticalHeader().sectionViewportPosition(4)
    assert line in {picture.pixelColor(90, at).name() for at in range(y - 2, y + 2)}


# Filling


def test_the_bar_fills_what_is_selected(open_grid, qtbot):
    window, panel = open_grid()
    session = window.workspace.session
    panel.grid.cells.go(0, 0)
    panel.grid.cells.go(2, 1, extend=True)
    menu = panel.bar.fill.menu()
    menu.aboutToShow.emit()
    assert menu.actions()[0].text() == "Fill 3 × 2 cells &with"
    assert not menu.actions()[0].isEnabled()
    {action.text(): action for action in menu.actions()}["Identity"].trigger()
    values = session.scenario.source_values(W_Q)
    assert values[:3, :2].tolist() == [[1, 0], [0, 1], [0, 0]]
    assert session.undo_stack.count() == 1
    session.apply(SetSeed(5))
    panel.show_tensor(W_O)
    panel.grid.fills.run(Normal)
    dialog = window.findChild(FillDialog)
    assert dialog.windowTitle() == "Normal: 8 × 8 cells of W_O"
    assert dialog.fields["seed"].value() == 5
    with qtbot.waitSignal(dialog.finished):
        dialog.confirm.click()
    assert np.array_equal(session.scenario.source_values(W_O), Normal(seed=5).numbers(np.zeros((8, 8)), W_O))
    assert panel.grid.hasFocus()


# Colours


def test_colours_are_turned_off_by_button_and_menu_and_remembered(open_grid, settings_path, qtbot):
    window, panel = open_grid()
    stage = window.workspace.theme.color(Role.STAGE).name()
    cell = panel.grid.visualRect(panel.model.index(3, 0))  # far from 0, far from the current cell
    at = QPoint(cell.left() + 4, cell.center().y())

    def ground():
        return panel.grid.viewport().grab().toImage().pixelColor(at).name()

    colored = ground()
    assert colored != stage
    qtbot.mouseClick(panel.bar.colors, Qt.MouseButton.LeftButton)
    assert ground() == stage
    action = window.registry.actions["view.grid_colors"]
    assert not action.isChecked()
    assert "grid_colors=false" in settings_path.read_text()
    action.trigger()
    assert panel.bar.colors.isChecked()
    assert ground() == colored
    action.trigger()
    window.workspace.session.undo_stack.setClean()
    window.close()
    _, again = open_grid()
    assert not again.bar.colors.isChecked()
    assert again.grid.viewport().grab().toImage().pixelColor(at).name() == stage


def test_what_changed_is_marked_where_that_is_wanted(open_grid):
    window, panel = open_grid()
    panel.grid.cells.go(1, 1)
    type_text("5")
    press(K.Key_Return)
    assert panel.model.changed_count == 1
    window.workspace.settings.update(mark_changes=False)
    assert panel.model.changed_count == 0
    window.workspace.settings.update(mark_changes=True)
    assert panel.model.changed_count == 1


# Sums


def test_the_status_bar_tells_the_exact_number_and_what_is_selected(open_grid, qtbot):
    window, panel = open_grid()
    status = window.findChild(StatusLine)
    values = window.workspace.session.scenario.source_values(W_Q)
    panel.grid.cells.go(1, 1)
    assert status.value.text() == f"{W_Q}[1, 1] = {number_text(values.item(1, 1), None)}"
    assert not status.sums.isVisible()
    panel.grid.cells.go(4, 3, extend=True)
    block = values[1:5, 1:4]
    sums = [block.sum(), block.mean(), block.min(), block.max()]
    told = "sum {} · mean {} · min {} · max {}".format(*(f"{one:.6g}".replace("-", "−") for one in sums))
    assert status.sums.text() == told
    assert status.sums.isVisible()
    window.workspace.settings.update(language="ja")
    qtbot.waitUntil(lambda: status.sums.text().startswith("和 "))
    press(K.Key_Delete)
    assert status.sums.text().startswith("和 0 ")
    window.toggle_numbers()
    assert not status.sums.isVisible()


def test_rows_that_add_up_to_one_are_told(open_grid):
    window, panel = open_grid(WEIGHTS)
    sums = window.findChild(StatusLine).sums
    panel.bar.head_chosen.emit(0)
    press(K.Key_A, modifiers=CONTROL)
    assert sums.text().endswith("max 1 · each row adds up to 1")
    panel.grid.cells.go(2, 0)
    panel.grid.cells.go(2, 1, extend=True)
    assert "adds up" not in sums.text()


# Writing


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ([[0.5, -12.25]], ["0.50", "−12.25"]),
        ([[1e-5, -2.5e-4]], ["1.00e−05", "−2.50e−04"]),
        ([[3e8 + 0.5, 0.25]], ["3.00e+08", "2.50e−01"]),
        ([[1e200, 1.0]], ["1.00e+200", "1.00e+000"]),
        ([[1e12, np.nan]], ["1.00e+12", "NaN"]),
        ([[4.0, 8.0]], ["4", "8"]),
    ],
)
def test_a_whole_matrix_is_written_alike(qtbot, numbers, texts):
    bench = GridBench(matrix_tensor(numbers)).show(qtbot)
    assert bench.model.texts(0) == texts


def test_points_stand_in_line(open_grid):
    window, panel = open_grid()
    metrics = panel.grid.fontMetrics()
    for values in (
        np.linspace(-30, 30, 64).reshape(8, 8),
        np.geomspace(1e-9, 1e-6, 64).reshape(8, 8),
        np.geomspace(1, 1e12, 64).reshape(8, 8),
    ):
        window.workspace.session.apply(SetTensor(W_Q, values))
        for decimals in (2, 4):
            window.workspace.display.set_decimals(decimals)
            behind = {
                metrics.horizontalAdvance(text[text.index(".") :].replace("−", "+"))
                for row in range(8)
                for text in panel.model.texts(row)
            }
            assert len(behind) == 1, behind  # all are drawn from one right edge


# Headers


def test_names_stand_in_the_headers_and_stay_while_one_scrolls(open_grid):
    window, panel = open_grid("embed.W_E")
    grid = panel.grid
    names = [grid.verticalHeader().model().headerData(row, Qt.Orientation.Vertical) for row in range(3)]
    assert names == list(window.workspace.session.scenario.vocabulary[:3])
    window.workspace.display.set_zoom(300)
    before = (grid.verticalHeader().geometry(), grid.horizontalHeader().geometry())
    grid.cells.go(grid.cells.size[0] - 1, grid.cells.size[1] - 1)
    assert grid.horizontalScrollBar().value() + grid.verticalScrollBar().value() > 0
    assert (grid.verticalHeader().geometry(), grid.horizontalHeader().geometry()) == before
    assert panel.bar.shape.isVisible()
    assert panel.bar.shape.text().startswith(f"{grid.cells.size[0]} × {grid.cells.size[1]}")


def test_features_name_columns_and_rows(open_grid):
    window, panel = open_grid("embed.W_E")
    features = ("noun", "animate", "動物", "d", "e", "f", "g", "h")
    assert window.workspace.session.apply(SetFeatures(features))
    header = panel.model.headerData
    assert tuple(header(column, Qt.Orientation.Horizontal) for column in range(8)) == features
    panel.show_tensor(W_Q)
    assert tuple(header(row, Qt.Orientation.Vertical) for row in range(8)) == features
    assert panel.model.sentence(1, 0).startswith("W_Q, head 1, row 2 'animate', column 1: ")


# Computed


@pytest.mark.parametrize(("language", "words"), [("en", "computed from"), ("ja", "計算")])
def test_a_computed_tensor_says_why_it_cannot_be_typed_and_can_be_copied(open_grid, language, words):
    window, panel = open_grid(WEIGHTS, language)
    before = window.workspace.session.scenario
    for key in (K.Key_5, K.Key_F2, K.Key_Delete, K.Key_Backspace):
        press(key)
        assert words in panel.grid.entry.plate.reason
        assert panel.grid.entry.plate.isVisible()
        press(K.Key_Right)
    assert words in panel.statistics.reason.text()
    assert not panel.bar.fill.isEnabled()
    menu = panel.grid.commands.menu()
    enabled = {
        action.text().replace("&", "").partition("\t")[0] for action in menu.actions() if action.isEnabled()
    }
    menu.deleteLater()
    if language == "en":
        assert not enabled & {"Edit cell", "Cut", "Paste", "Set to 0", "Fill down", "Fill right"}
        assert "Copy" in enabled
    press(K.Key_A, modifiers=CONTROL)
    press(K.Key_C, modifiers=CONTROL)
    rows = [line.split("\t") for line in QApplication.clipboard().text().strip().split("\n")]
    assert np.array_equal(np.array(rows, dtype=float), panel.model.values(0, 0, 2, 5))
    assert window.workspace.session.scenario is before


# Accessibility


def cell_names(grid):
    interface = QAccessible.queryAccessibleInterface(grid)
    children = [interface.child(number) for number in range(interface.childCount())]
    return [child.text(QAccessible.Text.Name) for child in children if child.role() == QAccessible.Role.Cell]


@pytest.fixture
def reader():
    """Somebody listens, so that Qt tells of what changes."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def test_each_cell_is_read_with_its_place_its_names_and_its_number(open_grid, reader, qtbot):
    window, panel = open_grid("embed.W_E")
    window.workspace.session.apply(SetCells("embed.W_E", ((1, 2),), (0.25,)))
    word = window.workspace.session.scenario.vocabulary[1]
    assert f"W_E, row 2 '{word}', column 3: 0.25" in cell_names(panel.grid)
    panel.show_tensor(W_Q)
    window.workspace.session.apply(SetCells(W_Q, ((1, 6),), (-0.5,)))
    assert "W_Q, head 2, row 2, column 3: -0.5" in cell_names(panel.grid)
    window.workspace.settings.update(language="ja")
    qtbot.waitUntil(
        lambda: any("ヘッド 2" in name and name.endswith("-0.5") for name in cell_names(panel.grid))
    )
    press(K.Key_F2)
    assert panel.grid.entry.editor.accessibleName() == panel.model.sentence(*panel.grid.cells.current)


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("key", ["light", "dark", "projector", "high-contrast"])
def test_the_focus_is_seen_on_every_colour(qtbot, key):
    theme = load_theme(key)
    assert contrast(theme.color(Role.INK), theme.color(Role.STAGE)) >= 3
    bench = GridBench(matrix_tensor(np.linspace(-1, 1, 64).reshape(8, 8)))
    bench.window.resize(1000, 420)
    bench.show(qtbot)
    bench.theme.set_theme(theme)
    ink, stage = theme.color(Role.INK).name(), theme.color(Role.STAGE).name()
    for cell in [(0, 0), (1, 4), (3, 6), (4, 0), (5, 3), (7, 7)]:
        bench.grid.cells.go(*cell)
        rect = bench.grid.visualRect(bench.model.index(*cell))
        picture = bench.grid.viewport().grab().toImage()
        across = [picture.pixelColor(rect.left() + at, rect.center().y()).name() for at in range(5)]
        assert across.count(ink) >= 2, (cell, across)
        assert across[max(at for at, one in enumerate(across) if one == ink) + 1] == stage, (cell, across)


@pytest.mark.parametrize(
    ("cells", "rectangles"),
    [
        ([], []),
        ([(2, 3)], [(2, 3, 2, 3)]),
        ([(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 0, 1, 1)]),
        ([(0, 0), (1, 0), (1, 1)], [(0, 0, 0, 0), (1, 0, 1, 1)]),
        ([(0, 0), (0, 1), (1, 0), (1, 1), (3, 4)], [(0, 0, 1, 1), (3, 4, 3, 4)]),
        ([(0, 0), (0, 2), (1, 0), (1, 2)], [(0, 0, 1, 0), (0, 2, 1, 2)]),
    ],
)
def test_cells_as_rectangles(cells, rectangles):
    assert rectangles_of(np.array(cells, dtype=np.intp).reshape(-1, 2)) == rectangles


def test_far_too_many_rectangles_are_one():
    checkered = np.argwhere(np.indices((60, 60)).sum(axis=0) % 2 == 0)
    assert rectangles_of(checkered) == [(0, 0, 59, 59)]


# Beside the grid


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_told_of_the_selection_gives_way_to_the_columns(open_window, language):
    window = open_window("tiny-gpt", (1024, 700), language)
    panel = window.panels["numbers"]
    panel.set_open(True)

    def width(name):
        panel.show_tensor(name)
        for _ in range(3):
            QCoreApplication.processEvents()
        assert panel.grid.width() == min(panel.width() - panel.statistics.width(), panel.grid.content_width())
        labels = [
            label for label in panel.statistics.findChildren(QLabel) if label.isVisible() and label.text()
        ]
        assert all(label.width() >= label.minimumSizeHint().width() for label in labels)
        return panel.statistics.width()

    wide, narrow = width("decoder.0.self_attn.W_Q"), width("decoder.0.ffn.W_1")
    assert wide == 260
    assert narrow < 200
    panel.grid.cells.select_all()
    assert width("decoder.0.ffn.W_1") == narrow
    window.resize(2000, 900)
    assert width("decoder.0.ffn.W_1") == wide


def test_heads_that_came_by_an_edit_are_offered(window):
    window.toggle_numbers()
    panel = window.panels["numbers"]
    panel.show_tensor("attn.q")
    assert panel.bar.heads.isHidden()
    assert window.workspace.session.apply(SetOption("attention.heads", 2))
    assert panel.bar.heads.isVisible()
    assert panel.bar.heads.count() == 3
