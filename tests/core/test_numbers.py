"""What a cell accepts (conventions 2.4 and 2.5)."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formulas import CellReference, FormulaRefused, FormulaTooLong
from core.numbers import (
    AmbiguousNumber,
    EmptyNumber,
    NotANumber,
    NotFinite,
    OtherSpelling,
    edit_text,
    parse_number,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", 1.5),
        (" 1.5 ", 1.5),
        ("+1", 1.0),
        ("01", 1.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e-3", 1e-3),
        ("1E5", 1e5),
        ("１２", 12.0),
        ("１．５", 1.5),
        ("－１", -1.0),
        ("ー1", -1.0),
        ("−1.5", -1.5),
        ("–2", -2.0),
        ("0。5", 0.5),
        ("1\u200b2", 12.0),
        ("\u200e7\u00a0", 7.0),
        ("１ｅ３", 1000.0),
        ("1,234.5", 1234.5),
        ("1,234,567", 1234567.0),
        ("1，234，567", 1234567.0),
        ("1e-400", 0.0),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("5e-324", 5e-324),
    ],
)
def test_a_number_is_read(text, value):
    assert parse_number(text) == value


def test_minus_zero_is_kept():
    assert math.copysign(1, parse_number("-0")) == -1


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("1,5", "1.5"),
        ("0,25", "0.25"),
        ("0,250", "0.250"),
        ("-1,5e3", "-1.5e3"),
        ("1.234,5", "1234.5"),
        ("1.234.567", "1234567"),
        ("1_000", "1000"),
        ("1 234", "1234"),
        ("- 3", "-3"),
        ("1/2", "=1/2"),
        ("sqrt(2)", "=sqrt(2)"),
        ("2^3", "=2^3"),
        ("pi", "=pi"),
    ],
)
def test_another_spelling_is_refused_with_what_to_write(text, proposal):
    with pytest.raises(OtherSpelling) as caught:
        parse_number(text)
    assert str(caught.value) == f"{text} is not a number here: write {proposal}."


def test_one_group_is_refused_as_ambiguous():
    with pytest.raises(AmbiguousNumber) as caught:
        parse_number("1,234")
    assert str(caught.value) == "1,234 can be read in two ways: write 1.234 or 1234."


@pytest.mark.parametrize(
    "text", ["nan", "inf", "-Infinity", "∞", "1e400", "-1e309", "=1/0", "=9**9**9", "=1e308*10"]
)
def test_what_is_not_finite_is_refused(text):
    with pytest.raises(NotFinite, match="finite"):
        parse_number(text)


@pytest.mark.parametrize("text", ["", "  ", "\u3000", "\u200b"])
def test_nothing_is_refused(text):
    with pytest.raises(EmptyNumber):
        parse_number(text)


@pytest.mark.parametrize(
    "text", ["abc", "٣", "0x10", "5%", "$5", "²", "½", "1e", "--1", "1..2", ".", "-", "1,2,3", "1;2"]
)
def test_other_text_is_refused(text):
    with pytest.raises(NotANumber, match="is not a number"):
        parse_number(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("=1/sqrt(2)", 1 / math.sqrt(2)),
        ("=pi/4", math.pi / 4),
        ("=2^0.5", 2**0.5),
        ("=-0.3*2", -0.6),
        ("=-2^2", -4.0),
        ("=2**3", 8.0),
        ("=１／ｓｑｒｔ（２）", 1 / math.sqrt(2)),
        ("＝1/√2", 1 / math.sqrt(2)),
        ("=√(2)", math.sqrt(2)),
        ("=2×3÷4", 1.5),
        ("=SQRT(4)", 2.0),
        ("=PI()", math.pi),
        ("=π", math.pi),
        ("=ln(e)", 1.0),
        ("=log(e^2)", 2.0),
        ("=tanh(0)+abs(-3)", 3.0),
        ("=min(1,2,3)-max(1,2)", -1.0),
        ("=1e3", 1000.0),
        ("=(1+2)*3", 9.0),
        ("=10^300/10^299", 10.0),
        ("= +1", 1.0),
    ],
)
def test_a_formula_is_worked_out(text, value):
    assert parse_number(text) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    "text",
    [
        "=",
        "=1_000",
        "=0b1",
        "=0x10",
        "=1j",
        "=2pi",
        "=1 2",
        "=1,5",
        "=01",
        "=sqrt(-1)",
        "=(-8)^0.5",
        "=ln(0)",
        "=foo(1)",
        "=e(1)",
        "=sqrt",
        "=sqrt()",
        "=sqrt(1,2)",
        "=__import__('os')",
        "='a'",
        "=1 if 1 else 2",
        "=1<2",
        "=[1]",
        "=" + "(" * 150,
    ],
)
def test_a_formula_that_is_none_is_refused(text):
    with pytest.raises(FormulaRefused, match="cannot be worked out"):
        parse_number(text)


@pytest.mark.parametrize("text", ["=" + "1+" * 5000 + "1", "=" + "1+" * 60 + "1", "=" + "-" * 50 + "1"])
def test_a_formula_without_end_is_refused(text):
    with pytest.raises(FormulaTooLong, match="too long"):
        parse_number(text)


@pytest.mark.parametrize(("text", "cell"), [("=A1+2", "A1"), ("=2*$b$3", "$B$3")])
def test_a_formula_cannot_read_other_cells(text, cell):
    with pytest.raises((CellReference, FormulaRefused)) as caught:
        parse_number(text)
    if cell == "A1":
        assert cell in str(caught.value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_an_editor_shows_reads_back_bit_for_bit(value):
    read = parse_number(edit_text(value))
    assert (read, math.copysign(1, read)) == (value, math.copysign(1, value))


def test_an_editor_shows_the_shortest_text():
    assert [edit_text(value) for value in (2.0, -0.0, 0.1, 1e16, -3.5)] == [
        "2",
        "-0.0",
        "0.1",
        "1e+16",
        "-3.5",
    ]


@given(st.text(max_size=30) | st.text("0123456789.,-+eE=()*/^ pisqrt", max_size=30))
def test_any_text_is_a_finite_number_or_refused(text):
    with contextlib.suppress(NotANumber):
        assert math.isfinite(parse_number(text))
