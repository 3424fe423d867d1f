"""Initialisers in a file: ``{"init": "normal", "std": 0.5, "decimals": 2}``."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from core.formats.errors import entry
from core.formats.node import Node
from core.limits import MAX_SEED
from core.overlay import Overlay, Positions
from core.parameters import Initializer, InitializerKind
from core.scenario import Origin
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP

_OPTIONS: dict[InitializerKind, tuple[str, ...]] = {
    InitializerKind.NORMAL: ("std", "decimals"),
    InitializerKind.XAVIER: ("decimals",),
    InitializerKind.UNIFORM: ("low", "high", "decimals"),
    InitializerKind.CONSTANT: ("value",),
    InitializerKind.IDENTITY: (),
    InitializerKind.ZEROS: (),
}
MAX_SPREAD = 1e9
MAX_DECIMALS = 15


_EDITED = ("seed", "cells")
"""Of a recipe some of whose many numbers were edited: the seed, and ``[row, column, number]`` for each."""


def is_edited(node: Node) -> bool:
    """Return whether numbers of the recipe at `node` were edited."""
    return "cells" in node.value


def read_edited(node: Node, shape: tuple[int, ...]) -> tuple[Origin, Positions, Array]:
    """Return a recipe with its seed, and the edited cells: their places and their numbers."""
    recipe, table = read_recipe(node, _EDITED), node.table()
    if "seed" not in table:
        node.refuse(
            QT_TRANSLATE_NOOP("Errors", "“seed” is missing, with which the numbers were made. Add it.")
        )
    cells = table["cells"]
    listed = cells.array((len(cells.items(math.prod(shape))), len(shape) + 1))
    places, numbers = listed[:, :-1], listed[:, -1]
    wrong = np.flatnonzero(((places < 0) | (places >= shape) | (places != np.rint(places))).any(axis=1))
    if wrong.size:
        cells.within(entry(int(wrong[0]) + 1), None).refuse(
            QT_TRANSLATE_NOOP("Errors", "there is no such cell; the matrix is {size}, counted from 0."),
            size=" × ".join(map(str, shape)),
        )
    positions = np.ravel_multi_index(tuple(places.astype(np.intp).T), shape)
    known, first = np.unique(positions, return_index=True)
    if known.size < positions.size:
        twice = min(set(range(positions.size)) - set(first.tolist()))
        cells.within(entry(twice + 1), None).refuse(
            QT_TRANSLATE_NOOP("Errors", "This cell stands there twice. Keep one of them.")
        )
    return Origin(recipe, table["seed"].integer(0, MAX_SEED)), positions, numbers


def written_edited(origin: Origin, overlay: Overlay) -> Iterator[str]:
    """Yield an edited recipe as a file has it, a cell a line."""
    head = json.dumps(written_recipe(origin.initializer) | {"seed": origin.seed}, ensure_ascii=False)
    yield f'{head[:-1]}, "cells": ['
    places = zip(*np.unravel_index(overlay.positions, overlay.base.shape), strict=True)
    before = "\n"
    for index, number in zip(places, overlay.numbers.tolist(), strict=True):
        yield f"{before}      [{', '.join(map(str, map(int, index)))}, {number!r}]"
        before = ",\n"
    yield "\n    ]}"


def read_recipe(node: Node, others: tuple[str, ...] = ()) -> Initializer:
    """Return the initialiser that stands at `node`, perhaps beside `others`."""
    options = dict.fromkeys(name for names in _OPTIONS.values() for name in names)
    table = node.table(("init", *options, *others))
    if "init" not in table:
        node.refuse(
            QT_TRANSLATE_NOOP("Errors", "“init” is missing. Name an initialiser, or write the numbers.")
        )
    kind = table["init"].choice(InitializerKind)
    node.table(("init", *_OPTIONS[kind], *others))
    values: dict[str, Any] = {}
    for name, item in table.items():
        if name == "decimals":
            values[name] = item.integer(0, MAX_DECIMALS)
        elif name == "value":
            values[name] = item.number()
        elif name != "init" and name not in others:
            values[name] = item.number(0.0 if name == "std" else -MAX_SPREAD, MAX_SPREAD)
    recipe = Initializer(kind, **values)
    if recipe.low > recipe.high:
        node.refuse(QT_TRANSLATE_NOOP("Errors", "“low” is larger than “high”. Exchange them."))
    return recipe


def written_recipe(recipe: Initializer) -> dict[str, Any]:
    """Return the initialiser as a file has it."""
    return {"init": recipe.init.value} | {name: getattr(recipe, name) for name in _OPTIONS[recipe.init]}
