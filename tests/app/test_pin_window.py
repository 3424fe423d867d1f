"""Pinning a run and comparing the present one with it, in the real window, by mouse and keyboard."""

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.models.outline_model import OutlineRole
from app.models.stage_content import MatrixView
from app.panels.output import OutputPanel
from app.panels.spec import PanelId
from app.panels.stage import OUTPUT
from app.pin import Showing
from app.theme import Role
from core.compare import compare, compare_column, difference
from core.edits import ChangeArchitecture, InsertToken, RemoveToken, ReplaceToken, SetCells, SwitchPart
from core.examples import load_example
from core.explanation import explain
from core.expression.numbers import number_text
from tests.support.stage_clicks import cell_point, click_cell

LEFT = Qt.MouseButton.LeftButton
ATTENTION = "decoder.0.self_attn"
WEIGHTS = f"{ATTENTION}.weights"


@pytest.fixture
def gpt(open_window):
    return open_window("tiny-gpt")


def stage(window):
    return window.panels[PanelId.STAGE]


def explained(window):
    return window.panels[PanelId.EXPLAIN].view.toPlainText()


def views(window):
    return {item.tensor: item for item in stage(window).content.items if isinstance(item, MatrixView)}


def pin(qtbot, window):
    """Pin by the key; return the trace that was pinned."""
    qtbot.keyClick(window, Qt.Key.Key_F4)
    assert window.workspace.pin.pinned is not None
    return window.workspace.pin.pinned.trace


def choose_run(qtbot, window, showing):
    qtbot.mouseClick(stage(window).header.runs.button(showing), LEFT)
    assert window.workspace.pin.showing is showing


def change(window, number=2.0):
    assert window.workspace.session.apply(SetCells(f"{ATTENTION}.W_Q", ((0, 0),), (number,)))


def at(trace, view):
    return trace[view.tensor].values[tuple(np.moveaxis(view.places, -1, 0))]


# pinning


def test_nothing_is_offered_or_compared_while_nothing_is_pinned(gpt):
    change(gpt)
    assert stage(gpt).header.runs.isHidden()
    assert gpt.workspace.pin.differences is None
    actions = gpt.registry.actions
    assert not any(actions[f"pin.{key}"].isEnabled() for key in ("renew", "show_next", "first"))
    assert gpt.tool_bar.pinned.text() == ""


def test_the_tool_bar_pins_names_and_unpins(gpt, qtbot):
    button = gpt.tool_bar.widgetForAction(gpt.registry.actions["pin.toggle"])
    change(gpt)
    qtbot.mouseClick(button, LEFT)
    assert gpt.registry.actions["pin.toggle"].isChecked()
    name = gpt.tool_bar.pinned.text()
    assert name.startswith("pinned: Tiny GPT, after: ")
    assert "W_Q" in name
    assert stage(gpt).header.runs.isVisible()
    assert name in stage(gpt).header.runs.toolTip()
    choose_run(qtbot, gpt, Showing.PINNED)
    qtbot.mouseClick(button, LEFT)
    assert gpt.workspace.pin.showing is Showing.NOW
    assert gpt.tool_bar.pinned.text() == ""
    assert stage(gpt).header.runs.isHidden()
    assert stage(gpt).content.reason == ""


