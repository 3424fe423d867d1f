"""Large matrices: nothing is prepared that is not seen, and an edit looks at what it changed alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from app.models import cell_faces
from app.models.cell_faces import CellFaces, Changed, RowFacts
from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import MatrixContent
from app.models.stage_content import Kind
from core.expression.numbers import all_whole, number_text, number_texts
from core.expression.writing import Writing
from core.overlay import Overlay
from core.ranges import range_numbers
from core.tensor import Axis, NamedTensor, frozen
from tests.support.grids import GridBench, press

K, CONTROL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SIDE = 4096
AXES = (Axis("d_model", SIDE), Axis("d_v", SIDE))
NUMBERS = st.sampled_from([0.0, -0.0, 1.0, -2.0, 0.5, 1e308, 5e-324, np.nan, np.inf, -np.inf]) | st.floats(
    -9, 9
)


@pytest.fixture(scope="module")
def base():
    values = np.zeros((SIDE, SIDE))  # pages of memory that are never written take no room
    values[7, 9], values[4000, 4090] = -3.25, 2.0
    return frozen(values)


def tensor_of(base, *cells):
    if not cells:
        return NamedTensor("attn.W_V", AXES, base)
    positions = np.array([row * SIDE + column for row, column, _ in cells], dtype=np.intp)
    overlay = Overlay(base, positions, np.array([number for *_, number in cells]))
    return NamedTensor("attn.W_V", AXES, overlay.values, overlay)


def prepared(model):
    return sum(map(len, model._faces._texts.values()))


def test_only_what_is_seen_is_painted_and_what_is_prepared_stays_bounded(base, qtbot):
    bench = GridBench(tensor_of(base)).show(qtbot)
    grid = bench.grid
    seen = (grid.visible_rows() + 2) * (grid.visible_columns() + 2)
    for _ in range(20):
        grid.cell_painter.painted = 0
        press(K.Key_PageDown)
        grid.viewport().repaint()
        assert 0 < grid.cell_painter.painted <= 2 * seen
    assert prepared(bench.model) <= 21 * (grid.visible_rows() + 2) * 128
    for row in range(SIDE):
        bench.model.texts(row, 0, 10)
    assert prepared(bench.model) <= cell_faces._MOST_TILES * 64
    press(K.Key_End, modifiers=CONTROL)
    assert bench.at == (SIDE - 1, SIDE - 1)
    press(K.Key_A, modifiers=CONTROL)
    assert bench.ranges == [(0, 0, SIDE - 1, SIDE - 1)]
    numbers = range_numbers([bench.model.values(*bench.ranges[0])])
    assert (numbers.total, numbers.smallest, numbers.largest) == (-1.25, -3.25, 2.0)
    press(K.Key_Up, modifiers=SHIFT)
    assert bench.ranges == [(SIDE - 2, SIDE - 1, SIDE - 1, SIDE - 1)]


def test_an_edit_of_an_overlay_looks_at_one_row_at_most_and_repaints_one_cell(base, monkeypatch):
    looked = []
    real = RowFacts._look
    monkeypatch.setattr(
        RowFacts, "_look", lambda self, v, rows: looked.extend(rows.tolist()) or real(self, v, rows)
    )
    model = MatrixModel()
    model.show(MatrixContent(tensor_of(base)))
    looked.clear()
    repainted = []
    model.dataChanged.connect(
        lambda first, last: repainted.append((first.row(), first.column(), last.row(), last.column()))
    )
    one = tensor_of(base, (5, 6, 1.5))
    model.show(MatrixContent(one, before=model.content.tensor))
    assert repainted == [(5, 6, 5, 6)]
    assert looked == []  # 1.5 is neither larger than all nor instead of the largest
    assert model.changed_count == 1
    repainted.clear()
    looked.clear()
    model.show(MatrixContent(tensor_of(base, (5, 6, 1.5), (7, 9, 0.5)), before=model.content.tensor))
    assert looked == [7]  # the largest went
    assert model._limit == 2.0
    assert set(repainted) == {(7, 9, 7, 9), (5, 6, 5, 6)}  # the number, and the mark of the one before
    repainted.clear()
    model.show(MatrixContent(tensor_of(base), before=model.content.tensor))
    assert model._limit == 3.25
    assert model.texts(7, 9, 9) == ["−3.25"]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_known_of_rows_is_what_a_fresh_look_finds(data):
    shape = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 5)))
    draw = st.lists(NUMBERS, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    values = np.array(data.draw(draw)).reshape(shape)
    facts = RowFacts(values)
    for _ in range(4):
        old, values = values, values.copy()
        for _ in range(data.draw(st.integers(0, 3))):
            values.flat[data.draw(st.integers(0, values.size - 1))] = data.draw(NUMBERS)
        facts.change(old, values, Changed(np.flatnonzero(old.ravel() != values.ravel()), shape[1]))
        finite = np.abs(values[np.isfinite(values)])
        largest = finite.max(initial=0.0)
        assert facts.limit == (largest if largest > 0 else 1.0)
        assert facts.is_whole == all_whole(values)


@given(st.lists(NUMBERS, max_size=12), st.integers(0, 6))
def test_many_numbers_are_written_as_one_by_one(numbers, decimals):
    assert number_texts(numbers, decimals) == [number_text(number, decimals) for number in numbers]


@settings(deadline=None)
@given(st.lists(NUMBERS, min_size=1, max_size=9), st.sampled_from(Kind), st.floats(0.1, 9))
def test_the_shade_of_one_cell_is_that_of_its_row(numbers, kind, limit):
    values = np.array([numbers])
    limit = max(limit, np.abs(values[np.isfinite(values)]).max(initial=0.0))  # the largest is within
    faces = CellFaces()
    marks = np.zeros(values.shape, dtype=bool)
    marks[0, 0] = True
    for masked, closed in ((None, None), (marks, None), (None, marks)):
        faces.take(values, kind, masked, closed)
        faces.set_scale(Writing(2), limit)
        expected = faces.shades(0, 0, len(numbers) - 1)
        assert [faces._shade_of(0, column) for column in range(len(numbers))] == expected
