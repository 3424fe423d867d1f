"""Walking by row and cell, playing, and the marks at which it stops. No test waits: `tick` is the timer."""

import pytest
from PySide6.QtCore import QTimer

from app.cursor import Stride
from app.player import SPEEDS
from app.selection import Place
from core.edits.cells import SetCells
from core.examples import load_example
from tests.support.workspaces import workspace_on

ATTENTION = "decoder.0.self_attn"


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(load_example("tiny-gpt"), tmp_path / "player.ini")


@pytest.fixture
def player(workspace):
    return workspace.player


def where(workspace):
    return workspace.cursor.step.name, workspace.selection.chosen.index


def place(workspace, name, index):
    workspace.cursor.move_to(name)
    workspace.selection.choose(Place(name, index))


def listen(signal):
    heard = []
    signal.connect(lambda *values: heard.append(values[0] if values else True))
    return heard


# Rows and cells


def test_by_row_one_goes_down_the_head_shown_and_on_to_the_next_operation(workspace, player):
    workspace.selection.show_head(1)
    place(workspace, f"{ATTENTION}.scores", (1, 0, 2))
    workspace.cursor.set_stride(Stride.ROW)
    seen = []
    for _ in range(5):
        seen.append(where(workspace))
        player.forward()
    assert seen == [
        (f"{ATTENTION}.scores", (1, 0, 2)),
        (f"{ATTENTION}.scores", (1, 1, 2)),
        (f"{ATTENTION}.scores", (1, 2, 2)),
        (f"{ATTENTION}.scores", (1, 3, 2)),
        (f"{ATTENTION}.scaled", (1, 0, 2)),
    ]


def test_by_cell_one_reads_every_cell_masked_ones_too(workspace, player):
    place(workspace, f"{ATTENTION}.masked", (0, 0, 0))
    workspace.cursor.set_stride(Stride.CELL)
    seen = []
    for _ in range(16):
        seen.append(workspace.selection.chosen.index)
        player.forward()
    assert seen == [(0, row, column) for row in range(4) for column in range(4)]
    assert where(workspace) == (f"{ATTENTION}.weights", (0, 0, 0))


@pytest.mark.parametrize("stride", Stride)
@pytest.mark.parametrize("key", ["tiny-gpt", "worked-example", "encoder-decoder"])
def test_back_is_the_mirror_of_forward(workspace, player, stride, key):
    workspace.session.replace_document(load_example(key), None)
    workspace.cursor.set_stride(stride)
    player.first()
    way = []
    while not player.at_end:
        way.append(where(workspace))
        player.forward()
        assert way[-1] != where(workspace)
    for expected in reversed(way):
        player.back()
        assert where(workspace) == expected
    assert player.at_start


def test_first_and_last_are_a_row_and_a_cell_too(workspace, player):
    place(workspace, f"{ATTENTION}.scores", (0, 2, 1))
    workspace.cursor.set_stride(Stride.ROW)
    player.last()
    assert where(workspace) == ("probabilities", (3, 1))
    player.first()
    assert where(workspace)[1] == (0, 1)
    workspace.cursor.set_stride(Stride.CELL)
    player.last()
    tensor = workspace.session.trace["probabilities"]
    assert where(workspace)[1] == tuple(size - 1 for size in tensor.shape)


def test_the_column_chosen_by_hand_is_kept_behind_narrow_steps(workspace, player):
    place(workspace, "probabilities", (0, 4))
    workspace.cursor.set_stride(Stride.ROW)
    for _ in range(6):
        player.back()
    for _ in range(6):
        player.forward()
    assert where(workspace) == ("probabilities", (0, 4))


def test_an_operand_that_is_chosen_stands_before_the_first_row(workspace, player):
    workspace.cursor.move_to(f"{ATTENTION}.scores")
    workspace.cursor.set_stride(Stride.ROW)
    workspace.selection.choose(Place(f"{ATTENTION}.q", (0, 2, 1)))
    player.forward()
    assert where(workspace) == (f"{ATTENTION}.scores", (0, 0, 0))
    workspace.selection.choose(None)
    player.back()
    assert where(workspace)[0] == f"{ATTENTION}.v"


def test_by_operation_the_chosen_place_stays(workspace, player):
    place(workspace, f"{ATTENTION}.scores", (0, 2, 1))
    player.forward()
    assert where(workspace) == (f"{ATTENTION}.scaled", (0, 2, 1))


# Playing


def test_playing_goes_on_by_the_stride_and_ends_at_the_end(workspace, player):
    changes = listen(player.playing_changed)
    player.first()
    player.play()
    count = 0
    while player.is_playing:
        player.tick()
        count += 1
    assert count == len(workspace.cursor.walk()) - 1
    assert workspace.cursor.at_end
    assert changes == [True, False]


def test_playing_at_the_end_begins_again(workspace, player):
    player.last()
    player.play()
    assert player.at_start
    assert player.is_playing


def test_a_tick_that_comes_too_late_does_nothing(workspace, player):
    before = where(workspace)
    player.tick()
    assert where(workspace) == before


