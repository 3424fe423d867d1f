"""Why a number is ∞ or NaN, in words: what was done to which operands (`core.expression.breaks`)."""

from __future__ import annotations

import math

from core import ops
from core.expression.breaks import Break, Deed, find_break
from core.expression.nodes import Expression
from core.expression.numbers import MINUS, number_text
from core.expression.value import value as value_of
from core.expression.writing import IN_FULL, writing_of_redone
from core.ops.elementary import TypedIn
from core.remarks.attention import looks_nowhere, nowhere_is_nan
from core.remarks.base import Subject, say
from core.text import QT_TRANSLATE_NOOP, Message

_DIGITS = 8
"""Longer numbers are shortened to six digits, unless all digits are asked for."""
_FEW = 4
"""A longer sum is counted and not written out."""

_NAN_FROM = QT_TRANSLATE_NOOP("Explain", "{cell} is NaN (not a number), and so is all that is made from it.")
_INFINITE_FROM = QT_TRANSLATE_NOOP("Explain", "{cell} is {value}, and so is the result.")
_GIVEN = QT_TRANSLATE_NOOP("Explain", "{cell} is {value}, and it is not computed: change it there.")
_TOO_LARGE = QT_TRANSLATE_NOOP("Explain", "{arithmetic} is more than any float64 can hold: {value}.")
_TOO_SMALL = QT_TRANSLATE_NOOP("Explain", "{arithmetic} is less than any float64 can hold: {value}.")
_LONG_SUM = QT_TRANSLATE_NOOP(
    "Explain", "The sum of these {count} numbers is beyond what any float64 can hold: {value}."
)
_BY_ZERO = QT_TRANSLATE_NOOP("Explain", "{arithmetic}: a number divided by 0 is {value}.")
_NO_VALUE = QT_TRANSLATE_NOOP("Explain", "{arithmetic} has no value: NaN (not a number).")
_NO_ROOT = QT_TRANSLATE_NOOP("Explain", "{arithmetic}: a negative number has no root: NaN (not a number).")
_THEN = QT_TRANSLATE_NOOP("Explain", "{first} {then}")
_NOT_AGAIN = QT_TRANSLATE_NOOP(
    "Explain", "{value}, though its arithmetic comes to {recomputed}: the step computes something else."
)


def special_remark(subject: Subject, made: Expression) -> Message | None:
    """Return why the cell of `subject`, made as `made` says, is NaN or ±∞; None for a finite number."""
    if math.isfinite(subject.value):
        return None
    if _looks_nowhere(subject):
        return nowhere_is_nan()
    found = find_break(made, subject.trace)
    if found is None:
        places, tensor = subject.decimals, subject.trace[subject.name]
        how = IN_FULL if places is None else writing_of_redone(tensor, places)
        recomputed = how.text(value_of(made, subject.trace))
        return say(_NOT_AGAIN, value=number_text(subject.value, 0), recomputed=recomputed)
    if found.cell is not None:
        return _read(subject, found)
    full = subject.decimals is None
    then = _told(found, full=full)
    return then if found.before is None else say(_THEN, first=_told(found.before, full=full), then=then)


def _looks_nowhere(subject: Subject) -> bool:
    """Return whether NaN stands here because the policy wants it for a row that may look nowhere."""
    step = subject.step
    is_policy = isinstance(step.operation, ops.Softmax) and step.operation.nowhere == "nan"
    if not is_policy or subject.working or len(step.inputs) < 2:
        return False
    return looks_nowhere(subject, step.inputs[1], subject.index[-2])


def _read(subject: Subject, found: Break) -> Message:
    assert found.cell is not None
    cell, value = subject.place(found.cell), number_text(found.result, 0)
    maker = subject.trace.program.maker(found.cell.tensor)
    if maker is None or isinstance(maker.operation, TypedIn):
        return say(_GIVEN, cell=cell, value=value)
    if math.isnan(found.result):
        return say(_NAN_FROM, cell=cell)
    return say(_INFINITE_FROM, cell=cell, value=value)


def _told(found: Break, *, full: bool) -> Message:
    value = number_text(found.result, 0)
    if found.deed is Deed.ADD and len(found.operands) > _FEW and not math.isnan(found.result):
        return say(_LONG_SUM, count=len(found.operands), value=value)
    arithmetic = _arithmetic(found, full=full)
    if found.deed is Deed.ROOT:
        return say(_NO_ROOT, arithmetic=arithmetic)
    if math.isnan(found.result):
        return say(_NO_VALUE, arithmetic=arithmetic)
    if found.deed is Deed.DIVIDE and found.operands[1] == 0:
        return say(_BY_ZERO, arithmetic=arithmetic, value=value)
    return say(_TOO_LARGE if found.result > 0 else _TOO_SMALL, arithmetic=arithmetic, value=value)


def _arithmetic(found: Break, *, full: bool) -> str:
    """Return ``1e+308·10``, ``0 / 0``, ``exp(800)``; of a NaN sum what has no value: ``∞ − ∞``."""
    numbers = [_number(number, full=full) for number in found.operands]
    if found.deed is Deed.ADD and math.isnan(found.result):
        return f"∞ {MINUS} ∞"
    if found.deed is Deed.ADD:
        return " + ".join(map(_bracketed, numbers))
    if found.deed is Deed.MULTIPLY:
        return "·".join(map(_bracketed, numbers))
    if found.deed is Deed.SUBTRACT:
        return f"{numbers[0]} {MINUS} {_bracketed(numbers[1])}"
    if found.deed is Deed.DIVIDE:
        return f"{numbers[0]} / {_bracketed(numbers[1])}"
    if found.deed is Deed.POWER:
        return f"{_bracketed(numbers[0])}^{_bracketed(numbers[1])}"
    return f"{_NAMES[found.deed]}({numbers[0]})"


_NAMES = {Deed.ROOT: "√", Deed.EXP: "exp", Deed.WAVE: "sin, cos "}


def _number(number: float, *, full: bool) -> str:
    text = number_text(number, None)
    return text if full or len(text) <= _DIGITS else f"{number:.6g}".replace("-", MINUS)


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith(MINUS) else text
