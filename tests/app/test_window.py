"""The window as a whole: its parts stand where they should, and it comes and goes without a trace."""

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from app.main_window import TALL
from app.panels import PANELS
from app.panels.drawer import ClosedDrawer
from app.panels.spec import PanelId
from app.selection import Place
from app.widgets.work_area import WIDE
from core.examples import examples
from core.expression.numbers import number_text
from core.formats import dumps, save


def test_every_panel_of_the_list_is_in_the_window(window):
    assert {spec.id for spec in PANELS} == set(PanelId) == {*window.panels, PanelId.NUMBERS}
    window.toggle_steps()
    window.toggle_numbers()
    assert set(window.panels) == set(PanelId)
    for key, panel in window.panels.items():
        assert panel.isVisible(), key
        assert panel.objectName() == f"panel.{key}"


@pytest.mark.parametrize("example", [example.key for example in examples()])
def test_every_example_opens_within_a_small_window(open_window, example):
    window = open_window(example, size=(1024, 700))
    assert (window.width(), window.height()) == (1024, 700)
    assert window.minimumSizeHint().width() <= 1024
    assert window.minimumSizeHint().height() <= 700


def test_the_stage_has_the_window_on_a_small_screen(open_window):
    window = open_window(size=(1024, 700))
    stage = window.panels[PanelId.STAGE]
    assert stage.width() >= 1024 - 44
    assert stage.height() >= 280


def test_opens_and_closes_again_and_again(open_window, qapp):
    for _turn in range(5):
        window = open_window()
        window.close()
        assert not window.isVisible()


def test_two_windows_share_nothing(open_window):
    first, second = open_window(), open_window("tiny-gpt")
    first.workspace.cursor.first()
    assert second.workspace.cursor.step.name == "decoder.1.self_attn.weights"
    assert first.windowTitle() != second.windowTitle()


@pytest.mark.parametrize(
    ("key", "step"),
    [
        ("worked-example", "attn.weights"),
        ("it-animal", "encoder.1.attn.weights"),
        ("induction", "decoder.1.self_attn.weights"),
        ("encoder-decoder", "decoder.0.self_attn.weights"),
    ],
)
def test_a_document_opens_on_the_weights_of_its_last_layer(open_window, key, step):
    """What the notes of an example speak of is seen there."""
    assert open_window(key).workspace.cursor.step.name == step


def test_title_names_the_document_and_marks_changes(window, tmp_path, change):
    assert window.windowTitle() == "Worked example[*] — Transformer Sandbox"
    assert not window.isWindowModified()
    change(window)
    assert window.isWindowModified()
    window.workspace.session.undo_stack.undo()
    assert not window.isWindowModified()
    path = tmp_path / "my [*] lesson.tsbx"
    window.workspace.session.mark_saved(path)
    assert window.windowTitle() == "my [*][*] lesson.tsbx[*] — Transformer Sandbox"


def test_the_status_bar_writes_numbers_as_everything_else_does(open_window):
    window = open_window("tiny-gpt")
    part = "decoder.0.self_attn"
    for tensor, index, number in (
        ("masked", (0, 0, 1), "−∞"),
        ("weights", (0, 0, 0), "1"),
        ("W_K", (0, 0), number_text(window.workspace.session.trace[f"{part}.W_K"].values.item(0), None)),
    ):
        window.workspace.selection.choose(Place(f"{part}.{tensor}", index))
        assert window.statusBar().value.text().endswith(f"= {number}")


def test_status_bar_tells_the_chosen_cell_exactly(window):
    status = window.statusBar()
    assert status.value.text() == "attn.weights[0, 0, 0] = 0.8807970779778823"
    assert status.axes.text() == "head 1 × query 1 × key 2"
    assert status.assumptions.text().startswith("conventions: rows are tokens")
    assert status.assumptions.text().startswith(status.assumptions.fitting.removesuffix("…"))


def test_rail_shows_the_parts_and_goes_to_them(open_window, qtbot):
    window = open_window("tiny-gpt")
    rail = window.work_area.rail
    assert rail.current == "decoder.1.self_attn"
    assert rail.boxes[0].key == "embed"
    target = rail.boxes[-1].key
    qtbot.mouseClick(rail, Qt.MouseButton.LeftButton, pos=rail.box_rect(target).center())
    assert rail.current == target
    assert window.workspace.cursor.step.part == target


def test_rail_opens_the_steps_by_mouse_and_keyboard(window, qtbot):
    rail = window.work_area.rail
    qtbot.mouseClick(rail, Qt.MouseButton.LeftButton, pos=rail.rect().topLeft() + QPointF(20, 24).toPoint())
    assert window.steps_open
    assert not rail.isVisible()
    assert window.panels[PanelId.STEPS].isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F9)
    assert not window.steps_open
    assert rail.isVisible()
    rail.setFocus()
    qtbot.keyClick(rail, Qt.Key.Key_Return)
    assert window.steps_open


