"""Remarks on how the next word is picked: what is kept, and which word the number falls on."""

from __future__ import annotations

from core import ops
from core.expression.numbers import constant_text
from core.remarks.base import Remarks, Subject, say
from core.text import QT_TRANSLATE_NOOP

_RANK_KEPT = QT_TRANSLATE_NOOP("Explain", "Rank {rank} is among the first {count}: {word} is kept.")
_RANK_LEFT = QT_TRANSLATE_NOOP("Explain", "Rank {rank} is behind the first {count}: {word} is left out.")
_MASS_KEPT = QT_TRANSLATE_NOOP(
    "Explain", "The words before it reach {ahead}, less than p = {mass}: {word} is kept."
)
_MASS_LEFT = QT_TRANSLATE_NOOP(
    "Explain", "The words before it reach {ahead}, and p = {mass} is enough: {word} is left out."
)
_EQUALS = QT_TRANSLATE_NOOP("Explain", "Of equal words, the first in the vocabulary comes first.")
_TOGETHER = QT_TRANSLATE_NOOP(
    "Explain", "What is kept adds to {sum}; divided by that, it is shares of 1 again."
)
_HERE = QT_TRANSLATE_NOOP("Explain", "The number {point} lies between {low} and {high}: {word} is drawn.")
_ELSEWHERE = QT_TRANSLATE_NOOP("Explain", "The number {point} does not lie between {low} and {high}.")
_SEEDED = QT_TRANSLATE_NOOP(
    "Explain",
    "Number {position} of the uniform ones that seed {seed} gives: the same on every computer. "
    "Another seed gives others.",
)
_STRETCHED = QT_TRANSLATE_NOOP("Explain", "Times what the shares add to, so that rounding leaves no gap.")
_RUNNING = QT_TRANSLATE_NOOP("Explain", "The part of {word} ends here and is as long as its share.")
_WAS_THERE = QT_TRANSLATE_NOOP(
    "Explain", "{word} was there before: its keys and values are kept and not computed again."
)
_IS_NEW = QT_TRANSLATE_NOOP("Explain", "{word} is new: its row is computed now, and kept for the next word.")


def top_k(subject: Subject) -> Remarks:
    """Say whether the word is among the first, and what the rest was divided by."""
    operation = subject.step.operation
    assert isinstance(operation, ops.TopK)
    if subject.working == "rank":
        yield say(_EQUALS)
    elif subject.working != "sum":
        rank = subject.step.working("rank")
        stays = not subject.trace[rank].values[subject.index] > operation.count
        told = {"rank": subject.number(rank, subject.index), "count": operation.count}
        yield say(_RANK_KEPT if stays else _RANK_LEFT, word=subject.label(1), **told)
    yield from _together(subject)


def top_p(subject: Subject) -> Remarks:
    """Say what the words before it reach, and what the rest was divided by."""
    operation = subject.step.operation
    assert isinstance(operation, ops.TopP)
    if subject.working == "ahead":
        yield say(_EQUALS)
    elif subject.working != "sum":
        ahead = subject.step.working("ahead")
        stays = operation.mass > subject.trace[ahead].values[subject.index]
        told = {"ahead": subject.number(ahead, subject.index), "mass": constant_text(operation.mass)}
        yield say(_MASS_KEPT if stays else _MASS_LEFT, word=subject.label(1), **told)
    yield from _together(subject)


def _together(subject: Subject) -> Remarks:
    if not subject.working:
        yield say(_TOGETHER, sum=subject.number(subject.step.working("sum"), subject.index[:1]))


def append(subject: Subject) -> Remarks:
    """Say whether the row was there already."""
    operation = subject.step.operation
    assert isinstance(operation, ops.Append)
    yield say(_WAS_THERE if subject.index[1] < operation.kept else _IS_NEW, word=subject.label(1))


def draw(subject: Subject) -> Remarks:
    """Say where the number fell, and where it comes from."""
    operation, step = subject.step.operation, subject.step
    assert isinstance(operation, ops.Draw)
    if subject.working == "uniform":
        yield say(_SEEDED, position=operation.first + subject.index[0] + 1, seed=operation.seed)
    elif subject.working == "point":
        yield say(_STRETCHED)
    elif subject.working == "cumulated":
        yield say(_RUNNING, word=subject.label(1))
    else:
        row, column = subject.index
        cumulated = step.working("cumulated")
        low = subject.number(cumulated, (row, column - 1)) if column else "0"
        told = {"low": low, "high": subject.number(cumulated, subject.index)}
        template = _HERE if subject.value else _ELSEWHERE
        word = {"word": subject.label(1)} if subject.value else {}
        yield say(template, point=subject.number(step.working("point"), (row,)), **told, **word)