def test_a_pin_is_renewed(gpt, qtbot):
    first = pin(qtbot, gpt)
    change(gpt)
    qtbot.keyClick(gpt, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert gpt.workspace.pin.pinned.trace is gpt.workspace.session.trace is not first


def test_the_pin_survives_undo_and_is_no_undo_step(gpt, qtbot):
    change(gpt)
    count = gpt.workspace.session.undo_stack.count()
    pinned = pin(qtbot, gpt)
    assert gpt.workspace.session.undo_stack.count() == count
    gpt.workspace.session.undo_stack.undo()
    assert gpt.workspace.pin.pinned.trace is pinned
    assert gpt.workspace.pin.first.name == f"{ATTENTION}.q"
    gpt.workspace.session.undo_stack.redo()
    assert gpt.workspace.pin.first is None


def test_another_document_is_shown_as_it_is_and_can_be_compared(gpt, qtbot):
    pinned = pin(qtbot, gpt)
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    gpt.workspace.session.replace_document(load_example("encoder-decoder"), None)
    assert gpt.workspace.pin.showing is Showing.NOW
    assert gpt.workspace.pin.pinned.trace is pinned
    assert gpt.tool_bar.pinned.text() == "pinned: Tiny GPT"
    gpt.workspace.cursor.move_to("decoder.0.cross_attn.weights")
    choose_run(qtbot, gpt, Showing.PINNED)
    assert stage(gpt).content.message == "The pinned run has no decoder.0.cross_attn.weights: show “now”."
    gpt.workspace.cursor.move_to("decoder.0.self_attn.scores")
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    assert "now the shape is" in stage(gpt).content.message
    assert not views(gpt)


# heatmaps


@pytest.mark.parametrize(
    "step", ["embed.sum", f"{ATTENTION}.q", f"{ATTENTION}.masked", WEIGHTS, "decoder.0.norm1"]
)
def test_a_heatmap_shows_now_pinned_and_the_difference(gpt, qtbot, step):
    pinned = pin(qtbot, gpt)
    change(gpt)
    assert gpt.workspace.session.apply(ReplaceToken("target", 3, "cat"))
    now = gpt.workspace.session.trace
    gpt.workspace.cursor.move_to(step)
    for view in views(gpt).values():
        assert np.array_equal(view.values, at(now, view), equal_nan=True)
    choose_run(qtbot, gpt, Showing.PINNED)
    shown = views(gpt)
    assert shown[step].run == "pinned"
    assert shown[step].shape_text.startswith("pinned · ")
    for view in shown.values():
        assert np.array_equal(view.values, at(pinned, view), equal_nan=True)
        assert not view.editable
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    shown = views(gpt)
    assert shown[step].shape_text.startswith("now − pinned · ")
    for view in shown.values():
        wanted = difference(pinned, now, view.tensor)[tuple(np.moveaxis(view.places, -1, 0))]
        assert np.array_equal(view.values, wanted)
        limit = np.abs(wanted[np.isfinite(wanted)]).max()
        assert view.bar == ((-limit, limit) if limit else None)
        assert not view.editable
        assert "exp" not in view.shape_text  # a difference of shares is no share of differences
        assert "power" not in view.shape_text
    assert any(view.values.any() for view in shown.values())


@pytest.mark.parametrize("step", [WEIGHTS, f"{ATTENTION}.k", f"{ATTENTION}.heads"])
def test_a_head_that_only_the_pinned_run_has_can_be_shown(gpt, qtbot, step):
    gpt.workspace.cursor.move_to(step)
    pin(qtbot, gpt)
    architecture = gpt.workspace.session.scenario.architecture
    one = replace(architecture, attention=replace(architecture.attention, heads=1))
    assert gpt.workspace.session.apply(ChangeArchitecture(one))
    choose_run(qtbot, gpt, Showing.PINNED)
    for head in (1, 0, 1):
        qtbot.mouseClick(stage(gpt).header.heads.button(head), LEFT)
        assert views(gpt)[step].index(0, 0)[0] == head
        assert stage(gpt).header.place.text().endswith(f"head {head + 1} of 2")
    choose_run(qtbot, gpt, Showing.NOW)
    assert views(gpt)[step].index(0, 0)[0] == 0


def test_masked_scores_do_not_differ_and_an_opened_mask_does(gpt, qtbot):
    gpt.workspace.cursor.move_to(f"{ATTENTION}.masked")
    pin(qtbot, gpt)
    change(gpt)
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    view = views(gpt)[f"{ATTENTION}.masked"]
    assert view.values[0, 3] == 0
    assert view.masked is None
    assert np.isfinite(view.values).all()
    qtbot.mouseClick(stage(gpt).header.switch("causal") or stage(gpt).header.switch("mask"), LEFT)
    view = views(gpt)[f"{ATTENTION}.masked"]
    assert view.values[0, 3] == math.inf


def test_the_keyboard_goes_through_the_runs(gpt, qtbot):
    pin(qtbot, gpt)
    seen = []
    for _ in range(3):
        qtbot.keyClick(gpt, Qt.Key.Key_F3)
        seen.append(gpt.workspace.pin.showing)
    assert seen == [Showing.PINNED, Showing.DIFFERENCE, Showing.NOW]


def test_words_say_what_is_compared_by_position(gpt, qtbot):
    pin(qtbot, gpt)
    assert gpt.workspace.session.apply(ReplaceToken("target", 3, "cat"))
    gpt.workspace.cursor.move_to(WEIGHTS)
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    assert "other words: compared by position" in views(gpt)[WEIGHTS].caption


def test_no_difference_is_said_in_words(gpt, qtbot):
    pin(qtbot, gpt)
    change(gpt)
    gpt.workspace.session.undo_stack.undo()
    gpt.workspace.cursor.move_to(WEIGHTS)
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    assert views(gpt)[WEIGHTS].caption == "no cell differs"
    assert views(gpt)[WEIGHTS].bar is None
    assert gpt.workspace.pin.first is None


def test_another_run_than_now_cannot_be_typed_over(window, qtbot):
    pin(qtbot, window)
    canvas = stage(window).canvas
    choose_run(qtbot, window, Showing.PINNED)
    click_cell(qtbot, canvas, "attn.q", (0, 0, 0))
    before = window.workspace.session.scenario
    qtbot.keyClick(canvas, Qt.Key.Key_5)
    assert "show “now”" in canvas.reason
    assert not canvas.editor.is_open
    canvas.hide_reason()
    qtbot.mouseDClick(canvas.viewport(), LEFT, pos=cell_point(canvas, "attn.q", (0, 0, 0)))
    assert "show “now”" in canvas.reason
    assert window.workspace.session.scenario is before
    choose_run(qtbot, window, Showing.NOW)
    qtbot.keyClick(canvas, Qt.Key.Key_5)
    assert canvas.editor.is_open


def test_cells_that_only_one_run_has_can_be_looked_at(gpt, qtbot):
    gpt.workspace.cursor.move_to("embed.tokens")
    pin(qtbot, gpt)
    assert gpt.workspace.session.apply(InsertToken("target", 4, "cat"))
    click_cell(qtbot, stage(gpt).canvas, "embed.tokens", (4, 1))
    choose_run(qtbot, gpt, Showing.PINNED)
    assert explained(gpt) == "The pinned run has no embed.tokens[4, 1]: show “now”."
    assert gpt.statusBar().value.text() == ""
    choose_run(qtbot, gpt, Showing.NOW)
    assert explained(gpt).startswith("embed.tokens[cat (5), 2] = ")
    qtbot.keyClick(gpt, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert gpt.workspace.session.apply(RemoveToken("target", 4))
    choose_run(qtbot, gpt, Showing.PINNED)
    canvas, chosen = stage(gpt).canvas, gpt.workspace.selection.chosen
    qtbot.mouseMove(canvas.viewport(), cell_point(canvas, "embed.tokens", (4, 1)))
    click_cell(qtbot, canvas, "embed.tokens", (4, 1))
    assert canvas.reason == "Only the pinned run has this cell."
    assert gpt.workspace.selection.chosen == chosen


def test_the_buttons_are_short_where_there_is_little_room_and_read_out_whole(gpt, qtbot):
    gpt.workspace.cursor.move_to(WEIGHTS)
    pin(qtbot, gpt)
    button = stage(gpt).header.runs.button(Showing.DIFFERENCE)
    assert button.text() == "now − pinned"
    gpt.resize(1024, 700)
    gpt.toggle_steps()
    assert button.text() == "Δ"
    assert button.accessibleName() == "now − pinned"

    def is_whole(run):
        shown = stage(gpt).header.runs.button(run)
        return shown.width() >= shown.fontMetrics().horizontalAdvance(shown.text()) + 8

    qtbot.waitUntil(lambda: all(map(is_whole, Showing)))


# Explain and status


def test_explain_and_status_tell_the_run_that_is_shown(gpt, qtbot):
    pinned = pin(qtbot, gpt)
    change(gpt)
    now = gpt.workspace.session.trace
    gpt.workspace.cursor.move_to(WEIGHTS)
    choose_run(qtbot, gpt, Showing.PINNED)
    click_cell(qtbot, stage(gpt).canvas, WEIGHTS, (0, 2, 1))
    assert explained(gpt).startswith(explain(pinned, WEIGHTS, (0, 2, 1)).text.splitlines()[0][:20])
    assert f"{pinned[WEIGHTS].values[0, 2, 1]:.2f}" in explained(gpt).splitlines()[0]
    status = gpt.statusBar().value
    assert status.text() == f"pinned: {WEIGHTS}[0, 2, 1] = {float(pinned[WEIGHTS].values[0, 2, 1])!r}"
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    lines = explained(gpt).splitlines()
    here, there = (float(trace[WEIGHTS].values[0, 2, 1]) for trace in (now, pinned))
    assert lines[0].startswith("Δ weights[")
    assert "now 0." in lines[0]
    assert lines[1].startswith("now: ")
    assert lines[1].endswith(f"{here:.2f}")
    assert lines[2].startswith("pinned: ")
    assert lines[2].endswith(f"{there:.2f}")
    apart = number_text(here - there, None)
    assert status.text().endswith(f" = {here!r} − {there!r} = {apart}")
    assert not gpt.panels[PanelId.EXPLAIN].proof.isVisible()


def test_the_language_changes_while_a_run_is_pinned(gpt, qtbot):
    pin(qtbot, gpt)
    change(gpt)
    gpt.workspace.cursor.move_to(WEIGHTS)
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    gpt.workspace.settings.update(language="ja", theme="dark")
    runs = stage(gpt).header.runs
    qtbot.waitUntil(lambda: runs.button(Showing.DIFFERENCE).text() == "現在 − ピン留め")
    assert views(gpt)[WEIGHTS].run == "現在 − ピン留め"
    qtbot.waitUntil(lambda: gpt.tool_bar.pinned.text() == "ピン留め: Tiny GPT")
    qtbot.waitUntil(lambda: explained(gpt).splitlines()[1].startswith("現在: "))
    assert gpt.workspace.pin.showing is Showing.DIFFERENCE


def test_a_switched_off_part_is_compared_where_both_runs_have_the_step(gpt, qtbot):
    pin(qtbot, gpt)
    assert gpt.workspace.session.apply(SwitchPart("scale", on=False))
    gpt.workspace.cursor.move_to(f"{ATTENTION}.scaled")
    choose_run(qtbot, gpt, Showing.DIFFERENCE)
    assert views(gpt)[f"{ATTENTION}.scaled"].values.any()


def test_the_drawer_says_that_its_numbers_are_those_of_now(gpt, qtbot):
    gpt.toggle_numbers()
    panel = gpt.panels[PanelId.NUMBERS]
    told = panel.bar.shape.text()
    pin(qtbot, gpt)
    assert panel.bar.shape.text() == told
    choose_run(qtbot, gpt, Showing.PINNED)
    assert panel.bar.shape.text() == f"now · {told}"


# outline


def outline(window):
    panel = window.panels[PanelId.STEPS]
    return {step.name: panel.model.index_of(step.name) for step in window.workspace.session.program.steps}


def spoken(index):
    return index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_outline_marks_the_first_difference_and_how_much_every_step_differs(gpt, qtbot):
    gpt.toggle_steps()
    pinned = pin(qtbot, gpt)
    assert not any(index.data(OutlineRole.DIFFERENCE) for index in outline(gpt).values())
    change(gpt)
    now = gpt.workspace.session.trace
    firsts = [name for name, index in outline(gpt).items() if index.data(OutlineRole.FIRST)]
    assert firsts == [f"{ATTENTION}.q"]
    for name, index in outline(gpt).items():
        found = difference(pinned, now, name)
        text = index.data(OutlineRole.DIFFERENCE)
        largest = np.abs(found).max()
        if not largest:
            assert text == ""
            assert "pinned" not in spoken(index)
        else:
            assert text.removeprefix("first: ") == f"Δ {largest:.3g}"
            assert f"{largest:.3g}" in spoken(index)
    index = outline(gpt)[f"{ATTENTION}.q"]
    assert index.data(OutlineRole.DIFFERENCE).startswith("first: ")
    assert "the first that differs from the pinned run" in spoken(index)
    assert index.parent().data(OutlineRole.FIRST)


def test_the_marks_of_the_outline_are_painted(gpt, qtbot):
    gpt.toggle_steps()
    pin(qtbot, gpt)
    change(gpt)
    gpt.workspace.cursor.move_to(f"{ATTENTION}.k")
    tree = gpt.panels[PanelId.STEPS].tree
    row = tree.visualRect(outline(gpt)[f"{ATTENTION}.q"])
    picture = tree.viewport().grab().toImage()
    ink = gpt.workspace.theme.color(Role.INK)
    painted = [picture.pixelColor(x, row.top() + 6) for x in range(row.right() - 160, row.right())]
    assert painted.count(ink) > 30
    gpt.workspace.pin.unpin()
    picture = tree.viewport().grab().toImage()
    painted = [picture.pixelColor(x, row.top() + 6) for x in range(row.right() - 160, row.right())]
    assert ink not in painted


def test_a_mask_that_is_switched_off_and_on_is_the_first_difference(gpt, qtbot):
    gpt.workspace.cursor.move_to(WEIGHTS)
    pinned = pin(qtbot, gpt)
    box = stage(gpt).header.switch("causal") or stage(gpt).header.switch("mask")
    qtbot.mouseClick(box, LEFT)
    first = compare(pinned, gpt.workspace.session.trace).first
    assert gpt.workspace.pin.first.name == first.name
    index = outline(gpt)[first.name]
    assert index.data(OutlineRole.FIRST)
    qtbot.mouseClick(stage(gpt).header.switch(box.objectName()), LEFT)
    assert gpt.workspace.pin.first is None
    assert not any(index.data(OutlineRole.DIFFERENCE) for index in outline(gpt).values())


def test_a_key_goes_to_the_first_difference_and_chooses_its_largest_cell(gpt, qtbot):
    pinned = pin(qtbot, gpt)
    said = []
    gpt.workspace.notifier.notified.connect(said.append)
    qtbot.keyClick(gpt, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert said == ["Every step has the numbers of the pinned run."]
    change(gpt)
    qtbot.keyClick(gpt, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    name = f"{ATTENTION}.q"
    assert gpt.workspace.cursor.step.name == name
    apart = np.abs(difference(pinned, gpt.workspace.session.trace, name))
    chosen = gpt.workspace.selection.chosen
    assert chosen.tensor == name
    assert apart[chosen.index] == apart.max()


def test_only_what_is_asked_for_is_compared_and_what_stays_the_same_only_once(gpt, qtbot, monkeypatch):
    pin(qtbot, gpt)
    asked = []

    def counted(left, right, name):
        asked.append(name)
        return compare_column(left, right, name)

    monkeypatch.setattr("core.compare.compare_column", counted)
    change(gpt)
    assert asked == []  # the outline is folded away
    assert gpt.workspace.pin.first.name == f"{ATTENTION}.q"
    positions = {"embed.positions", "embed.positions.similarity"}
    assert set(asked) <= {"embed.tokens", "embed.sum", "decoder.mask", *positions} | {
        name for name in gpt.workspace.session.trace if name.startswith(("decoder.0.norm1", f"{ATTENTION}.q"))
    }
    count = len(asked)
    change(gpt, 3.0)
    assert gpt.workspace.pin.first.name == f"{ATTENTION}.q"
    assert asked[count:] == [f"{ATTENTION}.q"]


# output


def wrong_scale(scenario):
    """B4: scores are divided by the root of the number of heads."""
    attention = scenario.architecture.attention
    wrong = replace(attention, scale=1 / math.sqrt(attention.heads))
    return ChangeArchitecture(replace(scenario.architecture, attention=wrong))


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_an_equal_top_answer_with_another_probability_is_flagged(open_window, qtbot, size):
    window = open_window("tiny-gpt", size=size)
    pinned = pin(qtbot, window)
    assert window.workspace.session.apply(wrong_scale(window.workspace.session.scenario))
    stage(window).show_view(OUTPUT)
    panel = stage(window).findChild(OutputPanel)
    assert "The top answer is equal" in panel.line.remark.text()
    assert "its probability differs" in panel.line.remark.text()
    here, there = (trace["probabilities"].values[-1] for trace in (window.workspace.session.trace, pinned))
    shown = [bar for bar in panel.bars.bars if bar.key is not None]
    assert len(shown) >= 2
    for bar in shown:
        assert bar.value == here[bar.key]
        assert bar.other == there[bar.key]
        assert bar.other_number == f"{there[bar.key]:.2f}"
    rest = panel.bars.bars[-1]
    if rest.key is None:
        others = sorted(set(range(len(there))) - {bar.key for bar in shown})
        assert rest.other == pytest.approx(there[others].sum())
    assert "now 0." in panel.bars.accessibleDescription()
    assert "pinned 0." in panel.bars.accessibleDescription()
    assert panel.bars.row_box(len(panel.bars.bars) - 1).bottom() <= panel.bars.height()


def test_both_bars_are_painted_and_the_pinned_one_is_hollow(gpt, qtbot):
    pin(qtbot, gpt)
    stage(gpt).show_view(OUTPUT)
    panel = stage(gpt).findChild(OutputPanel)
    bars = panel.bars
    row, picture = bars.row_box(1), bars.grab().toImage()

    def inked(y):
        ground = picture.pixelColor(bars.width() - 4, y)
        colors = [picture.pixelColor(x, y) for x in range(round(row.width() * 0.2), bars.width() - 30)]
        return sum(color != ground for color in colors)

    upper, lower = (round(row.top() + row.height() * part) for part in (0.25, 0.75))
    assert inked(upper) > inked(lower) > 0
    gpt.workspace.pin.unpin()
    assert panel.line.remark.isHidden()
    assert bars.row_box(0).height() < row.height()
    assert all(bar.other is None for bar in bars.bars)


def test_a_word_that_the_pinned_run_has_not_has_no_share_there(gpt, qtbot):
    pin(qtbot, gpt)
    assert gpt.workspace.session.apply(InsertToken("target", 2, "penguin"))
    stage(gpt).show_view(OUTPUT)
    panel = stage(gpt).findChild(OutputPanel)
    gpt.resize(1280, 1000)
    bar = next(bar for bar in panel.bars.bars if bar.text == "penguin")
    assert bar.other is None
    assert bar.other_number == "–"
    assert "pinned after: <start> the cat sat →" in panel.line.remark.text()
