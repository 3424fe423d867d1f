"""The option records of a model's parts. Their field names are the keys of the scenario file.

Every record checks itself when made and raises a `SandboxError` that names the option.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.architecture.choices import (
    FeedForwardKind,
    Input,
    NormPlace,
    Stack,
)
from core.architecture.option import (
    MAX_TOKENS,
    MAX_WIDTH,
    OptionOutOfRange,
    When,
    check_limits,
    option,
)
from core.ops.activations import ActivationKind
from core.ops.added_positions import WaveLayout
from core.ops.norm import NORMS, EpsilonPlace, Normalization, NormKind, Variance, norms_with
from core.ops.positions import PositionKind, schemes_with
from core.ops.rotary import Pairing
from core.text import QT_TRANSLATE_NOOP

_WITH_MLP: When = ({"feed_forward.kind": (FeedForwardKind.MLP, FeedForwardKind.GATED)},)
_WITH_NORM: When = ({"norm.kind": NORMS},)


def _positions_with(option: str, **also: tuple[Any, ...]) -> When:
    """Return when a scheme reads an option: added positions with words alone, those in attention always."""
    kinds = schemes_with(option)
    inside = tuple(kind for kind in kinds if kind.acts_in_attention)
    added = tuple(kind for kind in kinds if kind.is_added)
    return (
        {"positions.kind": inside, **also},
        {"positions.kind": added, "input": (Input.TOKENS,), **also},
    )


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions: added to the embeddings of words, or acting in attention, whatever is typed in."""

    kind: PositionKind = field(
        default=PositionKind.NONE, metadata=option(QT_TRANSLATE_NOOP("Options", "Kind"))
    )
    base: float = field(
        default=10_000.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Base"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The larger, the slower the last columns turn: 10000 in Vaswani et al. 2017, "
                "section 3.5, and in Su et al. 2021.",
            ),
            limits=(1.0, 1e9),
            when=_positions_with("base"),
        ),
    )
    length: int = field(
        default=64,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Rows of W_P"),
            about=QT_TRANSLATE_NOOP(
                "Options", "The longest sentence that the table reaches: 512 in BERT, 1024 in GPT-2 (2019)."
            ),
            limits=(1, MAX_TOKENS),
            when=_positions_with("length"),
        ),
    )
    """Rows of ``embed.W_P`` (learned positions)."""
    offset: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "First row of W_P"),
            limits=(0, MAX_TOKENS),
            when=_positions_with("offset"),
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
            when=_positions_with("layout"),
            rare=True,
        ),
    )

    pairing: Pairing = field(
        default=Pairing.ADJACENT,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Pairs of columns"),
            when=_positions_with("pairing"),
            rare=True,
        ),
    )
    rotated: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Turned columns"),
            limits=(0, MAX_WIDTH),
            zero=QT_TRANSLATE_NOOP("Options", "all"),
            when=_positions_with("rotated"),
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
            when=_positions_with("buckets"),
            rare=True,
            about=QT_TRANSLATE_NOOP("Options", "Rows of W_R: 32 in T5 (Raffel et al. 2020, section 2.1)."),
        ),
    )
    farthest: int = field(
        default=128,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Farthest distance"),
            limits=(2, 65_536),
            when=_positions_with("farthest"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "From here on all distances fall into the last bucket: 128 in T5."
            ),
        ),
    )

    shared: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "One W_P for both sequences"),
            when=_positions_with("shared", stack=(Stack.ENCODER_DECODER,)),
            rare=True,
            about=QT_TRANSLATE_NOOP("Options", "Without it each of them has a table of its own, as in BART."),
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "positions ▸ ")
        unfit = self.kind.scheme.unfit(self)
        if unfit is not None:
            option = f"positions ▸ {unfit.option}"
            raise OptionOutOfRange(option=option, value=unfit.value, limits=unfit.limits)


@dataclass(frozen=True, slots=True)
class FeedForward:
    """Linear maps with an activation between them."""

    kind: FeedForwardKind = field(
        default=FeedForwardKind.MLP, metadata=option(QT_TRANSLATE_NOOP("Options", "Kind"))
    )
    d_ff: int = field(
        default=16,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_ff"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The width between the two maps: 2048, four times d_model, in Vaswani et al. "
                "2017, section 3.3.",
            ),
            limits=(1, MAX_WIDTH),
            when=_WITH_MLP,
        ),
    )
    activation: ActivationKind = field(
        default=ActivationKind.RELU,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Activation"), when=_WITH_MLP),
    )
    bias: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Biases"),
            about=QT_TRANSLATE_NOOP(
                "Options", "b_1 and b_2 are added: Vaswani et al. 2017, eq. 2; T5 and Llama go without."
            ),
            when=_WITH_MLP,
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "feed_forward ▸ ")

    @property
    def is_there(self) -> bool:
        """Whether the layers have a feed-forward network."""
        return self.kind != FeedForwardKind.NONE


def _norm_with(option: str) -> When:
    return ({"norm.kind": norms_with(option)},)


@dataclass(frozen=True, slots=True)
class Norm:
    """Norms around the sublayers, and after the last layer (`final`)."""

    kind: NormKind = field(default=NormKind.LAYER, metadata=option(QT_TRANSLATE_NOOP("Options", "Norms")))
    place: NormPlace = field(
        default=NormPlace.POST,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Place"),
            when=(*_WITH_NORM, {"norm.place": (NormPlace.PARALLEL,)}),  # which acts without norms, too
        ),
    )
    variance: Variance = field(
        default=Variance.POPULATION,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Variance"), when=_norm_with("variance"), rare=True),
    )
    epsilon: float = field(
        default=1e-5,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Epsilon"),
            about=QT_TRANSLATE_NOOP(
                "Options", "Keeps the root from 0: 1e-5 in PyTorch and GPT-2, 1e-12 in BERT, 1e-6 in T5."
            ),
            limits=(0.0, 1.0),
            when=_WITH_NORM,
        ),
    )
    epsilon_place: EpsilonPlace = field(
        default=EpsilonPlace.INSIDE,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Epsilon stands"), when=_WITH_NORM, rare=True),
    )
    gain: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Gain γ"),
            about=QT_TRANSLATE_NOOP(
                "Options", "Each column is stretched by its γ: Ba, Kiros and Hinton 2016, section 3."
            ),
            when=_norm_with("gain"),
            rare=True,
        ),
    )
    bias: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Bias β"),
            about=QT_TRANSLATE_NOOP(
                "Options", "Each column is moved by its β: Ba, Kiros and Hinton 2016, section 3."
            ),
            when=_norm_with("bias"),
            rare=True,
        ),
    )
    final: bool = field(
        default=False,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Norm after the last layer"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Pre-norm models need one more behind the last layer: Radford et al. 2019 "
                "(GPT-2), section 2.3.",
            ),
            when=_WITH_NORM,
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "norm ▸ ")

    @property
    def is_there(self) -> bool:
        """Whether the layers have norms."""
        return self.kind != NormKind.NONE

    @property
    def vectors(self) -> tuple[str, ...]:
        """The parameters of each norm: ``gain``, ``bias``."""
        return () if self.operation is None else self.operation.vectors

    @property
    def operation(self) -> Normalization | None:
        """The norm itself; None where there is none."""
        return None if self.kind.operation is None else self.kind.operation.made(self)
