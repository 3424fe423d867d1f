"""The next word: which one is likeliest, taking it, and going on so."""

from __future__ import annotations

import numpy as np

from core.edits import TakeToken
from core.record import Record
from core.scenario import Scenario
from core.trace import Trace, run


class NextWord(Record):
    """A word and how probable it is."""

    word: str
    probability: float


def likeliest(trace: Trace, row: int = -1) -> NextWord | None:
    """Return the most probable word behind a token.

    Parameters
    ----------
    trace : Trace
    row : int, default=-1
        Position of the token; the last one without.

    Returns
    -------
    NextWord or None
        The first in the vocabulary of equals; None without probabilities (no output, or NaN in the row).
    """
    tensor = trace.get("probabilities")
    if tensor is None or 0 in tensor.shape or np.isnan(tensor.values[row]).any():
        return None
    best = int(tensor.values[row].argmax())
    return NextWord(tensor.axes[1].labels[best], float(tensor.values[row, best]))


def take_token(scenario: Scenario, word: str) -> TakeToken:
    """Return the edit that puts `word` behind the last token of the sequence that words are put out for."""
    sequence = scenario.architecture.sequence
    return TakeToken(sequence, len(scenario.tokens[sequence]), word)


def greedy(scenario: Scenario, count: int, *, end: str = "<end>") -> tuple[str, ...]:
    """Return at most `count` words, each the likeliest behind those before it; `end` is the last one.

    Raises
    ------
    SandboxError
        If the model has no place for so many tokens.
    """
    words: list[str] = []
    trace: Trace | None = None
    while len(words) < count:
        trace = run(scenario.program(), trace)
        found = likeliest(trace)
        if found is None:
            break
        words.append(found.word)
        if found.word == end or len(words) == count:
            break
        scenario = take_token(scenario, found.word).apply(scenario)
    return tuple(words)
