"""Several words at once: the tables of tokens and of the vocabulary are written like a spreadsheet."""

from __future__ import annotations

from typing import TypeAlias

from core.architecture.options import Input
from core.edits.base import Edit
from core.edits.rows import Order, rearranged, with_known_words
from core.edits.tokens import LastToken, NoSuchPosition, words_of
from core.errors import SandboxError
from core.scenario import Scenario
from core.text import QT_TRANSLATE_NOOP, Message, counted, message
from core.tokens import checked_word, visible

Written: TypeAlias = tuple[tuple[int, str], ...]
"""Rows and what is written there. Those that follow the last row, in order, are new."""


class WordTwice(SandboxError):
    """A word that would stand in the vocabulary twice."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "“{word}” would stand in the vocabulary twice, in rows {first} and {second}. "
        "Each word stands there once.",
    )


class NoVocabulary(SandboxError):
    """A model that looks no words up."""

    template = QT_TRANSLATE_NOOP("Errors", "This model looks no words up and has no vocabulary.")


class WriteTokens(Edit):
    """Write words over tokens, and mark them as padding or not; rows behind the last become new tokens."""

    sequence: str
    words: Written
    padding: tuple[tuple[int, bool], ...] = ()

    @property
    def label(self) -> Message:
        """Name the token, or how many there are."""
        rows = {row for row, _ in (*self.words, *self.padding)}
        if len(self.words) == len(rows) == 1:
            (row, word), text = (
                self.words[0],
                QT_TRANSLATE_NOOP("Edits", "Replace token {number} by “{word}”"),
            )
            return message("Edits", text, number=row + 1, word=visible(word))
        text = (
            QT_TRANSLATE_NOOP("Edits", "Write {count} tokens")
            if self.words
            else QT_TRANSLATE_NOOP("Edits", "Mark the padding of {count} tokens")
        )
        if len(rows) == 1:
            text = QT_TRANSLATE_NOOP("Edits", "Mark the padding of 1 token")
        return message("Edits", text, count=len(rows))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those tokens; what is typed in for the old ones stays with their rows."""
        old = words_of(scenario, self.sequence)
        new = _written(old, self.words, self.sequence)
        order: Order = (*range(len(old)), *[None] * (len(new) - len(old)))
        changed = rearranged(scenario, self.sequence, new, order)
        words_of(changed, self.sequence, *(row for row, _ in self.padding))
        marked = set(changed.padding.get(self.sequence, ()))
        for row, is_padding in self.padding:
            (marked.add if is_padding else marked.discard)(row)
        positions = tuple(sorted(marked))
        if positions == changed.padding.get(self.sequence, ()):
            return changed
        padding = {name: kept for name, kept in changed.padding.items() if name != self.sequence}
        return changed.with_changes(padding=padding | {self.sequence: positions} if positions else padding)


class InsertTokens(Edit):
    """Put tokens in before a row."""

    sequence: str
    position: int
    words: tuple[str, ...]

    @property
    def label(self) -> Message:
        """Say how many."""
        one = QT_TRANSLATE_NOOP("Edits", "Insert 1 token")
        several = QT_TRANSLATE_NOOP("Edits", "Insert {count} tokens")
        return counted("Edits", len(self.words), one, several)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those tokens more."""
        old, at = words_of(scenario, self.sequence, self.position, end=1), self.position
        order: Order = (*range(at), *[None] * len(self.words), *range(at, len(old)))
        return rearranged(scenario, self.sequence, (*old[:at], *self.words, *old[at:]), order)


class RemoveTokens(Edit):
    """Take tokens out; the vocabulary keeps their words."""

    sequence: str
    positions: tuple[int, ...]

    @property
    def label(self) -> Message:
        """Say which, or how many."""
        if len(self.positions) == 1:
            text = QT_TRANSLATE_NOOP("Edits", "Remove token {number}")
            return message("Edits", text, number=self.positions[0] + 1)
        return message(
            "Edits", QT_TRANSLATE_NOOP("Edits", "Remove {count} tokens"), count=len(self.positions)
        )

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario without those tokens; one at least has to stay."""
        old = words_of(scenario, self.sequence, *self.positions)
        order = tuple(row for row in range(len(old)) if row not in set(self.positions))
        if not order:
            raise LastToken(word=visible(old[0]), sequence=self.sequence)
        return rearranged(scenario, self.sequence, tuple(old[row] for row in order), order)


class RenameWords(Edit):
    """Write other words into the vocabulary: the tokens follow, and each row of numbers stays where it is."""

    words: Written

    @property
    def label(self) -> Message:
        """Name the word, or say how many."""
        if len(self.words) == 1:
            text = QT_TRANSLATE_NOOP("Edits", "Rename word {number} to “{word}”")
            return message("Edits", text, number=self.words[0][0] + 1, word=visible(self.words[0][1]))
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Rename {count} words"), count=len(self.words))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those words; rows behind the last become new words."""
        if scenario.architecture.input is not Input.TOKENS:
            raise NoVocabulary()
        old = scenario.vocabulary
        new = tuple(map(checked_word, _written(old, self.words, "vocabulary")))
        _check_once(new)
        kept = new[: len(old)]
        changed = scenario
        if kept != old:
            renamed = dict(zip(old, kept, strict=True))
            tokens = {name: tuple(renamed[word] for word in words) for name, words in scenario.tokens.items()}
            changed = scenario.with_changes(vocabulary=kept, tokens=tokens)
        return with_known_words(changed, new[len(old) :])


def _written(old: tuple[str, ...], words: Written, place: str) -> tuple[str, ...]:
    new = list(old)
    for row, word in words:
        if row > len(new) or row < 0:
            raise NoSuchPosition(sequence=place, last=len(new) - 1, position=row)
        new[row : row + 1] = [word]
    return tuple(new)


def _check_once(words: tuple[str, ...]) -> None:
    seen: dict[str, int] = {}
    for row, word in enumerate(words):
        if word in seen:
            raise WordTwice(word=visible(word), first=seen[word] + 1, second=row + 1)
        seen[word] = row
