"""The model of the grid: rounded to read, exact to edit, and nothing prepared that nobody looks at."""

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt

from app.models.cell_faces import MASKED, NOT_A_NUMBER, SIGNED_MIDDLE, UNCOLORED
from app.models.matrix_content import content_of, fitting_name, is_editable, kind_words, name_groups
from app.models.matrix_layout import MatrixLayout
from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import MatrixContent
from app.models.rectangles import mesh_rectangle
from app.models.stage_content import Kind
from core.architecture.presets import preset
from core.errors import SandboxError
from core.tensor import Axis, NamedTensor
from core.trace import run
from tests.support.grids import matrix_tensor

DISPLAY, EDIT = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
WORDS = ("the", "cat", "the")


def tensor_of(shape, names, labels=()):
    axes = tuple(
        Axis(name, size, labels if len(labels) == size else ())
        for name, size in zip(names, shape, strict=True)
    )
    return NamedTensor.of("attn.x", axes, np.arange(np.prod(shape), dtype=float).reshape(shape) + 0.125)


def nothing(cells, numbers, gesture):
    """A commit that changes nothing."""


CONTENTS = {
    "parameter": MatrixContent(matrix_tensor([[1.5, -2.0], [0.25, 3.0]])),
    "computed": MatrixContent(tensor_of((2, 3, 4), ("head", "query", "d_k")), reason="computed from x"),
    "vector": MatrixContent(tensor_of((5,), ("d_model",))),
    "empty": MatrixContent(tensor_of((0, 4), ("token", "d_model"))),
    "no columns": MatrixContent(tensor_of((1, 2, 0), ("head", "query", "key"))),
    "nothing": None,
}


@pytest.mark.parametrize("key", CONTENTS)
def test_is_a_sound_model(key, qtmodeltester):
    model = MatrixModel(nothing)
    model.show(CONTENTS[key])
    qtmodeltester.check(model)
    model.show(CONTENTS["vector"])
    model.set_decimals(3)


def test_an_index_that_is_no_cell_has_no_flags_and_no_data():
    model = MatrixModel(nothing)
    model.show(CONTENTS["parameter"])
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags
    assert model.data(QModelIndex(), DISPLAY) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None
    assert not model.setData(QModelIndex(), "1")
    foreign = MatrixModel(nothing)
    foreign.show(CONTENTS["vector"])
    assert model.data(foreign.index(0, 4), DISPLAY) is None


def test_display_is_rounded_and_edit_is_exact():
    model = MatrixModel(nothing)
    model.show(MatrixContent(matrix_tensor([[0.1 + 0.2, -1 / 3], [-0.0, 1e-9]])))
    model.set_decimals(2)
    assert [model.data(model.index(0, c), DISPLAY) for c in range(2)] == ["0.30", "−0.33"]
    assert [model.data(model.index(1, c), DISPLAY) for c in range(2)] == ["0.00", "0.00"]
    assert [model.data(model.index(0, c), EDIT) for c in range(2)] == [
        "0.30000000000000004",
        "-0.3333333333333333",
    ]
    assert model.data(model.index(1, 0), EDIT) == "-0.0"


def test_accessible_text_names_row_column_and_head():
    model = MatrixModel(nothing)
    values = np.array([[0.5, 0.25, 1.0, 2.0], [0.125, 3.0, 4.0, 5.0]])
    axes = (Axis("token", 2, ("the", "cat")), Axis("heads·d_k", 4))
    model.show(MatrixContent(NamedTensor.of("attn.W_Q", axes, values), heads=2))
    assert model.data(model.index(1, 2), ACCESSIBLE) == "W_Q, head 2, row 2 'cat', column 1: 4"
    model.show(MatrixContent(NamedTensor.of("attn.W_Q", axes, values), heads=1))
    assert model.data(model.index(1, 2), ACCESSIBLE) == "W_Q, row 2 'cat', column 3: 4"


