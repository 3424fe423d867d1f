"""Rows and columns of a file that hold names and not numbers."""

from __future__ import annotations

import re

from core.numbers import plain_text
from core.text import QT_TRANSLATE_NOOP, Message, message

_NUMERIC = re.compile(r"[-+.,;'’ %$€]*\d[-+.,;'’_ %$€\deE]*", re.ASCII)
_MISSING = {"nan", "inf", "-inf", "+inf", "infinity", "-infinity", "na", "n/a", "#n/a", "null", "none", "-"}
_ROW = QT_TRANSLATE_NOOP("Formats", "row {number} holds names and is left out")
_COLUMN = QT_TRANSLATE_NOOP("Formats", "column 1 holds names and is left out")


def without_names(rows: list[list[str]]) -> tuple[list[list[str]], tuple[int, int], tuple[Message, ...]]:
    """Leave out a first row and a first column of names, as spreadsheets and pandas write them.

    They are names where none of their cells is a number, or where they count below or beside an empty corner.

    Returns
    -------
    tuple
        The other rows, what the first of their rows and columns is called, and what is to be told.

    Examples
    --------
    >>> without_names([["", "a", "b"], ["cat", "1", "2"]])[0]
    [['1', '2']]
    """
    every = rows
    notes: list[Message] = []
    first_row, first_column = 1, 1
    has_corner = len(rows) > 1 and len(rows[0]) > 1 and not rows[0][0].strip()
    if len(rows) > 1 and (_are_names(rows[0]) or (has_corner and _counts(rows[0][1:]))):
        rows, first_row = rows[1:], 2
        notes.append(message("Formats", _ROW, number=1))
    column = [row[0] for row in rows if row]
    if all(len(row) > 1 for row in rows) and (_are_names(column) or (has_corner and _counts(column))):
        rows, first_column = [row[1:] for row in rows], 2
        notes.append(message("Formats", _COLUMN))
    if not any(_is_meant_as_number(cell) for row in rows[:1] for cell in row):
        return every, (1, 1), ()  # words all over
    return rows, (first_row, first_column), tuple(notes)


def _are_names(cells: list[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and not any(map(_is_meant_as_number, filled))


def _is_meant_as_number(cell: str) -> bool:
    """Return whether a cell is a number, is spelled like one, or stands for one that is missing."""
    plain = plain_text(cell)
    return plain.startswith("=") or plain.lower() in _MISSING or bool(_NUMERIC.fullmatch(plain))


def _counts(cells: list[str]) -> bool:
    return any(cells == [str(number + start) for number in range(len(cells))] for start in (0, 1))
