"""A document is the same wherever it is opened again: every number to the bit, every text to the letter."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.examples import examples, load_example
from core.formats import dumps, load, loads, read, save
from core.tensor import frozen
from core.trace import run

BITS = st.integers(0, 2**64 - 1)
SPECIAL = [
    -0.0,
    0.0,
    5e-324,
    -5e-324,
    2.225073858507201e-308,  # the largest subnormal number
    2.2250738585072014e-308,
    1.7976931348623157e308,
    0.1,
    1 / 3,
    9007199254740993.0,
    1e23,
    5e-300,
    123456789012345680.0,
]


def with_numbers(numbers):
    """The worked example with these numbers typed in, as many as it takes."""
    scenario = load_example("worked-example")
    given = {}
    for name, values in scenario.given.items():
        given[name] = frozen(np.resize(np.array(numbers), values.shape))
    return scenario.with_changes(given=given)


def same_bits(scenario, other):
    return all(
        other.given[name].view(np.uint64).tolist() == values.view(np.uint64).tolist()
        for name, values in scenario.given.items()
    )


@pytest.mark.parametrize("number", SPECIAL)
def test_numbers_at_the_ends_come_back_to_the_bit(number):
    scenario = with_numbers([number])
    assert same_bits(scenario, loads(dumps(scenario)))


@settings(max_examples=80, deadline=None)
@given(st.lists(BITS, min_size=1, max_size=6))
def test_any_finite_number_comes_back_to_the_bit(bits):
    numbers = np.array(bits, dtype=np.uint64).view(np.float64)
    scenario = with_numbers(np.where(np.isfinite(numbers), numbers, -0.0))
    data = dumps(scenario)
    assert same_bits(scenario, loads(data))
    assert dumps(loads(data)) == data


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_comes_back_to_the_letter(text):
    scenario = load_example("worked-example").with_changes(title=text, notes=text[::-1])
    again = loads(dumps(scenario))
    assert (again.title, again.notes) == (text, text[::-1])
    assert dumps(again) == dumps(scenario)


@pytest.mark.parametrize("key", [example.key for example in examples()])
def test_opened_and_saved_without_a_change_a_file_keeps_its_bytes(key, tmp_path):
    first, second = tmp_path / "1.tsbx", tmp_path / "2.tsbx"
    save(load_example(key), first)
    data = first.read_bytes()
    save(load(first), first)
    save(load(first), second)
    assert first.read_bytes() == second.read_bytes() == data
    assert read(first).digest == read(second).digest == hashlib.sha256(data).hexdigest()


ELSEWHERE = """
import hashlib, json, sys
from core.formats import dumps, load
from core.trace import run
found = {}
for path in sys.argv[1:]:
    scenario = load(path)
    trace = run(scenario.program())
    matrices = {name: tensor.values.tobytes() for name, tensor in trace.items()} | {"file": dumps(scenario)}
    found[path] = {name: hashlib.sha256(data).hexdigest() for name, data in matrices.items()}
print(json.dumps(found))
"""


def test_reopened_elsewhere_every_matrix_is_the_same(tmp_path, pytestconfig):
    """Another process, folder, locale, time zone and order of hashes."""
    paths = {}
    for example in examples():
        paths[example.key] = tmp_path / f"{example.key}.tsbx"
        save(load_example(example.key), paths[example.key])
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(pytestconfig.rootpath),
        "PYTHONHASHSEED": "12345",
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
    }
    (tmp_path / "elsewhere").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *map(str, paths.values())],
        cwd=tmp_path / "elsewhere",
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout)
    for key, path in paths.items():
        trace = run(load_example(key).program())
        hashes = {name: hashlib.sha256(tensor.values.tobytes()).hexdigest() for name, tensor in trace.items()}
        hashes["file"] = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        assert found[str(path)] == hashes
        assert len(hashes) > 5
