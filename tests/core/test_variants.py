"""Every choice of an option computes something of its own: neighbours on the same weights are told apart."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from core.architecture.conventions import conventions_line
from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Decoder,
    EpsilonPlace,
    FeedForward,
    FeedForwardKind,
    HeadCut,
    HeadsDoNotDivide,
    HeadSharing,
    KeyHeadsDoNotDivide,
    MaskAs,
    MaskKind,
    Memory,
    Norm,
    NormKind,
    NormPlace,
    Nowhere,
    OptionOutOfRange,
    Pairing,
    PositionKind,
    Positions,
    Scale,
    ScalePlace,
    SoftmaxBase,
    SoftmaxOver,
    Stack,
    Variance,
    WaveLayout,
    Weights,
)
from core.edits.architecture import ChangeArchitecture
from core.edits.cells import SetTensor
from core.edits.pairing import SwapPairing
from core.edits.switches import SwitchPart
from core.edits.tokens import InsertToken, MoveToken, NoSuchPosition, NoTypes, RemoveToken, SetType
from core.error_function import erf
from core.examples import load_example
from core.explanation import explain
from core.formats import dumps, loads
from core.ops import (
    ApplyMask,
    BucketBias,
    ColumnSoftmax,
    DistanceBias,
    JoinHeads,
    LayerNorm,
    LearnedPositions,
    Mask,
    Project,
    RmsNorm,
    Rotate,
    Silu,
    SinusoidalPositions,
    SoftCap,
    Softmax,
    TimesMask,
)
from core.ops.embedding import NoSuchType
from core.ops.position_bias import slopes
from core.scenario import Parameter
from tests.support.build import trace_of, with_parameters
from tests.support.scenarios import filled, frozen

BASE = Architecture(
    Stack.DECODER,
    layers=2,
    d_model=6,
    positions=Positions(PositionKind.SINUSOIDAL, base=10.0),
    attention=Attention(heads=3, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
    weights=Weights(mask_number=-2.0),
    feed_forward=FeedForward(d_ff=6),
    norm=Norm(place=NormPlace.PRE, epsilon=1e-2, final=True),
)

CHOICES = {
    ("embedding", "scaled"): (True, False),
    ("embedding", "types"): (0, 2),
    ("embedding", "norm"): (True, False),
    ("positions", "kind"): PositionKind,
    ("positions", "layout"): WaveLayout,
    ("positions", "pairing"): Pairing,
    ("positions", "rotated"): (0, 2),
    ("attention", "scale"): (*Scale, 0.3),
    ("attention", "kv_heads"): (0, 2, 1),
    ("attention", "sharing"): HeadSharing,
    ("attention", "qk_norm"): NormKind,
    ("attention", "soft_cap"): (0.0, 0.5),
    ("attention", "window"): (0, 1, 2),
    ("attention", "split"): HeadCut,
    ("attention", "join"): HeadCut,
    ("weights", "mask_as"): MaskAs,
    ("weights", "over"): SoftmaxOver,
    ("weights", "base"): SoftmaxBase,
    ("weights", "temperature"): (1.0, 0.5),
    ("attention", "output_bias"): (True, False),
    ("unembedding", "soft_cap"): (0.0, 0.5),
    ("unembedding", "scaled"): (True, False),
    ("feed_forward", "kind"): FeedForwardKind,
    ("feed_forward", "activation"): ActivationKind,
    ("norm", "kind"): NormKind,
    ("norm", "place"): NormPlace,
    ("norm", "variance"): Variance,
    ("norm", "epsilon_place"): EpsilonPlace,
    ("norm", "gain"): (True, False),
    ("norm", "bias"): (True, False),
}


def variant(path, choice, base=BASE):
    """The same numbers with one option changed; what the option asks for is filled in."""
    record, name = path
    if name == "output_bias":
        base = replace(base, attention=replace(base.attention, bias=True))
    if name in {"pairing", "rotated"}:
        positions = replace(base.positions, kind=PositionKind.ROPE)
        base = replace(base, positions=positions, attention=replace(base.attention, d_k=4))
    if name in {"kv_heads", "sharing"}:
        base = replace(base, attention=replace(base.attention, heads=4, kv_heads=2))
    changed = replace(base, **{record: replace(getattr(base, record), **{name: choice})})
    return ChangeArchitecture(changed).apply(filled(base, seed=3))


@pytest.mark.parametrize("path", CHOICES, ids=".".join)
def test_no_two_choices_compute_the_same(path):
    results = [trace_of(variant(path, choice))["probabilities"].values for choice in CHOICES[path]]
    for left, right in combinations(results, 2):
        assert np.abs(left - right).max() > 1e-6


@pytest.mark.parametrize("path", CHOICES, ids=".".join)
def test_every_choice_comes_back_from_its_file(path):
    for choice in CHOICES[path]:
        made = variant(path, choice)
        again = loads(dumps(made))
        assert again.architecture == made.architecture
        assert dumps(again) == dumps(made)


@pytest.mark.parametrize(
    ("halves", "turned"),
    [
        (False, [-1.142640, 1.922076, 2.959851, 4.029800]),
        (True, [-1.984111, 1.959901, 2.462378, 4.019800]),
    ],
)
def test_turned_pairs_keep_their_length(halves, turned):
    """B8: angles laid out for neighbours while halves are turned give a length of 5.863, not 5.477."""
    rows = np.array([[[0.0] * 4, [1.0, 2.0, 3.0, 4.0]]])
    made = Rotate(4, 10_000.0, halves).compute(rows)[0][0, 1]
    np.testing.assert_allclose(made, turned, atol=5e-7)
    assert np.linalg.norm(made) == pytest.approx(np.linalg.norm(rows[0, 1]), abs=1e-14)


def test_scores_of_turned_rows_depend_on_the_distance_alone():
    row, other = np.array([0.3, -1.2, 0.7, 2.0]), np.array([1.5, 0.4, -0.6, 0.1])
    for halves in (False, True):
        turn = Rotate(4, 100.0, halves)
        queries, keys = (turn.compute(np.tile(one, (1, 6, 1)))[0][0] for one in (row, other))
        scores = queries @ keys.T
        for distance in range(-5, 6):
            along = np.diagonal(scores, distance)
            np.testing.assert_allclose(along, along[0], atol=1e-13)


def test_turning_at_position_0_changes_nothing():
    rows = np.random.default_rng(0).normal(size=(2, 1, 4))
    np.testing.assert_array_equal(Rotate(4, 10_000.0).compute(rows)[0], rows)


def test_slopes_are_those_of_the_paper():
    assert slopes(8) == [2.0**-n for n in range(1, 9)]
    assert slopes(4) == [2.0**-2, 2.0**-4, 2.0**-6, 2.0**-8]
    assert slopes(3) == [2.0**-4, 2.0**-8, 2.0**-2]
    assert slopes(1) == [2.0**-8]


def test_distance_bias_takes_more_from_farther_words():
    made = DistanceBias(2, 3, 3).compute()[0]
    np.testing.assert_array_equal(made[0], -(2.0**-4) * np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]]))
    late = DistanceBias(2, 1, 3).compute()[0]
    np.testing.assert_array_equal(late, made[:, -1:])


@pytest.mark.parametrize("both_ways", [True, False])
def test_buckets_are_those_of_t5(both_ways):
    """One bucket a distance at first, then wider ones, the last from 128 on; later words elsewhere."""
    keys = 400
    late, early = BucketBias(keys, keys, 32, 128, both_ways), 0
    behind = [late.bucket(399, 399 - distance) for distance in range(400)]
    exact = 8 if both_ways else 16
    assert behind[: exact + 1] == list(range(exact + 1))
    assert behind == sorted(behind)
    assert max(behind) == behind[128] == behind[-1] == (15 if both_ways else 31)
    ahead = [late.bucket(early, distance) for distance in range(1, 20)]
    assert ahead[:3] == ([17, 18, 19] if both_ways else [0, 0, 0])


def test_other_pairs_with_other_columns_are_the_same_model():
    made = variant(("positions", "pairing"), Pairing.ADJACENT)
    other = SwapPairing().apply(made)
    assert other.architecture.positions.pairing is Pairing.HALF
    np.testing.assert_allclose(
        trace_of(other)["probabilities"].values, trace_of(made)["probabilities"].values, atol=1e-14
    )
    again = SwapPairing().apply(other)
    assert again.architecture == made.architecture
    for name, parameter in made.parameters.items():
        assert again.parameters[name].values.tobytes() == parameter.values.tobytes()
    simply = variant(("positions", "pairing"), Pairing.HALF)
    assert np.abs(trace_of(simply)["logits"].values - trace_of(made)["logits"].values).max() > 1e-3


def test_what_cannot_be_turned_is_refused():
    for d_k, rotated in ((3, 0), (4, 3), (4, 6)):
        with pytest.raises(OptionOutOfRange, match="even"):
            Architecture(
                Stack.DECODER,
                attention=Attention(d_k=d_k),
                positions=Positions(PositionKind.ROPE, rotated=rotated),
            )


def test_sines_then_cosines_are_the_same_columns_in_another_order():
    """B11: neither is a bug; a permutation of columns maps one to the other, whatever the width."""
    for width in (4, 5, 6):
        turns, blocks = (
            SinusoidalPositions(7, width, 10_000.0, layout).compute()[0] for layout in (False, True)
        )
        order = [*range(0, width, 2), *range(1, width, 2)]
        np.testing.assert_array_equal(blocks, turns[:, order])


def test_positions_of_an_odd_width():
    """B10."""
    made = SinusoidalPositions(2, 5, 10_000.0).compute()[0][1]
    np.testing.assert_allclose(made, [0.8415, 0.5403, 0.0251, 0.9997, 0.0006], atol=5e-5)


def test_a_word_of_another_type_is_moved_by_the_difference_of_their_rows():
    made = variant(("embedding", "types"), 2)
    other = SetType("target", 1, 1).apply(made)
    before, after = (trace_of(one)["embed.sum"].values for one in (made, other))
    rows = made.parameters["embed.W_T"].values
    np.testing.assert_allclose((after - before)[1], rows[1] - rows[0], atol=1e-15)
    np.testing.assert_array_equal(np.delete(after, 1, axis=0), np.delete(before, 1, axis=0))
    assert SetType("target", 1, 0).apply(other).types == {}
    assert MoveToken("target", 1, 0).apply(other).types == {"target": (1, 0, 0)}
    assert InsertToken("target", 0, "w0").apply(other).types == {"target": (0, 0, 1, 0)}
    assert RemoveToken("target", 1).apply(other).types == {}
    fewer = replace(made.architecture, embedding=replace(made.architecture.embedding, types=1))
    assert ChangeArchitecture(fewer).apply(other).types == {}


def test_types_there_are_not_are_refused():
    made = variant(("embedding", "types"), 2)
    for position, kind, error in ((0, 2, NoSuchType), (0, -1, NoSuchType), (3, 0, NoSuchPosition)):
        with pytest.raises(error):
            SetType("target", position, kind).apply(made)
    with pytest.raises(NoTypes, match="Change model"):
        SetType("target", 0, 0).apply(variant(("embedding", "types"), 0))
    with pytest.raises(NoSuchType, match="rows 0 to 1"):
        made.with_changes(types={"target": (0, 2, 0)}).program()


def test_a_norm_behind_the_embedding_takes_away_its_size():
    """BERT's first layer reads rows of mean 0 and spread 1; sums of any size give the same."""
    made = variant(("embedding", "norm"), True)
    bare = replace(made.architecture.norm, epsilon=0.0, gain=False, bias=False)
    made = ChangeArchitecture(replace(made.architecture, norm=bare)).apply(made)
    trace = trace_of(made)
    normed = trace["embed.norm"].values
    np.testing.assert_allclose(normed.mean(axis=-1), 0.0, atol=1e-15)
    np.testing.assert_allclose((normed**2).mean(axis=-1), 1.0, atol=1e-14)
    larger = made.with_changes(given={"embed.sum": frozen(trace["embed.sum"].values * 7)})
    np.testing.assert_allclose(trace_of(larger)["logits"].values, trace["logits"].values, atol=1e-13)
    assert "decoder.0.self_attn.scores" in trace
    off = SwitchPart("embed.norm", on=False).apply(made)
    np.testing.assert_array_equal(trace_of(off)["embed.norm"].values, trace["embed.sum"].values)


