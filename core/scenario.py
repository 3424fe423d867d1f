"""The document: frozen, and sharing what did not change.

An edit makes a new `Scenario` in which every untouched tensor is the same object; undo swaps whole scenarios.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from msgspec import field
from msgspec.structs import replace

from core.architecture.options import Architecture, Input
from core.architecture.parts import Sequence
from core.architecture.stacks import build
from core.errors import SandboxError
from core.limits import check_computed, check_parameters
from core.ops.attention import Rows
from core.overlay import LARGE, MOST_WRITTEN, Overlay, Positions, overlaid
from core.parameters import Initializer, ParameterSpec, parameter_specs
from core.program import Program
from core.record import Record
from core.tensor import Array, Axes, Axis, NamedTensor, frozen
from core.text import QT_TRANSLATE_NOOP


class UnknownTensor(SandboxError):
    """A name that this scenario has not."""

    template = QT_TRANSLATE_NOOP("Errors", "There is no {name} here. Names are listed by “trace”.")


class Origin(Record):
    """The recipe and the seed that the base of an overlay was made with."""

    initializer: Initializer
    seed: int


class Parameter(Record, eq=False):
    """Numbers of a parameter, and the recipe they came from while none of them was edited."""

    numbers: Array | Overlay
    initializer: Initializer | None = None
    origin: Origin | None = None
    """Of an overlay with too many numbers to write them all into a file: what its base came from."""

    @property
    def values(self) -> Array:
        """The numbers, read-only: the same array as long as anybody holds it."""
        return self.numbers.values if isinstance(self.numbers, Overlay) else self.numbers

    @property
    def overlay(self) -> Overlay | None:
        """What the numbers are made from where there are many of them and some were edited."""
        return self.numbers if isinstance(self.numbers, Overlay) else None

    @property
    def base(self) -> Array:
        """The numbers before they were edited where they are an overlay, else the numbers."""
        return self.numbers.base if isinstance(self.numbers, Overlay) else self.numbers

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns."""
        return self.base.shape

    def with_cells(self, positions: Positions, numbers: Array, seed: int) -> Parameter:
        """Return this with other numbers in some cells (by their places in the flattened values).

        `seed` is that of the scenario, with which the recipe was made.
        """
        if isinstance(self.numbers, Overlay):
            changed, origin = self.numbers.with_cells(positions, numbers), self.origin
        elif self.numbers.size >= LARGE:
            changed, origin = overlaid(self.numbers, positions, numbers), self._origin(seed)
        else:
            values = np.array(self.numbers)
            values.reshape(-1)[positions] = numbers
            return Parameter(frozen(values))
        return Parameter(changed, None, origin if isinstance(changed, Overlay) else None)

    def _origin(self, seed: int) -> Origin | None:
        is_written_out = self.base.size <= MOST_WRITTEN
        return None if self.initializer is None or is_written_out else Origin(self.initializer, seed)


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


class Kept(Record, eq=False):
    """What is kept of the first words of the target: they need not be computed again (`core.cache`)."""

    words: int
    """How many."""
    tensors: Mapping[str, NamedTensor]
    """Their keys and values, and those of the encoder's output, by the names that a program reads them by."""


