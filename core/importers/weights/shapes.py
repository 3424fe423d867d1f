"""The options of a model, as far as the shapes of its parameters tell them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Decoder,
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
    Stack,
    Unembedding,
)
from core.errors import SandboxError
from core.record import Record
from core.text import QT_TRANSLATE_NOOP

Shapes: TypeAlias = Mapping[str, tuple[int, ...]]
"""By our names."""
OF_ATTENTION = ("attn.W_Q", "attn.q", "attn.W_O")
"""One of these an attention has, whatever of it is in the file."""
_WIDTHS = {"W_Q": 0, "W_E": 1, "W_O": 1, "W_1": 0, "sum": 1}
"""Which axis of a tensor is d_model."""


class HeadsDoNotDivideColumns(SandboxError):
    """A number of heads that does not go with the weights."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{heads} heads do not divide the width of {name}: {columns}. Choose a number that does."
    )


class Wishes(Record):
    """What a file of weights does not tell; None: what is usual."""

    heads: int = 1
    stack: Stack | None = None
    place: NormPlace | None = None
    """Without: before the sublayers where there is a norm behind the last layer, else after them."""
    activation: ActivationKind = ActivationKind.RELU
    mask: MaskKind | None = None
    """Without: causal in decoders."""


def d_model_of(shapes: Shapes) -> int | None:
    """Return the width that all parts share, from the first tensor that has it as an axis; None without."""
    found = ((shape, name.rpartition(".")[2]) for name, shape in shapes.items())
    typed = shapes.get("attn.v", shapes.get("attn.q"))  # there is no other width where these are typed in
    return next((shape[_WIDTHS[last]] for shape, last in found if last in _WIDTHS), None) or (
        typed[0] * typed[2] if typed else None
    )


def architecture_of(
    shapes: Shapes, stack: Stack, d_model: int, wishes: Wishes, *, has_layer_norms: bool
) -> Architecture:
    """Return the model; `has_layer_norms` where norms without biases are layer norms, as PyTorch's are."""
    given = Input.EMBEDDINGS if stack is not Stack.ATTENTION or "attn.q" not in shapes else Input.QKV
    has_output = stack in {Stack.DECODER, Stack.ENCODER_DECODER}
    mask = wishes.mask or (MaskKind.CAUSAL if has_output else MaskKind.NONE)
    first = "decoder" if stack is Stack.DECODER else "encoder"
    own = _of_stack(shapes, first) or shapes
    return Architecture(
        stack,
        Input.TOKENS if "embed.W_E" in shapes else given,
        layers=_layers(own),
        d_model=d_model,
        embedding=_embedding(shapes),
        positions=_positions(shapes),
        attention=_attention(own, stack, wishes.heads, mask),
        feed_forward=_feed_forward(own, wishes.activation),
        norm=_norm(shapes, wishes.place, has_layer_norms=has_layer_norms),
        unembedding=Unembedding(
            tied="embed.W_E" in shapes and "unembed.W_U" not in shapes, bias="unembed.b_U" in shapes
        ),
        decoder=_decoder(shapes, wishes.heads) if stack is Stack.ENCODER_DECODER else Decoder(),
    )


def _of_stack(shapes: Shapes, stack: str) -> Shapes:
    return {name: shape for name, shape in shapes.items() if name.startswith(f"{stack}.")}


def _layers(shapes: Shapes) -> int:
    numbers = (name.split(".")[1] for name in shapes if "." in name)
    return max((int(number) for number in numbers if number.isdigit()), default=0) + 1


def _embedding(shapes: Shapes) -> Embedding:
    types = shapes["embed.W_T"][0] if "embed.W_T" in shapes else 0
    return Embedding(types=types, norm=any(name.endswith("embed.norm.gain") for name in shapes))


def _positions(shapes: Shapes) -> Positions:
    learned = [name for name in shapes if name.endswith("embed.W_P")]
    if learned and "embed.W_E" in shapes:
        kind, shared = PositionKind.LEARNED, "embed.W_P" in shapes
        return Positions(kind, length=shapes[learned[0]][0], shared=shared)
    tables = [name for name in shapes if name.endswith(".W_R")]
    return Positions(PositionKind.T5, buckets=shapes[tables[0]][0]) if tables else Positions()


