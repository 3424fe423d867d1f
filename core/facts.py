"""Laws that the numbers of one step keep, or break: rows that add to 1, norms, symmetry, equal diagonals.

Every fact is computed from the columns of the step. A law that only some models keep (scores that are
symmetric) is told where it holds and is no mistake where it does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from core import ops
from core.expression.numbers import number_text
from core.ops.added_positions import PositionTable
from core.ops.base import Index, Operation
from core.program import Step
from core.record import Record
from core.tensor import Array, NamedTensor
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import Trace

TOLERANCE = 1e-9
"""A law holds where it is broken by no more than this times max(1, |number|)."""

_SHARES = frozenset({"weights", "masked_weights", "probabilities"})
"""Last words of the names of columns whose rows are shares of 1."""
_TOLD = 2


class Fact(Record):
    """One law at one step."""

    holds: bool
    short: Message
    """A few words: ``rows add to 1``."""
    said: Message
    """A sentence with the numbers, and what is wrong where it does not hold."""
    place: Index | None = None
    """The row of the result that breaks it most."""


def facts(trace: Trace, step: Step) -> tuple[Fact, ...]:
    """Return what is to be said about the numbers of a step; nothing about one without numbers."""
    tensor = trace.get(step.name)
    if tensor is None or tensor.values.size == 0:
        return ()
    if step.name.rpartition(".")[2] in _SHARES:
        return _shares(trace, step, tensor)
    kinds = (kind for kind in type(step.operation).__mro__ if kind in _FACTS)
    return tuple(fact for kind in kinds for fact in _FACTS[kind](trace, step))


def _say(template: str, **values: object) -> Message:
    return message("Facts", template, **values)


def _short(number: float) -> str:
    return number_text(number, _TOLD)


# Rows of weights

_ADD = QT_TRANSLATE_NOOP("Facts", "rows add to 1")
_ADD_SAID = QT_TRANSLATE_NOOP("Facts", "Each row adds to 1; the largest difference is {largest}.")
_ADD_BUT_BLIND = QT_TRANSLATE_NOOP(
    "Facts",
    "Each row adds to 1, the largest difference is {largest}; rows that may look nowhere ({count}) add to 0.",
)
_DO_NOT_ADD = QT_TRANSLATE_NOOP("Facts", "rows add to {smallest} … {largest}")
_DO_NOT_ADD_SAME = QT_TRANSLATE_NOOP("Facts", "rows add to {total}")
_NOT_ONE = QT_TRANSLATE_NOOP("Facts", "Rows of weights must add to 1, and these add to {range}. {reason}")
_ROW_IS_NAN = QT_TRANSLATE_NOOP("Facts", "rows are NaN")
_ROW_IS_NAN_SAID = QT_TRANSLATE_NOOP(
    "Facts", "Rows that are NaN (not a number), and so add to nothing: {count} of {total}."
)
_OVER_COLUMNS = QT_TRANSLATE_NOOP("Facts", "Softmax ran over the columns: those add to 1.")
_MASKED_LATE = QT_TRANSLATE_NOOP(
    "Facts", "They were masked after softmax: what was taken is not given to the others."
)
_TYPED = QT_TRANSLATE_NOOP("Facts", "They are typed in.")
_NO_SHARES = QT_TRANSLATE_NOOP("Facts", "What is computed here are no shares.")


def _shares(trace: Trace, step: Step, tensor: NamedTensor) -> tuple[Fact, ...]:
    sums = np.asarray(np.add.reduce(tensor.values, axis=-1))
    blind = _blind_rows(trace, step, sums)
    count = int(np.count_nonzero(blind))
    apart = np.abs(sums - 1.0)
    if count:
        apart[blind] = 0.0
    largest = float(apart.item(apart.argmax()))  # NaN where there is one
    if math.isnan(largest):
        nan = np.isnan(sums)
        said = _say(_ROW_IS_NAN_SAID, count=int(nan.sum()), total=sums.size)
        return (Fact(holds=False, short=_say(_ROW_IS_NAN), said=said, place=_at(nan)),)
    if largest > TOLERANCE:
        return (_not_one(step, sums[~blind], _at(apart)),)
    told = f"{largest:.1g}"
    said = _say(_ADD_SAID, largest=told)
    if count:
        said = _say(_ADD_BUT_BLIND, largest=told, count=count)
    return (Fact(holds=True, short=_say(_ADD), said=said),)


def _blind_rows(trace: Trace, step: Step, sums: Array) -> npt.NDArray[np.bool_]:
    """Return which rows are all 0 because they may look nowhere."""
    blind: npt.NDArray[np.bool_] = sums == 0
    if not np.count_nonzero(blind):
        return blind
    if not isinstance(step.operation, ops.Softmax) or len(step.inputs) < 2:
        return np.zeros(sums.shape, dtype=bool)
    blind &= trace[step.inputs[1]].values.sum(axis=-1) == 0
    return blind


def _not_one(step: Step, sums: Array, place: Index) -> Fact:
    ends = [float(sums.min()), float(sums.max())]
    smallest, largest = map(_short, ends)
    if smallest == largest == _short(1.0):  # close to 1: with the digits that tell
        smallest, largest = (f"{end:.10g}" for end in ends)
    short = _say(_DO_NOT_ADD, smallest=smallest, largest=largest)
    span = f"{smallest} … {largest}"
    if smallest == largest:
        short, span = _say(_DO_NOT_ADD_SAME, total=largest), largest
    reason = _say(_REASONS.get(type(step.operation), _NO_SHARES))
    return Fact(holds=False, short=short, said=_say(_NOT_ONE, range=span, reason=reason), place=place)


_REASONS: dict[type[Operation], str] = {
    ops.ColumnSoftmax: _OVER_COLUMNS,
    ops.TimesMask: _MASKED_LATE,
    ops.TypedIn: _TYPED,
}


def _at(amounts: Array | npt.NDArray[np.bool_]) -> Index:
    return tuple(int(place) for place in np.unravel_index(int(np.argmax(amounts)), amounts.shape))


# Norms

_NORM_KEPT = QT_TRANSLATE_NOOP("Facts", "norms kept")
_NORM_KEPT_SAID = QT_TRANSLATE_NOOP(
    "Facts",
    "Turning changes no length: the norms, {smallest} … {largest}, are kept; "
    "the largest difference is {apart}.",
)
_NORM_LOST = QT_TRANSLATE_NOOP("Facts", "norm {before} became {after}")
_NORM_LOST_SAID = QT_TRANSLATE_NOOP(
    "Facts",
    "Turning must change no length, and the norm of a row went from {before} to {after}. "
    "The columns of a pair do not belong together.",
)
_NORM_DECIMALS = 3


def _rotation(trace: Trace, step: Step) -> Iterator[Fact]:
    before, after = norms(trace[step.inputs[0]].values), norms(trace[step.name].values)
    if not (np.isfinite(before).all() and np.isfinite(after).all()):
        return
    apart = np.abs(after - before) / np.maximum(1.0, before)
    place = _at(apart)
    if apart[place] <= TOLERANCE:
        told = [number_text(float(each), _NORM_DECIMALS) for each in (before.min(), before.max())]
        said = _say(
            _NORM_KEPT_SAID,
            smallest=told[0],
            largest=told[1],
            apart=f"{float(np.abs(after - before).max()):.1g}",
        )
        yield Fact(holds=True, short=_say(_NORM_KEPT), said=said)
        return
    lengths = {
        "before": number_text(float(before[place]), _NORM_DECIMALS),
        "after": number_text(float(after[place]), _NORM_DECIMALS),
    }
    yield Fact(
        holds=False, short=_say(_NORM_LOST, **lengths), said=_say(_NORM_LOST_SAID, **lengths), place=place
    )


def norms(rows: Array) -> Array:
    """Return the Euclidean norm along the last axis, also where a square would be too large."""
    largest = np.abs(rows).max(axis=-1, initial=0.0)
    scale = np.where((largest > 0) & np.isfinite(largest), largest, 1.0)
    with np.errstate(all="ignore"):
        made: Array = scale * np.sqrt(np.square(rows / scale[..., None]).sum(axis=-1))
    return made


# Symmetry and diagonals

_SYMMETRIC = QT_TRANSLATE_NOOP("Facts", "symmetric")
_SYMMETRIC_SAID = QT_TRANSLATE_NOOP(
    "Facts", "Symmetric: each pair has the same number both ways; the largest difference is {apart}."
)
_ALIKE = QT_TRANSLATE_NOOP("Facts", "P·Pᵀ: symmetric")
_TOEPLITZ = QT_TRANSLATE_NOOP("Facts", "P·Pᵀ: equal along diagonals")
_TOEPLITZ_SAID = QT_TRANSLATE_NOOP(
    "Facts",
    "P·Pᵀ is symmetric and a Toeplitz matrix: equal along each diagonal, so that it tells how far apart "
    "two places are and not where they stand. The largest difference is {apart}.",
)
_NOT_TOEPLITZ = QT_TRANSLATE_NOOP("Facts", "P·Pᵀ: not equal along diagonals")
_NOT_TOEPLITZ_SAID = QT_TRANSLATE_NOOP(
    "Facts",
    "Waves must make a P·Pᵀ that is equal along each diagonal (a Toeplitz matrix); "
    "here numbers on one diagonal differ by {apart}. {reason}",
)
_ODD_WIDTH = QT_TRANSLATE_NOOP("Facts", "The width is odd: the last sine has no cosine beside it.")
_WRONG_WAVES = QT_TRANSLATE_NOOP("Facts", "A sine has no cosine of the same wavelength.")


def _symmetry(trace: Trace, step: Step) -> Iterator[Fact]:
    yield from _symmetry_of(trace[step.name].values, _SYMMETRIC)


def _symmetry_of(values: Array, short: str) -> Iterator[Fact]:
    apart = asymmetry(values)
    if apart is not None and apart <= TOLERANCE * _size(values):
        yield Fact(holds=True, short=_say(short), said=_say(_SYMMETRIC_SAID, apart=f"{apart:.1g}"))


def asymmetry(matrices: Array) -> float | None:
    """Return the largest ``|m_ij − m_ji|``; None where they are not square, too small, or not finite."""
    rows, columns = matrices.shape[-2:]
    if rows != columns or rows < 2 or not np.isfinite(matrices).all():
        return None
    return float(np.abs(matrices - matrices.swapaxes(-1, -2)).max())


def diagonal_spread(matrix: Array) -> float | None:
    """Return the largest difference of two numbers on one diagonal; None where there are none to compare."""
    size = len(matrix)
    if size < 2 or not np.isfinite(matrix).all():
        return None
    diagonals = (np.diagonal(matrix, offset) for offset in range(1 - size, size))
    return max(float(np.ptp(diagonal)) for diagonal in diagonals)


def _size(values: Array) -> float:
    return max(1.0, float(np.abs(values).max()))


def _positions(trace: Trace, step: Step) -> Iterator[Fact]:
    similarity = trace[step.working("similarity")].values
    along, across = diagonal_spread(similarity), asymmetry(similarity)
    if along is None or across is None:
        return
    apart = max(along, across)
    told = f"{apart:.1g}"
    if apart <= TOLERANCE * _size(similarity):
        yield Fact(holds=True, short=_say(_TOEPLITZ), said=_say(_TOEPLITZ_SAID, apart=told))
    elif step.inputs:  # what is learned need not be
        yield from _symmetry_of(similarity, _ALIKE)
    else:
        reason = _say(_ODD_WIDTH if trace[step.name].shape[-1] % 2 else _WRONG_WAVES)
        said = _say(_NOT_TOEPLITZ_SAID, apart=told, reason=reason)
        yield Fact(holds=False, short=_say(_NOT_TOEPLITZ), said=said)


_FACTS: dict[type, Callable[[Trace, Step], Iterator[Fact]]] = {
    PositionTable: _positions,
    ops.Rotate: _rotation,
    ops.Scores: _symmetry,
    ops.ScaleByRoot: _symmetry,
    ops.ScaleByFactor: _symmetry,
}
