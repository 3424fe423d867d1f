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
    EpsilonPlace,
    FeedForward,
    FeedForwardKind,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    Stack,
    Variance,
    WaveLayout,
)
from core.edits.architecture import ChangeArchitecture
from core.error_function import erf
from core.explanation import explain
from core.formats import dumps, loads
from core.ops import LayerNorm, LearnedPositions, RmsNorm, Silu, SinusoidalPositions, SoftCap
from tests.support.build import trace_of
from tests.support.scenarios import filled

BASE = Architecture(
    Stack.DECODER,
    layers=2,
    d_model=6,
    positions=Positions(PositionKind.SINUSOIDAL, base=10.0),
    attention=Attention(heads=3, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
    feed_forward=FeedForward(d_ff=6),
    norm=Norm(place=NormPlace.PRE, epsilon=1e-2, final=True),
)

CHOICES = {
    ("embedding", "scaled"): (True, False),
    ("positions", "kind"): PositionKind,
    ("positions", "layout"): WaveLayout,
    ("attention", "scale"): (*Scale, 0.3),
    ("attention", "soft_cap"): (0.0, 0.5),
    ("unembedding", "soft_cap"): (0.0, 0.5),
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


def test_learned_positions_with_an_offset_take_later_rows():
    table = np.arange(10.0).reshape(5, 2)
    np.testing.assert_array_equal(LearnedPositions(3, 2).compute(table)[0], table[2:])


def test_a_soft_cap_leaves_small_numbers_and_stops_large_ones():
    made = SoftCap(30.0).compute(np.array([0.01, -0.01, 1e6, -1e6, np.inf]))[0]
    np.testing.assert_allclose(made, [0.01, -0.01, 30.0, -30.0, 30.0], atol=1e-8)


def test_mistakes_are_marked_as_mistakes():
    assert [choice for choice in Scale if choice.is_mistake] == [Scale.ROOT_MODEL, Scale.ROOT_HEADS]
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
