"""Scenarios of every kind, drawn from a stack's options; small, so that every cell can be checked."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Decoder,
    Decoding,
    DecodingKind,
    Embedding,
    EpsilonPlace,
    FeedForward,
    FeedForwardKind,
    HeadCut,
    HeadSharing,
    Input,
    MaskAs,
    MaskKind,
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
from core.scenario import Parameter
from tests.support.build import scenario, words


def filled(
    architecture, seed, *, queries=0, tokens=3, padding=(), custom=(), extra_given=(), decimals=2, factor=1.0
):
    """A scenario of `architecture` with random numbers everywhere.

    queries: T_q where queries are another sequence (attention alone), else 0; an encoder–decoder has 2 then.
    padding: positions of the source, or of the only sequence.
    custom: (share,), the share of looks that edited masks allow, or () for no edited mask.
    extra_given: names of steps whose results are typed in.
    """
    numbers = np.random.default_rng(seed)

    def random(shape):
        return np.round(numbers.normal(scale=0.5, size=shape).clip(-1.5, 1.5), decimals) * factor

    both = architecture.stack is Stack.ENCODER_DECODER
    queries = (queries or 2) if both else queries if architecture.stack is Stack.ATTENTION else 0
    first = "target" if architecture.stack is Stack.DECODER else "source"
    sequences = {first: words(tokens)}
    if queries:
        sequences["target"] = words(tokens + queries)[tokens:]
    sizes = mask_sizes(architecture, sequences)
    made = scenario(
        architecture,
        vocabulary=words(tokens + queries + 1),
        tokens=sequences,
        padding={first: padding} if padding else {},
        types=types_of(architecture, sequences),
        given=typed_in(architecture, sequences, random),
        masks={name: numbers.random(size) < share for share in custom for name, size in sizes.items()},
        seed=seed,
    )
    parameters = {
        name: Parameter(frozen(random(parameter.values.shape)), parameter.initializer)
        for name, parameter in made.parameters.items()
    }
    made = made.with_changes(parameters=parameters)
    steps = {step.name: step for step in made.whole_program().steps if step.name in extra_given}
    extra = {name: frozen(random([axis.size for axis in step.axes])) for name, step in steps.items()}
    return made.with_changes(given={**made.given, **extra})


def frozen(values):
    values.setflags(write=False)
    return values


def types_of(architecture, sequences):
    """Types by turns, the last word with the last one; none where there is only one."""
    count = architecture.embedding.types
    if architecture.input is not Input.TOKENS or count < 2:
        return {}
    kinds = {
        name: tuple((place + count - len(tokens)) % count for place in range(len(tokens)))
        for name, tokens in sequences.items()
    }
    return {name: made for name, made in kinds.items() if any(made)}


def mask_sizes(architecture, sequences):
    """The masks of a stack, and how many queries and keys each has."""
    sizes = {name: len(tokens) for name, tokens in sequences.items()}
    source, target = sizes.get("source"), sizes.get("target")
    return {
        Stack.ATTENTION: {"attn.mask": (target or source, source)},
        Stack.ENCODER: {"encoder.mask": (source, source)},
        Stack.DECODER: {"decoder.mask": (target, target)},
        Stack.ENCODER_DECODER: {
            "encoder.mask": (source, source),
            "decoder.mask": (target, target),
            "decoder.cross_mask": (target, source),
        },
    }[architecture.stack]


def typed_in(architecture, sequences, random):
    """What the input of the architecture asks for."""
    sizes = {name: len(tokens) for name, tokens in sequences.items()}
    keys = sizes.get("source", sizes.get("target"))
    queries = sizes.get("target", keys)
    options = architecture.attention
    if architecture.input is Input.QKV:
        return {
            "attn.q": random((options.heads, queries, options.d_k)),
            "attn.k": random((options.key_heads, keys, options.d_k)),
            "attn.v": random((options.key_heads, keys, options.d_v)),
        }
    if architecture.input is Input.EMBEDDINGS:
        prefixes = ["embed"] if len(sizes) == 1 else ["source.embed", "target.embed"]
        counts = [keys] if len(sizes) == 1 else [keys, queries]
        return {
            f"{prefix}.sum": random((count, architecture.d_model))
            for prefix, count in zip(prefixes, counts, strict=True)
        }
    return {}


def place_fits(stack, place, *, residual=True):
    """Parallel sublayers leave no place for cross-attention, and need residuals to reach the output."""
    return place is not NormPlace.PARALLEL or (stack is not Stack.ENCODER_DECODER and residual)


@st.composite
def decoders(draw, whole):
    """Sizes of a decoder of its own, which its keys' heads divide."""
    if draw(st.booleans()):
        return Decoder()
    sizes = st.sampled_from([0, 1, 2])
    heads = 0 if whole.attention.kv_heads else draw(sizes)
    d_k = 2 if whole.rotated_columns else draw(st.sampled_from([1, 2]))
    return Decoder(draw(sizes), heads, d_k, draw(sizes), draw(sizes))


