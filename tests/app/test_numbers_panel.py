"""The Numbers drawer: it follows step and choice, and every change is one undo step."""

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.panels.numbers import NumbersPanel
from app.selection import Place
from app.theme import load_theme
from core.architecture.presets import preset
from core.edits.cells import SetCells
from core.edits.tokens import InsertToken
from core.examples import load_example
from core.numbers import edit_text
from tests.support.grids import press, type_text
from tests.support.workspaces import workspace_on

K, CONTROL, ALT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
ATTENTION = "decoder.0.self_attn"
W_Q, WEIGHTS = f"{ATTENTION}.W_Q", f"{ATTENTION}.weights"


def opened(workspace, qtbot):
    panel = NumbersPanel(workspace)
    qtbot.addWidget(panel)
    panel.resize(1240, 300)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.set_open(True)
    panel.activateWindow()
    panel.grid.setFocus()
    qtbot.waitUntil(panel.grid.hasFocus)
    return panel


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(preset("gpt-2").scenario(), tmp_path / "numbers.ini")


@pytest.fixture
def panel(workspace, qtbot):
    return opened(workspace, qtbot)


@pytest.fixture
def session(workspace):
    return workspace.session


def at_q(workspace):
    workspace.cursor.move_to(f"{ATTENTION}.q")


def test_closed_it_names_the_tensors_of_the_step(workspace, qtbot):
    panel = NumbersPanel(workspace)
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.is_open
    assert panel.sizeHint().height() == panel.minimumSizeHint().height() == 28
    workspace.cursor.move_to(f"{ATTENTION}.scores")
    assert panel.bar.names.text() == f"{ATTENTION}.q · {ATTENTION}.k · {ATTENTION}.scores"
    with qtbot.waitSignal(panel.open_changed) as signal:
        qtbot.mouseClick(panel.bar, Qt.MouseButton.LeftButton, pos=panel.bar.rect().center())
    assert signal.args == [True]
    assert panel.is_open
    assert panel.shown == f"{ATTENTION}.scores"
    with qtbot.waitSignal(panel.open_changed):
        panel.bar.close_button.click()
    assert not panel.is_open


def test_shows_what_can_be_typed_of_a_step_else_its_result(workspace, panel):
    at_q(workspace)
    assert panel.shown == W_Q
    assert panel.bar.shape.text() == "8 × 8 · all heads · parameter"
    assert panel.bar.picker.currentText() == W_Q
    workspace.cursor.move_to(WEIGHTS)
    assert panel.shown == WEIGHTS
    assert panel.bar.shape.text() == "3 × 6 · all heads · computed"
    assert panel.statistics.reason.text() == "computed from masked, mask"
    assert panel.bar.entry.isReadOnly()


def test_a_picked_tensor_stays_until_the_step_is_followed_again(workspace, panel):
    at_q(workspace)
    panel.bar.picker.picked.emit("embed.W_E")
    assert panel.shown == "embed.W_E"
    workspace.cursor.move_to(WEIGHTS)
    assert panel.shown == "embed.W_E"
    panel.bar.picker.picked.emit("")
    assert panel.shown == WEIGHTS
    panel.show_tensor(W_Q)
    workspace.session.replace_document(load_example("worked-example"), None)
    assert panel.shown != W_Q
    assert panel.shown in workspace.session.trace


def test_the_cell_of_a_picked_tensor_is_the_chosen_one(workspace, panel):
    at_q(workspace)
    panel.bar.picker.picked.emit("embed.W_E")
    assert workspace.selection.chosen == Place("embed.W_E", (0, 0))
    panel.bar.picker.picked.emit("")
    assert workspace.selection.chosen == Place(W_Q, (0, 0))


def test_the_picker_filters_while_typing(workspace, panel, qtbot):
    picker = panel.bar.picker
    picker.setFocus()
    picker.lineEdit().selectAll()
    type_text("unembed")
    model = picker.completer().completionModel()
    found = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert found == ["unembed.W_U"] or all("unembed" in name for name in found)
    picker.completer().popup().hide()
    picker.lineEdit().selectAll()
    type_text("embed.W_E")
    picker.completer().popup().hide()
    press(K.Key_Return)
    assert panel.shown == "embed.W_E"
    picker.lineEdit().setText("nothing of that name")
    picker.lineEdit().editingFinished.emit()
    assert picker.currentText() == "embed.W_E"


def test_a_number_is_typed_committed_undone_and_redone(workspace, panel, session):
    at_q(workspace)
    before = session.scenario
    panel.grid.cells.go(2, 1)
    type_text("0.125")
    press(K.Key_Return)
    assert session.scenario.source_values(W_Q)[2, 1] == 0.125
    assert session.undo_stack.count() == 1
    assert panel.grid.cells.current == (3, 1)
    assert panel.model.value(2, 1) == 0.125
    session.undo_stack.undo()
    assert session.scenario is before
    session.undo_stack.redo()
    assert session.scenario.source_values(W_Q)[2, 1] == 0.125