class Scenario(Record, eq=False):
    """Everything that is saved and undone. Make one with `core.formats` or `core.architecture.presets`."""

    architecture: Architecture
    title: str = ""
    notes: str = ""
    seed: int = 0
    vocabulary: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    """Names of the d_model columns; empty, or one a column."""
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=_empty)
    """``source`` and ``target``, as far as the stack reads them."""
    padding: Mapping[str, tuple[int, ...]] = field(default_factory=_empty)
    """Positions that are padding, a sequence."""
    types: Mapping[str, tuple[int, ...]] = field(default_factory=_empty)
    """The token type of each word, a sequence; a sequence that is left out has type 0 throughout."""
    parameters: Mapping[str, Parameter] = field(default_factory=_empty)
    """All parameters of the architecture, in the order of `specs`."""
    masks: Mapping[str, Rows] = field(default_factory=_empty)
    """Custom masks by step name (``decoder.mask``): rows are queries, True = may look."""
    given: Mapping[str, Array] = field(default_factory=_empty)
    """Typed-in tensors by the name of the step they replace."""

    def specs(self) -> tuple[ParameterSpec, ...]:
        """Return the parameters that the architecture has."""
        return parameter_specs(self.architecture, self.vocabulary, self.features)

    def spec(self, name: str) -> ParameterSpec:
        """Return the parameter of that name."""
        for spec in self.specs():
            if spec.name == name:
                return spec
        raise UnknownTensor(name=name)

    def is_source(self, name: str) -> bool:
        """Return whether the tensor `name` can be edited: a parameter or a typed-in one."""
        return name in self.parameters or name in self.given

    def source_values(self, name: str) -> Array:
        """Return the numbers of a parameter or typed-in tensor."""
        if name in self.parameters:
            return self.parameters[name].values
        if name in self.given:
            return self.given[name]
        raise UnknownTensor(name=name)

    def attending(self, name: str) -> tuple[str, str]:
        """Return which sequences the rows (or queries) and the keys of the tensor `name` run over."""
        rows, keys = self.architecture.attending(name)
        only = next(iter(self.tokens))
        return rows if rows in self.tokens else only, keys if keys in self.tokens else only

    def typed_in_shapes(self) -> dict[str, tuple[int, ...]]:
        """Return what must be typed in instead of computed, as the input option says, and its sizes."""
        architecture, options = self.architecture, self.architecture.attention
        if architecture.input is Input.EMBEDDINGS:
            several = len(self.tokens) > 1
            prefixes = {f"{name}.embed" if several else "embed": name for name in self.tokens}
            return {
                f"{prefix}.sum": (len(self.tokens[name]), architecture.d_model)
                for prefix, name in prefixes.items()
            }
        if architecture.input is Input.QKV:
            queries, keys = (len(self.tokens[sequence]) for sequence in self.attending("attn.q"))
            return {
                "attn.q": (options.heads, queries, options.d_k),
                "attn.k": (options.key_heads, keys, options.d_k),
                "attn.v": (options.key_heads, keys, options.d_v),
            }
        return {}

    def token_types(self, sequence: str) -> tuple[int, ...]:
        """Return the type of each word of a sequence; empty where model or document have none."""
        zeros = (0,) * len(self.tokens.get(sequence, ()))
        return self.types.get(sequence, zeros) if self.architecture.has_types else ()

    def sequences(self) -> dict[str, Sequence]:
        """Return the sequences with their ids in the vocabulary (no ids where words are mere labels)."""
        number = {word: position for position, word in enumerate(self.vocabulary)}
        reads_words = self.architecture.input is Input.TOKENS
        return {
            name: Sequence(
                words,
                tuple(number[word] for word in words) if reads_words else (),
                self.padding.get(name, ()),
                self.token_types(name),
            )
            for name, words in self.tokens.items()
        }

    def given_axes(self, name: str) -> Axes:
        """Return the axes of a typed-in tensor, labelled by the tokens and features."""
        shape = self.given[name].shape
        rows, keys = (self.tokens[sequence] for sequence in self.attending(name))
        names = given_axis_names(name, len(shape))
        labels = {"query": rows, "key": keys, "token": rows, "d_model": self.features}
        return tuple(
            Axis(axis, size, labels.get(axis, ()) if len(labels.get(axis, ())) == size else ())
            for axis, size in zip(names, shape, strict=True)
        )

    def program(self, kept: Kept | None = None) -> Program:
        """Build the program of this scenario, or that of the words behind those that are `kept`.

        Raises
        ------
        SandboxError
            If shapes do not fit, or all of it would be too large.
        """
        parameters = {
            spec.name: NamedTensor(spec.name, spec.axes, parameter.values, parameter.overlay)
            for spec in self.specs()
            for parameter in (self.parameters[spec.name],)
        }
        given = {
            name: NamedTensor(name, self.given_axes(name), values) for name, values in self.given.items()
        }
        program = build(
            self.architecture,
            sequences=self.sequences(),
            parameters=parameters | dict(kept.tensors if kept is not None else {}),
            given=given,
            masks=self.masks,
            kept=0 if kept is None else kept.words,
        )
        columns = (column for step in program.steps for column in step.columns)
        check_computed(tuple(axis.size for axis in column.axes) for column in columns)
        return program

    def program_after(self, earlier: Scenario, program: Program) -> Program:
        """Build the program of this scenario; where only numbers differ from `earlier`, keep its steps.

        Parameters
        ----------
        earlier : Scenario
        program : Program
            That of `earlier`.

        Raises
        ------
        SandboxError
            As `program` does.
        """
        if not self._differs_in_numbers_only(earlier):
            return self.program()
        sources = dict(program.sources)
        for name in (*_others(self.parameters, earlier.parameters), *_others(self.given, earlier.given)):
            if name in sources:  # what is typed in for a step that is switched off is not
                sources[name] = self._taken_over(sources[name])
        return replace(program, sources=sources)

    def _taken_over(self, tensor: NamedTensor) -> NamedTensor:
        """Return a source with the numbers it has here."""
        values = self.source_values(tensor.name)
        if values is tensor.values:
            return tensor
        parameter = self.parameters.get(tensor.name)
        return NamedTensor(tensor.name, tensor.axes, values, parameter.overlay if parameter else None)

    def _differs_in_numbers_only(self, other: Scenario) -> bool:
        for name in _NOT_NUMBERS:
            here, there = getattr(self, name), getattr(other, name)
            if here is not there and here != there:
                return False
        return _same_shapes(self.given, other.given) and _same_shapes(self.parameters, other.parameters)

    def whole_program(self) -> Program:
        """Build the program with every part of the layers switched on: it has all steps there can be.

        Raises
        ------
        SandboxError
        """
        off = tuple(name for name in self.architecture.off if not name.startswith(("encoder.", "decoder.")))
        return self.with_changes(architecture=dataclasses.replace(self.architecture, off=off)).program()

    def with_changes(self, **changes: Any) -> Scenario:
        """Return a copy with some fields replaced; mappings are wrapped read-only."""
        wrapped: dict[str, Any] = {
            name: MappingProxyType(dict(value)) if isinstance(value, Mapping) else value
            for name, value in changes.items()
        }
        return replace(self, **wrapped)


