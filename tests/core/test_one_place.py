"""What the README promises of adding an activation, a norm or a position scheme: one file names it."""

import importlib.util
import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from core.ops.activations import ActivationKind, SquaredRelu
from core.ops.norm import NORMS
from core.ops.positions import PositionKind

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("core", "app") for path in (ROOT / folder).rglob("*.py")]
LISTS = {"core/ops/__init__.py"}
"""Hands the older classes on for whoever wants one by its name; lists none."""


def naming(word):
    """The files with that word in them, apart from what only hands classes on."""
    word = re.compile(rf"\b{word}\b")
    found = {
        path.relative_to(ROOT).as_posix() for path in SOURCES if word.search(path.read_text(encoding="utf-8"))
    }
    return found - LISTS


def examples():
    readme = (ROOT / "core/README.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", readme, re.DOTALL)


def test_the_example_of_the_readme_is_the_code_itself():
    its_class, member = examples()
    assert its_class == inspect.getsource(SquaredRelu)
    assert member in inspect.getsource(ActivationKind)


def test_the_example_is_named_in_one_file_alone():
    assert naming("SquaredRelu") == naming("relu2") == naming("RELU2") == {"core/ops/activations.py"}


def test_the_example_squares_what_relu_keeps():
    x = np.array([-2.0, -0.0, 0.0, 1.5, np.inf])
    np.testing.assert_array_equal(SquaredRelu().compute(x)[0], [0.0, 0.0, 0.0, 2.25, np.inf])


@pytest.mark.parametrize("kind", ActivationKind, ids=str)
def test_an_activation_is_named_in_its_file_alone(kind):
    assert naming(type(kind.operation).__name__) == {"core/ops/activations.py"}


@pytest.mark.parametrize("kind", NORMS, ids=str)
def test_a_norm_is_named_in_its_file_alone(kind):
    assert naming(kind.operation.__name__) == {"core/ops/norm.py"}


WAVES_ARE_A_FILLING = {"core/fills.py"}
TURNING_IS_A_LAW_AND_DRAWN = {
    "core/facts.py", "app/models/stage_model.py", "app/models/stage_turning.py", "app/panels/stage_band.py",
}  # fmt: skip
NONE_IS_CAPTIONED = {"app/models/stage_model.py"}
ELSEWHERE = {
    "SinusoidalPositions": WAVES_ARE_A_FILLING,
    "Rotate": TURNING_IS_A_LAW_AND_DRAWN,
    "NoPositions": NONE_IS_CAPTIONED,
}
"""What else a class is good for than to be a position scheme."""


@pytest.mark.parametrize("kind", PositionKind, ids=str)
def test_a_position_scheme_is_named_in_its_file_alone_and_in_the_list_of_schemes(kind):
    word = kind.scheme.__name__
    its_file = kind.scheme.__module__.replace(".", "/") + ".py"
    assert naming(word) - ELSEWHERE.get(word, set()) == {its_file, "core/ops/positions.py"}


def test_the_schema_lists_every_choice():
    path = ROOT / "packaging/list_choices.py"
    spec = importlib.util.spec_from_file_location("list_choices", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    schema = script.SCHEMA.read_text(encoding="utf-8")
    assert script.with_choices(schema) == schema
    assert script.with_choices(schema.replace('"relu2"', '"relu3"')) == schema
