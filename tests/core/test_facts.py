"""Facts: laws that numbers keep are told as kept, and what breaks one is told with what is wrong."""

import math

import numpy as np
import pytest

from core.architecture.attention_choices import MaskAs, Nowhere, SoftmaxOver
from core.architecture.options import Architecture, Attention, Input, MaskKind, Scale, Stack, Weights
from core.edits.switches import SwitchPart
from core.examples import examples, load_example
from core.facts import asymmetry, diagonal_spread, facts, norms
from core.ops.added_positions import LearnedPositions, SinusoidalPositions
from core.ops.rotary import Rotate
from core.program import ProgramBuilder
from core.tensor import Axis, NamedTensor
from core.trace import run
from tests.support.build import attention_of_qkv, scenario, trace_of, words


def facts_of(trace, name):
    return facts(trace, trace.program.step(name))


def told(trace, name):
    return [(fact.holds, str(fact.short)) for fact in facts_of(trace, name)]


def one_step(operation, values=None, axes=()):
    """A trace of one operation on one input."""
    sources = {} if values is None else {"x": NamedTensor.of("x", axes, values)}
    builder = ProgramBuilder(sources, {})
    builder.add("made", operation, *sources, layer="l", part="p")
    return run(builder.build())


def two_by_two(weights, *, mask=None, causal=False):
    """Attention whose scores are [[1, 2], [3, 5]], unscaled."""
    options = Attention(
        heads=1,
        d_k=2,
        d_v=1,
        scale=Scale.NONE,
        output=False,
        mask=MaskKind.CAUSAL if causal else MaskKind.NONE,
    )
    return scenario(
        Architecture(Stack.ATTENTION, Input.QKV, attention=options, weights=weights),
        tokens={"source": words(2, "k"), "target": words(2, "q")},
        given={"attn.q": [[[1, 2], [3, 5]]], "attn.k": [[[1, 0], [0, 1]]], "attn.v": [[[10], [4]]]},
        masks={} if mask is None else {"attn.mask": mask},
    )


# Rows of weights


def test_rows_of_weights_add_to_one():
    trace = trace_of(two_by_two(Weights()))
    assert trace["attn.weights"].values[0] == pytest.approx(
        np.array([[0.268941, 0.731059], [0.119203, 0.880797]]), abs=5e-7
    )
    assert told(trace, "attn.weights") == [(True, "rows add to 1")]


def test_softmax_over_columns_is_told_with_the_range():
    trace = trace_of(two_by_two(Weights(over=SoftmaxOver.COLUMNS)))
    weights = trace["attn.weights"].values[0]
    assert weights.sum(axis=0) == pytest.approx([1, 1])
    low, high = weights.sum(axis=1)
    (fact,) = facts_of(trace, "attn.weights")
    assert not fact.holds
    assert str(fact.short) == f"rows add to {low:.2f} … {high:.2f}" == "rows add to 0.17 … 1.83"
    assert str(fact.said) == (
        "Rows of weights must add to 1, and these add to 0.17 … 1.83. "
        "Softmax ran over the columns: those add to 1."
    )
    assert fact.place == (0, 0)


def test_weights_masked_after_softmax_are_told():
    trace = trace_of(two_by_two(Weights(mask_as=MaskAs.AFTER), causal=True))
    assert told(trace, "attn.weights") == [(True, "rows add to 1")]
    (fact,) = facts_of(trace, "attn.masked_weights")
    assert (fact.holds, str(fact.short)) == (False, "rows add to 0.27 … 1.00")
    assert "masked after softmax" in str(fact.said)
    assert fact.place == (0, 0)


@pytest.mark.parametrize(
    ("nowhere", "expected"),
    [
        (Nowhere.ZEROS, (True, "rows add to 1")),
        (Nowhere.UNIFORM, (True, "rows add to 1")),
        (Nowhere.NAN, (False, "rows are NaN")),
    ],
)
def test_rows_that_may_look_nowhere_follow_their_policy(nowhere, expected):
    trace = trace_of(two_by_two(Weights(nowhere=nowhere), mask=[[0, 0], [1, 1]]))
    (fact,) = facts_of(trace, "attn.weights")
    assert (fact.holds, str(fact.short)) == expected
    assert ("may look nowhere (1)" in str(fact.said)) is (nowhere is Nowhere.ZEROS)


@pytest.mark.parametrize(
    ("rows", "short"),
    [
        ([[0.5, 0.25], [0.25, 0.5]], "rows add to 0.75"),
        ([[0.5, 0.5 + 1e-6], [0.5, 0.5]], "rows add to 1 … 1.000001"),
        ([[0.5, 0.5 + 1e-6], [0.5, 0.5 + 1e-6]], "rows add to 1.000001"),
    ],
)
def test_weights_that_are_typed_in_are_watched_as_well(rows, short):
    made = attention_of_qkv(
        [[[1.0], [2.0]]], [[[1.0], [3.0]]], [[[1.0], [2.0]]], given={"attn.weights": [rows]}
    )
    (fact,) = facts_of(trace_of(made), "attn.weights")
    assert not fact.holds
    assert str(fact.short) == short
    assert "typed in" in str(fact.said)


@pytest.mark.parametrize("example", [one.key for one in examples()])
def test_nothing_is_wrong_in_the_examples(example):
    trace = trace_of(load_example(example))
    found = [fact for step in trace.program.steps for fact in facts(trace, step)]
    assert found
    assert all(fact.holds for fact in found)


# Norms


