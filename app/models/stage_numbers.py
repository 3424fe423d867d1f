"""Texts of a matrix on the stage: numbers with common places, and names with sub- and superscripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from app.models.stage_content import Kind, MatrixView
from core.expression.writing import WHOLE, Writing, span

MOST_TEXTS = 20_000
"""Matrices with more cells are pictures without numbers."""
_DIGITS = str.maketrans("123456789", "000000000")
_NAME = re.compile(r"([_^])(\{[^}]*\}|[^\s_^{}=+·,]+)")

Parts: TypeAlias = tuple[tuple[str, int], ...]
"""Pieces of a name and how they stand: 0 on the line, −1 lowered, 1 raised."""


def writing_of(view: MatrixView, decimals: int) -> Writing:
    """Return how all numbers of a matrix are written, as in the grid: whole ones without a point."""
    if view.kind is Kind.MASK or view.values.size > MOST_TEXTS:
        return WHOLE
    return (view.span or span(view.values)).writing(decimals)


def texts_of(view: MatrixView, how: Writing) -> list[str]:
    """Return the texts of all cells, row by row; masked cells say nothing."""
    if view.values.size > MOST_TEXTS:
        return [""] * view.values.size
    if view.masked is None:
        return how.texts(view.values.ravel().tolist())
    texts = how.texts(np.where(view.masked, 0.0, view.values).ravel().tolist())
    for place in view.masked.ravel().nonzero()[0].tolist():
        texts[place] = ""
    return texts


def shapes(texts: Sequence[str]) -> list[str]:
    """Return the shape of each number text: every digit is 0, because all are equally wide."""
    return "\n".join(texts).translate(_DIGITS).split("\n") if texts else []


def patterns(texts: list[str]) -> set[str]:
    """Return the distinct shapes of number texts."""
    return set(shapes(texts)) or {""}


def name_parts(symbol: str) -> Parts:
    """Split a name at ``_`` and ``^``.

    Examples
    --------
    >>> name_parts("W_E^T"), name_parts("weights")
    ((('W', 0), ('E', -1), ('⊤', 1)), (('weights', 0),))
    """
    parts: list[tuple[str, int]] = []
    at = 0
    for match in _NAME.finditer(symbol):
        if match.start() > at:
            parts.append((symbol[at : match.start()], 0))
        text = match[2].strip("{}")
        parts.append(("⊤" if match[1] == "^" and text == "T" else text, 1 if match[1] == "^" else -1))
        at = match.end()
    if at < len(symbol):
        parts.append((symbol[at:], 0))
    return tuple(parts)
