"""Title, notes, names of the columns, and the seed."""

from __future__ import annotations

from core.architecture.options import OptionOutOfRange
from core.edits.base import Edit
from core.errors import SandboxError
from core.limits import MAX_NOTES, MAX_SEED, MAX_TITLE
from core.scenario import Parameter, Scenario
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.tokens import checked_text, checked_word


class FeaturesDoNotFit(SandboxError):
    """Names for another number of columns."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "Names: {count}, columns of d_model: {d_model}. Give one name for each of them, or none."
    )


class TextTooLong(SandboxError):
    """A title or notes beyond the limit."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The text has {length} characters; {limit} are possible. Shorten it."
    )


def checked_length(text: str, limit: int) -> str:
    """Return `text` if a file can hold it and it is no longer than `limit`."""
    if len(text) > limit:
        raise TextTooLong(length=len(text), limit=limit)
    return checked_text(text)


class SetFeatures(Edit):
    """Name the columns of d_model."""

    features: tuple[str, ...]
    """One a column, or none."""

    @property
    def label(self) -> Message:
        """Name the columns."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Name the columns"))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those names."""
        d_model = scenario.architecture.d_model
        if self.features and len(self.features) != d_model:
            raise FeaturesDoNotFit(count=len(self.features), d_model=d_model)
        features = tuple(map(checked_word, self.features))
        return scenario if features == scenario.features else scenario.with_changes(features=features)


class SetTitle(Edit):
    """Change the title."""

    title: str

    @property
    def label(self) -> Message:
        """Change the title."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Change the title"))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with that title."""
        title = checked_length(self.title, MAX_TITLE)
        return scenario if title == scenario.title else scenario.with_changes(title=title)


class SetNotes(Edit):
    """Change the notes."""

    notes: str

    @property
    def label(self) -> Message:
        """Change the notes."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Change the notes"))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those notes."""
        notes = checked_length(self.notes, MAX_NOTES)
        return scenario if notes == scenario.notes else scenario.with_changes(notes=notes)


class SetSeed(Edit):
    """Draw the random parameters anew: those that still have their recipe."""

    seed: int

    @property
    def label(self) -> Message:
        """Change the seed."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Change the seed to {seed}"), seed=self.seed)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with that seed; edited parameters stay."""
        if not 0 <= self.seed <= MAX_SEED:
            raise OptionOutOfRange(option="seed", value=self.seed, limits=f"0 … {MAX_SEED}")
        if self.seed == scenario.seed:
            return scenario
        parameters = dict(scenario.parameters)
        for name, parameter in scenario.parameters.items():
            recipe = parameter.initializer
            if recipe is not None and recipe.is_random:
                parameters[name] = Parameter(recipe.values(self.seed, name, parameter.values.shape), recipe)
        return scenario.with_changes(seed=self.seed, parameters=parameters)
