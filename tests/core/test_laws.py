"""Laws that hold whatever the numbers are, and cases from the field (B…, N… of the list of reports)."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.options import (
    Architecture,
    Attention,
    Input,
    MaskKind,
    Norm,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    Stack,
)
from core.expression.value import value
from core.ops import ApplyMask, JoinHeads, LayerNorm, Mask, Project, SinusoidalPositions, Softmax
from core.tensor import NamedTensor
from tests.support.build import attention_of_qkv, scenario, trace_of, with_parameters, words
from tests.support.scenarios import filled, scenarios


def weights_of(*rows, mask=None, temperature=1.0):
    """The weights of rows of scores, computed as in attention."""
    scores = np.array([rows], dtype=float)
    with np.errstate(all="ignore"):
        if mask is None:
            return Softmax(temperature).compute(scores)[0][0]
        allowed = np.array(mask, dtype=float)
        masked = ApplyMask().compute(scores, allowed)[0]
        return Softmax(temperature).compute(masked, allowed)[0][0]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(scenarios())
def test_rows_of_weights_and_probabilities_sum_to_1_or_see_nothing(made):
    trace = trace_of(made)
    for step in trace.program.steps:
        if isinstance(step.operation, Softmax):
            values = trace[step.name].values
            sums = values.sum(axis=-1)
            nowhere = np.zeros(sums.shape, dtype=bool)
            if len(step.inputs) > 1:
                nowhere |= (trace[step.inputs[1]].values == 0).all(axis=-1)
            np.testing.assert_allclose(sums[~nowhere], 1.0, rtol=0, atol=1e-14)
            otherwise = {"zeros": 0.0, "uniform": 1 / max(values.shape[-1], 1)}[step.operation.nowhere]
            assert (values[nowhere] == otherwise).all()
            assert ((values >= 0) & (values <= 1)).all()


@pytest.mark.parametrize("shift", [100.0, -2.0, 1e6])
def test_shifting_all_scores_of_a_row_changes_nothing(shift):
    row = np.array([2.0, 1.0, 0.0])
    np.testing.assert_array_equal(weights_of(row), weights_of(row + shift))


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.floats(-50, 50), min_size=1, max_size=6), st.floats(-50, 50))
def test_shifting_any_scores_changes_nothing_but_rounding(row, shift):
    np.testing.assert_allclose(weights_of(np.array(row) + shift), weights_of(row), rtol=1e-12, atol=1e-13)


def permuted(made, order, *, sequence):
    """The scenario with its tokens in another order."""
    tokens = made.tokens[sequence]
    return made.with_changes(tokens={sequence: tuple(tokens[place] for place in order)})


@pytest.mark.parametrize("stack", [Stack.ATTENTION, Stack.ENCODER, Stack.DECODER])
@pytest.mark.parametrize("order", [(2, 0, 3, 1), (3, 2, 1, 0), (0, 2, 1, 3)])
def test_permuting_tokens_without_positions_and_mask_permutes_every_output(stack, order):
    made = filled(Architecture(stack, layers=2, attention=Attention(heads=2)), 7, tokens=4)
    sequence = made.architecture.sequence
    before, after = trace_of(made), trace_of(permuted(made, order, sequence=sequence))
    exact_before, exact_after = exactly(before), exactly(after)
    for name in before:
        if name in made.parameters:
            continue
        old = rearranged(before[name], order)
        np.testing.assert_allclose(after[name].values, old, rtol=0, atol=1e-13, err_msg=name)
        # NumPy adds in another order; sums that are rounded once differ in no bit.
        assert (exact_after[name].values == rearranged(exact_before[name], order)).all(), name


def rearranged(tensor, order):
    values = tensor.values
    for place, axis in enumerate(tensor.axes):
        if axis.name in ("token", "query", "key"):
            values = values.take(list(order), axis=place)
    return values


def exactly(trace):
    """The tensors of a trace computed anew, cell by cell, by the expression tree alone."""
    made = {name: trace[name] for name in trace.program.sources}
    for step in trace.program.steps:
        for column in (*step.columns[1:], step.columns[0]):
            made[column.name] = recomputed(step, column, made)
    return made


def recomputed(step, column, made):
    shape = tuple(axis.size for axis in column.axes)
    numbers = [value(step.expression(column.name, index), made) for index in np.ndindex(shape)]
    return NamedTensor.of(column.name, column.axes, np.array(numbers).reshape(shape))


def test_with_positions_permuting_tokens_does_change_outputs():
    made = filled(Architecture(Stack.ENCODER, positions=Positions(PositionKind.SINUSOIDAL)), 7)
    before = trace_of(made)["encoder.norm"]
    after = trace_of(permuted(made, (1, 0, 2), sequence="source"))["encoder.norm"]
    assert not np.allclose(after.values, rearranged(before, (1, 0, 2)), atol=1e-3)


@pytest.mark.parametrize("place", list(NormPlace))
@pytest.mark.parametrize("positions", list(PositionKind))
def test_under_a_causal_mask_later_tokens_change_nothing_before_them(place, positions):
    architecture = Architecture(
        Stack.DECODER,
        layers=2,
        positions=Positions(positions),
        attention=Attention(heads=2, mask=MaskKind.CAUSAL),
        norm=Norm(place=place, final=True),
    )
    made = filled(architecture, 5, tokens=5)
    tokens = made.tokens["target"]
    before = trace_of(made)
    for kept in range(1, 5):
        others = (*tokens[:kept], *(made.vocabulary[-1] for _ in tokens[kept:]))
        after = trace_of(made.with_changes(tokens={"target": others}))
        for name in (
            "embed.sum",
            "decoder.0.norm2",
            "decoder.1.self_attn.out",
            "decoder.norm",
            "probabilities",
        ):
            rows = before[name].values[:kept], after[name].values[:kept]
            assert rows[0].tobytes() == rows[1].tobytes(), (name, kept)
        assert (before["logits"].values[kept:] != after["logits"].values[kept:]).any()


def test_without_the_mask_later_tokens_do_change_what_stands_before_them():
    made = filled(Architecture(Stack.DECODER), 5, tokens=3)
    changed = made.with_changes(tokens={"target": (*made.tokens["target"][:2], made.vocabulary[-1])})
    rows = (trace_of(each)["logits"].values[0] for each in (made, changed))
    assert (next(rows) != next(rows)).all()


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3),
    st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=4),
    st.sampled_from(list(MaskKind)),
)
def test_one_token_gets_weight_1_and_its_own_value_bit_for_bit(q, k, v, mask):
    trace = trace_of(attention_of_qkv([[q]], [[k]], [[v]], mask=mask))
    assert trace["attn.weights"].values.tolist() == [[[1.0]]]
    assert trace["attn.out"].values[0].tolist() == v


@pytest.mark.parametrize(
    ("temperature", "printed"),
    [
        (0.5, [0.8668, 0.1173, 0.0159]),
        (1.0, [0.6652, 0.2447, 0.0900]),
        (2.0, [0.5065, 0.3072, 0.1863]),
        (10.0, [0.3672, 0.3322, 0.3006]),
    ],
)
def test_temperature_sharpens_or_evens_out(temperature, printed):
    weights = weights_of([2, 1, 0], temperature=temperature)[0]
    np.testing.assert_allclose(weights, printed, rtol=0, atol=5.1e-5)
    divided = weights_of(np.array([2, 1, 0]) / temperature)[0]
    np.testing.assert_allclose(weights, divided, rtol=1e-14)


def test_an_attention_output_stays_between_its_values():
    trace = trace_of(filled(Architecture(input=Input.QKV, attention=Attention(output=False)), 3, queries=4))
    heads, values = trace["attn.heads"].values, trace["attn.v"].values
    assert (heads >= values.min(axis=1, keepdims=True) - 1e-15).all()
    assert (heads <= values.max(axis=1, keepdims=True) + 1e-15).all()


def test_a_zero_query_gets_the_plain_mean():
    trace = trace_of(attention_of_qkv([[[2.0], [0.0]]], [[[2.0], [1.0]]], [[[10.0], [4.0]]]))
    np.testing.assert_allclose(trace["attn.out"].values, [[9.284782467867294], [7.0]], rtol=1e-15)


@pytest.mark.parametrize("d_k", [1, 4, 16, 64])
def test_scaling_by_the_root_makes_the_weights_the_same_for_every_width(d_k):
    """Lesson 4: keys one standard deviation above, at and below a random match."""
    root = math.isqrt(d_k)
    keys = [[1.0], [0.0], [-1.0]]
    if d_k > 1:
        ones = ((d_k + root) // 2, d_k // 2, (d_k - root) // 2)
        keys = [[1.0] * count + [-1.0] * (d_k - count) for count in ones]
    parts = ([[[1.0] * d_k]], [keys], [[[0.0]] * 3])
    same = [0.6652409557748218, 0.24472847105479764, 0.09003057317038046]
    scaled = trace_of(attention_of_qkv(*parts))
    assert scaled["attn.scores"].values.tolist() == [[[root, 0.0, -root]]]
    np.testing.assert_allclose(scaled["attn.weights"].values[0, 0], same, rtol=0, atol=1e-15)
    unscaled = trace_of(attention_of_qkv(*parts, scale=Scale.NONE))["attn.weights"].values[0, 0]
    top = {1: 0.6652409557748218, 4: 0.8668133321973347, 16: 0.9816903928255046, 64: 0.9996645374098363}
    np.testing.assert_allclose(unscaled[0], top[d_k], rtol=0, atol=1e-15)


def test_scaling_by_heads_instead_of_width_gives_other_weights():
    """B4: the top answer is the same, so it went unnoticed."""
    parts = ([[[1.0, 2.0, 0.0, 1.0]]], [[[1.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]], [[[0.0]] * 2])
    right, wrong = (
        trace_of(attention_of_qkv(*parts, scale=scale))["attn.weights"].values[0, 0]
        for scale in (Scale.ROOT, 1 / math.sqrt(2))
    )
    assert right.argmax() == wrong.argmax()
    assert abs(right - wrong).max() > 0.03


def test_heads_are_joined_side_by_side_and_not_by_reshaping():
    """B1: two heads, two tokens, values a … h = 1 … 8."""
    heads = np.arange(1.0, 9.0).reshape(2, 2, 2)
    joined = JoinHeads(2).compute(heads)[0]
    assert joined.tolist() == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert heads.reshape(2, 4).tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]  # the mistake


def test_heads_are_blocks_of_columns():
    """B2: X = 0 … 7 as 2 × 4, two heads, identity projection."""
    heads = Project(2, "query", "d_k").compute(np.arange(8.0).reshape(2, 4), np.eye(4))[0]
    assert heads.tolist() == [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]


def test_joining_undoes_splitting():
    x = np.arange(24.0).reshape(3, 8)
    for heads in (1, 2, 4, 8):
        split = Project(heads, "query", "d_v").compute(x, np.eye(8))[0]
        assert (JoinHeads(heads).compute(split)[0] == x).all()


def test_softmax_goes_along_the_keys():
    """B5: in the other direction the columns would sum to 1."""
    weights = weights_of([1, 2], [3, 5])
    np.testing.assert_allclose(weights, [[0.268941, 0.731059], [0.119203, 0.880797]], rtol=0, atol=5e-7)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, rtol=1e-15)
    assert abs(weights.sum(axis=0) - 1.0).min() > 0.3


def test_layer_norm_takes_the_population_variance_with_epsilon_inside_the_root():
    """B6: sample deviation and ε outside give 1.499997, −0.499999."""
    normed = LayerNorm(1e-5).compute(np.array([[1.0, 0, 0, 0]]), np.ones(4), np.zeros(4))[0][0]
    np.testing.assert_allclose(normed, [1.732005, *[-0.577335] * 3], rtol=0, atol=5e-7)


def test_normed_rows_have_mean_0_and_variance_nearly_1():
    rows = np.random.default_rng(0).normal(3.0, 20.0, size=(5, 16))
    normed = LayerNorm(1e-5).compute(rows, np.ones(16), np.zeros(16))[0]
    np.testing.assert_allclose(normed.mean(axis=1), 0.0, rtol=0, atol=1e-14)
    np.testing.assert_allclose(normed.var(axis=1), 1.0, rtol=0, atol=1e-6)


def test_positions_of_odd_width_are_told_as_well():
    """B10: d = 5, position 1."""
    table = SinusoidalPositions(2, 5, 10_000.0).compute()[0]
    np.testing.assert_allclose(table[1], [0.8415, 0.5403, 0.0251, 0.9997, 0.0006], rtol=0, atol=5e-5)
    assert table[0].tolist() == [0, 1, 0, 1, 0]


def test_sines_and_cosines_are_interleaved():
    """B11: the other layout has all sines first."""
    table = SinusoidalPositions(4, 6, 10_000.0).compute()[0]
    angles = [3 / 10_000 ** (pair / 6) for pair in (0, 2, 4)]
    waves = [wave(angle) for angle in angles for wave in (math.sin, math.cos)]
    np.testing.assert_allclose(table[3], waves, rtol=0, atol=1e-15)


def test_sinusoidal_positions_tell_distances():
    """B12: P·Pᵀ depends on the distance of two positions alone."""
    table = SinusoidalPositions(9, 8, 10_000.0).compute()[0]
    products = table @ table.T
    for distance in range(9):
        np.testing.assert_allclose(np.diag(products, distance), products[0, distance], rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("queries", "keys", "rows"),
    [
        (2, 4, [[1, 1, 1, 0], [1, 1, 1, 1]]),
        (3, 3, [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
        (3, 1, [[0], [0], [1]]),
        (1, 3, [[1, 1, 1]]),
    ],
)
def test_a_causal_mask_aligns_to_the_end_of_the_keys(queries, keys, rows):
    """B15: top left would hide the cache from new queries."""
    assert Mask(queries, keys, causal=True).compute()[0].tolist() == rows


def test_masks_are_causal_and_custom_and_padding():
    custom = ((True, True, True), (False, True, True), (True, True, True))
    made = Mask(3, 3, causal=True, padding=(1,), custom=custom).compute()[0]
    assert made.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 1]]


def test_a_masked_score_is_minus_infinity_and_not_zero():
    """B17: multiplying by 0 would leave the forbidden token its share."""
    np.testing.assert_allclose(
        weights_of([1, 2, 3], mask=[[1, 1, 0]]), [[0.268941, 0.731059, 0]], rtol=0, atol=5e-7
    )
    np.testing.assert_allclose(weights_of([1, 2, 0]), [[0.244728, 0.665241, 0.090031]], rtol=0, atol=5e-7)


def test_a_mask_holds_against_scores_far_below_any_stand_in_for_infinity():
    """N1: −1e5 as a stand-in gave a third to each forbidden token."""
    scores = [-110208.0547, -110189.8125, -110206.5234, -110208.4531, -110192.6016, 0.0, 0.0, 0.0]
    weights = weights_of(scores, mask=[[1] * 5 + [0] * 3])[0]
    np.testing.assert_allclose(weights, [0, 0.942084, 0, 0, 0.057916, 0, 0, 0], rtol=0, atol=5e-7)
    assert (weights[5:] == 0).all()


@pytest.mark.parametrize("stack", [Stack.ATTENTION, Stack.ENCODER, Stack.DECODER])
def test_a_row_that_may_look_nowhere_gets_zeros_and_spoils_nothing(stack):
    """N3: NaN in one row spread to everything."""
    made = filled(Architecture(stack, layers=2), 2, padding=(0, 1, 2))
    trace = trace_of(made)
    assert not any(np.isnan(tensor.values).any() for tensor in trace.values())
    rows = [trace[step.name].values for step in trace.program.steps if step.name.endswith(".weights")]
    assert len(rows) == (1 if stack is Stack.ATTENTION else 2)
    assert all((weights == 0).all() for weights in rows)


def test_one_row_that_may_look_nowhere_leaves_the_others_alone():
    made = filled(Architecture(), 2)
    open_rows = trace_of(made)["attn.weights"].values
    masked = made.with_changes(masks={"attn.mask": ((True,) * 3, (False,) * 3, (True,) * 3)})
    weights = trace_of(masked)["attn.weights"].values
    assert (weights[:, 1] == 0).all()
    assert (weights[:, [0, 2]] == open_rows[:, [0, 2]]).all()


def test_large_negative_scores_keep_their_shares():
    """N5: exp(−800) alone is 0."""
    weights = weights_of([-800, -801, -802])[0]
    np.testing.assert_allclose(weights, [0.665241, 0.244728, 0.090031], rtol=0, atol=5e-7)


def test_huge_numbers_end_in_infinities_and_nan_and_not_in_a_failure():
    """N4: the first bad cell can be named, for the trace is whole."""
    made = filled(Architecture(Stack.DECODER), 2)
    spoilt = made.parameters["embed.W_E"].values.copy()
    spoilt[0, 0] = 1e308
    trace = trace_of(with_parameters(made, {"embed.W_E": spoilt}))
    first = next(step.name for step in trace.program.steps if not np.isfinite(trace[step.name].values).all())
    assert first == "decoder.0.self_attn.scores"
    assert np.isnan(trace["probabilities"].values).any()


def test_words_of_one_spelling_get_one_row():
    made = scenario(Architecture(), vocabulary=words(2), tokens={"source": ("w1", "w0", "w1")})
    x = trace_of(made)["embed.sum"].values
    assert (x[0] == x[2]).all()
    assert (x[0] != x[1]).any()
