"""The model itself is changed; what fits is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Any

import numpy as np

from core.architecture.check import hollow
from core.architecture.form import option_field, with_option
from core.architecture.options import Architecture, Attention, Input, Stack
from core.architecture.presets import TYPED_IN
from core.edits.base import Edit
from core.limits import check_parameters
from core.overlay import MOST_WRITTEN
from core.parameters import ParameterSpec
from core.record import Record
from core.scenario import Parameter, Scenario
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import run

SHOWN_NAMES = 3
"""So many names a line says; a longer list goes on with “…”."""


class ChangeArchitecture(Edit):
    """Change options and sizes.

    Parameters of the same name and shape are the same objects afterwards; of others the block that fits is
    kept, head by head, and the rest filled by the default initialiser. Where X or q, k, v are to be typed in
    from now on, they start with the numbers computed until now. `architecture_change` tells it beforehand.
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
        plan = _plan(scenario, self.architecture)
        parameters = {spec.name: _parameter(scenario, plan, spec) for spec in plan.specs}
        draft = plan.draft.with_changes(parameters=parameters)
        patches = {name: scenario.given[name] for name in plan.patches}
        changed = draft.with_changes(given=_typed_in(scenario, draft, plan.typed_in) | patches)
        changed.program()
        return changed


class SetOption(Edit):
    """Change one option of the model, as `ChangeArchitecture` does."""

    path: str
    """As in `core.architecture.form`: ``temperature``, ``decoding.top_k``."""
    value: Any

    @property
    def label(self) -> Message:
        """Change the option, by its title."""
        text = QT_TRANSLATE_NOOP("Edits", "Change “{option}”")
        return message("Edits", text, option=option_field(self.path).title)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with that option."""
        changed = with_option(scenario.architecture, self.path, self.value)
        return ChangeArchitecture(changed).apply(scenario)


class ArchitectureChange(Record):
    """What a change of the model does, by name: parameters, typed-in tensors, custom masks, sequences.

    A name can be both filled in and cut: wider here, narrower there.
    """

    kept: tuple[str, ...] = ()
    """Not touched: the same objects afterwards."""
    filled: tuple[str, ...] = ()
    """New, or larger than before: some of the numbers were not there."""
    cut: tuple[str, ...] = ()
    """Smaller than before: some of the numbers are lost."""
    dropped: tuple[str, ...] = ()
    """No longer there."""

    @property
    def lines(self) -> tuple[Message, ...]:
        """What is kept, filled in, cut and dropped, in words; what is empty is left out."""
        kept = QT_TRANSLATE_NOOP("Edits", "Matrices and vectors kept as they are: {count}")
        filled = QT_TRANSLATE_NOOP("Edits", "Filled in: {count} ({names})")
        cut = QT_TRANSLATE_NOOP("Edits", "Cut to size: {count} ({names})")
        dropped = QT_TRANSLATE_NOOP("Edits", "Dropped: {count} ({names})")
        told = ((kept, self.kept), (filled, self.filled), (cut, self.cut), (dropped, self.dropped))
        return tuple(
            message("Edits", text, count=len(names), names=_some(names)) for text, names in told if names
        )


def architecture_change(scenario: Scenario, architecture: Architecture) -> ArchitectureChange:
    """Tell what `ChangeArchitecture` does to a scenario, without drawing or computing a number.

    Raises
    ------
    SandboxError
        Where that edit is refused.
    """
    if architecture == scenario.architecture:
        return ArchitectureChange(kept=(*scenario.parameters, *scenario.given, *scenario.masks))
    plan = _plan(scenario, architecture)
    draft, fates = plan.draft, plan.fates
    patches = {name: scenario.given[name] for name in plan.patches}
    hollow(draft.with_changes(given=patches)).program()
    olds = (*fates, *plan.typed_in.values(), *plan.patches, *plan.masks.values())
    had = (*scenario.parameters, *scenario.given, *scenario.masks)
    copies = [new for new, old in plan.sequences.items() if new != old and old in plan.sequences]
    words = [f"tokens.{name}" for name in scenario.tokens if name not in plan.sequences.values()]
    features = (len(scenario.features), len(draft.features))
    return ArchitectureChange(
        kept=(*_named(fates, _Fate.KEPT), *plan.patches, *plan.masks),
        filled=(
            *(f"tokens.{name}" for name in copies),
            *_named(fates, _Fate.WIDER, _Fate.RESHAPED, _Fate.NEW),
            *(("features",) if features[1] > features[0] else ()),
        ),
        cut=(
            *_named(fates, _Fate.NARROWER, _Fate.RESHAPED),
            *(("features",) if features[1] < features[0] else ()),
        ),
        dropped=(*words, *(name for name in had if name not in olds)),
    )


def _named(fates: Mapping[str, _Fate], *meant: _Fate) -> tuple[str, ...]:
    return tuple(name for name, fate in fates.items() if fate in meant)


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:SHOWN_NAMES]) + (", …" if len(names) > SHOWN_NAMES else "")


class _Fate(Enum):
    """What becomes of a parameter or of what is typed in."""

    KEPT = auto()
    WIDER = auto()
    NARROWER = auto()
    RESHAPED = auto()
    """Wider here, narrower there."""
    NEW = auto()


class _Plan(Record, eq=False):
    """What the edit will do; nothing is drawn or computed yet."""

    draft: Scenario
    """The new scenario; its parameters and what is typed in are still missing."""
    specs: tuple[ParameterSpec, ...]
    sequences: Mapping[str, str]
    """Which of the old sequences each new one continues; `masks` and `typed_in` alike."""
    masks: Mapping[str, str]
    typed_in: Mapping[str, str]
    """Empty where there is no old one."""
    patches: tuple[str, ...]
    """Computed steps that stay typed over."""
    fates: Mapping[str, _Fate]
    """By name, parameters first, then what is to be typed in."""


def _plan(scenario: Scenario, architecture: Architecture) -> _Plan:
    sequences = _read_from(scenario.tokens, architecture)
    draft = scenario.with_changes(
        architecture=architecture,
        tokens={new: scenario.tokens[old] for new, old in sequences.items()},
        padding={new: scenario.padding[old] for new, old in sequences.items() if old in scenario.padding},
        types=_types(scenario, architecture, sequences),
        features=_features(scenario.features, architecture.d_model),
        parameters={},
        given={},
    )
    masks = _masks(scenario, draft, sequences)
    draft = draft.with_changes(
        vocabulary=_vocabulary(draft), masks={new: scenario.masks[old] for new, old in masks.items()}
    )
    shapes, specs = draft.typed_in_shapes(), draft.specs()
    check_parameters(spec.shape for spec in specs)
    typed_in = {name: _continued(scenario, name) for name in shapes}
    fates = {spec.name: _parameter_fate(scenario, draft, spec) for spec in specs}
    fates |= {name: _typed_in_fate(scenario, typed_in[name], shape) for name, shape in shapes.items()}
    patches = _patches(scenario, draft, typed_in.values())
    return _Plan(draft, specs, sequences, masks, typed_in, patches, fates)


def _read_from(tokens: Mapping[str, tuple[str, ...]], architecture: Architecture) -> dict[str, str]:
    """Return for each sequence that the new stack reads which of the old ones it continues."""
    if architecture.stack is Stack.ATTENTION and "source" in tokens:
        return {name: name for name in tokens}
    return {name: name if name in tokens else next(iter(tokens)) for name in architecture.sequences}


def _types(
    scenario: Scenario, architecture: Architecture, sequences: Mapping[str, str]
) -> dict[str, tuple[int, ...]]:
    """Return the token types as far as the new model knows them; others become 0."""
    if not architecture.has_types:
        return {}
    known = range(architecture.embedding.types)
    types = {new: scenario.types[old] for new, old in sequences.items() if old in scenario.types}
    kept = {name: tuple(kind if kind in known else 0 for kind in kinds) for name, kinds in types.items()}
    return {name: kinds for name, kinds in kept.items() if any(kinds)}


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


def _masks(scenario: Scenario, draft: Scenario, sequences: Mapping[str, str]) -> dict[str, str]:
    """Return the old custom mask of each new one: by name, else one between the same tokens, if it fits."""
    found = {name: name for name in scenario.masks if name in draft.architecture.masks}
    others = {scenario.attending(name): name for name in scenario.masks if name not in found}
    for name in draft.architecture.masks:
        queries, keys = (sequences[sequence] for sequence in draft.attending(name))
        if name not in found and (queries, keys) in others:
            found[name] = others.pop((queries, keys))
    shapes = {name: tuple(len(draft.tokens[each]) for each in draft.attending(name)) for name in found}
    rows = {name: scenario.masks[old] for name, old in found.items()}
    return {name: old for name, old in found.items() if (len(rows[name]), len(rows[name][0])) == shapes[name]}


def _fate(old: tuple[int, ...], new: tuple[int, ...]) -> _Fate:
    wider = any(before < after for before, after in zip(old, new, strict=True))
    narrower = any(before > after for before, after in zip(old, new, strict=True))
    if wider and narrower:
        return _Fate.RESHAPED
    return _Fate.WIDER if wider else _Fate.NARROWER if narrower else _Fate.KEPT


def _parameter_fate(scenario: Scenario, draft: Scenario, spec: ParameterSpec) -> _Fate:
    old = scenario.parameters.get(spec.name)
    if old is None:
        return _Fate.NEW
    if old.values.shape == spec.shape:
        return _Fate.KEPT
    old_blocks = _blocks(spec.name, old.values.shape, scenario.architecture.attention_of(spec.name))
    return _fate(old_blocks, _blocks(spec.name, spec.shape, draft.architecture.attention_of(spec.name)))


def _parameter(scenario: Scenario, plan: _Plan, spec: ParameterSpec) -> Parameter:
    draft, fate = plan.draft, plan.fates[spec.name]
    if fate is _Fate.NEW:
        return Parameter(spec.default.values(draft.seed, spec.name, spec.shape), spec.default)
    old = scenario.parameters[spec.name]
    if fate is _Fate.KEPT:
        return old
    if old.initializer is not None and not old.initializer.is_random:
        return Parameter(old.initializer.values(draft.seed, spec.name, spec.shape), old.initializer)
    blocks = _blocks(spec.name, spec.shape, draft.architecture.attention_of(spec.name))
    old_blocks = _blocks(spec.name, old.values.shape, scenario.architecture.attention_of(spec.name))
    fresh = spec.default.values(draft.seed, spec.name, spec.shape)
    kept = overlapped(old.values.reshape(old_blocks), fresh.reshape(blocks)).reshape(spec.shape)
    if kept.size <= MOST_WRITTEN:
        return Parameter(frozen(kept))
    positions = np.flatnonzero(kept != fresh)  # so that its file says what is fresh by its recipe
    return Parameter(fresh, spec.default).with_cells(positions, kept.reshape(-1)[positions], draft.seed)


def _blocks(name: str, shape: tuple[int, ...], attention: Attention) -> tuple[int, ...]:
    """Return the shape with the axis that runs over all heads cut in two, so that heads stay together."""
    letter = name.rpartition(".")[2]
    sizes = {"Q": attention.d_k, "K": attention.d_k, "V": attention.d_v}
    if letter in {"W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"}:
        return (*shape[:-1], attention.heads_of(name), sizes[letter[-1]])
    return (attention.heads, attention.d_v, *shape[1:]) if letter == "W_O" else shape


def overlapped(values: Array, fresh: Array) -> Array:
    """Return `fresh` with the block that both have in common taken from `values`."""
    result = np.array(fresh)
    block = tuple(slice(min(sizes)) for sizes in zip(values.shape, fresh.shape, strict=True))
    result[block] = values[block]
    return result


def _continued(scenario: Scenario, name: str) -> str:
    """Return which typed-in tensor goes on as `name`; empty if there is none."""
    return next((key for key in _earlier_names(scenario, name) if key in scenario.given), "")


def _typed_in_fate(scenario: Scenario, old: str, shape: tuple[int, ...]) -> _Fate:
    return _fate(scenario.given[old].shape, shape) if old else _Fate.NEW


def _typed_in(scenario: Scenario, draft: Scenario, continued: Mapping[str, str]) -> dict[str, Array]:
    """Return what the input option wants typed in: kept, else what was computed, cut or filled to fit."""
    computed: Mapping[str, Array] | None = None
    given: dict[str, Array] = {}
    for name, shape in draft.typed_in_shapes().items():
        if continued[name]:
            old: Array | None = scenario.given[continued[name]]
        else:
            if computed is None:
                computed = {key: tensor.values for key, tensor in run(scenario.program()).items()}
            names = _earlier_names(scenario, name)
            old = next((computed[key] for key in names if key in computed), None)
        if old is not None and continued[name] and old.shape == shape:
            given[name] = old
            continue
        fresh = TYPED_IN.values(draft.seed, name, shape)
        usable = old is not None and old.ndim == fresh.ndim and np.isfinite(old).all()
        given[name] = frozen(overlapped(old, fresh)) if old is not None and usable else fresh
    return given


def _earlier_names(scenario: Scenario, name: str) -> tuple[str, ...]:
    """Return under which names the old program has what is to be typed in as `name`."""
    if name.endswith("embed.sum"):
        own = name.removesuffix("embed.sum") or f"{scenario.architecture.sequence}."
        if scenario.architecture.has_embedding_norm:
            return (name.replace("sum", "norm"), f"{own}embed.norm", "embed.norm")
        return (name, f"{own}embed.sum", "embed.sum")
    parts = [f"{stack}.0.{part}" for stack, parts in scenario.architecture.stacks.items() for part in parts]
    return (name, *(f"{part}.{name[-1]}" for part in parts[-1:]))


def _patches(scenario: Scenario, draft: Scenario, continued: Iterable[str]) -> tuple[str, ...]:
    """Return what was typed in in place of computed steps and still fits one."""
    others = scenario.given.keys() - scenario.typed_in_shapes().keys() - set(continued)
    if not others:
        return ()
    shapes = {
        step.name: tuple(axis.size for axis in step.axes) for step in hollow(draft).whole_program().steps
    }
    return tuple(
        name for name, values in scenario.given.items() if name in others and shapes.get(name) == values.shape
    )
