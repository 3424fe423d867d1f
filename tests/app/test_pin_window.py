"""Pinning a run and comparing the present one with it, in the real window, by mouse and keyboard."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.models.stage_content import MatrixView
from app.panels.spec import PanelId
from app.pin import Showing
from core.compare import difference
from core.edits import ReplaceToken, SetCells, SwitchPart
from core.examples import load_example
from core.explanation import explain
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
    assert stage(gpt).content.message == "The pinned run has no such step."
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
    assert any(view.values.any() for view in shown.values())


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
    assert status.text().endswith(f" = {here!r} − {there!r} = {here - there!r}")
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
