"""The reader that finds where a number stops being finite: the innermost node that makes ∞ or NaN by itself.

It computes each node as the proof does (`core.expression.value`), so what it says is derived and not guessed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import Enum

from core.expression import nodes
from core.expression.cells import indices
from core.expression.nodes import Cell, Expression, Line
from core.expression.value import line_values, value
from core.record import Record
from core.tensor import NamedTensor


class Deed(Enum):
    """What was done to the operands."""

    READ = "read"
    """Nothing: the operand itself is ∞ or NaN."""
    ADD = "add"
    SUBTRACT = "subtract"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    POWER = "power"
    ROOT = "root"
    EXP = "exp"
    WAVE = "wave"
    """Sine or cosine."""


class Break(Record):
    """One node that makes ∞ or NaN of operands that are none, or NaN of infinite ones."""

    deed: Deed
    operands: tuple[float, ...]
    result: float
    cell: Cell | None = None
    """The operand that was ∞ or NaN before, where nothing was done but to read it."""
    before: Break | None = None
    """What made an operand infinite, where it was made on the way and not read."""


Tensors = Mapping[str, NamedTensor]


def find_break(expression: Expression, tensors: Tensors) -> Break | None:
    """Return where `expression` stops being finite, None where its value is finite."""
    result = value(expression, tensors)
    if math.isfinite(result):
        return None
    if isinstance(expression, Cell):
        return Break(Deed.READ, (result,), result, expression)
    if isinstance(expression, nodes.Where):
        taken = value(expression.left, tensors) > value(expression.right, tensors)
        return find_break(expression.holds if taken else expression.fails, tensors)
    if isinstance(expression, nodes.Dot):
        return _dot(expression, result, tensors)
    if isinstance(expression, nodes.Total | nodes.Mean | nodes.Largest):
        numbers = line_values(expression.line, tensors)
        return _line(expression.line, numbers, result, tensors)
    return _inner(expression, result, tensors)


def _inner(expression: Expression, result: float, tensors: Tensors) -> Break:
    """Go on in the operand that is to blame; where none is, the node itself is."""
    deed, parts_of = _DEEDS[type(expression)]
    parts: tuple[Expression, ...] = parts_of(expression)
    numbers = tuple(value(part, tensors) for part in parts)
    blamed = _first(numbers, math.isnan if math.isnan(result) else math.isinf)
    found = None if blamed is None else find_break(parts[blamed], tensors)
    if found is not None:
        return found
    infinite = (find_break(part, tensors) for part in parts)
    before = next((one for one in infinite if one is not None and one.deed is not Deed.READ), None)
    return Break(deed, numbers, result, before=before)


def _dot(dot: nodes.Dot, result: float, tensors: Tensors) -> Break:
    sides = [(line, line_values(line, tensors)) for line in (dot.left, dot.right)]
    pairs = list(zip(*(numbers for _, numbers in sides), strict=True))
    products = [a * b for a, b in pairs]
    for line, numbers in sides:
        place = _first(numbers, math.isnan if math.isnan(result) else math.isinf)
        if place is not None:
            return _read(line, place, numbers[place], tensors)
    wrong = _first(products, math.isnan)
    if wrong is not None:
        return Break(Deed.MULTIPLY, pairs[wrong], products[wrong])
    made = (place for place, pair in enumerate(pairs) if _overflows(pair, products[place]))
    first = next(made, None)
    before = None if first is None else Break(Deed.MULTIPLY, pairs[first], products[first])
    if before is not None and not math.isnan(result):
        return before
    return Break(Deed.ADD, tuple(products), result, before=before)


def _overflows(pair: tuple[float, ...], product: float) -> bool:
    return math.isinf(product) and all(map(math.isfinite, pair))


def _line(line: Line, numbers: list[float], result: float, tensors: Tensors) -> Break:
    place = _first(numbers, math.isnan if math.isnan(result) else math.isinf)
    if place is not None:
        return _read(line, place, numbers[place], tensors)
    return Break(Deed.ADD, tuple(numbers), result)


def _read(line: Line, place: int, number: float, tensors: Tensors) -> Break:
    return Break(Deed.READ, (number,), number, Cell(line.tensor, indices(line, tensors)[place]))


def _first(numbers: list[float] | tuple[float, ...], test: Callable[[float], bool]) -> int | None:
    return next((place for place, number in enumerate(numbers) if test(number)), None)


_DEEDS: dict[type, tuple[Deed, Callable[..., tuple[Expression, ...]]]] = {
    nodes.Number: (Deed.READ, lambda _: ()),
    nodes.Sum: (Deed.ADD, lambda e: e.terms),
    nodes.Difference: (Deed.SUBTRACT, lambda e: (e.left, e.right)),
    nodes.Product: (Deed.MULTIPLY, lambda e: e.factors),
    nodes.Quotient: (Deed.DIVIDE, lambda e: (e.upper, e.lower)),
    nodes.Power: (Deed.POWER, lambda e: (e.base, e.exponent)),
    nodes.Root: (Deed.ROOT, lambda e: (e.inner,)),
    nodes.Exp: (Deed.EXP, lambda e: (e.inner,)),
    nodes.Erf: (Deed.READ, lambda e: (e.inner,)),
    nodes.Tanh: (Deed.READ, lambda e: (e.inner,)),
    nodes.Sin: (Deed.WAVE, lambda e: (e.inner,)),
    nodes.Cos: (Deed.WAVE, lambda e: (e.inner,)),
}