@pytest.mark.parametrize(
    ("shape", "names", "heads", "size"),
    [
        ((4,), ("d_model",), 1, (1, 4)),
        ((3, 4), ("token", "d_model"), 1, (3, 4)),
        ((3, 4), ("d_model", "heads·d_k"), 2, (3, 4)),
        ((2, 3), ("head", "query"), 2, (3, 2)),
        ((1, 3), ("head", "query"), 1, (3, 1)),
        ((2, 3, 4), ("head", "query", "d_k"), 2, (3, 8)),
        ((1, 3, 4), ("head", "query", "d_k"), 1, (3, 4)),
        ((), (), 1, (1, 1)),
    ],
)
def test_every_cell_of_the_table_is_one_cell_of_the_tensor(shape, names, heads, size):
    tensor = tensor_of(shape, names)
    layout = MatrixLayout(tensor.axes, heads)
    flat = layout.flat(tensor.values)
    assert flat.shape == size == (layout.rows, layout.columns)
    if layout.is_plain:
        assert np.array_equal(flat, tensor.values)
    seen = set()
    for row, column in np.ndindex(*size):
        index = layout.index(row, column)
        assert flat[row, column] == tensor.values[index]
        assert layout.cell(index) == (row, column)
        seen.add(index)
    assert len(seen) == tensor.values.size
    assert layout.cell((99,) * len(shape)) is None or not shape
    assert layout.cell((0, 0, 0, 0, 0)) is None


def test_heads_stand_under_brackets_and_their_columns_count_from_one():
    layout = MatrixLayout((Axis("d_model", 2), Axis("heads·d_k", 6)), 2)
    assert [group.title for group in layout.groups()] == ["head 1 · d_k 1…3", "head 2 · d_k 1…3"]
    assert [layout.column_label(c) for c in range(6)] == ["1", "2", "3", "1", "2", "3"]
    assert layout.row_label(1) == "d_model 2"
    keys = MatrixLayout((Axis("head", 2), Axis("query", 3, WORDS), Axis("key", 3, WORDS)), 2)
    assert [group.title for group in keys.groups()] == ["head 1 · key", "head 2 · key"]
    assert [keys.column_label(c) for c in range(6)] == [*WORDS, *WORDS]
    assert [keys.column_told(c) for c in range(3)] == ["the (1)", "cat", "the (3)"]
    sums = MatrixLayout((Axis("head", 2), Axis("query", 3, WORDS)), 2)
    assert sums.groups() == ()
    assert [sums.column_label(c) for c in range(2)] == ["head 1", "head 2"]


def test_same_axes_change_a_rectangle_and_others_reset(qtbot):
    model = MatrixModel(nothing)
    values = np.zeros((4, 5))
    model.show(MatrixContent(matrix_tensor(values)))
    values[1, 3] = values[2, 1] = 0.5
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged) as signal:
        assert model.show(MatrixContent(matrix_tensor(values))) == (1, 1, 2, 3)
    top, bottom = signal.args[:2]
    assert (top.row(), top.column(), bottom.row(), bottom.column()) == (1, 1, 2, 3)
    with qtbot.assertNotEmitted(model.dataChanged):
        assert model.show(MatrixContent(matrix_tensor(values))) is None
    with qtbot.waitSignal(model.modelReset):
        model.show(MatrixContent(matrix_tensor(np.zeros((4, 6)))))
    with qtbot.waitSignal(model.modelReset):
        model.show(MatrixContent(matrix_tensor(np.zeros((4, 6)), name="attn.W_K")))
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_decimals(5)


