"""Hostile files are refused within 2 s and 200 MB (tests/slow has the long list)."""

from pathlib import Path

import numpy as np
import pytest

from core import formats
from core.architecture.options import Architecture, Attention, Input, Stack
from core.formats import FileError, dumps, layout, load, loads, strict
from core.scenario import Parameter, Scenario
from core.tensor import frozen
from tests.support.hostile import WORST, assert_refused, odd_places

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is counted by Linux")


@pytest.mark.parametrize("name", WORST)
def test_a_hostile_file_is_refused_at_once(name, tmp_path):
    path = tmp_path / "hostile.tsbx"
    path.write_bytes(WORST[name]())
    (told,) = assert_refused([path])
    assert told.startswith("refused: hostile.tsbx")


def test_what_is_no_ordinary_file_is_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket may not be long
    with odd_places(".") as places:
        names = [name for name in places if "\x00" not in str(places[name])]
        told = assert_refused([places[name].absolute() for name in names])
        with pytest.raises(FileError, match="cannot be read"):
            load(places["a name with a zero byte"])
    said = dict(zip(names, told, strict=True))
    assert "it is no ordinary file" in said["a pipe"]
    assert "the link leads round in a circle" in said["a circle of links"]
    assert "The file has 1099511627776 bytes" in said["a hole of a terabyte"]


def test_a_file_that_grows_while_it_is_opened_is_read_no_further(tmp_path, monkeypatch):
    path = tmp_path / "growing.tsbx"
    with path.open("wb") as file:
        file.truncate(2**40)
    monkeypatch.setattr(formats, "check_size", lambda _: None)  # it was small when it was asked
    with pytest.raises(FileError, match=r"growing\.tsbx: The file has 33554433 bytes; 33554432 are possible"):
        load(path)


def wide(columns, numbers):
    """Attention on two vectors whose three matrices hold these numbers."""
    options = Attention(heads=1, d_k=columns, d_v=columns, output=False)
    model = Architecture(stack=Stack.ATTENTION, input=Input.EMBEDDINGS, d_model=columns, attention=options)
    scenario = Scenario(model, tokens={"source": ("a", "b")})
    parameters = {f"attn.W_{letter}": Parameter(frozen(numbers)) for letter in "QKV"}
    return scenario.with_changes(parameters=parameters, given={"embed.sum": frozen(np.ones((2, columns)))})


def test_a_million_numbers_come_back():
    numbers = np.random.default_rng(0).integers(-99, 99, (600, 600)) / 100
    scenario = wide(600, numbers)
    back = loads(dumps(scenario))
    assert all((back.parameters[name].values == numbers).all() for name in scenario.parameters)


def test_what_could_not_be_opened_again_is_not_written(monkeypatch):
    numbers = np.full((300, 300), 1 / 3)
    assert dumps(wide(300, numbers))
    monkeypatch.setattr(strict, "MAX_BYTES", 5_000_000)
    with pytest.raises(
        FileError, match=r"could not be opened again: The file has \d+ bytes; 5000000 are poss"
    ):
        dumps(wide(300, numbers))
    assert layout.written(wide(100, numbers[:100, :100]))
