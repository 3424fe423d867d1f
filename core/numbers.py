"""Numbers as people type and paste them; `core.expression.numbers` writes them for reading.

The decimal sign is always a point, in every language; what could be read in two ways is refused. Formulas
(``=1/sqrt(2)``) are worked out once and only their value is kept: see `core.formulas`.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator, Sequence

from core.formulas import NotANumber as NotANumber
from core.formulas import NotFinite as NotFinite
from core.formulas import formula_value
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP

_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII)
_ONE_GROUP = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)


class EmptyNumber(NotANumber):
    """Nothing was typed."""

    template = QT_TRANSLATE_NOOP("Errors", "There is no number. Write one such as 0.25, or 0 for nothing.")


class OtherSpelling(NotANumber):
    """A number spelled in a way that is not taken here."""

    template = QT_TRANSLATE_NOOP("Errors", "{text} is not a number here: write {proposal}.")


class AmbiguousNumber(NotANumber):
    """A comma that may be a decimal sign or a mark between groups."""

    template = QT_TRANSLATE_NOOP("Errors", "{text} can be read in two ways: write {decimal} or {whole}.")


class BlockRefused(NotANumber):
    """A pasted block in which something is not a number."""

    template = QT_TRANSLATE_NOOP("Errors", "Nothing was pasted, because these are not numbers: {cells}.")


class RaggedBlock(NotANumber):
    """A pasted block with rows of different lengths."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "Nothing was pasted: row {row} has {count} numbers and row 1 has {expected}."
    )


class AmbiguousBlock(NotANumber):
    """Pasted numbers with one comma in each row."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: “{text}” can be two numbers or one with a decimal comma. "
        "Separate numbers by tabs or spaces, and write decimals with a point.",
    )


def _character_map() -> dict[int, str | None]:
    """Full-width forms become ASCII; other minus signs, points, commas and spaces the plain ones."""
    table: dict[int, str | None] = {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)}
    for plain, others in {
        "-": "−－ー‐‑‒–",
        ".": "．。",
        ",": "，、",
        " ": "\u00a0\u202f\u3000\u2009",
        "*": "×",
        "/": "÷",
    }.items():
        table.update({ord(other): plain for other in others})
    invisible = (
        "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
    )
    table.update({ord(sign): None for sign in invisible})
    return table


_CHARACTERS = _character_map()


def plain_text(text: str) -> str:
    """Return `text` with full-width and typographic signs as plain ASCII ones.

    >>> plain_text("－１．５")
    '-1.5'
    """
    return text.translate(_CHARACTERS).strip()


def parse_number(text: str) -> float:
    """Read one number, or a formula that begins with ``=``.

    Returns
    -------
    float
        Finite.

    Raises
    ------
    NotANumber
        With what to write instead, where that is known.

    Examples
    --------
    >>> parse_number("−0.5"), parse_number("1,234.5"), parse_number("=1/4")
    (-0.5, 1234.5, 0.25)
    """
    plain = plain_text(text)
    if not plain:
        raise EmptyNumber()
    if plain.startswith("="):
        return formula_value(plain[1:], text.strip())
    if _PLAIN.fullmatch(plain):
        return _finite(plain, text)
    if _ONE_GROUP.fullmatch(plain):
        raise AmbiguousNumber(
            text=text.strip(), decimal=plain.replace(",", "."), whole=plain.replace(",", "")
        )
    if _GROUPS.fullmatch(plain):
        return _finite(plain.replace(",", ""), text)
    raise _refusal(plain, text.strip())


def _finite(plain: str, text: str) -> float:
    value = float(plain)
    if not math.isfinite(value):
        raise NotFinite(text=text.strip())
    return value


def _refusal(plain: str, text: str) -> NotANumber:
    """Return the error for a text that is no number, with a proposal where there is one."""
    if plain.lstrip("+-").lower() in {"nan", "inf", "infinity", "∞"}:
        return NotFinite(text=text)
    joined = plain.replace(" ", "").replace("_", "")
    last_comma, last_point = joined.rfind(","), joined.rfind(".")
    if joined.count(",") == 1 and last_comma > last_point:  # 0,25 and 1.234,5
        joined = joined.replace(".", "").replace(",", ".")
    elif joined.count(".") > 1 and last_comma < 0:  # 1.234.567
        joined = joined.replace(".", "")
    if _PLAIN.fullmatch(joined):
        return OtherSpelling(text=text, proposal=joined)
    try:
        formula_value(plain, text)
    except NotANumber:
        return NotANumber(text=text)
    return OtherSpelling(text=text, proposal=f"={plain}")


def edit_text(value: float) -> str:
    """Return the shortest text that `parse_number` reads back as the same number.

    >>> edit_text(2.0), edit_text(-0.0), edit_text(0.1)
    ('2', '-0.0', '0.1')
    """
    return (
        repr(float(value))
        if value == 0 and math.copysign(1, value) < 0
        else repr(float(value)).removesuffix(".0")
    )


def block_text(values: Sequence[Sequence[float]] | Array) -> str:
    """Return rows as tab-separated text at full precision, as spreadsheets take it."""
    return "\n".join("\t".join(edit_text(float(value)) for value in row) for row in values)


def parse_block(text: str) -> list[list[float]]:
    """Read pasted numbers: separated by tabs, semicolons, commas or spaces, or printed by Python or NumPy.

    Returns
    -------
    list of rows, all of one length

    Raises
    ------
    NotANumber
        Naming the row that is too short or long, or the first three cells that are no numbers.
    """
    rows = list(_rows(text))
    if not rows or not any(cell.strip() for row in rows for cell in row):
        raise EmptyNumber()
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise RaggedBlock(row=number, count=len(row), expected=len(rows[0]))
    offending: list[str] = []
    numbers: list[list[float]] = []
    for row_number, row in enumerate(rows, 1):
        numbers.append([])
        for column, cell in enumerate(row, 1):
            try:
                numbers[-1].append(parse_number(cell))
            except NotANumber:
                offending.append(f"{row_number}, {column} “{cell.strip()}”")
    if offending:
        more = ", …" if len(offending) > 3 else ""
        raise BlockRefused(cells="; ".join(offending[:3]) + more)
    return numbers


def _rows(text: str) -> Iterator[list[str]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    printed = re.sub(r"^\s*(np\.)?(array|tensor)\(", "", text).strip()
    if printed.startswith("["):
        for inner in re.findall(r"\[([^\[\]]*)\]", printed):
            yield re.split(r"[,\s]+", inner.strip().strip(","))
    elif "\t" in text or ";" in text:
        try:
            yield from csv.reader(lines, delimiter="\t" if "\t" in text else ";")
        except csv.Error as error:
            raise NotANumber(text=text[:20]) from error
    elif "," in plain_text(text):
        yield from _comma_rows([plain_text(line) for line in lines])
    else:
        yield from (line.split() for line in lines)


def _comma_rows(lines: list[str]) -> Iterator[list[str]]:
    """Commas separate, unless each row has just one between digits: then nobody can tell."""
    if all(re.fullmatch(r"[+-]?\d+,\d+", line) for line in lines):
        if len(lines) == 1:
            parse_number(lines[0])
        raise AmbiguousBlock(text=lines[0])
    yield from (line.split(",") for line in lines)
