"""One test over all operations: the expression of every cell of every column equals its value."""

import dataclasses
from itertools import product

import numpy as np
import pytest

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Decoder,
    Decoding,
    DecodingKind,
    EpsilonPlace,
    FeedForward,
    FeedForwardKind,
    HeadCut,
    HeadSharing,
    Input,
    MaskAs,
    MaskKind,
    Memory,
    Norm,
    NormKind,
    NormPlace,
    Nowhere,
    Pairing,
    PositionKind,
    Positions,
    Scale,
    ScalePlace,
    SoftmaxBase,
    SoftmaxOver,
    Stack,
    Unembedding,
    Variance,
    WaveLayout,
    Weights,
)
from core.errors import SandboxError
from core.expression.value import value
from core.ops import OPERATIONS, Append
from core.tensor import Axis
from tests.support.build import attention_of_qkv, trace_of
from tests.support.scenarios import filled

TOLERANCE = 1e-12

ATTENTION = Architecture(Stack.ATTENTION, d_model=3, attention=Attention(heads=2, d_k=2, d_v=3))
ENCODER = Architecture(
    Stack.ENCODER,
    layers=2,
    d_model=3,
    attention=Attention(heads=2, d_k=2, d_v=1, bias=True),
    feed_forward=FeedForward(d_ff=4),
)
DECODER = Architecture(
    Stack.DECODER,
    d_model=4,
    positions=Positions(PositionKind.SINUSOIDAL),
    attention=Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
    feed_forward=FeedForward(d_ff=5, activation=ActivationKind.GELU),
    norm=Norm(place=NormPlace.PRE, final=True),
)
BOTH = Architecture(
    Stack.ENCODER_DECODER,
    d_model=3,
    positions=Positions(PositionKind.LEARNED, length=5),
    attention=Attention(heads=2, d_k=2, d_v=1, mask=MaskKind.CAUSAL),
    feed_forward=FeedForward(d_ff=2),
    norm=Norm(final=True),
)
BASES = {"attention": ATTENTION, "encoder": ENCODER, "decoder": DECODER, "both": BOTH}


def changed(base, **options):
    """`base` with options of its records replaced: ``attention__scale=…``."""
    whole = {name: new for name, new in options.items() if "__" not in name}
    for name in options.keys() - whole.keys():
        record, _, option = name.partition("__")
        whole[record] = dataclasses.replace(
            whole.get(record, getattr(base, record)), **{option: options[name]}
        )
    return dataclasses.replace(base, **whole)


def of_every_stack():
    """Each option of each stack, one at a time, and those that act on each other together."""
    one_at_a_time = [
        {},
        *({"positions__kind": kind} for kind in PositionKind),
        {"positions__kind": PositionKind.SINUSOIDAL, "positions__base": 7.0, "d_model": 5},
        {"positions__kind": PositionKind.SINUSOIDAL, "positions__layout": WaveLayout.BLOCKS, "d_model": 5},
        {"positions__kind": PositionKind.LEARNED, "positions__length": 5, "positions__offset": 2},
        *of_positions_in_attention(),
        *of_weights(),
        {"embedding__scaled": True},
        *of_embeddings(),
        {"attention__bias": True, "attention__output_bias": False},
        *({"attention__scale": scale} for scale in (*Scale, 0.25, -3.0)),
        *(
            {"attention__scale": scale, "attention__scale_place": ScalePlace.BEFORE}
            for scale in (*Scale, 0.25)
        ),
        *of_head_norms(),
        {"attention__soft_cap": 0.5},
        {"attention__soft_cap": 0.5, "attention__mask": MaskKind.CAUSAL},
        *({"attention__bias": on} for on in (False, True)),
        {"attention__heads": 1},
        {"attention__kv_heads": 1},
        *(
            {"attention__heads": 4, "attention__kv_heads": 2, "attention__sharing": sharing, **more}
            for sharing, more in product(HeadSharing, ({}, {"positions__kind": PositionKind.ROPE}))
        ),
        {"attention__d_v": 4},
        *({"norm__place": place, "residual": on} for place, on in product(NormPlace, (True, False))),
        *({"norm__kind": NormKind.NONE, "norm__place": place} for place in NormPlace),
        {"norm__final": True},
        {"norm__epsilon": 0.0},
        *of_norms(),
        *(
            {"feed_forward__activation": activation, "feed_forward__bias": on, "feed_forward__kind": kind}
            for activation, on, kind in product(
                ActivationKind, (True, False), (FeedForwardKind.MLP, FeedForwardKind.GATED)
            )
        ),
        *({"feed_forward__kind": FeedForwardKind.NONE, "norm__place": place} for place in NormPlace),
    ]
    yield from (
        (stack, options, {}) for stack, options in product(BASES, one_at_a_time) if fits(stack, options)
    )


