"""The option records of attention. Their field names are the keys of the scenario file."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from core.architecture.attention_choices import (
    HeadCut,
    HeadSharing,
    MaskAs,
    MaskKind,
    Memory,
    Nowhere,
    Scale,
    ScalePlace,
    SoftmaxBase,
    SoftmaxOver,
)
from core.architecture.choices import Input, Stack
from core.architecture.option import (
    MAX_HEADS,
    MAX_TOKENS,
    MAX_WIDTH,
    WITH_MAPS,
    KeyHeadsDoNotDivide,
    OptionOutOfRange,
    When,
    check_limits,
    option,
)
from core.architecture.records import Norm
from core.ops.norm import NORMS, NormKind
from core.text import QT_TRANSLATE_NOOP

_WITH_HEADS: When = (
    {"attention.heads": tuple(range(2, MAX_HEADS + 1))},
    {"stack": (Stack.ENCODER_DECODER,), "decoder.heads": tuple(range(2, MAX_HEADS + 1))},
)
"""Of one head nothing is split or joined."""
_SPLITS: When = tuple({"input": (Input.TOKENS, Input.EMBEDDINGS), **heads} for heads in _WITH_HEADS)
"""Typed-in q, k and v are heads already."""
_OF_KEYS = (".W_K", ".W_V", ".b_K", ".b_V")


@dataclass(frozen=True, slots=True)
class Attention:
    """Multi-head attention."""

    heads: int = field(
        default=1,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Heads"),
            about=QT_TRANSLATE_NOOP(
                "Options", "h attentions side by side: 8 in Vaswani et al. 2017, section 3.2.2."
            ),
            limits=(1, MAX_HEADS),
        ),
    )
    d_k: int = field(
        default=4,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_k"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The width of a query and of a key: d_model / h in Vaswani et al. 2017, section 3.2.2.",
            ),
            limits=(1, MAX_WIDTH),
            follows=("d_model", "attention.heads"),
            follows_title=QT_TRANSLATE_NOOP("Options", "d_model / heads"),
        ),
    )
    d_v: int = field(
        default=4,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_v"),
            about=QT_TRANSLATE_NOOP(
                "Options", "The width of a value: d_model / h in Vaswani et al. 2017, section 3.2.2."
            ),
            limits=(1, MAX_WIDTH),
            follows=("attention.d_k",),
            follows_title=QT_TRANSLATE_NOOP("Options", "as d_k"),
        ),
    )
    kv_heads: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Key and value heads"),
            limits=(0, MAX_HEADS),
            zero=QT_TRANSLATE_NOOP("Options", "as heads"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "0 = as many as heads. One for all: multi-query attention (Shazeer 2019); one for each group "
                "of heads: grouped-query attention (Ainslie et al. 2023, section 2.2).",
            ),
        ),
    )
    """How many heads keys and values have; 0 where every head has its own."""
    sharing: HeadSharing = field(
        default=HeadSharing.GROUPED,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Heads share keys"),
            when=({"attention.kv_heads": tuple(range(2, MAX_HEADS + 1))},),
            rare=True,
        ),
    )
    bias: bool = field(
        default=False,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Biases"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "b_Q, b_K, b_V and b_O are added: not in Vaswani et al. 2017, but in BERT and GPT-2.",
            ),
            when=WITH_MAPS,
        ),
    )
    output_bias: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Bias b_O, too"),
            when=({"attention.bias": (True,), "attention.output": (True,)},),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "Without it q, k and v alone have biases: Qwen (2023), section 2.3."
            ),
        ),
    )
    scale: Scale | float = field(
        default=Scale.ROOT,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Scaling"), own=QT_TRANSLATE_NOOP("Options", "times")),
    )
    """`Scale`, or a factor of one's own that multiplies the scores."""
    scale_place: ScalePlace = field(
        default=ScalePlace.AFTER,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "What is scaled"),
            rare=True,
        ),
    )
    qk_norm: NormKind = field(
        default=NormKind.NONE,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Norm of q and k"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Each query and key of each head, before it is turned, one gain for all heads: Henry et al. "
                "2020; layer norm in ViT-22B (Dehghani et al. 2023), RMS norm in Qwen3 and Gemma 3 (2025).",
            ),
        ),
    )
    qk_epsilon: float = field(
        default=1e-6,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Epsilon of that norm"),
            about=QT_TRANSLATE_NOOP(
                "Options", "Keeps the root from 0, as in every norm: Ba, Kiros and Hinton 2016, section 3."
            ),
            limits=(0.0, 1.0),
            when=({"attention.qk_norm": NORMS},),
            rare=True,
        ),
    )
    soft_cap: float = field(
        default=0.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Soft cap of the scores"),
            limits=(0.0, 1e6),
            zero=QT_TRANSLATE_NOOP("Options", "none"),
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
            zero=QT_TRANSLATE_NOOP("Options", "all"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Only words less than so many places away are seen; 0 = all. Mistral 7B (2023), section 2.",
            ),
        ),
    )
    split: HeadCut = field(
        default=HeadCut.COLUMNS,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Heads are split"), when=_SPLITS, rare=True),
    )
    join: HeadCut = field(
        default=HeadCut.COLUMNS,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Heads are joined"), when=_WITH_HEADS, rare=True),
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
            QT_TRANSLATE_NOOP("Options", "Output map W_O"),
            about=QT_TRANSLATE_NOOP(
                "Options", "The joined heads times W_O: Vaswani et al. 2017, section 3.2.2."
            ),
            when=({"stack": (Stack.ATTENTION,)},),
        ),
    )
    """Whether ``W_O`` maps the joined heads back to d_model (attention alone can go without)."""

    def __post_init__(self) -> None:
        check_limits(self, "attention ▸ ")
        if self.kv_heads and self.heads % self.kv_heads:
            raise KeyHeadsDoNotDivide(kv_heads=self.kv_heads, heads=self.heads)
        if self.kv_heads == self.heads:
            object.__setattr__(self, "kv_heads", 0)
        if not isinstance(self.scale, Scale) and not (math.isfinite(self.scale) and self.scale != 0):
            limits = f"{', '.join(Scale)}, number ≠ 0"
            raise OptionOutOfRange(option="attention ▸ scale", value=self.scale, limits=limits)

    @property
    def key_heads(self) -> int:
        """How many heads keys and values have."""
        return self.kv_heads or self.heads

    @property
    def reads(self) -> tuple[int, ...]:
        """For each head of the queries the head of keys and values that it reads; empty: each has its own."""
        if not self.kv_heads:
            return ()
        group = self.heads // self.kv_heads
        is_tiled = self.sharing is HeadSharing.TILED
        return tuple(head % self.kv_heads if is_tiled else head // group for head in range(self.heads))

    @property
    def head_norm(self) -> Norm:
        """The norm of queries and keys; it has a gain (d_k) and no bias."""
        return Norm(self.qk_norm, epsilon=self.qk_epsilon, bias=False)

    def head_among(self, count: int, head: int) -> int:
        """Return which of the `count` heads of a tensor belongs to a head of the queries."""
        if self.reads and count == self.kv_heads:
            return self.reads[min(head, self.heads - 1)]
        return min(head, max(count - 1, 0))

    def head_reading(self, count: int, head: int) -> int:
        """Return the first head of the queries to which a head of a tensor that has `count` belongs."""
        return self.reads.index(head) if self.reads and count == self.kv_heads else head

    @staticmethod
    def is_mixed(cut: HeadCut, heads: int) -> bool:
        """Return whether a cut of so many heads mixes words: by plain reshape, where there are several."""
        return cut is HeadCut.RESHAPE and heads > 1

    def heads_of(self, parameter: str) -> int:
        """Return how many heads are joined in a parameter or in ``concat``."""
        return self.key_heads if parameter.endswith(_OF_KEYS) else self.heads


@dataclass(frozen=True, slots=True)
class Weights:
    """How scores become weights: mask and softmax."""

    mask_as: MaskAs = field(
        default=MaskAs.MINUS_INFINITY,
        metadata=option(QT_TRANSLATE_NOOP("Options", "Masked becomes"), rare=True),
    )
    mask_number: float = field(
        default=-1e9,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "The number"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "BERT's first code adds −10000 (2018); where real scores are lower still, the "
                "forbidden is seen.",
            ),
            limits=(-1e308, 0.0),
            when=({"weights.mask_as": (MaskAs.LARGE,)},),
            rare=True,
        ),
    )
    nowhere: Nowhere = field(
        default=Nowhere.ZEROS,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Row that sees nothing"),
            when=({"weights.mask_as": (MaskAs.MINUS_INFINITY,), "weights.over": (SoftmaxOver.ROWS,)},),
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
        if self.mask_number >= 0:  # 0 is scores times 0, which says that it is a mistake
            raise OptionOutOfRange(option="weights ▸ mask_number", value=self.mask_number, limits="< 0")
        check_limits(self, "weights ▸ ")