def test_nothing_runs_while_it_is_paused(workspace, player):
    timers = player.findChildren(QTimer)
    player.play()
    assert [timer.isActive() for timer in timers] == [True]
    player.toggle()
    assert [timer.isActive() for timer in timers] == [False]


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_speed_is_moves_a_second_also_while_playing(player, speed):
    player.play()
    player.set_speed(speed)
    assert player.is_playing
    assert player.findChild(QTimer).interval() == 1000 / speed


def edit(workspace):
    name = next(name for name in workspace.session.scenario.parameters if name.endswith("W_Q"))
    assert workspace.session.apply(SetCells(name, ((0, 0),), (3.0,)))


@pytest.mark.parametrize(
    "deed",
    [
        edit,
        lambda workspace: workspace.cursor.move_to("logits"),
        lambda workspace: workspace.player.forward(),
        lambda workspace: workspace.player.back(),
        lambda workspace: workspace.selection.choose(Place(f"{ATTENTION}.scores", (0, 3, 3))),
        lambda workspace: workspace.selection.show_head(1),
        lambda workspace: workspace.session.replace_document(load_example("worked-example"), None),
    ],
    ids=["edit", "step", "forward", "back", "cell", "head", "document"],
)
def test_whoever_does_something_by_hand_stops_it(workspace, player, deed):
    workspace.cursor.move_to(f"{ATTENTION}.scores")
    player.play()
    player.tick()
    assert player.is_playing
    deed(workspace)
    assert not player.is_playing


def test_stride_speed_and_hovering_do_not_stop_it(workspace, player):
    player.first()
    player.play()
    workspace.cursor.set_stride(Stride.CELL)
    player.set_speed(4.0)
    workspace.selection.hover(Place(f"{ATTENTION}.scores", (0, 3, 3)))
    player.tick()
    assert player.is_playing


# Stop here


def test_playing_stops_at_a_mark_and_goes_on_from_there(workspace, player):
    stopped = listen(player.stopped)
    workspace.cursor.move_to(f"{ATTENTION}.q")
    player.toggle_stop(f"{ATTENTION}.scores")
    player.play()
    for _ in range(3):
        player.tick()
    assert (workspace.cursor.step.name, player.is_playing) == (f"{ATTENTION}.scores", False)
    assert [step.name for step in stopped] == [f"{ATTENTION}.scores"]
    player.play()
    player.tick()
    assert player.is_playing
    assert workspace.cursor.step.name == f"{ATTENTION}.scaled"


@pytest.mark.parametrize("stride", [Stride.LAYER, Stride.PART])
def test_a_mark_is_not_jumped_over(workspace, player, stride):
    player.first()
    workspace.cursor.set_stride(stride)
    player.toggle_stop(f"{ATTENTION}.weights")
    player.play()
    while player.is_playing:
        player.tick()
    assert workspace.cursor.step.name == f"{ATTENTION}.weights"


def test_a_mark_stops_before_the_first_row(workspace, player):
    place(workspace, f"{ATTENTION}.scores", (0, 2, 0))
    workspace.cursor.set_stride(Stride.ROW)
    player.toggle_stop(f"{ATTENTION}.scores")  # here already: it does not hold
    player.toggle_stop(f"{ATTENTION}.scaled")
    player.play()
    player.tick()
    assert player.is_playing
    player.tick()
    assert not player.is_playing
    assert where(workspace) == (f"{ATTENTION}.scaled", (0, 0, 0))
    player.play()
    player.tick()
    assert where(workspace) == (f"{ATTENTION}.scaled", (0, 1, 0))


def test_a_mark_at_a_step_that_is_off_stops_too(workspace, player):
    workspace.session.replace_document(load_example("worked-example"), None)
    off = next(step for step in workspace.session.program.steps if step.operation.trivial)
    player.toggle_stop(off.name)
    player.first()
    player.play()
    while player.is_playing:
        player.tick()
    assert workspace.cursor.step.name == off.name


def test_moving_by_hand_passes_marks(workspace, player):
    workspace.cursor.move_to(f"{ATTENTION}.q")
    player.toggle_stop(f"{ATTENTION}.k")
    player.forward()
    player.forward()
    assert workspace.cursor.step.name == f"{ATTENTION}.v"


def test_marks_are_of_the_window_and_go_with_the_document(workspace, player):
    changes = listen(player.stops_changed)
    player.toggle_stop(f"{ATTENTION}.k")
    assert not workspace.session.is_modified
    player.toggle_stop(f"{ATTENTION}.k")
    player.toggle_stop(f"{ATTENTION}.v")
    workspace.session.replace_document(load_example("tiny-gpt"), None)
    assert player.stops == frozenset()
    assert len(changes) == 4


def test_reach_is_told_by_row_at_both_ends(workspace, player):
    workspace.cursor.set_stride(Stride.ROW)
    player.first()
    heard = listen(player.reach_changed)
    player.forward()
    assert (player.at_start, len(heard)) == (False, 1)
    player.back()
    assert (player.at_start, len(heard)) == (True, 2)
    player.last()
    assert player.at_end
    player.back()
    assert not player.at_end
