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


class PositionKind(Choice):
    """How positions are told."""

    NONE = (
        "none",
        QT_TRANSLATE_NOOP("Options", "none"),
        QT_TRANSLATE_NOOP("Options", "Nothing tells where a word stands: order is lost but for the mask."),
    )
    SINUSOIDAL = (
        "sinusoidal",
        QT_TRANSLATE_NOOP("Options", "sine and cosine"),
        QT_TRANSLATE_NOOP("Options", "Waves added to the embeddings: Vaswani et al. 2017, section 3.5."),
    )
    LEARNED = (
        "learned",
        QT_TRANSLATE_NOOP("Options", "learned"),
        QT_TRANSLATE_NOOP("Options", "A row of W_P is added: Vaswani et al. 2017, section 3.5; GPT-2, BERT."),
    )
    ROPE = (
        "rope",
        QT_TRANSLATE_NOOP("Options", "rotary (RoPE)"),
        QT_TRANSLATE_NOOP(
            "Options", "Queries and keys are turned by an angle that grows with the position: Su et al. 2021."
        ),
    )
    ALIBI = (
        "alibi",
        QT_TRANSLATE_NOOP("Options", "distance bias (ALiBi)"),
        QT_TRANSLATE_NOOP(
            "Options", "Slope times distance is taken away from the scores: Press, Smith and Lewis 2022."
        ),
    )
    T5 = (
        "t5",
        QT_TRANSLATE_NOOP("Options", "relative buckets (T5)"),
        QT_TRANSLATE_NOOP(
            "Options",
            "A learned number for each bucket of distances is added to scores: Raffel et al. 2020.",
        ),
    )

    @property
    def is_added(self) -> bool:
        """Whether positions are added to the embeddings."""
        return self in {PositionKind.SINUSOIDAL, PositionKind.LEARNED}

    @property
    def acts_in_attention(self) -> bool:
        """Whether positions act on queries, keys or scores."""
        return self in {PositionKind.ROPE, PositionKind.ALIBI, PositionKind.T5}


class Pairing(Choice):
    """Which columns of a query or key are turned together (RoPE)."""

    ADJACENT = (
        "adjacent",
        QT_TRANSLATE_NOOP("Options", "neighbours"),
        QT_TRANSLATE_NOOP("Options", "Columns 1 and 2, 3 and 4 …: Su et al. 2021, eq. 34; GPT-J."),
    )
    HALF = (
        "half",
        QT_TRANSLATE_NOOP("Options", "halves"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Column 1 and the first of the second half …: GPT-NeoX, Llama. The same model once W_Q and W_K "
            "have their columns in the other order.",
        ),
    )


class WaveLayout(Choice):
    """In which columns the sines and the cosines of the positions stand."""

    INTERLEAVED = (
        "interleaved",
        QT_TRANSLATE_NOOP("Options", "by turns"),
        QT_TRANSLATE_NOOP("Options", "sin, cos, sin, cos …: Vaswani et al. 2017, section 3.5."),
    )
    BLOCKS = (
        "blocks",
        QT_TRANSLATE_NOOP("Options", "sines, then cosines"),
        QT_TRANSLATE_NOOP(
            "Options",
            "The same columns in another order, as in tensor2tensor and Marian: "
            "what learns its weights does not notice, weights made for the other order do.",
        ),
    )


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
