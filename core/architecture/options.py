"""What a model is: small frozen option records. Their field names are the keys of the scenario file.

Every record checks itself when made and raises a `SandboxError` that names the option.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any

from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP

MAX_WIDTH = 4096
MAX_HEADS = 64
MAX_LAYERS = 48
MAX_TOKENS = 512
MAX_VOCABULARY = 65_536


class OptionOutOfRange(SandboxError):
    """A size or number outside its limits."""

    template = QT_TRANSLATE_NOOP("Errors", "{option} is {value}; it must be {limits}.")


class HeadsDoNotDivide(SandboxError):
    """d_k was left to its default, and d_model is no multiple of the heads."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{heads} heads do not divide d_model = {d_model}. Choose a number of heads that does, or say d_k.",
    )


class OptionConflict(SandboxError):
    """Two options that exclude each other."""

    template = QT_TRANSLATE_NOOP("Errors", "{option} = {value} does not go with {other}. {remedy}")


class Stack(StrEnum):
    """How the parts are stacked."""

    ATTENTION = "attention"
    ENCODER = "encoder-only"
    DECODER = "decoder-only"
    ENCODER_DECODER = "encoder-decoder"


class Input(StrEnum):
    """What is typed in: words, their vectors X, or q, k and v themselves."""

    TOKENS = "tokens"
    EMBEDDINGS = "embeddings"
    QKV = "q, k, v"


class PositionKind(StrEnum):
    """How positions are told."""

    NONE = "none"
    SINUSOIDAL = "sinusoidal"
    LEARNED = "learned"


class Scale(StrEnum):
    """What the scores are divided by; a number of one's own is a `float` instead."""

    ROOT = "sqrt_d_k"
    NONE = "none"


class MaskKind(StrEnum):
    """Who may look where, before padding and custom masks."""

    NONE = "none"
    CAUSAL = "causal"


class FeedForwardKind(StrEnum):
    """Whether there is a feed-forward network."""

    NONE = "none"
    MLP = "mlp"


class ActivationKind(StrEnum):
    """The bend between the two linear maps."""

    RELU = "relu"
    GELU = "gelu"
    GELU_TANH = "gelu_tanh"


class NormKind(StrEnum):
    """Whether there is a layer norm."""

    NONE = "none"
    LAYER = "layer_norm"


class NormPlace(StrEnum):
    """After the residual addition (2017) or before the sublayer (GPT-2)."""

    POST = "post"
    PRE = "pre"


def limits(low: float, high: float) -> Any:
    """Make field metadata with the limits of a number."""
    return {"limits": (low, high)}


def check_range(option: str, value: float, low: float, high: float) -> None:
    """Refuse a number outside ``low … high``, or not finite."""
    if not (low <= value <= high):
        raise OptionOutOfRange(option=option, value=value, limits=f"{low:g} … {high:g}")


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions added to the embeddings."""

    kind: PositionKind = PositionKind.NONE
    base: float = field(default=10_000.0, metadata=limits(1.0, 1e9))
    length: int = field(default=64, metadata=limits(1, MAX_TOKENS))
    """Rows of ``embed.W_P`` (learned positions)."""

    def __post_init__(self) -> None:
        check_range("positions ▸ base", self.base, 1.0, 1e9)
        check_range("positions ▸ length", self.length, 1, MAX_TOKENS)


@dataclass(frozen=True, slots=True)
class Attention:
    """Multi-head attention."""

    heads: int = field(default=1, metadata=limits(1, MAX_HEADS))
    d_k: int = field(default=4, metadata=limits(1, MAX_WIDTH))
    d_v: int = field(default=4, metadata=limits(1, MAX_WIDTH))
    bias: bool = False
    scale: Scale | float = Scale.ROOT
    """`Scale`, or a factor of one's own that multiplies the scores."""
    mask: MaskKind = MaskKind.NONE
    """In an encoder–decoder it is the mask of the decoder's self-attention."""
    output: bool = True
    """Whether ``W_O`` maps the joined heads back to d_model (attention alone can go without)."""

    def __post_init__(self) -> None:
        check_range("attention ▸ heads", self.heads, 1, MAX_HEADS)
        check_range("attention ▸ d_k", self.d_k, 1, MAX_WIDTH)
        check_range("attention ▸ d_v", self.d_v, 1, MAX_WIDTH)
        if not isinstance(self.scale, Scale) and not (math.isfinite(self.scale) and self.scale != 0):
            raise OptionOutOfRange(
                option="attention ▸ scale", value=self.scale, limits="sqrt_d_k, none, number ≠ 0"
            )


