"""Matrices as texts of other programs: what is code runs and gives the same bits."""

import csv
import io
import math
from types import SimpleNamespace

import numpy as np
import pytest

from core.exporters import MATRIX_TEXTS
from core.exporters.block import Block, TooManyToCopy
from core.exporters.csv import csv_text
from core.exporters.html import html_text
from core.exporters.latex import latex_text
from core.exporters.markdown import markdown_text
from core.exporters.numpy import numpy_text
from core.exporters.own import matrix_json
from core.exporters.python import python_list
from core.exporters.pytorch import pytorch_text
from core.exporters.tsv import tsv_text

VALUES = np.array(
    [[0.1 + 0.2, -1 / 3, 5e-324], [1.7976931348623157e308, -0.0, 2.0], [-np.inf, np.inf, np.nan]]
)


def same(values, expected=VALUES):
    found = np.array(values, dtype=np.float64)
    assert found.shape == expected.shape
    is_nan = np.isnan(expected)
    assert np.array_equal(np.isnan(found), is_nan)
    return np.where(is_nan, 0, found).tobytes() == np.where(is_nan, 0, expected).tobytes()


def test_numpy_code_runs_and_gives_the_same_bits():
    assert same(eval(numpy_text(Block(VALUES)), {"np": np}))


def test_python_code_runs_and_gives_the_same_bits():
    assert same(eval(python_list(Block(VALUES)), {}))


def test_pytorch_code_runs_and_asks_for_float64():
    asked = []
    torch = SimpleNamespace(
        inf=math.inf, nan=math.nan, float64="float64", tensor=lambda rows, dtype: asked.append((rows, dtype))
    )
    eval(pytorch_text(Block(VALUES)), {"torch": torch})
    ((rows, dtype),) = asked
    assert dtype == "float64"
    assert same(rows)


def test_a_vector_has_one_axis_in_code():
    vector = Block(np.array([[1.0, -2.5]]), is_vector=True)
    assert numpy_text(vector) == "np.array([1.0, -2.5])"
    assert pytorch_text(vector) == "torch.tensor([1.0, -2.5], dtype=torch.float64)"
    assert python_list(vector) == "[1.0, -2.5]"
    assert python_list(Block(vector.values)) == "[[1.0, -2.5]]"


def test_separated_texts_are_read_by_pythons_reader():
    for text, separator in ((csv_text(Block(VALUES)), ","), (tsv_text(Block(VALUES)), "\t")):
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        assert same([[float(cell) for cell in row] for row in rows])


def test_every_line_of_a_csv_tells_its_commas_from_decimal_signs():
    assert csv_text(Block(np.array([[1.0, 5.0], [1e22, -0.0]]))) == "1.0,5.0\n1e+22,-0.0"


def test_latex_is_as_wide_as_one_likes():
    assert latex_text(Block(np.zeros((1, 10)))).startswith("\\begin{bmatrix}\n0 & 0")
    wide = latex_text(Block(np.zeros((2, 11))))
    assert wide.startswith("\\left[\\begin{array}{*{11}{r}}\n")
    assert wide.endswith("\n\\end{array}\\right]")
    assert latex_text(Block(np.array([[1.5e-20, -1e22]]))).splitlines()[1] == (
        r"1.5 \times 10^{-20} & -1 \times 10^{22}"
    )


def test_markdown_names_rows_and_columns_and_escapes_them():
    block = Block(np.array([[0.5, -0.0]]), "decoder.0.attn.q", ("a|*b*",), ("<start>", "two\nlines"))
    assert markdown_text(block).splitlines() == [
        r"| q | \<start\> | two lines |",
        "| :-- | --: | --: |",
        r"| a\|\*b\* | 0.5 | -0.0 |",
    ]
    assert markdown_text(Block(np.eye(2))).splitlines()[0] == "|  | 1 | 2 |"


def test_html_holds_exact_numbers_and_no_other():
    page = html_text(Block(VALUES))
    assert '<td sdval="0.30000000000000004" x:num="0.30000000000000004">0.30000000000000004</td>' in page
    assert page.count("sdval=") == 6
    assert "<td>-inf</td><td>inf</td><td>nan</td>" in page


def test_the_own_format_is_json():
    text = matrix_json(Block(VALUES, 'a"b'))
    assert '"tensor": "a\\"b", "shape": [3, 3]' in text
    assert '["-inf", "inf", "nan"]' in text
    assert "Infinity" not in text


def test_what_is_too_large_is_told():
    with pytest.raises(TooManyToCopy, match="1000001 numbers are too many for the clipboard; 1000000"):
        Block(np.zeros((1, 1_000_001)))


def test_keys_and_titles_are_unique():
    assert len({form.key for form in MATRIX_TEXTS}) == len({form.title for form in MATRIX_TEXTS}) == 7
