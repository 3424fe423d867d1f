"""A number has one text and one colour, on the stage and in the grid, whichever head is shown (V7, 2.6).

Explain has the same texts.
"""

import numpy as np
import pytest

from app.models.matrix_content import content_of
from app.models.matrix_model import MatrixModel
from app.models.stage_chain import chain_limit
from app.models.stage_compared import run_content
from app.models.stage_content import Kind, MatrixView
from app.models.stage_numbers import texts_of, writing_of
from app.models.stage_reading import Outlines
from app.panels.spec import PanelId
from app.selection import Place
from app.widgets.stage.prepared import shades
from core.architecture.presets import preset
from core.edits import SetCells, SetTensor
from core.examples import load_example
from core.expression.nodes import Cell
from core.expression.pieces import PieceStyle
from core.trace import run
from tests.support.build import attention_of_qkv

DECIMALS = 2
ATTENTION = "decoder.0.self_attn"


def with_factors(scenario, name, factors):
    """The scenario with the blocks of a parameter's heads multiplied, each by a factor of its own."""
    values = scenario.source_values(name)
    blocks = np.split(values, len(factors), axis=1)
    made = np.concatenate([block * factor for block, factor in zip(blocks, factors, strict=True)], axis=1)
    return SetTensor(name, made).apply(scenario)


def scenarios():
    gpt = preset("gpt-2").scenario()
    yield "gpt", gpt
    yield "tiny", with_factors(gpt, f"{ATTENTION}.W_Q", (1e-6, 1e-5))
    yield "huge", with_factors(gpt, f"{ATTENTION}.W_Q", (1.0, 1e9))
    yield "mixed", with_factors(gpt, f"{ATTENTION}.W_Q", (1e-7, 1.0))
    yield (
        "tiny and huge",
        with_factors(with_factors(gpt, f"{ATTENTION}.W_V", (1e-9,)), f"{ATTENTION}.W_Q", (1e8,)),
    )
    yield "whole", SetTensor(f"{ATTENTION}.W_Q", np.eye(8) * [1, 1, 1, 1, 2.5, 2.5, 2.5, 2.5]).apply(gpt)
    keys, values = [[[7], [3.5], [1], [2]]], [[[10], [4], [1], [0.25]]]
    yield "whole maximum", attention_of_qkv([[[1]]], keys, values)
    yield "encoder-decoder", load_example("encoder-decoder")
    yield "on one line", load_example("worked-example")


def faces(model, view, all_heads):
    """What the grid writes into the cells that the stage shows, and their colours."""
    at = {}
    for row in range(view.values.shape[0]):
        for column in range(view.values.shape[1]):
            place = model.layout.cell(view.index(row, column))
            if place is not None:
                at[row, column] = place
    assert at or not all_heads
    return {
        cell: (model.texts(row, column, column)[0], model.shades(row, column, column)[0])
        for cell, (row, column) in at.items()
    }


@pytest.mark.parametrize("head", [0, 1])
@pytest.mark.parametrize("alone", [False, True], ids=["all heads", "one head"])
@pytest.mark.parametrize("case", list(scenarios()), ids=lambda case: case[0])
def test_the_grid_writes_and_colours_as_the_stage(case, alone, head, qapp):
    _, scenario = case
    trace = run(scenario.program())
    for step in trace.program.steps:
        for view in run_content(trace, step, head=head, outlines=Outlines()).items:
            if not isinstance(view, MatrixView) or view.kind not in (Kind.SIGNED, Kind.WEIGHTS, Kind.PLAIN):
                continue
            model = MatrixModel()
            model.set_decimals(DECIMALS)
            limit = chain_limit(trace, step, view.tensor)
            content = content_of(scenario, trace, view.tensor, head=head if alone else None, limit=limit)
            assert content.kind is view.kind, (step.name, view.tensor)
            model.show(content)
            texts = texts_of(view, writing_of(view, DECIMALS))
            colors = shades(view.values, view.kind, view.bar)
            for (row, column), (text, shade) in faces(model, view, not alone).items():
                told = (step.name, view.tensor, row, column)
                if view.masked is not None and view.masked[row, column]:
                    continue
                assert texts[row * view.values.shape[1] + column] == text, told
                if view.kind is not Kind.PLAIN and np.isfinite(view.values[row, column]):
                    assert abs(int(colors[row, column]) - shade) <= 1, told