def test_logits_that_are_scaled_are_divided_by_the_root_of_the_width_and_their_bias_is_not():
    plain, scaled = (variant(("unembedding", "scaled"), on) for on in (False, True))
    before, after = (trace_of(one)["logits"].values for one in (plain, scaled))
    np.testing.assert_allclose(after, before / math.sqrt(6), atol=1e-14)
    biased = ChangeArchitecture(
        replace(scaled.architecture, unembedding=replace(scaled.architecture.unembedding, bias=True))
    ).apply(scaled)
    biased = SetTensor("unembed.b_U", np.arange(4.0)).apply(biased)
    np.testing.assert_allclose(trace_of(biased)["logits"].values, after + np.arange(4.0), atol=1e-14)


def test_biases_of_queries_keys_and_values_alone_leave_none_in_the_output():
    with_o, without = (variant(("attention", "output_bias"), on) for on in (True, False))
    assert with_o.parameters.keys() - without.parameters.keys() == {
        f"decoder.{layer}.self_attn.b_O" for layer in range(2)
    }
    assert len(trace_of(without).program.step("decoder.0.self_attn.q").inputs) == 3
    assert len(trace_of(without).program.step("decoder.0.self_attn.out").inputs) == 2


def test_learned_positions_with_an_offset_take_later_rows():
    table = np.arange(10.0).reshape(5, 2)
    np.testing.assert_array_equal(LearnedPositions(3, 2).compute(table)[0], table[2:])


