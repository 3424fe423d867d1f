"""What a block can be filled with: the numbers, and what is refused."""

import math

import numpy as np
import pytest

from core import fills
from core.architecture.presets import preset
from core.edits import SetBlock
from core.edits.deeds import told
from core.ops.added_positions import SinusoidalPositions

BLOCK = np.array([[1.0, -2.0, 3.0], [4.0, 0.5, 5.5]])
SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])


def made(fill, block=BLOCK, tensor="attn.W_Q"):
    before = block.copy()
    numbers = fill.numbers(block, tensor)
    assert numbers.shape == block.shape
    assert np.array_equal(block, before)
    return numbers.tolist()


def test_patterns():
    assert made(fills.Zeros()) == [[0, 0, 0], [0, 0, 0]]
    assert made(fills.Ones()) == [[1, 1, 1], [1, 1, 1]]
    assert made(fills.Identity()) == [[1, 0, 0], [0, 1, 0]]
    assert made(fills.Constant(-0.25)) == [[-0.25] * 3] * 2
    assert made(fills.OneHot()) == [[0, 0, 1], [0, 0, 1]]
    assert made(fills.OneHot(), np.zeros((1, 3))) == [[1, 0, 0]]
    assert made(fills.Down()) == [[1, -2, 3], [1, -2, 3]]
    assert made(fills.Right()) == [[1, 1, 1], [4, 4, 4]]


def test_a_causal_pattern_is_aligned_to_the_last_column():
    assert made(fills.Causal(), np.zeros((3, 3))) == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert made(fills.Causal(), np.zeros((2, 4))) == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_arithmetic_on_what_stands_there():
    assert made(fills.Scale(-0.5)) == [[-0.5, 1, -1.5], [-2, -0.25, -2.75]]
    assert made(fills.Add(0.25)) == [[1.25, -1.75, 3.25], [4.25, 0.75, 5.75]]
    assert made(fills.Transposed(), SQUARE) == [[1, 3], [2, 4]]
    assert made(fills.RowsToOne()) == [[0.5, -1, 1.5], [0.4, 0.05, 0.55]]


def test_waves_are_those_of_the_model():
    assert np.array_equal(
        fills.Sinusoid().numbers(np.zeros((4, 5)), "x"), SinusoidalPositions(4, 5, 10_000.0).compute()[0]
    )


@pytest.mark.parametrize("kind", [fills.Normal, fills.Uniform, fills.Xavier, fills.He])
def test_random_numbers_follow_the_seed_and_the_name(kind):
    block = np.zeros((40, 30))
    numbers = kind(seed=3, decimals=6).numbers(block, "attn.W_Q")
    assert np.array_equal(numbers, kind(seed=3, decimals=6).numbers(block, "attn.W_Q"))
    assert not np.array_equal(numbers, kind(seed=4, decimals=6).numbers(block, "attn.W_Q"))
    assert not np.array_equal(numbers, kind(seed=3, decimals=6).numbers(block, "attn.W_K"))
    assert np.array_equal(
        np.round(kind(seed=3, decimals=1).numbers(block, "x"), 1), kind(3, 1).numbers(block, "x")
    )


def test_random_numbers_have_the_spread_they_promise():
    block = np.zeros((200, 50))
    spread = {
        kind: kind(seed=1, decimals=6).numbers(block, "w")
        for kind in (fills.Normal, fills.Uniform, fills.Xavier, fills.He)
    }
    assert spread[fills.Normal].std() == pytest.approx(0.5, rel=0.03)
    assert np.abs(spread[fills.Uniform]).max() <= 1
    assert spread[fills.Uniform].std() == pytest.approx(1 / math.sqrt(3), rel=0.03)
    assert np.abs(spread[fills.Xavier]).max() <= math.sqrt(6 / 250)
    assert spread[fills.Xavier].std() == pytest.approx(math.sqrt(2 / 250), rel=0.03)
    assert spread[fills.He].std() == pytest.approx(math.sqrt(2 / 200), rel=0.03)


def test_the_whole_matrix_gets_the_numbers_it_started_with():
    scenario = preset("gpt-2").scenario()
    name = "decoder.0.self_attn.W_Q"
    recipe = scenario.parameters[name].initializer
    values = scenario.source_values(name)
    again = fills.Normal(seed=scenario.seed, decimals=recipe.decimals, std=recipe.std)
    assert np.array_equal(again.numbers(np.zeros(values.shape), name), values)


@pytest.mark.parametrize(
    ("fill", "block", "error", "words"),
    [
        (fills.Transposed(), BLOCK, fills.NotSquare, "the selection is 2 × 3"),
        (
            fills.RowsToOne(),
            np.array([[1.0, 2.0], [1.0, -1.0]]),
            fills.RowAddsToNothing,
            "row 2 of the sel",
        ),
        (fills.Normal(), np.broadcast_to(0.0, (1001, 1000)), fills.TooManyToDraw, "1001000"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(fill, block, error, words):
    with pytest.raises(error, match=words):
        fill.numbers(block, "attn.W_Q")


@pytest.mark.parametrize("kind", [*fills.FILLS, fills.Down, fills.Right])
def test_every_filling_names_its_edit_and_its_fields(kind):
    fill = kind()
    label = str(told(fill.deed, "decoder.0.self_attn.W_Q"))
    assert "W_Q" in label
    assert "{" not in label
    assert str(SetBlock("attn.W_Q", (np.array([0]),), np.zeros(1), fill.deed).label).count("W_Q") == 1
    assert all(fills.FIELD_TITLES[name] for name in fill.__struct_fields__)


def test_labels():
    assert str(told(fills.Zeros().deed, "attn.W_Q")) == "Fill with zeros in W_Q"
    assert str(told(fills.Normal(seed=7).deed, "attn.W_Q")) == "Fill with normal numbers (seed 7) in W_Q"
    assert str(told(fills.Scale(-0.5).deed, "attn.W_Q")) == "Scale W_Q by −0.5"
