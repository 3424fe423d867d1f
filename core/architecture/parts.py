"""Parts that append their steps to a program: embedding, mask, attention, feed-forward, residual, norm, output.

Each part gives and takes tensor names; `core.architecture.stacks` assembles them.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.architecture.options import (
    ActivationKind,
    Architecture,
    FeedForwardKind,
    Input,
    MaskKind,
    NormKind,
    PositionKind,
    Scale,
)
from core.ops.attention import (
    ApplyMask,
    Mask,
    Rows,
    ScaleByFactor,
    ScaleByRoot,
    Scores,
    Softmax,
    WeightedSum,
)
from core.ops.base import Operation
from core.ops.elementary import Add, Identity
from core.ops.embedding import LearnedPositions, NoPositions, SinusoidalPositions, TokenLookup
from core.ops.feed_forward import GeluExact, GeluTanh, Relu
from core.ops.linear import JoinHeads, Linear, Project, TiedUnembedding
from core.ops.norm import LayerNorm
from core.program import ProgramBuilder
from core.text import QT_TRANSLATE_NOOP

ACTIVATIONS: dict[ActivationKind, Operation] = {
    ActivationKind.RELU: Relu(),
    ActivationKind.GELU: GeluExact(),
    ActivationKind.GELU_TANH: GeluTanh(),
}


@dataclass(frozen=True, slots=True)
class Sequence:
    """Words of one sequence: their texts, ids in the vocabulary and which of them are padding."""

    words: tuple[str, ...]
    ids: tuple[int, ...]
    padding: tuple[int, ...] = ()


def embedding(builder: ProgramBuilder, architecture: Architecture, sequence: Sequence, prefix: str) -> str:
    """Append ``….tokens``, ``….positions`` and ``….sum``; return the name of X (token, d_model)."""
    labels = {"token": sequence.words}
    place = {"layer": "embed", "part": prefix}
    if builder.is_given(f"{prefix}.sum") and architecture.input is Input.EMBEDDINGS:
        return builder.add(f"{prefix}.sum", Identity(), labels=labels, **place)
    count = len(sequence.words)
    tokens = builder.add(f"{prefix}.tokens", TokenLookup(sequence.ids), "embed.W_E", labels=labels, **place)
    kind = architecture.positions.kind
    if kind is PositionKind.LEARNED:
        step, inputs = LearnedPositions(count), ("embed.W_P",)
    elif kind is PositionKind.SINUSOIDAL:
        step, inputs = SinusoidalPositions(count, architecture.d_model, architecture.positions.base), ()
    else:
        step, inputs = NoPositions(count, architecture.d_model), ()
    features = {"d_model": builder.axes(tokens)[1].labels}
    positions = builder.add(f"{prefix}.positions", step, *inputs, labels=labels | features, **place)
    if kind is PositionKind.NONE and not builder.is_given(positions):
        return builder.add(f"{prefix}.sum", Identity(), tokens, **place)
    title = QT_TRANSLATE_NOOP("Ops", "Sum: what a word is plus where it stands")
    return builder.add(f"{prefix}.sum", Add(), tokens, positions, title=title, formula="X = E + P", **place)


def mask(  # noqa: PLR0913 - one call a mask
    builder: ProgramBuilder,
    name: str,
    *,
    queries: Sequence,
    keys: Sequence,
    kind: MaskKind,
    custom: Rows | None,
    layer: str,
) -> str | None:
    """Append the mask step where there is anything to mask; return its name, or None."""
    causal = kind is MaskKind.CAUSAL
    if not causal and not keys.padding and custom is None:
        return None
    step = Mask(len(queries.words), len(keys.words), causal, keys.padding, custom)
    labels = {"query": queries.words, "key": keys.words}
    return builder.add(name, step, layer=layer, part=name, labels=labels)


def attention(  # noqa: PLR0913 - one call an attention part
    builder: ProgramBuilder,
    architecture: Architecture,
    prefix: str,
    *,
    queries: str,
    keys: str,
    mask_name: str | None,
    layer: str,
    words: tuple[tuple[str, ...], tuple[str, ...]],
) -> str:
    """Append ``….q`` to ``….out``; return the name of the output (query, d_model)."""
    options = architecture.attention
    place = {"layer": layer, "part": prefix}
    labels = {"query": words[0], "key": words[1]}
    for letter, source, row, column in (
        ("q", queries, "query", "d_k"),
        ("k", keys, "key", "d_k"),
        ("v", keys, "key", "d_v"),
    ):
        project = Project(options.heads, row, column)
        inputs = _with_bias(builder, source, f"{prefix}.W_{letter.upper()}", f"{prefix}.b_{letter.upper()}")
        title, formula = _PROJECTION_TEXTS[letter]
        builder.add(f"{prefix}.{letter}", project, *inputs, title=title, formula=formula, labels=labels, **place)
    scores = builder.add(f"{prefix}.scores", Scores(), f"{prefix}.q", f"{prefix}.k", **place)
    scaled = builder.add(f"{prefix}.scaled", _scaling(options.scale, options.d_k), scores, **place)
    masking, masks = (Identity(), ()) if mask_name is None else (ApplyMask(), (mask_name,))
    masked = builder.add(f"{prefix}.masked", masking, scaled, *masks, **place)
    weights = builder.add(f"{prefix}.weights", Softmax(), masked, *masks, **place)
    heads = builder.add(f"{prefix}.heads", WeightedSum(), weights, f"{prefix}.v", **place)
    concat = builder.add(f"{prefix}.concat", JoinHeads(options.heads), heads, **place)
    if not options.output:
        return builder.add(f"{prefix}.out", Identity(), concat, **place)
    inputs = _with_bias(builder, concat, f"{prefix}.W_O", f"{prefix}.b_O")
    title = QT_TRANSLATE_NOOP("Ops", "Output projection: the heads are mixed back into one vector")
    return builder.add(f"{prefix}.out", Linear("query"), *inputs, title=title, formula=r"O = C W_O", **place)


_PROJECTION_TEXTS = {
    "q": (QT_TRANSLATE_NOOP("Ops", "Queries: what each word asks for"), "Q = X W_Q"),
    "k": (QT_TRANSLATE_NOOP("Ops", "Keys: what each word offers"), "K = X W_K"),
    "v": (QT_TRANSLATE_NOOP("Ops", "Values: what each word hands over"), "V = X W_V"),
}


def _scaling(scale: Scale | float, d_k: int) -> Operation:
    if scale is Scale.ROOT:
        return ScaleByRoot(d_k)
    return Identity() if scale is Scale.NONE else ScaleByFactor(float(scale))


def _with_bias(builder: ProgramBuilder, x: str, weight: str, bias: str) -> tuple[str, ...]:
    return (x, weight, bias) if builder.has(bias) else (x, weight)


def feed_forward(builder: ProgramBuilder, architecture: Architecture, x: str, prefix: str, layer: str) -> str:
    """Append ``….hidden``, ``….activated`` and ``….out``; return the name of the output (token, d_model)."""
    place = {"layer": layer, "part": prefix}
    hidden = builder.add(
        f"{prefix}.hidden",
        Linear(),
        *_with_bias(builder, x, f"{prefix}.W_1", f"{prefix}.b_1"),
        title=QT_TRANSLATE_NOOP("Ops", "Feed-forward: each word by itself, into a wider space"),
        formula="H = X W_1 + b_1",
        **place,
    )
    activation = ACTIVATIONS[architecture.feed_forward.activation]
    activated = builder.add(f"{prefix}.activated", activation, hidden, **place)
    return builder.add(
        f"{prefix}.out",
        Linear(),
        *_with_bias(builder, activated, f"{prefix}.W_2", f"{prefix}.b_2"),
        title=QT_TRANSLATE_NOOP("Ops", "Feed-forward: back to the width of the model"),
        formula="F = A W_2 + b_2",
        **place,
    )


def residual(builder: ProgramBuilder, architecture: Architecture, x: str, sublayer: str, name: str, layer: str) -> str:
    """Append the residual addition, or pass the sublayer on where residuals are off."""
    if architecture.residual:
        return builder.add(name, Add(), x, sublayer, layer=layer, part=name)
    return switched_off(builder, sublayer, name, layer)


def switched_off(builder: ProgramBuilder, x: str, name: str, layer: str) -> str:
    """Append an identity step in the place of a part that is switched off."""
    return builder.add(name, Identity(), x, layer=layer, part=name)


def norm(builder: ProgramBuilder, architecture: Architecture, x: str, name: str, layer: str, *, on: bool = True) -> str:
    """Append a layer norm, or an identity step where norms are off."""
    if on and architecture.norm.kind is NormKind.LAYER:
        step = LayerNorm(architecture.norm.epsilon)
        return builder.add(name, step, x, f"{name}.gain", f"{name}.bias", layer=layer, part=name)
    return switched_off(builder, x, name, layer)


def output(builder: ProgramBuilder, architecture: Architecture, x: str) -> str:
    """Append ``logits`` and ``probabilities``; return the name of the latter (token, vocabulary)."""
    place = {"layer": "output", "part": "output"}
    bias = ("unembed.b_U",) if builder.has("unembed.b_U") else ()
    if architecture.unembedding.tied:
        logits = builder.add("logits", TiedUnembedding(), x, "embed.W_E", *bias, **place)
    else:
        formula = r"\mathrm{logits} = X W_U"
        logits = builder.add(
            "logits", Linear(), x, "unembed.W_U", *bias, title=TiedUnembedding.title, formula=formula, **place
        )
    return builder.add(
        "probabilities",
        Softmax(architecture.temperature),
        logits,
        title=QT_TRANSLATE_NOOP("Ops", "Probabilities: which word comes next"),
        formula=r"\mathrm{softmax}(\mathrm{logits} / T)",
        **place,
    )


def feed_forward_is_on(architecture: Architecture) -> bool:
    """Return whether layers have a feed-forward network."""
    return architecture.feed_forward.kind is not FeedForwardKind.NONE
