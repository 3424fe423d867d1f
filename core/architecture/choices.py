"""What an option can be chosen to be, with its titles; `core.architecture.options` hands all of it on."""

from __future__ import annotations

from enum import StrEnum

from core.text import QT_TRANSLATE_NOOP


class Choice(StrEnum):
    """A value of an option, as it stands in the file, with its title in a form."""

    label: str
    """Marked with ``QT_TRANSLATE_NOOP("Options", …)``."""

    def __new__(cls, value: str, label: str) -> Choice:
        """Make a member of a value and its title."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.label = label
        return made


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

    NONE = "none", QT_TRANSLATE_NOOP("Options", "none")
    SINUSOIDAL = "sinusoidal", QT_TRANSLATE_NOOP("Options", "sine and cosine")
    LEARNED = "learned", QT_TRANSLATE_NOOP("Options", "learned")


class Scale(Choice):
    """What the scores are divided by; a number of one's own is a `float` instead."""

    ROOT = "sqrt_d_k", QT_TRANSLATE_NOOP("Options", "divided by √d_k")
    NONE = "none", QT_TRANSLATE_NOOP("Options", "none")


class MaskKind(Choice):
    """Who may look where, before padding and custom masks."""

    NONE = "none", QT_TRANSLATE_NOOP("Options", "none")
    CAUSAL = "causal", QT_TRANSLATE_NOOP("Options", "causal: no later word")


class FeedForwardKind(Choice):
    """Whether there is a feed-forward network."""

    NONE = "none", QT_TRANSLATE_NOOP("Options", "none")
    MLP = "mlp", QT_TRANSLATE_NOOP("Options", "two linear maps")


class ActivationKind(Choice):
    """The bend between the two linear maps."""

    RELU = "relu", QT_TRANSLATE_NOOP("Options", "ReLU")
    GELU = "gelu", QT_TRANSLATE_NOOP("Options", "GELU (exact, by erf)")
    GELU_TANH = "gelu_tanh", QT_TRANSLATE_NOOP("Options", "GELU (tanh)")


class NormKind(Choice):
    """Whether there is a layer norm."""

    NONE = "none", QT_TRANSLATE_NOOP("Options", "none")
    LAYER = "layer_norm", QT_TRANSLATE_NOOP("Options", "layer norm")


class NormPlace(Choice):
    """After the residual addition (2017) or before the sublayer (GPT-2)."""

    POST = "post", QT_TRANSLATE_NOOP("Options", "post-norm (2017)")
    PRE = "pre", QT_TRANSLATE_NOOP("Options", "pre-norm (GPT-2)")
