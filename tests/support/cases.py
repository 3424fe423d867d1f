"""Reading the reference cases in `tests/data/reference`, and comparing with them."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DATA = Path(__file__).parents[1] / "data"
REFERENCE = DATA / "reference"


@dataclass(frozen=True)
class Case:
    """One reference case; its tensors are arrays."""

    name: str
    config: dict
    params: dict
    inputs: dict
    expected: dict
    record: dict
    """The whole file."""


def load(group, name):
    record = json.loads((REFERENCE / group / f"{name}.json").read_text("utf-8"))
    return Case(
        name,
        record.get("config", {}),
        tensors(record.get("params", {})),
        tensors(record.get("inputs", {})),
        tensors(record.get("expected", {})),
        record,
    )


def tensors(records):
    return {name: tensor(record) for name, record in (records or {}).items()}


def tensor(record):
    """The numbers as float64; float32 ones are written so that they read back as float32."""
    read = np.float32 if record["dtype"] == "float32" else np.float64
    return np.array(record["data"], dtype=read).astype(np.float64).reshape(record["shape"])


def copied(group):
    """Names of the cases whose files stand here, a file or a folder each."""
    return {path.stem for path in (REFERENCE / group).iterdir()}


def furthest(got, expected, *, absolute=False):
    """The largest difference, relative to max(1, |expected|); ∞ where ∞ or NaN stand in other places."""
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    assert got.shape == expected.shape
    same = (got == expected) | (np.isnan(got) & np.isnan(expected))
    with np.errstate(all="ignore"):
        difference = np.abs(got - expected)
        if not absolute:
            difference = difference / np.maximum(1.0, np.abs(expected))
    difference = np.where(same, 0.0, np.where(np.isnan(difference), np.inf, difference))
    return float(difference.max(initial=0.0))


def assert_stages(expected, stages, tolerance, *, left_out=()):
    """Assert that `stages` has every stage of `expected` but those `left_out`, and that all numbers agree."""
    assert set(stages) == set(expected) - set(left_out)
    apart = {name: furthest(stages[name], expected[name]) for name in stages}
    assert {name: by for name, by in apart.items() if not by <= tolerance} == {}
