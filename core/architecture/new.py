"""A new document: a kind of model to start from, and seeded numbers for it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from core.architecture.options import Architecture, Input
from core.parameters import Initializer, InitializerKind
from core.record import Record
from core.scenario import Scenario, with_missing_parameters
from core.text import Message, message

TOKENS = ("the", "cat", "sat")
TARGET = ("<start>", "the", "dog", "ran")
"""What a decoder beside an encoder reads."""
VOCABULARY = ("<start>", "the", "cat", "sat", "on", "mat", "dog", "ran")
TYPED_IN = Initializer(InitializerKind.NORMAL)
"""Numbers of a typed-in tensor before anything is typed."""


class Preset(Record):
    """A kind of model to start from."""

    key: str
    title: Message
    about: Message
    """What is special about it, and where it comes from, in a line."""
    architecture: Architecture
    tokens: Mapping[str, tuple[str, ...]]
    types: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Token types that are not all 0, by sequence."""

    def scenario(self, seed: int = 0) -> Scenario:
        """Return a new scenario of this kind."""
        return new_scenario(
            self.architecture, self.tokens, types=self.types, title=str(self.title), seed=seed
        )


def new_scenario(
    architecture: Architecture,
    tokens: Mapping[str, tuple[str, ...]] | None = None,
    *,
    types: Mapping[str, tuple[int, ...]] | None = None,
    title: str = "",
    seed: int = 0,
) -> Scenario:
    """Make a scenario with seeded numbers everywhere.

    Parameters
    ----------
    architecture : Architecture
    tokens : mapping, optional
        The sequences the stack reads; "the cat sat" (and "<start> the dog ran") without.
    types : mapping, optional
        Token types, a number each token; left out where the model has none.
    title : str, default=""
    seed : int, default=0

    Raises
    ------
    SandboxError
        If the sizes are too large together, or learned positions do not reach.
    """
    sequences = tokens or _default_tokens(architecture)
    words = dict.fromkeys((*VOCABULARY, *(word for sequence in sequences.values() for word in sequence)))
    reads_vocabulary = architecture.input is Input.TOKENS or architecture.has_output
    scenario = Scenario(architecture, title=title, seed=seed).with_changes(
        tokens=sequences, vocabulary=tuple(words) if reads_vocabulary else ()
    )
    if types and architecture.has_types:
        scenario = scenario.with_changes(types=types)
    given = {name: TYPED_IN.values(seed, name, shape) for name, shape in scenario.typed_in_shapes().items()}
    scenario = with_missing_parameters(scenario.with_changes(given=given))
    scenario.program()
    return scenario


def _default_tokens(architecture: Architecture) -> Mapping[str, tuple[str, ...]]:
    if architecture.has_both:
        return {"source": TOKENS, "target": TARGET}
    return {architecture.sequence: TOKENS}


def made(
    key: str,
    title: str,
    about: str,
    architecture: Architecture,
    types: Mapping[str, tuple[int, ...]] | None = None,
    **tokens: tuple[str, ...],
) -> Preset:
    """Return a preset; title and line are marked with ``QT_TRANSLATE_NOOP("Presets", …)``."""
    words = tokens or _default_tokens(architecture)
    return Preset(key, message("Presets", title), message("Presets", about), architecture, words, types or {})
