"""The option records of a model's two ends, as in `core.architecture.records`: embedding and output."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.architecture.choices import Stack
from core.architecture.option import MAX_TYPES, When, check_limits, option
from core.ops.norm import NORMS
from core.text import QT_TRANSLATE_NOOP

_WITH_EMBEDDING_NORM: When = (
    {
        "stack": (Stack.ENCODER, Stack.DECODER, Stack.ENCODER_DECODER),
        "norm.kind": NORMS,
    },
)


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
    types: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Token types"),
            limits=(0, MAX_TYPES),
            zero=QT_TRANSLATE_NOOP("Options", "none"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Rows of W_T, of which each word adds one; 0 = none. BERT tells its two sentences apart by "
                "them: Devlin et al. 2018, section 3.",
            ),
        ),
    )
    """Rows of ``embed.W_T``."""
    norm: bool = field(
        default=False,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Norm behind the embedding"),
            when=_WITH_EMBEDDING_NORM,
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "A norm before the first layer: BERT (2018), BART (2019), BLOOM (2022).",
            ),
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "embedding ▸ ")


@dataclass(frozen=True, slots=True)
class Unembedding:
    """From the last layer to logits: by ``W_E`` itself (`tied`) or by ``W_U``."""

    tied: bool = field(
        default=True,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Logits by W_E (tied)"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The rows of W_E serve once more: Press and Wolf 2017; Vaswani et al. 2017, section 3.4.",
            ),
        ),
    )
    bias: bool = field(
        default=False,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Bias b_U"),
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Makes words likely whatever was said; BART and Marian have it (final_logits_bias).",
            ),
        ),
    )
    scaled: bool = field(
        default=False,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Divided by √d_model before"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The vectors are divided by √d_model before W_E turns them into logits: T5 with tied "
                "embeddings (Raffel et al. 2020, code).",
            ),
        ),
    )
    soft_cap: float = field(
        default=0.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Soft cap of the logits"),
            limits=(0.0, 1e6),
            zero=QT_TRANSLATE_NOOP("Options", "none"),
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options", "cap · tanh(logit / cap); 0 = none. Gemma 2 (2024), section 2."
            ),
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "unembedding ▸ ")
