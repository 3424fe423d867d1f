"""Texts of other programs become matrices; what cannot be one is refused with its place. Nothing is run."""

import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SandboxError
from core.exporters import MATRIX_TEXTS
from core.exporters.block import Block
from core.exporters.html import html_text
from core.exporters.own import matrix_json
from core.importers.block import NotNumbers, NotNumbersBut, RaggedRows, numbers_of
from core.importers.html import html_rows
from core.importers.libreoffice import with_lost_digits
from core.importers.literal import BrokenBrackets, NotWorkedOut, ShortenedPrintout, TooDeep
from core.importers.own import matrix_of
from core.importers.separated import AmbiguousCommas
from core.importers.text import matrix_of_text
from core.numbers import EmptyNumber, NotFinite, OtherSpelling

FINITE = st.floats(allow_nan=False, allow_infinity=False)
BLOCKS = st.integers(1, 3).flatmap(
    lambda width: st.lists(st.lists(FINITE, min_size=width, max_size=width), min_size=1, max_size=3)
)
AWKWARD = np.array([[0.1 + 0.2, -1 / 3, 5e-324], [1.7976931348623157e308, -0.0, -1e22], [2.0, 1e-7, 123.5]])


def bits(values):
    return np.asarray(values, dtype=np.float64).view(np.int64).tolist()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1\t2\n3\t4", [[1, 2], [3, 4]]),
        ("1\t2\r\n3\t4\r\n", [[1, 2], [3, 4]]),
        ("1\r2\r", [[1], [2]]),
        ('"1"\t2', [[1, 2]]),
        ("1;2\n3;4", [[1, 2], [3, 4]]),
        ("1, 2\n3, 4", [[1, 2], [3, 4]]),
        ("1,2,3\n4,5,6", [[1, 2, 3], [4, 5, 6]]),
        ("0.5,1", [[0.5, 1]]),
        ('"0.5","1"\n"2","3"', [[0.5, 1], [2, 3]]),
        ("１，２，３", [[1, 2, 3]]),
        ("1 2\n3  4", [[1, 2], [3, 4]]),
        ("  1   2\n\n 3   4\n", [[1, 2], [3, 4]]),
        ("1\u00a02\n3\u30004", [[1, 2], [3, 4]]),
        ("−1\t=1/4", [[-1, 0.25]]),
        ("1.000000000000000000e+00 2.5e-01", [[1, 0.25]]),
        ("7", [[7]]),
        # Python, NumPy, PyTorch, JAX
        ("[[1, 2],[3, 4]]", [[1, 2], [3, 4]]),
        ("[[1, 2],\n [3, 4],]", [[1, 2], [3, 4]]),
        ("((1, 2), (3, 4))", [[1, 2], [3, 4]]),
        ("[1, 2],\n[3, 4]", [[1, 2], [3, 4]]),
        ("[1, -2.5e-3]", [[1, -0.0025]]),
        ("array([[1., 2.],\n       [3., 4.]])", [[1, 2], [3, 4]]),
        ("array([[1., 2.]], dtype=float32)", [[1, 2]]),
        ("W = np.array([\n    [1.0, 2.0],\n    [3.0, 4.0],\n])", [[1, 2], [3, 4]]),
        ("[[1. 2.]\n [3. 4.]]", [[1, 2], [3, 4]]),
        ("[[ 1.  -2. ]\n [ 0.5  4. ]]", [[1, -2], [0.5, 4]]),
        ("[1. 2.\n 3. 4.]", [[1, 2, 3, 4]]),
        ("tensor([1., 2.])", [[1, 2]]),
        ("tensor(0.5000, dtype=torch.float64)", [[0.5]]),
        ("tensor([[1., 2.]], device='cuda:0', grad_fn=<MmBackward0>)", [[1, 2]]),
        ("Parameter containing:\ntensor([[1., 2.]], requires_grad=True)", [[1, 2]]),
        ("torch.nn.Parameter(torch.tensor([[1., 2.]]))", [[1, 2]]),
        ("[np.float64(0.5), np.float64(-1.0)]", [[0.5, -1]]),
        ("[[True, False], [False, True]]", [[1, 0], [0, 1]]),
        ("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", [[1, 2, 5, 6], [3, 4, 7, 8]]),
        ("[[[[1, 2], [3, 4]]]]", [[1, 2], [3, 4]]),
        # LaTeX
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", [[1, 2], [3, 4]]),
        ("\\begin{pmatrix}\n1 & 2 \\\\\n3 & 4 \\\\\n\\end{pmatrix}", [[1, 2], [3, 4]]),
        (r"$$W_Q = \begin{bmatrix*}[r] 1 & -2 \end{bmatrix*}$$.", [[1, -2]]),
        (
            r"\[ \left[\begin{array}{*{2}{r}} 1 & 2 \\[2pt] \hline 3 & 4 \end{array}\right] \]",
            [[1, 2], [3, 4]],
        ),
        (r"1.5 \times 10^{-20} & 2\cdot10^3 \\ \num{1e-3} & \,\phantom{-}4", [[1.5e-20, 2000], [0.001, 4]]),
        (r"\begin{matrix} \frac{1}{2} & -\tfrac{1}{4} & \sqrt{4} \end{matrix}", [[0.5, -0.25, 2]]),
    ],
)
def test_a_text_becomes_a_matrix(text, rows):
    assert matrix_of_text(text).tolist() == rows


