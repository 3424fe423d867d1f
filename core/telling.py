"""Telling one computed cell: its arithmetic in names and in numbers, and what rounding does to it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain

from msgspec.structs import replace

from core import ops
from core.expression.cells import cells, indices
from core.expression.nodes import Cell, Dot, Expression, Line, Number, Sum
from core.expression.numbers import by_school, constant_text, decimal_text, number_text
from core.expression.pieces import Piece, Pieces, PieceStyle
from core.expression.rewrite import RoundedTensors, decided, rewritten
from core.expression.text import Reading, is_shortened, number_piece, pieces
from core.expression.value import value
from core.expression.writing import Writing, writing_of_redone, written_span
from core.making import making
from core.passing import origin
from core.program import Step
from core.record import Record
from core.remarks import remarks
from core.remarks.attention import weighted_mask
from core.remarks.base import Subject, say
from core.remarks.special import special_remark
from core.text import QT_TRANSLATE_NOOP, Message
from core.trace import Trace

INLINED_KEYS = 3
"""A softmax row with no more visible keys is written out in powers of e."""
_PRINTED = 2
ROUNDED_FIRST = 3
"""Textbooks round to three places, go on with those numbers and print two."""
_FEW_TERMS = 4
"""More of them nobody works out by hand."""
_MOST_APART = 0.01
"""Where terms cancel, what rounding leaves of them says nothing."""
_EQUALS = Piece(" = ")

_FROM_SHOWN = QT_TRANSLATE_NOOP("Explain", "From the rounded numbers shown: {redone}; exact: {exact}.")
_ROUNDED_BEFORE = QT_TRANSLATE_NOOP(
    "Explain",
    "If the numbers are rounded to {places} places first: {arithmetic} = {redone}, printed as {printed}; "
    "unrounded it is {exact}.",
)


class Told(Record):
    """What `tell` has to say."""

    line: Pieces
    """From the first ``=`` to the result."""
    more: tuple[Pieces, ...]
    remarks: tuple[Message, ...]
    links: tuple[Cell | Line, ...]


def tell(subject: Subject, cell: Cell, reading: Reading) -> Told:
    """Tell how `cell`, the one of `subject`, was made."""
    trace, step = subject.trace, subject.step
    made = making(trace.program, cell)
    seen = _row_seen(trace, step, cell)
    reading = replace(reading, hidden=_masked(trace, step, cell, seen), symbols=made.symbols)
    written_out = _written_out(trace, step, cell, seen)
    links = made.places
    if written_out is not None:
        shown, in_names = written_out, False
        links += cells(written_out)
    elif isinstance(step.operation, ops.Mask):  # a product of ones and zeros is told better in words
        shown, in_names = Number(subject.value), False
    else:
        shown, in_names = decided(made.expression, reading.tensors), True
    special = None if isinstance(shown, Number) else special_remark(subject, made.expression)
    said = [*([special] if special else ()), *_rounding(subject, shown, reading), *remarks(subject)]
    has_more = _has_workings(step, cell) and written_out is None and any(seen)
    more = (_workings(trace, step, cell, reading),) if has_more else ()
    return Told(_line(shown, cell, reading, in_names=in_names), more, tuple(said), links)


def _line(shown: Expression, cell: Cell, reading: Reading, *, in_names: bool) -> Pieces:
    if isinstance(shown, Number):  # such as −∞, or the 0 of what is masked: exact, whatever the places
        return _EQUALS, Piece(constant_text(shown.value), cell, PieceStyle.RESULT)
    result = number_piece(cell, reading, PieceStyle.RESULT)
    names = pieces(shown, replace(reading, named=True)) if in_names else ()
    if isinstance(shown, Cell):
        return _EQUALS, *names, _EQUALS, replace(result, cell=shown)
    numbers = pieces(shown, reading)
    is_alone = [piece.text for piece in numbers] == [result.text]  # a sum of one term
    says_more = [piece.text for piece in names] != [piece.text for piece in numbers]
    line: list[Piece] = []
    if names and says_more:
        line += (_EQUALS, *names)
    if not is_alone:
        line += (_EQUALS, *numbers)
    return *line, _EQUALS, result


# Softmax


def _mask_row(trace: Trace, mask: str, row: int) -> list[bool]:
    allowed: list[bool] = (trace[mask].values[row] > 0).tolist()
    return allowed


def _row_seen(trace: Trace, step: Step, cell: Cell) -> list[bool]:
    """Return which keys the row of a softmax looks at; nothing for another operation."""
    if not isinstance(step.operation, ops.Softmax):
        return []
    if len(step.inputs) < 2:
        return [True] * step.axes[-1].size
    return _mask_row(trace, step.inputs[1], cell.index[len(step.axes) - 2])


def _masked(trace: Trace, step: Step, cell: Cell, seen: list[bool]) -> frozenset[Cell]:
    """Return the operands that a mask leaves out of the sum behind `cell`."""
    if not all(seen):
        row = cell.index[: len(step.axes) - 1]
        names = (step.working("exp"), origin(trace.program, step.inputs[0]))
        return frozenset(Cell(name, (*row, key)) for name in names for key, one in enumerate(seen) if not one)
    if isinstance(step.operation, ops.WeightedSum) and (mask := weighted_mask(trace, step)):
        head, query, column = cell.index
        values = trace[step.inputs[1]].values[step.operation.head_read(head), :, column].tolist()
        allowed = _mask_row(trace, mask, query)
        # 0·∞ is NaN: such a value does take part.
        return frozenset(
            Cell(step.inputs[0], (head, query, key))
            for key, one in enumerate(allowed)
            if not one and math.isfinite(values[key])
        )
    return frozenset()


def _has_workings(step: Step, cell: Cell) -> bool:
    return isinstance(step.operation, ops.Softmax) and cell.tensor == step.name


def _written_out(trace: Trace, step: Step, cell: Cell, seen: list[bool]) -> Expression | None:
    """Return a softmax share in powers of e where the row is short, else None."""
    if not _has_workings(step, cell) or not 0 < sum(seen) <= INLINED_KEYS:
        return None
    row = cell.index[:-1]
    keys = [key for key, one in enumerate(seen) if one]
    exponential, total = step.working("exp"), step.working("sum")

    def exponent(key: int) -> Expression:
        return decided(making(trace.program, Cell(exponential, (*row, key))).expression, trace)

    def write_out(node: Expression) -> Expression:
        if node == Cell(total, row):
            return exponent(keys[0]) if len(keys) == 1 else Sum(tuple(exponent(key) for key in keys))
        return exponent(cell.index[-1]) if node == Cell(exponential, cell.index) else node

    return rewritten(decided(step.expression(cell.tensor, cell.index), trace), write_out)


def _workings(trace: Trace, step: Step, cell: Cell, reading: Reading) -> Pieces:
    """Return ``exp = e^(0.81 − 1.35)   sum = 0.47 + 0.58 + …``."""
    made: list[Piece] = []
    for working, index in (("exp", cell.index), ("sum", cell.index[:-1])):
        name = step.working(working)
        shown = making(trace.program, Cell(name, index)).expression
        made += [Piece("   ")] if made else []
        made += [Piece(working, Cell(name, index), PieceStyle.NAME), _EQUALS, *pieces(shown, reading)]
    return tuple(made)


# Rounding


def _rounding(subject: Subject, shown: Expression, reading: Reading) -> Iterator[Message]:
    """Say so where someone who goes on with rounded numbers gets another result."""
    if reading.decimals is None or isinstance(shown, Cell | Number):
        return
    trace, exact = subject.trace, subject.value
    printed = _rounded_before(trace, subject.step, shown, exact, reading)
    if printed is not None:
        yield printed
        if reading.decimals == ROUNDED_FIRST:
            return
    if is_shortened(shown, reading):  # the numbers shown are not all there are
        return
    redone = value(shown, RoundedTensors(reading.tensors, reading.decimals))
    how = writing_of_redone(trace[subject.name], reading.decimals)
    if _differ(redone, exact, how):
        finer = how.with_more(2)
        yield say(_FROM_SHOWN, redone=_short(redone, finer), exact=_short(exact, finer))


def _rounded_before(
    trace: Trace, step: Step, shown: Expression, exact: float, reading: Reading
) -> Message | None:
    """Return what a mix of values comes to by hand, as in books: weights rounded first, the sum printed."""
    if not isinstance(step.operation, ops.WeightedSum) or not isinstance(shown, Dot):
        return None
    weights = trace.program.maker(step.inputs[0])
    if weights is None or not isinstance(weights.operation, ops.Softmax):
        return None
    lines = [[Cell(line.tensor, at) for at in indices(line, trace)] for line in (shown.left, shown.right)]
    seen = [pair for pair in zip(*lines, strict=True) if not reading.hidden.intersection(pair)]
    numbers = [[float(trace[cell.tensor].values[cell.index]) for cell in pair] for pair in seen]
    flat = [*chain.from_iterable(numbers), exact]
    if not 0 < len(seen) <= _FEW_TERMS or not all(map(math.isfinite, flat)):
        return None
    names = (shown.left.tensor, shown.right.tensor, step.name)
    if any(written_span(trace[name]).writing(_PRINTED).exponent for name in names):  # rounded to no places
        return None
    rounded = [[by_school(number, ROUNDED_FIRST) for number in pair] for pair in numbers]
    redone = sum((weight * value for weight, value in rounded), Decimal(0))
    printed, unrounded = by_school(redone, _PRINTED), by_school(exact, _PRINTED)
    if printed == unrounded or abs(redone - Decimal(exact)) > abs(Decimal(exact)) * Decimal(_MOST_APART):
        return None
    products = ("·".join(_by_hand(trace, cell) for cell in pair) for pair in seen)
    return say(
        _ROUNDED_BEFORE,
        printed=decimal_text(printed),
        places=ROUNDED_FIRST,
        arithmetic=" + ".join(products),
        redone=decimal_text(redone.normalize()),
        exact=_told_from(exact, redone),
    )


def _by_hand(trace: Trace, cell: Cell) -> str:
    tensor = trace[cell.tensor]
    number = by_school(
        float(tensor.values[cell.index]), 0 if written_span(tensor).is_whole else ROUNDED_FIRST
    )
    return f"({decimal_text(number)})" if number < 0 else decimal_text(number)


def _told_from(exact: float, redone: Decimal) -> str:
    """Write `exact` with two places more than books print, or as many as tell it from `redone`."""
    for places in range(_PRINTED + 2, 16):
        told = by_school(exact, places)
        if told != redone and by_school(told, _PRINTED) == by_school(exact, _PRINTED):
            return decimal_text(told.normalize())
    return number_text(exact, None)


def _differ(redone: float, exact: float, how: Writing) -> bool:
    finite = math.isfinite(redone) and math.isfinite(exact)
    return finite and how.text(redone) != how.text(exact)


def _short(number: float, how: Writing) -> str:
    """Write a number without two zeros at its end."""
    text = how.text(number)
    return text.removesuffix("0").removesuffix("0").removesuffix(".") if "e" not in text else text
