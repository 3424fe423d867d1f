"""The next-token probabilities of one row, sorted, with what remains."""

from __future__ import annotations

import math

import numpy as np

from core.record import Record
from core.tensor import NamedTensor


class Share(Record):
    """One word and its probability."""

    word: str
    column: int
    probability: float


class NextWords(Record):
    """The likeliest words, and how many others share the rest."""

    shares: tuple[Share, ...]
    others: int
    rest: float


def next_words(probabilities: NamedTensor, row: int, count: int) -> NextWords:
    """Return the `count` likeliest words of a row; equal ones in the order of the vocabulary, NaN last.

    Parameters
    ----------
    probabilities : NamedTensor
        Shape (token, vocabulary).
    row : int
    count : int
    """
    values = probabilities.values[row]
    order = np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable")
    if len(order) > count:
        shown, others = order[: count - 1] if count > 1 else order[:1], order[max(count - 1, 1) :]
    else:
        shown, others = order, order[:0]
    axis = probabilities.axes[1]
    shares = tuple(Share(axis.label(int(column)), int(column), float(values[column])) for column in shown)
    return NextWords(shares, len(others), math.fsum(float(values[column]) for column in others))