def fits(stack, options):
    """Attention alone has no layers; parallel parts need residuals and leave no place for cross-attention."""
    if stack == "attention":
        return not {name.partition("__")[0] for name in options} & {"norm", "feed_forward"}
    in_parallel = options.get("norm__place") is NormPlace.PARALLEL
    return not in_parallel or (stack != "both" and options.get("residual", True))


def of_embeddings():
    for kind in (PositionKind.SINUSOIDAL, PositionKind.NONE):
        yield {"embedding__types": 2, "embedding__scaled": True, "positions__kind": kind}
        yield {"embedding__types": 2, "positions__kind": kind, "off": ("embed.positions",)}
    for kind in (NormKind.LAYER, NormKind.RMS):
        yield {"embedding__norm": True, "norm__kind": kind}


def of_head_norms():
    for kind, epsilon in product(NormKind, (1e-6, 0.0)):
        yield {"attention__qk_norm": kind, "attention__qk_epsilon": epsilon}
        yield {
            "attention": Attention(heads=4, kv_heads=2, d_k=2, d_v=1, qk_norm=kind, qk_epsilon=epsilon),
            "positions__kind": PositionKind.ROPE,
        }


def of_weights():
    for cut in ("split", "join"):
        yield {f"attention__{cut}": HeadCut.RESHAPE}
    for over, base in product(SoftmaxOver, SoftmaxBase):
        yield {"weights": Weights(over=over, base=base, temperature=0.7)}


def of_mistaken_masks():
    rests = ({"custom": (0.5,)}, {"custom": (0.0,)}, {"padding": (1,)})
    for stack, mask_as, rest in product(BASES, MaskAs, rests):
        yield stack, {"weights": Weights(mask_as=mask_as, mask_number=-50.0)}, rest
    for stack, over, rest in product(BASES, SoftmaxOver, rests):
        yield stack, {"weights": Weights(over=over), "attention__mask": MaskKind.CAUSAL}, rest
    for nowhere, stack in product(Nowhere, BASES):
        yield stack, {"weights": Weights(nowhere=nowhere)}, {"custom": (0.0,)}
    for stack, window, mask in product(BASES, (1, 2), MaskKind):
        yield stack, {"attention__window": window, "attention__mask": mask}, {}
    yield "both", {"attention__memory": Memory.DECODER}, {"queries": 2, "padding": (1,)}


def of_positions_in_attention():
    for pairing in Pairing:
        yield {"positions__kind": PositionKind.ROPE, "positions__pairing": pairing, "positions__base": 3.0}
        yield {
            "positions__kind": PositionKind.ROPE,
            "positions__pairing": pairing,
            "positions__rotated": 2,
            "attention__d_k": 5,
        }
    yield {"positions__kind": PositionKind.ALIBI, "attention__heads": 3, "attention__soft_cap": 2.0}
    for buckets, farthest in ((5, 4), (2, 2)):
        yield {"positions": Positions(PositionKind.T5, buckets=buckets, farthest=farthest)}


def of_norms():
    for kind, place in product((NormKind.LAYER, NormKind.RMS), EpsilonPlace):
        for epsilon in (1e-5, 0.0):
            yield {"norm__kind": kind, "norm__epsilon_place": place, "norm__epsilon": epsilon}
    for kind, gain, bias in product((NormKind.LAYER, NormKind.RMS), (True, False), (True, False)):
        yield {"norm__kind": kind, "norm__gain": gain, "norm__bias": bias}
    yield {"norm__variance": Variance.SAMPLE}
    yield {"norm__variance": Variance.SAMPLE, "d_model": 1}


