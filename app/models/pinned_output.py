"""The next words of the pinned run beside those of now: the same words, and what is to be said of them."""

from __future__ import annotations

import math

from app.models.next_words import NextWords
from app.models.stage_words import translate
from app.texts import translated
from core.compare import answers
from core.record import Record
from core.tensor import NamedTensor
from core.tokens import visible
from core.trace import Trace

_TENSOR = "probabilities"


class PinnedWords(Record):
    """What the pinned run says of the words that are shown."""

    numbers: tuple[float | None, ...]
    """A share for each word; None where the pinned run has no such word."""
    rest: float | None
    """What its other words have together."""
    remark: str


def pinned_words(now: Trace, pinned: Trace, row: int, found: NextWords) -> PinnedWords:
    """Return the shares of the words `found` in the pinned run.

    The last token is compared with the last one, any other with the one at its place.

    Parameters
    ----------
    now, pinned : Trace
        `now` has probabilities.
    row : int
        The token of `now` behind which the words are told, from 0.
    found : NextWords
    """
    here, there = now[_TENSOR], pinned.get(_TENSOR)
    none: tuple[float | None, ...] = (None,) * len(found.shares)
    if there is None or 0 in there.shape:
        return PinnedWords(none, None, translate("Pin", "The pinned run puts out no words."))
    last = row == here.shape[0] - 1
    other = there.shape[0] - 1 if last else row
    if other >= there.shape[0]:
        return PinnedWords(none, None, translate("Pin", "The pinned run has no such token."))
    columns = [_column(here, there, share.word, share.column) for share in found.shares]
    values = there.values[other]
    numbers = tuple(None if column is None else float(values[column]) for column in columns)
    shown = {column for column in columns if column is not None}
    rest = math.fsum(float(value) for column, value in enumerate(values) if column not in shown)
    return PinnedWords(numbers, rest, _remark(now, pinned, row, other))


def _column(here: NamedTensor, there: NamedTensor, word: str, column: int) -> int | None:
    """Return where the pinned run has a word of now."""
    labels = there.axes[1].labels
    if labels == here.axes[1].labels:
        return column
    return labels.index(word) if word in labels else None


def _remark(now: Trace, pinned: Trace, row: int, other: int) -> str:
    """Say how the next words differ, and behind which words the pinned one stands where they are others."""
    said = []
    remark = answers(pinned, now, (other, row)).remark
    if remark is not None:
        said.append(translate("Pin", "pinned, then now: {remark}").format(remark=translated(remark)))
    before = pinned[_TENSOR].axes[0].labels[: other + 1]
    if before != now[_TENSOR].axes[0].labels[: row + 1]:
        words = " ".join(map(visible, before))
        said.append(translate("Pin", "pinned after: {words} →").format(words=words))
    return "  ·  ".join(said)
