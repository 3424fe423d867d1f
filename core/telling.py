"""Telling one computed cell: its arithmetic in names and in numbers, and what rounding does to it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from core import ops
from core.expression.cells import cells, indices
from core.expression.nodes import Cell, Expression, Line, Number, Sum
from core.expression.numbers import constant_text, number_text
from core.expression.rewrite import RoundedTensors, decided, rewritten
from core.expression.text import (
    Piece,
    Pieces,
    PieceStyle,
    Reading,
    is_shortened,
    joined,
    number_piece,
    pieces,
)
from core.expression.value import value
from core.ops.feed_forward import GeluExact, GeluTanh
from core.program import Step
from core.remarks import remarks
from core.remarks.attention import weighted_mask
from core.remarks.base import Subject, say, special_remark
from core.text import QT_TRANSLATE_NOOP, Message
from core.trace import Trace

INLINED_KEYS = 3
"""A softmax row with no more visible keys is written out in powers of e."""
_PRINTED = 2
_ROUNDED_FIRST = 3
"""Textbooks round to three places, go on with those numbers and print two."""
_FEW_OPERANDS = 8
"""More of them nobody copies by hand."""

_FROM_SHOWN = QT_TRANSLATE_NOOP("Explain", "From the rounded numbers shown: {redone}; exact: {exact}.")
_OFTEN_PRINTED = QT_TRANSLATE_NOOP(
    "Explain",
    "Often printed as {printed}: from numbers rounded to {places} places, {arithmetic} = {redone}; "
    "unrounded it is {exact}.",
)


@dataclass(frozen=True, slots=True)
class Told:
    """What `tell` has to say."""

    line: Pieces
    """From the first ``=`` to the result."""
    more: tuple[Pieces, ...]
    remarks: tuple[Message, ...]
    links: tuple[Cell | Line, ...]


def tell(subject: Subject, cell: Cell, reading: Reading) -> Told:
    """Tell how `cell`, the one of `subject`, was made."""
    trace, step = subject.trace, subject.step
    made = step.expression(cell.tensor, cell.index)
    reading = replace(reading, hidden=_masked(trace, step, cell), symbols=_symbols(step, cell))
    written_out = _written_out(trace, step, cell)
    shown = written_out or decided(made, trace)
    if isinstance(step.operation, ops.Mask):  # a product of ones and zeros is told better in words
        shown = Number(subject.value)
    more = _workings(trace, step, cell, reading) if _has_workings(step, cell) and not written_out else ()
    links = (*cells(made), *cells(shown))
    special = None
    if not math.isfinite(subject.value) and not isinstance(shown, Number):
        special = special_remark(subject, _operands(made, trace))
    said = [
        *([special] if special else ()),
        *_rounding(trace, shown, cell, reading),
        *remarks(subject),
    ]
    line = _line(
        shown, cell, reading, in_names=written_out is None and not isinstance(step.operation, ops.Mask)
    )
    return Told(line, more, tuple(said), links)


def _line(shown: Expression, cell: Cell, reading: Reading, *, in_names: bool) -> Pieces:
    equals = Piece(" = ")
    numbers = pieces(shown, reading)
    if isinstance(shown, Number):  # such as −∞, or the 0 of what is masked: exact, whatever the places
        return equals, Piece(constant_text(shown.value), cell, PieceStyle.RESULT)
    names = pieces(shown, replace(reading, named=True))
    result = number_piece(cell, reading, PieceStyle.RESULT)
    if isinstance(shown, Cell):
        return equals, *names, equals, replace(result, cell=shown)
    stages = [names, numbers] if in_names and joined(names) != joined(numbers) else [numbers]
    if joined(numbers) == result.text:  # a sum of one term
        stages.remove(numbers)
    return tuple(piece for stage in [*stages, (result,)] for piece in (equals, *stage))


def _symbols(step: Step, cell: Cell) -> Mapping[str, str]:
    """Return short words where the place is clear: workings of this step, gain and bias, the x of GELU."""
    if isinstance(step.operation, GeluExact | GeluTanh):
        return {step.inputs[0]: "x"}
    if cell.tensor != step.name:
        return {}
    words = {step.working(working): working for working in step.operation.workings}
    if isinstance(step.operation, ops.LayerNorm):
        words |= {step.inputs[1]: "gain", step.inputs[2]: "bias"}
    return words


def _operands(made: Expression, trace: Trace) -> tuple[Cell, ...]:
    return tuple(Cell(place.tensor, index) for place in cells(made) for index in indices(place, trace))


# Softmax


def _mask_row(trace: Trace, mask: str, row: int) -> list[bool]:
    allowed: list[bool] = (trace[mask].values[row] > 0).tolist()
    return allowed


def _masked(trace: Trace, step: Step, cell: Cell) -> frozenset[Cell]:
    """Return the operands that a mask leaves out of the sum behind `cell`."""
    if isinstance(step.operation, ops.Softmax) and len(step.inputs) > 1:
        row = cell.index[: len(step.axes) - 1]
        allowed = _mask_row(trace, step.inputs[1], row[-1])
        names = (step.working("exp"), step.inputs[0])
        return frozenset(
            Cell(name, (*row, key)) for name in names for key, seen in enumerate(allowed) if not seen
        )
    if isinstance(step.operation, ops.WeightedSum) and (mask := weighted_mask(trace, step)):
        head, query, column = cell.index
        values = trace[step.inputs[1]].values[head, :, column]
        allowed = _mask_row(trace, mask, query)
        # 0·∞ is NaN: such a value does take part.
        return frozenset(
            Cell(step.inputs[0], (head, query, key))
            for key, seen in enumerate(allowed)
            if not seen and math.isfinite(values[key])
        )
    return frozenset()


def _has_workings(step: Step, cell: Cell) -> bool:
    return isinstance(step.operation, ops.Softmax) and cell.tensor == step.name


def _visible_keys(trace: Trace, step: Step, row: tuple[int, ...]) -> list[int]:
    if len(step.inputs) < 2:
        return list(range(step.axes[-1].size))
    return [key for key, seen in enumerate(_mask_row(trace, step.inputs[1], row[-1])) if seen]


def _written_out(trace: Trace, step: Step, cell: Cell) -> Expression | None:
    """Return a softmax share in powers of e where the row is short, else None."""
    if not _has_workings(step, cell):
        return None
    row = cell.index[:-1]
    keys = _visible_keys(trace, step, row)
    if not 0 < len(keys) <= INLINED_KEYS:
        return None
    exponential, total = step.working("exp"), step.working("sum")

    def exponent(key: int) -> Expression:
        return decided(step.expression(exponential, (*row, key)), trace)

    def write_out(node: Expression) -> Expression:
        if node == Cell(total, row):
            return exponent(keys[0]) if len(keys) == 1 else Sum(tuple(exponent(key) for key in keys))
        return exponent(cell.index[-1]) if node == Cell(exponential, cell.index) else node

    return rewritten(decided(step.expression(cell.tensor, cell.index), trace), write_out)


def _workings(trace: Trace, step: Step, cell: Cell, reading: Reading) -> tuple[Pieces, ...]:
    """Return ``exp = e^(0.81 − 1.35)   sum = 0.47 + 0.58 + …``, or nothing for a row that looks nowhere."""
    row = cell.index[:-1]
    if not _visible_keys(trace, step, row):
        return ()
    made: list[Piece] = []
    for working, index in (("exp", cell.index), ("sum", row)):
        name = step.working(working)
        shown = step.expression(name, index)
        made += [Piece("   ")] if made else []
        made += [Piece(working, Cell(name, index), PieceStyle.NAME), Piece(" = "), *pieces(shown, reading)]
    return (tuple(made),)


# Rounding


def _rounding(trace: Trace, shown: Expression, cell: Cell, reading: Reading) -> Iterator[Message]:
    """Say so where someone who goes on with rounded numbers gets another result."""
    if reading.decimals is None or isinstance(shown, Cell | Number):
        return
    exact = float(trace[cell.tensor].values[cell.index])
    printed = _often_printed(trace, shown, exact, reading)
    if printed is not None:
        yield printed
        if reading.decimals == _ROUNDED_FIRST:
            return
    redone = value(shown, RoundedTensors(trace, reading.decimals))
    if _differ(redone, exact, reading.decimals):
        shown_texts = {"redone": _short(redone, reading.decimals), "exact": _short(exact, reading.decimals)}
        yield say(_FROM_SHOWN, **shown_texts)


def _often_printed(trace: Trace, shown: Expression, exact: float, reading: Reading) -> Message | None:
    # A single number that is rounded twice is nobody's arithmetic.
    if is_shortened(shown, reading) or not 1 < len(_operands(shown, trace)) <= _FEW_OPERANDS:
        return None
    redone = value(shown, RoundedTensors(trace, _ROUNDED_FIRST))
    if not _differ(redone, exact, _PRINTED):
        return None
    arithmetic = joined(pieces(shown, replace(reading, decimals=_ROUNDED_FIRST)))
    return say(
        _OFTEN_PRINTED,
        printed=number_text(redone, _PRINTED),
        places=_ROUNDED_FIRST,
        arithmetic=arithmetic,
        redone=number_text(redone, _ROUNDED_FIRST),
        exact=_short(exact, _PRINTED),
    )


def _differ(redone: float, exact: float, decimals: int) -> bool:
    finite = math.isfinite(redone) and math.isfinite(exact)
    return finite and number_text(redone, decimals) != number_text(exact, decimals)


def _short(number: float, decimals: int) -> str:
    """Write two places more than are shown, without zeros at their end."""
    text = number_text(number, decimals + 2)
    return text.removesuffix("0").removesuffix("0").removesuffix(".") if "e" not in text else text
