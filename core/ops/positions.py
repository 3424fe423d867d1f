"""The position schemes: a new one is a class and a member here; larger families have files of their own."""

from __future__ import annotations

from core.ops.added_positions import LearnedPositions, NoPositions, SinusoidalPositions
from core.ops.position_bias import BucketBias, DistanceBias
from core.ops.position_scheme import SchemeChoice
from core.ops.rotary import Rotate
from core.text import QT_TRANSLATE_NOOP


class PositionKind(SchemeChoice):
    """How positions are told."""

    NONE = (
        "none",
        QT_TRANSLATE_NOOP("Options", "none"),
        QT_TRANSLATE_NOOP("Options", "Nothing tells where a word stands: order is lost but for the mask."),
        NoPositions,
    )
    SINUSOIDAL = (
        "sinusoidal",
        QT_TRANSLATE_NOOP("Options", "sine and cosine"),
        QT_TRANSLATE_NOOP("Options", "Waves added to the embeddings: Vaswani et al. 2017, section 3.5."),
        SinusoidalPositions,
    )
    LEARNED = (
        "learned",
        QT_TRANSLATE_NOOP("Options", "learned"),
        QT_TRANSLATE_NOOP("Options", "A row of W_P is added: Vaswani et al. 2017, section 3.5; GPT-2, BERT."),
        LearnedPositions,
    )
    ROPE = (
        "rope",
        QT_TRANSLATE_NOOP("Options", "rotary (RoPE)"),
        QT_TRANSLATE_NOOP(
            "Options", "Queries and keys are turned by an angle that grows with the position: Su et al. 2021."
        ),
        Rotate,
    )
    ALIBI = (
        "alibi",
        QT_TRANSLATE_NOOP("Options", "distance bias (ALiBi)"),
        QT_TRANSLATE_NOOP(
            "Options", "Slope times distance is taken away from the scores: Press, Smith and Lewis 2022."
        ),
        DistanceBias,
    )
    T5 = (
        "t5",
        QT_TRANSLATE_NOOP("Options", "relative buckets (T5)"),
        QT_TRANSLATE_NOOP(
            "Options",
            "A learned number for each bucket of distances is added to scores: Raffel et al. 2020.",
        ),
        BucketBias,
    )


def schemes_with(option: str) -> tuple[PositionKind, ...]:
    """Return the kinds that read an option: ``base``."""
    return tuple(kind for kind in PositionKind if option in kind.scheme.reads)
