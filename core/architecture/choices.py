"""What an option can be chosen to be, with its titles; `core.architecture.options` hands all of it on."""

from __future__ import annotations

from core.choice import MISTAKE as MISTAKE
from core.choice import Choice as Choice
from core.text import QT_TRANSLATE_NOOP


class Stack(Choice):
    """How the parts are stacked."""

    ATTENTION = "attention", QT_TRANSLATE_NOOP("Options", "attention alone")
    ENCODER = "encoder-only", QT_TRANSLATE_NOOP("Options", "encoder")
    DECODER = "decoder-only", QT_TRANSLATE_NOOP("Options", "decoder")
    ENCODER_DECODER = "encoder-decoder", QT_TRANSLATE_NOOP("Options", "encoder and decoder")


class Input(Choice):
    """What is typed in: words, their vectors X, or q, k and v themselves."""

    TOKENS = "tokens", QT_TRANSLATE_NOOP("Options", "words")
    EMBEDDINGS = "embeddings", QT_TRANSLATE_NOOP("Options", "their vectors X")
    QKV = "q, k, v", QT_TRANSLATE_NOOP("Options", "q, k and v")


class FeedForwardKind(Choice):
    """Whether there is a feed-forward network."""

    NONE = "none", QT_TRANSLATE_NOOP("Options", "none")
    MLP = (
        "mlp",
        QT_TRANSLATE_NOOP("Options", "two linear maps"),
        QT_TRANSLATE_NOOP(
            "Options", "activation(x W_1) W_2, for each word alone: Vaswani et al. 2017, eq. 2."
        ),
    )
    GATED = (
        "gated",
        QT_TRANSLATE_NOOP("Options", "gated: three linear maps"),
        QT_TRANSLATE_NOOP(
            "Options",
            "(activation(x W_G) ⊙ x W_1) W_2: SwiGLU with SiLU, GeGLU with GELU, ReGLU with ReLU. "
            "Shazeer 2020, eq. 5 and 6.",
        ),
    )


class NormPlace(Choice):
    """Where the norms of a layer stand."""

    POST = (
        "post",
        QT_TRANSLATE_NOOP("Options", "post-norm (2017)"),
        QT_TRANSLATE_NOOP("Options", "norm(x + f(x)): Vaswani et al. 2017, section 3.1; BERT."),
    )
    PRE = (
        "pre",
        QT_TRANSLATE_NOOP("Options", "pre-norm (GPT-2)"),
        QT_TRANSLATE_NOOP("Options", "x + f(norm(x)): Radford et al. 2019 (GPT-2); Xiong et al. 2020."),
    )
    BOTH = (
        "both",
        QT_TRANSLATE_NOOP("Options", "before and after (Gemma 2)"),
        QT_TRANSLATE_NOOP(
            "Options", "x + norm(f(norm(x))), a sandwich: Ding et al. 2021, section 3.1; Gemma 2 (2024)."
        ),
    )
    PARALLEL = (
        "parallel",
        QT_TRANSLATE_NOOP("Options", "parallel (GPT-NeoX)"),
        QT_TRANSLATE_NOOP(
            "Options",
            "x + attention(norm(x)) + feed-forward(norm(x)): both read what came into the layer. "
            "Black et al. 2022 (GPT-NeoX), section 2.1.",
        ),
    )
