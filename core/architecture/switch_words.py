"""What the parts that can be switched off are called, wherever a user reads of them."""

from __future__ import annotations

import math

from core.architecture.options import Architecture, Scale, Stack
from core.expression.numbers import constant_text
from core.ops.norm import USUAL_NORM
from core.text import QT_TRANSLATE_NOOP, Message, message

PARTS = {
    "attn": QT_TRANSLATE_NOOP("Outline", "self-attention"),
    "self_attn": QT_TRANSLATE_NOOP("Outline", "self-attention"),
    "cross_attn": QT_TRANSLATE_NOOP("Outline", "cross-attention"),
    "ffn": QT_TRANSLATE_NOOP("Outline", "feed-forward"),
    "add": QT_TRANSLATE_NOOP("Outline", "residual"),
    "norm": "{norm}",
    "post_norm": QT_TRANSLATE_NOOP("Outline", "{norm} behind the part"),
}
"""By the last word of their names."""
_HEAD_NORM = QT_TRANSLATE_NOOP("Stage", "norm")
_OF_ALL = {
    "mask": QT_TRANSLATE_NOOP("Stage", "mask"),
    "embed.positions": QT_TRANSLATE_NOOP("Stage", "positions"),
}
"""What is switched for all of the model."""
_MISTAKES = {Scale.ROOT_MODEL: "√d_model", Scale.ROOT_HEADS: "√heads"}


def scale_text(architecture: Architecture) -> str:
    """Return what the scaling of scores is called: ``√dₖ``, ``s = 0.5``."""
    scale = architecture.attention.scale
    if not isinstance(scale, Scale):
        return f"s = {constant_text(scale)}"
    if scale in _MISTAKES:
        return _MISTAKES[scale]
    value = math.sqrt(architecture.attention.d_k)
    is_alone = architecture.stack is Stack.ATTENTION and value.is_integer()
    return f"√dₖ = {value:.0f}" if is_alone else "√dₖ"


def switch_words(architecture: Architecture, name: str) -> Message:
    """Return what a part is called: ``√dₖ``; of those that there are several of also the name.

    Examples
    --------
    >>> str(switch_words(Architecture(Stack.DECODER), "decoder.0.add1"))
    'residual (decoder.0.add1)'
    """
    if name == "scale":
        return message("Outline", scale_text(architecture))
    if name in _OF_ALL:
        return message("Stage", _OF_ALL[name])
    text = QT_TRANSLATE_NOOP("Outline", "{part} ({name})")
    return message("Outline", text, part=_part(architecture, name.rpartition(".")[2]), name=name)


def _part(architecture: Architecture, last: str) -> Message:
    words = PARTS.get(last.rstrip("0123456789"))
    if words is None:  # the norm of queries or keys
        return message("Stage", _HEAD_NORM)
    norm = architecture.norm.kind.operation or USUAL_NORM
    return message("Outline", words, norm=message("Outline", norm.named))
