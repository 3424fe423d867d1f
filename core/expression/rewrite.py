"""Rewriting a tree before it is read: conditions decided, workings put in, numbers rounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import is_
from typing import Any, cast

import numpy as np
from msgspec.structs import replace

from core.expression import nodes
from core.expression.nodes import Expression, Line, Where
from core.expression.value import value
from core.expression.writing import Writing, written_span
from core.tensor import Array, NamedTensor

_LEAVES = (
    nodes.Cell,
    nodes.Number,
    nodes.Dot,
    nodes.Total,
    nodes.Mean,
    nodes.Largest,
    nodes.Rank,
    nodes.Ahead,
)


def rewritten(expression: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """Return the tree with `change` applied to every node, leaves first."""
    if isinstance(expression, _LEAVES):
        return change(expression)
    return change(_with_parts(expression, lambda part: rewritten(part, change)))


def _with_parts(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """Return a node with `change` applied to each of its parts; the node itself where they stay the same."""
    changed: dict[str, Any] = {}
    for name in node.__struct_fields__:
        part = getattr(node, name)
        if not isinstance(part, tuple):
            made = change(part)
            if made is not part:
                changed[name] = made
        elif not all(map(is_, terms := tuple(map(change, part)), part)):
            changed[name] = terms
    return replace(node, **changed) if changed else node


def with_tensors(expression: Expression, name: Callable[[str], str]) -> Expression:
    """Return the tree with every tensor replaced by the one that `name` returns for it."""

    def line(place: Line) -> Line:
        return replace(place, tensor=name(place.tensor))

    def change(node: Expression) -> Expression:
        match node:
            case nodes.Cell():
                return replace(node, tensor=name(node.tensor))
            case nodes.Dot():
                return nodes.Dot(line(node.left), line(node.right))
            case nodes.Total() | nodes.Mean() | nodes.Largest() | nodes.Rank() | nodes.Ahead():
                return replace(node, line=line(node.line))
        return node

    return rewritten(expression, change)


def is_maximum(node: Where) -> bool:
    """Return whether `node` says ``a > b ? a : b``."""
    return node.left == node.holds and node.right == node.fails


def decided(expression: Expression, tensors: Mapping[str, NamedTensor]) -> Expression:
    """Return the tree with the side that is taken in the place of each `Where` (a maximum stays one)."""
    if isinstance(expression, Where) and not is_maximum(expression):
        holds = value(expression.left, tensors) > value(expression.right, tensors)
        return decided(expression.holds if holds else expression.fails, tensors)
    if isinstance(expression, _LEAVES):
        return expression
    return _with_parts(expression, lambda part: decided(part, tensors))


class RoundedTensors(Mapping[str, NamedTensor]):
    """The same tensors with every number as it is written, as someone has them who copies the screen."""

    def __init__(self, tensors: Mapping[str, NamedTensor], decimals: int) -> None:
        self._tensors = tensors
        self._decimals = decimals

    def __getitem__(self, name: str) -> NamedTensor:
        tensor = self._tensors[name]
        # Only what is looked at is rounded: an embedding matrix may hold millions of numbers.
        how = written_span(tensor).writing(self._decimals)
        values = cast("Array", _RoundedValues(tensor.values, how))
        return NamedTensor(tensor.name, tensor.axes, values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)


class _RoundedValues:
    def __init__(self, values: Array, how: Writing) -> None:
        self._values = values
        self._how = how

    def __getitem__(self, place: Any) -> Array:
        chosen = np.asarray(self._values[place])
        if not chosen.ndim:
            return np.asarray(self._how.rounded(float(chosen)))
        numbers = [self._how.rounded(number) for number in chosen.ravel().tolist()]
        return np.array(numbers).reshape(chosen.shape)
