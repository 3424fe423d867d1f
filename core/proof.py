"""The proof: every cell is computed again from its expression, and the largest difference is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from core.expression.nodes import Cell
from core.expression.value import value
from core.ops.base import Index
from core.ops.elementary import TypedIn
from core.program import Step
from core.record import Record
from core.trace import Trace

TOLERANCE = 1e-9
"""A cell fails where its difference is over this times max(1, |value|)."""

WHOLE_UP_TO = 10_000
"""Columns of a step with more cells are sampled while nobody waits for the proof."""
SAMPLE = 1_000
"""So many of their cells then."""

_SELDOM = 256
"""Cells between two calls of `progress`."""


class Check(Record):
    """One cell computed again."""

    cell: Cell
    computed: float
    recomputed: float

    @property
    def difference(self) -> float:
        """Distance relative to max(1, |value|); ∞ where one of them is no finite number."""
        return difference(self.computed, self.recomputed)


class Proof(Record):
    """What recomputing found."""

    cells: int = 0
    largest: float = 0.0
    where: Cell | None = None
    """The first cell with the largest difference; None while nothing differs."""
    failures: tuple[Check, ...] = ()

    @property
    def holds(self) -> bool:
        """True where no cell is over the tolerance."""
        return not self.failures

    def __add__(self, other: Proof) -> Proof:
        largest = self if self.largest >= other.largest else other
        return Proof(self.cells + other.cells, largest.largest, largest.where, self.failures + other.failures)


def difference(computed: float, recomputed: float) -> float:
    """Return how far apart two numbers are, relative to max(1, |computed|).

    NaN equals NaN and equal infinities are equal; any other pair with ∞ or NaN is ∞ apart.
    """
    if computed == recomputed or (math.isnan(computed) and math.isnan(recomputed)):
        return 0.0
    if not (math.isfinite(computed) and math.isfinite(recomputed)):
        return math.inf
    # Halves: the distance of two numbers near ±1.8e308 is no float64.
    scale = max(1.0, abs(computed))
    return abs(computed / 2 / scale - recomputed / 2 / scale) * 2


def check(trace: Trace, cell: Cell) -> Check:
    """Compute one cell of a column again."""
    step = trace.program.maker(cell.tensor)
    if step is None:
        raise ValueError(f"{cell.tensor} is made by no step")
    recomputed = value(step.expression(cell.tensor, cell.index), trace)
    return Check(cell, float(trace[cell.tensor].values[cell.index]), recomputed)


def checks(trace: Trace, names: Iterable[str] | None = None) -> Iterator[Check]:
    """Compute cell after cell again; stop whenever there is no time left.

    Parameters
    ----------
    trace : Trace
    names : iterable of str, default=None
        Columns, or all that the trace holds.
    """
    for name in columns(trace) if names is None else names:
        for index in np.ndindex(trace[name].shape):
            yield check(trace, Cell(name, index))


class StepProof(Record):
    """What recomputing one step found: all of its cells, or a sample of them."""

    step: str
    proof: Proof
    total: int
    """Cells of all its columns."""

    @property
    def is_sample(self) -> bool:
        """True where not every cell was computed again."""
        return self.proof.cells < self.total


def step_size(trace: Trace, step: Step) -> int:
    """Return how many cells the columns of a step have; 0 where there is nothing to compute again."""
    if isinstance(step.operation, TypedIn):
        return 0
    return sum(trace[column.name].values.size for column in step.columns if column.name in trace)


def step_checks(trace: Trace, step: Step, seed: int = 0) -> Iterator[Check]:
    """Compute the cells of one step again, workings first; of large columns a sample, the same for a seed."""
    if step_size(trace, step):
        for column in (*step.columns[1:], step.columns[0]):
            for index in sampled(column.name, trace[column.name].shape, seed):
                yield check(trace, Cell(column.name, index))


def sampled(name: str, shape: tuple[int, ...], seed: int = 0) -> Iterator[Index]:
    """Yield every index of a column, or `SAMPLE` different ones where it has more than `WHOLE_UP_TO` cells.

    The sample follows from seed and name, and comes in order.
    """
    size = math.prod(shape)
    if size <= WHOLE_UP_TO:
        yield from np.ndindex(shape)
        return
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *name.encode()])))
    for place in np.sort(random.choice(size, SAMPLE, replace=False)).tolist():
        yield tuple(int(number) for number in np.unravel_index(place, shape))


def columns(trace: Trace) -> tuple[str, ...]:
    """Return the names of all columns that the trace holds, in the order of computing."""
    return tuple(
        column.name for step in trace.program.steps for column in step.columns if column.name in trace
    )


def summary(found: Iterable[Check], tolerance: float = TOLERANCE) -> Proof:
    """Return the proof that some checks make."""
    cells, largest, where, failures = 0, 0.0, None, []
    for one in found:
        cells += 1
        apart = one.difference
        if apart > largest:
            largest, where = apart, one.cell
        if apart > tolerance:
            failures.append(one)
    return Proof(cells, largest, where, tuple(failures))


def prove_column(trace: Trace, column: str, tolerance: float = TOLERANCE) -> Proof:
    """Compute every cell of one column again."""
    return summary(checks(trace, [column]), tolerance)


def prove(
    trace: Trace,
    names: Iterable[str] | None = None,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, int], object] | None = None,
) -> Proof:
    """Compute every cell of every column again (of the columns `names`, where given).

    `progress` is told how many cells are done, and of how many.
    """
    chosen = columns(trace) if names is None else tuple(names)
    found = checks(trace, chosen)
    if progress is not None:
        total = sum(trace[name].values.size for name in chosen)
        found = _told(found, total, progress)
    return summary(found, tolerance)


def _told(found: Iterator[Check], total: int, progress: Callable[[int, int], object]) -> Iterator[Check]:
    for done, one in enumerate(found):
        if done % _SELDOM == 0:
            progress(done, total)
        yield one