def test_enter_on_an_untouched_cell_leaves_the_scenario_the_same_object(workspace, panel, session):
    before = session.scenario
    for name in session.scenario.parameters:
        panel.show_tensor(name)
        for keys in ((K.Key_Return,), (K.Key_F2, K.Key_Return), (K.Key_F2, K.Key_Tab)):
            press(*keys)
        type_text("1")
        press(K.Key_Escape)
    assert session.scenario is before
    assert session.undo_stack.count() == 0


def test_a_paste_is_one_undo_step_and_undo_selects_what_changed(workspace, panel, session):
    at_q(workspace)
    before = session.scenario
    QApplication.clipboard().setText("1\t2\n3\t4")
    panel.grid.cells.go(3, 2)
    press(K.Key_V, modifiers=CONTROL)
    assert session.undo_stack.count() == 1
    assert session.scenario.source_values(W_Q)[3:5, 2:4].tolist() == [[1, 2], [3, 4]]
    panel.grid.cells.go(7, 7)
    session.undo_stack.undo()
    assert session.scenario is before
    assert panel.grid.cells.ranges() == [(3, 2, 4, 3)]
    panel.grid.cells.go(0, 0)
    session.undo_stack.redo()
    assert panel.grid.cells.ranges() == [(3, 2, 4, 3)]


def test_scrubbing_is_one_undo_step_and_everything_follows(workspace, panel, session):
    at_q(workspace)
    panel.grid.cells.go(0, 0)
    start = session.scenario.source_values(W_Q)[0, 0]
    output = session.trace["probabilities"]
    for _ in range(5):
        QApplication.sendEvent(panel.grid, QKeyEvent(QEvent.Type.KeyPress, K.Key_Up, ALT))
    assert session.scenario.source_values(W_Q)[0, 0] > start
    assert session.trace["probabilities"] is not output
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.scenario.source_values(W_Q)[0, 0] == start


def test_copy_and_paste_between_matrices_keep_every_bit(workspace, panel, session):
    panel.show_tensor(W_Q)
    session.apply(SetCells(W_Q, ((0, 0), (1, 1)), (0.1 + 0.2, 5e-324)))
    press(K.Key_A, modifiers=CONTROL)
    press(K.Key_C, modifiers=CONTROL)
    panel.show_tensor(f"{ATTENTION}.W_K")
    press(K.Key_V, modifiers=CONTROL)
    source, target = (session.scenario.source_values(f"{ATTENTION}.{name}") for name in ("W_Q", "W_K"))
    assert source.tobytes() == target.tobytes()


def test_a_cell_of_the_grid_is_chosen_and_a_chosen_one_is_gone_to(workspace, panel, qtbot):
    workspace.cursor.move_to(WEIGHTS)
    told = []
    workspace.selection.chosen_changed.connect(told.append)
    panel.grid.cells.go(2, 4)
    assert workspace.selection.chosen == Place(WEIGHTS, (1, 2, 1))
    assert told == [Place(WEIGHTS, (1, 2, 1))] or told[-1] == Place(WEIGHTS, (1, 2, 1))
    workspace.selection.choose(Place(WEIGHTS, (0, 1, 0)))
    assert panel.grid.cells.current == (1, 0)
    assert workspace.selection.chosen == Place(WEIGHTS, (0, 1, 0))
    assert panel.bar.entry.text() == edit_text(workspace.session.trace[WEIGHTS].values[0, 1, 0])


def test_stepping_chooses_nothing_of_its_own(workspace, panel):
    at_q(workspace)
    assert workspace.selection.chosen.tensor == f"{ATTENTION}.q"
    assert panel.shown == W_Q


def test_another_operand_that_can_be_typed_is_shown_when_chosen(tmp_path, qtbot):
    workspace = workspace_on(load_example("worked-example"), tmp_path / "n.ini")
    panel = opened(workspace, qtbot)
    workspace.cursor.move_to("attn.scores")
    assert panel.shown == "attn.q"
    workspace.selection.choose(Place("attn.k", (0, 1, 0)))
    assert panel.shown == "attn.k"
    assert panel.grid.cells.current == (1, 0)
    panel.grid.setFocus()
    type_text("5")
    press(K.Key_Return)
    assert workspace.session.scenario.given["attn.k"][0, 1, 0] == 5


def test_hovering_tells_the_cell(workspace, panel):
    at_q(workspace)
    panel.grid.cell_hovered.emit(1, 5)
    assert workspace.selection.hovered == Place(W_Q, (1, 5))
    panel.grid.cell_hovered.emit(-1, -1)
    assert workspace.selection.hovered is None