def test_colours_are_symmetric_and_survive_every_number():
    model = MatrixModel()
    model.show(MatrixContent(matrix_tensor([[-1e308, 0.0, 1e308, np.nan, np.inf, -np.inf]])))
    assert model.shades(0) == [0, SIGNED_MIDDLE, 510, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER]
    model.show(MatrixContent(matrix_tensor([[5e-324, -5e-324, 0.0]])))
    assert model.shades(0) == [510, 0, SIGNED_MIDDLE]
    model.show(MatrixContent(matrix_tensor([[0.0, 0.0]])))
    assert model.shades(0) == [SIGNED_MIDDLE] * 2
    model.show(MatrixContent(matrix_tensor([[0.0, 0.5, 1.0, 7.0]]), kind=Kind.WEIGHTS))
    assert model.shades(0) == [0, 128, 255, 255]
    model.show(MatrixContent(matrix_tensor([[1.0, 2.0]]), kind=Kind.PLAIN))
    assert model.shades(0) == [UNCOLORED] * 2
    masked = np.array([[True, False]])
    model.show(MatrixContent(matrix_tensor([[-np.inf, 1.0]]), masked=masked))
    assert model.shades(0)[0] == MASKED
    assert model.data(model.index(0, 0), DISPLAY) == ""
    assert "masked" in model.data(model.index(0, 0), ACCESSIBLE)


def test_a_computed_tensor_says_why_it_cannot_be_typed():
    model = MatrixModel(nothing)
    model.show(CONTENTS["computed"])
    assert not model.is_editable
    assert not model.setData(model.index(0, 0), "1")
    assert model.write([(0, 0)], [1.0]) == "computed from x"
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable


def test_unchanged_text_asks_for_nothing():
    asked = []
    model = MatrixModel(lambda *edit: asked.append(edit))
    model.show(MatrixContent(matrix_tensor([[0.123456789012345, 2.0]])))
    for column in range(2):
        index = model.index(0, column)
        assert model.setData(index, model.data(index, EDIT))
    assert not asked
    assert model.setData(model.index(0, 1), "−０．５")
    [(cells, numbers, deed, gesture)] = asked
    assert [at.tolist() for at in cells] == [[0], [1]]
    assert (numbers.tolist(), deed, gesture) == ([-0.5], None, None)
    assert not model.setData(model.index(0, 1), "0,25")
    assert len(asked) == 1


def test_a_refusal_comes_back_in_words():
    def refuse(cells, numbers, deed, gesture):
        raise SandboxError(reason="not now")

    model = MatrixModel(refuse)
    model.show(CONTENTS["parameter"])
    assert model.enter([(0, 0)], "1") == "not now"


def test_only_the_cells_that_are_looked_at_are_prepared(monkeypatch):
    from core.expression import writing

    written = []
    real = writing.number_texts
    monkeypatch.setattr(writing, "number_texts", lambda v, d: written.extend(v) or real(v, d))
    model = MatrixModel()
    model.show(MatrixContent(matrix_tensor(np.random.default_rng(0).normal(size=(512, 512)))))
    assert len(model.texts(3, 100, 140)) == 41
    model.data(model.index(3, 120), DISPLAY)
    assert len(written) == 128  # two tiles
    model.texts(3, 64, 191)
    assert len(written) == 128


def test_what_changed_is_known_until_the_next_edit():
    model = MatrixModel()
    before = matrix_tensor(np.zeros((2, 2)))
    after = matrix_tensor([[0.0, 1.0], [0.0, np.nan]])
    model.show(MatrixContent(after, before=before))
    assert model.changed_count == 2
    assert model.changed_columns(0) == [1]
    model.show(MatrixContent(after, before=after))
    assert model.changed_count == 0


def test_marks_of_a_gesture_are_those_of_its_whole_way():
    model, start = MatrixModel(), np.zeros((3, 3))
    before = matrix_tensor(start)
    model.show(MatrixContent(before, before=before))
    repainted = []
    model.dataChanged.connect(lambda first, last: repainted.append((first.row(), last.row())))
    way = [{(1, 1): 2.5}, {(1, 1): 3.0}, {(1, 1): np.nan}, {(1, 1): 0.5, (2, 0): 1.0}, {(2, 0): 1.5}, {}]
    counts = []
    for numbers in way:
        values = start.copy()
        for cell, number in numbers.items():
            values[cell] = number
        repainted.clear()
        model.show(MatrixContent(matrix_tensor(values), before=before))
        counts.append(model.changed_count)
        assert [model.changed_columns(row) for row in range(3)] == [
            np.flatnonzero(values[row] != 0).tolist() for row in range(3)
        ]
        assert all((row, row) in repainted or (1, 2) in repainted for row, _ in numbers)
    assert counts == [1, 1, 1, 2, 1, 0]