def of_one_stack():
    yield from (
        (stack, {"unembedding": Unembedding(tied, bias), "temperature": temperature}, {})
        for stack, tied, bias, temperature in product(
            ("decoder", "both"), (True, False), (True, False), (1.0, 0.7)
        )
    )
    yield from (
        (stack, {"unembedding": Unembedding(soft_cap=0.5), "temperature": temperature}, {})
        for stack, temperature in product(("decoder", "both"), (1.0, 0.7))
    )
    yield from (
        (stack, {"decoding": Decoding(DecodingKind.SAMPLE, *options), "temperature": 0.7}, {})
        for stack, options in product(("decoder", "both"), ((), (1,), (2, 0.9), (0, 0.4, 3), (9, 0.001)))
    )
    yield from (
        (stack, {"unembedding": Unembedding(tied, bias=True, scaled=True)}, {})
        for stack, tied in product(("decoder", "both"), (True, False))
    )
    untied = {"unembedding": Unembedding(tied=False)}
    yield from ((stack, {"input": Input.EMBEDDINGS, **untied}, {}) for stack in ("decoder", "both"))
    yield from (("both", {}, {"queries": queries, "padding": (1,)}) for queries in (1, 3, 5))
    yield "encoder", {"input": Input.EMBEDDINGS}, {}
    yield from (
        ("attention", {"input": source, "attention__output": output}, {"queries": queries})
        for source, output, queries in product(Input, (True, False), (0, 2))
    )


def of_decoders():
    """A decoder of other sizes than the encoder beside it, and tables of positions of its own."""
    for decoder in (Decoder(layers=2), Decoder(heads=3, d_ff=5), Decoder(heads=1, d_k=2, d_v=3)):
        yield "both", {"decoder": decoder, "layers": 2}, {"padding": (1,)}
        yield "both", {"decoder": decoder, "positions__kind": PositionKind.T5}, {}
    yield "both", {"positions__shared": False}, {}


def of_masks():
    masks = [{"padding": (1,)}, {"custom": (0.5,)}, {"custom": (0.0,)}, {"padding": (0, 1, 2)}]
    masks += [{"padding": (2,), "custom": (0.6,)}]
    yield from (
        (stack, {"attention__mask": kind}, mask)
        for stack, kind, mask in product(BASES, MaskKind, [{}, *masks])
    )
    yield from (
        ("attention", {"attention__mask": MaskKind.CAUSAL}, {"queries": queries}) for queries in (1, 2, 5)
    )


def of_switches():
    yield from (
        (stack, {"off": (name,), "norm__place": place}, {})
        for stack, place in product(("decoder", "both"), NormPlace)
        if fits(stack, {"norm__place": place})
        for name in changed(BASES[stack], norm__place=place).switches
    )
    yield from ((stack, {"off": base.switches}, {"padding": (0,)}) for stack, base in BASES.items())


def of_typed_in_tensors():
    yield "attention", {}, {"extra_given": ("attn.q", "attn.scaled", "embed.positions")}
    yield "attention", {}, {"extra_given": ("attn.weights", "attn.concat")}
    yield "encoder", {}, {"extra_given": ("encoder.0.norm1", "encoder.0.ffn.activated", "encoder.1.attn.out")}
    yield (
        "decoder",
        {},
        {"extra_given": ("decoder.mask", "decoder.0.self_attn.v", "decoder.0.add1", "logits")},
    )
    yield "decoder", {}, {"extra_given": ("decoder.0.self_attn.masked", "decoder.0.norm2", "probabilities")}
    drawing = {"decoding": Decoding(DecodingKind.SAMPLE, 2, 0.5)}
    yield "decoder", drawing, {"extra_given": ("probabilities",)}
    yield "decoder", drawing, {"extra_given": ("top_p",)}


