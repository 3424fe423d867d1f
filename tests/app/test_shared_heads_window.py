"""Grouped-query attention in the window: of keys and values those are shown that the shown head reads."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.models.stage_compared import compared_content
from app.models.stage_content import MatrixView
from app.models.stage_lit import lit_places
from app.models.stage_reading import Outlines
from app.models.stage_switches import own_switch, switch_edit
from app.panels.stage import StagePanel
from app.pin import Showing
from app.selection import Place
from app.theme import Role
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    HeadSharing,
    MaskKind,
    NormKind,
    PositionKind,
    Positions,
    ScalePlace,
    Stack,
)
from core.edits.architecture import ChangeArchitecture
from core.explanation import explain
from tests.support.build import trace_of
from tests.support.scenarios import filled

PART = "decoder.0.self_attn"
KEYS = {HeadSharing.GROUPED: [0, 0, 1, 1], HeadSharing.TILED: [0, 1, 0, 1]}


def model(sharing=HeadSharing.GROUPED, kv_heads=2):
    attention = Attention(heads=4, kv_heads=kv_heads, sharing=sharing, d_k=2, d_v=2, mask=MaskKind.CAUSAL)
    architecture = Architecture(
        Stack.DECODER, layers=1, d_model=8, attention=attention, feed_forward=FeedForward(d_ff=8)
    )
    return filled(architecture, seed=3)


def shown(stage, tensor):
    """The matrices of that tensor on the stage."""
    items = (item for item in stage.content.items if isinstance(item, MatrixView))
    return [item for item in items if item.tensor == f"{PART}.{tensor}"]


@pytest.fixture
def parts(open_window):
    def opening(*options):
        window = open_window(model(*options))
        return window.workspace, window.findChild(StagePanel), window.panels["numbers"]

    return opening


@pytest.mark.parametrize("sharing", HeadSharing)
def test_each_head_meets_the_keys_and_mixes_the_values_it_reads(parts, qtbot, sharing):
    workspace, stage, _numbers = parts(sharing)
    for step, read in (("scores", "k"), ("heads", "v")):
        workspace.cursor.move_to(f"{PART}.{step}")
        for head in range(4):
            qtbot.mouseClick(stage.header.heads.button(head), Qt.MouseButton.LeftButton)
            (result,), (operand,) = shown(stage, step), shown(stage, read)
            assert result.index(0, 0)[0] == head
            assert operand.index(0, 0)[0] == KEYS[sharing][head]
            whole = workspace.session.trace[f"{PART}.{read}"].values[KEYS[sharing][head]]
            np.testing.assert_array_equal(operand.values, whole.T if read == "k" else whole)


@pytest.mark.parametrize("sharing", HeadSharing)
def test_what_a_score_is_made_from_is_lit_and_explained(parts, sharing):
    workspace, stage, _numbers = parts(sharing)
    trace = workspace.session.trace
    for step, read in (("scores", "k"), ("heads", "v")):
        workspace.cursor.move_to(f"{PART}.{step}")
        for head in range(4):
            index = (head, 2, 1)
            workspace.selection.choose(Place(f"{PART}.{step}", index))
            places = lit_places(trace, stage.content, f"{PART}.{step}", index)
            lit = {place.tensor: place for place in places}
            place = lit[f"{PART}.{read}"]
            assert place.index[0] == KEYS[sharing][head]
            (operand,) = shown(stage, read)
            assert operand.covered(place) is not None
            told = explain(trace, f"{PART}.{step}", index).text
            assert f"{read}[head {KEYS[sharing][head] + 1}, " in told


def test_of_a_pinned_run_the_keys_are_those_that_the_head_reads_there():
    """Now two heads of keys, then four: head 4 of the queries reads the last in both."""
    made = model()
    attention = replace(made.architecture.attention, kv_heads=0)
    other = ChangeArchitecture(replace(made.architecture, attention=attention)).apply(made)
    now, pinned = trace_of(made), trace_of(other)
    step = now.program.step(f"{PART}.k")
    for showing, read in ((Showing.NOW, 1), (Showing.PINNED, 3)):
        content = compared_content(now, pinned, step, head=3, showing=showing, outlines=Outlines())
        assert content.items[-1].index(0, 0)[0] == read


def test_the_keys_have_their_own_heads_and_the_queries_stay(parts, qtbot):
    workspace, stage, _numbers = parts()
    workspace.cursor.move_to(f"{PART}.q")
    qtbot.mouseClick(stage.header.heads.button(3), Qt.MouseButton.LeftButton)
    workspace.cursor.move_to(f"{PART}.k")
    assert stage.header.place.text().endswith("head 2 of 2")
    (keys,) = shown(stage, "k")
    assert keys.index(0, 0)[0] == 1
    (block,) = shown(stage, "W_K")
    assert block.index(0, 0) == (0, 2)
    assert workspace.selection.chosen.index[0] == 1
    workspace.cursor.move_to(f"{PART}.scores")
    assert stage.header.place.text().endswith("head 4 of 4")  # the group of head 2 of the keys has head 4
    workspace.cursor.move_to(f"{PART}.k")
    qtbot.mouseClick(stage.header.heads.button(0), Qt.MouseButton.LeftButton)
    workspace.cursor.move_to(f"{PART}.scores")
    assert stage.header.place.text().endswith("head 1 of 4")


def test_one_head_of_keys_for_all_has_no_picker(parts, qtbot):
    workspace, stage, _numbers = parts(HeadSharing.GROUPED, 1)
    workspace.cursor.move_to(f"{PART}.scores")
    qtbot.mouseClick(stage.header.heads.button(3), Qt.MouseButton.LeftButton)
    assert shown(stage, "k")[0].index(0, 0)[0] == 0
    workspace.cursor.move_to(f"{PART}.v")
    assert not stage.header.heads.isVisible()
    assert workspace.selection.head == 3


def test_a_chosen_key_shows_a_head_that_reads_it(parts):
    workspace, _stage, _numbers = parts()
    workspace.selection.choose(Place(f"{PART}.k", (1, 0, 0)))
    assert workspace.selection.head == 2
    workspace.selection.show_head(3)
    assert workspace.selection.chosen == Place(f"{PART}.k", (1, 0, 0))
    workspace.selection.show_head(1)
    assert workspace.selection.chosen == Place(f"{PART}.k", (0, 0, 0))


def test_the_drawer_counts_the_heads_of_the_keys(parts):
    workspace, _stage, numbers = parts()
    numbers.set_open(True)
    workspace.cursor.move_to(f"{PART}.k")
    assert numbers.shown == f"{PART}.W_K"
    assert numbers.bar.shape.text() == "8 × 4 · all heads · parameter"
    assert [group.title for group in numbers.model.layout.groups()] == [
        "head 1 · d_k 1…2",
        "head 2 · d_k 1…2",
    ]
    numbers.bar.heads.activated.emit(2)  # the second head of the keys
    assert workspace.selection.head == 2
    assert numbers.model.layout.head == 1
    workspace.selection.show_head(1)
    assert numbers.model.layout.head == 0


# The arrows


def arrows(stage):
    return stage.formula.arrows


@pytest.mark.parametrize("sharing", HeadSharing)
def test_arrows_go_from_each_head_of_the_queries_to_the_one_it_reads(parts, qtbot, sharing):
    workspace, stage, _numbers = parts(sharing)
    for step, symbol in (("k", "K"), ("scores", "K"), ("v", "V"), ("heads", "V")):
        workspace.cursor.move_to(f"{PART}.{step}")
        assert arrows(stage).isVisible()
        qtbot.waitUntil(lambda: arrows(stage).arrows == tuple(enumerate(KEYS[sharing])))
        last = "Q 3, 4" if sharing is HeadSharing.GROUPED else "Q 2, 4"
        assert arrows(stage).toolTip().splitlines()[-1] == f"{last} → {symbol} 2"
    for step in ("q", "scaled", "weights", "concat", "out"):
        workspace.cursor.move_to(f"{PART}.{step}")
        assert not arrows(stage).isVisible()


def test_turned_and_normed_keys_are_shared_too(open_window):
    attention = Attention(heads=4, kv_heads=2, d_k=2, d_v=2, qk_norm=NormKind.RMS)
    rope = Positions(PositionKind.ROPE)
    window = open_window(filled(Architecture(d_model=4, attention=attention, positions=rope), seed=3))
    stage = window.findChild(StagePanel)
    shown = {}
    for step in window.workspace.session.program.steps:
        window.workspace.cursor.move_to(step.name)
        shown[step.name.rpartition(".")[2]] = arrows(stage).isVisible()
    assert {name for name, is_shown in shown.items() if is_shown} == {
        "k", "v", "k_norm", "k_rotated", "scores", "heads",
    }  # fmt: skip


def test_without_shared_heads_there_are_no_arrows(parts):
    workspace, stage, _numbers = parts(HeadSharing.GROUPED, 4)
    for step in ("k", "scores", "heads"):
        workspace.cursor.move_to(f"{PART}.{step}")
        assert not arrows(stage).isVisible()


def painted(widget, role):
    """Where pixels of that colour are."""
    picture = widget.grab().toImage()
    color = widget.window().workspace.theme.theme.color(role).rgb()
    places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return {place for place in places if picture.pixel(*place) == color}


def test_the_arrow_of_the_shown_head_stands_out(parts, qtbot):
    """It moves with the head; the others are calm lines."""
    workspace, stage, _numbers = parts()
    workspace.cursor.move_to(f"{PART}.scores")
    found = []
    for head in (0, 3):
        qtbot.mouseClick(stage.header.heads.button(head), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: len(arrows(stage).arrows) == 4)
        found.append(painted(arrows(stage), Role.ACCENT))
        assert painted(arrows(stage), Role.LINE)
    left, right = ({x for x, _ in places} for places in found)
    assert max(left) < min(right)
    height = arrows(stage).height()
    assert min(y for _, y in found[0]) < height / 4
    assert max(y for _, y in found[0]) > 3 * height / 4


def test_of_many_heads_whole_groups_around_the_shown_one_are_drawn(open_window, qtbot):
    attention = Attention(heads=32, kv_heads=8, d_k=1, d_v=1)
    made = filled(Architecture(Stack.DECODER, d_model=4, attention=attention), seed=3)
    window = open_window(made, size=(1024, 700))
    workspace, stage = window.workspace, window.findChild(StagePanel)
    workspace.cursor.move_to(f"{PART}.scores")
    for head in (0, 17, 31):
        workspace.selection.show_head(head)
        qtbot.waitUntil(lambda: len(arrows(stage).arrows) > 1)
        drawn = arrows(stage).arrows
        assert head in dict(drawn)
        assert 4 <= len(drawn) < 32
        assert drawn[0][0] % 4 == 0
        assert len(drawn) % 4 == 0
    assert arrows(stage).geometry().right() < stage.formula.tabs.geometry().left()


def test_the_switch_of_the_scaling_says_what_is_scaled(open_window):
    made = model()
    before = replace(made.architecture.attention, scale_place=ScalePlace.BEFORE)
    made = made.with_changes(architecture=replace(made.architecture, attention=before))
    window = open_window(made)
    workspace = window.workspace
    for step in ("q_scaled", "scores", "scaled"):
        workspace.cursor.move_to(f"{PART}.{step}")
        program, shown = workspace.session.program, workspace.cursor.step
        state = own_switch(program, shown, made.architecture, part="scale")
        assert state.tip == "Scores are divided by the root of d_k, in the queries before the product"
    workspace.session.apply(switch_edit(made.architecture, "scale", is_on=False))
    trace = workspace.session.trace
    np.testing.assert_array_equal(trace[f"{PART}.q_scaled"].values, trace[f"{PART}.q"].values)


def test_heads_and_arrows_are_those_of_the_run_shown(parts, qtbot):
    """Pinned two heads of keys for four of the queries; now one for two."""
    workspace, stage, _numbers = parts()
    workspace.cursor.move_to(f"{PART}.k")
    qtbot.keyClick(stage.window(), Qt.Key.Key_F4)
    architecture = workspace.session.scenario.architecture
    attention = replace(architecture.attention, heads=2, kv_heads=1)
    assert workspace.session.apply(ChangeArchitecture(replace(architecture, attention=attention)))
    workspace.cursor.move_to(f"{PART}.k")
    assert not stage.header.heads.isVisible()
    assert arrows(stage).toolTip() == "Q 1, 2 → K 1"
    qtbot.keyClick(stage.window(), Qt.Key.Key_F3)
    assert workspace.pin.showing is Showing.PINNED
    assert stage.header.place.text().endswith("head 1 of 2")
    assert arrows(stage).toolTip().splitlines() == ["Q 1, 2 → K 1", "Q 3, 4 → K 2"]
    qtbot.mouseClick(stage.header.heads.button(1), Qt.MouseButton.LeftButton)
    assert stage.header.place.text().endswith("head 2 of 2")
    assert shown(stage, "k")[0].index(0, 0)[0] == 1
    workspace.cursor.move_to(f"{PART}.scores")
    assert stage.header.place.text().endswith("head 3 of 4")
    workspace.pin.show(Showing.NOW)
    assert stage.header.place.text().endswith("head 2 of 2")
    assert arrows(stage).toolTip() == "Q 1, 2 → K 1"


def test_the_formula_is_that_of_the_run_shown(parts, qtbot):
    workspace, stage, _numbers = parts()
    workspace.cursor.move_to(f"{PART}.weights")
    qtbot.keyClick(stage.window(), Qt.Key.Key_F4)
    assert stage.formula.picture.has_fraction
    qtbot.mouseClick(stage.header.switch("scale"), Qt.MouseButton.LeftButton)
    assert not stage.formula.picture.has_fraction
    qtbot.keyClick(stage.window(), Qt.Key.Key_F3)
    assert stage.formula.picture.has_fraction


def test_what_several_heads_read_has_all_their_arrows(parts, qtbot):
    """Heads 3 and 4 read head 2 of the keys: both stand out where it is made, one where it is read."""
    workspace, stage, _numbers = parts()
    widths = {}
    for step in ("k", "scores"):
        workspace.cursor.move_to(f"{PART}.{step}")
        workspace.selection.show_head(2)
        qtbot.waitUntil(lambda: len(arrows(stage).arrows) == 4)
        filled = painted(arrows(stage), Role.ACCENT)
        top = min(y for _x, y in filled)
        widths[step] = len([1 for _x, y in filled if y == top + 2])
    assert widths["k"] > 1.5 * widths["scores"]
