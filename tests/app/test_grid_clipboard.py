"""Copy and paste: every row of the table of shapes, formats in both directions, full precision."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication

from app.widgets.grid_clipboard import (
    PasteHow,
    SeveralRanges,
    bounding,
    matrix_mime,
    planned,
    shape_text,
    ways,
)
from app.widgets.grid_reading import block_from_mime
from core.errors import SandboxError
from core.exporters.block import Block
from core.exporters.own import MATRIX_TYPE
from tests.support.grids import GridBench, matrix_tensor, press

K, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier
START = np.arange(20.0).reshape(4, 5) + 0.5
AWKWARD = [
    [0.1 + 0.2, -1 / 3, 5e-324, 1.7976931348623157e308],
    [-0.0, 2.0, 1e22, 123456789.123456789],
]


@pytest.fixture
def bench(qtbot):
    return GridBench(matrix_tensor(START)).show(qtbot)


def put(text="", html=""):
    mime = QMimeData()
    if text:
        mime.setText(text)
    if html:
        mime.setHtml(html)
    QApplication.clipboard().setMimeData(mime)


def select(bench, *ranges):
    bench.grid.cells.select(list(ranges))


def copy_and_paste(bench, source, *target):
    select(bench, source)
    press(K.Key_C, modifiers=CONTROL)
    bench.grid.cells.go(target[0][0], target[0][1])
    select(bench, *target)
    press(K.Key_V, modifiers=CONTROL)


# The table of 2.2


def test_one_number_fills_every_selected_cell(bench):
    copy_and_paste(bench, (0, 0, 0, 0), (1, 1, 2, 2), (3, 4, 3, 4))
    assert bench.values[1:3, 1:3].tolist() == [[0.5, 0.5]] * 2
    assert bench.values[3, 4] == 0.5
    assert len(bench.edits) == 1
    assert len(bench.edits[0][0]) == 5


def test_a_block_goes_down_and_right_from_a_single_cell(bench):
    copy_and_paste(bench, (0, 0, 1, 2), (2, 2, 2, 2))
    assert np.array_equal(bench.values[2:, 2:], START[:2, :3])
    assert bench.ranges == [(2, 2, 3, 4)]
    assert len(bench.edits) == 1


def test_a_block_is_repeated_over_a_multiple(bench):
    copy_and_paste(bench, (0, 0, 0, 1), (1, 0, 3, 3))
    assert bench.values[1:, :4].tolist() == [[0.5, 1.5, 0.5, 1.5]] * 3


def test_a_row_is_repeated_down_a_selected_column(bench):
    copy_and_paste(bench, (0, 0, 0, 2), (1, 1, 3, 1))
    assert bench.values[1:, 1:4].tolist() == [[0.5, 1.5, 2.5]] * 3


def test_a_column_is_repeated_along_a_selected_row(bench):
    copy_and_paste(bench, (0, 0, 2, 0), (1, 1, 1, 3))
    assert bench.values[1:4, 1:4].tolist() == [[0.5] * 3, [5.5] * 3, [10.5] * 3]


@pytest.mark.parametrize(
    ("source", "target", "names"),
    [
        ((0, 0, 2, 3), (0, 0, 1, 1), ("3 × 4", "2 × 2")),
        ((0, 0, 1, 1), (0, 0, 2, 2), ("2 × 2", "3 × 3")),
        ((0, 0, 1, 1), (3, 3, 3, 3), ("2 × 2", "1 × 2")),
        ((0, 0, 0, 2), (0, 4, 3, 4), ("1 × 3", "4 × 3", "4 × 1")),
    ],
)
def test_what_does_not_fit_is_refused_with_both_shapes_and_writes_nothing(bench, source, target, names):
    copy_and_paste(bench, source, target)
    assert not bench.edits
    offers = bench.grid.exchange.offers
    assert offers.isVisible()
    for name in names:
        assert name in offers.reason.text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1\t2\n3\n", "row 2 has 1, row 1 has 2"),
        ("1\t2\nx\t?\n3\t!", "2, 1 “x”; 2, 2 “?”; 3, 2 “!”"),
        ("hello", "hello"),
        ("\r\n", "no numbers on the clipboard"),
        ("1,5\n2,5", "decimal comma"),
    ],
)
def test_text_that_is_no_block_of_numbers_is_refused_whole(bench, text, told):
    put(text)
    press(K.Key_V, modifiers=CONTROL)
    assert not bench.edits
    assert told in bench.grid.entry.plate.reason


def test_an_empty_clipboard_is_told(bench):
    QApplication.clipboard().clear()
    press(K.Key_V, modifiers=CONTROL)
    assert "no numbers on the clipboard" in bench.grid.entry.plate.reason


def test_offers_beyond_the_rule(bench):
    select(bench, (0, 0, 1, 2))
    press(K.Key_C, modifiers=CONTROL)
    select(bench, (2, 3, 3, 4))
    bench.grid.cells.go(2, 3)
    bench.grid.exchange.paste_part()
    assert np.array_equal(bench.values[2:, 3:], START[:2, :2])
    bench.grid.cells.go(1, 0)
    bench.grid.exchange.paste_transposed()
    assert np.array_equal(bench.values[1:, :2], START[:2, :3].T)
    select(bench, (0, 0, 0, 1))
    bench.grid.exchange.paste_from_corner()
    assert np.array_equal(bench.values[:2, :3], START[:2, :3])


def test_a_computed_tensor_refuses_with_the_reason(qtbot):
    bench = GridBench(matrix_tensor(START), {"reason": "computed from x"}).show(qtbot)
    put("1\t2")
    press(K.Key_V, modifiers=CONTROL)
    assert not bench.edits
    assert bench.grid.entry.plate.reason == "computed from x"
    press(K.Key_X, modifiers=CONTROL)
    assert not bench.edits


def test_separate_ranges_are_copied_only_when_they_form_a_rectangle(bench):
    put("untouched")
    select(bench, (0, 0, 0, 0), (1, 1, 1, 1))
    press(K.Key_C, modifiers=CONTROL)
    assert QApplication.clipboard().text() == "untouched"
    assert "rectangle" in bench.grid.entry.plate.reason
    select(bench, (0, 0, 0, 1), (1, 0, 1, 1))
    press(K.Key_C, modifiers=CONTROL)
    assert QApplication.clipboard().text() == "0.5\t1.5\n5.5\t6.5"
    assert bounding([(0, 0, 1, 1)]) == (0, 0, 1, 1)
    with pytest.raises(SeveralRanges):
        bounding([(0, 0, 1, 1), (0, 3, 1, 3)])


def test_cut_copies_and_sets_to_zero(bench):
    select(bench, (1, 0, 2, 1))
    press(K.Key_X, modifiers=CONTROL)
    assert QApplication.clipboard().text() == "5.5\t6.5\n10.5\t11.5"
    assert not bench.values[1:3, :2].any()
    assert len(bench.edits) == 1


# Formats and precision


def bits(values):
    return [struct.pack("<d", value) for value in np.asarray(values, dtype=float).ravel()]


@pytest.mark.parametrize("form", ["own", "html", "text"])
def test_every_format_brings_back_the_same_bits(form):
    mime = matrix_mime(Block(np.array(AWKWARD), "attn.W_Q"))
    only = QMimeData()
    if form == "own":
        only.setData(MATRIX_TYPE, mime.data(MATRIX_TYPE))
    elif form == "html":
        only.setHtml(mime.html())
    else:
        only.setText(mime.text())
    assert bits(block_from_mime(only)) == bits(AWKWARD)


def test_copy_and_paste_keep_the_bits(qtbot):
    bench = GridBench(matrix_tensor([*AWKWARD, [0.0] * 4, [0.0] * 4])).show(qtbot)
    bench.model.set_decimals(1)
    copy_and_paste(bench, (0, 0, 1, 3), (2, 0, 2, 0))
    assert bits(bench.values[2:]) == bits(AWKWARD)


def test_what_is_written_for_other_programs():
    mime = matrix_mime(Block(np.array([[0.5, -1.0], [2.0, -np.inf]]), "attn.W_Q"))
    assert mime.formats() == [MATRIX_TYPE, "text/html", "text/plain"]
    assert mime.text() == "0.5\t-1\n2\t-inf"
    assert "<table>" in mime.html()
    assert '<td sdval="-1" x:num="-1">-1</td>' in mime.html()
    assert "<td>-inf</td>" in mime.html()
    own = json.loads(bytes(mime.data(MATRIX_TYPE).data()))
    assert own == {"tensor": "attn.W_Q", "shape": [2, 2], "values": [[0.5, -1.0], [2.0, "-inf"]]}


def test_infinity_is_copied_but_not_pasted():
    mime = matrix_mime(Block(np.array([[0.5, -np.inf]]), "attn.masked"))
    with pytest.raises(SandboxError, match="inf"):
        block_from_mime(mime)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b'{"values": 3}',
        b'{"values": [["a"]]}',
        b"\xff\xfe",
        b'{"values": [["1_0"]]}',
        b'{"values": [[true]]}',
        b'{"values": [[1], [2, 3]]}',
        b'{"values": [[1e400]]}',
        b"[" * 9999,
    ],
)
def test_a_damaged_own_format_falls_back_to_the_text(damaged):
    mime = QMimeData()
    mime.setData(MATRIX_TYPE, damaged)
    mime.setText("1\t2")
    assert block_from_mime(mime).tolist() == [[1.0, 2.0]]


def test_a_spreadsheets_exact_number_is_preferred_to_what_it_shows():
    mime = QMimeData()
    mime.setText("0.33\t1")
    mime.setHtml(
        '<html><head><title>x</title></head><body><table><tr><td sdval="0.3333333333333333" sdnum="1033;">'
        "0.33</td>"
        "<td><b>1</b></td></tr></table><p>2</p></body></html>"
    )
    assert block_from_mime(mime).tolist() == [[0.3333333333333333, 1.0]]


def test_html_without_a_table_leaves_the_text():
    mime = QMimeData()
    mime.setText("3 4")
    mime.setHtml("<span>3 4</span>")
    assert block_from_mime(mime).tolist() == [[3.0, 4.0]]


@pytest.mark.parametrize(
    "text",
    [
        "1\t2\n3\t4\n",
        "1;2\r\n3;4",
        "1, 2\n3, 4",
        "1 2\n3 4",
        "[[1, 2], [3, 4]]",
        "array([[1., 2.],\n [3., 4.]])",
    ],
)
def test_texts_of_other_programs(bench, text):
    put(text)
    press(K.Key_V, modifiers=CONTROL)
    assert bench.values[:2, :2].tolist() == [[1, 2], [3, 4]]
    assert len(bench.edits) == 1


def test_planning_knows_no_widget():
    block = np.array([[1.0, 2.0]])
    pasting = planned(block, [(0, 0, 0, 0)], (1, 2))
    assert pasting.ranges == ((0, 0, 0, 1),)
    part = planned(np.ones((9, 9)), [(1, 1, 1, 1)], (3, 2), PasteHow.PART)
    assert part.ranges == ((1, 1, 2, 1),)
    assert part.numbers.shape == (2, 1)


SIDES = st.integers(1, 5)


@given(st.tuples(SIDES, SIDES), st.tuples(SIDES, SIDES), st.data())
def test_a_block_goes_where_it_fits_or_what_is_offered_does(shape, size, data):
    top, left = data.draw(st.integers(0, size[0] - 1)), data.draw(st.integers(0, size[1] - 1))
    bottom, right = data.draw(st.integers(top, size[0] - 1)), data.draw(st.integers(left, size[1] - 1))
    selected = (top, left, bottom, right)
    block = np.arange(shape[0] * shape[1]).reshape(shape) + 1.0
    told = ""
    try:
        pasting = planned(block, [selected], size)
    except SandboxError as error:
        told = str(error)
    if told:
        assert f"the clipboard is {shape_text(*shape)}" in told
        found = ways(block, [selected], size)
        assert found
        for how, told in found:
            pasting = planned(block, [selected], size, how)
            ((first, start, last, end),) = pasting.ranges
            assert (first, start) == (top, left)
            assert last < size[0]
            assert end < size[1]
            assert shape_text(last - first + 1, end - start + 1) == shape_text(*pasting.numbers.shape) == told
        return
    ((first, start, last, end),) = pasting.ranges
    assert (first, start) == (top, left)
    assert last < size[0]
    assert end < size[1]
    is_tiled = pasting.numbers.size in (1, (last - first + 1) * (end - start + 1))
    assert is_tiled
    assert pasting.numbers[0, 0] == block[0, 0]
