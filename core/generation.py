"""The next word: the likeliest or the one that is drawn, taking it, and going on so."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from core.architecture.options import Decoding
from core.cache import CachedRun, cached_run, whole_run
from core.edits import TakeToken
from core.record import Record
from core.scenario import Scenario
from core.tensor import NamedTensor
from core.trace import Trace

END = "<end>"
"""The word behind which nothing is said any more."""


class NextWord(Record):
    """A word and how probable it is."""

    word: str
    probability: float


class GeneratedWord(NextWord):
    """A word that was generated, and what that took."""

    kept: int
    """Words whose keys and values were there already."""
    computed: int
    """Numbers that were computed for it."""


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
    tensor = _told(trace, "probabilities", row)
    return None if tensor is None else _word(tensor, row, int(tensor.values[row].argmax()))


def drawn(trace: Trace, row: int = -1) -> NextWord | None:
    """Return the word that is drawn behind a token, with its probability among all words.

    Returns
    -------
    NextWord or None
        None where no words are drawn, or none can be (NaN in the row).
    """
    chosen, tensor = _told(trace, "drawn", row), _told(trace, "probabilities", row)
    if chosen is None or tensor is None or not (chosen.values[row] == 1.0).any():
        return None
    return _word(tensor, row, int(chosen.values[row].argmax()))


def next_word(trace: Trace, row: int = -1) -> NextWord | None:
    """Return the word that comes next as the model picks it: drawn, or else the likeliest."""
    return drawn(trace, row) if draws_words(trace) else likeliest(trace, row)


def draws_words(trace: Trace) -> bool:
    """Return whether the run draws its words; else it picks the likeliest."""
    return "drawn" in trace


def _told(trace: Trace, name: str, row: int) -> NamedTensor | None:
    tensor = trace.get(name)
    if tensor is None or 0 in tensor.shape or np.isnan(tensor.values[row]).any():
        return None
    return tensor


def _word(tensor: NamedTensor, row: int, column: int) -> NextWord:
    return NextWord(tensor.axes[1].labels[column], float(tensor.values[row, column]))


def take_token(scenario: Scenario, word: str) -> TakeToken:
    """Return the edit that puts `word` behind the last token of the sequence that words are put out for."""
    sequence = scenario.architecture.sequence
    return TakeToken(sequence, len(scenario.tokens[sequence]), word)


def generate(
    scenario: Scenario, count: int, *, end: str = END, with_cache: bool = False
) -> Iterator[GeneratedWord]:
    """Yield at most `count` words, each as the model picks it behind those before; `end` is the last one.

    Parameters
    ----------
    scenario : Scenario
    count : int
    end : str, default="<end>"
    with_cache : bool, default=False
        Whether keys and values of earlier words are kept and only the new word is computed. Its numbers are
        the same but for rounding.

    Raises
    ------
    SandboxError
        If the model has no place for so many tokens, or nothing can be kept (`core.cache.NoCache`).
    """
    latest: CachedRun | None = None
    for number in range(1, count + 1):
        latest = cached_run(scenario, latest) if with_cache else whole_run(scenario)
        found = next_word(latest.trace)
        if found is None:
            return
        yield GeneratedWord(found.word, found.probability, latest.kept, latest.computed)
        if found.word == end or number == count:
            return
        scenario = take_token(scenario, found.word).apply(scenario)


def greedy(scenario: Scenario, count: int, *, end: str = END) -> tuple[str, ...]:
    """Return at most `count` words, each the likeliest behind those before, however the model picks them.

    Raises
    ------
    SandboxError
        If the model has no place for so many tokens.
    """
    architecture = dataclasses.replace(scenario.architecture, decoding=Decoding())
    likeliest_one = scenario.with_changes(architecture=architecture)
    return tuple(found.word for found in generate(likeliest_one, count, end=end))
