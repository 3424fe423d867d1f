"""How the cells of a table look: texts and shades, prepared where somebody looks, kept until they change."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from app.models.matrix_layout import MatrixLayout
from app.models.matrix_shown import Cell, Rectangle
from app.models.stage_content import Kind
from core.expression.numbers import LARGEST_SEARCHED
from core.expression.writing import Writing
from core.overlay import may_differ
from core.tensor import Array, NamedTensor

Marks: TypeAlias = npt.NDArray[np.bool_]
"""Of the shape of the table."""
UNCOLORED, NOT_A_NUMBER, MASKED, CLOSED = -1, -2, -3, -4
"""Shades that are no colour of the map; all others count from its lower end."""
SIGNED_MIDDLE = 255
"""The shade of 0 among the 511 of the signed map; weights have 256 shades from 0 on."""

_WIDTH = 64
"""Columns of a tile: so many cells of a row are prepared at once."""
_MOST_TILES = 2048
"""More are not kept: some 130 000 cells."""
_MOST_WEIGHT = 255
_FEW = 64
"""So many changed cells are looked at one by one."""
_Face = TypeVar("_Face", str, int)
_Tiles = dict[tuple[int, int], list[_Face]]


class Changed:
    """Which cells of a table changed."""

    __slots__ = ("_columns", "bounds", "cells", "count", "positions")

    def __init__(self, positions: npt.NDArray[np.intp], columns: int) -> None:
        self.positions = positions
        """Row by row, each row being `columns` long."""
        self.cells: list[Cell] | None = None
        """The same as rows and columns where they are few."""
        self.bounds: Rectangle | None = None
        """A rectangle that holds them, the smallest for few; None where there are none."""
        self.count = len(positions)
        self._columns = columns
        if self.count <= _FEW:
            self.cells = [divmod(position, columns) for position in positions.tolist()]
        if self.cells:
            rows, places = zip(*self.cells, strict=True)
            self.bounds = rows[0], min(places), rows[-1], max(places)
        elif self.count:
            first, last = int(positions[0]), int(positions[-1])
            self.bounds = first // columns, 0, last // columns, columns - 1

    def stays(self, again: Changed, old: Array, new: Array) -> bool:
        """Tell whether these are the cells in which `new` differs from `old`, after some changed `again`.

        False where that is not told by the few cells that changed.
        """
        if self.cells is None or again.cells is None:
            return False
        return all(
            cell in self.cells and new[cell] != old[cell] and not math.isnan(new[cell])
            for cell in again.cells
        )

    def in_row(self, row: int) -> list[int]:
        """Return the columns of those in a row."""
        if self.cells is not None:
            return [column for at, column in self.cells if at == row]
        begin = row * self._columns
        start, stop = self.positions.searchsorted((begin, begin + self._columns))
        found: list[int] = (self.positions[start:stop] - begin).tolist()
        return found


NOTHING = Changed(np.empty(0, dtype=np.intp), 1)

Seen: TypeAlias = tuple[NamedTensor, Array]
"""A tensor, and its numbers as the table shows them."""


def differing(layout: MatrixLayout, old: Seen, new: Seen) -> Changed:
    """Return the cells of a table in which two tensors of one shape differ; NaN is equal to NaN."""
    (before, here), (after, there) = old, new
    columns, known = there.shape[1], may_differ(before, after)
    if known is None:
        positions = (here != there).ravel().nonzero()[0]
    else:
        rows, places = layout.places(np.unravel_index(known, after.shape)).T
        positions = np.sort((rows * columns + places)[here[rows, places] != there[rows, places]])
    return _without_nan(Changed(positions, columns), here, there) if len(positions) else NOTHING


def _without_nan(changed: Changed, old: Array, new: Array) -> Changed:
    """Leave out the cells that are NaN before and after: they are not equal, but nothing changed."""
    if changed.cells is not None:
        has_nan = any(math.isnan(new[cell]) for cell in changed.cells)
    else:
        has_nan = math.isnan(new.max(initial=-math.inf))  # NaN is larger than all others
    if not has_nan:
        return changed
    columns = new.shape[1]
    cells = np.divmod(changed.positions, columns)
    both = np.isnan(old[cells]) & np.isnan(new[cells])
    return Changed(changed.positions[~both], columns) if both.any() else changed


class RowFacts:
    """The largest number of each row, and whether its numbers are whole; other rows need no second look."""

    def __init__(self, values: Array) -> None:
        self._largest = np.full(len(values), -1.0)
        self._is_whole = np.ones(len(values), dtype=bool)
        self._searches = values.size <= LARGEST_SEARCHED
        self._is_summed_up = False
        self._look(values, np.arange(len(values)))
        self._sum_up()

    def change(self, old: Array, values: Array, changed: Changed) -> bool:
        """Go on with `values`, which differ from `old` in these cells only; False where no fact changes."""
        if changed.cells is None:
            top, _, bottom, _ = changed.bounds or (0, 0, -1, 0)
            rows = set(range(top, bottom + 1))
        else:
            rows = {
                cell[0]
                for cell in changed.cells
                if not self._follow(cell[0], float(old[cell]), float(values[cell]))
            }
        if rows:
            self._look(values, np.array(sorted(rows)))
        facts = (self.limit, self.is_whole)
        self._sum_up()
        return facts != (self.limit, self.is_whole)

    def _follow(self, row: int, before: float, after: float) -> bool:
        """Go on with another number in a row; False where the whole row has to be looked at again."""
        size, largest, is_finite = abs(after), self._largest[row], math.isfinite(after)
        if is_finite and size >= largest:
            self._largest[row] = size
            self._is_summed_up = False
        elif abs(before) == largest:
            return False
        if not self._searches:
            return True
        if is_finite and after % 1.0:
            if self._is_whole[row]:
                self._is_whole[row] = self._is_summed_up = False
            return True
        return bool(self._is_whole[row]) or before % 1.0 == 0.0  # else a fraction went, perhaps the last

    def _look(self, values: Array, rows: npt.NDArray[np.intp]) -> None:
        part = values if len(rows) == len(values) else values[rows]
        high = part.max(axis=1, initial=-np.inf)
        largest = np.maximum(high, -part.min(axis=1, initial=np.inf))
        wrong = ~np.isfinite(largest)
        if wrong.any():
            finite = np.isfinite(part[wrong])
            largest[wrong] = np.abs(part[wrong]).max(axis=1, initial=-1.0, where=finite)
        self._largest[rows] = largest
        self._is_summed_up = False
        if self._searches:
            self._is_whole[rows] = ((part == np.rint(part)) | ~np.isfinite(part)).all(axis=1)

    def _sum_up(self) -> None:
        if self._is_summed_up:
            return
        self._is_summed_up = True
        largest = float(self._largest.max(initial=-1.0))
        self.limit = largest if largest > 0 else 1.0
        """The largest magnitude of a finite number; 1 where there is none but 0."""
        self.is_whole = self._searches and bool(self._is_whole.all()) and 0 <= largest < 1e6
        """Whether places behind the point say nothing, as `core.expression.numbers.all_whole` has it."""


class CellFaces:
    """Texts and shades of the cells of one table."""

    def __init__(self) -> None:
        self._values: Array = np.empty((0, 0))
        self._kind = Kind.PLAIN
        self._masked: Marks | None = None
        self._closed: Marks | None = None
        self._writing, self._limit = Writing(2), 1.0
        self._texts: _Tiles[str] = {}
        self._shades: _Tiles[int] = {}

    def take(self, values: Array, kind: Kind, masked: Marks | None, closed: Marks | None) -> None:
        """Show another table."""
        self._values, self._kind, self._masked, self._closed = values, kind, masked, closed
        self._texts.clear()
        self._shades.clear()

    def set_scale(self, writing: Writing, limit: float) -> None:
        """Write numbers like this; the colours reach to `limit`."""
        if writing != self._writing:
            self._texts.clear()
        if limit != self._limit:
            self._shades.clear()
        self._writing, self._limit = writing, limit

    def change(self, values: Array, changed: Changed) -> None:
        """Go on with other numbers in some cells."""
        self._values = values
        if changed.cells is None:
            self._texts.clear()
            self._shades.clear()
            return
        for row, column in changed.cells:
            tile, inner = divmod(column, _WIDTH)
            if (texts := self._texts.get((row, tile))) is not None:
                texts[inner] = self._writing.text(float(values[row, column]))
            if (shades := self._shades.get((row, tile))) is not None:
                shades[inner] = self._shade_of(row, column)

    def texts(self, row: int, first: int, last: int) -> list[str]:
        """Return the texts of the cells `first` … `last` of a row."""
        return self._run(self._texts, self._texts_of, row, first, last)

    def shades(self, row: int, first: int, last: int) -> list[int]:
        """Return their colours, as positions in the map or as special shades."""
        return self._run(self._shades, self._shades_of, row, first, last)

    def _run(
        self,
        tiles: _Tiles[_Face],
        made: Callable[[int, int, int], list[_Face]],
        row: int,
        first: int,
        last: int,
    ) -> list[_Face]:
        found: list[_Face] = []
        for tile in range(first // _WIDTH, last // _WIDTH + 1):
            start = tile * _WIDTH
            known = tiles.get((row, tile))
            if known is None:
                if len(tiles) >= _MOST_TILES:
                    tiles.clear()
                known = tiles[row, tile] = made(row, start, start + _WIDTH)
            found += known[max(first - start, 0) : last - start + 1]
        return found

    def _texts_of(self, row: int, start: int, stop: int) -> list[str]:
        return self._writing.texts(self._values[row, start:stop].tolist())

    def _shades_of(self, row: int, start: int, stop: int) -> list[int]:
        values = self._values[row, start:stop]
        finite = np.isfinite(values)
        safe = np.where(finite, values, 0.0)
        if self._kind is Kind.SIGNED:
            shades = np.rint(safe / self._limit * SIGNED_MIDDLE).astype(np.intp) + SIGNED_MIDDLE
        elif self._kind is Kind.WEIGHTS:
            shades = np.rint(safe.clip(0.0, 1.0) * _MOST_WEIGHT).astype(np.intp)
        else:
            shades = np.full(values.shape, UNCOLORED, dtype=np.intp)
        shades[~finite] = NOT_A_NUMBER
        if self._kind is Kind.MASK:
            shades[values == 0] = MASKED
        for marks, shade in ((self._masked, MASKED), (self._closed, CLOSED)):
            if marks is not None:
                shades[marks[row, start:stop]] = shade
        found: list[int] = shades.tolist()
        return found

    def _shade_of(self, row: int, column: int) -> int:
        """Return the shade of one cell, as `_shades_of` has it, in a fifth of the time."""
        value = float(self._values[row, column])
        if self._closed is not None and self._closed[row, column]:
            return CLOSED
        if self._masked is not None and self._masked[row, column]:
            return MASKED
        if not math.isfinite(value):
            return NOT_A_NUMBER
        if self._kind is Kind.SIGNED:
            return round(value / self._limit * SIGNED_MIDDLE) + SIGNED_MIDDLE
        if self._kind is Kind.WEIGHTS:
            return round(min(max(value, 0.0), 1.0) * _MOST_WEIGHT)
        return MASKED if self._kind is Kind.MASK and value == 0 else UNCOLORED