def of_hard_numbers():
    """Numbers so large that ∞ and NaN come up, and so small that they vanish."""
    for stack, factor in product(BASES, (1e200, 1e308, 1e-200, 5e-324)):
        yield stack, {}, {"factor": factor}
        for options in ({"feed_forward__activation": kind} for kind in ActivationKind):
            if stack != "attention":
                yield stack, options, {"factor": factor, "custom": (0.5,)}
        yield stack, {"attention__mask": MaskKind.CAUSAL}, {"factor": factor, "padding": (0,)}
        if stack in ("decoder", "both"):
            yield stack, {"decoding": Decoding(DecodingKind.SAMPLE, 2, 0.5)}, {"factor": factor}


VARIANTS = [
    *of_every_stack(),
    *of_one_stack(),
    *of_decoders(),
    *of_masks(),
    *of_mistaken_masks(),
    *of_switches(),
    *of_typed_in_tensors(),
    *of_hard_numbers(),
]


def words_of(variant):
    stack, options, rest = variant
    return " ".join([stack, *(f"{name}={value}" for name, value in (options | rest).items())])


def words_of_options(options):
    return " ".join(f"{name}={value}" for name, value in options.items()) or "as it comes"


def scenario_of(variant):
    stack, options, rest = variant
    return filled(changed(BASES[stack], **options), seed=11, **rest)


def wrong_cells(trace):
    """Cells whose expression is further from their value than the tolerance, or other than it in ∞ or NaN."""
    wrong = {}
    for step in trace.program.steps:
        for column in step.columns:
            tensor = trace[column.name]
            for index in np.ndindex(tensor.shape):
                computed = float(tensor.values[index])
                told = value(step.expression(column.name, index), trace)
                same = told == computed or (np.isnan(told) and np.isnan(computed))
                if not same and not abs(told - computed) <= TOLERANCE * max(1.0, abs(computed)):
                    wrong[column.name, index] = (told, computed)
    return wrong


@pytest.mark.parametrize("variant", VARIANTS, ids=words_of)
def test_every_expression_equals_the_computed_value(variant):
    trace = trace_of(scenario_of(variant))
    assert wrong_cells(trace) == {}


@pytest.mark.parametrize("variant", VARIANTS, ids=words_of)
def test_computed_shapes_are_those_of_the_axes(variant):
    trace = trace_of(scenario_of(variant))
    for step in trace.program.steps:
        for column in step.columns:
            assert trace[column.name].values.shape == tuple(axis.size for axis in column.axes), column.name
            assert trace[column.name].axes == column.axes


def test_every_operation_is_met():
    met = {type(step.operation) for variant in VARIANTS for step in scenario_of(variant).program().steps}
    assert met == set(OPERATIONS) - {Append}  # which is met in tests of the cache


HARD = [0.0, -0.0, 5e-324, 1.0, -1.0, 800.0, -800.0, 1e308, -1e308, np.inf, -np.inf, np.nan]


@pytest.mark.parametrize("letter", "qkv")
@pytest.mark.parametrize("mask", list(MaskKind))
def test_expressions_equal_values_with_one_hard_number_typed_in(letter, mask):
    for hard in HARD:
        parts = {name: np.array([[[0.5, -1.0], [1.0, 0.25], [-0.5, 2.0]]]) for name in "qkv"}
        parts[letter][0, 1, 0] = hard
        trace = trace_of(attention_of_qkv(*parts.values(), mask=mask))
        assert wrong_cells(trace) == {}, hard


@pytest.mark.parametrize("kind", list(ActivationKind))
def test_activations_equal_their_expressions_for_hard_numbers(kind):
    architecture = changed(
        ENCODER, layers=1, d_model=1, feed_forward__d_ff=len(HARD), feed_forward__activation=kind
    )
    made = filled(architecture, seed=1, tokens=1)
    hidden = np.array([HARD])
    hidden.setflags(write=False)
    trace = trace_of(made.with_changes(given={"encoder.0.ffn.hidden": hidden}))
    assert wrong_cells(trace) == {}


