"""What a model is: small frozen option records. Their field names are the keys of the scenario file.

Every record checks itself when made and raises a `SandboxError` that names the option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from core.architecture.attention_choices import HeadCut as HeadCut
from core.architecture.attention_choices import HeadSharing as HeadSharing
from core.architecture.attention_choices import MaskAs as MaskAs
from core.architecture.attention_choices import MaskKind as MaskKind
from core.architecture.attention_choices import Memory as Memory
from core.architecture.attention_choices import Nowhere as Nowhere
from core.architecture.attention_choices import Scale as Scale
from core.architecture.attention_choices import ScalePlace as ScalePlace
from core.architecture.attention_choices import SoftmaxBase as SoftmaxBase
from core.architecture.attention_choices import SoftmaxOver as SoftmaxOver
from core.architecture.attention_records import Attention as Attention
from core.architecture.attention_records import Weights as Weights
from core.architecture.choices import Choice as Choice
from core.architecture.choices import FeedForwardKind as FeedForwardKind
from core.architecture.choices import Input as Input
from core.architecture.choices import NormPlace as NormPlace
from core.architecture.choices import Stack as Stack
from core.architecture.decoder import Decoder as Decoder
from core.architecture.decoder import decoder_of
from core.architecture.decoding import Decoding as Decoding
from core.architecture.decoding import DecodingKind as DecodingKind
from core.architecture.ends import Embedding as Embedding
from core.architecture.ends import Unembedding as Unembedding
from core.architecture.option import MAX_HEADS as MAX_HEADS
from core.architecture.option import MAX_LAYERS as MAX_LAYERS
from core.architecture.option import MAX_TOKENS as MAX_TOKENS
from core.architecture.option import MAX_TYPES as MAX_TYPES
from core.architecture.option import MAX_VOCABULARY as MAX_VOCABULARY
from core.architecture.option import MAX_WIDTH as MAX_WIDTH
from core.architecture.option import WITH_MAPS, check_limits
from core.architecture.option import HeadsDoNotDivide as HeadsDoNotDivide
from core.architecture.option import KeyHeadsDoNotDivide as KeyHeadsDoNotDivide
from core.architecture.option import OptionConflict as OptionConflict
from core.architecture.option import OptionOutOfRange as OptionOutOfRange
from core.architecture.option import When as When
from core.architecture.option import check_range as check_range
from core.architecture.option import option as option
from core.architecture.records import FeedForward as FeedForward
from core.architecture.records import Norm as Norm
from core.architecture.records import Positions as Positions
from core.ops.activations import ActivationKind as ActivationKind
from core.ops.added_positions import WaveLayout as WaveLayout
from core.ops.norm import EpsilonPlace as EpsilonPlace
from core.ops.norm import NormKind as NormKind
from core.ops.norm import Variance as Variance
from core.ops.position_scheme import Acts, Sizes
from core.ops.positions import PositionKind as PositionKind
from core.ops.rotary import Pairing as Pairing
from core.text import QT_TRANSLATE_NOOP, message

_USE_WORDS = QT_TRANSLATE_NOOP("Errors", "Use tokens or embeddings, or the stack attention.")
_NEEDS_W_O = QT_TRANSLATE_NOOP("Errors", "Layers need W_O to come back to d_model.")
_ONE_STACK = QT_TRANSLATE_NOOP(
    "Errors", "Cross-attention reads what self-attention made: choose another place of the norms."
)
_LOST = QT_TRANSLATE_NOOP(
    "Errors",
    "Attention would reach nothing: keep residuals, or choose another place of the norms.",
)
_NO_W_E = QT_TRANSLATE_NOOP("Errors", "There is no W_E then: set tied to false.")

_WITH_LAYERS: When = ({"stack": (Stack.ENCODER, Stack.DECODER, Stack.ENCODER_DECODER)},)
_WITH_OUTPUT: When = ({"stack": (Stack.DECODER, Stack.ENCODER_DECODER)},)


@dataclass(frozen=True, slots=True)
class Architecture:
    """A whole model. Options that its stack does not use keep their defaults."""

    stack: Stack = field(default=Stack.ATTENTION, metadata=option(QT_TRANSLATE_NOOP("Options", "Stack")))
    input: Input = field(default=Input.TOKENS, metadata=option(QT_TRANSLATE_NOOP("Options", "Typed in")))
    layers: int = field(
        default=1,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Layers"),
            about=QT_TRANSLATE_NOOP(
                "Options", "How often the layer is stacked: N = 6 in Vaswani et al. 2017, section 3.1."
            ),
            limits=(1, MAX_LAYERS),
            when=_WITH_LAYERS,
        ),
    )
    d_model: int = field(
        default=4,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_model"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "How many numbers a word has between the layers: 512 in Vaswani et al. 2017, section 3.1.",
            ),
            limits=(1, MAX_WIDTH),
            when=WITH_MAPS,
        ),
    )
    embedding: Embedding = field(
        default=Embedding(),
        metadata=option(QT_TRANSLATE_NOOP("Options", "Embedding"), when=({"input": (Input.TOKENS,)},)),
    )
    positions: Positions = field(
        default=Positions(), metadata=option(QT_TRANSLATE_NOOP("Options", "Positions"))
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
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Residual additions"),
            about=QT_TRANSLATE_NOOP(
                "Options", "x + f(x): He et al. 2016, eq. 1; Vaswani et al. 2017, section 3.1."
            ),
            group="norm",
        ),
    )
    decoder: Decoder = field(
        default=Decoder(),
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Decoder, where it differs"),
            when=({"stack": (Stack.ENCODER_DECODER,)},),
        ),
    )
    unembedding: Unembedding = field(
        default=Unembedding(), metadata=option(QT_TRANSLATE_NOOP("Options", "Output"), when=_WITH_OUTPUT)
    )
    temperature: float = field(
        default=1.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Temperature"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Divides the logits: below 1 sharper, above 1 more even. Hinton, Vinyals and Dean"
                " 2015, eq. 1.",
            ),
            limits=(1e-3, 1e3),
            group="unembedding",
        ),
    )
    decoding: Decoding = field(
        default=Decoding(), metadata=option(QT_TRANSLATE_NOOP("Options", "The next word"), when=_WITH_OUTPUT)
    )
    off: tuple[str, ...] = field(
        default=(), metadata=option(QT_TRANSLATE_NOOP("Options", "Switched off"), hidden=True)
    )
    """Parts that are switched off, by `switches`; they keep their parameters. Names that the model has not
    fall away."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "off", tuple(name for name in self.switches if name in self.off))
        check_limits(self)
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
        if self._loses_attention:
            raise OptionConflict(
                option="norm ▸ place",
                value=NormPlace.PARALLEL.value,
                other="residual = false",
                remedy=message("Errors", _LOST),
            )
        self.of_stack("decoder")  # whose sizes may not go together
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
    def _loses_attention(self) -> bool:
        """True where the feed-forward network takes the place of what attention made, unread."""
        in_parallel = self.has_layers and self.norm.place is NormPlace.PARALLEL
        return in_parallel and self.feed_forward.is_there and not self.residual

    @property
    def has_layers(self) -> bool:
        """True for encoders and decoders, False for attention alone."""
        return self.stack is not Stack.ATTENTION

    @property
    def has_output(self) -> bool:
        """True where logits and probabilities are made."""
        return self.stack in {Stack.DECODER, Stack.ENCODER_DECODER}

    @property
    def has_types(self) -> bool:
        """True where words have token types."""
        return self.input is Input.TOKENS and self.embedding.types > 0

    @property
    def has_embedding_norm(self) -> bool:
        """True where a norm stands between embedding and first layer."""
        return self.embedding.norm and self.input is Input.TOKENS and self.has_layers and self.norm.is_there

    @property
    def embeddings(self) -> tuple[str, ...]:
        """What the names of embedding steps begin with, one a sequence that the stack needs."""
        return ("source.embed", "target.embed") if self.has_both else ("embed",)

    @property
    def has_both(self) -> bool:
        """True for an encoder whose output a decoder attends to."""
        return self.stack is Stack.ENCODER_DECODER

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The stacks of layers, each with the attention parts of a layer in their order."""
        return _LAYERS[self.stack]

    def of_stack(self, stack: str) -> Architecture:
        """Return the options of ``encoder`` or ``decoder``: a decoder can have sizes of its own."""
        is_other = stack == "decoder" and self.has_both and self.decoder != Decoder()
        return decoder_of(self) if is_other else self

    def attention_of(self, name: str) -> Attention:
        """Return the options of the attention that the tensor `name` belongs to."""
        return self.of_stack(name.partition(".")[0]).attention

    def position_table(self, embedding: str) -> str:
        """Return the name of the learned positions that an embedding (``source.embed``) adds."""
        return "embed.W_P" if self.positions.shared or not self.has_both else f"{embedding}.W_P"

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
        found |= {f"{prefix}.norm": self.has_embedding_norm for prefix in self.embeddings}
        if not self.has_layers:
            found |= self._head_norms("attn")
        sandwich = self.norm.place is NormPlace.BOTH
        for stack, attentions in self.stacks.items():
            feeds = ("ffn",) if self.feed_forward.is_there else ()
            layers = range(self.of_stack(stack).layers)
            for layer, (place, part) in product(layers, enumerate((*attentions, *feeds), 1)):
                found[f"{stack}.{layer}.{part}"] = True
                if part != "ffn":
                    found |= self._head_norms(f"{stack}.{layer}.{part}")
                found |= {
                    f"{stack}.{layer}.add{place}": self.residual,
                    f"{stack}.{layer}.norm{place}": self.norm.is_there,
                    f"{stack}.{layer}.post_norm{place}": self.norm.is_there and sandwich,
                }
            found[f"{stack}.norm"] = self.norm.is_there and self.norm.final
        return tuple(name for name, there in found.items() if there)

    def _head_norms(self, part: str) -> dict[str, bool]:
        """Return the norms of queries and keys of an attention part, and whether they are there."""
        return {f"{part}.{letter}_norm": self.attention.head_norm.is_there for letter in "qk"}

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

    def position_sizes(
        self, rows: int = 0, keys: int = 0, first: int = 0, *, both_ways: bool = True
    ) -> Sizes:
        """Return what a position scheme is to know of the model and of so many words."""
        attention = self.attention
        sequences = len(self.embeddings)
        return Sizes(rows, keys, first, both_ways, self.d_model, attention.d_k, attention.heads, sequences)

    @property
    def rotated_columns(self) -> int:
        """How many columns of queries and keys are turned (RoPE); 0 without."""
        if self.positions.kind.scheme.acts is not Acts.TURNED:
            return 0
        return self.positions.rotated or self.attention.d_k

    @property
    def position_biases(self) -> tuple[str, ...]:
        """The names of the steps whose numbers are added to scores (ALiBi, T5): one a self-attention."""
        if self.positions.kind.scheme.acts is not Acts.BIASED:
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
        reads_source = ".cross_" in name and self.attention.memory is Memory.ENCODER
        return "target", "source" if reads_source else "target"


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