def test_only_a_changed_tensor_is_shown_anew(workspace, panel, session, monkeypatch):
    at_q(workspace)
    shown = []
    monkeypatch.setattr(panel.model, "show", shown.append)
    session.apply(SetCells(f"{ATTENTION}.W_V", ((0, 0),), (9.0,)))
    assert not shown
    session.apply(SetCells(W_Q, ((0, 0),), (9.0,)))
    assert len(shown) == 1


def test_line_and_statistics_follow_what_is_selected_and_nothing_else(workspace, panel, session, monkeypatch):
    at_q(workspace)
    panel.grid.cells.go(1, 1)
    panel.grid.cells.go(2, 2, extend=True)
    summed = []
    monkeypatch.setattr(panel.statistics, "show_numbers", lambda numbers, _: summed.append(numbers.total))
    assert session.apply(SetCells(W_Q, ((0, 1),), (0.25,)))
    assert session.apply(SetCells(W_Q, ((3, 2),), (0.75,)))
    assert not summed
    assert session.apply(SetCells(W_Q, ((1, 1),), (0.375,)))
    assert panel.bar.entry.text() == "0.375"
    assert session.apply(SetCells(W_Q, ((2, 1),), (-1.5,)))
    assert panel.bar.entry.text() == "0.375"
    values = session.scenario.source_values(W_Q)[1:3, 1:3]
    assert summed[1:] == [pytest.approx(values.sum())]
    assert session.apply(SetCells(W_Q, ((0, 0),), (1e9,)))  # all are written with powers of ten now
    assert len(summed) == 3


def test_the_line_forgets_a_refused_text_where_its_cell_changes(workspace, panel, session):
    at_q(workspace)
    panel.grid.cells.go(1, 1)
    entry = panel.bar.entry
    entry.setFocus()
    entry.selectAll()
    type_text("2x")
    panel.grid.setFocus()
    assert entry.text() == "2x"
    assert session.apply(SetCells(W_Q, ((1, 1),), (0.25,)))
    assert entry.text() == "0.25"
    assert not entry.isModified()
    assert not entry.isUndoAvailable()


def test_what_the_last_edit_changed_is_marked(workspace, panel, session):
    workspace.cursor.move_to(WEIGHTS)
    session.apply(SetCells("embed.W_E", ((1, 0),), (3.0,)))
    assert panel.model.changed_count > 0
    assert f"{panel.model.changed_count} of 18 cells" in panel.statistics.changed.text()
    panel.show_tensor(W_Q)
    assert panel.model.changed_count == 0
    assert panel.statistics.changed.isHidden()


def test_a_mask_is_toggled_and_a_causal_cell_says_why_not(workspace, panel, session):
    workspace.cursor.move_to(f"{ATTENTION}.masked")
    assert panel.shown == "decoder.mask"
    panel.grid.cells.go(2, 0)
    press(K.Key_Space)
    assert session.trace["decoder.mask"].values[2, 0] == 0
    assert session.trace[WEIGHTS].values[0, 2, 0] == 0
    session.undo_stack.undo()
    assert session.trace["decoder.mask"].values[2, 0] == 1
    panel.grid.cells.go(0, 2)
    press(K.Key_Space)
    assert session.trace["decoder.mask"].values[0, 2] == 0
    assert "causal" in panel.grid.entry.plate.reason


def test_the_entry_line_shows_and_edits_the_exact_number(workspace, panel, session, qtbot):
    session.apply(SetCells(W_Q, ((1, 1),), (0.1 + 0.2,)))
    at_q(workspace)
    panel.grid.cells.go(1, 1)
    entry = panel.bar.entry
    assert entry.text() == "0.30000000000000004"
    entry.setFocus()
    entry.selectAll()
    type_text("=1/4")
    press(K.Key_Return)
    assert session.scenario.source_values(W_Q)[1, 1] == 0.25
    assert entry.text() == "0.25"
    entry.selectAll()
    type_text("0,5")
    press(K.Key_Return)
    assert panel.line.plate.isVisible()
    assert "write 0.5" in panel.line.plate.reason
    assert entry.text() == "0,5"
    press(K.Key_Escape)
    assert entry.text() == "0.25"
    assert not panel.line.plate.isVisible()
    assert panel.grid.hasFocus()
    assert session.undo_stack.count() == 2


def test_the_entry_line_follows_what_is_typed_in_the_cell(workspace, panel):
    at_q(workspace)
    type_text("0,2")
    assert panel.bar.entry.text() == "0,2"
    press(K.Key_Escape)
    assert panel.bar.entry.text() == edit_text(panel.model.value(0, 0))