@pytest.fixture(scope="module")
def decoder():
    scenario = preset("gpt-2").scenario()
    return scenario, run(scenario.program())


def test_the_numbers_of_a_single_head_stand_one_a_row_before_and_after_an_edit():
    axes = (Axis("head", 1, ()), Axis("query", 3, ()))
    before, after = (NamedTensor.of("attn.weights.max", axes, [[number, 2.0, 3.0]]) for number in (0.0, 1.0))
    model = MatrixModel()
    model.show(MatrixContent(after, before=before))
    assert (model.rowCount(), model.columnCount()) == (3, 1)
    assert [model.value(row, 0) for row in range(3)] == [1.0, 2.0, 3.0]
    assert model.changed_count == 1


def test_every_tensor_of_a_trace_can_be_shown(decoder, qtmodeltester):
    scenario, trace = decoder
    for name in trace:
        content = content_of(scenario, trace, name, trace)
        model = MatrixModel(nothing)
        model.show(content)
        qtmodeltester.check(model)
        for row in range(model.rowCount()):
            assert len(model.texts(row)) == len(model.shades(row)) == model.columnCount()
        assert model.is_editable == is_editable(trace, name) == (not model.reason)
        assert kind_words(trace, name, model.layout)


def test_a_step_offers_what_can_be_typed_else_its_result(decoder):
    _, trace = decoder
    fitting = {step.name: fitting_name(trace, step) for step in trace.program.steps}
    attention = "decoder.0.self_attn"
    assert fitting[f"{attention}.q"] == f"{attention}.W_Q"
    assert fitting[f"{attention}.scores"] == f"{attention}.scores"
    assert fitting[f"{attention}.masked"] == "decoder.mask"
    assert fitting[f"{attention}.weights"] == f"{attention}.weights"
    assert fitting["embed.tokens"] == "embed.W_E"


def test_names_come_in_groups_and_each_once(decoder):
    _, trace = decoder
    groups = name_groups(trace)
    assert [group.title for group in groups] == ["Parameters", "Typed in", "Computed"]
    names = [name for group in groups for name in group.names]
    assert sorted(names) == sorted(trace)
    assert groups[1].names == ("decoder.mask",)


def test_a_block_of_a_matrix_is_known_as_a_rectangle_without_looking_at_its_cells():
    layout = MatrixLayout((Axis("d_model", 5), Axis("d_v", 7)))
    assert layout.is_plain
    assert mesh_rectangle(layout.block(1, 2, 3, 6)) == (1, 2, 3, 6)
    assert mesh_rectangle(layout.block(4, 0, 4, 0)) == (4, 0, 4, 0)
    assert mesh_rectangle(layout.cells([(1, 2), (1, 3)])) is None
    gaps = np.array([[0], [2]]), np.array([[0, 1]])
    assert mesh_rectangle(gaps) is None
    assert not MatrixLayout((Axis("head", 2), Axis("query", 5), Axis("d_v", 7))).is_plain


def test_nan_that_stays_is_no_change_in_large_tables_either():
    model = MatrixModel()
    values = np.zeros((20, 20))
    values[3, 3] = np.nan
    model.show(MatrixContent(matrix_tensor(values)))
    values[:, 4:] = 1.0
    values[5, 5] = np.nan
    model.show(MatrixContent(matrix_tensor(values), before=model.content.tensor))
    assert model.changed_count == 20 * 16
    assert model.changed_columns(3)[0] == 4
