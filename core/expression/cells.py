"""The reader that lights: which cells and lines an expression is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.expression.nodes import Cell, Expression, Line
from core.record import Record
from core.tensor import NamedTensor


def cells(expression: Expression) -> tuple[Cell | Line, ...]:
    """Return the cells and lines of `expression` in order of first appearance, each once.

    All sides of a `Where` count: the condition is part of how the cell is made.
    """
    return tuple(dict.fromkeys(node for node in nodes_of(expression) if isinstance(node, Cell | Line)))


def lit(
    places: tuple[Cell | Line, ...], tensors: Mapping[str, NamedTensor]
) -> dict[str, frozenset[tuple[int, ...]]]:
    """Return the indices to light, by tensor."""
    found: dict[str, set[tuple[int, ...]]] = {}
    for place in places:
        found.setdefault(place.tensor, set()).update(indices(place, tensors))
    return {name: frozenset(places) for name, places in found.items()}


def indices(place: Cell | Line, tensors: Mapping[str, NamedTensor]) -> tuple[tuple[int, ...], ...]:
    """Return the index of each cell of `place`, in order."""
    if isinstance(place, Cell):
        return (place.index,)
    index: tuple[Any, ...] = place.index
    axis = index.index(None)
    before, after = index[:axis], index[axis + 1 :]
    return tuple((*before, at, *after) for at in range(length(place, tensors)))


def length(line: Line, tensors: Mapping[str, NamedTensor]) -> int:
    """Return how many cells a line has."""
    return tensors[line.tensor].axes[line.index.index(None)].size


def nodes_of(part: object) -> Iterator[Record]:
    """Yield the nodes, cells and lines of an expression in the order of the text."""
    if isinstance(part, tuple):
        for one in part:
            yield from nodes_of(one)
    elif isinstance(part, Record):
        yield part
        if not isinstance(part, Cell | Line):
            for name in part.__struct_fields__:
                yield from nodes_of(getattr(part, name))
