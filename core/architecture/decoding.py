"""How the next word is picked: an option record like those of the parts (`core.architecture.records`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.architecture.choices import Choice
from core.architecture.option import MAX_VOCABULARY, When, check_limits, option
from core.text import QT_TRANSLATE_NOOP


class DecodingKind(Choice):
    """How the next word is picked."""

    GREEDY = (
        "greedy",
        QT_TRANSLATE_NOOP("Options", "the likeliest (greedy)"),
        QT_TRANSLATE_NOOP("Options", "Of equal words, the first in the vocabulary."),
    )
    SAMPLE = (
        "sample",
        QT_TRANSLATE_NOOP("Options", "drawn by its probability"),
        QT_TRANSLATE_NOOP("Options", "Temperature first, then top-k, then top-p; then one word is drawn."),
    )


_WITH_DRAWING: When = ({"decoding.kind": (DecodingKind.SAMPLE,)},)


@dataclass(frozen=True, slots=True)
class Decoding:
    """From probabilities to the next word: the likeliest, or one that is drawn (Holtzman et al. 2020)."""

    kind: DecodingKind = field(
        default=DecodingKind.GREEDY, metadata=option(QT_TRANSLATE_NOOP("Options", "Next word"))
    )
    top_k: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Top-k"),
            limits=(0, MAX_VOCABULARY),
            zero=QT_TRANSLATE_NOOP("Options", "all"),
            when=_WITH_DRAWING,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "So many of the likeliest words are kept; 0 = all. Fan et al. 2018, section 5.2.",
            ),
        ),
    )
    top_p: float = field(
        default=1.0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Top-p"),
            limits=(1e-3, 1.0),
            when=_WITH_DRAWING,
            about=QT_TRANSLATE_NOOP(
                "Options",
                "The fewest words that reach this share together are kept; 1 = all. "
                "Holtzman et al. 2020, section 3.1.",
            ),
        ),
    )
    seed: int = field(
        default=0,
        metadata=option(
            QT_TRANSLATE_NOOP("Options", "Seed of the draws"),
            limits=(0, 2**31 - 1),
            when=_WITH_DRAWING,
            about=QT_TRANSLATE_NOOP("Options", "The same seed draws the same numbers on every computer."),
        ),
    )

    def __post_init__(self) -> None:
        check_limits(self, "decoding ▸ ")

    @property
    def draws(self) -> bool:
        """Whether words are drawn."""
        return self.kind is DecodingKind.SAMPLE
