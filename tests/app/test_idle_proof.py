"""The quiet proof in the real window: what its badge says, when it works, and what it remembers."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app import idle_proof
from app.idle_proof import SLICE, IdleProof
from app.theme import Role
from core.edits.cells import SetCells
from core.ops.attention import Softmax
from core.proof import SAMPLE, step_size
from tests.support.build import attention_of_qkv
from tests.support.stage_clicks import cell_point
from tests.support.workspaces import workspace_on

WEIGHTS = "decoder.0.self_attn.weights"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """No wait before it begins: these tests wait for what is said."""
    monkeypatch.setattr(idle_proof, "QUIET", 0)


@pytest.fixture
def gpt(open_window, qtbot):
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to(WEIGHTS)
    qtbot.waitUntil(lambda: window.workspace.proof.result is not None)
    return window


def badge(window):
    return window.statusBar().proof


def proved(window, qtbot):
    qtbot.waitUntil(lambda: not window.workspace.proof.is_running)
    return window.workspace.proof.result


# What is said


def test_the_badge_says_how_many_cells_and_how_far_off(gpt):
    result = gpt.workspace.proof.result
    trace, step = gpt.workspace.session.trace, gpt.workspace.cursor.step
    assert (
        result.proof.cells == step_size(trace, step) == sum(trace[c.name].values.size for c in step.columns)
    )
    assert badge(gpt).text() == (
        f"✓ {result.proof.cells} cells recomputed, largest difference {result.proof.largest:.1g}"
    )
    assert not badge(gpt).warns
    assert badge(gpt).isVisible()


def test_nothing_is_promised_of_what_was_typed_in(open_window, monkeypatch):
    monkeypatch.setattr(idle_proof, "QUIET", 60_000)
    window = open_window("worked-example")
    assert window.workspace.proof.is_running
    assert badge(window).text() == "recomputing …"
    window.workspace.cursor.move_to("attn.q")
    assert badge(window).text() == ""
    window.workspace.cursor.move_to("attn.scores")
    assert badge(window).text() == "recomputing …"


def test_each_step_is_proved(gpt, qtbot):
    for step in gpt.workspace.cursor.walk():
        gpt.workspace.cursor.move_to(step.name)
        result = proved(gpt, qtbot)
        assert result.step == step.name
        assert result.proof.holds
        assert str(result.proof.cells) in badge(gpt).text()


def test_an_edit_is_not_told_as_proved_until_it_is(gpt, qtbot):
    before = badge(gpt).text()
    gpt.workspace.session.apply(SetCells("decoder.0.self_attn.W_Q", ((0, 0),), (0.75,)))
    assert badge(gpt).text() == "recomputing …"
    assert gpt.workspace.proof.result is None
    assert proved(gpt, qtbot).proof.holds
    assert badge(gpt).text().startswith(before[:4])


def test_what_is_typed_in_has_nothing_to_recompute(open_window, qtbot):
    window = open_window("worked-example")
    window.workspace.cursor.move_to("attn.q")
    assert not window.workspace.proof.is_running
    assert badge(window).text() == ""


def test_a_narrow_window_is_told_in_few_words(open_window, qtbot):
    window = open_window("worked-example", size=(1024, 700))
    largest = proved(window, qtbot).proof.largest
    assert badge(window).text().endswith(f" cells recomputed, off by {largest:.1g}")
    assert badge(window).width() >= badge(window).fontMetrics().horizontalAdvance(badge(window).text())


def test_the_badge_speaks_japanese(open_window, qtbot):
    window = open_window("worked-example", language="ja")
    cells = proved(window, qtbot).proof.cells
    assert badge(window).text().startswith(f"✓ {cells} セルを再計算、最大の差 ")


# A wrong operation


@pytest.fixture
def wrong(monkeypatch, open_window, qtbot):
    """A window in which softmax computes one weight wrongly."""
    right = Softmax.compute

    def off(operation, *inputs):
        weights, *workings = right(operation, *inputs)
        if weights.ndim == 3:
            weights = weights.copy()
            weights[0, 2, 1] += 0.25
        return weights, *workings

    monkeypatch.setattr(Softmax, "compute", off)
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to(WEIGHTS)
    qtbot.waitUntil(lambda: window.workspace.proof.result is not None)
    return window


def test_a_wrong_operation_is_named_with_its_cell(wrong):
    assert not wrong.workspace.proof.result.proof.holds
    assert badge(wrong).warns
    assert badge(wrong).text() == f"! {WEIGHTS}[0, 2, 1] is not what its arithmetic says"
    computed = float(wrong.workspace.session.trace[WEIGHTS].values[0, 2, 1])
    assert f"{WEIGHTS}[0, 2, 1] is {computed!r}" in badge(wrong).toolTip()


def test_a_click_goes_to_the_cell_that_fails(wrong, qtbot):
    wrong.workspace.selection.choose(None)
    qtbot.mouseClick(badge(wrong), Qt.MouseButton.LeftButton)
    chosen = wrong.workspace.selection.chosen
    assert (chosen.tensor, chosen.index) == (WEIGHTS, (0, 2, 1))
    assert wrong.panels["explain"].proof.text().startswith("✗")


def test_the_warning_is_reached_and_followed_by_keyboard(wrong, qtbot):
    wrong.workspace.selection.choose(None)
    assert badge(wrong).focusPolicy() & Qt.FocusPolicy.TabFocus
    badge(wrong).setFocus()
    qtbot.keyClick(badge(wrong), Qt.Key.Key_Space)
    assert wrong.workspace.selection.chosen.index == (0, 2, 1)


def test_a_warning_looks_unlike_a_proof(wrong):
    image = badge(wrong).grab().toImage()
    assert image.pixelColor(8, image.height() // 2) == wrong.workspace.theme.color(Role.REFUSED_TINT)


# When it works


class Clock:
    """Goes on by about a millisecond, a power of 2, each time somebody looks."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1 / 1024
        return self.now


