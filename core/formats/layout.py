"""From a scenario to bytes: keys in a fixed order, one row of a matrix a line, numbers by `repr`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from core.formats.errors import BadScenario, TooLargeForFile
from core.formats.options import written_architecture
from core.formats.recipes import written_edited, written_recipe
from core.formats.strict import parse
from core.formats.versions import FORMAT, current_version
from core.overlay import Overlay
from core.scenario import Origin, Parameter, Scenario
from core.tensor import Array

WIDTH = 110
"""Lists of words longer than this have a word a line."""
_LARGE = 3_000_000
"""A smaller file than this (in bytes) holds less than may be read, of everything."""


def written(scenario: Scenario) -> bytes:
    """Return the file of a scenario: the same scenario gives the same bytes.

    Raises
    ------
    TooLargeForFile
        If it could not be opened again.
    """
    data = "".join(pieces(scenario)).encode()
    if len(data) > _LARGE:
        try:
            parse(data)
        except BadScenario as error:
            raise TooLargeForFile(problem=error.values["problem"]) from error
    return data


def pieces(scenario: Scenario) -> Iterator[str]:
    """Yield the file of a scenario bit by bit, a row of a matrix at most: for who has other things to do."""
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
        "types": dict(scenario.types),
        "architecture": written_architecture(scenario.architecture),
        "parameters": scenario.parameters,
        "masks": _masks(scenario),
        "given": scenario.given,
    }
    for name in ("features", "types"):
        if not sections[name]:
            del sections[name]
    before = "{\n"
    for key, value in sections.items():
        yield f"{before}  {_text(key)}: "
        yield from _section(key, value)
        before = ",\n"
    yield "\n}\n"


def _masks(scenario: Scenario) -> dict[str, Any]:
    """Return the custom masks that forbid something, as ones and zeros."""
    return {
        name: np.array(rows, dtype=int) for name, rows in scenario.masks.items() if not all(map(all, rows))
    }


def _section(key: str, value: Any) -> Iterator[str]:
    if key in {"tokens", "parameters", "masks", "given", "architecture"}:
        yield from _table(value)
    elif key in {"vocabulary", "features"}:
        yield _words(value, "  ")
    else:
        yield _inline(value)


def _table(entries: Mapping[str, Any]) -> Iterator[str]:
    """Yield an object with an entry a line."""
    if not entries:
        yield "{}"
        return
    before = "{\n"
    for name, value in entries.items():
        yield f"{before}    {_text(name)}: "
        yield from _entry(value)
        before = ",\n"
    yield "\n  }"


def _entry(value: Any) -> Iterator[str]:
    match value:
        case Parameter(numbers=Overlay() as overlay, origin=Origin() as origin):
            yield from written_edited(origin, overlay)
        case Parameter(initializer=None):
            yield from _array(value.values, "    ")
        case Parameter(initializer=recipe) if recipe is not None:
            yield _inline(written_recipe(recipe))
        case np.ndarray():
            yield from _array(value, "    ")
        case tuple():
            yield _words(value, "    ")
        case _:
            yield _inline(value)


def _array(values: Array, indent: str) -> Iterator[str]:
    """Yield nested lists, the innermost ones on one line each."""
    if values.ndim == 1:
        yield "[" + ", ".join(map(repr, values.tolist())) + "]"
        return
    yield "["
    before = "\n"
    for part in values:
        yield f"{before}{indent}  "
        yield from _array(part, indent + "  ")
        before = ",\n"
    yield f"\n{indent}]"


def _words(words: tuple[str, ...], indent: str) -> str:
    line = _inline(words)
    if len(indent) + len(line) <= WIDTH:
        return line
    return "[\n" + ",\n".join(f"{indent}  {_text(word)}" for word in words) + f"\n{indent}]"


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
