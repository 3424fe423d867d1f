"""The option record of a decoder whose sizes differ from those of the encoder beside it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from core.architecture.option import (
    MAX_HEADS,
    MAX_LAYERS,
    MAX_WIDTH,
    HeadsDoNotDivide,
    KeyHeadsDoNotDivide,
    check_limits,
    option,
)
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.architecture.options import Architecture

_AS_ENCODER = QT_TRANSLATE_NOOP("Options", "Of the decoder; 0 = as the encoder.")
_ENCODER = QT_TRANSLATE_NOOP("Options", "as the encoder")
_DEFAULT = QT_TRANSLATE_NOOP("Options", "default")
_WIDTH = QT_TRANSLATE_NOOP(
    "Options", "Of the decoder; 0 = as the encoder, or d_model / heads where it has heads of its own."
)


@dataclass(frozen=True, slots=True)
class Decoder:
    """Sizes of the decoder beside an encoder; 0 where they are the encoder's."""

    layers: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Layers"),
            limits=(0, MAX_LAYERS),
            zero=_ENCODER,
            rare=True,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "Of the decoder; 0 = as the encoder. Models made smaller keep fewer of the decoder's: "
                "Shleifer and Rush 2020, section 3.",
            ),
        ),
    )
    heads: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Heads"),
            limits=(0, MAX_HEADS),
            rare=True,
            zero=_ENCODER,
            about=_AS_ENCODER,
        ),
    )
    d_k: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_k"),
            limits=(0, MAX_WIDTH),
            rare=True,
            zero=_DEFAULT,
            about=_WIDTH,
        ),
    )
    d_v: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_v"),
            limits=(0, MAX_WIDTH),
            rare=True,
            zero=_DEFAULT,
            about=_WIDTH,
        ),
    )
    d_ff: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Width d_ff"),
            limits=(0, MAX_WIDTH),
            rare=True,
            zero=_ENCODER,
            about=_AS_ENCODER,
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "decoder ▸ ")


class DecoderHeadsDoNotDivide(HeadsDoNotDivide):
    """As `HeadsDoNotDivide`, of the heads that the decoder alone has."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "decoder ▸ heads is {heads}, and that does not divide d_model = {d_model}. Choose a number of heads "
        "that does, or say decoder ▸ d_k.",
    )


class DecoderKeyHeadsDoNotDivide(KeyHeadsDoNotDivide):
    """As `KeyHeadsDoNotDivide`, of the heads that the decoder alone has."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "decoder ▸ heads is {heads}, and the {kv_heads} heads of keys and values, which it has as the "
        "encoder, do not divide that. Choose a number for decoder ▸ heads that they divide, or 0 for "
        "attention ▸ kv_heads.",
    )


@lru_cache(maxsize=64)
def decoder_of(whole: Architecture) -> Architecture:
    """Return the options that the decoder of an encoder–decoder is built by.

    Raises
    ------
    SandboxError
        If its sizes do not go together.
    """
    own, attention = whole.decoder, whole.attention
    heads, width = own.heads or attention.heads, attention.d_k
    if attention.kv_heads and heads % attention.kv_heads:
        raise DecoderKeyHeadsDoNotDivide(kv_heads=attention.kv_heads, heads=heads)
    if own.heads and not own.d_k:
        if whole.d_model % own.heads:
            raise DecoderHeadsDoNotDivide(heads=own.heads, d_model=whole.d_model)
        width = whole.d_model // own.heads
    d_k = own.d_k or width
    d_v = own.d_v or (d_k if own.heads or own.d_k else attention.d_v)
    return replace(
        whole,
        layers=own.layers or whole.layers,
        attention=replace(attention, heads=heads, d_k=d_k, d_v=d_v),
        feed_forward=replace(whole.feed_forward, d_ff=own.d_ff or whole.feed_forward.d_ff),
        decoder=Decoder(),
    )
