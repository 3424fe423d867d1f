"""The expression tree: how one cell is made from cells, rows and columns of named tensors.

Records only. An expression depends on indices, shapes and options, never on values; readers
(`core.expression.value`, `core.expression.text`, …) are functions over it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a named tensor."""

    tensor: str
    index: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column of a named tensor: exactly one entry of `index` is None and runs over its axis."""

    tensor: str
    index: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number that comes from an option, a size or a position; `name` says which (``T``, ``ε``, ``d_k``)."""

    value: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """The sum of the products of two lines of equal length."""

    left: Line
    right: Line


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of a line."""

    line: Line


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a line."""

    line: Line


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest value of a line; NaN when one of them is."""

    line: Line


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of terms."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """left − right."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Product:
    """The product of factors."""

    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """upper / lower, by IEEE 754: 1/0 is ∞, 0/0 is NaN."""

    upper: Expression
    lower: Expression


@dataclass(frozen=True, slots=True)
class Power:
    """base to the power exponent."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Root:
    """The square root."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Exp:
    """e to the power inner."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Erf:
    """The error function."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Tanh:
    """The hyperbolic tangent."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Sin:
    """The sine of an angle in radians."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Cos:
    """The cosine of an angle in radians."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Where:
    """`holds` where left > right, else `fails` (also when a side is NaN)."""

    left: Expression
    right: Expression
    holds: Expression
    fails: Expression


Function: TypeAlias = Root | Exp | Erf | Tanh | Sin | Cos
Reduction: TypeAlias = Total | Mean | Largest
Expression: TypeAlias = (
    Cell | Number | Dot | Reduction | Sum | Difference | Product | Quotient | Power | Function | Where
)