def _attention(shapes: Shapes, stack: Stack, heads: int, mask: MaskKind) -> Attention:
    prefix = next((name.rpartition(".")[0] for name in shapes if name.endswith(OF_ATTENTION)), "attn")
    typed = shapes.get(f"{prefix}.q")
    heads = typed[0] if typed else heads
    d_k = typed[2] if typed else per_head(shapes, f"{prefix}.W_Q", 1, heads)
    kv_heads = _key_heads(shapes, prefix, d_k) or heads
    if f"{prefix}.v" in shapes:
        d_v: int | None = shapes[f"{prefix}.v"][2]
    else:
        d_v = per_head(shapes, f"{prefix}.W_O", 0, heads) or per_head(shapes, f"{prefix}.W_V", 1, kv_heads)
    biases = [name for name in shapes if name.startswith(f"{prefix}.b_")]
    return Attention(
        heads,
        d_k=d_k or d_v or 1,
        d_v=d_v or d_k or 1,
        kv_heads=kv_heads,
        bias=bool(biases),
        output_bias=f"{prefix}.b_O" in biases or not biases,
        qk_norm=NormKind.RMS if f"{prefix}.q_norm.gain" in shapes else NormKind.NONE,
        mask=mask,
        output=stack is not Stack.ATTENTION or f"{prefix}.W_O" in shapes,
    )


def _key_heads(shapes: Shapes, prefix: str, d_k: int | None) -> int:
    """Return how many heads keys have, 0 where nothing tells."""
    if f"{prefix}.k" in shapes:
        return shapes[f"{prefix}.k"][0]
    columns = shapes.get(f"{prefix}.W_K", (0, 0))[1]
    return 0 if not d_k or columns % d_k else columns // d_k


def per_head(shapes: Shapes, name: str, axis: int, heads: int) -> int | None:
    """Return how much of an axis one head has; None without such a tensor.

    Raises
    ------
    HeadsDoNotDivideColumns
    """
    if name not in shapes:
        return None
    columns = shapes[name][axis]
    if columns % heads:
        raise HeadsDoNotDivideColumns(heads=heads, columns=columns, name=name)
    return columns // heads


def _decoder(shapes: Shapes, heads: int) -> Decoder:
    """Return what of the decoder's sizes is another than the encoder's."""
    encoder, own = (_of_stack(shapes, stack) for stack in ("encoder", "decoder"))
    pairs = (
        (_layers(own), _layers(encoder)),
        *((_size(own, name, heads), _size(encoder, name, heads)) for name in ("W_Q", "W_V", "W_1")),
    )
    layers, d_k, d_v, d_ff = (here if own and encoder and here != there else 0 for here, there in pairs)
    return Decoder(layers=layers, d_k=d_k, d_v=d_v, d_ff=d_ff)


def _size(shapes: Shapes, last: str, heads: int) -> int:
    name = next((name for name in shapes if name.endswith(f".{last}")), "")
    return per_head(shapes, name, 1, 1 if last == "W_1" else heads) or 0


def _feed_forward(shapes: Shapes, activation: ActivationKind) -> FeedForward:
    name = next((name for name in shapes if name.endswith(".ffn.W_1")), None)
    if name is None:
        return FeedForward(FeedForwardKind.NONE)
    prefix = name.removesuffix("W_1")
    kind = FeedForwardKind.GATED if f"{prefix}W_G" in shapes else FeedForwardKind.MLP
    return FeedForward(kind, shapes[name][1], activation, bias=f"{prefix}b_1" in shapes)


def _norm(shapes: Shapes, place: NormPlace | None, *, has_layer_norms: bool) -> Norm:
    """Gains without biases are taken for RMS norms, unless it is known that they are none."""
    gains, biases = (_of_norms(shapes, vector) for vector in ("gain", "bias"))
    final = any(name.startswith(("encoder.norm.", "decoder.norm.")) for name in (*gains, *biases))
    if any(".post_norm" in name for name in gains):
        place = NormPlace.BOTH
    place = place or (NormPlace.PRE if final else NormPlace.POST)
    if not gains and not biases:
        return Norm(NormKind.NONE)
    kind = NormKind.LAYER if biases or has_layer_norms else NormKind.RMS
    return Norm(kind, place, gain=bool(gains), bias=bool(biases) or kind is NormKind.RMS, final=final)


def _of_norms(shapes: Iterable[str], vector: str) -> list[str]:
    """Return the vectors of norms around sublayers; those of queries and keys are others."""
    return [name for name in shapes if name.endswith(f".{vector}") and "attn." not in name]
