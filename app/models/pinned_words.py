"""The pinned run in words: what it is called, which run is shown, and how a step differs."""

from __future__ import annotations

import math

from app.models.stage_words import translate
from app.pin import Pinned, Showing
from app.selection import Place
from app.texts import translated
from core.compare import ColumnDifference, Kind
from core.compared_cell import number_difference
from core.expression.numbers import MINUS, number_text
from core.trace import Trace

_DIGITS = 3


def showing_words() -> tuple[tuple[Showing, str], ...]:
    """Return what the three buttons say."""
    return (
        (Showing.NOW, translate("Pin", "now")),
        (Showing.PINNED, translate("Pin", "pinned")),
        (Showing.DIFFERENCE, translate("Pin", "now − pinned")),
    )


def short_showing_words() -> tuple[tuple[Showing, str], ...]:
    """Return what they say where there is little room."""
    return (*showing_words()[:2], (Showing.DIFFERENCE, "Δ"))


def showing_word(showing: Showing) -> str:
    """Return ``pinned`` or ``now − pinned``; nothing for now, which goes without saying."""
    return "" if showing is Showing.NOW else dict(showing_words())[showing]


def showing_tip(pinned: Pinned) -> str:
    """Return what the buttons are for, with the name of the pinned run."""
    told = translate("Pin", "Show the present numbers, the pinned ones, or now − pinned")
    return f"{told}\n{pinned_name(pinned)}"


def pinned_name(pinned: Pinned) -> str:
    """Return ``pinned: tiny-gpt.tsbx, after: Change W_Q``."""
    if pinned.after is None:
        return translate("Pin", "pinned: {document}").format(document=pinned.document)
    told = translate("Pin", "pinned: {document}, after: {edit}")
    return told.format(document=pinned.document, edit=translated(pinned.after))


def largest_text(found: ColumnDifference) -> str:
    """Return ``Δ 0.0123``, or why there is no number; empty for what is equal."""
    if found.kind is Kind.DIFFERENT:
        return f"Δ {_short(_largest(found))}"
    words = {
        Kind.OTHER_SHAPE: translate("Pin", "other shape"),
        Kind.RIGHT_ONLY: translate("Pin", "not pinned"),
        Kind.LEFT_ONLY: translate("Pin", "only pinned"),
    }
    return words.get(found.kind, "")


def worst(found: list[ColumnDifference]) -> ColumnDifference | None:
    """Return the largest difference of several steps; one that is no number where there is none."""
    numbers = [one for one in found if one.kind is Kind.DIFFERENT]
    others = (one for one in found if one.kind is not Kind.EQUAL)
    return max(numbers, key=lambda one: one.largest) if numbers else next(others, None)


def first_text(told: str) -> str:
    """Return what stands at the first step that differs."""
    return translate("Pin", "first: {difference}").format(difference=told)


def said_difference(title: str, found: ColumnDifference, *, is_first: bool) -> str:
    """Return a row of the outline for those who do not see its mark."""
    if found.kind is Kind.DIFFERENT:
        text = translate("Pin", "{step}, differs from the pinned run by up to {number}")
        if is_first:
            text = translate("Pin", "{step}, the first that differs from the pinned run, by up to {number}")
        return text.format(step=title, number=_short(_largest(found)))
    if found.kind is Kind.OTHER_SHAPE:
        return translate("Pin", "{step}, of another shape than in the pinned run").format(step=title)
    if found.kind is Kind.LEFT_ONLY:
        return translate("Pin", "{step}, only in the pinned run").format(step=title)
    return translate("Pin", "{step}, not in the pinned run").format(step=title)


def told_number(now: Trace, pinned: Trace | None, showing: Showing, place: Place) -> str:
    """Return ``attn.q[0, 1, 1] = 0.25`` of the run that is shown, both numbers for a difference.

    With all digits, and otherwise written as everywhere: ``−∞``, and ``1`` for a whole number.

    Empty where the run has no such cell.
    """
    here = _number(now, place)
    name = f"{place.tensor}[{', '.join(map(str, place.index))}]"
    if showing is Showing.NOW:
        return "" if here is None else f"{name} = {number_text(here, None)}"
    word, there = showing_word(showing), _number(pinned, place)
    if showing is Showing.PINNED:
        return "" if there is None else f"{word}: {name} = {number_text(there, None)}"
    if here is None or there is None or not _same_shape(now, pinned, place.tensor):
        return ""
    numbers = (here, there, number_difference(there, here))
    now_text, pinned_text, apart = (number_text(number, None) for number in numbers)
    taken = f"({pinned_text})" if pinned_text.startswith(MINUS) else pinned_text
    return f"{word}: {name} = {now_text} {MINUS} {taken} = {apart}"


def _number(trace: Trace | None, place: Place) -> float | None:
    if trace is None or not trace.has_cell(place.tensor, place.index):
        return None
    return float(trace[place.tensor].values[place.index])


def _same_shape(now: Trace, pinned: Trace | None, name: str) -> bool:
    return pinned is not None and now[name].shape == pinned[name].shape


def _largest(found: ColumnDifference) -> float:
    """Return the largest difference; NaN where it is that of a number and NaN."""
    return math.nan if math.isnan(found.left) or math.isnan(found.right) else found.largest


def _short(number: float) -> str:
    """Write a number with three digits."""
    return f"{number:.{_DIGITS}g}" if math.isfinite(number) else number_text(number, None)