def test_a_refused_entry_is_not_taken_away_by_a_step(workspace, panel):
    at_q(workspace)
    type_text("x")
    press(K.Key_Return)
    workspace.cursor.move_to(WEIGHTS)
    assert panel.shown == W_Q
    assert panel.grid.entry.is_refused
    press(K.Key_Escape)
    assert panel.shown == WEIGHTS


def test_statistics_of_the_selection(workspace, panel, session):
    at_q(workspace)
    panel.grid.cells.go(0, 0)
    panel.grid.cells.go(3, 2, extend=True)
    values = session.scenario.source_values(W_Q)[:4, :3]
    assert panel.statistics.text(0) == "4 × 3 cells"
    shown = [panel.statistics.text(row).replace("−", "-") for row in range(1, 5)]
    decimals = panel.model.writing.decimals
    assert shown == [
        f"{values.sum():.{decimals}f}",
        f"{values.mean():.{decimals + 2}f}",
        f"{values.min():.{decimals}f}",
        f"{values.max():.{decimals}f}",
    ]


def test_decimals_zoom_and_theme_are_followed(workspace, panel):
    at_q(workspace)
    workspace.display.set_decimals(5)
    assert len(panel.model.texts(0)[0].partition(".")[2]) == 5
    height = panel.grid.verticalHeader().sectionSize(0)
    workspace.display.set_zoom(200)
    assert panel.grid.verticalHeader().sectionSize(0) > height
    workspace.theme.set_theme(load_theme("dark"))
    assert not panel.grab().isNull()


def test_a_change_of_language_sets_all_texts_anew(workspace, panel):
    panel.bar.title.setText("")
    QCoreApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    assert panel.bar.title.text() == "Numbers"


@pytest.mark.parametrize("key", ["gpt-2", "bert", "cross-attention", "attention-qkv", "encoder-2017"])
def test_every_step_of_every_kind_of_model_can_be_shown(tmp_path, qtbot, key):
    workspace = workspace_on(preset(key).scenario(), tmp_path / "n.ini")
    panel = opened(workspace, qtbot)
    for step in workspace.session.program.steps:
        workspace.cursor.move_to(step.name)
        assert panel.shown
        panel.grid.viewport().repaint()
    for name in workspace.session.trace:
        panel.show_tensor(name)
        assert panel.shown == name
        size = panel.grid.cells.size
        panel.grid.cells.go(size[0] - 1, size[1] - 1)
        assert workspace.selection.chosen.tensor == name


def test_random_gestures_undo_to_the_same_object(workspace, panel, session):
    at_q(workspace)
    start = session.scenario
    numbers = np.random.default_rng(5)
    QApplication.clipboard().setText("1\t2\n3\t4")
    for _ in range(40):
        panel.grid.cells.go(int(numbers.integers(8)), int(numbers.integers(8)))
        choice = numbers.integers(4)
        if choice == 0:
            type_text(str(round(float(numbers.normal()), 3)))
            press(K.Key_Tab)
        elif choice == 1:
            press(K.Key_V, modifiers=CONTROL)
        elif choice == 2:
            press(K.Key_Delete)
        else:
            press(K.Key_Up, modifiers=ALT)
        panel.grid.setFocus()
    end = session.scenario
    assert session.undo_stack.count() > 10
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.scenario is start
    while session.undo_stack.canRedo():
        session.undo_stack.redo()
    assert session.scenario is end


def test_a_new_token_keeps_the_place_and_marks_nothing_of_another_shape(workspace, panel, session):
    workspace.cursor.move_to(WEIGHTS)
    panel.grid.cells.go(2, 1)
    session.apply(InsertToken("target", 3, "dog"))
    assert panel.grid.cells.size == (4, 8)
    assert panel.grid.cells.current == (2, 1)
    assert panel.model.changed_count == 0
    session.undo_stack.undo()
    assert panel.grid.cells.size == (3, 6)
    assert panel.grid.cells.current == (2, 1)


def test_another_model_shows_what_its_step_needs(workspace, panel, session):
    panel.show_tensor(W_Q)
    session.replace_document(load_example("it-animal"), None)
    assert panel.shown in session.trace
    assert panel.bar.picker.findData(W_Q) < 0
    session.replace_document(preset("gpt-2").scenario(), None)
    assert panel.bar.picker.findData(W_Q) > 0


def test_a_panel_that_is_thrown_away_is_gone(workspace, qapp):
    made = NumbersPanel(workspace)
    made.set_open(True)
    gone = weakref.ref(made)
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del made
    gc.collect()
    assert gone() is None
    workspace.cursor.move_to(WEIGHTS)
    workspace.session.apply(SetCells(W_Q, ((0, 0),), (9.0,)))
