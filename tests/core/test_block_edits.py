"""Blocks of cells in one edit, and what edits of numbers are called."""

import numpy as np
import pytest

from core.architecture.presets import preset
from core.edits import SetBlock, SetCells, SetMaskCells, SetTensor
from core.edits.base import cells_at
from core.edits.cells import ComputedTensor, NoSuchCell, NumberNotFinite
from core.edits.deeds import cut, pasted

W_Q = "decoder.0.self_attn.W_Q"


@pytest.fixture(scope="module")
def scenario():
    return preset("gpt-2").scenario()


def mesh(rows, columns):
    return np.array(rows)[:, None], np.array(columns)[None, :]


def test_a_block_is_written_and_the_rest_is_shared(scenario):
    block = np.arange(6.0).reshape(2, 3)
    after = SetBlock(W_Q, mesh([1, 2], [4, 5, 6]), block).apply(scenario)
    assert np.array_equal(after.source_values(W_Q)[1:3, 4:7], block)
    assert np.count_nonzero(after.source_values(W_Q) != scenario.source_values(W_Q)) <= 6
    others = [name for name in scenario.parameters if name != W_Q]
    assert all(after.parameters[name] is scenario.parameters[name] for name in others)
    assert after.parameters[W_Q].initializer is None


def test_one_number_goes_to_all_cells(scenario):
    after = SetBlock(W_Q, mesh(range(8), range(8)), np.array(0.5)).apply(scenario)
    assert (after.source_values(W_Q) == 0.5).all()


def test_the_same_numbers_change_nothing(scenario):
    values = scenario.source_values(W_Q)
    assert SetBlock(W_Q, mesh(range(8), range(8)), values).apply(scenario) is scenario
    assert SetCells(W_Q, (), ()).apply(scenario) is scenario
    zero = SetBlock(W_Q, mesh([0], [0]), np.array([[0.0]])).apply(scenario)
    minus = SetBlock(W_Q, mesh([0], [0]), np.array([[-0.0]])).apply(zero)
    assert minus is not zero
    assert np.signbit(minus.source_values(W_Q)[0, 0])


@pytest.mark.parametrize(
    ("edit", "error", "words"),
    [
        (SetBlock(W_Q, mesh([0, 8], [0]), np.zeros((2, 1))), NoSuchCell, r"no cell \[8, 0\]"),
        (SetBlock(W_Q, mesh([0], [-1, 3]), np.zeros((1, 2))), NoSuchCell, r"no cell \[0, -1\]"),
        (SetBlock(W_Q, (np.array([0]),), np.zeros(1)), NoSuchCell, r"no cell \[0\]"),
        (SetBlock(W_Q, mesh([0], [0]), np.array([[np.inf]])), NumberNotFinite, "inf cannot be typed in"),
        (SetBlock("decoder.0.self_attn.q", mesh([0], [0]), np.zeros((1, 1))), ComputedTensor, "is computed"),
    ],
)
def test_what_is_refused_changes_nothing(scenario, edit, error, words):
    with pytest.raises(error, match=words):
        edit.apply(scenario)


def test_labels_name_what_was_done_by_the_short_name():
    block = mesh(range(3), range(4))
    numbers = np.zeros((3, 4))
    assert str(SetBlock(W_Q, block, numbers, pasted((3, 4))).label) == "Paste 3 × 4 into W_Q"
    assert str(SetBlock(W_Q, block, numbers, cut((3, 4))).label) == "Cut 3 × 4 from W_Q"
    assert str(SetBlock(W_Q, block, numbers).label) == "Set 12 cells of W_Q"
    assert str(SetBlock(W_Q, mesh([2], [3]), numbers[:1, :1]).label) == "Set W_Q[2, 3]"
    assert str(SetTensor(W_Q, numbers).label) == "Change all of W_Q"
    assert str(SetCells("decoder.0.ffn.out", ((2, 3),), (0.0,)).label) == "Set ffn.out[2, 3]"
    assert str(SetCells(W_Q, ((2, 3), (0, 0)), (0.0, 1.0)).label) == "Set 2 cells of W_Q"
    assert str(SetMaskCells("decoder.mask", ((2, 0),), (False,)).label) == "Set mask[2, 0]"


def test_edits_say_which_cells_they_are_about():
    for edit in (
        SetCells(W_Q, ((2, 3), (0, 1)), (0.0, 1.0)),
        SetBlock(W_Q, cells_at(((2, 3), (0, 1))), np.zeros(2)),
        SetMaskCells(W_Q, ((2, 3), (0, 1)), (False, False)),
    ):
        name, cells = edit.place
        assert name == W_Q
        assert [at.tolist() for at in cells] == [[2, 0], [3, 1]]
