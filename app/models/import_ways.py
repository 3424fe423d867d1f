"""How a matrix from a file can go into one of the model: as it is, transposed, or the part that fits."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from core.record import Record
from core.tensor import Array

Shape: TypeAlias = tuple[int, int]


class How(StrEnum):
    """What becomes of the numbers on their way."""

    WHOLE = "whole"
    """Both are of one shape."""
    CORNER = "corner"
    """All of them go to the upper left, and the rest stays."""
    TRANSPOSED = "transposed"
    """With rows and columns exchanged, from the upper left on."""
    PART = "part"
    """As many as there is room for."""


class ImportWay(Record):
    """A way, and the shape that it writes."""

    how: How
    shape: Shape


def import_ways(shape: Shape, target: Shape) -> tuple[ImportWay, ...]:
    """Return the ways in which `shape` goes into `target`; the first is the plainest.

    >>> [way.how.value for way in import_ways((2, 3), (3, 2))]
    ['transposed', 'part']
    """
    rows, columns = shape
    if shape == target:
        return (ImportWay(How.WHOLE, shape),)
    part = min(rows, target[0]), min(columns, target[1])
    found = [ImportWay(How.CORNER, shape)] if part == shape else []
    if rows != columns and columns <= target[0] and rows <= target[1]:
        found.append(ImportWay(How.TRANSPOSED, (columns, rows)))
    if part != shape:
        found.append(ImportWay(How.PART, part))
    return tuple(found)


def arranged(values: Array, way: ImportWay) -> Array:
    """Return the numbers that are written."""
    turned = values.T if way.how is How.TRANSPOSED else values
    return turned[: way.shape[0], : way.shape[1]]
