"""Tables of words as spreadsheets write them: cells between tabs, commas or semicolons, some in quotes."""

from __future__ import annotations

import csv
import io
import re

from core.errors import SandboxError
from core.exporters.table import is_formula_like
from core.text import QT_TRANSLATE_NOOP

MAX_TEXT = 32_000_000
"""Longer texts are not read."""


class TextTooLong(SandboxError):
    """More text than anybody has typed."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The text has {length} characters; {limit} are possible. Take a part of it."
    )


class BrokenQuotes(SandboxError):
    """Quotes that do not pair."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Row {row}: a quote is not closed, or something stands behind it. Double the quotes inside a cell.",
    )


class CellTooLong(SandboxError):
    """A cell beyond what a spreadsheet holds."""

    template = QT_TRANSLATE_NOOP("Errors", "Row {row}: a cell is longer than {limit} characters.")


def check_length(text: str, limit: int = MAX_TEXT) -> None:
    """Refuse a text of more than `limit` characters."""
    if len(text) > limit:
        raise TextTooLong(length=len(text), limit=limit)


def unguarded(cell: str) -> str:
    """Take off the apostrophe that keeps a cell from being run; see `core.exporters.table.guarded`.

    >>> unguarded("'=1+1"), unguarded("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell.startswith("'") and is_formula_like(cell) else cell


def separated_rows(text: str, separator: str) -> list[list[str]]:
    r"""Cut `text` into cells by the rules of RFC 4180; line ends may be LF, CRLF or CR.

    One line end behind the last row is no row. An empty line is a row with one empty cell, but a text of line
    ends alone has no rows.

    Raises
    ------
    SandboxError
        Where a quote is not closed or a cell is too long, with its row.

    Examples
    --------
    >>> separated_rows('a\t"b\nc"\r\n5" pipe\td\n', "\t")
    [['a', 'b\nc'], ['5" pipe', 'd']]
    """
    check_length(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend(row or [""] for row in reader)
    except csv.Error as error:
        if "limit" in str(error):
            raise CellTooLong(row=len(rows) + 1, limit=csv.field_size_limit()) from error
        raise BrokenQuotes(row=len(rows) + 1) from error
    return rows if any(row != [""] for row in rows) or '"' in text else []


def pasted_table(text: str) -> list[list[str]]:
    """Return the cells of a text from the clipboard: separated by tabs, guards against formulas taken off.

    A text whose quotes do not pair was not written by a spreadsheet: its quotes are letters like others.

    Raises
    ------
    SandboxError
        When it is too long.
    """
    try:
        rows = separated_rows(text, "\t")
    except (BrokenQuotes, CellTooLong):
        rows = [line.split("\t") for line in re.split(r"\r\n|\r|\n", text.rstrip("\r\n"))]
    return [[unguarded(cell) for cell in row] for row in rows]
