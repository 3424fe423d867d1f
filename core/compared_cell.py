"""One cell of two runs: the difference with both numbers, and below it how each of them was made."""

from __future__ import annotations

import math

from core.errors import SandboxError
from core.explanation import Explanation, explain, find_tensor
from core.expression.names import Translate
from core.expression.nodes import Cell
from core.expression.numbers import MINUS
from core.expression.pieces import Piece, Pieces, PieceStyle
from core.expression.text import Reading, own_name
from core.expression.writing import IN_FULL, AnyWriting, Writing, written_span
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

    The numbers of the first line have so many places that the line is right as it is read. Otherwise they are
    written as each run writes the tensor; the difference is in neither and is written as the present number.

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
    ways: tuple[AnyWriting, AnyWriting] = IN_FULL, IN_FULL
    if decimals is not None:
        left, right = (written_span(trace[cell.tensor]).writing(decimals) for trace in (now, pinned))
        ways = writings_of_difference((here, left), (there, right))
    words = [translate(message("Compare", word)) for word in (NOW, PINNED)]
    line = (
        Piece(f"Δ {own_name(cell, Reading(now, decimals, translate=translate))}", None, PieceStyle.NAME),
        Piece(f" = {words[0]} {_bracketed(ways[0].text(here))}"),
        Piece(f" {MINUS} {words[1]} {_bracketed(ways[1].text(there))} = "),
        Piece(ways[0].text(apart), cell, PieceStyle.RESULT),
    )
    lines = [_named(word, one.lines[0]) for word, one in zip(words, made, strict=True)]
    links = tuple(dict.fromkeys(link for one in made for link in one.links))
    return Explanation(cell.tensor, cell.index, apart, (line, *lines), (), None, links)


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


def writings_of_difference(
    now: tuple[float, Writing], pinned: tuple[float, Writing]
) -> tuple[AnyWriting, AnyWriting]:
    """Return how two numbers are written so that ``now − pinned = difference`` reads right.

    They have the least places that do, and at least those of their matrices. The difference is written as
    `now` is.

    Examples
    --------
    >>> writings_of_difference((1.624, Writing(2)), (1.616, Writing(2)))[0]
    Writing(decimals=3, exponent=0)
    >>> writings_of_difference((2e-7, Writing(1, 2)), (1.5, Writing(2)))
    (Writing(decimals=2, exponent=2), Writing(decimals=2, exponent=0))
    """
    (here, left), (there, right) = now, pinned
    apart, least = here - there, max(left.decimals, right.decimals)
    for places in range(least, _MOST_PLACES):
        ways = Writing(places, left.exponent), Writing(places, right.exponent)
        if not math.isfinite(apart):
            return ways
        shown = ways[0].rounded(ways[0].rounded(here) - ways[1].rounded(there))
        if shown == ways[0].rounded(apart) and (shown != 0) == (apart != 0):
            return ways
    return IN_FULL, IN_FULL


def _named(word: str, line: Pieces) -> Pieces:
    return (Piece(f"{word}: "), *line)


def _bracketed(number: str) -> str:
    return f"({number})" if number.startswith(MINUS) else number
