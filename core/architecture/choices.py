"""What an option can be chosen to be, with its titles; `core.architecture.options` hands all of it on."""

from __future__ import annotations

from core.choice import MISTAKE as MISTAKE
from core.choice import Choice as Choice
from core.text import QT_TRANSLATE_NOOP


class Stack(Choice):
    """How the parts are stacked."""

    ATTENTION = (
        "attention",
        QT_TRANSLATE_NOOP("Options", "attention alone"),
        QT_TRANSLATE_NOOP(
            "Options", "softmax(Q Kᵀ / √d_k) V and nothing around it: Vaswani et al. 2017, section 3.2."
        ),
    )
    ENCODER = (
        "encoder-only",
        QT_TRANSLATE_NOOP("Options", "encoder"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Every word sees every word: Vaswani et al. 2017, section 3.1; BERT (Devlin et al. 2018).",
        ),
    )
    DECODER = (
        "decoder-only",
        QT_TRANSLATE_NOOP("Options", "decoder"),
        QT_TRANSLATE_NOOP(
            "Options",
            "The next word from those before: Liu et al. 2018, section 4.2.3; GPT (Radford et al. 2018).",
        ),
    )
    ENCODER_DECODER = (
        "encoder-decoder",
        QT_TRANSLATE_NOOP("Options", "encoder and decoder"),
        QT_TRANSLATE_NOOP(
            "Options", "A decoder that attends to the encoder's output, too: Vaswani et al. 2017, figure 1."
        ),
    )


class Input(Choice):
    """What is typed in: words, their vectors X, or q, k and v themselves."""

    TOKENS = (
        "tokens",
        QT_TRANSLATE_NOOP("Options", "words"),
        QT_TRANSLATE_NOOP("Options", "Words are looked up in W_E: Vaswani et al. 2017, section 3.4."),
    )
    EMBEDDINGS = (
        "embeddings",
        QT_TRANSLATE_NOOP("Options", "their vectors X"),
        QT_TRANSLATE_NOOP(
            "Options", "The rows that are projected are typed in: Vaswani et al. 2017, section 3.2.2."
        ),
    )
    QKV = (
        "q, k, v",
        QT_TRANSLATE_NOOP("Options", "q, k and v"),
        QT_TRANSLATE_NOOP("Options", "Nothing is projected: Q, K and V of Vaswani et al. 2017, eq. 1."),
    )


class FeedForwardKind(Choice):
    """Whether there is a feed-forward network."""

    NONE = (
        "none",
        QT_TRANSLATE_NOOP("Options", "none"),
        QT_TRANSLATE_NOOP(
            "Options", "Words are only mixed, none is worked on by itself: attention is not the whole layer."
        ),
    )
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
        QT_TRANSLATE_NOOP("Options", "both sides (Gemma 2)"),
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