@pytest.mark.parametrize("form", MATRIX_TEXTS, ids=lambda form: form.key)
def test_what_is_copied_as_text_comes_back_with_the_same_bits(form):
    if form.key == "markdown":  # for people
        pytest.skip("is not read")
    assert bits(matrix_of_text(form.write(Block(AWKWARD)))) == bits(AWKWARD)


@given(BLOCKS)
def test_any_numbers_come_back_with_the_same_bits(rows):
    block = Block(np.array(rows))
    for form in MATRIX_TEXTS:
        if form.key != "markdown":
            assert bits(matrix_of_text(form.write(block))) == bits(rows), form.key
    assert bits(numbers_of(html_rows(html_text(block)))) == bits(rows)
    assert bits(matrix_of(matrix_json(block).encode())) == bits(rows)


@pytest.mark.parametrize("form", MATRIX_TEXTS, ids=lambda form: form.key)
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_infinity_is_written_and_refused_when_it_is_read(form, value):
    block = Block(np.array([[0.5, value]]))
    text = form.write(block)
    if form.key == "markdown":
        assert ("∞" in text) is math.isinf(value)
        return
    with pytest.raises(SandboxError, match=r"1, 2 “"):
        matrix_of_text(text)


@pytest.mark.parametrize("text", ["", "\r\n", "\n", " \t ", "[]", "[[]]", "\t\t\n\t\t"])
def test_nothing_is_no_matrix(text):
    with pytest.raises(EmptyNumber):
        matrix_of_text(text)


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("1\t2\n3\t4\n5", RaggedRows, "row 3 has 1, row 1 has 2"),
        ("1 2\n3 4 5", RaggedRows, "row 2 has 3, row 1 has 2"),
        ("[[1, 2], [3]]", RaggedRows, "row 2 has 1"),
        ("1\t2\n\n3\t4", RaggedRows, "row 2 has 1, row 1 has 2"),
        (r"1 & 2 \\ 3", RaggedRows, "row 2 has 1"),
        ("a\t1\n0,5\tb\nc\t2", NotNumbers, "1, 1 “a”; 2, 1 “0,5”; 2, 2 “b”; …"),
        (
            "0,5\tb",
            NotNumbersBut,
            "0,5 is not a number here: write 0.5. Not numbers .row, column.: 1, 1 “0,5”; 1, 2 “b”",
        ),
        ("0,5;0,25", NotNumbersBut, "write 0.5"),
        ("1,234\t5", NotNumbersBut, "1,234 can be read in two ways: write 1.234 or 1234"),
        ("[1, nan]", NotNumbersBut, "nan is not a finite number.*: 1, 2 “nan”"),
        ("1\t1e400", NotNumbersBut, "1e400 is not a finite number"),
        ("1\t\n2\t3", NotNumbers, "1, 2 “”"),
        ("[1, , 2]", NotNumbers, "1, 2 “”"),
        ("[1+2j, 1]", NotNumbers, "1, 1 “1\\+2j”"),
        ("1_000\t0x10", NotNumbersBut, "1_000 is not a number here: write 1000.*1, 1 “1_000”; 1, 2 “0x10”"),
        ("1\x1b[31m\t2", NotNumbers, "“1␛"),
        ("0,5\n0,25", AmbiguousCommas, "decimal comma"),
        ("0,5 0,25", AmbiguousCommas, "decimal comma"),
        ("1,5", OtherSpelling, "write 1.5"),
        ("33,3", OtherSpelling, "write 33.3"),
        ("1\u202f234.5", OtherSpelling, "write 1234.5"),
        ("inf", NotFinite, "not a finite number"),
        ("[[1, 2], [3, 4]", BrokenBrackets, "do not pair"),
        ("[[1, 2], 3]", BrokenBrackets, "others none"),
        ("[1, [2]]", BrokenBrackets, "others none"),
        ("[[1. 2. ... 3.]]", ShortenedPrintout, "shortened"),
        ("[[[[1], [2]], [[3], [4]]], [[[1], [2]], [[3], [4]]]]", TooDeep, "4 axes"),
        ("np.linalg.inv([[1]])", NotWorkedOut, "np.linalg.inv"),
        ("np.array([[1, 2]]).T", NotWorkedOut, "T"),
        ("[[1, 2]] * 2", NotWorkedOut, "2"),
        (r"2 \begin{bmatrix} 1 \end{bmatrix}", NotWorkedOut, "“2”"),
        (r"\begin{bmatrix} 1 \end{bmatrix}^T", NotWorkedOut, "T"),
        (r"\begin{bmatrix} 1 & \cdots \end{bmatrix}", NotNumbers, "1, 2 “.cdots”"),
        (r"\begin{bmatrix} 1 & 2", SandboxError, "cut off"),
    ],
)
def test_what_is_no_matrix_is_refused_with_its_place(text, error, told):
    with pytest.raises(error, match=told):
        matrix_of_text(text)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("33,3", [[33.3]]),
        ("0,5\t0.25", [[0.5, 0.25]]),
        ("0,5;0,25", [[0.5, 0.25]]),
        ("0,5 0,25\n1 2", [[0.5, 0.25], [1, 2]]),
        ("1,234", [[1.234]]),
    ],
)
def test_a_comma_can_be_made_a_decimal_sign(text, rows):
    assert matrix_of_text(text, comma=True).tolist() == rows


