"""What is kept from edit to edit never makes Explain tell something else."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.architecture.presets import PRESETS
from core.explanation import explain
from core.trace import run
from tests.support.random_edits import random_edits, some_cells
from tests.support.scenarios import scenarios

WAYS = ({}, {"decimals": 3}, {"decimals": 0}, {"decimals": None, "full": True})


def check_edits(scenario, random, *, edits, count):
    trace = run(scenario.program())
    cells = some_cells(trace, random, count)  # the same ones throughout: what is kept of them is used again
    for later in random_edits(scenario, random, edits):
        trace = run(later.program_after(scenario, trace.program), trace)
        scenario, fresh = later, run(later.program())
        for name, index in cells:
            if not fresh.has_cell(name, index):  # a mask that hides nothing any more
                continue
            way = WAYS[random.integers(len(WAYS))]
            told, anew = explain(trace, name, index, **way), explain(fresh, name, index, **way)
            assert told.lines == anew.lines
            assert told.text == anew.text
            assert told.links == anew.links
            assert repr(told.proof) == repr(anew.proof)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_an_edited_model_is_explained_as_a_new_one(preset):
    check_edits(preset.scenario(), np.random.default_rng(7), edits=12, count=50)


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(scenarios(), st.integers(0, 1000))
def test_an_edited_scenario_of_any_kind_is_explained_as_a_new_one(scenario, seed):
    check_edits(scenario, np.random.default_rng(seed), edits=4, count=30)
