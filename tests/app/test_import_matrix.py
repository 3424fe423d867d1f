"""A matrix from a file, through the real window: menu, drop, preview, shape check, one undo step."""

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.dialogs.import_matrix import ImportMatrixDialog
from app.models.import_ways import How, arranged, import_ways
from app.panels.spec import PanelId

K = Qt.Key
COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(open_window):
    made = open_window("tiny-gpt")
    panel = made.panels[PanelId.NUMBERS]
    panel.set_open(True)
    panel.show_tensor(NAME)
    return made


NAME = "decoder.0.self_attn.W_Q"


def numbers(window, name=NAME):
    return window.workspace.session.trace[name].values


def steps(window):
    return window.workspace.session.undo_stack.count()


def write(tmp_path, values, name="q.csv"):
    path = tmp_path / name
    if name.endswith(".npy"):
        np.save(path, values)
    else:
        separator = "\t" if name.endswith(".tsv") else ","
        lines = (separator.join(map(repr, row)) for row in np.asarray(values, dtype=float).tolist())
        path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def opened(window, path):
    window.import_file(path)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ImportMatrixDialog)
    return dialog


def key(dialog, pressed):
    QTest.keyClick(dialog.focusWidget(), pressed)


def shown(dialog):
    return [button.text() for button in dialog.ways if button.isVisible()]


def awkward(shape):
    values = np.random.default_rng(5).normal(size=shape)
    values[0, :2] = -0.0, 5e-324
    return values


def test_a_matrix_of_the_right_shape_is_one_return_key_and_one_undo_step(window, tmp_path):
    before, values = numbers(window), awkward(numbers(window).shape)
    for name in ("q.csv", "q.tsv"):
        opened(window, write(tmp_path, values, name)).confirm.click()
        assert numbers(window).tobytes() == values.tobytes()
        window.workspace.session.undo_stack.undo()
    dialog = opened(window, write(tmp_path, values, "q.npy"))
    assert dialog.tensor == NAME
    assert dialog.confirm.isEnabled()
    assert dialog.preview.item(0, 0).toolTip() == "-0.0"
    key(dialog, K.Key_Return)
    assert numbers(window).tobytes() == values.tobytes()
    assert steps(window) == 1
    shape = " × ".join(map(str, values.shape))
    assert window.workspace.session.undo_stack.undoText() == f"Import {shape} into W_Q"
    assert window.panels[PanelId.NUMBERS].grid.cells.ranges() == [
        (0, 0, values.shape[0] - 1, values.shape[1] - 1)
    ]
    window.workspace.session.undo_stack.undo()
    assert numbers(window) is before


def test_the_menu_asks_for_a_file(window, tmp_path, qtbot):
    values = awkward(numbers(window).shape)
    path = write(tmp_path, values)
    window.registry.actions["file.import_matrix"].trigger()
    asked = QApplication.activeModalWidget()
    assert isinstance(asked, QFileDialog)
    assert "*.csv *.tsv *.txt *.npy" in asked.nameFilters()[0]
    asked.fileSelected.emit(str(path))
    asked.reject()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ImportMatrixDialog)
    dialog.reject()
    assert steps(window) == 0


def test_the_menu_of_the_grid_asks_for_a_file_too(window):
    menu = window.panels[PanelId.NUMBERS].grid.commands.menu()
    next(action for action in menu.actions() if "Import" in action.text()).trigger()
    asked = QApplication.activeModalWidget()
    assert isinstance(asked, QFileDialog)
    asked.reject()
    menu.deleteLater()


def test_a_file_that_is_dropped_ends_in_the_same_dialog(window, tmp_path):
    path = write(tmp_path, awkward(numbers(window).shape))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    for target in (window.panels[PanelId.NUMBERS].grid.viewport(), window.panels[PanelId.STAGE]):
        place = target.mapTo(window, target.rect().center())
        receiver = window.childAt(place)
        while not receiver.acceptDrops() and receiver is not window:
            receiver = receiver.parentWidget()
        at = receiver.mapFrom(window, place)
        QApplication.sendEvent(receiver, QDragEnterEvent(at, COPY, mime, LEFT, NONE))
        QApplication.sendEvent(receiver, QDropEvent(QPointF(at), COPY, mime, LEFT, NONE))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ImportMatrixDialog)
        assert dialog.tensor == NAME
        dialog.reject()


