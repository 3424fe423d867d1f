"""What is shown of a key/value cache: rows of one head of one layer, and how much was computed."""

from __future__ import annotations

import numpy as np

from core.cache import CachedRun, numbers_of
from core.expression.names import short_name
from core.expression.numbers import number_text
from core.program import Program
from core.record import Record
from core.tensor import Array, NamedTensor
from core.tokens import visible


class CacheMatrix(Record, eq=False):
    """Keys or values of one head."""

    title: str
    shape: str
    values: Array
    """Rows are words."""
    decimals: int
    """How many places are wanted, where they have room."""
    exact: tuple[tuple[str, ...], ...]
    """What tool tips say."""

    def texts(self, first: int, decimals: int) -> list[list[str]]:
        """Return the numbers of the rows from `first` on, with so many places."""
        return [[number_text(float(number), decimals) for number in row] for row in self.values[first:]]

    @property
    def largest(self) -> float:
        """The largest finite number, without its sign; 1 where there is none but 0."""
        finite = np.abs(self.values[np.isfinite(self.values)])
        return float(finite.max(initial=0.0)) or 1.0


class CacheRows(Record, eq=False):
    """Words and their keys and values; the last ones are new."""

    words: tuple[str, ...]
    kept: int
    matrices: tuple[CacheMatrix, ...]


class CacheCounts(Record):
    """Numbers that were computed, and how many there would be without what is kept."""

    keys_and_values: int
    keys_and_values_whole: int
    steps: int
    steps_whole: int


def cache_rows(run: CachedRun, layer: int, head: int, decimals: int) -> CacheRows | None:
    """Return the rows of a head of a layer, both counted from 0; None where no layer has attention.

    Behind the layers' own keys and values come those that they read of the encoder.
    """
    layers = (*run.layers, *run.memory)
    if not layers:
        return None
    layer = min(layer, len(layers) - 1)
    shown, words = layers[layer], layers[layer].keys.axes[1].labels
    kept = run.kept if layer < len(run.layers) or not run.kept else len(words)
    matrices = tuple(
        _matrix(title, tensor, head, decimals) for title, tensor in (("K", shown.keys), ("V", shown.values))
    )
    return CacheRows(tuple(map(visible, words)), kept, matrices)


def cache_counts(run: CachedRun, program: Program) -> CacheCounts:
    """Return how much was computed; `program` computes all words."""
    own, memory = (
        sum(layer.keys.values.size + layer.values.values.size for layer in layers)
        for layers in (run.layers, run.memory)
    )
    words = len(run.words)
    new = own // words * (words - run.kept) + (0 if run.kept else memory)
    return CacheCounts(new, own + memory, run.computed, numbers_of(program))


def _matrix(title: str, tensor: NamedTensor, head: int, decimals: int) -> CacheMatrix:
    head = min(head, tensor.shape[0] - 1)
    values = tensor.values[head]
    name, labels = short_name(tensor.name), tensor.axes[1]
    rows = [list(map(float, row)) for row in values]
    return CacheMatrix(
        title,
        f"{values.shape[0]} × {values.shape[1]}",
        values,
        decimals,
        tuple(
            tuple(
                f"{name}[{labels.told_apart(at)}, {column + 1}] = {number_text(number, None)}"
                for column, number in enumerate(row)
            )
            for at, row in enumerate(rows)
        ),
    )