@dataclass(frozen=True, slots=True)
class FeedForward:
    """Two linear maps with an activation between them."""

    kind: FeedForwardKind = FeedForwardKind.MLP
    d_ff: int = field(default=16, metadata=limits(1, MAX_WIDTH))
    activation: ActivationKind = ActivationKind.RELU
    bias: bool = True

    def __post_init__(self) -> None:
        check_range("feed_forward ▸ d_ff", self.d_ff, 1, MAX_WIDTH)


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer norms around the sublayers, and after the last layer (`final`)."""

    kind: NormKind = NormKind.LAYER
    place: NormPlace = NormPlace.POST
    epsilon: float = field(default=1e-5, metadata=limits(0.0, 1.0))
    final: bool = False

    def __post_init__(self) -> None:
        check_range("norm ▸ epsilon", self.epsilon, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Unembedding:
    """From the last layer to logits: by ``W_E`` itself (`tied`) or by ``W_U``."""

    tied: bool = True
    bias: bool = False


@dataclass(frozen=True, slots=True)
class Architecture:
    """A whole model. Options that its stack does not use keep their defaults."""

    stack: Stack = Stack.ATTENTION
    input: Input = Input.TOKENS
    layers: int = field(default=1, metadata=limits(1, MAX_LAYERS))
    d_model: int = field(default=4, metadata=limits(1, MAX_WIDTH))
    positions: Positions = Positions()
    attention: Attention = Attention()
    feed_forward: FeedForward = FeedForward()
    norm: Norm = Norm()
    residual: bool = True
    unembedding: Unembedding = Unembedding()
    temperature: float = field(default=1.0, metadata=limits(1e-3, 1e3))
    off: tuple[str, ...] = ()
    """Parts that are switched off, by `switches`; they keep their parameters. Names that the model has not
    fall away."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "off", tuple(name for name in self.switches if name in self.off))
        check_range("layers", self.layers, 1, MAX_LAYERS)
        check_range("d_model", self.d_model, 1, MAX_WIDTH)
        check_range("temperature", self.temperature, 1e-3, 1e3)
        if self.stack is not Stack.ATTENTION and self.input is Input.QKV:
            raise OptionConflict(
                option="input",
                value=self.input.value,
                other=f"stack = {self.stack.value}",
                remedy="Use tokens or embeddings, or the stack attention.",
            )
        if self.stack is not Stack.ATTENTION and not self.attention.output:
            raise OptionConflict(
                option="attention ▸ output",
                value="false",
                other=f"stack = {self.stack.value}",
                remedy="Layers need W_O to come back to d_model.",
            )
        if self.has_output and self.input is Input.EMBEDDINGS and self.unembedding.tied:
            raise OptionConflict(
                option="unembedding ▸ tied",
                value="true",
                other="input = embeddings",
                remedy="There is no W_E then: set tied to false.",
            )

    @property
    def has_layers(self) -> bool:
        """True for encoders and decoders, False for attention alone."""
        return self.stack is not Stack.ATTENTION

    @property
    def has_output(self) -> bool:
        """True where logits and probabilities are made."""
        return self.stack in {Stack.DECODER, Stack.ENCODER_DECODER}

    @property
    def has_both(self) -> bool:
        """True for an encoder whose output a decoder attends to."""
        return self.stack is Stack.ENCODER_DECODER

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The stacks of layers, each with the attention parts of a layer in their order."""
        return _LAYERS[self.stack]

    @property
    def masks(self) -> tuple[str, ...]:
        """The names of the masks that the stack has."""
        return _MASKS[self.stack]

    @property
    def switches(self) -> tuple[str, ...]:
        """The names of what can be switched off: three for all of the model, then parts layer by layer."""
        found = {
            "embed.positions": self.input is Input.TOKENS and self.positions.kind is not PositionKind.NONE,
            "scale": self.attention.scale is not Scale.NONE,
            "mask": self.attention.mask is MaskKind.CAUSAL,
        }
        has_norm = self.norm.kind is NormKind.LAYER
        for stack, attentions in self.stacks.items():
            feeds = () if self.feed_forward.kind is FeedForwardKind.NONE else ("ffn",)
            for layer, (place, part) in product(range(self.layers), enumerate((*attentions, *feeds), 1)):
                found |= {
                    f"{stack}.{layer}.{part}": True,
                    f"{stack}.{layer}.add{place}": self.residual,
                    f"{stack}.{layer}.norm{place}": has_norm,
                }
            found[f"{stack}.norm"] = has_norm and self.norm.final
        return tuple(name for name, there in found.items() if there)

    def addition(self, part: str) -> str:
        """Return the name of the addition behind an attention part or feed-forward network of a layer.

        Empty for any other name.
        """
        layer, _, last = part.rpartition(".")
        sublayers = (*self.stacks.get(layer.partition(".")[0], ()), "ffn")
        return f"{layer}.add{sublayers.index(last) + 1}" if "." in layer and last in sublayers else ""

    def is_on(self, name: str) -> bool:
        """Return whether the part of that name is not switched off."""
        return name not in self.off

    @property
    def position_kind(self) -> PositionKind:
        """How positions are told, if they are not switched off."""
        return self.positions.kind if self.is_on("embed.positions") else PositionKind.NONE

    @property
    def scale(self) -> Scale | float:
        """What the scores are scaled by, if that is not switched off."""
        return self.attention.scale if self.is_on("scale") else Scale.NONE

    def is_causal(self, mask: str) -> bool:
        """Return whether the mask of that name hides later words."""
        return self.can_be_causal(mask) and self.is_on("mask")

    def can_be_causal(self, mask: str) -> bool:
        """Return whether it would, if it were not switched off. Between two sequences no word is later."""
        return self.attention.mask is MaskKind.CAUSAL and (not self.has_both or mask == "decoder.mask")

    @property
    def sequence(self) -> str:
        """The sequence that words are put out for: ``target`` of a decoder, ``source`` of everything else."""
        return "target" if self.has_output else "source"

    @property
    def sequences(self) -> tuple[str, ...]:
        """The sequences that the stack needs; attention alone can take its queries from a ``target``, too."""
        return ("source", "target") if self.has_both else (self.sequence,)

    def attending(self, name: str) -> tuple[str, str]:
        """Return which sequences the rows (or queries) and the keys of the tensor `name` run over.

        Of attention alone it is told as if it had two sequences.
        """
        if self.stack is Stack.ATTENTION:
            own = name.partition(".")[0]
            return (own, own) if own in {"source", "target"} else ("target", "source")
        if not self.has_both:
            return self.sequence, self.sequence
        if name.startswith(("source.", "encoder.")):
            return "source", "source"
        return "target", "source" if ".cross_" in name else "target"


_LAYERS: dict[Stack, Mapping[str, tuple[str, ...]]] = {
    Stack.ATTENTION: {},
    Stack.ENCODER: {"encoder": ("attn",)},
    Stack.DECODER: {"decoder": ("self_attn",)},
    Stack.ENCODER_DECODER: {"encoder": ("attn",), "decoder": ("self_attn", "cross_attn")},
}
_MASKS: dict[Stack, tuple[str, ...]] = {
    Stack.ATTENTION: ("attn.mask",),
    Stack.ENCODER: ("encoder.mask",),
    Stack.DECODER: ("decoder.mask",),
    Stack.ENCODER_DECODER: ("encoder.mask", "decoder.mask", "decoder.cross_mask"),
}


def default_head_size(d_model: int, heads: int) -> int:
    """Return d_model / heads.

    Raises
    ------
    HeadsDoNotDivide
        If it is no whole number.
    """
    check_range("attention ▸ heads", heads, 1, MAX_HEADS)
    if d_model % heads:
        raise HeadsDoNotDivide(heads=heads, d_model=d_model)
    return d_model // heads
