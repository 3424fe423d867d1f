"""The next word: the likeliest or the one that is drawn, taking it, and going on so."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from core.architecture.options import Decoding
from core.cache import CachedRun, cached_run, whole_run
from core.edits import TakeToken
from core.errors import SandboxError
from core.ops.elementary import TypedIn
from core.record import Record
from core.scenario import Scenario
from core.tensor import NamedTensor
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import Trace


class NoNextWord(SandboxError):
    """No word can be put out behind the last one."""

    template = QT_TRANSLATE_NOOP("Errors", "No word comes behind token {number}, “{word}”: {reason}")


_NO_VOCABULARY = QT_TRANSLATE_NOOP("Errors", "the vocabulary is empty. Add words to it.")
_NAN = QT_TRANSLATE_NOOP("Errors", "its row of {name} holds NaN. Look for the first NaN, and mend that.")
_PICKS_NONE = QT_TRANSLATE_NOOP(
    "Errors", "its row of {name} picks no word. Change the numbers it is made from."
)
_TYPED_IN = QT_TRANSLATE_NOOP(
    "Errors", "{name} is typed in, and its row picks no word. Type in numbers, or let it be computed."
)
_PICKED = ("drawn", "top_p", "top_k", "probabilities")
"""The steps that a word is picked by, the last one first."""

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
        The first in the vocabulary of equals; None without probabilities (no output, NaN in the row, or
        typed-in numbers of which none is more than 0).
    """
    tensor = _told(trace, "probabilities", row)
    if tensor is None or not (tensor.values[row] > 0.0).any():
        return None
    return _word(tensor, row, int(tensor.values[row].argmax()))


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


def no_next_word(trace: Trace) -> SandboxError:
    """Return why `next_word` finds none behind the last token of a model that puts out words."""
    if trace.failure is not None:
        return trace.failure.error
    picked = [trace[name] for name in _PICKED if name in trace]
    tokens = picked[0].axes[0]
    return NoNextWord(number=tokens.size, word=tokens.shown(tokens.size - 1), reason=_reason(trace, picked))


def no_word_to_take(trace: Trace) -> SandboxError | None:
    """Return why no word at all can be taken behind the last token; None where one can, picked or not.

    None, too, where there are no probabilities to take it by.
    """
    return no_next_word(trace) if "probabilities" in trace and likeliest(trace) is None else None


def _reason(trace: Trace, picked: list[NamedTensor]) -> Message:
    if 0 in picked[0].shape:
        return message("Errors", _NO_VOCABULARY)
    found = next((tensor for tensor in reversed(picked) if not _picks(tensor)), picked[0])
    if np.isnan(found.values[-1]).any():
        return message("Errors", _NAN, name=found.name)
    is_typed_in = isinstance(trace.program.step(found.name).operation, TypedIn)
    return message("Errors", _TYPED_IN if is_typed_in else _PICKS_NONE, name=found.name)


def _picks(tensor: NamedTensor) -> bool:
    """Return whether the last row is numbers that pick a word."""
    row = tensor.values[-1]
    picked = row == 1.0 if tensor.name == "drawn" else row > 0.0
    return bool(picked.any()) and not bool(np.isnan(row).any())


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
        If the model has no place for so many tokens, nothing can be kept (`core.cache.NoCache`), or no word
        comes behind the last one (`NoNextWord`).
    """
    latest: CachedRun | None = None
    for number in range(1, count + 1):
        latest = cached_run(scenario, latest) if with_cache else whole_run(scenario)
        found = next_word(latest.trace)
        if found is None and not scenario.architecture.has_output:
            return
        if found is None:
            raise no_next_word(latest.trace)
        yield GeneratedWord(found.word, found.probability, latest.kept, latest.computed)
        if found.word == end or number == count:
            return
        scenario = take_token(scenario, found.word).apply(scenario)


def greedy(scenario: Scenario, count: int, *, end: str = END) -> tuple[str, ...]:
    """Return at most `count` words, each the likeliest behind those before, however the model picks them.

    Raises
    ------
    SandboxError
        As `generate` does.
    """
    architecture = dataclasses.replace(scenario.architecture, decoding=Decoding())
    likeliest_one = scenario.with_changes(architecture=architecture)
    return tuple(found.word for found in generate(likeliest_one, count, end=end))