_NOT_NUMBERS = ("architecture", "vocabulary", "features", "tokens", "padding", "types", "masks")


class _Shaped(Protocol):
    @property
    def shape(self) -> tuple[int, ...]: ...


def _same_shapes(here: Mapping[str, _Shaped], there: Mapping[str, _Shaped]) -> bool:
    """Return whether the same names have the same shapes, in the same order."""
    return list(here) == list(there) and all(
        here[name].shape == there[name].shape for name in _others(here, there)
    )


def _others(here: Mapping[str, object], there: Mapping[str, object]) -> list[str]:
    """Return the names whose numbers are not the same objects; there are the same names here and there."""
    if here is there:
        return []
    return [name for name, numbers in here.items() if numbers is not there[name]]


_GIVEN_AXES: dict[str, tuple[str, ...]] = {
    "q": ("head", "query", "d_k"),
    "k": ("head", "key", "d_k"),
    "v": ("head", "key", "d_v"),
    "q_norm": ("head", "query", "d_k"),
    "k_norm": ("head", "key", "d_k"),
    "q_rotated": ("head", "query", "d_k"),
    "k_rotated": ("head", "key", "d_k"),
    "q_scaled": ("head", "query", "d_k"),
    "scores": ("head", "query", "key"),
    "scaled": ("head", "query", "key"),
    "capped": ("head", "query", "key"),
    "biased": ("head", "query", "key"),
    "masked": ("head", "query", "key"),
    "weights": ("head", "query", "key"),
    "masked_weights": ("head", "query", "key"),
    "position_bias": ("head", "query", "key"),
    "heads": ("head", "query", "d_v"),
    "concat": ("query", "concat"),
    "hidden": ("token", "d_ff"),
    "activated": ("token", "d_ff"),
    "logits": ("token", "vocabulary"),
    "probabilities": ("token", "vocabulary"),
    "top_k": ("token", "vocabulary"),
    "top_p": ("token", "vocabulary"),
    "drawn": ("token", "vocabulary"),
}


def given_axis_names(name: str, count: int) -> tuple[str, ...]:
    """Return what the `count` axes of a typed-in tensor are called."""
    part, _, step = name.rpartition(".")
    names = _GIVEN_AXES.get(step, ())
    if count == 2 and len(names) != count:  # outside attention: embed.scaled, capped logits
        names = ("token", "vocabulary" if name == "capped" else "d_model")
    if step == "out" and part.endswith("attn"):
        names = ("query", "d_model")
    return names if len(names) == count else tuple(f"axis {number}" for number in range(1, count + 1))


def with_missing_parameters(scenario: Scenario) -> Scenario:
    """Fill each missing parameter by its default initialiser; the order is that of `specs`."""
    known = scenario.parameters
    specs = scenario.specs()
    check_parameters(spec.shape for spec in specs)
    complete = {
        spec.name: known.get(spec.name)
        or Parameter(spec.default.values(scenario.seed, spec.name, spec.shape), spec.default)
        for spec in specs
    }
    return scenario.with_changes(parameters=complete)
