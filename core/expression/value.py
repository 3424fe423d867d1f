"""The proof's reader: computes an expression with exactly rounded sums, whatever NumPy's order of adding.

IEEE 754 throughout: ∞ and NaN propagate and nothing raises.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from core.expression import nodes
from core.expression.nodes import Expression, Line
from core.sums import exact_sum
from core.tensor import NamedTensor


def value(expression: Expression, tensors: Mapping[str, NamedTensor]) -> float:
    """Compute `expression` from the cells of `tensors`.

    Returns
    -------
    float
        Sums are rounded once (`math.fsum`); NaN and ±∞ come out as IEEE 754 has them.
    """
    return _READERS[type(expression)](expression, tensors)


def line_values(line: Line, tensors: Mapping[str, NamedTensor]) -> list[float]:
    """Return the numbers of a row or column, in order."""
    place = tuple(slice(None) if position is None else position for position in line.index)
    numbers: list[float] = tensors[line.tensor].values[place].tolist()
    return numbers


def ahead_of(numbers: Sequence[float], at: int) -> list[int]:
    """Return the places of the numbers that come before the one at `at`, the largest first.

    Of equals, the first comes first; NaN comes before nothing and behind nothing.
    """
    own = numbers[at]
    found = [place for place, number in enumerate(numbers) if number > own or (number == own and place < at)]
    return sorted(found, key=lambda place: -numbers[place])


def _mean(numbers: list[float]) -> float:
    return exact_sum(numbers) / len(numbers)


def _largest(numbers: list[float]) -> float:
    return math.nan if any(map(math.isnan, numbers)) else max(numbers, default=-math.inf)


def _ahead(node: nodes.Placing, tensors: Mapping[str, NamedTensor]) -> list[float]:
    numbers = line_values(node.line, tensors)
    return [numbers[place] for place in ahead_of(numbers, node.at)]


def _product(factors: Iterable[float]) -> float:
    result = 1.0
    for factor in factors:
        result *= factor
    return result


def _ieee(function: Callable[..., np.float64]) -> Callable[..., float]:
    def quiet(*arguments: float) -> float:
        with np.errstate(all="ignore"):
            return float(function(*map(np.float64, arguments)))

    return quiet


_divided, _power, _root, _exp, _sin, _cos = map(_ieee, (np.divide, np.power, np.sqrt, np.exp, np.sin, np.cos))


def _divide(upper: float, lower: float) -> float:
    return upper / lower if lower else _divided(upper, lower)  # Python raises for 0 alone


_READERS: dict[type, Callable[..., float]] = {
    nodes.Cell: lambda e, t: float(t[e.tensor].values[e.index]),
    nodes.Number: lambda e, t: e.value,  # noqa: ARG005
    nodes.Dot: lambda e, t: exact_sum(
        a * b for a, b in zip(line_values(e.left, t), line_values(e.right, t), strict=True)
    ),
    nodes.Total: lambda e, t: exact_sum(line_values(e.line, t)),
    nodes.Mean: lambda e, t: _mean(line_values(e.line, t)),
    nodes.Largest: lambda e, t: _largest(line_values(e.line, t)),
    nodes.Rank: lambda e, t: 1.0 + len(_ahead(e, t)),
    nodes.Ahead: lambda e, t: exact_sum(_ahead(e, t)),
    nodes.Sum: lambda e, t: exact_sum(value(term, t) for term in e.terms),
    nodes.Difference: lambda e, t: value(e.left, t) - value(e.right, t),
    nodes.Product: lambda e, t: _product(value(factor, t) for factor in e.factors),
    nodes.Quotient: lambda e, t: _divide(value(e.upper, t), value(e.lower, t)),
    nodes.Power: lambda e, t: _power(value(e.base, t), value(e.exponent, t)),
    nodes.Root: lambda e, t: _root(value(e.inner, t)),
    nodes.Exp: lambda e, t: _exp(value(e.inner, t)),
    nodes.Erf: lambda e, t: math.erf(value(e.inner, t)),
    nodes.Tanh: lambda e, t: math.tanh(value(e.inner, t)),
    nodes.Sin: lambda e, t: _sin(value(e.inner, t)),
    nodes.Cos: lambda e, t: _cos(value(e.inner, t)),
    nodes.Where: lambda e, t: value(e.holds if value(e.left, t) > value(e.right, t) else e.fails, t),
}
