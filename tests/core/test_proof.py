"""The proof finds what does not agree, and only that."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.expression.nodes import Cell
from core.ops.activations import Relu
from core.program import ProgramBuilder
from core.proof import (
    SAMPLE,
    WHOLE_UP_TO,
    Proof,
    StepProof,
    checks,
    columns,
    difference,
    prove,
    prove_column,
    step_checks,
    step_size,
    summary,
)
from core.tensor import Axis, NamedTensor
from core.trace import run
from tests.support.build import attention_of_qkv, trace_of
from tests.support.scenarios import scenarios


class Inverted(Relu):
    """Computes one thing and explains another, where x is negative."""

    wrong: float = 0.5

    def compute(self, *inputs):
        return (inputs[0] * (inputs[0] > 0) + self.wrong * (inputs[0] < 0),)


def trace_with_a_fault(wrong):
    x = NamedTensor.of("x", (Axis("token", 2), Axis("d_ff", 3)), [[1, -2, 3], [4, 5, -6]])
    builder = ProgramBuilder({"x": x}, {})
    builder.add("right", Relu(), "x", layer="l", part="p")
    builder.add("wrong", Inverted(wrong), "x", layer="l", part="p")
    return run(builder.build())


def test_a_wrong_result_is_found_and_named():
    proof = prove(trace_with_a_fault(0.5))
    assert not proof.holds
    assert proof.cells == 12
    assert proof.largest == 0.5
    assert proof.where == Cell("wrong", (0, 1))
    assert [(one.cell.index, one.computed, one.recomputed) for one in proof.failures] == [
        ((0, 1), 0.5, 0.0),
        ((1, 2), 0.5, 0.0),
    ]


def test_a_difference_below_the_tolerance_holds_and_is_told():
    proof = prove(trace_with_a_fault(1e-10))
    assert proof.holds
    assert proof.largest == 1e-10
    assert not prove(trace_with_a_fault(1e-10), tolerance=1e-11).holds


def test_columns_can_be_proved_one_by_one():
    trace = trace_with_a_fault(0.5)
    assert columns(trace) == ("right", "wrong")
    assert prove_column(trace, "right") == Proof(cells=6)
    assert prove(trace, ["right"]) == prove_column(trace, "right")
    assert prove_column(trace, "right") + prove_column(trace, "wrong") == prove(trace)
    assert prove_column(trace, "wrong") + prove_column(trace, "right") == prove(trace)


def test_checks_come_one_at_a_time():
    found = checks(trace_with_a_fault(0.5))
    assert next(found).cell == Cell("right", (0, 0))
    assert len(list(found)) == 11


@pytest.mark.parametrize(
    ("computed", "recomputed", "apart"),
    [
        (1.0, 1.0, 0.0),
        (0.0, -0.0, 0.0),
        (0.5, 0.25, 0.25),
        (200.0, 100.0, 0.5),
        (1.7e308, -1.7e308, 2.0),
        (math.nan, math.nan, 0.0),
        (math.inf, math.inf, 0.0),
        (math.inf, -math.inf, math.inf),
        (math.nan, 1.0, math.inf),
        (1.0, math.nan, math.inf),
        (math.inf, 1.0, math.inf),
    ],
)
def test_nan_equals_nan_and_infinities_their_like(computed, recomputed, apart):
    assert difference(computed, recomputed) == apart


def test_infinite_and_nan_cells_are_proved():
    proof = prove(trace_of(attention_of_qkv([[[1e200]]], [[[1e200], [0]]], [[[10], [4]]])))
    assert proof.holds
    assert proof.largest == 0.0


def test_what_no_step_makes_is_not_provable():
    with pytest.raises(ValueError, match="made by no step"):
        prove_column(trace_with_a_fault(0.5), "x")


@settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(scenarios(), st.just(1e-12))
def test_every_cell_of_any_model_is_proved(made, tolerance):
    trace = trace_of(made)
    proof = prove(trace, tolerance=tolerance)
    assert proof.holds
    assert proof.cells == sum(trace[name].values.size for name in columns(trace))


# One step while nobody waits


def wide_trace(columns):
    x = NamedTensor.of("x", (Axis("token", 2), Axis("d_ff", columns)), [[1.0] * columns] * 2)
    builder = ProgramBuilder({"x": x}, {})
    builder.add("wide", Relu(), "x", layer="l", part="p")
    return run(builder.build())


def test_a_step_is_proved_with_its_workings_first():
    trace = trace_of(attention_of_qkv([[[1.0]]], [[[1.0], [2.0]]], [[[10], [4]]]))
    step = trace.program.step("attn.weights")
    found = list(step_checks(trace, step))
    assert list(dict.fromkeys(one.cell.tensor for one in found)) == [
        "attn.weights.max",
        "attn.weights.exp",
        "attn.weights.sum",
        "attn.weights",
    ]
    assert len(found) == step_size(trace, step) == 6
    assert not StepProof("attn.weights", summary(found), 6).is_sample


def test_what_is_typed_in_has_nothing_to_prove():
    trace = trace_of(attention_of_qkv([[[1.0]]], [[[1.0], [2.0]]], [[[10], [4]]]))
    step = trace.program.step("attn.q")
    assert step_size(trace, step) == 0
    assert list(step_checks(trace, step)) == []


def test_a_large_column_is_sampled_in_order_and_by_seed():
    trace = wide_trace(WHOLE_UP_TO // 2 + 1)
    step = trace.program.step("wide")
    found = list(step_checks(trace, step, seed=3))
    places = [one.cell.index for one in found]
    assert len(places) == len(set(places)) == SAMPLE
    assert places == sorted(places)
    assert places == [one.cell.index for one in step_checks(trace, step, seed=3)]
    assert places != [one.cell.index for one in step_checks(trace, step, seed=4)]
    assert StepProof("wide", summary(found), step_size(trace, step)).is_sample


def test_a_column_at_the_limit_is_proved_wholly():
    trace = wide_trace(WHOLE_UP_TO // 2)
    step = trace.program.step("wide")
    assert len(list(step_checks(trace, step))) == WHOLE_UP_TO == step_size(trace, step)
