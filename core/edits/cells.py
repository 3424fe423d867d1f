"""Numbers are typed over: some cells, or a whole tensor."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.edits.base import Cells, Edit, cells_at
from core.edits.deeds import shape_text, told, typed
from core.errors import SandboxError
from core.ops.base import Index
from core.overlay import Positions
from core.scenario import Scenario
from core.sums import all_finite
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
    positions = np.flatnonzero(_bits(values.reshape(-1)) != _bits(old.reshape(-1)))
    return with_numbers(scenario, tensor, positions, values.reshape(-1)[positions])


def with_numbers(scenario: Scenario, tensor: str, positions: Positions, numbers: Array) -> Scenario:
    """Put `numbers` in some cells of an editable tensor, by their places in the flattened values.

    Where a place stands there twice, its last number counts; nothing happens where every bit is the same.
    """
    old = editable(scenario, tensor)
    if not all_finite(numbers):
        raise NumberNotFinite(tensor=tensor, value=numbers[~np.isfinite(numbers)][0])
    if not np.count_nonzero(_bits(old.reshape(-1)[positions]) != _bits(numbers)):
        return scenario
    if tensor in scenario.parameters:
        changed = scenario.parameters[tensor].with_cells(positions, numbers, scenario.seed)
        return scenario.with_changes(parameters={**scenario.parameters, tensor: changed})
    values = np.array(old)
    values.reshape(-1)[positions] = numbers
    return scenario.with_changes(given={**scenario.given, tensor: frozen(values)})


def _bits(values: Array) -> npt.NDArray[np.int64]:
    """Return what tells −0 from 0."""
    return np.ascontiguousarray(values, dtype=np.float64).view(np.int64)


def positions_of(tensor: str, shape: tuple[int, ...], cells: Cells) -> Positions:
    """Return where cells stand in the flattened tensor, in the shape they are broadcast to.

    Raises
    ------
    NoSuchCell
        Naming the first one that lies outside.
    """
    try:
        return np.asarray(np.ravel_multi_index(cells, shape), dtype=np.intp)
    except ValueError:  # which does not name the cell
        wrong = _first_outside(shape, cells) if len(cells) == len(shape) else ()
    index = [int(at[wrong] if wrong else at.flat[0]) for at in np.broadcast_arrays(*cells)]
    raise NoSuchCell(tensor=tensor, size=shape_text(shape), index=index)


def _first_outside(shape: tuple[int, ...], cells: Cells) -> tuple[int, ...]:
    outside = [(at < 0) | (at >= size) for at, size in zip(cells, shape, strict=True)]
    return tuple(np.argwhere(np.logical_or.reduce(np.broadcast_arrays(*outside)))[0])


def with_block(scenario: Scenario, tensor: str, cells: Cells, numbers: npt.ArrayLike) -> Scenario:
    """Put `numbers` in cells of an editable tensor; they are broadcast to the cells."""
    positions = positions_of(tensor, editable(scenario, tensor).shape, cells)
    block = np.asarray(numbers, dtype=np.float64)
    if block.shape != positions.shape:
        block = np.broadcast_to(block, positions.shape)
    return with_numbers(scenario, tensor, positions.ravel(), block.ravel())


class SetCells(Edit):
    """Type numbers into cells of a parameter or a typed-in tensor."""

    tensor: str
    cells: tuple[Index, ...]
    """Zero-based, one index an axis."""
    numbers: tuple[float, ...]
    """One a cell."""

    @property
    def label(self) -> Message:
        """Set W_Q[2, 3]."""
        return told(typed(cells_at(self.cells)), self.tensor)

    @property
    def place(self) -> tuple[str, Cells]:
        """The cells."""
        return self.tensor, cells_at(self.cells)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those numbers; the recipe of a parameter is dropped."""
        if len(self.cells) != len(self.numbers):
            raise ValueError("as many numbers as cells")
        if not self.cells:
            return scenario
        return with_block(scenario, self.tensor, cells_at(self.cells), self.numbers)


class SetBlock(Edit, eq=False):
    """Write a block of numbers into a parameter or a typed-in tensor: a paste, a filling, an import."""

    tensor: str
    cells: Cells
    numbers: Array
    """Of the shape that the cells are broadcast to, or broadcast to it."""
    deed: Message | None = None
    """What was done, still without the tensor (`core.edits.deeds`); None where it was typed."""

    @property
    def label(self) -> Message:
        """Paste 3 × 4 into W_Q."""
        return told(self.deed or typed(self.cells), self.tensor)

    @property
    def place(self) -> tuple[str, Cells]:
        """The cells."""
        return self.tensor, self.cells

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those numbers; the recipe of a parameter is dropped."""
        return with_block(scenario, self.tensor, self.cells, self.numbers)


class SetTensor(Edit, eq=False):
    """Type all numbers of a parameter or a typed-in tensor."""

    tensor: str
    values: Array

    @property
    def label(self) -> Message:
        """Change all of …."""
        return told(message("Edits", QT_TRANSLATE_NOOP("Edits", "Change all of {tensor}")), self.tensor)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those numbers; the recipe of a parameter is dropped."""
        return with_values(scenario, self.tensor, np.array(self.values, dtype=np.float64))