class Mixed(Rotate):
    """Angles laid out for neighbours, rotation done on halves."""

    def compute(self, *inputs):
        x = inputs[0]
        angle = np.arange(x.shape[1])[:, None] / self.base ** (2.0 * np.arange(2) / 4)
        for_neighbours = np.repeat(angle, 2, axis=1)
        turned = np.concatenate([-x[..., 2:], x[..., :2]], axis=-1)
        return x * np.cos(for_neighbours) + turned * np.sin(for_neighbours), angle


def rotated(operation, row=(1.0, 2.0, 3.0, 4.0)):
    axes = (Axis("head", 1), Axis("query", 2), Axis("d_k", 4))
    return one_step(operation, [[row, row]], axes)


@pytest.mark.parametrize(
    ("halves", "row"),
    [
        (False, [-1.142640, 1.922076, 2.959851, 4.029800]),
        (True, [-1.984111, 1.959901, 2.462378, 4.019800]),
    ],
)
def test_the_right_pairing_keeps_the_norm(halves, row):
    trace = rotated(Rotate(4, 10000.0, halves))
    assert trace["made"].values[0, 1] == pytest.approx(row, abs=5e-7)
    assert norms(trace["made"].values)[0, 1] == pytest.approx(5.477, abs=5e-4)
    (fact,) = facts_of(trace, "made")
    assert (fact.holds, str(fact.short)) == (True, "norms kept")
    assert "5.477 … 5.477" in str(fact.said)


def test_a_mixed_pairing_is_told_with_both_norms():
    (fact,) = facts_of(rotated(Mixed(4, 10000.0)), "made")
    assert not fact.holds
    assert str(fact.short) == "norm 5.477 became 5.863"
    assert fact.place == (0, 1)


def test_norms_of_huge_numbers_are_none_too_large():
    assert norms(np.array([[3e300, 4e300], [0, 0]])).tolist() == [5e300, 0]
    trace = rotated(Rotate(4, 10000.0), (1e300, 2e300, 3e300, 4e300))
    assert told(trace, "made") == [(True, "norms kept")]


def test_of_nan_no_norm_is_told():
    assert told(rotated(Rotate(4, 10000.0), (math.nan, 1, 1, 1)), "made") == []


# Symmetry


def test_scores_of_equal_queries_and_keys_are_symmetric():
    same = [[[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]]]
    trace = trace_of(attention_of_qkv(same, same, [[[1.0], [2.0], [3.0]]]))
    assert told(trace, "attn.scores") == [(True, "symmetric")]
    assert told(trace, "attn.scaled") == [(True, "symmetric")]


def test_scores_that_are_not_symmetric_are_no_mistake():
    trace = trace_of(two_by_two(Weights()))
    assert trace["attn.scores"].values[0].tolist() == [[1, 2], [3, 5]]
    assert told(trace, "attn.scores") == []


def test_asymmetry_is_the_largest_difference():
    assert asymmetry(np.array([[[1.0, 2], [3, 5]]])) == 1
    assert asymmetry(np.array([[1.0]])) is None
    assert asymmetry(np.array([[1.0, 2, 3]])) is None
    assert asymmetry(np.array([[1.0, math.inf], [math.inf, 1]])) is None


# Diagonals


class Wrong(SinusoidalPositions):
    """Each column has a wavelength of its own, so that sine and cosine do not belong together."""

    def table(self, *inputs):
        column = np.arange(self.d_model)
        angle = np.arange(self.tokens)[:, None] / self.base ** (column / self.d_model)
        return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))


@pytest.mark.parametrize("blocks", [False, True])
@pytest.mark.parametrize("size", [2, 4, 16])
def test_waves_depend_on_the_distance_alone(size, blocks):
    trace = one_step(SinusoidalPositions(9, size, 10000.0, blocks))
    table, similarity = trace["made"].values, trace["made.similarity"].values
    assert similarity == pytest.approx(table @ table.T)
    assert np.diagonal(similarity) == pytest.approx([size / 2] * 9)
    assert told(trace, "made") == [(True, "P·Pᵀ: equal along diagonals")]


def test_wrong_waves_are_told():
    (fact,) = facts_of(one_step(Wrong(9, 4, 10000.0)), "made")
    assert (fact.holds, str(fact.short)) == (False, "P·Pᵀ: not equal along diagonals")
    assert "no cosine of the same wavelength" in str(fact.said)


def test_an_odd_width_leaves_a_sine_alone():
    (fact,) = facts_of(one_step(SinusoidalPositions(3, 5, 10000.0)), "made")
    assert not fact.holds
    assert "The width is odd" in str(fact.said)


def test_learned_positions_need_not():
    axes = (Axis("position", 3), Axis("d_model", 2))
    learned = one_step(LearnedPositions(3), [[1, 2], [3, 4], [5, 6]], axes)
    assert told(learned, "made") == [(True, "P·Pᵀ: symmetric")]
    circle = [[math.cos(place), math.sin(place)] for place in range(3)]
    assert told(one_step(LearnedPositions(3), circle, axes), "made") == [
        (True, "P·Pᵀ: equal along diagonals")
    ]


def test_the_spread_of_diagonals():
    assert diagonal_spread(np.array([[1.0, 2], [3, 1]])) == 0
    assert diagonal_spread(np.array([[1.0, 2], [3, 4]])) == 3
    assert diagonal_spread(np.array([[1.0]])) is None
    assert diagonal_spread(np.full((2, 2), math.nan)) is None


def test_a_step_without_numbers_has_no_facts():
    empty = one_step(SinusoidalPositions(0, 4, 10000.0))
    assert told(empty, "made") == []
    made = SwitchPart("embed.positions", on=False).apply(load_example("tiny-gpt"))
    assert told(trace_of(made), "embed.positions") == []
