"""What a model is: small frozen option records. Their field names are the keys of the scenario file.

Every record checks itself when made and raises a `SandboxError` that names the option.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any, TypeAlias

from core.architecture.choices import ActivationKind as ActivationKind
from core.architecture.choices import Choice as Choice
from core.architecture.choices import EpsilonPlace as EpsilonPlace
from core.architecture.choices import FeedForwardKind as FeedForwardKind
from core.architecture.choices import HeadCut as HeadCut
from core.architecture.choices import Input as Input
from core.architecture.choices import MaskAs as MaskAs
from core.architecture.choices import MaskKind as MaskKind
from core.architecture.choices import Memory as Memory
from core.architecture.choices import NormKind as NormKind
from core.architecture.choices import NormPlace as NormPlace
from core.architecture.choices import Nowhere as Nowhere
from core.architecture.choices import Pairing as Pairing
from core.architecture.choices import PositionKind as PositionKind
from core.architecture.choices import Scale as Scale
from core.architecture.choices import SoftmaxBase as SoftmaxBase
from core.architecture.choices import SoftmaxOver as SoftmaxOver
from core.architecture.choices import Stack as Stack
from core.architecture.choices import Variance as Variance
from core.architecture.choices import WaveLayout as WaveLayout
from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP, message

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


_USE_WORDS = QT_TRANSLATE_NOOP("Errors", "Use tokens or embeddings, or the stack attention.")
_NEEDS_W_O = QT_TRANSLATE_NOOP("Errors", "Layers need W_O to come back to d_model.")
_ONE_STACK = QT_TRANSLATE_NOOP(
    "Errors", "Cross-attention reads what self-attention made: choose another place of the norms."
)
_NO_W_E = QT_TRANSLATE_NOOP("Errors", "There is no W_E then: set tied to false.")

When: TypeAlias = tuple[Mapping[str, tuple[Any, ...]], ...]
"""Values of other options, by path: one of the mappings must hold; without any, the option always applies."""


def option(title: str, *, limits: tuple[float, float] | None = None, when: When = (), **more: Any) -> Any:
    """Make the metadata of an option: forms, files and checks read it (`core.architecture.form`).

    Parameters
    ----------
    title : str
        Marked with ``QT_TRANSLATE_NOOP("Options", …)``.
    limits : pair of float, optional
        Smallest and largest number.
    when : tuple of mappings, default=()
        When a model reads the option at all.
    **more
        `own`: title of a number of one's own beside the choices. `follows`: paths of the options that a size
        follows until it is said: the first, divided by the others; `follows_title`: that in words.
        `group`: name of the record that the option is shown with. `hidden`: True if no form shows it.
        `rare`: True if files name it only where it is not the default. `about`: what it does and where it
        comes from, marked in the same way.
    """
    limited = {} if limits is None else {"limits": limits}
    return {"title": title, "when": when, **limited, **more}


_WITH_LAYERS: When = ({"stack": (Stack.ENCODER, Stack.DECODER, Stack.ENCODER_DECODER)},)
_WITH_OUTPUT: When = ({"stack": (Stack.DECODER, Stack.ENCODER_DECODER)},)
_WITH_MAPS: When = (
    {"input": (Input.TOKENS, Input.EMBEDDINGS)},
    {"attention.output": (True,)},
)
"""Where q, k and v are typed in and stay as they are, nothing in attention has parameters."""
_WITH_MLP: When = ({"feed_forward.kind": (FeedForwardKind.MLP, FeedForwardKind.GATED)},)
_WITH_NORM: When = ({"norm.kind": (NormKind.LAYER, NormKind.RMS)},)
_WITH_LAYER_NORM: When = ({"norm.kind": (NormKind.LAYER,)},)


def _check_limits(record: Any, path: str = "") -> None:
    """Refuse numbers outside the limits that their fields state, or not finite."""
    for entry in fields(record):
        if "limits" in entry.metadata:
            check_range(path + entry.name, getattr(record, entry.name), *entry.metadata["limits"])


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Refuse a number outside ``low … high``, or not finite."""
    if not (low <= value <= high):
        raise OptionOutOfRange(option=name, value=value, limits=f"{low:g} … {high:g}")


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions added to the embeddings."""

    kind: PositionKind = field(
        default=PositionKind.NONE, metadata=option(QT_TRANSLATE_NOOP("Options", "Kind"))
    )
    base: float = field(
        default=10_000.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Base"),
            limits=(1.0, 1e9),
            when=({"positions.kind": (PositionKind.SINUSOIDAL, PositionKind.ROPE)},),
        ),
    )
    length: int = field(
        default=64,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Rows of W_P"),
            limits=(1, MAX_TOKENS),
            when=({"positions.kind": (PositionKind.LEARNED,)},),
        ),
    )
    """Rows of ``embed.W_P`` (learned positions)."""
    offset: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "First row of W_P"),
            limits=(0, MAX_TOKENS),
            when=({"positions.kind": (PositionKind.LEARNED,)},),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The row of the first word, counted from 0: BART and OPT begin at 2.",
            ),
        ),
    )
    layout: WaveLayout = field(
        default=WaveLayout.INTERLEAVED,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Sines and cosines"),
            when=({"positions.kind": (PositionKind.SINUSOIDAL,)},),
            rare=True,
        ),
    )

    pairing: Pairing = field(
        default=Pairing.ADJACENT,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Pairs of columns"),
            when=({"positions.kind": (PositionKind.ROPE,)},),
            rare=True,
        ),
    )
    rotated: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Turned columns"),
            limits=(0, MAX_WIDTH),
            when=({"positions.kind": (PositionKind.ROPE,)},),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "How many columns of d_k are turned, an even number; 0 = all. GPT-NeoX: a quarter."
            ),
        ),
    )
    buckets: int = field(
        default=32,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Buckets"),
            limits=(2, MAX_TOKENS),
            when=({"positions.kind": (PositionKind.T5,)},),
            rare=True,
            about=QT_TRANSLATE_NOOP("Options", "Rows of W_R: 32 in T5 (Raffel et al. 2020, section 2.1)."),
        ),
    )
    farthest: int = field(
        default=128,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Farthest distance"),
            limits=(2, 65_536),
            when=({"positions.kind": (PositionKind.T5,)},),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "From here on all distances fall into the last bucket: 128 in T5."
            ),
        ),
    )

    def __post_init__(self) -> None:
        _check_limits(self, "positions ▸ ")
        if self.kind is PositionKind.T5 and self.farthest <= self.buckets // 2:
            limits = f"> buckets / 2 = {self.buckets // 2}"
            raise OptionOutOfRange(option="positions ▸ farthest", value=self.farthest, limits=limits)


@dataclass(frozen=True, slots=True)
class Embedding:
    """From words to the vectors that positions are added to."""

    scaled: bool = field(
        default=False,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Times √d_model"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "The rows of W_E are multiplied by √d_model: Vaswani et al. 2017, section 3.4."
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class Attention:
    """Multi-head attention."""

    heads: int = field(
        default=1, metadata=option(QT_TRANSLATE_NOOP("Options", "Heads"), limits=(1, MAX_HEADS))
    )
    d_k: int = field(
        default=4,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_k"),
            limits=(1, MAX_WIDTH),
            follows=("d_model", "attention.heads"),
            follows_title=QT_TRANSLATE_NOOP("Options", "d_model / heads"),
        ),
    )
    d_v: int = field(
        default=4,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_v"),
            limits=(1, MAX_WIDTH),
            follows=("attention.d_k",),
            follows_title=QT_TRANSLATE_NOOP("Options", "as d_k"),
        ),
    )
    bias: bool = field(
        default=False, metadata=option(QT_TRANSLATE_NOOP("Options", "Biases"), when=_WITH_MAPS)
    )
    scale: Scale | float = field(
        default=Scale.ROOT,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Scaling"), own=QT_TRANSLATE_NOOP("Options", "times a number")
        ),
    )
    """`Scale`, or a factor of one's own that multiplies the scores."""
    soft_cap: float = field(
        default=0.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Soft cap of the scores"),
            limits=(0.0, 1e6),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "cap · tanh(score / cap), before the mask; 0 = none. Gemma 2 (2024), section 2."
            ),
        ),
    )
    mask: MaskKind = field(default=MaskKind.NONE, metadata=option(QT_TRANSLATE_NOOP("Options", "Mask")))
    """In an encoder–decoder it is the mask of the decoder's self-attention."""
    window: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Sliding window"),
            limits=(0, MAX_TOKENS),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Only words less than so many places away are seen; 0 = all. Mistral 7B (2023), section 2.",
            ),
        ),
    )
    split: HeadCut = field(
        default=HeadCut.COLUMNS,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Heads are split"), when=_WITH_MAPS, rare=True),
    )
    join: HeadCut = field(
        default=HeadCut.COLUMNS, metadata=option(QT_TRANSLATE_NOOP("Options", "Heads are joined"), rare=True)
    )
    memory: Memory = field(
        default=Memory.ENCODER,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Cross-attention reads"),
            when=({"stack": (Stack.ENCODER_DECODER,)},),
            rare=True,
        ),
    )
    output: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Output map W_O"), when=({"stack": (Stack.ATTENTION,)},)
        ),
    )
    """Whether ``W_O`` maps the joined heads back to d_model (attention alone can go without)."""

    def __post_init__(self) -> None:
        _check_limits(self, "attention ▸ ")
        if not isinstance(self.scale, Scale) and not (math.isfinite(self.scale) and self.scale != 0):
            limits = f"{', '.join(Scale)}, number ≠ 0"
            raise OptionOutOfRange(option="attention ▸ scale", value=self.scale, limits=limits)


