"""The readers that write and light: texts that need no guessing, cells in order."""

import math

import pytest

from core.expression.cells import cells, indices, lit
from core.expression.nodes import (
    Cell,
    Difference,
    Dot,
    Exp,
    Line,
    Mean,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    Total,
    Where,
)
from core.expression.numbers import constant_text, number_text
from core.expression.text import as_text
from core.tensor import Axis, NamedTensor

TENSORS = {
    "x": NamedTensor.of("x", (Axis("row", 2), Axis("column", 3)), [[1, -2, 0.5], [0.25, 4, math.inf]]),
    "n": NamedTensor.of("n", (Axis("row", 2),), [-3, 2]),
    "t": NamedTensor.of("t", (Axis("a", 2),), [1.5e-6, -2e-8]),
}
X, Y, N, T = Cell("x", (0, 0)), Cell("x", (0, 1)), Cell("n", (0,)), Cell("t", (0,))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (Sum((X, Y)), "1.00 + (−2.00)"),
        (Difference(N, Y), "−3 − (−2.00)"),
        (Difference(X, Sum((X, Y))), "1.00 − (1.00 + (−2.00))"),
        (Product((N, X, Sum((X, X)))), "(−3)·1.00·(1.00 + 1.00)"),
        (Quotient(Y, Root(Number(4.0, "d_k"))), "−2.00 / √4"),
        (Product((X, Quotient(Y, X))), "1.00·(−2.00 / 1.00)"),
        (Quotient(X, Product((X, X))), "1.00 / (1.00·1.00)"),
        (Power(Y, Number(3.0)), "(−2.00)^3"),
        (Power(X, Number(-1.0)), "1.00^(−1)"),
        (Exp(Difference(X, Y)), "e^(1.00 − (−2.00))"),
        (Exp(Power(X, N)), "e^(1.00^(−3))"),
        (Root(Quotient(Number(2.0), Number(math.pi, "π"))), "√(2 / π)"),
        (Dot(Line("x", (0, None)), Line("x", (1, None))), "1.00·0.25 + (−2.00)·4.00 + 0.50·∞"),
        (Mean(Line("n", (None,))), "((−3) + 2) / 2"),
        (Where(N, Number(0.0), X, Y), "−2.00"),
        (Where(Number(0.0), N, Number(0.0), N), "max(0, −3)"),
        (Number(1e-5, "ε"), "0.00001"),
        (Number(-math.inf), "−∞"),
        (Power(T, Number(2.0)), "(1.50e−06)^2"),
        (Product((T, Quotient(X, T))), "1.50e−06·1.00 / 1.50e−06"),
        (Total(Line("t", (None,))), "1.50e−06 + (−2.00e−08)"),
    ],
)
def test_texts_need_no_guessing(expression, text):
    assert as_text(expression, TENSORS) == text


def test_numbers_as_they_were_chosen():
    assert [constant_text(number) for number in (10_000.0, 0.044715, -0.5, 1e-12, 1e22)] == [
        "10000",
        "0.044715",
        "−0.5",
        "1e−12",
        "1e+22",
    ]
    assert number_text(math.nan, 2) == "NaN"
    assert number_text(1.5e13, 2) == "1.50e+13"


def test_cells_come_once_in_order_of_appearance():
    expression = Sum((Product((Y, X)), Where(N, X, Dot(Line("x", (0, None)), Line("n", (None,))), Y)))
    assert cells(expression) == (Y, X, N, Line("x", (0, None)), Line("n", (None,)))
    assert indices(Line("x", (None, 1)), TENSORS) == ((0, 1), (1, 1))
    assert lit((X, Line("x", (0, None))), TENSORS) == {"x": frozenset({(0, 0), (0, 1), (0, 2)})}
