"""What has to be known of a matrix before it is painted: picture, inks, hatch, and what is no number."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from PySide6.QtGui import QImage

from app.models.stage_content import Kind, MatrixView
from app.widgets.stage.look import UNCOLORED, Look
from core.record import Record
from core.tensor import Array

Segment = tuple[float, float, float, float]
"""x1, y1, x2, y2 in cells."""
Run = tuple[int, int, int]
"""Row, first column, number of columns."""

_STEPS = 255
"""From 0 to the end of either map."""


def shades(values: Array, kind: Kind, bar: tuple[float, float] | None) -> npt.NDArray[np.intp]:
    """Return which colour of its map each number has; NaN becomes the lowest.

    Any finite numbers are told apart safely, ±1e308 too: they are divided before anything is added.
    """
    low, high = bar or (0.0, 1.0)
    with np.errstate(all="ignore"):
        if kind is Kind.WEIGHTS:
            span = high - low if math.isfinite(high - low) and high > low else 1.0
            share, least = (values - low) / span, 0.0
        else:
            limit = max(abs(low), abs(high))
            share, least = (values / limit if limit > 0 else values * 0.0), -1.0
        share = np.fmin(np.fmax(share, least), 1.0)  # NaN becomes the least
        return ((share - least) * _STEPS + 0.5).astype(np.intp)


class Hatch(Record):
    """The masked cells of a matrix; the same object as long as they are the same."""

    runs: tuple[Run, ...]
    stairs: tuple[Segment, ...]
    """The line between masked cells and others."""


class Prepared(Struct, eq=False):
    """One matrix in the colours of one theme."""

    colors: npt.NDArray[np.uint32] | None
    """None where all cells are the stage's, as in what follows."""
    image: QImage | None
    """Of the colours, which it does not keep alive by itself."""
    dark: npt.NDArray[np.bool_] | None
    """Where colours take white ink."""
    odd: tuple[tuple[int, int, str], ...]
    """Row, column and word of what is not finite."""
    hatch: Hatch | None
    """None where no cell is masked."""


def prepare(view: MatrixView, look: Look) -> Prepared:
    """Work out how a matrix looks."""
    values = view.values
    finite = np.isfinite(values)
    plain = None if np.logical_and.reduce(finite, axis=None) else ~finite
    hatch = None if view.masked is None else _hatch(view.masked.shape, view.masked.tobytes())
    masked = None if hatch is None else view.masked
    made = Prepared(None, None, None, () if plain is None else _odd(values, plain, masked), hatch)
    if view.kind in (Kind.SIGNED, Kind.WEIGHTS):
        shade = shades(values, view.kind, view.bar)
        for uncolored in (plain, masked):
            if uncolored is not None:
                shade[uncolored] = UNCOLORED
        of_shades, is_dark = look.inked(view.kind)
        made.colors = colors = of_shades.take(shade)
        made.dark = is_dark.take(shade)
        rows, columns = values.shape
        made.image = QImage(colors.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
    return made


def _odd(
    values: Array, plain: npt.NDArray[np.bool_], masked: npt.NDArray[np.bool_] | None
) -> tuple[tuple[int, int, str], ...]:
    rows, columns = (plain if masked is None else plain & ~masked).nonzero()
    odd = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        value = float(values[row, column])
        odd.append((row, column, "NaN" if math.isnan(value) else "∞" if value > 0 else "−∞"))
    return tuple(odd)


@lru_cache(maxsize=32)
def _hatch(shape: tuple[int, int], masked: bytes) -> Hatch | None:
    """Return runs and edges of the masked cells, which stay where they are while numbers change."""
    cells = np.frombuffer(masked, dtype=bool).reshape(shape)
    return Hatch(_runs(cells), _edges(cells)) if cells.any() else None


def _runs(masked: npt.NDArray[np.bool_]) -> tuple[Run, ...]:
    """Return the masked cells as runs, row by row."""
    edge = np.diff(np.pad(masked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    starts, ends = np.argwhere(edge == 1), np.argwhere(edge == -1)
    return tuple(
        (row, start, end - start)
        for (row, start), (_, end) in zip(starts.tolist(), ends.tolist(), strict=True)
    )


def _edges(masked: npt.NDArray[np.bool_]) -> tuple[Segment, ...]:
    """Return the lines between masked cells and others, in cells."""
    below = masked[:-1] != masked[1:]
    beside = masked[:, :-1] != masked[:, 1:]
    across = [(column, row + 1, column + 1, row + 1) for row, column in np.argwhere(below).tolist()]
    down = [(column + 1, row, column + 1, row + 1) for row, column in np.argwhere(beside).tolist()]
    return (*across, *down)


def plate_place(
    masked: npt.NDArray[np.bool_], least_rows: int, least_columns: int
) -> tuple[int, int, int, int] | None:
    """Return (top, left, bottom, right), exclusive, of a masked rectangle at the right that holds the plate.

    The highest one is taken.
    """
    return _plate_place(masked.shape, masked.tobytes(), least_rows, least_columns)


@lru_cache(maxsize=32)
def _plate_place(
    shape: tuple[int, int], cells: bytes, least_rows: int, least_columns: int
) -> tuple[int, int, int, int] | None:
    masked = np.frombuffer(cells, dtype=bool).reshape(shape)
    rows, columns = masked.shape
    for top in range(rows - least_rows + 1):
        open_ones = np.flatnonzero(~masked[top : top + least_rows].all(axis=0))
        run = columns - 1 - int(open_ones[-1]) if len(open_ones) else columns
        if run >= least_columns:
            return top, columns - run, top + least_rows, columns
    return None
