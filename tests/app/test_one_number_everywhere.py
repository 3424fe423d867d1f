"""A number has one text and one colour, on the stage and in the grid, whichever head is shown (V7, 2.6)."""

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
from app.widgets.stage.prepared import shades
from core.architecture.presets import preset
from core.edits import SetCells, SetTensor
from core.examples import load_example
from core.trace import run

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
    yield "whole", SetTensor(f"{ATTENTION}.W_Q", np.eye(8) * [1, 1, 1, 1, 2.5, 2.5, 2.5, 2.5]).apply(gpt)
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
