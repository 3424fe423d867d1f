"""The expression tree: how one cell is made from cells, rows and columns of named tensors.

Records only. An expression depends on indices, shapes and options, never on values; readers
(`core.expression.value`, `core.expression.text`, …) are functions over it.
"""

from __future__ import annotations

from typing import TypeAlias

from core.record import Record


class Cell(Record):
    """One cell of a named tensor."""

    tensor: str
    index: tuple[int, ...]


class Line(Record):
    """A row or column of a named tensor: exactly one entry of `index` is None and runs over its axis."""

    tensor: str
    index: tuple[int | None, ...]


class Number(Record):
    """A number that comes from an option, a size or a position; `name` says which (``T``, ``ε``, ``d_k``)."""

    value: float
    name: str = ""


class Dot(Record):
    """The sum of the products of two lines of equal length."""

    left: Line
    right: Line


class Total(Record):
    """The sum of a line."""

    line: Line


class Mean(Record):
    """The mean of a line."""

    line: Line


class Largest(Record):
    """The largest value of a line; NaN when one of them is."""

    line: Line


class Rank(Record):
    """Which place the number at `at` has in a line: 1 for the largest; of equals, the first comes first."""

    line: Line
    at: int


class Ahead(Record):
    """The sum of the numbers of a line that come before the one at `at` in the order of `Rank`."""

    line: Line
    at: int


class Sum(Record):
    """The sum of terms."""

    terms: tuple[Expression, ...]


class Difference(Record):
    """left − right."""

    left: Expression
    right: Expression


class Product(Record):
    """The product of factors."""

    factors: tuple[Expression, ...]


class Quotient(Record):
    """upper / lower, by IEEE 754: 1/0 is ∞, 0/0 is NaN."""

    upper: Expression
    lower: Expression


class Power(Record):
    """base to the power exponent."""

    base: Expression
    exponent: Expression


class Root(Record):
    """The square root."""

    inner: Expression


class Exp(Record):
    """e to the power inner."""

    inner: Expression


class Erf(Record):
    """The error function."""

    inner: Expression


class Tanh(Record):
    """The hyperbolic tangent."""

    inner: Expression


class Sin(Record):
    """The sine of an angle in radians."""

    inner: Expression


class Cos(Record):
    """The cosine of an angle in radians."""

    inner: Expression


class Where(Record):
    """`holds` where left > right, else `fails` (also when a side is NaN)."""

    left: Expression
    right: Expression
    holds: Expression
    fails: Expression


Function: TypeAlias = Root | Exp | Erf | Tanh | Sin | Cos
Reduction: TypeAlias = Total | Mean | Largest
Placing: TypeAlias = Rank | Ahead
Expression: TypeAlias = (
    Cell
    | Number
    | Dot
    | Reduction
    | Placing
    | Sum
    | Difference
    | Product
    | Quotient
    | Power
    | Function
    | Where
)
