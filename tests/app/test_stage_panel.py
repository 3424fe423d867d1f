"""The stage panel: what it shows for a step; what becomes of clicks, switches, drags and numbers."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from app.models.outline_model import OutlineRole
from app.models.stage_content import Kind, MatrixView
from app.panels.spec import PanelId
from app.panels.stage import StagePanel
from app.selection import Place
from app.theme import load_theme
from app.widgets.stage.paint_marks import handle_box
from core.architecture.options import Architecture, Attention, Input, PositionKind, Scale, Stack
from core.edits.cells import SetCells
from core.examples import load_example
from tests.support.build import scenario
from tests.support.workspaces import workspace_on


def panel_on(key, tmp_path, qtbot):
    workspace = workspace_on(load_example(key), tmp_path / "stage.ini")
    panel = StagePanel(workspace)
    qtbot.addWidget(panel)
    panel.resize(1240, 560)
    panel.show()
    qtbot.waitExposed(panel)
    return workspace, panel


@pytest.fixture
def worked(tmp_path, qtbot):
    return panel_on("worked-example", tmp_path, qtbot)


@pytest.fixture
def gpt(tmp_path, qtbot):
    return panel_on("tiny-gpt", tmp_path, qtbot)


def shown(panel):
    return [item for item in panel.content.items if isinstance(item, MatrixView)]


def result(panel):
    content = panel.content
    return content.items[-1] if content.framed is None else content.items[content.framed]


# What is shown


def test_it_opens_on_the_weights_of_the_worked_example(worked):
    _workspace, panel = worked
    assert panel.content.chain
    assert result(panel).symbol == "weights"
    assert panel.header.title.text() == "Softmax: each row becomes shares of 1"
    assert panel.header.place.text() == "Attention alone · 1 head · 1 query · 2 keys"
    assert panel.content.items[-1].caption == "9.29 if the weights are rounded first"


def test_moving_on_shows_the_next_step(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    assert result(panel).tensor == "decoder.0.self_attn.scores"
    assert panel.header.place.text() == "Decoder layer 1 of 2 · self-attention · head 1 of 2"
    workspace.cursor.forward()
    assert result(panel).tensor == "decoder.0.self_attn.scaled"


def test_every_step_of_a_decoder_can_be_shown(gpt):
    workspace, panel = gpt
    for step in workspace.session.program.steps:
        workspace.cursor.move_to(step.name)
        assert result(panel).tensor == step.name
        assert panel.header.title.text()


def test_the_head_picker_shows_another_head(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.self_attn.q")
    panel.header.heads.button(1).click()
    assert workspace.selection.head == 1
    assert result(panel).index(0, 0) == (1, 0, 0)
    assert panel.header.place.text().endswith("head 2 of 2")
    assert workspace.selection.chosen.index[0] == 1


def test_one_head_has_no_picker(worked):
    _workspace, panel = worked
    assert not panel.header.heads.isVisible()


def test_an_edit_shows_the_new_numbers_and_how_many_changed(worked):
    workspace, panel = worked
    workspace.session.apply(SetCells("attn.q", ((0, 0, 0),), (1.0,)))
    np.testing.assert_allclose(result(panel).values[0], [0.7310585786300049, 0.2689414213699951])
    assert panel.header.badge.text() == "2 of 2 cells changed"
    workspace.session.undo_stack.undo()
    np.testing.assert_allclose(result(panel).values[0], [0.8807970779778823, 0.11920292202211755])


def test_an_edit_elsewhere_keeps_the_content(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.self_attn.q")
    before = panel.content
    workspace.session.apply(SetCells("decoder.1.ffn.W_1", ((0, 0),), (9.0,)))
    assert panel.content is before
    workspace.session.apply(SetCells("decoder.0.self_attn.W_Q", ((0, 0),), (9.0,)))
    assert panel.content is not before


# Formula


def test_a_part_of_the_formula_leads_to_its_step(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    parts = {part.name: part for part in panel.formula.picture.parts}
    assert set(parts) == {"scores", "scaled", "masked", "weights", "heads"}
    parts["weights"].click()
    assert workspace.cursor.step.name == "decoder.0.self_attn.weights"


def test_a_working_in_the_formula_is_chosen_in_its_step(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.norm1")
    workspace.selection.choose(Place("decoder.0.norm1", (1, 2)))
    parts = {part.name: part for part in panel.formula.picture.parts}
    parts["mean"].click()
    assert workspace.cursor.step.name == "decoder.0.norm1"
    assert workspace.selection.chosen == Place("decoder.0.norm1.mean", (1,))


# Switches


def test_the_mask_switch_opens_and_closes_the_upper_triangle_on_the_same_weights(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.self_attn.masked")
    parameters = workspace.session.scenario.parameters
    assert np.isneginf(result(panel).values[0, 1])
    assert result(panel).masked[0, 1]
    panel.header.switch("mask").click()
    assert workspace.session.scenario.architecture.off == ("mask",)
    assert np.isfinite(result(panel).values).all()
    assert result(panel).masked is None
    assert all(workspace.session.scenario.parameters[name] is parameters[name] for name in parameters)
    panel.header.switch("mask").click()
    assert np.isneginf(result(panel).values[0, 1])
    assert panel.header.switch("mask").isChecked()


def test_the_scale_switch_takes_the_root_away_and_brings_it_back(worked):
    workspace, panel = worked
    assert panel.header.switch("scale").text() == "√dₖ = 1"
    panel.header.switch("scale").click()
    assert workspace.session.scenario.architecture.off == ("scale",)
    assert not panel.header.switch("scale").isChecked()
    panel.header.switch("scale").click()
    assert workspace.session.scenario.architecture.off == ()
    assert workspace.session.scenario.architecture.attention.scale is Scale.ROOT


def test_undo_turns_a_switch_back(worked):
    workspace, panel = worked
    panel.header.switch("scale").click()
    workspace.session.undo_stack.undo()
    assert panel.header.switch("scale").isChecked()


def test_the_positions_switch_stands_in_the_embedding(gpt):
    workspace, panel = gpt
    kind = workspace.session.scenario.architecture.positions.kind
    workspace.cursor.move_to("embed.tokens")
    assert panel.header.switch("mask") is None
    panel.header.switch("positions").click()
    assert workspace.session.scenario.architecture.position_kind is PositionKind.NONE
    assert not panel.header.switch("positions").isChecked()
    panel.header.switch("positions").click()
    assert workspace.session.scenario.architecture.position_kind is kind


def test_there_are_no_switches_outside_attention_and_embedding(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.add1")
    assert all(panel.header.switch(key) is None for key in ("scale", "mask", "positions"))


# Edits on the stage


def test_a_drag_is_one_undo_step_and_everything_follows(worked):
    workspace, panel = worked
    panel.canvas.scrub_started.emit()
    for number in (2.1, 2.5, 3.0):
        panel.canvas.scrubbed.emit("attn.q", (0, 0, 0), number)
        assert workspace.session.trace["attn.scores"].values[0, 0, 0] == 2 * number
    panel.canvas.scrub_finished.emit()
    assert workspace.session.undo_stack.count() == 1
    assert panel.header.badge.text() == "2 of 2 cells changed"
    workspace.session.undo_stack.undo()
    assert workspace.session.trace["attn.q"].values[0, 0, 0] == 2.0


def test_escape_during_a_drag_leaves_the_document_and_its_undo_history_as_they_were(worked):
    workspace, panel = worked
    before = workspace.session.scenario
    panel.canvas.scrub_started.emit()
    for number in (2.5, 3.0, 2.0):
        panel.canvas.scrubbed.emit("attn.q", (0, 0, 0), number)
    panel.canvas.scrub_cancelled.emit()
    panel.canvas.scrub_finished.emit()
    assert workspace.session.scenario is before
    assert not workspace.session.undo_stack.canUndo()
    assert not workspace.session.undo_stack.canRedo()


def test_on_one_line_all_signed_numbers_share_one_range(worked):
    _, panel = worked
    views = [item for item in shown(panel) if item.kind is Kind.SIGNED]
    assert len(views) >= 4
    assert {view.bar for view in views} == {(-10.0, 10.0)}


def test_a_typed_number_is_taken_and_another_text_refused_with_a_reason(worked, monkeypatch):
    workspace, panel = worked
    answers = []
    monkeypatch.setattr(panel.canvas, "editor_accept", lambda: answers.append("accepted"))
    monkeypatch.setattr(panel.canvas, "editor_refuse", answers.append)
    panel.canvas.edit_committed.emit("attn.q", (0, 0, 0), "1")
    assert workspace.session.trace["attn.q"].values[0, 0, 0] == 1.0
    panel.canvas.edit_committed.emit("attn.q", (0, 0, 0), "1,5")
    assert answers == ["accepted", "1,5 is not a number here: write 1.5."]
    assert workspace.session.undo_stack.count() == 1


def test_a_computed_cell_says_what_it_comes_from_and_goes_there(worked, qtbot):
    workspace, panel = worked
    workspace.cursor.move_to("attn.scores")
    with qtbot.waitSignal(workspace.notifier.notified) as said:
        panel.canvas.go_to_requested.emit("attn.scores", (0, 0, 1))
    assert said.args[0].startswith("Computed from q[")
    assert workspace.cursor.step.name == "attn.q"
    workspace.cursor.move_to("attn.heads")
    panel.canvas.go_to_requested.emit("attn.weights", (0, 0, 1))
    assert workspace.cursor.step.name == "attn.weights"
    assert workspace.selection.chosen == Place("attn.weights", (0, 0, 1))


def test_the_invitation_to_drag_goes_with_the_first_drag(worked):
    workspace, panel = worked
    assert not workspace.settings.settings.handle_was_dragged
    panel.canvas.scrub_started.emit()
    panel.canvas.scrubbed.emit("attn.q", (0, 0, 0), 2.5)
    panel.canvas.scrub_finished.emit()
    assert workspace.settings.settings.handle_was_dragged


def test_the_line_to_the_invitation_crosses_no_word(worked):
    workspace, panel = worked
    wide = scenario(
        Architecture(stack=Stack.ATTENTION, input=Input.QKV, attention=Attention(heads=1, d_k=2, d_v=2)),
        tokens={"source": ("a", "b")},
        given={f"attn.{name}": [[[1.0, 2.0], [3.0, 4.0]]] for name in "qkv"},
    )
    workspace.session.replace_document(wide, None)
    canvas = panel.canvas
    item, row, column = canvas.hint_spot()
    block = canvas.placement.block_of(item)
    assert block.title.note_below  # under the cells, where the line passes
    assert handle_box(block, row, column, canvas.scale_factor).x >= block.cells.right


# What else happens


def test_another_document_is_shown(worked):
    workspace, panel = worked
    workspace.session.replace_document(load_example("encoder-block"), None)
    assert not panel.content.chain
    assert result(panel).tensor == workspace.cursor.step.name
    assert not panel.header.badge.isVisible()


def test_theme_display_and_language_change_while_it_is_open(worked):
    workspace, panel = worked
    workspace.theme.set_theme(load_theme("dark"))
    workspace.display.set_decimals(1)
    workspace.display.set_zoom(150)
    panel.header.title.setText("")
    QCoreApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    assert panel.header.title.text()


def type_into(window, place, text, key):
    canvas = window.panels[PanelId.STAGE].canvas
    window.workspace.selection.choose(place)
    canvas.setFocus()
    QTest.keyClicks(canvas, text)
    assert canvas.editor.is_open
    assert canvas.editor.line.hasFocus()
    QTest.keyClick(canvas.editor.line, key)
    QCoreApplication.processEvents()
    assert not canvas.editor.is_open
    assert canvas.hasFocus()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
@pytest.mark.parametrize(("name", "row"), [("attn.q", 0), ("attn.k", 0), ("attn.k", 1), ("attn.v", 1)])
def test_enter_and_escape_keep_the_cell_that_was_typed_into(open_window, name, row, key):
    window, place = open_window("worked-example"), Place(name, (0, row, 0))
    type_into(window, place, "3", key)
    assert window.workspace.selection.chosen == place
    value = window.workspace.session.trace[name].values[place.index]
    assert value == 3 or key == Qt.Key.Key_Escape
    assert f"= {value:g}" in window.panels[PanelId.EXPLAIN].view.toPlainText()


def test_tab_after_typing_goes_to_the_next_cell_of_the_matrix(open_window):
    window = open_window("worked-example")
    type_into(window, Place("attn.k", (0, 0, 0)), "3", Qt.Key.Key_Tab)
    assert window.workspace.selection.chosen == Place("attn.k", (0, 1, 0))
    type_into(window, Place("attn.q", (0, 0, 0)), "3", Qt.Key.Key_Tab)
    assert window.workspace.selection.chosen == Place("attn.q", (0, 0, 0))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_lines_over_narrow_matrices_do_not_run_into_each_other(open_window, size, language):
    made = scenario(
        Architecture(Stack.ENCODER, layers=1, d_model=1, attention=Attention(heads=1, d_k=1, d_v=1)),
        tokens={"source": ("a", "b", "c")},
        vocabulary=("a", "b", "c"),
    )
    window = open_window(made, size=size, language=language)
    notes = 0
    for step in window.workspace.cursor.walk():
        window.workspace.cursor.move_to(step.name)
        blocks = window.panels[PanelId.STAGE].canvas.placement.blocks
        notes += sum(bool(block.title.note) for block in blocks)
        ends = [(block.cells.x, block.cells.x + block.title.width) for block in blocks if block.title.note]
        for (_start, end), (start, _end) in pairwise(sorted(ends)):
            assert end <= start, step.name
    assert notes


@pytest.mark.parametrize(
    ("step", "zoom", "is_wide", "is_high"), [("attn.scaled", 150, 1, 0), ("attn.out", 300, 0, 1)]
)
def test_a_scroll_bar_does_not_bring_the_other_one_with_it(open_window, step, zoom, is_wide, is_high):
    window = open_window()
    window.workspace.display.set_zoom(zoom)
    window.workspace.cursor.move_to(step)
    QCoreApplication.processEvents()
    canvas = window.panels[PanelId.STAGE].canvas
    bars = canvas.horizontalScrollBar().maximum(), canvas.verticalScrollBar().maximum()
    assert [length > 0 for length in bars] == [is_wide, is_high]
    room = canvas.viewport().size()
    filled = (canvas.placement.height, room.height()) if is_wide else (canvas.placement.width, room.width())
    assert filled[0] == filled[1]


# Views


def test_the_next_words_are_a_view_of_a_decoder_alone(worked, gpt):
    assert not worked[1].formula.tabs.isVisible()
    workspace, panel = gpt
    assert panel.formula.tabs.isVisible()
    panel.formula.tabs.setCurrentIndex(1)
    assert panel.header.title.text() == "Probabilities: which word comes next"
    workspace.cursor.back()
    assert panel.formula.tabs.currentIndex() == 0
    assert panel.header.title.text() != "Probabilities: which word comes next"


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_tabs_of_the_views_stand_still_whichever_is_chosen_and_after_a_change_of_language(open_window, size):
    window = open_window("tiny-gpt", size=size)
    tabs = window.panels[PanelId.STAGE].formula.tabs

    def places():
        for _ in range(4):
            QCoreApplication.processEvents()
        return [(tabs.x() + tabs.tabRect(at).x(), tabs.tabRect(at).width()) for at in range(tabs.count())]

    fresh = places()
    tabs.setCurrentIndex(1)
    assert places() == fresh
    window.workspace.settings.update(language="ja")
    assert places() != fresh
    window.workspace.settings.update(language="en")
    assert places() == fresh


def test_everything_tells_of_the_output_while_it_is_open_and_of_the_step_before_afterwards(open_window):
    window = open_window("tiny-gpt")
    workspace, panel = window.workspace, window.panels[PanelId.STAGE]
    before = Place("decoder.0.self_attn.scores", (1, 2, 1))
    workspace.cursor.move_to(before.tensor)
    workspace.selection.choose(before)
    panel.formula.tabs.setCurrentIndex(1)
    told = (
        workspace.cursor.step.name,
        workspace.selection.chosen.tensor,
        window.panels[PanelId.EXPLAIN].view.toPlainText().partition("[")[0],
        window.statusBar().value.text().partition("[")[0],
        window.panels[PanelId.PLAYER]._name.toolTip(),
        window.panels[PanelId.STEPS]._tree.currentIndex().data(OutlineRole.NAME),
    )
    assert set(told) == {"probabilities"}
    assert panel.header.title.text() == "Probabilities: which word comes next"
    panel.formula.tabs.setCurrentIndex(0)
    assert workspace.cursor.step.name == before.tensor
    assert workspace.selection.chosen == before
    assert workspace.selection.head == 1
    assert panel.header.title.text().startswith("Scores")
    assert panel.canvas.chosen_spot() is not None


def test_the_output_opened_at_its_own_step_closes_to_its_computation(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("probabilities")
    workspace.selection.choose(Place("probabilities", (1, 2)))
    panel.formula.tabs.setCurrentIndex(1)
    panel.formula.tabs.setCurrentIndex(0)
    assert workspace.cursor.step.name == "probabilities"
    assert workspace.selection.chosen == Place("probabilities", (1, 2))
    assert result(panel).tensor == "probabilities"


def test_whoever_has_gone_on_from_the_output_is_not_brought_back(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.0.self_attn.q")
    panel.formula.tabs.setCurrentIndex(1)
    workspace.cursor.move_to("logits")
    assert panel.formula.tabs.currentIndex() == 0
    panel.formula.tabs.setCurrentIndex(1)
    panel.formula.tabs.setCurrentIndex(0)
    assert workspace.cursor.step.name == "logits"


def test_a_token_taken_leaves_the_output_open_and_the_way_back(gpt):
    workspace, panel = gpt
    workspace.cursor.move_to("decoder.1.self_attn.weights")
    panel.formula.tabs.setCurrentIndex(1)
    count = len(workspace.session.scenario.tokens["target"])
    panel._output.take_button.click()
    assert len(workspace.session.scenario.tokens["target"]) == count + 1
    assert panel.formula.tabs.currentIndex() == 1
    assert workspace.selection.chosen.index[0] == count
    panel.formula.tabs.setCurrentIndex(0)
    assert workspace.cursor.step.name == "decoder.1.self_attn.weights"


def test_a_document_without_output_comes_back_to_the_computation(gpt):
    workspace, panel = gpt
    panel.formula.tabs.setCurrentIndex(1)
    workspace.session.replace_document(load_example("worked-example"), None)
    assert not panel.formula.tabs.isVisible()
    assert panel.header.title.text() == "Softmax: each row becomes shares of 1"


@pytest.mark.parametrize("zoom", [100, 125])
def test_choosing_an_operand_places_matrices_as_they_are_placed_anew(open_window, zoom):
    window = open_window("encoder-decoder", size=(1024, 700))
    workspace, canvas = window.workspace, window.panels["stage"].canvas
    workspace.display.set_zoom(zoom)
    workspace.display.set_decimals(5)
    workspace.cursor.move_to("decoder.0.self_attn.v")
    workspace.selection.choose(Place("decoder.0.self_attn.v", (0, 0, 2)))
    workspace.selection.choose(Place("decoder.0.self_attn.W_V", (6, 2)))
    chosen = [(block.item, block.cells) for block in canvas.placement.blocks]
    canvas.set_theme(load_theme("light"))  # as an edit of more digits does
    assert [(block.item, block.cells) for block in canvas.placement.blocks] == chosen
