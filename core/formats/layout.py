"""From a scenario to bytes: keys in a fixed order, one row of a matrix a line, numbers by `repr`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from core.formats.options import written_architecture
from core.formats.recipes import written_recipe
from core.formats.versions import FORMAT, current_version
from core.scenario import Parameter, Scenario
from core.tensor import Array

WIDTH = 110
"""Lists of words longer than this have a word a line."""


def written(scenario: Scenario) -> bytes:
    """Return the file of a scenario: the same scenario gives the same bytes."""
    sections: dict[str, Any] = {
        "format": FORMAT,
        "version": current_version(),
        "title": scenario.title,
        "notes": scenario.notes,
        "seed": scenario.seed,
        "vocabulary": scenario.vocabulary,
        "features": scenario.features,
        "tokens": scenario.tokens,
        "padding": {name: scenario.padding.get(name, ()) for name in scenario.tokens},
        "architecture": written_architecture(scenario.architecture),
        "parameters": scenario.parameters,
        "masks": _masks(scenario),
        "given": scenario.given,
    }
    if not scenario.features:
        del sections["features"]
    lines = [f"{_text(key)}: {_section(key, value)}" for key, value in sections.items()]
    return ("{\n  " + ",\n  ".join(lines) + "\n}\n").encode()


def _masks(scenario: Scenario) -> dict[str, Any]:
    """Return the custom masks that forbid something, as ones and zeros."""
    return {
        name: np.array(rows, dtype=int) for name, rows in scenario.masks.items() if not all(map(all, rows))
    }


def _section(key: str, value: Any) -> str:
    if key in {"tokens", "parameters", "masks", "given", "architecture"}:
        return _table(value)
    if key in {"vocabulary", "features"}:
        return _words(value, "  ")
    return _inline(value)


def _table(entries: Mapping[str, Any]) -> str:
    """Return an object with an entry a line."""
    if not entries:
        return "{}"
    return (
        "{\n" + ",\n".join(f"    {_text(name)}: {_entry(value)}" for name, value in entries.items()) + "\n  }"
    )


def _entry(value: Any) -> str:
    match value:
        case Parameter(initializer=None):
            return _array(value.values, "    ")
        case Parameter(initializer=recipe) if recipe is not None:
            return _inline(written_recipe(recipe))
        case np.ndarray():
            return _array(value, "    ")
        case tuple():
            return _words(value, "    ")
    return _inline(value)


def _array(values: Array, indent: str) -> str:
    """Return nested lists, the innermost ones on one line each."""
    if values.ndim == 1:
        return "[" + ", ".join(map(repr, values.tolist())) + "]"
    rows = ",\n".join(f"{indent}  {_array(part, indent + '  ')}" for part in values)
    return f"[\n{rows}\n{indent}]"


def _words(words: tuple[str, ...], indent: str) -> str:
    line = _inline(words)
    if len(indent) + len(line) <= WIDTH:
        return line
    return "[\n" + ",\n".join(f"{indent}  {_text(word)}" for word in words) + f"\n{indent}]"


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
