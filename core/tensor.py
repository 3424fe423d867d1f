"""Tensors that know their name and their axes.

Rows are tokens (row vectors, ``Q = X W_Q``). Values are float64 and read-only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from core.record import Record
from core.tokens import elided, visible

if TYPE_CHECKING:
    from core.expression.writing import Span
    from core.overlay import Overlay

Array: TypeAlias = npt.NDArray[np.float64]


class Axis(Record):
    """One axis of a tensor: a word (`query`, `key`, `d_model`), a size and, for some, a label a position."""

    name: str
    size: int
    labels: tuple[str, ...] = ()

    def label(self, position: int) -> str:
        """Return the label, or the position counted from 1."""
        return self.labels[position] if self.labels else str(position + 1)

    def shown(self, position: int) -> str:
        """Return the label as headers show it: nothing in it is invisible."""
        return visible(self.label(position))

    def told_apart(self, position: int, longest: int | None = None) -> str:
        """Return the label as texts write it: words that occur twice carry their position, ``the (5)``.

        A label of more than `longest` characters loses its middle and carries its position, too.
        """
        label = self.shown(position)
        short = label if longest is None else elided(label, longest)
        alone = short == label and self.labels.count(self.label(position)) <= 1
        return label if alone else f"{short} ({position + 1})"


Axes: TypeAlias = tuple[Axis, ...]


class NamedTensor(Record, eq=False):
    """A name, axes and read-only float64 values of the axes' shape. Compared by identity."""

    name: str
    axes: Axes
    values: Array
    overlay: Overlay | None = None
    """What the values were made from where they are a large parameter that was edited."""
    like: NamedTensor | None = None
    """Whose numbers these are some of, and are written as; None where they are made here."""
    span: Span | None = None
    """Of these values, kept by `core.expression.writing.span_of`."""

    @classmethod
    def of(cls, name: str, axes: Axes, values: npt.ArrayLike) -> NamedTensor:
        """Copy `values` into a read-only array of shape `axes`."""
        return cls(
            name, axes, frozen(np.array(values, dtype=np.float64).reshape([axis.size for axis in axes]))
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the axes."""
        return self.values.shape

    def relabelled(self, axes: Axes) -> NamedTensor:
        """Return the same values under other axes."""
        return self if axes == self.axes else replace(self, axes=axes)


def frozen(values: Array) -> Array:
    """Make `values` read-only and return it."""
    values.setflags(write=False)
    return values


def relabel(axes: Axes, labels: dict[str, tuple[str, ...]]) -> Axes:
    """Give the axes named in `labels` those labels."""
    return tuple(replace(axis, labels=labels[axis.name]) if axis.name in labels else axis for axis in axes)


def sizes(axes: Sequence[Axis]) -> str:
    """Return the shape as people write it: ``2 × 4``."""
    return " × ".join(str(axis.size) for axis in axes) or "1"
