"""Numbers between tabs, semicolons, commas or spaces."""

from __future__ import annotations

import re

from core.errors import SandboxError
from core.importers.block import check_count
from core.importers.table import separated_rows
from core.numbers import plain_text
from core.text import QT_TRANSLATE_NOOP

TAB, SEMICOLON, COMMA, SPACE = "\t", ";", ",", " "
MAX_LINES = 200_000
_BLANK = re.compile(r"[\t \u00a0\u3000]+")
"""Other spaces stand between groups of digits."""
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)


class AmbiguousCommas(SandboxError):
    """Commas of which nobody can tell whether they separate."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "“{text}” can be two numbers or one with a decimal comma. "
        "Separate numbers by tabs or spaces, and write decimals with a point.",
    )


class TooManyLines(SandboxError):
    """More lines than any matrix has rows."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The text has {count} lines; {limit} are possible. Take the part that is needed."
    )


def separator_of(text: str, *, comma: bool = False) -> str:
    """Return what stands between the cells: a tab if there is one, else a semicolon, a comma, a space.

    With `comma` a comma is a decimal sign and separates nothing.
    """
    for sign in (TAB, SEMICOLON):
        if sign in text:
            return sign
    return COMMA if not comma and ("," in text or "，" in text) else SPACE


def cells_between(text: str, separator: str) -> list[list[str]]:
    """Cut `text` into cells.

    Raises
    ------
    SandboxError
        Where a quote is not closed, or there are too many cells.
    """
    lines = text.count("\n") + text.count("\r")
    if lines > MAX_LINES:  # a list each, before the first cell is counted
        raise TooManyLines(count=lines, limit=MAX_LINES)
    if separator == SPACE:
        return _columns(text)
    check_count(text.count(separator) + text.count("\n"))
    return separated_rows(text, separator)


def _columns(text: str) -> list[list[str]]:
    lines = re.split(r"\r\n|\r|\n", text)
    rows, count = [], 0
    for line in lines:
        row = line.split() if line.isascii() else [cell for cell in _BLANK.split(line) if cell]
        count += len(row)
        check_count(count)
        if row:
            rows.append(row)
    return rows


def pasted_cells(text: str, *, comma: bool = False) -> list[list[str]]:
    """Cut a text from the clipboard into cells; commas that may be decimal signs are not guessed.

    Raises
    ------
    SandboxError
        As `cells_between`, and `AmbiguousCommas`.
    """
    separator = separator_of(text, comma=comma)
    if separator == COMMA:
        text = plain_text(text)
        pieces = text.split()
        if len(pieces) > 1 and all(map(_DECIMAL_COMMA.fullmatch, pieces)):
            raise AmbiguousCommas(text=pieces[0])
        if _DECIMAL_COMMA.fullmatch(text):
            return [[text]]
    return cells_between(text, separator)