def test_a_comma_as_decimal_sign_groups_nothing():
    with pytest.raises(SandboxError, match=r"1, 1 “1\.234,5”"):
        matrix_of_text("1.234,5\t2", comma=True)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        "[[" * 500_000 + "1",
        "(" * 500_000 + ")" * 500_000,
        "1," * 1_000_000,
        "1 " * 1_000_000,
        "x\t" * 1_000_000,
        "=1+1\t" * 100_000,
        "１\t" * 1_000_000,
        " " * 1_000_000,
        "\n" * 1_000_000,
        "W" * 1_000_000 + " = [1]",
        "float(" * 200_000,
        "[1]" + " " * 1_000_000 + "x",
        "[1]" + ", a=" * 200_000,
        "9" * 1_000_000,
        "1e" + "9" * 1_000_000,
        "=" + "9**" * 300_000 + "9",
        "\\begin{bmatrix}" + "{" * 1_000_000,
        "\\begin{bmatrix}" + " " * 500_000 + "1\\times 10" + " " * 500_000 + "\\end{bmatrix}",
        " " * 1_000_000 + "\\begin{bmatrix}1\\end{bmatrix}",
        "\\begin{bmatrix}" * 60_000,
        "\\frac{" * 100_000 + "& \\\\",
        "& \\\\" * 300_000,
        '"' * 1_000_000,
        '"1\t' * 300_000,
    ],
    ids=lambda text: repr(text[:24]),
)
def test_hostile_texts_are_read_or_refused_in_bounded_time(text):
    started = time.perf_counter()
    is_short = True
    try:
        matrix_of_text(text)
    except SandboxError as error:
        is_short = len(str(error)) < 400
    assert is_short
    assert time.perf_counter() - started < 20


def test_more_than_can_be_read_is_told():
    with pytest.raises(SandboxError, match="more than 4000000 cells"):
        matrix_of_text("1\t" * 4_000_001)
    with pytest.raises(SandboxError, match="32000000 are possible"):
        matrix_of_text("1" * 32_000_001)


def test_digits_that_libreoffice_keeps_to_itself_come_back_but_for_what_was_typed_there():
    copied = np.array([[0.1 + 0.2, 1 / 3], [-0.0, 2.0]])
    handed_out = np.array([[0.3, 0.333333333333333], [0.0, 2.5]])
    assert bits(with_lost_digits(handed_out, copied)) == bits([[0.1 + 0.2, 1 / 3], [-0.0, 2.5]])
    assert with_lost_digits(handed_out, copied.T[:1]) is handed_out
    assert with_lost_digits(handed_out, None) is handed_out
