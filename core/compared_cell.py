"""One cell of two runs: the difference with both numbers, and below it how each of them was made."""

from __future__ import annotations

import math

from core.errors import SandboxError
from core.explanation import Explanation, explain, find_tensor
from core.expression.names import Translate
from core.expression.nodes import Cell
from core.expression.numbers import MINUS, number_text, shown_decimals
from core.expression.pieces import Piece, Pieces, PieceStyle
from core.expression.text import Reading, own_name
from core.tensor import sizes
from core.text import QT_TRANSLATE_NOOP, message
from core.trace import Trace


class NotPinned(SandboxError):
    """The pinned run has no such tensor."""

    template = QT_TRANSLATE_NOOP("Errors", "The pinned run has no {name}: show “now”.")


class NotComparable(SandboxError):
    """A tensor that has another shape in the pinned run."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "No difference of {name} can be shown: now the shape is {now}, pinned it is {pinned}."
    )


NOW, PINNED = QT_TRANSLATE_NOOP("Compare", "now"), QT_TRANSLATE_NOOP("Compare", "pinned")
_MOST_PLACES = 17


def number_difference(left: float, right: float) -> float:
    """Return ``right − left``; 0 where both are the same ∞ or NaN, as `core.compare.difference` has it."""
    if left == right or (math.isnan(left) and math.isnan(right)):
        return 0.0
    return right - left


def explain_difference(
    pinned: Trace,
    now: Trace,
    cell: Cell,
    *,
    decimals: int | None = 2,
    full: bool = False,
    translate: Translate = str,
) -> Explanation:
    """Explain ``now − pinned`` of a cell that both runs have: first both numbers, then how each was made.

    The numbers of the first line have so many places that the line is right as it is read.

    Raises
    ------
    NotPinned, NotComparable
        If the pinned run has no tensor of that name, or it has another shape there.
    UnknownTensor, WrongIndex
        If the present run has no such cell.
    """
    find_tensor(now, cell.tensor)
    check_comparable(pinned, now, cell.tensor)
    made = [
        explain(trace, cell.tensor, cell.index, decimals=decimals, full=full, translate=translate)
        for trace in (now, pinned)
    ]
    here, there = (one.value for one in made)
    apart = number_difference(there, here)
    shown = [shown_decimals(trace[cell.tensor], decimals) for trace in (now, pinned)]
    least = None if decimals is None else max(places or 0 for places in shown)
    places = places_of_difference(here, there, least)
    words = [translate(message("Compare", word)) for word in (NOW, PINNED)]
    line = (
        Piece(f"Δ {own_name(cell, Reading(now, decimals, translate=translate))}", None, PieceStyle.NAME),
        Piece(f" = {words[0]} {_bracketed(number_text(here, places))}"),
        Piece(f" {MINUS} {words[1]} {_bracketed(number_text(there, places))} = "),
        Piece(number_text(apart, places), cell, PieceStyle.RESULT),
    )
    ways = [_named(word, one.lines[0]) for word, one in zip(words, made, strict=True)]
    links = tuple(dict.fromkeys(link for one in made for link in one.links))
    return Explanation(cell.tensor, cell.index, apart, (line, *ways), (), None, links)


def check_comparable(pinned: Trace, now: Trace, name: str) -> None:
    """Refuse a tensor of `now` that the pinned run has not, or in another shape.

    Raises
    ------
    NotPinned, NotComparable
    """
    if name not in pinned:
        raise NotPinned(name=name)
    here, there = now[name], pinned[name]
    if here.shape != there.shape:
        raise NotComparable(name=name, now=sizes(here.axes), pinned=sizes(there.axes))


def places_of_difference(now: float, pinned: float, decimals: int | None) -> int | None:
    """Return the least places, at least `decimals`, with which ``now − pinned = difference`` reads right.

    Examples
    --------
    >>> places_of_difference(1.624, 1.616, 2), places_of_difference(2.0, 1.5, 2)
    (3, 2)
    """
    if decimals is None or not (math.isfinite(now) and math.isfinite(pinned)):
        return decimals
    apart = now - pinned
    for places in range(decimals, _MOST_PLACES):
        shown = round(round(now, places) - round(pinned, places), places)
        if shown == round(apart, places) and (shown != 0) == (apart != 0):
            return places
    return None


def _named(word: str, line: Pieces) -> Pieces:
    return (Piece(f"{word}: "), *line)


def _bracketed(number: str) -> str:
    return f"({number})" if number.startswith(MINUS) else number
