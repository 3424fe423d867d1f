"""The model itself is changed; what fits is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.architecture.options import Architecture, Attention, Input, Stack
from core.architecture.presets import TYPED_IN
from core.edits.base import Edit
from core.limits import check_parameters
from core.ops.attention import Rows
from core.parameters import ParameterSpec
from core.scenario import Parameter, Scenario
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import run


@dataclass(frozen=True, slots=True)
class ChangeArchitecture(Edit):
    """Change options and sizes.

    Parameters of the same name and shape are the same objects afterwards; of others the block that fits is
    kept, head by head, and the rest filled by the default initialiser. Where X or q, k, v are to be typed in
    from now on, they start with the numbers computed until now.
    """

    architecture: Architecture

    @property
    def label(self) -> Message:
        """Change the model."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Change the model"))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario under the new architecture."""
        if self.architecture == scenario.architecture:
            return scenario
        sequences = _read_from(scenario.tokens, self.architecture)
        draft = scenario.with_changes(
            architecture=self.architecture,
            tokens={new: scenario.tokens[old] for new, old in sequences.items()},
            padding={new: scenario.padding[old] for new, old in sequences.items() if old in scenario.padding},
            features=_features(scenario.features, self.architecture.d_model),
            given={},
        )
        draft = draft.with_changes(vocabulary=_vocabulary(draft), masks=_masks(scenario, draft, sequences))
        draft = draft.with_changes(parameters=_parameters(scenario, draft))
        draft = draft.with_changes(given=_typed_in(scenario, draft))
        patches = _patches(scenario, draft)
        changed = draft.with_changes(given={**draft.given, **patches}) if patches else draft
        changed.program()
        return changed


def _read_from(tokens: Mapping[str, tuple[str, ...]], architecture: Architecture) -> dict[str, str]:
    """Return for each sequence that the new stack reads which of the old ones it continues."""
    if architecture.stack is Stack.ATTENTION and "source" in tokens:
        return {name: name for name in tokens}
    return {name: name if name in tokens else next(iter(tokens)) for name in architecture.sequences}


def _features(features: tuple[str, ...], d_model: int) -> tuple[str, ...]:
    """Cut the names, or go on with numbers."""
    if not features:
        return ()
    return (*features, *(str(number) for number in range(len(features) + 1, d_model + 1)))[:d_model]


def _vocabulary(draft: Scenario) -> tuple[str, ...]:
    if draft.architecture.input is not Input.TOKENS and not draft.architecture.has_output:
        return draft.vocabulary
    words = (word for sequence in draft.tokens.values() for word in sequence)
    return tuple(dict.fromkeys((*draft.vocabulary, *words)))


def _masks(scenario: Scenario, draft: Scenario, sequences: Mapping[str, str]) -> dict[str, Rows]:
    """Keep custom masks by name, and others under a new name where they are between the same tokens."""
    kept = {name: rows for name, rows in scenario.masks.items() if name in draft.architecture.masks}
    others = {scenario.attending(name): rows for name, rows in scenario.masks.items() if name not in kept}
    for name in draft.architecture.masks:
        queries, keys = (sequences[sequence] for sequence in draft.attending(name))
        if name not in kept and (queries, keys) in others:
            kept[name] = others.pop((queries, keys))
    shapes = {name: tuple(len(draft.tokens[each]) for each in draft.attending(name)) for name in kept}
    return {name: rows for name, rows in kept.items() if (len(rows), len(rows[0])) == shapes[name]}


def _parameters(scenario: Scenario, draft: Scenario) -> dict[str, Parameter]:
    specs = draft.specs()
    check_parameters(spec.shape for spec in specs)
    return {spec.name: _parameter(scenario, draft, spec) for spec in specs}


def _parameter(scenario: Scenario, draft: Scenario, spec: ParameterSpec) -> Parameter:
    old = scenario.parameters.get(spec.name)
    if old is None:
        return Parameter(spec.default.values(draft.seed, spec.name, spec.shape), spec.default)
    if old.values.shape == spec.shape:
        return old
    if old.initializer is not None and not old.initializer.is_random:
        return Parameter(old.initializer.values(draft.seed, spec.name, spec.shape), old.initializer)
    blocks = _blocks(spec.name, spec.shape, draft.architecture.attention)
    old_blocks = _blocks(spec.name, old.values.shape, scenario.architecture.attention)
    fresh = spec.default.values(draft.seed, spec.name, spec.shape)
    kept = overlapped(old.values.reshape(old_blocks), fresh.reshape(blocks))
    return Parameter(frozen(kept.reshape(spec.shape)))


def _blocks(name: str, shape: tuple[int, ...], attention: Attention) -> tuple[int, ...]:
    """Return the shape with the axis that runs over all heads cut in two, so that heads stay together."""
    letter = name.rpartition(".")[2]
    sizes = {"Q": attention.d_k, "K": attention.d_k, "V": attention.d_v}
    if letter in {"W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"}:
        return (*shape[:-1], attention.heads, sizes[letter[-1]])
    return (attention.heads, attention.d_v, *shape[1:]) if letter == "W_O" else shape


def overlapped(values: Array, fresh: Array) -> Array:
    """Return `fresh` with the block that both have in common taken from `values`."""
    result = np.array(fresh)
    block = tuple(slice(min(sizes)) for sizes in zip(values.shape, fresh.shape, strict=True))
    result[block] = values[block]
    return result


def _typed_in(scenario: Scenario, draft: Scenario) -> dict[str, Array]:
    """Return what the input option wants typed in: kept, else what was computed, cut or filled to fit."""
    shapes = draft.typed_in_shapes()
    given: dict[str, Array] = {}
    trace: Mapping[str, Array] | None = None
    for name, shape in shapes.items():
        if name in scenario.given and scenario.given[name].shape == shape:
            given[name] = scenario.given[name]
            continue
        if trace is None:
            trace = {key: tensor.values for key, tensor in run(scenario.program()).items()}
        fresh = TYPED_IN.values(draft.seed, name, shape)
        old = next((trace[key] for key in _earlier_names(scenario, name) if key in trace), fresh)
        usable = old if old.ndim == fresh.ndim and np.isfinite(old).all() else fresh
        given[name] = frozen(overlapped(usable, fresh))
    return given


def _earlier_names(scenario: Scenario, name: str) -> tuple[str, ...]:
    """Return under which names the old program has what is to be typed in as `name`."""
    if name.endswith("embed.sum"):
        own = name.removesuffix("embed.sum") or f"{scenario.architecture.sequence}."
        return (name, f"{own}embed.sum", "embed.sum")
    parts = [f"{stack}.0.{part}" for stack, parts in scenario.architecture.stacks.items() for part in parts]
    return (name, *(f"{part}.{name[-1]}" for part in parts[-1:]))


def _patches(scenario: Scenario, draft: Scenario) -> dict[str, Array]:
    """Return what was typed in in place of computed steps and still fits one."""
    others = scenario.given.keys() - scenario.typed_in_shapes().keys() - draft.given.keys()
    if not others:
        return {}
    shapes = {step.name: tuple(axis.size for axis in step.axes) for step in draft.whole_program().steps}
    return {
        name: values
        for name, values in scenario.given.items()
        if name in others and shapes.get(name) == values.shape
    }
