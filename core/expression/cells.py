"""The reader that lights: which cells and lines an expression is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.expression.nodes import Cell, Expression, Line
from core.record import Record
from core.tensor import NamedTensor


def cells(expression: Expression) -> tuple[Cell | Line, ...]:
    """Return the cells and lines of `expression` in order of first appearance, each once.

    All sides of a `Where` count: the condition is part of how the cell is made.
    """
    return tuple(dict.fromkeys(_found(expression)))


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
    axis = place.index.index(None)
    size = tensors[place.tensor].axes[axis].size
    return tuple(
        tuple(number if position is None else position for position in place.index) for number in range(size)
    )


def _found(node: object) -> Iterator[Cell | Line]:
    if isinstance(node, Cell | Line):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _found(part)
    elif isinstance(node, Record):
        for name in node.__struct_fields__:
            yield from _found(getattr(node, name))