@dataclass(frozen=True, slots=True)
class Weights:
    """How scores become weights: mask and softmax."""

    mask_as: MaskAs = field(
        default=MaskAs.MINUS_INFINITY,
        metadata=option(QT_TRANSLATE_NOOP("Options", "What is masked becomes"), rare=True),
    )
    mask_number: float = field(
        default=-1e9,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "The number"),
            limits=(-1e308, 0.0),
            when=({"weights.mask_as": (MaskAs.LARGE,)},),
            rare=True,
        ),
    )
    nowhere: Nowhere = field(
        default=Nowhere.ZEROS,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "A row that may look nowhere"),
            when=({"weights.mask_as": (MaskAs.MINUS_INFINITY,)},),
            rare=True,
        ),
    )
    over: SoftmaxOver = field(
        default=SoftmaxOver.ROWS, metadata=option(QT_TRANSLATE_NOOP("Options", "Softmax over"), rare=True)
    )
    base: SoftmaxBase = field(
        default=SoftmaxBase.E, metadata=option(QT_TRANSLATE_NOOP("Options", "Base"), rare=True)
    )
    temperature: float = field(
        default=1.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Temperature"),
            limits=(1e-3, 1e3),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "Divides the differences of the scores: Hinton, Vinyals and Dean 2015, eq. 1."
            ),
        ),
    )

    def __post_init__(self) -> None:
        _check_limits(self, "weights ▸ ")