def test_a_soft_cap_leaves_small_numbers_and_stops_large_ones():
    made = SoftCap(30.0).compute(np.array([0.01, -0.01, 1e6, -1e6, np.inf]))[0]
    np.testing.assert_allclose(made, [0.01, -0.01, 30.0, -30.0, 30.0], atol=1e-8)


X_OF_B2 = np.arange(8.0).reshape(2, 4)


def test_heads_split_by_plain_reshape_hold_parts_of_different_words():
    """B2."""
    right, wrong = (
        Project(2, "query", "d_k", reshape).compute(X_OF_B2, np.eye(4))[0] for reshape in (False, True)
    )
    assert right.tolist() == [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]
    assert wrong.tolist() == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]


def test_heads_joined_by_plain_reshape_mix_words():
    """B1: a, b / c, d of head 1 and e, f / g, h of head 2 as 1 … 8."""
    heads = np.arange(1.0, 9.0).reshape(2, 2, 2)
    right, wrong = (JoinHeads(2, reshape).compute(heads)[0] for reshape in (False, True))
    assert right.tolist() == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert wrong.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]


def repeated(made, order):
    """The same model with keys and values of every head typed out: their heads repeated in that order."""
    attention = replace(made.architecture.attention, kv_heads=0)
    parameters = dict(made.parameters)
    for name, parameter in made.parameters.items():
        if name[-3:] in {"W_K", "W_V"}:
            rows = parameter.values.reshape(len(parameter.values), made.architecture.attention.kv_heads, -1)
            columns = np.ascontiguousarray(rows[:, order].reshape(len(rows), -1))
            parameters[name] = Parameter(frozen(columns))
    return made.with_changes(
        architecture=replace(made.architecture, attention=attention), parameters=parameters
    )


