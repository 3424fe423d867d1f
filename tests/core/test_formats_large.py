"""Large parameters in files: an edited one keeps its recipe, and the cells that are others."""

import json
from dataclasses import replace

import jsonschema
import pytest

from core.architecture.presets import new_scenario, preset
from core.edits import ChangeArchitecture, SetCells, SetSeed
from core.formats import BadScenario, dumps, loads
from core.overlay import MOST_WRITTEN
from core.resources import resource_path

NAME, WIDTH = "attn.W_V", 1100


def wide(options):
    attention = replace(options.attention, heads=1, d_k=2, d_v=WIDTH, output=False)
    return replace(options, d_model=WIDTH, attention=attention)


@pytest.fixture(scope="module")
def large():
    """Attention alone with a matrix of 1 210 000 numbers."""
    made = new_scenario(wide(preset("multi-head").architecture), seed=4)
    assert made.parameters[NAME].values.size > MOST_WRITTEN
    return made


@pytest.fixture(scope="module")
def edited(large):
    return SetCells(NAME, ((3, 1), (0, 7)), (7.0, 0.1 + 0.2)).apply(large)


def entry(scenario):
    return json.loads(dumps(scenario))["parameters"][NAME]


def test_an_edited_recipe_is_written_with_its_seed_and_cells(edited):
    written = entry(edited)
    assert written["init"] == "normal"
    assert written["seed"] == 4
    assert written["cells"] == [[0, 7, 0.1 + 0.2], [3, 1, 7.0]]
    assert b"\n      [0, 7, 0.30000000000000004],\n      [3, 1, 7.0]\n    ]}" in dumps(edited)


def test_the_schema_knows_edited_recipes(edited):
    schema = json.loads(resource_path("scenario.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    document = json.loads(dumps(edited))
    validator.validate(document)
    del document["parameters"][NAME]["seed"]
    assert not validator.is_valid(document)


def test_it_comes_back_to_the_bit_and_is_written_the_same(edited):
    data = dumps(edited)
    again = loads(data)
    assert again.parameters[NAME].values.tobytes() == edited.parameters[NAME].values.tobytes()
    assert again.parameters[NAME].origin == edited.parameters[NAME].origin
    assert dumps(again) == data
    more = SetCells(NAME, ((3, 1),), (8.0,)).apply(again)
    assert entry(more)["cells"] == [[0, 7, 0.1 + 0.2], [3, 1, 8.0]]


def test_a_model_that_is_made_wide_keeps_its_small_matrix_as_edited_cells():
    small = preset("multi-head").scenario(seed=4)
    made = ChangeArchitecture(wide(small.architecture)).apply(small)
    assert 0 < len(entry(made)["cells"]) <= small.parameters[NAME].values.size
    again = loads(dumps(made))
    assert again.parameters[NAME].values.tobytes() == made.parameters[NAME].values.tobytes()


def test_another_seed_leaves_what_was_edited(edited):
    other = SetSeed(99).apply(edited)
    assert other.parameters[NAME] is edited.parameters[NAME]
    assert other.parameters["attn.W_Q"] is not edited.parameters["attn.W_Q"]
    again = loads(dumps(other))
    assert again.seed == 99
    assert again.parameters[NAME].values.tobytes() == edited.parameters[NAME].values.tobytes()


def test_small_ones_are_written_out_and_a_hand_written_one_is_read(large):
    small = preset("multi-head").scenario()
    name = "attn.W_Q"
    made = SetCells(name, ((0, 0),), (7.0,)).apply(small)
    document = json.loads(dumps(made))
    assert isinstance(document["parameters"][name], list)
    document["parameters"][name] = {
        "init": "normal",
        "std": 0.5,
        "decimals": 2,
        "seed": 0,
        "cells": [[0, 0, 7]],
    }
    read = loads(json.dumps(document).encode())
    assert read.parameters[name].values.tobytes() == made.parameters[name].values.tobytes()
    assert read.parameters[name].origin is None
    assert SetCells(name, ((0, 0),), (1.0,)).apply(small).parameters[name].origin is None
    assert large.parameters[NAME].origin is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cells": [[0, 9999, 1.0]]}, "no such cell"),
        ({"cells": [[-1, 0, 1.0]]}, "no such cell"),
        ({"cells": [[0.5, 0, 1.0]]}, "no such cell"),
        ({"cells": [[1, 1, 1.0], [1, 1, 2.0]]}, "twice"),
        ({"cells": [[1, 1]]}, "expected"),
        ({"cells": 5}, "a list"),
        ({"seed": -1}, "out of range"),
        ({"seed": None}, "“seed” is missing"),
        ({"stray": 1}, "not known"),
    ],
)
def test_faults_are_refused_with_their_place(edited, change, told):
    document = json.loads(dumps(edited))
    recipe = document["parameters"][NAME] | change
    document["parameters"][NAME] = {key: value for key, value in recipe.items() if value is not None}
    with pytest.raises(BadScenario, match=told) as refused:
        loads(json.dumps(document).encode())
    assert NAME in str(refused.value)