@dataclass(frozen=True, slots=True)
class FeedForward:
    """Linear maps with an activation between them."""

    kind: FeedForwardKind = field(
        default=FeedForwardKind.MLP, metadata=option(QT_TRANSLATE_NOOP("Options", "Kind"))
    )
    d_ff: int = field(
        default=16,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Width d_ff"), limits=(1, MAX_WIDTH), when=_WITH_MLP),
    )
    activation: ActivationKind = field(
        default=ActivationKind.RELU,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Activation"), when=_WITH_MLP),
    )
    bias: bool = field(default=True, metadata=option(QT_TRANSLATE_NOOP("Options", "Biases"), when=_WITH_MLP))

    def __post_init__(self) -> None:
        _check_limits(self, "feed_forward ▸ ")

    @property
    def is_there(self) -> bool:
        """Whether the layers have a feed-forward network."""
        return self.kind != FeedForwardKind.NONE


@dataclass(frozen=True, slots=True)
class Norm:
    """Norms around the sublayers, and after the last layer (`final`)."""

    kind: NormKind = field(default=NormKind.LAYER, metadata=option(QT_TRANSLATE_NOOP("Options", "Norms")))
    place: NormPlace = field(
        default=NormPlace.POST, metadata=option(QT_TRANSLATE_NOOP("Options", "Place"), when=_WITH_NORM)
    )
    variance: Variance = field(
        default=Variance.POPULATION,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Variance"), when=_WITH_LAYER_NORM, rare=True),
    )
    epsilon: float = field(
        default=1e-5,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Epsilon"), limits=(0.0, 1.0), when=_WITH_NORM),
    )
    epsilon_place: EpsilonPlace = field(
        default=EpsilonPlace.INSIDE,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Epsilon stands"), when=_WITH_NORM, rare=True),
    )
    gain: bool = field(
        default=True, metadata=option(QT_TRANSLATE_NOOP("Options", "Gain γ"), when=_WITH_NORM, rare=True)
    )
    bias: bool = field(
        default=True,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Bias β"), when=_WITH_LAYER_NORM, rare=True),
    )
    final: bool = field(
        default=False,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Norm after the last layer"), when=_WITH_NORM),
    )

    def __post_init__(self) -> None:
        _check_limits(self, "norm ▸ ")

    @property
    def is_there(self) -> bool:
        """Whether the layers have norms."""
        return self.kind != NormKind.NONE

    @property
    def vectors(self) -> tuple[str, ...]:
        """The parameters of each norm: ``gain``, ``bias``."""
        has_bias = self.bias and self.kind is NormKind.LAYER
        return ("gain",) * (self.is_there and self.gain) + ("bias",) * has_bias