def test_another_shape_is_told_and_nothing_is_done_until_a_way_is_chosen(window, tmp_path):
    rows, columns = numbers(window).shape
    values = awkward((rows - 1, columns - 2))
    before = numbers(window)
    dialog = opened(window, write(tmp_path, values))
    assert not dialog.confirm.isEnabled()
    assert f"The file is {rows - 1} × {columns - 2} and W_Q is {rows} × {columns}" in dialog.reason.text()
    assert shown(dialog)[0] == f"Into the upper left: {rows - 1} × {columns - 2}, the rest stays"
    dialog.ways[0].setFocus()
    key(dialog, K.Key_Space)
    assert dialog.confirm.isEnabled()
    key(dialog, K.Key_Return)
    assert np.array_equal(numbers(window)[: rows - 1, : columns - 2], values)
    assert np.array_equal(numbers(window)[rows - 1 :], before[rows - 1 :])
    assert np.array_equal(numbers(window)[:, columns - 2 :], before[:, columns - 2 :])
    assert steps(window) == 1


def test_a_matrix_that_is_too_large_offers_the_part_that_fits(window, tmp_path):
    rows, columns = numbers(window).shape
    values = awkward((rows + 3, columns + 1))
    dialog = opened(window, write(tmp_path, values, "q.npy"))
    assert shown(dialog) == [f"The part that fits: {rows} × {columns}"]
    QTest.mouseClick(dialog.ways[0], LEFT, pos=QPoint(10, dialog.ways[0].height() // 2))
    dialog.confirm.click()
    assert np.array_equal(numbers(window), values[:rows, :columns])


def test_a_matrix_can_be_transposed(window, tmp_path):
    dialog = opened(window, write(tmp_path, awkward((2, 9)), "w.npy"))
    dialog.target.setCurrentIndex(dialog.target.findData("embed.W_E"))
    rows, columns = numbers(window, "embed.W_E").shape
    dialog.reject()
    values = awkward((columns, rows))
    dialog = opened(window, write(tmp_path, values, "w.npy"))
    dialog.target.setCurrentIndex(dialog.target.findData("embed.W_E"))
    assert not dialog.confirm.isEnabled()
    assert shown(dialog)[0] == f"Transposed: {rows} × {columns}"
    dialog.ways[0].click()
    dialog.confirm.click()
    assert np.array_equal(numbers(window, "embed.W_E"), values.T)
    assert window.panels[PanelId.NUMBERS].shown == "embed.W_E"


def test_what_was_recognised_is_told_and_can_be_chosen_otherwise(window, tmp_path):
    path = tmp_path / "q.csv"
    path.write_bytes(b"\xef\xbb\xbfx;y\n0,5;0,25\n1;2\n")
    dialog = opened(window, path)
    assert "1, 1 “0,5”" not in dialog.reason.text()
    assert "2, 1 “0,5”; 2, 2 “0,25”" in dialog.reason.text()
    assert "write 0.5" in dialog.reason.text()
    assert not dialog.confirm.isEnabled()
    assert dialog.preview.rowCount() == 0
    dialog.comma.click()
    assert dialog.recognised.text() == (
        "text in UTF-8 · cells between semicolons · row 1 holds names and is left out"
    )
    assert dialog.preview.item(0, 0).toolTip() == "0.5"
    dialog.separator.setCurrentIndex(dialog.separator.findData(","))
    assert "1, 1 “x;y”" in dialog.reason.text() or "rows differ" in dialog.reason.text()
    dialog.reject()


def test_a_large_matrix_is_shown_in_part(window, tmp_path):
    dialog = opened(window, write(tmp_path, np.arange(400.0).reshape(20, 20), "q.npy"))
    assert (dialog.preview.rowCount(), dialog.preview.columnCount()) == (7, 7)
    assert dialog.preview.item(6, 0).text() == dialog.preview.item(0, 6).text() == "…"
    assert dialog.preview.item(5, 5).toolTip() == "105"
    dialog.reject()


def test_a_file_without_a_matrix_changes_nothing(window, tmp_path):
    path = tmp_path / "q.npy"
    scenario = window.workspace.session.scenario
    for data, told in (
        (b"", "The file is empty"),
        (b"PK\x03\x04", "a workbook or another zip archive"),
        (b"\x93NUMPY\x01\x00\x04\x00junk", "damaged"),
        (b"1,2\n3\n", "row 2 has 1, row 1 has 2"),
        (b"1,x\n2,3", "1, 2 “x”"),
        (b"\x00\x00\x00", "zero byte"),
    ):
        path.write_bytes(data)
        dialog = opened(window, path)
        assert told in dialog.reason.text()
        assert not dialog.confirm.isEnabled()
        key(dialog, K.Key_Return)
        assert dialog.isVisible()
        key(dialog, K.Key_Escape)
        assert not dialog.isVisible()
        assert path.read_bytes() == data
    assert window.workspace.session.scenario is scenario
    assert steps(window) == 0


def test_a_file_that_is_gone_is_told(window, tmp_path):
    gone = tmp_path / "gone.csv"
    dialog = opened(window, gone)
    assert f"“{gone}” cannot be read" in dialog.reason.text()
    dialog.reject()


def test_an_import_that_the_model_refuses_leaves_the_dialog_open(window, tmp_path):
    mask = numbers(window, "decoder.mask")
    dialog = opened(window, write(tmp_path, np.ones_like(mask)))
    dialog.target.setCurrentIndex(dialog.target.findData("decoder.mask"))
    assert dialog.confirm.isEnabled()
    dialog.confirm.click()
    assert "comes later" in dialog.reason.text()
    assert not dialog.confirm.isEnabled()
    assert dialog.isVisible()
    dialog.reject()
    assert steps(window) == 0


def test_a_mask_takes_only_ones_and_zeros(window, tmp_path):
    mask = np.array(numbers(window, "decoder.mask"))
    for number, reason in ((0.5, "a mask takes 1 and 0"), (0.0, "")):
        mask[1, 0] = number
        dialog = opened(window, write(tmp_path, mask))
        dialog.target.setCurrentIndex(dialog.target.findData("decoder.mask"))
        dialog.confirm.click()
        assert reason in dialog.reason.text()
        dialog.reject()
    assert numbers(window, "decoder.mask")[1, 0] == 0
    assert steps(window) == 1


def test_one_heads_matrix_goes_into_the_head_that_is_shown(window, tmp_path):
    panel = window.panels[PanelId.NUMBERS]
    before = np.array(numbers(window))
    panel.bar.head_chosen.emit(1)
    layout = panel.model.layout
    assert layout.head is not None
    values = awkward((layout.rows, layout.columns))
    dialog = opened(window, write(tmp_path, values))
    assert dialog.confirm.isEnabled()
    dialog.confirm.click()
    first = layout.head * layout.columns
    assert np.array_equal(numbers(window)[:, first : first + layout.columns], values)
    assert np.array_equal(numbers(window)[:, :first], before[:, :first])


@pytest.mark.parametrize(
    ("shape", "target", "ways"),
    [
        ((2, 3), (2, 3), [(How.WHOLE, (2, 3))]),
        ((3, 2), (2, 3), [(How.TRANSPOSED, (2, 3)), (How.PART, (2, 2))]),
        ((2, 2), (2, 3), [(How.CORNER, (2, 2))]),
        ((1, 2), (2, 3), [(How.CORNER, (1, 2)), (How.TRANSPOSED, (2, 1))]),
        ((4, 1), (1, 4), [(How.TRANSPOSED, (1, 4)), (How.PART, (1, 1))]),
        ((9, 9), (2, 3), [(How.PART, (2, 3))]),
    ],
)
def test_ways(shape, target, ways):
    found = import_ways(shape, target)
    assert [(way.how, way.shape) for way in found] == ways
    values = np.arange(shape[0] * shape[1]).reshape(shape).astype(float)
    for way in found:
        assert arranged(values, way).shape == way.shape


def test_the_dialog_goes_with_its_document(window, tmp_path):
    dialog = opened(window, write(tmp_path, awkward(numbers(window).shape)))
    window.workspace.session.replace_document(window.workspace.session.scenario, None)
    assert not dialog.isVisible()


def test_the_drawer_opens_on_what_was_imported(window, tmp_path):
    panel = window.panels[PanelId.NUMBERS]
    panel.show_tensor("decoder.0.self_attn.weights")  # computed: something else is proposed
    panel.set_open(False)
    path = write(tmp_path, awkward(numbers(window).shape), "q.npy")
    dialog = opened(window, path)
    assert dialog.tensor in window.workspace.session.scenario.parameters
    dialog.target.setCurrentIndex(dialog.target.findData(NAME))
    dialog.confirm.click()
    assert panel.is_open
    assert panel.shown == NAME
    rows, columns = numbers(window).shape
    assert panel.grid.cells.ranges() == [(0, 0, rows - 1, columns - 1)]