@pytest.mark.parametrize(
    ("kv_heads", "sharing", "order"),
    [
        (1, HeadSharing.GROUPED, [0, 0, 0, 0]),
        (2, HeadSharing.GROUPED, [0, 0, 1, 1]),
        (2, HeadSharing.TILED, [0, 1, 0, 1]),
    ],
)
def test_shared_heads_are_heads_that_are_repeated(kv_heads, sharing, order):
    """Bit for bit: grouped and tiled are one model once W_K and W_V have their blocks in another order."""
    attention = replace(BASE.attention, heads=4, kv_heads=kv_heads, sharing=sharing)
    made = filled(replace(BASE, attention=attention), seed=3)
    assert made.parameters["decoder.0.self_attn.W_K"].values.shape == (6, kv_heads * 2)
    here, there = trace_of(made), trace_of(repeated(made, order))
    assert here["decoder.1.self_attn.k"].shape == (kv_heads, 3, 2)
    for name in ("decoder.0.self_attn.scores", "decoder.1.self_attn.heads", "probabilities"):
        assert here[name].values.tobytes() == there[name].values.tobytes()


def test_as_many_heads_of_keys_as_heads_is_multi_head_attention():
    plain = BASE.attention
    assert replace(plain, kv_heads=plain.heads) == plain
    assert replace(plain, kv_heads=1) != plain
    one = replace(plain, heads=1, kv_heads=1, sharing=HeadSharing.GROUPED)
    assert one.kv_heads == 0


def test_key_heads_that_do_not_divide_the_heads_of_the_decoder_are_refused_by_its_option():
    def both(kv_heads=2, **decoder):
        attention = Attention(heads=4, kv_heads=kv_heads, d_k=2, d_v=2)
        return Architecture(Stack.ENCODER_DECODER, d_model=4, attention=attention, decoder=Decoder(**decoder))

    with pytest.raises(KeyHeadsDoNotDivide, match=r"^decoder ▸ heads is 3, and the 2 heads of keys"):
        both(heads=3, d_k=2)
    with pytest.raises(HeadsDoNotDivide, match=r"^decoder ▸ heads is 3, and that does not divide d_model"):
        both(kv_heads=0, heads=3)
    assert both(heads=2).of_stack("decoder").attention.key_heads == 2
    assert both(heads=4, d_k=1).of_stack("decoder").attention.key_heads == 2


def test_heads_of_keys_that_do_not_divide_are_refused():
    with pytest.raises(KeyHeadsDoNotDivide, match="2 heads of keys and values do not divide 3 of queries"):
        Attention(heads=3, kv_heads=2)
    with pytest.raises(KeyHeadsDoNotDivide):
        Attention(heads=2, kv_heads=4)


