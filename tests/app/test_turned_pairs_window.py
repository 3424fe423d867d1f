"""Rotary positions in the window: columns that turn together, and each pair of a row as a turning arrow."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.models.stage_content import MatrixView
from app.panels.stage import StagePanel
from app.pin import Showing
from app.selection import Place
from app.theme import Role
from core.architecture.options import (
    Architecture,
    Attention,
    MaskKind,
    Pairing,
    PositionKind,
    Positions,
    Stack,
)
from core.edits import SetCells
from core.explanation import explain
from tests.support.scenarios import filled

PART = "decoder.0.self_attn"
TURNED = f"{PART}.q_rotated"
PAIRS = {Pairing.ADJACENT: (0, 0, 1, 1, 2, 2), Pairing.HALF: (0, 1, 2, 0, 1, 2)}


def model(pairing=Pairing.ADJACENT, d_k=6, rotated=0):
    attention = Attention(heads=2, d_k=d_k, d_v=2, mask=MaskKind.CAUSAL)
    positions = Positions(PositionKind.ROPE, base=100.0, pairing=pairing, rotated=rotated)
    made = Architecture(Stack.DECODER, layers=1, d_model=8, attention=attention, positions=positions)
    return filled(made, seed=3, tokens=5)


@pytest.fixture
def opened(open_window):
    def opening(*options, **more):
        window = open_window(model(*options), **more)
        window.workspace.cursor.move_to(TURNED)
        return window.workspace, window.findChild(StagePanel)

    return opening


def arrows(stage):
    return stage.formula.turns


def matrices(stage):
    return [item for item in stage.content.items if isinstance(item, MatrixView)]


@pytest.mark.parametrize("pairing", Pairing)
def test_columns_that_turn_together_have_one_number(opened, pairing):
    _workspace, stage = opened(pairing)
    before, angles, after = matrices(stage)
    assert before.column_pairs == after.column_pairs == PAIRS[pairing]
    ringed = ("①", "②", "③")
    assert after.column_labels == tuple(
        f"{column + 1} {ringed[pair]}" for column, pair in enumerate(PAIRS[pairing])
    )
    assert angles.column_pairs == (0, 1, 2)


def test_columns_that_stay_belong_to_no_pair(opened, qtbot):
    _workspace, stage = opened(Pairing.HALF, 6, 4)
    after = matrices(stage)[-1]
    assert after.column_pairs == (0, 1, 0, 1, -1, -1)
    assert after.column_labels[4:] == ("5", "6")
    qtbot.waitUntil(lambda: len(arrows(stage).pairs) == 2)


def marks(stage, window_theme):
    """The columns of pixels of the stage in which a mark of each pair is."""
    picture = stage.canvas.grab().toImage()
    found = {}
    for x in range(picture.width()):
        for y in range(picture.height()):
            for pair in range(3):
                if picture.pixelColor(x, y).rgb() == window_theme.pair_color(pair).rgb():
                    found.setdefault(pair, set()).add(x)
    return found


@pytest.mark.parametrize("pairing", Pairing)
def test_the_marks_of_a_pair_have_one_colour(opened, pairing, qtbot):
    workspace, stage = opened(pairing)
    qtbot.waitUntil(lambda: set(marks(stage, workspace.theme.theme)) == {0, 1, 2})
    found = marks(stage, workspace.theme.theme)
    block = stage.canvas.placement.blocks[-1]
    for pair, xs in found.items():
        for column, own in enumerate(PAIRS[pairing]):
            middle = round(block.cells.x + (column + 0.5) * block.cell_width)
            assert (middle in xs) == (own == pair)


@pytest.mark.parametrize("pairing", Pairing)
@pytest.mark.parametrize("row", [0, 1, 4])
def test_the_ends_of_the_arrows_are_the_numbers_of_the_pair(opened, qtbot, pairing, row):
    workspace, stage = opened(pairing)
    workspace.selection.choose(Place(TURNED, (1, row, 2)))
    qtbot.waitUntil(lambda: len(arrows(stage).pairs) == 3)
    values = [workspace.session.trace[name].values[1, row] for name in (f"{PART}.q", TURNED)]
    drawn = []
    for pair in range(3):
        columns = [column for column, own in enumerate(PAIRS[pairing]) if own == pair]
        start, *ends = arrows(stage).ends(pair)
        for numbers, end in zip(values, ends, strict=True):
            drawn.append(((end.x() - start.x(), start.y() - end.y()), numbers[columns]))
    ends, numbers = (np.array(each) for each in zip(*drawn, strict=True))
    scale = np.linalg.norm(ends, axis=1).max() / np.linalg.norm(numbers, axis=1).max()
    np.testing.assert_allclose(ends, numbers * scale, atol=1e-9)
    assert 0 < np.linalg.norm(ends, axis=1).max() <= arrows(stage).height() / 2


def test_each_arrow_turns_by_the_angle_that_is_told(opened):
    workspace, stage = opened()
    workspace.selection.choose(Place(TURNED, (0, 3, 0)))
    for pair in range(3):
        start, before, after = arrows(stage).ends(pair)
        turned = math.atan2(start.y() - after.y(), after.x() - start.x())
        turned -= math.atan2(start.y() - before.y(), before.x() - start.x())
        angle = 3 * 100 ** (-2 * pair / 6)
        assert math.cos(turned - angle) == pytest.approx(1.0)
        told = arrows(stage).accessibleDescription().splitlines()[pair]
        assert f"= 3 · 100^(−{2 * pair}/6) = {angle:.3f} radians" in told
    said = [str(remark) for remark in explain(workspace.session.trace, TURNED, (0, 3, 0)).remarks]
    assert any("= 3 · 100^(−0/6) = 3.00 radians" in one for one in said)


def test_the_chosen_row_and_its_pair_are_shown(opened, qtbot):
    workspace, stage = opened()
    for place, row in (
        (Place(TURNED, (0, 2, 4)), 2),
        (Place(f"{PART}.q", (0, 3, 5)), 3),
        (Place(f"{TURNED}.angle", (4, 2)), 4),
    ):
        workspace.selection.choose(place)
        told = arrows(stage).accessibleDescription().splitlines()
        assert f"= {row} · 100^(−4/6)" in told[2]
    filled_at = {x for x in range(arrows(stage).width()) if is_lit(stage, workspace, x)}
    third = arrows(stage).ends(2)[0].x()
    assert filled_at
    assert min(filled_at) > arrows(stage).ends(1)[0].x()
    assert max(filled_at) < third


def is_lit(stage, workspace, x):
    picture = arrows(stage).grab().toImage()
    accent = workspace.theme.theme.color(Role.ACCENT).rgb()
    return any(picture.pixel(x, y) == accent for y in range(picture.height()))


def test_an_edit_turns_the_arrows_anew(opened):
    workspace, stage = opened()
    workspace.selection.choose(Place(TURNED, (0, 1, 0)))
    before = arrows(stage).accessibleDescription()
    workspace.session.apply(SetCells(f"{PART}.W_Q", ((0, 0),), (3.0,)))
    after = arrows(stage).accessibleDescription()
    assert before.splitlines()[0] != after.splitlines()[0]
    first = workspace.session.trace[f"{PART}.q"].values[0, 1, 0]
    assert f"from ({first:.3f}".replace("-", "−") in after


def test_the_arrows_are_those_of_the_run_that_is_shown(opened):
    workspace, stage = opened()
    workspace.selection.choose(Place(TURNED, (0, 1, 0)))
    pinned = arrows(stage).accessibleDescription()
    workspace.pin.pin("model")
    workspace.session.apply(SetCells(f"{PART}.W_Q", ((0, 0),), (3.0,)))
    now = arrows(stage).accessibleDescription()
    assert now != pinned
    workspace.pin.show(Showing.PINNED)
    assert arrows(stage).accessibleDescription() == pinned
    workspace.pin.show(Showing.DIFFERENCE)
    assert not arrows(stage).isVisible()
    workspace.pin.show(Showing.NOW)
    assert arrows(stage).isVisible()
    assert arrows(stage).accessibleDescription() == now


def test_there_are_arrows_only_where_something_turns(opened):
    workspace, stage = opened()
    shown = set()
    for step in workspace.session.program.steps:
        workspace.cursor.move_to(step.name)
        if arrows(stage).isVisible():
            shown.add(step.name.rpartition(".")[2])
    assert shown == {"q_rotated", "k_rotated"}


def test_of_many_pairs_those_around_the_lit_one_are_drawn(opened, qtbot):
    workspace, stage = opened(Pairing.HALF, 64, size=(1024, 700))
    for column in (0, 17, 31):
        workspace.selection.choose(Place(TURNED, (0, 1, column)))
        qtbot.waitUntil(lambda: 0 < len(arrows(stage).pairs) < 32)
        assert column in arrows(stage).pairs
    assert arrows(stage).geometry().right() < stage.formula.tabs.geometry().left()
    assert matrices(stage)[-1].column_labels[31] == "32 (32)"


def test_a_pair_that_is_not_finite_has_no_arrow_and_harms_no_other(opened, qtbot):
    workspace, stage = opened()
    words = workspace.session.trace["embed.W_E"].shape[0]
    column = tuple((word, 0) for word in range(words))
    workspace.selection.choose(Place(TURNED, (0, 1, 0)))
    qtbot.waitUntil(lambda: pairs_painted(stage, workspace) == {0, 1, 2})
    workspace.session.apply(SetCells("embed.W_E", column, (1e200,) * words))
    workspace.session.apply(SetCells(f"{PART}.W_Q", ((0, 0),), (1e200,)))
    assert not np.isfinite(workspace.session.trace[TURNED].values[0, 1, 0])
    for column in range(2, 6):
        workspace.session.apply(SetCells(f"{PART}.W_Q", ((0, column),), (0.0,)))
    qtbot.waitUntil(lambda: pairs_painted(stage, workspace) == {1, 2})


def pairs_painted(stage, workspace):
    picture, theme = arrows(stage).grab().toImage(), workspace.theme.theme
    pixels = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
    return {pair for pair in range(3) if theme.pair_color(pair).rgb() in pixels}


def test_the_heads_have_rows_of_their_own(opened, qtbot):
    workspace, stage = opened()
    workspace.selection.choose(Place(TURNED, (0, 1, 0)))
    first = arrows(stage).accessibleDescription()
    qtbot.mouseClick(stage.header.heads.button(1), Qt.MouseButton.LeftButton)
    assert arrows(stage).accessibleDescription() != first
