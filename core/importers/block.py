"""Cells that were read become numbers; what is none is named by its place."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from core.errors import SandboxError
from core.numbers import AmbiguousNumber, EmptyNumber, NotANumber, NotFinite, OtherSpelling, parse_number
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP
from core.tokens import elided, plain

MAX_CELLS = 4_000_000
"""More numbers are not read from a text."""
_PLAIN_ROW = re.compile(r"[\d.eE+\- ]*", re.ASCII)
"""Of such signs float() reads nothing but numbers."""
_MAX_SPELLED = 20_000
"""Cells that need more than that: formulas, full-width digits, marks between groups."""
_LONGEST = 24
_NAMED = 3


class RaggedRows(SandboxError):
    """Rows of different lengths."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The rows differ in length: row {row} has {count}, row {first} has {expected}."
    )


class NotNumbers(SandboxError):
    """Cells that are no numbers."""

    template = QT_TRANSLATE_NOOP("Errors", "Not numbers (row, column): {cells}")


class NotNumbersBut(SandboxError):
    """Cells that are no numbers, with what to write in the first of them."""

    template = QT_TRANSLATE_NOOP("Errors", "{reason} Not numbers (row, column): {cells}")


class TooManyCells(SandboxError):
    """More numbers than a text may hold."""

    template = QT_TRANSLATE_NOOP("Errors", "There are more than {limit} cells. Take a part of them.")


class TooManySpelled(SandboxError):
    """More formulas and oddly spelled numbers than can be read at once."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "More than {limit} cells are not spelled plainly, such as 0.25. Row {row} has one of them."
    )


def check_count(count: int, limit: int = MAX_CELLS) -> None:
    """Refuse more cells than `limit`."""
    if count > limit:
        raise TooManyCells(limit=limit)


def numbers_of(
    rows: Sequence[Sequence[str]], *, comma: bool = False, first: tuple[int, int] = (1, 1)
) -> Array:
    """Return cells as numbers, shape (rows, columns).

    Parameters
    ----------
    rows : sequence of rows of texts
    comma : bool, default=False
        Whether a comma is a decimal sign, too.
    first : tuple of int
        What messages call the first row and column.

    Raises
    ------
    SandboxError
        When there is no cell, rows differ in length (naming the row), or cells are no numbers (naming the
        first three).

    Examples
    --------
    >>> numbers_of([["0.5", "−1"], ["=1/4", "２"]]).tolist()
    [[0.5, -1.0], [0.25, 2.0]]
    """
    if not any(cell.strip() for row in rows for cell in row):
        raise EmptyNumber()
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width:
            raise RaggedRows(row=first[0] + number, count=len(row), first=first[0], expected=width)
    values = np.empty((len(rows), width))
    reader = _Spelled(first, comma=comma)
    for number, row in enumerate(rows):
        pointed = [cell.replace(",", ".") for cell in row] if comma else row
        if not _read_plain(pointed, values[number]):
            values[number] = [reader.value(number, at, cell) for at, cell in enumerate(row)]
    reader.finish(rows)
    return values


def _read_plain(row: Sequence[str], into: Array) -> bool:
    """Read a row of plain numbers at once; False where one of them is not."""
    if not _PLAIN_ROW.fullmatch("".join(row)):
        return False
    try:
        into[:] = list(map(float, row))
    except ValueError:
        return False
    return bool(np.isfinite(into).all())


def _plain_number(cell: str) -> float | None:
    try:
        number = float(cell) if _PLAIN_ROW.fullmatch(cell) else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


class _Spelled:
    """Reads cells one by one and remembers which are no numbers."""

    def __init__(self, first: tuple[int, int], *, comma: bool) -> None:
        self._comma = comma
        self._first = first
        self._count = 0
        self._wrong: list[tuple[int, int]] = []
        self._reason: NotANumber | None = None

    def value(self, row: int, column: int, cell: str) -> float:
        """Return the number in a cell, 0 where there is none."""
        if len(self._wrong) > _NAMED:
            return 0.0
        number = _plain_number(cell)
        if number is not None:
            return number
        self._count += 1
        if self._count > _MAX_SPELLED:
            raise TooManySpelled(limit=_MAX_SPELLED, row=self._first[0] + row)
        try:
            return parse_number(cell, comma=self._comma)
        except NotANumber as error:
            tells_more = isinstance(error, AmbiguousNumber | OtherSpelling | NotFinite)
            if not self._wrong and tells_more and len(cell) <= _LONGEST and plain(cell) == cell:
                self._reason = error
            self._wrong.append((row, column))
            return 0.0

    def finish(self, rows: Sequence[Sequence[str]]) -> None:
        """Refuse, naming the first cells that are no numbers."""
        if not self._wrong:
            return
        cells = "; ".join(
            f"{self._first[0] + row}, {self._first[1] + column} “{shown(rows[row][column])}”"
            for row, column in self._wrong[:_NAMED]
        )
        cells += "; …" * (len(self._wrong) > _NAMED)
        if self._reason is None:
            raise NotNumbers(cells=cells)
        raise NotNumbersBut(cells=cells, reason=self._reason.message)


def shown(cell: str) -> str:
    """Return a cell as messages quote it: short, and nothing in it steers or hides."""
    return plain(elided(cell.strip(), _LONGEST)).replace("\n", "↵")