def test_a_model_that_comes_to_share_heads_keeps_the_first_of_them():
    """And back: the others are new, W_Q is the same object."""
    name = "decoder.0.self_attn"
    made = filled(replace(BASE, attention=replace(BASE.attention, heads=4)), seed=3)
    fewer = replace(BASE.attention, heads=4, kv_heads=2)
    shared = ChangeArchitecture(replace(BASE, attention=fewer)).apply(made)
    before, after = (one.parameters[f"{name}.W_K"].values for one in (made, shared))
    assert after.shape == (6, 4)
    np.testing.assert_array_equal(after, before[:, :4])
    assert shared.parameters[f"{name}.W_Q"] is made.parameters[f"{name}.W_Q"]
    again = ChangeArchitecture(made.architecture).apply(shared).parameters[f"{name}.W_K"].values
    np.testing.assert_array_equal(again[:, :4], before[:, :4])
    wider = replace(shared.architecture, attention=replace(shared.architecture.attention, d_k=3))
    columns = ChangeArchitecture(wider).apply(shared).parameters[f"{name}.W_K"].values
    for head in range(2):
        np.testing.assert_array_equal(columns[:, 3 * head : 3 * head + 2], after[:, 2 * head : 2 * head + 2])


def test_norms_of_queries_and_keys_come_with_gains_of_one_and_go_again():
    made = filled(BASE, seed=3)
    attention = replace(BASE.attention, qk_norm=NormKind.RMS)
    normed = ChangeArchitecture(replace(BASE, attention=attention)).apply(made)
    new = normed.parameters.keys() - made.parameters.keys()
    assert new == {f"decoder.{layer}.self_attn.{letter}_norm.gain" for layer in range(2) for letter in "qk"}
    assert all(normed.parameters[name].values.tolist() == [1.0, 1.0] for name in new)
    assert ChangeArchitecture(BASE).apply(normed).parameters.keys() == made.parameters.keys()


def test_explain_says_which_head_of_keys_is_read():
    texts = {}
    for sharing in HeadSharing:
        trace = trace_of(variant(("attention", "sharing"), sharing))
        texts[sharing] = explain(trace, "decoder.0.self_attn.scores", (1, 2, 0)).text
    assert "Head 2 reads head 1 of k, which heads 1 to 2 share." in texts[HeadSharing.GROUPED]
    assert "Head 2 reads head 2 of k: in turn, a mistake. By groups it is head 1." in texts[HeadSharing.TILED]
    for step, row in (("k", 2), ("v", 0)):
        trace = trace_of(variant(("attention", "sharing"), HeadSharing.GROUPED))
        text = explain(trace, f"decoder.0.self_attn.{step}", (1, row, 0)).text
        assert f"Head 2 takes columns 3 to 4 of W_{step.upper()}." in text
        assert "Heads 3–4 of the queries read it." in text
        assert "read it" not in explain(trace, "decoder.0.self_attn.q", (1, 2, 0)).text
        trace = trace_of(variant(("attention", "sharing"), HeadSharing.TILED))
        text = explain(trace, f"decoder.0.self_attn.{step}", (1, row, 0)).text
        assert "Heads 2, 4 of the queries read it: in turn, a mistake." in text
    tiled = variant(("attention", "sharing"), HeadSharing.TILED)
    assert "mistake" in str(tiled.program().step("decoder.0.self_attn.scores").title)


@pytest.mark.parametrize("scale", [Scale.ROOT, Scale.ROOT_MODEL, Scale.ROOT_HEADS, 0.3], ids=str)
def test_scaled_queries_give_the_same_scores(scale):
    base = replace(BASE, attention=replace(BASE.attention, scale=scale))
    after, before = (trace_of(variant(("attention", "scale_place"), place, base)) for place in ScalePlace)
    first, last = "decoder.0.self_attn", "decoder.1.self_attn"
    for name in (f"{first}.scaled", f"{last}.scaled", "probabilities"):
        np.testing.assert_allclose(before[name].values, after[name].values, rtol=1e-12, atol=1e-15)
    assert np.abs(before[f"{first}.scores"].values - after[f"{first}.scores"].values).max() > 1e-3
    assert before[f"{first}.scaled"].values.tobytes() == before[f"{first}.scores"].values.tobytes()
    assert f"{first}.q_scaled" not in after


def test_the_switch_of_the_scaling_acts_on_the_queries_too():
    made = variant(("attention", "scale_place"), ScalePlace.BEFORE)
    off = trace_of(SwitchPart("scale", False).apply(made))
    name = "decoder.0.self_attn"
    assert off[f"{name}.q_scaled"].values.tobytes() == off[f"{name}.q"].values.tobytes()
    assert np.abs(off["logits"].values - trace_of(made)["logits"].values).max() > 1e-3
    on = trace_of(made)
    said = {place: explain(on, f"{name}.{place}", (0, 1, 0)).text for place in ("q_scaled", "scaled")}
    assert "it need not be done to every score" in said["q_scaled"]
    assert "The queries were scaled before the product" in said["scaled"]
    assert "The queries are not scaled" in explain(off, f"{name}.q_scaled", (0, 1, 0)).text
    assert "The scores are not scaled" in explain(off, f"{name}.scaled", (0, 1, 0)).text


