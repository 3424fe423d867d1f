"""Initialisers in a file: ``{"init": "normal", "std": 0.5, "decimals": 2}``."""

from __future__ import annotations

from typing import Any

from core.formats.node import Node
from core.parameters import Initializer, InitializerKind
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


def read_recipe(node: Node) -> Initializer:
    """Return the initialiser that stands at `node`."""
    table = node.table(("init", *dict.fromkeys(name for names in _OPTIONS.values() for name in names)))
    if "init" not in table:
        node.refuse(
            QT_TRANSLATE_NOOP("Errors", "“init” is missing. Name an initialiser, or write the numbers.")
        )
    kind = table["init"].choice(InitializerKind)
    node.table(("init", *_OPTIONS[kind]))
    values: dict[str, Any] = {}
    for name, entry in table.items():
        if name == "decimals":
            values[name] = entry.integer(0, MAX_DECIMALS)
        elif name == "value":
            values[name] = entry.number()
        elif name != "init":
            values[name] = entry.number(0.0 if name == "std" else -MAX_SPREAD, MAX_SPREAD)
    recipe = Initializer(kind, **values)
    if recipe.low > recipe.high:
        node.refuse(QT_TRANSLATE_NOOP("Errors", "“low” is larger than “high”. Exchange them."))
    return recipe


def written_recipe(recipe: Initializer) -> dict[str, Any]:
    """Return the initialiser as a file has it."""
    return {"init": recipe.init.value} | {name: getattr(recipe, name) for name in _OPTIONS[recipe.init]}
