"""Running a program: what is computed anew, what is kept, and what a failure leaves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    FeedForward,
    MaskKind,
    Norm,
    NormPlace,
    PositionKind,
    Positions,
    Stack,
)
from core.expression.nodes import Cell
from core.ops.base import Operation
from core.program import ProgramBuilder
from core.tensor import Axis, NamedTensor
from core.trace import StepFailed, run
from tests.support.build import array, attention_of_qkv, trace_of, with_parameters
from tests.support.scenarios import filled, scenarios

DECODER = Architecture(
    Stack.DECODER,
    layers=2,
    positions=Positions(PositionKind.SINUSOIDAL),
    attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
    norm=Norm(final=True),
)


def nudged(made, name):
    """The scenario with the first cell of a parameter or typed-in tensor changed."""
    values = made.source_values(name).copy()
    values.flat[0] += 0.25
    if name in made.parameters:
        return with_parameters(made, {name: values})
    return made.with_changes(given={**made.given, name: array(values)})


def computed_after(made, changed):
    before = trace_of(made)
    assert before.computed == {step.name for step in before.program.steps}
    return trace_of(changed, before).computed


def decoder_after(first):
    """The steps from `first` on."""
    steps = [step.name for step in filled(DECODER, 1).program().steps]
    return set(steps[steps.index(first) :])


def test_an_edited_w_2_recomputes_only_what_stands_behind_it():
    made = filled(DECODER, 1)
    assert computed_after(made, nudged(made, "decoder.1.ffn.W_2")) == {
        "decoder.1.ffn.out",
        "decoder.1.add2",
        "decoder.1.norm2",
        "decoder.norm",
        "logits",
        "probabilities",
    }


def test_an_edited_key_matrix_leaves_queries_and_values_alone():
    made = filled(DECODER, 1)
    assert computed_after(made, nudged(made, "decoder.1.self_attn.W_K")) == {
        "decoder.1.self_attn.k",
        "decoder.1.self_attn.scores",
        "decoder.1.self_attn.scaled",
        "decoder.1.self_attn.masked",
        "decoder.1.self_attn.weights",
        "decoder.1.self_attn.heads",
        "decoder.1.self_attn.concat",
        "decoder.1.self_attn.out",
        "decoder.1.add1",
        "decoder.1.norm1",
        "decoder.1.ffn.hidden",
        "decoder.1.ffn.activated",
        "decoder.1.ffn.out",
        "decoder.1.add2",
        "decoder.1.norm2",
        "decoder.norm",
        "logits",
        "probabilities",
    }


def test_an_edited_value_bias_leaves_the_weights_alone():
    made = filled(DECODER, 1)
    computed = computed_after(made, nudged(made, "decoder.1.self_attn.b_V"))
    assert computed == {"decoder.1.self_attn.v"} | decoder_after("decoder.1.self_attn.heads")


def test_an_edited_tied_embedding_recomputes_all_but_positions_and_mask():
    made = filled(DECODER, 1)
    every = {step.name for step in made.program().steps}
    assert computed_after(made, nudged(made, "embed.W_E")) == every - {"embed.positions", "decoder.mask"}


def test_an_edited_final_gain_recomputes_the_end():
    made = filled(DECODER, 1)
    assert computed_after(made, nudged(made, "decoder.norm.gain")) == {
        "decoder.norm",
        "logits",
        "probabilities",
    }


def test_an_edited_typed_in_query_recomputes_only_what_reads_it():
    made = attention_of_qkv([[[2.0]]], [[[2.0], [1.0]]], [[[10.0], [4.0]]])
    assert computed_after(made, nudged(made, "attn.v")) == {"attn.v", "attn.heads", "attn.concat", "attn.out"}


def changed_options(**changes):
    return replace(DECODER, **changes)


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"temperature": 2.0}, "probabilities"),
        ({"feed_forward": FeedForward(activation=ActivationKind.GELU)}, "decoder.0.ffn.activated"),
        ({"norm": Norm(final=True, epsilon=1e-3)}, "decoder.0.norm1"),
        ({"positions": Positions(PositionKind.SINUSOIDAL, base=100.0)}, "embed.positions"),
    ],
)
def test_a_changed_option_recomputes_from_the_first_step_that_has_it(changes, first):
    made = filled(DECODER, 1)
    after = trace_of(made.with_changes(architecture=changed_options(**changes)), trace_of(made))
    steps = [step.name for step in made.program().steps]
    apart = {"decoder.mask"} if first == "embed.positions" else set()
    assert after.computed == set(steps[steps.index(first) :]) - apart


def test_a_mask_turned_off_keeps_the_scores():
    made = filled(DECODER, 1)
    attention = Attention(heads=2, bias=True)
    after = trace_of(made.with_changes(architecture=changed_options(attention=attention)), trace_of(made))
    steps = [step.name for step in made.program().steps]
    assert after.computed == set(steps[steps.index("decoder.0.self_attn.masked") :])
    assert "decoder.mask" not in after


def test_nothing_changed_computes_nothing_and_keeps_every_tensor():
    made = filled(DECODER, 1)
    before = trace_of(made)
    after = trace_of(made, before)
    assert after.computed == frozenset()
    assert after.changed == frozenset()
    assert all(after[name] is before[name] for name in before)


def test_changed_names_exactly_what_was_computed_with_its_workings():
    made = filled(DECODER, 1)
    before = trace_of(made)
    after = trace_of(nudged(made, "decoder.norm.bias"), before)
    assert after.changed == {
        "decoder.norm.bias",
        "decoder.norm",
        "decoder.norm.mean",
        "decoder.norm.deviation",
        "decoder.norm.variance",
        "logits",
        "probabilities",
        "probabilities.max",
        "probabilities.exp",
        "probabilities.sum",
    }
    assert before.changed == frozenset(before)


def test_changed_names_what_went():
    made = filled(DECODER, 1)
    before = trace_of(made)
    weights = "decoder.1.self_attn.weights"
    after = trace_of(made.with_changes(given={weights: before[weights].values}), before)
    gone = {f"{weights}.{working}" for working in ("max", "exp", "sum")}
    assert before.keys() - after.keys() == gone
    assert after.changed == gone | {weights}


@pytest.mark.parametrize("typed", [False, True])
def test_changed_labels_keep_the_same_arrays(typed):
    made = filled(DECODER, 1, extra_given=("decoder.0.add1", "embed.sum") if typed else ())
    before = trace_of(made)
    others = dict(zip(made.vocabulary, ("der", "die", "das", "wer"), strict=True))
    renamed = made.with_changes(
        vocabulary=tuple(others[word] for word in made.vocabulary),
        tokens={"target": tuple(others[word] for word in made.tokens["target"])},
        features=("a", "b", "c", "d"),
    )
    after = trace_of(renamed, before)
    assert after.computed == frozenset()
    assert all(after[name].values is before[name].values for name in before)
    assert after["decoder.0.self_attn.weights"].axes[2].labels == ("der", "die", "das")
    assert after["decoder.norm"].axes[1].labels == ("a", "b", "c", "d")
    assert after["decoder.1.add2"].axes[0].labels == ("der", "die", "das")


def test_a_typed_in_tensor_and_its_removal_recompute_what_stands_behind_it():
    made = filled(DECODER, 1)
    before = trace_of(made)
    typed = made.with_changes(given={"decoder.1.add1": array(before["decoder.1.add1"].values + 1.0)})
    after = trace_of(typed, before)
    assert after.computed == decoder_after("decoder.1.add1")
    again = trace_of(made, after)
    assert again.computed == decoder_after("decoder.1.add1")
    assert bits(again) == bits(before)


def test_sources_and_results_are_read_only():
    trace = trace_of(filled(DECODER, 1, extra_given=("decoder.0.add1",)))
    for name, tensor in trace.items():
        with pytest.raises(ValueError, match="read-only"):
            tensor.values[(0,) * tensor.values.ndim] = 1.0
        assert not tensor.values.flags.writeable, name


def test_a_trace_is_a_mapping_of_names():
    trace = trace_of(filled(DECODER, 1))
    assert len(trace) == len(list(trace)) == len(trace.tensors)
    assert "logits" in trace
    assert trace.get("nothing") is None


class Passing(Operation):
    """Gives its input, or raises `error`."""

    error: Exception | None = None
    title = "Passing"
    formula = "x"

    def axes(self, step, *inputs):
        return (inputs[0],)

    def compute(self, *inputs):
        if self.error:
            raise self.error
        return (inputs[0],)

    def expression(self, step, working, index):
        return Cell(step.inputs[0], index)


def chain(error=None):
    """x → before → bad → after, where `bad` raises the error, if there is one."""
    x = NamedTensor.of("x", (Axis("token", 2),), [1.0, 2.0])
    builder = ProgramBuilder({"x": x}, {})
    read = "x"
    for name in ("before", "bad", "after"):
        read = builder.add(name, Passing(error if name == "bad" else None), read, layer="", part="")
    return builder.build()


def test_a_step_that_fails_leaves_the_trace_up_to_it():
    trace = run(chain(MemoryError("too large")))
    assert set(trace) == {"x", "before"}
    assert trace.failure.step.name == "bad"
    assert trace.computed == {"before"}


def test_a_failure_says_what_and_how_to_put_it_right():
    trace = run(chain(MemoryError("too large")))
    assert isinstance(trace.failure.error, StepFailed)
    assert str(trace.failure.error) == "bad could not be computed: too large. Undo the last change."


def test_a_mistake_of_the_program_itself_is_not_swallowed():
    with pytest.raises(ZeroDivisionError):
        run(chain(ZeroDivisionError()))


def test_after_a_failure_the_rest_is_computed():
    trace = run(chain(), run(chain(MemoryError())))
    assert trace.failure is None
    assert trace.computed >= {"bad", "after"}
    assert trace["after"].values.tolist() == [1.0, 2.0]


def bits(trace):
    return {name: tensor.values.tobytes() for name, tensor in trace.items()}


def downstream(program, name):
    """The steps that depend on a source, in the simplest way to say it."""
    reached = {name}
    for step in program.steps:
        if step.name == name or reached.intersection(step.inputs):
            reached |= {column.name for column in step.columns}
    return {step.name for step in program.steps if step.name in reached}


@settings(max_examples=100, deadline=None, derandomize=True)
@given(scenarios(), st.randoms(use_true_random=False))
def test_an_incremental_run_equals_a_fresh_one_bit_for_bit_and_recomputes_what_depends(made, chance):
    name = chance.choice(sorted({*made.parameters, *made.given}))
    changed = nudged(made, name)
    before = trace_of(made)
    after = trace_of(changed, before)
    with_same_steps = run(changed.program_after(made, before.program), before)
    for later in (after, with_same_steps):
        assert bits(later) == bits(trace_of(changed))
        assert later.computed == downstream(changed.program(), name)
        assert later.changed == {each for each in before if later[each] is not before[each]}
    assert bits(trace_of(made, after)) == bits(before)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(scenarios(), scenarios())
def test_a_trace_of_any_other_scenario_is_a_harmless_start(made, other):
    assert bits(trace_of(made, trace_of(other))) == bits(trace_of(made))


def test_pre_and_post_norm_share_no_result_by_mistake():
    made = filled(DECODER, 1)
    pre = made.with_changes(architecture=changed_options(norm=Norm(place=NormPlace.PRE, final=True)))
    assert bits(trace_of(pre, trace_of(made))) == bits(trace_of(pre))


def test_negative_zero_is_a_number_of_its_own():
    made = attention_of_qkv([[[0.0]]], [[[1.0]]], [[[1.0]]])
    before = trace_of(made)
    after = trace_of(made.with_changes(given={**made.given, "attn.q": array([[[-0.0]]])}), before)
    assert np.signbit(after["attn.q"].values).all()
    assert "attn.scores" in after.computed