@pytest.mark.parametrize("kind", [NormKind.LAYER, NormKind.RMS])
def test_normed_queries_and_keys_have_one_size(kind):
    """Before the gain: √d_k whatever was read; the gain is one for all heads."""
    name, gain = "decoder.0.self_attn", np.array([2.0, 0.5])
    base = replace(BASE, attention=replace(BASE.attention, qk_epsilon=0.0))
    made = variant(("attention", "qk_norm"), kind, base)
    made = with_parameters(made, {f"{name}.{letter}_norm.gain": gain for letter in "qk"})
    trace = trace_of(made)
    for letter in "qk":
        rows = trace[f"{name}.{letter}_norm"].values / gain
        assert rows.shape == (3, 3, 2)
        np.testing.assert_allclose(np.linalg.norm(rows, axis=-1), math.sqrt(2), rtol=1e-12)
    assert trace.program.step(f"{name}.scores").inputs == (f"{name}.q_norm", f"{name}.k_norm")


def test_queries_are_normed_then_turned_then_scaled():
    """The order of Qwen3 and Gemma 3; other pairs of columns are the same model, gains reordered too."""
    attention = replace(BASE.attention, heads=4, kv_heads=2, d_k=4, qk_norm=NormKind.RMS)
    attention = replace(attention, scale_place=ScalePlace.BEFORE)
    made = filled(
        replace(BASE, attention=attention, positions=Positions(PositionKind.ROPE, base=10.0)), seed=3
    )
    trace, name = trace_of(made), "decoder.0.self_attn"
    read = [trace.program.step(f"{name}.{step}").inputs[0] for step in ("q_norm", "q_rotated", "q_scaled")]
    assert read == [f"{name}.q", f"{name}.q_norm", f"{name}.q_rotated"]
    assert trace.program.step(f"{name}.scores").inputs == (f"{name}.q_scaled", f"{name}.k_rotated")
    other = SwapPairing().apply(made)
    gain = f"{name}.q_norm.gain"
    assert other.parameters[gain].values.tolist() == made.parameters[gain].values[[0, 2, 1, 3]].tolist()
    np.testing.assert_allclose(
        trace_of(other)["probabilities"].values, trace["probabilities"].values, atol=1e-14
    )


def test_a_turned_query_that_is_typed_in_keeps_its_axes():
    made = variant(("positions", "pairing"), Pairing.HALF)
    name = "decoder.0.self_attn.q_rotated"
    typed = made.with_changes(given={name: trace_of(made)[name].values})
    assert [axis.name for axis in trace_of(typed)[name].axes] == ["head", "query", "d_k"]


def test_softmax_over_the_wrong_axis():
    """B5."""
    scores = np.array([[[1.0, 2.0], [3.0, 5.0]]])
    rows, columns = Softmax().compute(scores)[0][0], ColumnSoftmax().compute(scores)[0][0]
    np.testing.assert_allclose(rows, [[0.268941, 0.731059], [0.119203, 0.880797]], atol=5e-7)
    np.testing.assert_allclose(columns.sum(axis=0), [1.0, 1.0], atol=1e-15)
    assert np.abs(columns.sum(axis=1) - 1.0).min() > 0.5


def test_scores_times_zero_are_not_masked():
    """B17."""
    scores, mask = np.array([[[1.0, 2.0, 3.0]]]), np.array([[1.0, 1.0, 0.0]])
    wrong = Softmax().compute(TimesMask().compute(scores, mask)[0])[0][0, 0]
    right = Softmax().compute(ApplyMask().compute(scores, mask)[0], mask)[0][0, 0]
    np.testing.assert_allclose(wrong, [0.244728, 0.665241, 0.090031], atol=5e-7)
    np.testing.assert_allclose(right, [0.268941, 0.731059, 0.0], atol=5e-7)


def test_a_large_negative_number_loses_to_real_scores_that_are_lower():
    """N1: masked by −1e5 where real scores lie near −110 200, all attention goes to what is forbidden."""
    real = [-110208.0547, -110189.8125, -110206.5234, -110208.4531, -110192.6016]
    scores, mask = np.array([[[*real, 0.0, 0.0, 0.0]]]), np.array([[1.0] * 5 + [0.0] * 3])
    right = Softmax().compute(ApplyMask().compute(scores, mask)[0], mask)[0][0, 0]
    wrong = Softmax().compute(ApplyMask(-1e5).compute(scores, mask)[0])[0][0, 0]
    np.testing.assert_allclose(right, [0, 0.942084, 0, 0, 0.057916, 0, 0, 0], atol=5e-7)
    np.testing.assert_allclose(wrong, [0, 0, 0, 0, 0, 1 / 3, 1 / 3, 1 / 3], atol=1e-12)


