"""Which columns turn together by position (RoPE), and how each pair of one row was turned."""

from __future__ import annotations

import math

from msgspec.structs import replace

from app.models.stage_words import translate
from app.selection import Place
from core.expression.numbers import constant_text, number_text
from core.ops.rotary import Rotate
from core.program import Step
from core.record import Record
from core.tensor import Array
from core.trace import Trace

_DIGITS = 3
_RINGED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


class Turn(Record):
    """One pair of a row: two numbers of the trace before and after, and the angle between them."""

    pair: int
    columns: tuple[int, int]
    before: tuple[float, float]
    after: tuple[float, float]
    angle: float
    """In radians, as the trace has it."""
    told: str = ""
    """The angle in words, with how it is made."""


def pairs_of_columns(operation: Rotate, count: int) -> tuple[int, ...]:
    """Return the pair of each of so many columns; −1 for one that stays."""
    return tuple(operation.pair(column)[0] if column < operation.columns else -1 for column in range(count))


def pair_label(label: str, pair: int) -> str:
    """Return the header of a column with the number of its pair: ``3 ②``."""
    if pair < 0:
        return label
    return f"{label} {_RINGED[pair] if pair < len(_RINGED) else f'({pair + 1})'}"


def chosen_turn(step: Step, chosen: Place | None) -> tuple[int, int]:
    """Return the row of a chosen cell, 0 for one of another step, and the pair it is in, −1 for none."""
    assert isinstance(step.operation, Rotate)
    if chosen is None:
        return 0, -1
    if chosen.tensor == step.working("angle"):
        return chosen.index[0], chosen.index[1]
    if chosen.tensor not in (step.name, *step.inputs):
        return 0, -1
    _, row, column = chosen.index
    return row, pairs_of_columns(step.operation, column + 1)[column]


def turns(trace: Trace, step: Step, head: int, row: int) -> tuple[Turn, ...]:
    """Return how each pair of a row was turned; nothing where there are no such numbers.

    Parameters
    ----------
    trace : Trace
    step : Step
    head, row : int
        Of the result, from 0.
    """
    operation, made_there = step.operation, trace.get(step.name)
    if not isinstance(operation, Rotate) or made_there is None:
        return ()
    heads, rows, _ = made_there.shape
    if head >= heads or row >= rows:  # of another run that has fewer
        return ()
    before, after = (trace[name].values[head, row] for name in (step.inputs[0], step.name))
    angles = trace[step.working("angle")].values[row]
    made = []
    for pair, angle in enumerate(angles):
        _, first, second = operation.pair(pair if operation.halves else 2 * pair)
        columns = [first, second]
        turn = Turn(pair, (first, second), _point(before[columns]), _point(after[columns]), float(angle))
        made.append(replace(turn, told=_told(turn, operation, operation.first + row)))
    return tuple(made)


def _point(numbers: Array) -> tuple[float, float]:
    return float(numbers[0]), float(numbers[1])


def _told(turn: Turn, operation: Rotate, position: int) -> str:
    words = translate(
        "Stage",
        "Pair {pair}, columns {first} and {second}: turned by θ = position · base^(−2i/d) = "
        "{position} · {base}^(−{twice}/{columns}) = {angle} radians, {degrees}°, "
        "from ({before}) to ({after})",
    )
    points = {
        "before": ", ".join(number_text(number, _DIGITS) for number in turn.before),
        "after": ", ".join(number_text(number, _DIGITS) for number in turn.after),
    }
    return words.format(
        pair=turn.pair + 1,
        first=turn.columns[0] + 1,
        second=turn.columns[1] + 1,
        position=position,
        base=constant_text(operation.base),
        twice=2 * turn.pair,
        columns=operation.columns,
        angle=number_text(turn.angle, _DIGITS),
        degrees=number_text(math.degrees(turn.angle), 1),
        **points,
    )