@pytest.fixture
def slow(example, settings_path, qapp, monkeypatch):
    """A proof without a window that no timer starts; its clock says that each cell takes a millisecond."""
    monkeypatch.setattr(idle_proof, "QUIET", 1_000_000)
    workspace = workspace_on(example("tiny-gpt"), settings_path)
    workspace.cursor.move_to(WEIGHTS)
    clock = Clock()
    proof = IdleProof(workspace.session, workspace.cursor, workspace.player, workspace.session, clock)
    return workspace, proof, clock


def test_a_slice_ends_behind_the_cell_in_which_its_time_is_over(slow):
    workspace, proof, clock = slow
    total = step_size(workspace.session.trace, workspace.cursor.step)
    slices = 0
    while proof.is_running:
        before = clock.now
        proof.work()
        slices += 1
        assert clock.now - before < 0.005
    assert proof.result.proof.cells == total
    cells = math.ceil(SLICE * 1024)
    assert slices == total // cells + 1


def test_a_slice_of_a_fast_computer_does_all(slow):
    workspace, _, _ = slow
    proof = IdleProof(workspace.session, workspace.cursor, workspace.player, workspace.session, lambda: 0.0)
    proof.work()
    assert not proof.is_running
    assert proof.result.proof.holds


def test_an_edit_between_two_slices_begins_anew(slow):
    workspace, proof, _ = slow
    proof.work()
    workspace.session.apply(SetCells("decoder.0.self_attn.W_Q", ((0, 0),), (0.75,)))
    proof.finish()
    assert proof.result.proof.cells == step_size(workspace.session.trace, workspace.cursor.step)


def rounds(count=20):
    for _ in range(count):
        QApplication.processEvents()


def test_it_waits_while_the_steps_are_played(gpt, qtbot):
    gpt.workspace.player.play()
    gpt.workspace.player.tick()
    rounds()
    assert gpt.workspace.player.is_playing
    assert gpt.workspace.proof.is_running
    gpt.workspace.player.pause()
    assert proved(gpt, qtbot).proof.holds


def test_it_waits_while_a_number_is_dragged(open_window, qtbot, monkeypatch):
    window = open_window("worked-example")
    proved(window, qtbot)
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    window.workspace.session.apply(SetCells("attn.q", ((0, 0, 0),), (3.0,)))
    rounds()
    assert window.workspace.proof.is_running
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.NoButton)
    assert proved(window, qtbot).proof.holds


def test_it_waits_while_something_is_typed(open_window, qtbot):
    window = open_window("worked-example")
    proved(window, qtbot)
    canvas = window.panels["stage"].canvas
    qtbot.mouseClick(
        canvas.viewport(), Qt.MouseButton.LeftButton, pos=cell_point(canvas, "attn.q", (0, 0, 0))
    )
    window.workspace.session.apply(SetCells("attn.k", ((0, 0, 0),), (3.0,)))
    qtbot.keyClick(canvas, Qt.Key.Key_F2)
    qtbot.keyClicks(canvas.editor.line, "2.5")
    rounds()
    assert window.workspace.proof.is_running
    qtbot.keyClick(canvas.editor.line, Qt.Key.Key_Return)
    assert proved(window, qtbot).proof.holds


# What it remembers


def test_a_step_with_the_same_numbers_is_not_proved_again(gpt, qtbot):
    known = gpt.workspace.proof.result
    gpt.workspace.cursor.move_to("decoder.0.self_attn.scores")
    proved(gpt, qtbot)
    gpt.workspace.cursor.move_to(WEIGHTS)
    assert gpt.workspace.proof.result is known
    assert not gpt.workspace.proof.is_running


def test_an_edit_that_does_not_reach_the_step_leaves_its_proof(gpt):
    known = gpt.workspace.proof.result
    gpt.workspace.session.apply(SetCells("decoder.0.self_attn.W_V", ((0, 0),), (0.75,)))
    assert gpt.workspace.proof.result is known


def test_another_document_is_proved_anew(gpt, example, qtbot):
    known = gpt.workspace.proof.result
    gpt.workspace.session.replace_document(example("tiny-gpt"), None)
    gpt.workspace.cursor.move_to(WEIGHTS)
    assert proved(gpt, qtbot) is not known


# Samples


def test_of_a_large_matrix_a_sample_is_taken_and_said_so(open_window, qtbot):
    numbers = np.random.default_rng(0).normal(size=(1, 120, 2))
    window = open_window(attention_of_qkv(numbers, numbers, numbers))
    window.workspace.cursor.move_to("attn.scores")
    result = proved(window, qtbot)
    assert result.is_sample
    assert result.proof.cells == SAMPLE
    assert result.total == 120 * 120
    assert badge(window).text() == (
        f"✓ sample: {SAMPLE} of 14400 cells recomputed, largest difference {result.proof.largest:.1g}"
    )
    assert "seed" in badge(window).toolTip()