def test_another_base_is_another_temperature():
    scores = np.array([[[2.0, 0.0, 1.0]]])
    assert Softmax(1.0, 2.0).compute(scores)[2].tolist() == [[[1.0, 0.25, 0.5]]]
    np.testing.assert_allclose(
        Softmax(1.0, 3.0).compute(scores)[0], Softmax(1 / math.log(3)).compute(scores)[0], atol=1e-15
    )


def test_a_row_that_may_look_nowhere_gets_what_was_chosen():
    scores, mask = np.array([[[1.0, 2.0]]]), np.zeros((1, 2))
    masked = ApplyMask().compute(scores, mask)[0]
    with np.errstate(all="ignore"):
        rows = {kind: Softmax(nowhere=kind.value).compute(masked, mask)[0][0, 0] for kind in Nowhere}
    assert rows[Nowhere.ZEROS].tolist() == [0.0, 0.0]
    assert rows[Nowhere.UNIFORM].tolist() == [0.5, 0.5]
    assert np.isnan(rows[Nowhere.NAN]).all()


def test_a_window_hides_what_is_too_far():
    assert Mask(4, 4, causal=True, window=2).compute()[0].tolist() == [
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 1],
    ]
    assert Mask(1, 3, causal=True, window=2).compute()[0].tolist() == [[0, 1, 1]]


def test_cross_attention_that_reads_the_decoder_never_sees_the_source():
    made = load_example("encoder-decoder")
    attention = replace(made.architecture.attention, memory=Memory.DECODER)
    wrong = ChangeArchitecture(replace(made.architecture, attention=attention)).apply(made)
    weights = trace_of(wrong)["decoder.0.cross_attn.weights"]
    assert weights.axes[1].labels == weights.axes[2].labels == made.tokens["target"]
    for scenario, changes in ((made, True), (wrong, False)):
        other = RemoveToken("source", 0).apply(scenario)
        before, after = (trace_of(one)["probabilities"].values for one in (scenario, other))
        assert (np.abs(before - after).max() > 1e-6) == changes


def test_mistakes_are_marked_as_mistakes():
    assert [choice for choice in Scale if choice.is_mistake] == [Scale.ROOT_MODEL, Scale.ROOT_HEADS]
    for path in CHOICES:
        for choice in CHOICES[path]:
            if getattr(choice, "is_mistake", False):
                assert "mistake" in choice.label
                assert "mistake" in conventions_line(variant(path, choice).architecture)
    for choice in (Scale.ROOT_MODEL, Scale.ROOT_HEADS):
        assert "mistake" in choice.label
        made = variant(("attention", "scale"), choice)
        assert "mistake" in conventions_line(made.architecture)
        assert "mistake" in str(made.program().step("decoder.0.self_attn.scaled").title)
        assert "mistake" in explain(trace_of(made), "decoder.0.self_attn.scaled", (0, 1, 0)).text


def test_the_annotated_transformers_norm_disagrees_with_pytorchs():
    row, ones, zeros = np.array([[1.0, 0.0, 0.0, 0.0]]), np.ones(4), np.zeros(4)
    pytorchs = LayerNorm(1e-5).compute(row, ones, zeros)[0]
    annotated = LayerNorm(1e-6, sample=True, outside=True).compute(row, ones, zeros)[0]
    np.testing.assert_allclose(pytorchs, [[1.732005, *[-0.577335] * 3]], atol=5e-7)
    np.testing.assert_allclose(annotated, [[1.499997, *[-0.499999] * 3]], atol=5e-7)


def test_an_rms_norm_knows_no_shift_but_every_scale():
    row = np.array([[1.0, -2.0, 0.5]])
    rms, layer = RmsNorm(0.0, gain=False), LayerNorm(0.0, gain=False, bias=False)
    np.testing.assert_allclose(rms.compute(row * 7)[0], rms.compute(row)[0], atol=1e-14)
    np.testing.assert_allclose(layer.compute(row + 7)[0], layer.compute(row)[0], atol=1e-14)
    assert np.abs(rms.compute(row + 7)[0] - rms.compute(row)[0]).max() > 0.1


def test_parallel_parts_read_what_came_into_the_layer():
    trace = trace_of(variant(("norm", "place"), NormPlace.PARALLEL))
    for name in ("decoder.0.norm1", "decoder.0.norm2"):
        assert trace.program.step(name).inputs[0] == trace.program.step("decoder.0.norm1").inputs[0]
    parts = (trace[f"decoder.0.{name}"].values for name in ("self_attn.out", "ffn.out"))
    entered = trace[trace.program.step("decoder.0.norm1").inputs[0]].values
    np.testing.assert_allclose(trace["decoder.0.add2"].values, entered + sum(parts), atol=1e-14)


