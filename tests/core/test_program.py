"""What a scenario becomes: named steps in order, verified when built."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from core.architecture.options import (
    Architecture,
    Attention,
    Decoding,
    DecodingKind,
    Embedding,
    FeedForward,
    FeedForwardKind,
    Input,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    ScalePlace,
    Stack,
    Unembedding,
)
from core.errors import SandboxError
from core.ops.attention import Mask
from core.ops.elementary import Absent, Identity, TypedIn
from core.program import NotTypedIn, ProgramBuilder
from core.tensor import Axis, NamedTensor
from tests.support.build import array, scenario, trace_of, with_parameters, words
from tests.support.cases import furthest
from tests.support.reference import forward
from tests.support.scenarios import filled, scenarios

ATTENTION_STEPS = ("q", "k", "v", "scores", "scaled", "masked", "weights", "heads", "concat", "out")
EMBEDDING_STEPS = ["embed.tokens", "embed.positions", "embed.sum"]
FEED_FORWARD_STEPS = ["ffn.hidden", "ffn.activated", "ffn.out"]


def step_names(made):
    return [step.name for step in made.program().steps]


def tokens_of(architecture, count=3):
    names = {Stack.DECODER: ("target",), Stack.ENCODER_DECODER: ("source", "target")}
    sequences = {name: words(count) for name in names.get(architecture.stack, ("source",))}
    return scenario(architecture, vocabulary=words(count), tokens=sequences)


def under(prefix, names):
    return [f"{prefix}.{name}" for name in names]


def layer_steps(layer, attention, *, pre=False, feeds=True):
    """The steps of one layer in the order of computing."""
    first, second = (
        under(f"{layer}.{attention}", ATTENTION_STEPS),
        under(layer, FEED_FORWARD_STEPS if feeds else []),
    )
    if pre:
        return [f"{layer}.norm1", *first, f"{layer}.add1", f"{layer}.norm2", *second, f"{layer}.add2"]
    return [*first, f"{layer}.add1", f"{layer}.norm1", *second, f"{layer}.add2", f"{layer}.norm2"]


def test_positions_inside_attention_have_steps_of_their_own():
    made = {kind: step_names(tokens_of(Architecture(positions=Positions(kind)))) for kind in PositionKind}
    plain = made[PositionKind.NONE]
    place = plain.index("attn.scores")
    turned = [*plain[:place], "attn.q_rotated", "attn.k_rotated", *plain[place:]]
    assert made[PositionKind.ROPE] == turned
    place, bias = plain.index("attn.masked"), plain.index("attn.q")
    biased = [*plain[:bias], "attn.position_bias", *plain[bias:place], "attn.biased", *plain[place:]]
    assert made[PositionKind.ALIBI] == made[PositionKind.T5] == biased


@pytest.mark.parametrize("positions", [kind for kind in PositionKind if not kind.acts_in_attention])
def test_attention_alone_has_the_steps_of_the_house(positions):
    made = tokens_of(Architecture(positions=Positions(positions)))
    assert step_names(made) == [*EMBEDDING_STEPS, *under("attn", ATTENTION_STEPS)]


def test_attention_of_two_sequences_embeds_both():
    made = scenario(Architecture(), vocabulary=words(3), tokens={"source": words(3), "target": words(2)})
    embeddings = under("source", EMBEDDING_STEPS) + under("target", EMBEDDING_STEPS)
    assert step_names(made) == [*embeddings, *under("attn", ATTENTION_STEPS)]


def test_attention_of_typed_in_q_k_v_has_no_embedding():
    architecture = Architecture(input=Input.QKV, attention=Attention(mask=MaskKind.CAUSAL))
    assert step_names(filled(architecture, 0)) == ["attn.mask", *under("attn", ATTENTION_STEPS)]


@pytest.mark.parametrize("pre", [False, True])
def test_an_encoder_has_the_steps_of_the_house(pre):
    place = NormPlace.PRE if pre else NormPlace.POST
    made = tokens_of(Architecture(Stack.ENCODER, layers=2, norm=Norm(place=place)))
    layers = [layer_steps(f"encoder.{number}", "attn", pre=pre) for number in range(2)]
    assert step_names(made) == [*EMBEDDING_STEPS, *layers[0], *layers[1], "encoder.norm"]


@pytest.mark.parametrize("pre", [False, True])
def test_a_decoder_has_the_steps_of_the_house(pre):
    architecture = Architecture(
        Stack.DECODER,
        layers=2,
        attention=Attention(mask=MaskKind.CAUSAL),
        norm=Norm(place=NormPlace.PRE if pre else NormPlace.POST),
    )
    layers = [layer_steps(f"decoder.{number}", "self_attn", pre=pre) for number in range(2)]
    assert step_names(tokens_of(architecture)) == [
        *EMBEDDING_STEPS,
        "decoder.mask",
        *layers[0],
        *layers[1],
        "decoder.norm",
        "logits",
        "probabilities",
    ]


def test_one_layer_written_out_in_full():
    made = tokens_of(Architecture(Stack.ENCODER))
    assert step_names(made) == [
        "embed.tokens",
        "embed.positions",
        "embed.sum",
        "encoder.0.attn.q",
        "encoder.0.attn.k",
        "encoder.0.attn.v",
        "encoder.0.attn.scores",
        "encoder.0.attn.scaled",
        "encoder.0.attn.masked",
        "encoder.0.attn.weights",
        "encoder.0.attn.heads",
        "encoder.0.attn.concat",
        "encoder.0.attn.out",
        "encoder.0.add1",
        "encoder.0.norm1",
        "encoder.0.ffn.hidden",
        "encoder.0.ffn.activated",
        "encoder.0.ffn.out",
        "encoder.0.add2",
        "encoder.0.norm2",
        "encoder.norm",
    ]


@pytest.mark.parametrize("stack", [Stack.ENCODER, Stack.DECODER])
@pytest.mark.parametrize("place", list(NormPlace))
def test_switched_off_parts_keep_their_step_names_as_identities(stack, place):
    on = Architecture(stack, norm=Norm(place=place, final=True))
    off = Architecture(
        stack,
        attention=Attention(scale=Scale.NONE),
        norm=Norm(NormKind.NONE, place=place),
        residual=place is NormPlace.PARALLEL,  # without, attention would reach nothing
    )
    assert step_names(tokens_of(on)) == step_names(tokens_of(off))
    steps = tokens_of(off).program().steps
    identities = {step.name for step in steps if isinstance(step.operation, Identity)}
    name = "encoder" if stack is Stack.ENCODER else "decoder"
    part = f"{name}.0.{'attn' if stack is Stack.ENCODER else 'self_attn'}"
    adds = ("add1", "add2") * (not off.residual)
    steps = ("norm1", "norm2", *adds, *("post_norm1", "post_norm2") * (place is NormPlace.BOTH))
    sublayers = {f"{name}.0.{step}" for step in steps}
    assert identities == {"embed.sum", f"{part}.scaled", f"{part}.masked", f"{name}.norm", *sublayers}


@pytest.mark.parametrize("pre", [False, True])
def test_a_switched_off_feed_forward_network_leaves_its_add_and_norm_as_identities(pre):
    architecture = Architecture(
        Stack.ENCODER,
        norm=Norm(place=NormPlace.PRE if pre else NormPlace.POST),
        feed_forward=FeedForward(FeedForwardKind.NONE),
    )
    made = tokens_of(architecture)
    layer = layer_steps("encoder.0", "attn", pre=pre, feeds=False)
    assert step_names(made) == [*EMBEDDING_STEPS, *layer, "encoder.norm"]
    program = made.program()
    assert program.step("encoder.0.add2").operation == program.step("encoder.0.norm2").operation == Absent()
    assert not [name for name in made.parameters if "ffn" in name or "norm2" in name]


def test_parameters_have_the_names_of_the_house():
    architecture = Architecture(
        Stack.DECODER,
        positions=Positions(PositionKind.LEARNED),
        attention=Attention(bias=True),
        norm=Norm(final=True),
    )
    attention = [f"{kind}_{letter}" for letter in "QKVO" for kind in ("W", "b")]
    assert list(tokens_of(architecture).parameters) == [
        "embed.W_E",
        "embed.W_P",
        *under("decoder.0.self_attn", attention),
        *under("decoder.0", ["norm1.gain", "norm1.bias", "ffn.W_1", "ffn.b_1", "ffn.W_2", "ffn.b_2"]),
        *under("decoder.0", ["norm2.gain", "norm2.bias"]),
        "decoder.norm.gain",
        "decoder.norm.bias",
    ]


AXES = {
    "embed.sum": ("token", "d_model"),
    "decoder.mask": ("query", "key"),
    "decoder.0.self_attn.q": ("head", "query", "d_k"),
    "decoder.0.self_attn.k": ("head", "key", "d_k"),
    "decoder.0.self_attn.v": ("head", "key", "d_v"),
    "decoder.0.self_attn.scores": ("head", "query", "key"),
    "decoder.0.self_attn.weights": ("head", "query", "key"),
    "decoder.0.self_attn.weights.max": ("head", "query"),
    "decoder.0.self_attn.heads": ("head", "query", "d_v"),
    "decoder.0.self_attn.concat": ("query", "concat"),
    "decoder.0.ffn.hidden": ("token", "d_ff"),
    "logits": ("token", "vocabulary"),
    "probabilities": ("token", "vocabulary"),
}


@pytest.mark.parametrize("name", AXES)
def test_axes_have_the_words_of_the_house(name):
    trace = trace_of(filled(Architecture(Stack.DECODER, attention=Attention(mask=MaskKind.CAUSAL)), 0))
    assert tuple(axis.name for axis in trace[name].axes) == AXES[name]


def test_axes_carry_the_words_and_the_features():
    made = scenario(
        Architecture(Stack.DECODER, d_model=2),
        vocabulary=("the", "cat"),
        tokens={"target": ("cat", "the", "cat")},
        features=("noun", "small"),
    )
    trace = trace_of(made)
    assert [axis.labels for axis in trace["decoder.0.self_attn.weights"].axes[1:]] == [
        ("cat", "the", "cat")
    ] * 2
    assert trace["decoder.norm"].axes[1].labels == ("noun", "small")
    assert trace["logits"].axes[1].labels == ("the", "cat")


def test_a_typed_in_tensor_replaces_its_step():
    made = filled(Architecture(Stack.ENCODER), 3)
    typed = array(np.arange(12.0).reshape(3, 4))
    trace = trace_of(made.with_changes(given={"encoder.0.add1": typed}))
    assert trace["encoder.0.add1"].values is typed
    assert trace.program.step("encoder.0.add1").inputs == ()
    assert trace["encoder.0.norm1.mean"].values.tolist() == [1.5, 5.5, 9.5]


SAMPLE = Decoding(DecodingKind.SAMPLE, top_k=2, top_p=0.9)
GROUPED = Attention(heads=4, kv_heads=2, d_k=2, d_v=3, mask=MaskKind.CAUSAL, soft_cap=2.0)
OF_EACH_KIND = {
    "attention": Architecture(positions=Positions(PositionKind.ROPE)),
    "two sequences": Architecture(positions=Positions(PositionKind.T5)),
    "x typed in": Architecture(Stack.DECODER, Input.EMBEDDINGS, unembedding=Unembedding(tied=False)),
    "q, k and v typed in": Architecture(input=Input.QKV),
    "encoder": Architecture(Stack.ENCODER, embedding=Embedding(types=2, norm=True), layers=2),
    "decoder": Architecture(
        Stack.DECODER,
        attention=GROUPED,
        decoding=SAMPLE,
        positions=Positions(PositionKind.ALIBI),
        unembedding=Unembedding(tied=False, soft_cap=3.0),
    ),
    "decoder of today": Architecture(
        Stack.DECODER,
        attention=replace(GROUPED, qk_norm=NormKind.RMS),
        norm=Norm(NormKind.RMS, NormPlace.BOTH, final=True),
        feed_forward=FeedForward(FeedForwardKind.GATED),
        positions=Positions(PositionKind.ROPE),
        unembedding=Unembedding(scaled=True),
        decoding=Decoding(DecodingKind.SAMPLE),
    ),
    "both": Architecture(
        Stack.ENCODER_DECODER, attention=GROUPED, decoding=SAMPLE, embedding=Embedding(scaled=True)
    ),
    "scaled before": Architecture(
        Stack.DECODER,
        attention=replace(GROUPED, scale_place=ScalePlace.BEFORE),
        norm=Norm(place=NormPlace.PARALLEL),
    ),
}
FEATURES = ("red", "green", "blue", "loud")


def runs_over(scenario, name, axes):
    """The words (or the vocabulary) that each axis of a tensor follows when words come and go."""
    rows, keys = scenario.attending(name)
    over = {"token": rows, "query": rows, "key": keys, "vocabulary": "vocabulary"}
    return [over.get(axis.name, "") for axis in axes]


@pytest.mark.parametrize("kind", OF_EACH_KIND)
def test_typing_in_what_a_step_makes_changes_no_axes_no_labels_and_nothing_that_follows(kind):
    made = filled(OF_EACH_KIND[kind], 3, queries=2 if kind == "two sequences" else 0, tokens=4)
    made = made.with_changes(features=FEATURES)
    trace = trace_of(made)
    steps = [step for step in trace.program.steps if not isinstance(step.operation, Mask)]
    assert len(steps) > 5
    for step in steps:
        changed = made.with_changes(given={**made.given, step.name: trace[step.name].values})
        again = trace_of(changed)
        assert isinstance(again.program.step(step.name).operation, TypedIn)
        for name, tensor in again.items():
            assert tensor.axes == trace[name].axes, (step.name, name)
            assert np.array_equal(tensor.values, trace[name].values, equal_nan=True), (step.name, name)
        axes = changed.given_axes(step.name)
        assert runs_over(made, step.name, axes) == runs_over(made, step.name, step.axes), step.name


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("embed.sum", (2, 4)),
        ("embed.sum", (3, 5)),
        ("encoder.0.attn.q", (2, 3, 4)),
        ("encoder.0.attn.weights", (3, 3)),
        ("encoder.0.ffn.hidden", (3, 15)),
        ("encoder.0.norm1", (3, 4, 1)),
    ],
)
@pytest.mark.parametrize("source", [Input.TOKENS, Input.EMBEDDINGS])
def test_a_typed_in_tensor_of_another_shape_is_refused_by_name(name, shape, source):
    made = filled(Architecture(Stack.ENCODER, source), 3)
    changed = made.with_changes(given={**made.given, name: array(np.zeros(shape))})
    told = re.escape(" × ".join(map(str, shape)))
    with pytest.raises(SandboxError, match=f"^{re.escape(name)}: .*{told}"):
        changed.program()


@pytest.mark.parametrize("letter", "qkv")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_typed_in_q_k_v_of_other_sizes_are_refused(letter, place):
    made = filled(Architecture(input=Input.QKV, attention=Attention(heads=2, d_k=3, d_v=3)), 0, queries=2)
    shape = list(made.given[f"attn.{letter}"].shape)
    shape[place] += 1
    changed = made.with_changes(given={**made.given, f"attn.{letter}": array(np.zeros(shape))})
    with pytest.raises(SandboxError, match=f"^attn.{letter}: "):
        changed.program()


@pytest.mark.parametrize(
    ("source", "missing"), [(Input.QKV, "attn.q"), (Input.QKV, "attn.v"), (Input.EMBEDDINGS, "embed.sum")]
)
def test_what_must_be_typed_in_and_is_missing_is_named(source, missing):
    made = filled(Architecture(input=source), 0)
    rest = {name: values for name, values in made.given.items() if name != missing}
    with pytest.raises(NotTypedIn, match=f"^{missing} must be typed in, [0-9 ×]+, and is missing"):
        made.with_changes(given=rest).program()


def test_an_edited_mask_of_another_shape_is_refused():
    made = filled(Architecture(), 0).with_changes(masks={"attn.mask": ((True, False), (True, True))})
    with pytest.raises(SandboxError, match=r"attn\.mask: the edited mask is 2 × 2 and the tokens is 3 × 3"):
        made.program()


def test_too_many_tokens_for_learned_positions_are_refused():
    made = tokens_of(Architecture(positions=Positions(PositionKind.LEARNED, length=2)))
    with pytest.raises(SandboxError, match="3 tokens, but the learned positions reach only to 2"):
        made.program()


def test_two_tensors_of_one_name_are_refused():
    x = NamedTensor.of("x", (Axis("token", 1),), [1.0])
    builder = ProgramBuilder({"x": x}, {})
    builder.add("y", Identity(), "x", layer="", part="")
    for taken in ("x", "y"):
        with pytest.raises(ValueError, match=f"two tensors named {taken}"):
            builder.add(taken, Identity(), "x", layer="", part="")


def test_makers_and_readers_are_found_by_name():
    program = tokens_of(Architecture()).program()
    assert program.maker("attn.weights.max") is program.step("attn.weights")
    assert program.maker("embed.W_E") is program.maker("nothing") is None
    assert [step.name for step in program.readers("embed.sum")] == ["attn.q", "attn.k", "attn.v"]


def test_no_tokens_are_computed_like_any_other_number_of_tokens():
    for stack in Stack:
        made = tokens_of(Architecture(stack, attention=Attention(mask=MaskKind.CAUSAL)), count=0)
        trace = trace_of(made)
        assert all(
            trace[column.name].values.shape == tuple(axis.size for axis in column.axes)
            for step in trace.program.steps
            for column in step.columns
        )


def test_queries_without_any_key_get_zeros():
    made = scenario(Architecture(), vocabulary=words(2), tokens={"source": (), "target": words(2)})
    trace = trace_of(made)
    assert trace["attn.weights"].values.shape == (1, 2, 0)
    assert (trace["attn.out"].values == 0).all()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(scenarios())
def test_any_scenario_computes_what_plain_python_computes(made):
    trace = trace_of(made)
    told = forward(made)
    columns = {column.name for step in trace.program.steps for column in step.columns}
    assert columns == told.keys()
    apart = {name: furthest(trace[name].values, told[name]) for name in columns}
    assert {name: by for name, by in apart.items() if not by <= 1e-12} == {}


def test_the_second_implementation_notices_a_wrong_weight():
    made = filled(Architecture(Stack.ENCODER), 5)
    nudged = made.parameters["encoder.0.ffn.W_1"].values + 1e-9
    told = forward(with_parameters(made, {"encoder.0.ffn.W_1": nudged}))
    assert furthest(trace_of(made)["encoder.norm"].values, told["encoder.norm"]) > 1e-12
