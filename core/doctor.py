"""The doctor: the first cell, in the order of computing, that became NaN or ±∞, and why.

A masked score is −∞ because that is meant, and so is the largest number of a row in which all are masked:
such cells are healthy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from core import ops
from core.expression.breaks import find_break
from core.expression.names import Translate, axis_labels
from core.expression.nodes import Cell
from core.expression.numbers import number_text
from core.making import making
from core.ops.elementary import TypedIn
from core.program import Step
from core.record import Record
from core.remarks.base import Subject
from core.remarks.special import special_remark
from core.sums import all_finite
from core.tensor import Array, NamedTensor
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import Trace

_FIRST = QT_TRANSLATE_NOOP("Explain", "First {value}: {tensor} ({place}): {reason}")


class Finding(Record):
    """The first cell that is no finite number."""

    step: str
    cell: Cell
    value: float
    operands: tuple[float, ...]
    """What the innermost arithmetic that made it had to do with: 1e308 and 10 of ``1e308·10``."""
    reason: Message
    """Why, in words."""

    def told(self, trace: Trace, translate: Translate = str) -> Message:
        """Return one sentence: which cell it is, and why."""
        place = axis_labels(trace[self.cell.tensor].axes, self.cell.index, translate)
        value = number_text(self.value, 0)
        return message(
            "Explain", _FIRST, value=value, tensor=self.cell.tensor, place=place, reason=self.reason
        )


class Doctor:
    """Examines trace after trace, and looks only at arrays that it has not seen in the one before."""

    def __init__(self) -> None:
        self._seen: Mapping[str, NamedTensor] = {}
        self._sick: dict[str, Cell] = {}
        """The first such cell of each column of them that has one."""
        self._steps: tuple[Step, ...] = ()
        self._order: list[tuple[Step, str, str]] = []
        self.examined = 0
        """Columns looked at so far."""

    def examine(self, trace: Trace) -> Finding | None:
        """Return the first cell that is NaN or ±∞ and not meant to be, None where there is none."""
        seen, tensors = self._seen, trace.tensors
        before, self._seen, self._sick = self._sick, tensors, {}
        first: tuple[Step, Cell] | None = None
        for step, name, telling in self._in_order(trace.program.steps):
            tensor, known = tensors.get(name), seen.get(name)
            if tensor is None:
                continue
            if known is not None and known.values is tensor.values:
                cell = before.get(name)
            else:
                self.examined += 1
                cell = None if all_finite(tensors[telling].values) else _first_in(trace, step, name)
            if cell is not None:
                self._sick[name] = cell
                first = first or (step, cell)
        return None if first is None else _finding(trace, *first)

    def _in_order(self, steps: tuple[Step, ...]) -> list[tuple[Step, str, str]]:
        """Return the columns as they are computed: the workings of a step before its result.

        Behind each stands the one that tells of it: masked scores are healthy where they were before.
        """
        if self._steps is not steps:
            self._steps = steps
            self._order = [
                (step, column.name, step.inputs[0] if _hides(step) else column.name)
                for step in steps
                for column in (*step.columns[1:], step.columns[0])
            ]
        return self._order


def examine(trace: Trace) -> Finding | None:
    """Return the first cell of `trace` that is NaN or ±∞ and not meant to be, None where there is none."""
    return Doctor().examine(trace)


def _hides(step: Step) -> bool:
    return isinstance(step.operation, ops.ApplyMask) and step.operation.hides


def _first_in(trace: Trace, step: Step, name: str) -> Cell | None:
    values = trace[name].values
    suspicious = ~(np.isfinite(values) | _masked(trace, step, values))
    for place in np.argwhere(suspicious):
        cell = Cell(name, tuple(place.tolist()))
        if not _is_meant(trace, step, cell):
            return cell
    return None


def _masked(trace: Trace, step: Step, values: Array) -> npt.NDArray[np.bool_]:
    """Return which cells are −∞ because a mask says so."""
    if not _hides(step):
        return np.zeros(values.shape, dtype=bool)
    masked: npt.NDArray[np.bool_] = (values == -np.inf) & (trace[step.inputs[1]].values == 0)
    return masked


def _is_meant(trace: Trace, step: Step, cell: Cell) -> bool:
    """Return whether a −∞ is one that was put there: a masked score, or what was read from nothing else."""
    if float(trace[cell.tensor].values[cell.index]) != -math.inf or isinstance(step.operation, TypedIn):
        return False
    found = find_break(step.expression(cell.tensor, cell.index), trace)
    if found is None:
        return False
    if found.cell is None:
        return not found.operands  # the −∞ of the mask, or the largest number of an empty row
    maker = trace.program.maker(found.cell.tensor)
    return maker is not None and _is_meant(trace, maker, found.cell)


def _finding(trace: Trace, step: Step, cell: Cell) -> Finding:
    made = making(trace.program, cell).expression
    working = cell.tensor[len(step.name) + 1 :]
    found = find_break(made, trace)
    reason = special_remark(Subject(trace, step, working, cell.index), made)
    assert reason is not None
    value = float(trace[cell.tensor].values[cell.index])
    return Finding(step.name, cell, value, (found.before or found).operands if found else (), reason)
