"""Tokens are typed, put in, taken out, replaced, moved and marked as padding."""

from __future__ import annotations

from difflib import SequenceMatcher

from core.edits.base import Edit
from core.edits.rows import Order, rearranged, with_types
from core.errors import SandboxError
from core.ops.embedding import NoSuchType
from core.scenario import Scenario
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.tokens import visible


class NoSuchSequence(SandboxError):
    """A sequence that this model does not read."""

    template = QT_TRANSLATE_NOOP("Errors", "This model reads no {sequence} sequence. It reads: {known}.")


class NoSuchPosition(SandboxError):
    """A position beyond the sequence."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{sequence} has no position {position}: its tokens are counted from 0 to {last}."
    )


class LastToken(SandboxError):
    """The only token of a sequence."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "“{word}” is the only token of {sequence} and has to stay. Replace it, or insert another first.",
    )


def words_of(scenario: Scenario, sequence: str, *positions: int, end: int = 0) -> tuple[str, ...]:
    """Return the tokens of `sequence`, having checked that it is there and has those positions."""
    if sequence not in scenario.tokens:
        raise NoSuchSequence(sequence=sequence, known=", ".join(scenario.tokens))
    words = scenario.tokens[sequence]
    for position in positions:
        if not 0 <= position < len(words) + end:
            raise NoSuchPosition(sequence=sequence, last=len(words) - 1, position=position)
    return words


class InsertToken(Edit):
    """Put a token in before `position`."""

    sequence: str
    position: int
    word: str

    @property
    def label(self) -> Message:
        """Insert the word."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Insert “{word}”"), word=visible(self.word))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with one token more."""
        words = words_of(scenario, self.sequence, self.position, end=1)
        at = self.position
        order: Order = (*range(at), None, *range(at, len(words)))
        return rearranged(scenario, self.sequence, (*words[:at], self.word, *words[at:]), order)


class TakeToken(InsertToken):
    """Put the word that the model put out behind the last token."""

    @property
    def label(self) -> Message:
        """Take the word."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Take “{word}”"), word=visible(self.word))


class GenerateToken(TakeToken):
    """Put the next word behind the last token, as one of several that are put out one after another."""

    count: int = 1
    """How many they are with this one."""

    @property
    def label(self) -> Message:
        """Generate so many words."""
        if self.count == 1:
            return message("Edits", QT_TRANSLATE_NOOP("Edits", "Generate 1 word"))
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Generate {count} words"), count=self.count)


class RemoveToken(Edit):
    """Take a token out; the vocabulary keeps its word."""

    sequence: str
    position: int

    @property
    def label(self) -> Message:
        """Remove the token."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Remove token {number}"), number=self.position + 1)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with one token less."""
        words = words_of(scenario, self.sequence, self.position)
        if len(words) == 1:
            raise LastToken(word=visible(words[0]), sequence=self.sequence)
        order = tuple(position for position in range(len(words)) if position != self.position)
        return rearranged(scenario, self.sequence, tuple(words[position] for position in order), order)


class ReplaceToken(Edit):
    """Put another word in the place of a token."""

    sequence: str
    position: int
    word: str

    @property
    def label(self) -> Message:
        """Replace by the word."""
        return message(
            "Edits",
            QT_TRANSLATE_NOOP("Edits", "Replace token {number} by “{word}”"),
            number=self.position + 1,
            word=visible(self.word),
        )

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with that word there; typed-in rows stay."""
        words = list(words_of(scenario, self.sequence, self.position))
        words[self.position] = self.word
        return rearranged(scenario, self.sequence, tuple(words), tuple(range(len(words))))


class MoveToken(Edit):
    """Move a token; what is typed in for it moves along."""

    sequence: str
    source: int
    target: int
    """Where it stands afterwards."""

    @property
    def label(self) -> Message:
        """Move the token."""
        return message(
            "Edits",
            QT_TRANSLATE_NOOP("Edits", "Move token {number} to place {place}"),
            number=self.source + 1,
            place=self.target + 1,
        )

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the token in its new place."""
        words = words_of(scenario, self.sequence, self.source, self.target)
        order = [position for position in range(len(words)) if position != self.source]
        order.insert(self.target, self.source)
        return rearranged(scenario, self.sequence, tuple(words[position] for position in order), tuple(order))


class SetTokens(Edit):
    """Type a sentence: words that stay keep what is typed in for them."""

    sequence: str
    words: tuple[str, ...]

    @property
    def label(self) -> Message:
        """Type the tokens."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Type the tokens"))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those tokens."""
        old = words_of(scenario, self.sequence)
        return rearranged(scenario, self.sequence, self.words, _alignment(old, self.words))


def _alignment(old: tuple[str, ...], new: tuple[str, ...]) -> Order:
    """Return where the new words were: equal ones keep their place, replaced ones take it over in turn."""
    order: list[int | None] = []
    for kind, old_start, old_end, new_start, new_end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if kind == "delete":
            continue
        count = new_end - new_start
        kept = list(range(old_start, old_end))[:count]
        order += [*kept, *[None] * (count - len(kept))]
    return tuple(order)


class SetPadding(Edit):
    """Mark a token as padding, or take the mark off: nobody may look at padding."""

    sequence: str
    position: int
    on: bool

    @property
    def label(self) -> Message:
        """Mark or unmark the token."""
        text = (
            QT_TRANSLATE_NOOP("Edits", "Mark token {number} as padding")
            if self.on
            else QT_TRANSLATE_NOOP("Edits", "Unmark token {number} as padding")
        )
        return message("Edits", text, number=self.position + 1)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the mark on or off."""
        words_of(scenario, self.sequence, self.position)
        marked = set(scenario.padding.get(self.sequence, ()))
        if (self.position in marked) == self.on:
            return scenario
        positions = tuple(sorted(marked ^ {self.position}))
        padding = {name: old for name, old in scenario.padding.items() if name != self.sequence}
        return scenario.with_changes(padding=padding | {self.sequence: positions} if positions else padding)


class NoTypes(SandboxError):
    """A token type in a model without any."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "This model has no token types. Say in Change model how many there are."
    )


class SetType(Edit):
    """Give a token another type: it adds another row of ``W_T``."""

    sequence: str
    position: int
    kind: int

    @property
    def label(self) -> Message:
        """Give the token a type."""
        text = QT_TRANSLATE_NOOP("Edits", "Give token {number} type {kind}")
        return message("Edits", text, number=self.position + 1, kind=self.kind)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with that type there."""
        words_of(scenario, self.sequence, self.position)
        if not scenario.architecture.has_types:
            raise NoTypes()
        last = scenario.architecture.embedding.types - 1
        if not 0 <= self.kind <= last:
            raise NoSuchType(step="embed.types", kind=self.kind, last=last)
        kinds = list(scenario.token_types(self.sequence))
        if kinds[self.position] == self.kind:
            return scenario
        kinds[self.position] = self.kind
        return scenario.with_changes(types=with_types(scenario, self.sequence, tuple(kinds)))