def test_the_grid_follows_the_range_of_the_line_on_the_stage(open_window):
    """Whatever widens it: here a number of another matrix than the one in the grid."""
    window = open_window("worked-example")
    window.toggle_numbers()
    panel = window.panels[PanelId.NUMBERS]
    panel.show_tensor("attn.q")
    stage = [item for item in window.panels[PanelId.STAGE].content.items if isinstance(item, MatrixView)]
    assert panel.model.color_limit == stage[0].bar[1] == 10.0
    before = panel.model.shades(0)
    assert window.workspace.session.apply(SetCells("attn.v", ((0, 0, 0),), (40.0,)))
    assert panel.model.color_limit == 40.0
    assert panel.model.shades(0) != before
    window.workspace.cursor.move_to("attn.out")
    assert panel.model.color_limit is None


def grid_texts(window, name):
    """What the grid shows of a tensor, by the cells' indices."""
    window.panels[PanelId.NUMBERS].show_tensor(name)
    return texts_now(window, name)


def texts_now(window, name):
    """The same of the tensor in the grid."""
    model, texts = window.panels[PanelId.NUMBERS].model, {}
    assert model.name == name
    for index in np.ndindex(window.workspace.session.trace[name].shape):
        place = model.layout.cell(index)
        if place is not None and not model.is_masked(*place):
            texts[index] = model.texts(place[0], place[1], place[1])[0]
    return texts


def stage_texts(window, decimals):
    """What the stage shows, by the cells."""
    texts = {}
    for view in window.panels[PanelId.STAGE].content.items:
        if isinstance(view, MatrixView):
            written = texts_of(view, writing_of(view, decimals))
            places = view.places.reshape(len(written), -1).tolist()
            texts |= {
                (view.tensor, tuple(at)): text for at, text in zip(places, written, strict=True) if text
            }
    return texts


def explained_numbers(window):
    """The numbers that Explain shows of cells, as they stand in its text."""
    view = window.panels[PanelId.EXPLAIN].view
    text = view.toPlainText()
    pieces = [piece for line in view._lines for piece in line]
    for piece, at in zip(pieces, view._runs, strict=True):
        if isinstance(piece.cell, Cell) and piece.style in (PieceStyle.NUMBER, PieceStyle.RESULT):
            yield piece.cell, text[at.start : at.end]


def explained_cells(trace, step):
    for column in step.columns:
        shape = trace[column.name].shape
        yield from {Place(column.name, tuple(at - 1 for at in shape)), Place(column.name, (0,) * len(shape))}


def check_explained(window, grids):
    """Compare Explain with stage and grid; return how many numbers stand on the stage, too."""
    stage, found = stage_texts(window, window.workspace.display.decimals), 0
    for cell, text in explained_numbers(window):
        if cell.tensor not in grids:
            grids[cell.tensor] = grid_texts(window, cell.tensor)
        assert text == grids[cell.tensor].get(cell.index, text), cell
        assert text == stage.get((cell.tensor, cell.index), text), cell
        found += (cell.tensor, cell.index) in stage
    return found


@pytest.mark.parametrize("decimals", [2, 4])
@pytest.mark.parametrize("case", list(scenarios()), ids=lambda case: case[0])
def test_explain_writes_as_the_stage_and_the_grid(case, decimals, open_window):
    window = open_window(case[1])
    window.toggle_numbers()
    workspace = window.workspace
    workspace.display.set_decimals(decimals)
    trace, grids, found = workspace.session.trace, {}, 0
    for step in trace.program.steps:
        workspace.cursor.move_to(step.name)
        for place in explained_cells(trace, step):
            workspace.selection.choose(place)
            found += check_explained(window, grids)
    assert found > 20


@pytest.mark.parametrize("shown", [f"{ATTENTION}.W_Q", f"{ATTENTION}.q", f"{ATTENTION}.weights.max"])
@pytest.mark.parametrize("step", ["q", "scores", "weights"])
def test_an_edit_changes_all_of_them(step, shown, open_window):
    window = open_window(preset("gpt-2").scenario())
    window.toggle_numbers()
    workspace = window.workspace
    workspace.cursor.move_to(f"{ATTENTION}.{step}")
    workspace.selection.choose(Place(f"{ATTENTION}.{step}", (0, 2, 1)))
    for number in (0.5, 1e9, 1e-9, 12345678.0, 0.25):
        window.panels[PanelId.NUMBERS].show_tensor(shown)
        assert workspace.session.apply(SetCells(f"{ATTENTION}.W_Q", ((0, 0),), (number,)))
        assert check_explained(window, {shown: texts_now(window, shown)}) > 2
