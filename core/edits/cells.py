"""Numbers are typed over: some cells, or a whole tensor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.edits.base import Edit
from core.errors import SandboxError
from core.ops.base import Index
from core.scenario import Parameter, Scenario
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message


class ComputedTensor(SandboxError):
    """A number that is computed cannot be typed over."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{tensor} is computed and cannot be typed over. Change a parameter or an input it comes from.",
    )


class NumberNotFinite(SandboxError):
    """∞ or NaN where a number is typed."""

    template = QT_TRANSLATE_NOOP("Errors", "{tensor}: {value} cannot be typed in. Write a finite number.")


class NoSuchCell(SandboxError):
    """An index beyond the tensor."""

    template = QT_TRANSLATE_NOOP("Errors", "{tensor} is {size} and has no cell {index} (counted from 0).")


class OtherShape(SandboxError):
    """A block of numbers that does not fit."""

    template = QT_TRANSLATE_NOOP("Errors", "{tensor} is {size} and the new numbers are {given}. Use {size}.")


def shape_text(shape: tuple[int, ...]) -> str:
    """Return a shape as people write it: ``2 × 4``."""
    return " × ".join(map(str, shape)) or "1"


def editable(scenario: Scenario, tensor: str) -> Array:
    """Return the numbers of a parameter or typed-in tensor.

    Raises
    ------
    SandboxError
        If it is computed, or there is none of that name.
    """
    if not scenario.is_source(tensor) and scenario.program().maker(tensor) is not None:
        raise ComputedTensor(tensor=tensor)
    return scenario.source_values(tensor)


def with_values(scenario: Scenario, tensor: str, values: Array) -> Scenario:
    """Put `values` in the place of an editable tensor's; nothing happens where every bit is the same."""
    old = editable(scenario, tensor)
    if values.shape != old.shape:
        raise OtherShape(tensor=tensor, size=shape_text(old.shape), given=shape_text(values.shape))
    if not np.isfinite(values).all():
        raise NumberNotFinite(tensor=tensor, value=values[~np.isfinite(values)][0])
    if values.tobytes() == old.tobytes():  # not ==, for which −0 and 0 are the same
        return scenario
    if tensor in scenario.parameters:
        return scenario.with_changes(parameters={**scenario.parameters, tensor: Parameter(frozen(values))})
    return scenario.with_changes(given={**scenario.given, tensor: frozen(values)})


@dataclass(frozen=True, slots=True)
class SetCells(Edit):
    """Type numbers into cells of a parameter or a typed-in tensor."""

    tensor: str
    cells: tuple[Index, ...]
    """Zero-based, one index an axis."""
    numbers: tuple[float, ...]
    """One a cell."""

    @property
    def label(self) -> Message:
        """Change …."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Change {tensor}"), tensor=self.tensor)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those numbers; the recipe of a parameter is dropped."""
        values = np.array(editable(scenario, self.tensor))
        for cell, number in zip(self.cells, self.numbers, strict=True):
            if len(cell) != values.ndim or not all(
                0 <= i < size for i, size in zip(cell, values.shape, strict=True)
            ):
                raise NoSuchCell(tensor=self.tensor, size=shape_text(values.shape), index=list(cell))
            values[cell] = number
        return with_values(scenario, self.tensor, values)


@dataclass(frozen=True, slots=True, eq=False)
class SetTensor(Edit):
    """Type all numbers of a parameter or a typed-in tensor."""

    tensor: str
    values: Array

    @property
    def label(self) -> Message:
        """Change all of …."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Change all of {tensor}"), tensor=self.tensor)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those numbers; the recipe of a parameter is dropped."""
        return with_values(scenario, self.tensor, np.array(self.values, dtype=np.float64))