def test_a_gate_of_ones_is_the_two_linear_maps_without_activation():
    made = variant(("feed_forward", "kind"), FeedForwardKind.GATED)
    ones = np.ones((3, 6))
    ones.setflags(write=False)
    trace = trace_of(made.with_changes(given={"decoder.0.ffn.activated": ones}))
    assert (trace["decoder.0.ffn.gated"].values == trace["decoder.0.ffn.hidden"].values).all()


def test_erf_is_that_of_the_standard_library():
    numbers = np.random.default_rng(0)
    spread = [numbers.normal(0, size, 5_000) for size in (1e-300, 1e-8, 0.3, 1, 3, 10)]
    ends = [0.0, -0.0, 5e-324, 0.84375, 1.25, 1 / 0.35, 6.0, -6.0, 1e308, math.inf, -math.inf]
    x = np.concatenate([*spread, ends])
    expected = np.array([math.erf(number) for number in x.tolist()])
    assert np.abs(erf(x) - expected).max() <= 1e-15
    assert np.signbit(erf(x)).tolist() == np.signbit(x).tolist()
    assert np.isnan(erf(np.array([math.nan]))).all()


def test_silu_is_x_times_its_sigmoid():
    x = np.array([-1000.0, -1.0, 0.0, 1.0, 1000.0])
    with np.errstate(all="ignore"):
        made = Silu().compute(x)[0]
    np.testing.assert_allclose(made, [-0.0, -0.2689414213699951, 0.0, 0.7310585786300049, 1000.0], atol=1e-15)


def encoder_decoder(**changes):
    """Two layers each; the same numbers whatever `changes` say."""
    made = Architecture(
        Stack.ENCODER_DECODER,
        layers=2,
        d_model=6,
        positions=Positions(PositionKind.LEARNED, length=5),
        attention=Attention(heads=2, d_k=3, d_v=3, mask=MaskKind.CAUSAL),
        feed_forward=FeedForward(d_ff=4),
    )
    return ChangeArchitecture(replace(made, **changes)).apply(filled(made, seed=5))


def test_a_decoder_of_other_sizes_has_other_parameters_and_the_encoder_keeps_its_own():
    plain, made = encoder_decoder(), encoder_decoder(decoder=Decoder(layers=1, heads=3, d_ff=7))
    shapes = {name: parameter.shape for name, parameter in made.parameters.items()}
    assert {name.split(".")[1] for name in shapes if name.startswith("decoder.")} == {"0"}
    assert {name.split(".")[1] for name in shapes if name.startswith("encoder.")} == {"0", "1"}
    assert shapes["decoder.0.ffn.W_1"] == (6, 7)
    assert shapes["encoder.0.ffn.W_1"] == (6, 4)
    trace, before = trace_of(made), trace_of(plain)
    assert trace["decoder.0.cross_attn.q"].shape == (3, 2, 2)
    assert trace["encoder.1.attn.q"].shape == (2, 3, 3)
    np.testing.assert_array_equal(trace["encoder.norm"].values, before["encoder.norm"].values)
    assert np.abs(trace["logits"].values - before["logits"].values).max() > 1e-3
    assert "decoder: layers 1, heads 3, d_k = 2, d_ff = 7" in conventions_line(made.architecture)
    assert loads(dumps(made)).architecture == made.architecture
    assert "decoder.1.ffn" not in made.architecture.switches
    assert "encoder.1.ffn" in made.architecture.switches


def test_sizes_of_a_decoder_that_do_not_go_together_are_refused():
    with pytest.raises(HeadsDoNotDivide):
        encoder_decoder(decoder=Decoder(heads=4))
    with pytest.raises(OptionOutOfRange):
        Decoder(layers=49)


def test_tables_of_their_own_tell_positions_of_source_and_target_apart():
    made = encoder_decoder(positions=Positions(PositionKind.LEARNED, length=5, shared=False))
    assert {name for name in made.parameters if name.endswith("W_P")} == {
        "source.embed.W_P",
        "target.embed.W_P",
    }
    trace = trace_of(made)
    for sequence in ("source", "target"):
        count = len(made.tokens[sequence])
        rows = made.parameters[f"{sequence}.embed.W_P"].values[:count]
        np.testing.assert_array_equal(trace[f"{sequence}.embed.positions"].values, rows)
    shared = encoder_decoder()
    assert {name for name in shared.parameters if name.endswith("W_P")} == {"embed.W_P"}
    assert loads(dumps(made)).architecture == made.architecture