def test_wide_windows_have_steps_and_explain_beside_the_stage(open_window, qtbot):
    window = open_window(size=(WIDE, 800))
    explain, stage = window.panels[PanelId.EXPLAIN], window.panels[PanelId.STAGE]
    assert window.steps_open
    qtbot.waitUntil(lambda: place(explain).left() > place(stage).right())
    assert explain.width() == 320
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: place(explain).top() > place(stage).bottom())
    assert not window.steps_open
    assert place(explain).width() == place(stage).width()


def place(panel):
    """Where a panel stands in its window."""
    return QRect(panel.mapTo(panel.window(), QPoint(0, 0)), panel.size())


def test_steps_stay_as_the_user_chose(open_window):
    window = open_window(size=(1280, 800))
    window.toggle_steps()
    window.resize(WIDE, 800)
    window.resize(1280, 800)
    assert window.steps_open


def test_drawer_is_open_at_the_start_of_tall_windows_only(open_window):
    low, tall = open_window(size=(1280, 800)), open_window(size=(1280, TALL))
    assert not low.numbers_open
    assert tall.numbers_open
    assert low.panels[PanelId.NUMBERS].height() == 28
    assert tall.panels[PanelId.NUMBERS].grid.visible_rows() >= 5


def test_drawer_opens_and_closes_by_keyboard(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    assert window.numbers_open
    assert window.panels[PanelId.NUMBERS].grid.visible_rows() >= 5
    qtbot.keyClick(window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    assert not window.numbers_open
    assert window.panels[PanelId.NUMBERS].height() == 28


def test_numbers_are_built_where_their_closed_bar_was_when_the_drawer_is_opened_first(window, qtbot):
    closed = window.findChild(ClosedDrawer)
    looked, place = closed.grab().toImage(), closed.geometry()
    assert PanelId.NUMBERS not in window.panels
    closed.chevron.setFocus()
    qtbot.keyClick(closed.chevron, Qt.Key.Key_Space)
    numbers = window.panels[PanelId.NUMBERS]
    assert window.numbers_open
    assert numbers.bar.chevron.hasFocus()
    assert not closed.isVisible()
    qtbot.keyClick(numbers.bar.chevron, Qt.Key.Key_Space)
    window.panels[PanelId.STAGE].setFocus()
    assert not window.numbers_open
    assert numbers.geometry() == place
    assert numbers.grab().toImage() == looked


def test_the_closed_bar_follows_the_step_and_the_language(open_window, qtbot):
    bar = open_window().findChild(ClosedDrawer)
    bar.window().workspace.cursor.move_to("attn.weights")
    assert bar.names.text() == "attn.masked · attn.weights"
    bar.window().workspace.settings.update(language="ja")
    qtbot.waitUntil(lambda: bar.title.text() == "数値")


def test_a_refused_edit_is_told_in_the_status_bar(window):
    from core.edits.cells import SetCells

    assert not window.workspace.session.apply(SetCells("no.such", ((0,),), (1.0,)))
    assert "no.such" in window.statusBar().currentMessage()


def test_geometry_comes_back(open_window, settings_path):
    window = open_window(size=(800, 700))  # the offscreen screen is no wider
    window.close()
    again = open_window(size=None)
    assert again.size() == window.size()


def test_a_dropped_file_is_opened(window, tmp_path):
    path = tmp_path / "dropped.tsbx"
    save(window.workspace.session.scenario, path)
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/x.tsbx"), QUrl.fromLocalFile(str(path))])
    actions, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(5, 5).toPoint(), actions, mime, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), actions, mime, Qt.MouseButton.LeftButton, none))
    assert window.workspace.session.path == path


def test_other_files_are_not_welcome(window, tmp_path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "picture.png"))])
    event = QDragEnterEvent(
        QPointF(5, 5).toPoint(),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()
    QApplication.sendEvent(window, event)
    assert not event.isAccepted()


@pytest.mark.parametrize("file", [None, "example:tiny-gpt", "path"])
def test_the_program_starts_and_ends_cleanly(file, tmp_path, pytestconfig, example):
    path = tmp_path / "a #1 日本.tsbx"
    path.write_bytes(dumps(example("one-head")))
    arguments = [] if file is None else [str(path) if file == "path" else file]
    environment = {
        **os.environ,
        "TRANSFORMER_SANDBOX_SETTINGS": str(tmp_path / "settings.ini"),
        "TRANSFORMER_SANDBOX_QUIT_AFTER": "300",
    }
    done = subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=pytestconfig.rootpath,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    log = (tmp_path / "transformer-sandbox.log").read_text("utf-8")
    assert "ERROR" not in log, log
