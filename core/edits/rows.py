"""The one mechanism by which tokens come, go and move: an order of old positions.

An order has an entry for each new position: the old position it came from, or None where something is new.
Tokens, typed-in tensors, masks, padding and token types all follow the same order.
"""

from __future__ import annotations

import math
from typing import TypeAlias, TypeVar

import numpy as np

from core.architecture.options import MAX_TOKENS, MAX_VOCABULARY, Input
from core.errors import SandboxError
from core.limits import check_parameters
from core.ops.attention import Rows
from core.parameters import Initializer, InitializerKind, ParameterSpec
from core.scenario import Parameter, Scenario
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP
from core.tokens import NoTokens, checked_word

Order: TypeAlias = tuple[int | None, ...]
_Item = TypeVar("_Item", np.float64, np.bool_)


class TooManyTokens(SandboxError):
    """A sequence beyond the limit."""

    template = QT_TRANSLATE_NOOP("Errors", "{count} tokens are too many: {limit} are possible. Remove some.")


class VocabularyFull(SandboxError):
    """A vocabulary beyond the limit."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The vocabulary is full: {limit} words. Use a word that is in it, or change the model."
    )


def rearranged(scenario: Scenario, sequence: str, words: tuple[str, ...], order: Order) -> Scenario:
    """Give `sequence` the tokens `words`, and move what belongs to them by `order`.

    Typed-in rows that are new are 0, new rows and columns of a custom mask may look and be looked at. Unknown
    words are appended to the vocabulary.

    Raises
    ------
    SandboxError
        If there are too many tokens or none, or the model has no positions for them.
    """
    if not words:
        raise NoTokens()
    if len(words) > MAX_TOKENS:
        raise TooManyTokens(count=len(words), limit=MAX_TOKENS)
    old = scenario.tokens[sequence]
    changed = scenario
    if words != old:
        changed = changed.with_changes(tokens={**scenario.tokens, sequence: words})
    if order != tuple(range(len(old))):
        given = {
            name: _followed(scenario, name, values, sequence, order)
            for name, values in scenario.given.items()
        }
        masks = _rearranged_masks(scenario, sequence, order)
        padding = _rearranged_padding(scenario, sequence, order)
        types = _rearranged_types(scenario, sequence, order)
        changed = changed.with_changes(given=given, masks=masks, padding=padding, types=types)
    if changed is scenario:
        return scenario
    changed = with_known_words(changed, words)
    changed.program()  # refuses too many positions
    return changed


def taken(
    values: np.ndarray[tuple[int, ...], np.dtype[_Item]], axis: int, order: Order, new: float
) -> np.ndarray[tuple[int, ...], np.dtype[_Item]]:
    """Return `values` with the positions of one axis in another order, `new` where there was none."""
    result = np.take(values, [position or 0 for position in order], axis=axis)
    fresh = [place for place, position in enumerate(order) if position is None]
    np.moveaxis(result, axis, 0)[fresh] = new
    return result


def _followed(scenario: Scenario, name: str, values: Array, sequence: str, order: Order) -> Array:
    """Let the axes of a typed-in tensor that run over `sequence` follow it."""
    for axis, runs_over in enumerate(_what_axes_run_over(scenario, name)):
        if runs_over == sequence:
            values = frozen(taken(values, axis, order, 0.0))
    return values


def _what_axes_run_over(scenario: Scenario, name: str) -> tuple[str, ...]:
    """Return for each axis of a typed-in tensor the sequence it runs over, ``vocabulary``, or nothing."""
    rows, keys = scenario.attending(name)
    over = {"token": rows, "query": rows, "key": keys, "vocabulary": "vocabulary"}
    return tuple(over.get(axis.name, "") for axis in scenario.given_axes(name))


def _rearranged_masks(scenario: Scenario, sequence: str, order: Order) -> dict[str, Rows]:
    masks: dict[str, Rows] = {}
    for name, rows in scenario.masks.items():
        allowed = np.array(rows, dtype=bool)
        for axis, runs_over in enumerate(scenario.attending(name)):
            if runs_over == sequence:
                allowed = taken(allowed, axis, order, 1.0)
        if not allowed.all():
            masks[name] = mask_rows(allowed)
    return masks


def mask_rows(allowed: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Rows:
    """Return a Boolean matrix as a scenario keeps it."""
    return tuple(tuple(map(bool, row)) for row in allowed)


def _rearranged_padding(scenario: Scenario, sequence: str, order: Order) -> dict[str, tuple[int, ...]]:
    old = scenario.padding.get(sequence, ())
    padding = {name: positions for name, positions in scenario.padding.items() if name != sequence}
    moved = tuple(place for place, position in enumerate(order) if position is not None and position in old)
    return padding | {sequence: moved} if moved else padding


def _rearranged_types(scenario: Scenario, sequence: str, order: Order) -> dict[str, tuple[int, ...]]:
    old = scenario.types.get(sequence)
    if old is None:
        return dict(scenario.types)
    return with_types(scenario, sequence, tuple(0 if place is None else old[place] for place in order))


def with_types(scenario: Scenario, sequence: str, types: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Return the token types with those of one sequence replaced; where all are 0 it is left out."""
    others = {name: kept for name, kept in scenario.types.items() if name != sequence}
    return others | {sequence: types} if any(types) else others


def with_known_words(scenario: Scenario, words: tuple[str, ...]) -> Scenario:
    """Append those of `words` to the vocabulary that are not in it, where the model looks words up."""
    known = set(scenario.vocabulary)
    new = tuple(word for word in dict.fromkeys(words) if checked_word(word) not in known)
    return _with_new_words(scenario, new) if new and scenario.architecture.input is Input.TOKENS else scenario


def _with_new_words(scenario: Scenario, words: tuple[str, ...]) -> Scenario:
    """Append `words`: whatever has an axis over the vocabulary gets a position more there for each."""
    size = len(scenario.vocabulary)
    if size + len(words) > MAX_VOCABULARY:
        raise VocabularyFull(limit=MAX_VOCABULARY)
    longer: Order = (*range(size), *[None] * len(words))
    given = {
        name: _followed(scenario, name, values, "vocabulary", longer)
        for name, values in scenario.given.items()
    }
    grown = scenario.with_changes(vocabulary=(*scenario.vocabulary, *words), given=given)
    parameters = dict(scenario.parameters)
    specs = grown.specs()
    check_parameters(spec.shape for spec in specs)
    for spec in specs:
        axis = next((axis for axis, over in enumerate(spec.axes) if over.name == "vocabulary"), None)
        if axis is not None and spec.name in parameters:
            recipe = parameters[spec.name].initializer or spec.default
            values = taken(parameters[spec.name].values, axis, longer, 0.0)
            lines = np.moveaxis(values, axis, 0)
            for place, word in enumerate(words, size):
                lines[place] = _numbers_of_word(recipe, scenario.seed, spec, axis, place, word)
            kept = None if recipe.is_random else parameters[spec.name].initializer
            parameters[spec.name] = Parameter(frozen(values), kept)
    return grown.with_changes(parameters=parameters)


def _numbers_of_word(
    recipe: Initializer, seed: int, spec: ParameterSpec, axis: int, place: int, word: str
) -> Array:
    others = tuple(size for position, size in enumerate(spec.shape) if position != axis)
    if recipe.init is InitializerKind.IDENTITY:
        return np.eye(1, math.prod(others), place).reshape(others) if others else np.ones(others)
    return recipe.values(seed, spec.name, (math.prod(others),), word).reshape(others)
