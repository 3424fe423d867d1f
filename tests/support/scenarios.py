"""Scenarios of every kind, drawn from a stack's options; small, so that every cell can be checked."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
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
    Stack,
    Unembedding,
)
from tests.support.build import scenario, words


def filled(
    architecture, seed, *, queries=0, tokens=3, padding=(), custom=(), extra_given=(), decimals=2, factor=1.0
):
    """A scenario of `architecture` with random numbers everywhere.

    queries: T_q where queries are another sequence (attention alone), else 0.
    custom: (share,), the share of looks that an edited mask allows, or () for no edited mask.
    extra_given: names of steps whose results are typed in.
    """
    numbers = np.random.default_rng(seed)

    def random(shape):
        return np.round(numbers.normal(scale=0.5, size=shape).clip(-1.5, 1.5), decimals) * factor

    decoder = architecture.stack is Stack.DECODER
    key_words = words(tokens)
    sequences = {"target" if decoder else "source": key_words}
    if queries and architecture.stack is Stack.ATTENTION:
        sequences["target"] = words(tokens + queries)[tokens:]
    looks = (len(sequences.get("target", key_words)), tokens)
    made = scenario(
        architecture,
        vocabulary=words(tokens + queries + 1),
        tokens=sequences,
        padding={architecture.sequence: padding} if padding else {},
        given=typed_in(architecture, sequences, random),
        masks={mask_name(architecture): numbers.random(looks) < share for share in custom},
        seed=seed,
    )
    parameters = {
        name: replace(parameter, values=frozen(random(parameter.values.shape)))
        for name, parameter in made.parameters.items()
    }
    made = made.with_changes(parameters=parameters)
    steps = {step.name: step for step in made.program().steps if step.name in extra_given}
    extra = {name: frozen(random([axis.size for axis in step.axes])) for name, step in steps.items()}
    return made.with_changes(given={**made.given, **extra})


def frozen(values):
    values.setflags(write=False)
    return values


def mask_name(architecture):
    return {Stack.ATTENTION: "attn.mask", Stack.ENCODER: "encoder.mask", Stack.DECODER: "decoder.mask"}[
        architecture.stack
    ]


def typed_in(architecture, sequences, random):
    """What the input of the architecture asks for."""
    sizes = {name: len(tokens) for name, tokens in sequences.items()}
    keys = sizes.get("source", sizes.get("target"))
    queries = sizes.get("target", keys)
    options = architecture.attention
    if architecture.input is Input.QKV:
        return {
            "attn.q": random((options.heads, queries, options.d_k)),
            "attn.k": random((options.heads, keys, options.d_k)),
            "attn.v": random((options.heads, keys, options.d_v)),
        }
    if architecture.input is Input.EMBEDDINGS:
        prefixes = ["embed"] if len(sizes) == 1 else ["source.embed", "target.embed"]
        counts = [keys] if len(sizes) == 1 else [keys, queries]
        return {
            f"{prefix}.sum": random((count, architecture.d_model))
            for prefix, count in zip(prefixes, counts, strict=True)
        }
    return {}


@st.composite
def architectures(draw):
    """Any architecture of small sizes."""
    stack = draw(st.sampled_from(list(Stack)))
    inputs = [Input.TOKENS, Input.EMBEDDINGS] + ([Input.QKV] if stack is Stack.ATTENTION else [])
    chosen = draw(st.sampled_from(inputs))
    flags = st.booleans()
    return Architecture(
        stack,
        chosen,
        layers=draw(st.integers(1, 2)),
        d_model=draw(st.integers(1, 5)),
        positions=Positions(
            draw(st.sampled_from(list(PositionKind))), draw(st.sampled_from([3.0, 10_000.0])), 9
        ),
        attention=Attention(
            heads=draw(st.integers(1, 3)),
            d_k=draw(st.integers(1, 3)),
            d_v=draw(st.integers(1, 3)),
            bias=draw(flags),
            scale=draw(st.sampled_from([Scale.ROOT, Scale.NONE, 0.3, -2.0])),
            mask=draw(st.sampled_from(list(MaskKind))),
            output=stack is not Stack.ATTENTION or draw(flags),
        ),
        feed_forward=FeedForward(
            draw(st.sampled_from(list(FeedForwardKind))),
            draw(st.integers(1, 5)),
            draw(st.sampled_from(list(ActivationKind))),
            draw(flags),
        ),
        norm=Norm(
            draw(st.sampled_from(list(NormKind))),
            draw(st.sampled_from(list(NormPlace))),
            draw(st.sampled_from([1e-5, 1e-2])),
            draw(flags),
        ),
        residual=draw(flags),
        unembedding=Unembedding(tied=chosen is Input.TOKENS and draw(flags), bias=draw(flags)),
        temperature=draw(st.sampled_from([1.0, 0.5, 3.0])),
    )


TYPED_OVER = (
    "embed.sum",
    "embed.positions",
    "attn.k",
    "attn.scores",
    "attn.weights",
    "encoder.0.attn.v",
    "encoder.1.norm1",
    "decoder.0.self_attn.heads",
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
