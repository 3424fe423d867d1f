"""Running a program: every named tensor of it, reusing what did not change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.errors import SandboxError
from core.program import Program, Step
from core.record import Record
from core.tensor import NamedTensor
from core.text import QT_TRANSLATE_NOOP


class StepFailed(SandboxError):
    """A step could not be computed."""

    template = QT_TRANSLATE_NOOP("Errors", "{step} could not be computed: {reason}. Undo the last change.")


class StepFailure(Record):
    """The step that failed and why; the trace holds everything before it."""

    step: Step
    error: SandboxError


@dataclass(frozen=True, slots=True, eq=False)
class Trace(Mapping[str, NamedTensor]):
    """All named tensors of one run: sources, results and workings, by name."""

    program: Program
    tensors: Mapping[str, NamedTensor]
    computed: frozenset[str] = frozenset()
    """Names of the steps that were computed anew in this run."""
    changed: frozenset[str] = frozenset()
    """Names whose tensor (values, axes or labels) is not that of the run before; all in the first one."""
    failure: StepFailure | None = field(default=None)

    def __getitem__(self, name: str) -> NamedTensor:
        return self.tensors[name]

    def __contains__(self, name: object) -> bool:
        return name in self.tensors  # that of Mapping asks for the tensor, and panels ask often

    def __iter__(self) -> Iterator[str]:
        return iter(self.tensors)

    def __len__(self) -> int:
        return len(self.tensors)

    def has_cell(self, name: str, index: tuple[int, ...]) -> bool:
        """Return whether there is a tensor of that name with such a cell."""
        tensor = self.tensors.get(name)
        if tensor is None or len(index) != len(tensor.shape):
            return False
        return all(0 <= at < size for at, size in zip(index, tensor.shape, strict=True))


def run(program: Program, earlier: Trace | None = None) -> Trace:
    """Compute all columns of `program`.

    A result of `earlier` is kept when the step is equal (operation and inputs) and the values of its inputs
    are the same arrays; where only labels differ, the same values get new axes. Floating-point exceptions
    are silent: ∞ and NaN are results like others.
    """
    known = earlier.tensors if earlier is not None else {}
    tensors, other = _taken_over(program.sources, known)
    same_steps = earlier is not None and earlier.failure is None and earlier.program.steps is program.steps
    computed: list[str] = []
    failure: StepFailure | None = None
    with np.errstate(all="ignore"):
        for step in program.steps:
            if earlier is not None and (
                other.isdisjoint(step.inputs or (step.name,)) if same_steps else _kept(step, earlier, tensors)
            ):
                for column in step.columns:
                    tensors[column.name] = known[column.name].relabelled(column.axes)
                continue
            try:
                _compute(step, tensors, other)
            except MemoryError as error:
                failure = StepFailure(step, StepFailed(step=step.name, reason=str(error)))
                break
            computed.append(step.name)
    changed = frozenset(other) if same_steps and failure is None else _changed(tensors, known)
    return Trace(program, tensors, frozenset(computed), changed, failure)


def _taken_over(
    sources: Mapping[str, NamedTensor], known: Mapping[str, NamedTensor]
) -> tuple[dict[str, NamedTensor], set[str]]:
    """Return the sources, as they are known where nothing of them differs, and the names of the others."""
    tensors: dict[str, NamedTensor] = {}
    other: set[str] = set()
    for name, source in sources.items():
        old = known.get(name)
        if old is not None and old.values is source.values and old.axes == source.axes:
            tensors[name] = old
        else:
            tensors[name] = source
            other.add(name)
    return tensors, other


def _changed(here: Mapping[str, NamedTensor], there: Mapping[str, NamedTensor]) -> frozenset[str]:
    """Return the names whose tensor is not the same here and there."""
    other = [name for name, tensor in here.items() if there.get(name) is not tensor]
    return frozenset(other).union(there.keys() - here.keys())


def _kept(step: Step, earlier: Trace, tensors: Mapping[str, NamedTensor]) -> bool:
    known, old = earlier.program.maker(step.name), earlier.tensors
    if known is not step and known != step:
        return False
    for name in step.inputs or ((step.name,) if step.name in tensors else ()):
        if name not in old or old[name].values is not tensors[name].values:
            return False
    return all(column.name in old for column in step.columns)


def _compute(step: Step, tensors: dict[str, NamedTensor], made: set[str]) -> None:
    """Put the columns of a step among the tensors, and their names into `made`."""
    read = step.inputs or ((step.name,) if step.name in tensors else ())
    results = step.operation.compute(*[tensors[name].values for name in read])
    copies: list[str] = []
    if step.operation.copies:
        copies = [step.working(suffix) if suffix else step.name for suffix in step.operation.copies]
    for column, values in zip(step.columns, results, strict=True):
        values.setflags(write=False)
        like = tensors[read[0]] if column.name in copies else None
        if like is not None:
            like = like.like or like
        tensors[column.name] = NamedTensor(column.name, column.axes, values, like=like)
        made.add(column.name)