@st.composite
def architectures(draw, stacks=tuple(Stack), inputs=tuple(Input)):
    """Any architecture of small sizes."""
    stack = draw(st.sampled_from(stacks))
    chosen = draw(st.sampled_from([i for i in inputs if i is not Input.QKV or stack is Stack.ATTENTION]))
    flags = st.booleans()
    has_residual = draw(flags)
    d_model = draw(st.integers(1, 5))
    kind = draw(st.sampled_from(list(PositionKind)))
    d_k = 2 if kind is PositionKind.ROPE else draw(st.integers(1, 3))
    heads = draw(st.sampled_from([1, 2, 3, 4]))
    variances = list(Variance) if d_model > 1 else [Variance.POPULATION]  # of one number: 0 / 0
    made = Architecture(
        stack,
        chosen,
        layers=draw(st.integers(1, 2)),
        d_model=d_model,
        embedding=Embedding(draw(flags), draw(st.sampled_from([0, 0, 2])), draw(flags)),
        positions=Positions(
            kind,
            draw(st.sampled_from([3.0, 10_000.0])),
            9,
            draw(st.integers(0, 2)),
            draw(st.sampled_from(list(WaveLayout))),
            draw(st.sampled_from(list(Pairing))),
            shared=draw(flags),
            buckets=draw(st.sampled_from([2, 5])),
            farthest=4,
        ),
        attention=Attention(
            heads=heads,
            kv_heads=draw(st.sampled_from([0, *(count for count in range(1, heads) if heads % count == 0)])),
            sharing=draw(st.sampled_from(list(HeadSharing))),
            d_k=d_k,
            d_v=draw(st.integers(1, 3)),
            bias=draw(flags),
            output_bias=draw(flags),
            scale=draw(st.sampled_from([*Scale, 0.3, -2.0])),
            scale_place=draw(st.sampled_from(ScalePlace)),
            qk_norm=draw(st.sampled_from([NormKind.NONE, *NormKind])),
            qk_epsilon=draw(st.sampled_from([1e-6, 0.1])),
            soft_cap=draw(st.sampled_from([0.0, 0.0, 0.5])),
            mask=draw(st.sampled_from(list(MaskKind))),
            window=draw(st.sampled_from([0, 0, 2])),
            split=draw(st.sampled_from([HeadCut.COLUMNS, *HeadCut])),
            join=draw(st.sampled_from([HeadCut.COLUMNS, *HeadCut])),
            output=stack is not Stack.ATTENTION or draw(flags),
        ),
        weights=Weights(
            draw(st.sampled_from([MaskAs.MINUS_INFINITY, *MaskAs])),
            -7.0,
            draw(st.sampled_from([Nowhere.ZEROS, Nowhere.UNIFORM])),
            draw(st.sampled_from([SoftmaxOver.ROWS, *SoftmaxOver])),
            draw(st.sampled_from(list(SoftmaxBase))),
            draw(st.sampled_from([1.0, 1.0, 0.5])),
        ),
        feed_forward=FeedForward(
            draw(st.sampled_from(list(FeedForwardKind))),
            draw(st.integers(1, 5)),
            draw(st.sampled_from(list(ActivationKind))),
            draw(flags),
        ),
        norm=Norm(
            draw(st.sampled_from(list(NormKind))),
            draw(
                st.sampled_from(
                    [place for place in NormPlace if place_fits(stack, place, residual=has_residual)]
                )
            ),
            draw(st.sampled_from(variances)),
            draw(st.sampled_from([1e-5, 1e-2])),
            draw(st.sampled_from(list(EpsilonPlace))),
            *(draw(flags) for _ in ("gain", "bias", "final")),
        ),
        residual=has_residual,
        unembedding=Unembedding(
            tied=chosen is Input.TOKENS and draw(flags),
            bias=draw(flags),
            scaled=draw(flags),
            soft_cap=draw(st.sampled_from([0.0, 0.0, 0.5])),
        ),
        temperature=draw(st.sampled_from([1.0, 0.5, 3.0])),
        decoding=Decoding(
            draw(st.sampled_from(list(DecodingKind))),
            draw(st.integers(0, 3)),
            draw(st.sampled_from([1.0, 0.5])),
            draw(st.integers(0, 9)),
        ),
    )
    if made.has_both:
        made = replace(made, decoder=draw(decoders(made)))
    off = draw(st.sets(st.sampled_from(made.switches), max_size=3)) if made.switches and draw(flags) else ()
    return replace(made, off=tuple(off))


TYPED_OVER = (
    "embed.sum",
    "embed.positions",
    "embed.scaled",
    "embed.types",
    "embed.norm",
    "target.embed.norm",
    "unembed.scaled",
    "target.embed.sum",
    "encoder.norm",
    "decoder.0.cross_attn.k",
    "decoder.0.cross_attn.masked",
    "attn.k",
    "attn.scores",
    "attn.weights",
    "encoder.0.attn.v",
    "encoder.1.norm1",
    "decoder.0.self_attn.heads",
    "decoder.0.self_attn.q_scaled",
    "encoder.0.attn.k_norm",
    "decoder.0.self_attn.masked",
    "decoder.0.ffn.hidden",
    "decoder.0.add1",
    "logits",
)


@st.composite
def scenarios(draw):
    """Any small scenario with random numbers."""
    architecture = draw(architectures())
    tokens = draw(st.integers(1, 4))
    return filled(
        architecture,
        draw(st.integers(0, 10_000)),
        queries=draw(st.integers(0, 3)),
        tokens=tokens,
        padding=draw(st.sampled_from([(), (), (tokens - 1,)])),
        custom=draw(st.sampled_from([(), (), (0.5,)])),
        extra_given=draw(st.sets(st.sampled_from(TYPED_OVER), max_size=2)),
    )
