"""The next-token probabilities of one row, sorted, with what is left of them and what remains."""

from __future__ import annotations

import math

import numpy as np

from core.record import Record
from core.tensor import NamedTensor
from core.trace import Trace


class Share(Record):
    """One word and its probability."""

    word: str
    column: int
    probability: float
    left: float | None = None
    """Its share of what top-k and top-p left, 0 where it is left out; None where no words are drawn."""


class NextWords(Record):
    """The likeliest words, and how many others share the rest."""

    shares: tuple[Share, ...]
    others: int
    rest: float


class Drawing(Record):
    """How a word was drawn in one row: the number, and the part of the line it lies in."""

    column: int
    word: str
    point: float
    low: float
    high: float
    out: int
    """Words that were left out."""
    mass: float
    """What they amount to together."""


def next_words(
    probabilities: NamedTensor,
    row: int,
    count: int,
    *,
    left: NamedTensor | None = None,
    shown: int | None = None,
) -> NextWords:
    """Return the `count` likeliest words of a row; equal ones in the order of the vocabulary, NaN last.

    Parameters
    ----------
    probabilities : NamedTensor
        Shape (token, vocabulary).
    row : int
    count : int
    left : NamedTensor, optional
        What is drawn from, of the same shape.
    shown : int, optional
        Column of a word that is among them however improbable it is.
    """
    values = probabilities.values[row]
    order = np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable")
    kept = len(order) if len(order) <= count else max(count - 1, 1)
    first, others = order[:kept], order[kept:]
    if shown is not None and shown in others:
        first, others = np.append(first[:-1], shown), np.append(first[-1:], others[others != shown])
    axis = probabilities.axes[1]
    shares = tuple(
        Share(
            axis.label(int(column)),
            int(column),
            float(values[column]),
            None if left is None else float(left.values[row, column]),
        )
        for column in first
    )
    return NextWords(shares, len(others), math.fsum(float(values[column]) for column in others))


def drawing(trace: Trace, row: int) -> Drawing | None:
    """Return how the word behind a token was drawn; None where none is, or it is typed in."""
    chosen, ends, points = (trace.get(name) for name in ("drawn", "drawn.cumulated", "drawn.point"))
    if chosen is None or ends is None or points is None or not (chosen.values[row] == 1.0).any():
        return None
    column = int(chosen.values[row].argmax())
    out = trace["top_p"].values[row] == 0.0
    return Drawing(
        column,
        chosen.axes[1].label(column),
        float(points.values[row]),
        float(ends.values[row, column - 1]) if column else 0.0,
        float(ends.values[row, column]),
        int(out.sum()),
        math.fsum(trace["probabilities"].values[row][out].tolist()),
    )
