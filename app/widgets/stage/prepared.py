"""What has to be known of a matrix before it is painted: picture, inks, hatch, and what is no number."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from PySide6.QtGui import QImage

from app.models.stage_content import Kind, MatrixView
from app.widgets.stage.look import Look
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


class Prepared(Struct, eq=False):
    """One matrix in the colours of one theme."""

    image: QImage
    colors: npt.NDArray[np.uint32]
    """Of the image, which does not keep them alive by itself."""
    dark: npt.NDArray[np.bool_] | None
    """Where colours take white ink; None where all cells are the stage's."""
    stage_dark: bool
    odd: list[tuple[int, int, str]]
    """Row, column and word of what is not finite."""
    hatched: list[Run]
    stairs: tuple[Segment, ...]
    _white: list[bool] | None = None

    @property
    def white(self) -> list[bool]:
        """Cell by cell: whether the number is written in white."""
        if self._white is None:
            plain = [self.stage_dark] * self.colors.size
            self._white = plain if self.dark is None else self.dark.ravel().tolist()
        return self._white


def prepare(view: MatrixView, look: Look) -> Prepared:
    """Work out how a matrix looks."""
    values, masked = view.values, view.masked
    rows, columns = values.shape
    finite = np.isfinite(values)
    plain = None if finite.all() else ~finite
    if masked is not None:
        masked = masked if masked.any() else None
    if view.kind in (Kind.SIGNED, Kind.WEIGHTS):
        weights = view.kind is Kind.WEIGHTS
        shade = shades(values, view.kind, view.bar)
        colors = (look.weights if weights else look.signed)[shade]
        dark = (look.weights_dark if weights else look.signed_dark)[shade]
        for uncolored in (plain, masked):
            if uncolored is not None:
                colors[uncolored] = look.stage_rgb
                dark[uncolored] = look.stage_dark
    else:
        colors, dark = np.full(values.shape, look.stage_rgb, dtype=np.uint32), None
    colors = np.ascontiguousarray(colors)
    odd = []
    if plain is not None:
        for row, column in np.argwhere(plain if masked is None else plain & ~masked).tolist():
            value = float(values[row, column])
            odd.append((row, column, "NaN" if math.isnan(value) else "∞" if value > 0 else "−∞"))
    runs, stairs = ([], ()) if masked is None else _shape_of(masked.shape, masked.tobytes())
    return Prepared(
        image=QImage(colors.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32),
        colors=colors,
        dark=dark,
        stage_dark=look.stage_dark,
        odd=odd,
        hatched=runs,
        stairs=stairs,
    )


@lru_cache(maxsize=32)
def _shape_of(shape: tuple[int, int], masked: bytes) -> tuple[list[Run], tuple[Segment, ...]]:
    """Return runs and edges of the masked cells, which stay where they are while numbers change."""
    cells = np.frombuffer(masked, dtype=bool).reshape(shape)
    return _runs(cells), _edges(cells)


def _runs(masked: npt.NDArray[np.bool_]) -> list[Run]:
    """Return the masked cells as runs, row by row."""
    edge = np.diff(np.pad(masked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    starts, ends = np.argwhere(edge == 1), np.argwhere(edge == -1)
    return [
        (row, start, end - start)
        for (row, start), (_, end) in zip(starts.tolist(), ends.tolist(), strict=True)
    ]


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