@pytest.mark.parametrize(
    "options", [{}, {"norm__variance": Variance.SAMPLE}, {"norm__kind": NormKind.RMS}], ids=words_of_options
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_norms_equal_their_expressions_for_hard_rows(place, options):
    architecture = changed(ENCODER, layers=1, input=Input.EMBEDDINGS, **options)
    for hard in HARD:
        rows = np.array([[1.0, 2.0, 3.0], [0.5, 0.5, 0.5], [-1.0, 0.0, 4.0]])
        rows[:, place] = hard
        rows.setflags(write=False)
        made = filled(architecture, seed=1)
        trace = trace_of(made.with_changes(given={**made.given, "encoder.0.add1": rows}))
        assert wrong_cells(trace) == {}, hard


def axes_of(*sizes):
    return tuple(Axis(f"axis {place}", size) for place, size in enumerate(sizes))


BAD_SHAPES = {
    "Add": [((), (2, 3), (3, 2)), ((), (2, 3), (2, 3), (3, 2))],
    "Append": [((2,), (1, 2, 3), (1, 1, 2)), ((2,), (1, 3, 3), (1, 1, 3))],
    "ApplyMask": [((), (1, 2, 3), (2, 2))],
    "JoinHeads": [((2,), (3, 2, 2))],
    "BucketBias": [((2, 2, 3, 4, True), (4, 1))],
    "ColumnSoftmax": [((), (1, 2, 3), (2, 2))],
    "Gate": [((), (2, 3), (2, 4))],
    "LayerNorm": [
        ((1e-5,), (2, 3), (2,), (3,)),
        ((1e-5,), (2, 3), (3,), (4,)),
        ((1e-5, False, False, True), (2, 3), (4,)),
    ],
    "RmsNorm": [((1e-5,), (2, 3), (2,))],
    "LearnedPositions": [((4,), (3, 2)), ((2, 2), (3, 2))],
    "Linear": [((), (2, 3), (4, 5)), ((), (2, 3), (3, 5), (4,))],
    "Mask": [((2, 2, False, (), ((True, False),)),), ((1, 2, False, (), ((True,),)),)],
    "Project": [
        ((2, "query", "d_k"), (2, 3), (4, 4)),
        ((2, "query", "d_k"), (2, 3), (3, 5)),
        ((2, "query", "d_k"), (2, 3), (3, 4), (5,)),
    ],
    "Scores": [
        ((), (1, 2, 3), (2, 2, 3)),
        ((), (1, 2, 3), (1, 2, 4)),
        (((0, 0),), (1, 2, 3), (1, 2, 3)),
        (((0, 0),), (2, 2, 3), (2, 2, 3)),
    ],
    "Softmax": [((), (1, 2, 3), (2, 2))],
    "TimesMask": [((), (1, 2, 3), (2, 2))],
    "TiedUnembedding": [((), (2, 3), (5, 4)), ((), (2, 3), (5, 3), (4,))],
    "TypeLookup": [(((0, 2),), (2, 3))],
    "WeightedSum": [
        ((), (1, 2, 3), (2, 3, 2)),
        ((), (1, 2, 3), (1, 2, 2)),
        (((0, 0, 1, 1),), (4, 2, 3), (1, 3, 2)),
    ],
}
SHAPES_ALWAYS_FIT = {
    *(type(kind.operation).__name__ for kind in ActivationKind),
    "DistanceBias",
    "Draw",
    "Rotate",
    "TopK",
    "TopP",
    "Absent",
    "Identity",
    "NoPositions",
    "ScaleByFactor",
    "ScaleByRoot",
    "ScaleEmbedding",
    "ScaleOutput",
    "SoftCap",
    "SinusoidalPositions",
    "TokenLookup",
    "TypedIn",
}


def test_every_operation_has_bad_shapes_or_none():
    assert BAD_SHAPES.keys() | SHAPES_ALWAYS_FIT == {operation.__name__ for operation in OPERATIONS}


@pytest.mark.parametrize("operation", [made for made in OPERATIONS if made.__name__ in BAD_SHAPES])
def test_bad_shapes_are_refused_before_any_number_is_touched(operation):
    for options, *shapes in BAD_SHAPES[operation.__name__]:
        made = operation(*options)
        with pytest.raises(SandboxError, match=r"encoder\.0\.step"):
            made.axes("encoder.0.step", *(axes_of(*shape) for shape in shapes))
