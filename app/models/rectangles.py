"""Cells as rectangles: what a selection is made of."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.edits.base import Cells

Rectangle = tuple[int, int, int, int]
_MOST = 200
"""A selection of more rectangles is one around all of them."""


def rectangles_of(places: npt.NDArray[np.intp]) -> list[Rectangle]:
    """Return rectangles that cover exactly these cells, row by row.

    Parameters
    ----------
    places : ndarray
        Shape (count, 2): row and column of each cell.

    Returns
    -------
    list of (top, left, bottom, right); the ends belong to it
    """
    if not len(places):
        return []
    top, left = (int(at) for at in places.min(axis=0))
    bottom, right = (int(at) for at in places.max(axis=0))
    around = (top, left, bottom, right)
    covered = np.zeros((bottom - top + 1, right - left + 1), dtype=bool)
    covered[places[:, 0] - top, places[:, 1] - left] = True
    if covered.all():
        return [around]
    open_runs: dict[tuple[int, int], int] = {}  # first and last column → the row they began in
    found: list[Rectangle] = []
    for row in range(len(covered) + 1):
        runs = _runs(covered[row]) if row < len(covered) else []
        ended = [columns for columns in open_runs if columns not in runs]
        found += [
            (top + open_runs.pop((first, last)), left + first, top + row - 1, left + last)
            for first, last in ended
        ]
        for columns in runs:
            open_runs.setdefault(columns, row)
        if len(found) > _MOST:
            return [around]
    return sorted(found)


def mesh_rectangle(cells: Cells) -> Rectangle | None:
    """Return the rectangle that a block of a matrix is, without looking at each cell; None for others."""
    if len(cells) != 2 or cells[0].ndim != 2 or cells[0].shape[1] != 1 or cells[1].shape[0] != 1:
        return None
    rows, columns = (at.ravel() for at in cells)
    if any(at.size != at[-1] - at[0] + 1 or (np.diff(at) != 1).any() for at in (rows, columns)):
        return None
    return int(rows[0]), int(columns[0]), int(rows[-1]), int(columns[-1])


def _runs(row: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]])))
    return [(int(start), int(stop) - 1) for start, stop in edges.reshape(-1, 2)]