@dataclass(frozen=True, slots=True)
class Unembedding:
    """From the last layer to logits: by ``W_E`` itself (`tied`) or by ``W_U``."""

    tied: bool = field(default=True, metadata=option(QT_TRANSLATE_NOOP("Options", "Logits by W_E (tied)")))
    bias: bool = field(default=False, metadata=option(QT_TRANSLATE_NOOP("Options", "Bias b_U")))
    soft_cap: float = field(
        default=0.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Soft cap of the logits"),
            limits=(0.0, 1e6),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "cap · tanh(logit / cap); 0 = none. Gemma 2 (2024), section 2."
            ),
        ),
    )

    def __post_init__(self) -> None:
        _check_limits(self, "unembedding ▸ ")


@dataclass(frozen=True, slots=True)
class Architecture:
    """A whole model. Options that its stack does not use keep their defaults."""

    stack: Stack = field(default=Stack.ATTENTION, metadata=option(QT_TRANSLATE_NOOP("Options", "Stack")))
    input: Input = field(default=Input.TOKENS, metadata=option(QT_TRANSLATE_NOOP("Options", "Typed in")))
    layers: int = field(
        default=1,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Layers"), limits=(1, MAX_LAYERS), when=_WITH_LAYERS),
    )
    d_model: int = field(
        default=4,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_model"), limits=(1, MAX_WIDTH), when=_WITH_MAPS
        ),
    )
    embedding: Embedding = field(
        default=Embedding(),
        metadata=option(QT_TRANSLATE_NOOP("Options", "Embedding"), when=({"input": (Input.TOKENS,)},)),
    )
    positions: Positions = field(
        default=Positions(),
        metadata=option(QT_TRANSLATE_NOOP("Options", "Positions"), when=({"input": (Input.TOKENS,)},)),
    )
    attention: Attention = field(
        default=Attention(), metadata=option(QT_TRANSLATE_NOOP("Options", "Attention"))
    )
    weights: Weights = field(
        default=Weights(), metadata=option(QT_TRANSLATE_NOOP("Options", "From scores to weights"))
    )
    feed_forward: FeedForward = field(
        default=FeedForward(),
        metadata=option(QT_TRANSLATE_NOOP("Options", "Feed-forward network"), when=_WITH_LAYERS),
    )
    norm: Norm = field(
        default=Norm(),
        metadata=option(QT_TRANSLATE_NOOP("Options", "Norms and residuals"), when=_WITH_LAYERS),
    )
    residual: bool = field(
        default=True, metadata=option(QT_TRANSLATE_NOOP("Options", "Residual additions"), group="norm")
    )
    unembedding: Unembedding = field(
        default=Unembedding(), metadata=option(QT_TRANSLATE_NOOP("Options", "Output"), when=_WITH_OUTPUT)
    )
    temperature: float = field(
        default=1.0,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Temperature"), limits=(1e-3, 1e3), group="unembedding"),
    )
    off: tuple[str, ...] = field(
        default=(), metadata=option(QT_TRANSLATE_NOOP("Options", "Switched off"), hidden=True)
    )
    """Parts that are switched off, by `switches`; they keep their parameters. Names that the model has not
    fall away."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "off", tuple(name for name in self.switches if name in self.off))
        _check_limits(self)
        if self.stack is not Stack.ATTENTION and self.input is Input.QKV:
            raise OptionConflict(
                option="input",
                value=self.input.value,
                other=f"stack = {self.stack.value}",
                remedy=message("Errors", _USE_WORDS),
            )
        if self.stack is not Stack.ATTENTION and not self.attention.output:
            raise OptionConflict(
                option="attention ▸ output",
                value="false",
                other=f"stack = {self.stack.value}",
                remedy=message("Errors", _NEEDS_W_O),
            )
        if self.has_both and self.norm.place is NormPlace.PARALLEL:
            raise OptionConflict(
                option="norm ▸ place",
                value=NormPlace.PARALLEL.value,
                other=f"stack = {self.stack.value}",
                remedy=message("Errors", _ONE_STACK),
            )
        turned = self.rotated_columns
        if turned % 2 or turned > self.attention.d_k:
            raise OptionOutOfRange(
                option="positions ▸ rotated", value=turned, limits=f"even, at most d_k = {self.attention.d_k}"
            )
        if self.has_output and self.input is Input.EMBEDDINGS and self.unembedding.tied:
            raise OptionConflict(
                option="unembedding ▸ tied",
                value="true",
                other="input = embeddings",
                remedy=message("Errors", _NO_W_E),
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
            "embed.positions": self.positions.kind.acts_in_attention
            or (self.input is Input.TOKENS and self.positions.kind.is_added),
            "scale": self.attention.scale is not Scale.NONE,
            "mask": self.attention.mask is MaskKind.CAUSAL or self.attention.window > 0,
        }
        sandwich = self.norm.place is NormPlace.BOTH
        for stack, attentions in self.stacks.items():
            feeds = ("ffn",) if self.feed_forward.is_there else ()
            for layer, (place, part) in product(range(self.layers), enumerate((*attentions, *feeds), 1)):
                found |= {
                    f"{stack}.{layer}.{part}": True,
                    f"{stack}.{layer}.add{place}": self.residual,
                    f"{stack}.{layer}.norm{place}": self.norm.is_there,
                    f"{stack}.{layer}.post_norm{place}": self.norm.is_there and sandwich,
                }
            found[f"{stack}.norm"] = self.norm.is_there and self.norm.final
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
    def rotated_columns(self) -> int:
        """How many columns of queries and keys are turned (RoPE); 0 without."""
        if self.positions.kind is not PositionKind.ROPE:
            return 0
        return self.positions.rotated or self.attention.d_k

    @property
    def position_biases(self) -> tuple[str, ...]:
        """The names of the steps whose numbers are added to scores (ALiBi, T5): one a self-attention."""
        if self.positions.kind not in {PositionKind.ALIBI, PositionKind.T5}:
            return ()
        return tuple(f"{stack}.position_bias" for stack in self.stacks or ("attn",))

    @property
    def scale(self) -> Scale | float:
        """What the scores are scaled by, if that is not switched off."""
        return self.attention.scale if self.is_on("scale") else Scale.NONE

    @property
    def scale_root(self) -> tuple[int, str] | None:
        """The number under the root that scores are divided by, and what it is called; None without."""
        attention, scale = self.attention, self.scale
        if not isinstance(scale, Scale):
            return None
        roots = {
            Scale.ROOT: (attention.d_k, "d_k"),
            Scale.ROOT_MODEL: (self.d_model, "d_model"),
            Scale.ROOT_HEADS: (attention.heads, "heads"),
        }
        return roots.get(scale)

    def is_causal(self, mask: str) -> bool:
        """Return whether the mask of that name hides later words."""
        return self.can_be_causal(mask) and self.is_on("mask")

    def can_be_causal(self, mask: str) -> bool:
        """Return whether it would, if it were not switched off. Between two sequences no word is later."""
        return self.attention.mask is MaskKind.CAUSAL and (not self.has_both or mask == "decoder.mask")

    def window(self, mask: str) -> int:
        """Return how many places away words are seen through the mask of that name; 0 = all."""
        return 0 if "cross" in mask or not self.is_on("mask") else self.attention.window

    def can_mask(self, mask: str) -> bool:
        """Return whether the model itself hides words there, if that is not switched off."""
        return self.can_be_causal(mask) or (self.attention.window > 0 and "cross" not in mask)

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
