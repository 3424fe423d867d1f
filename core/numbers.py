"""Numbers as people type and paste them; `core.expression.numbers` writes them for reading.

The decimal sign is always a point, in every language; what could be read in two ways is refused. Formulas
(``=1/sqrt(2)``) are worked out once and only their value is kept: see `core.formulas`.
"""

from __future__ import annotations

import math
import re

from core.formulas import NotANumber as NotANumber
from core.formulas import NotFinite as NotFinite
from core.formulas import formula_value
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


class NotWhole(NotANumber):
    """A fraction where only whole numbers go."""

    template = QT_TRANSLATE_NOOP("Errors", "{text} is not a whole number: write {below} or {above}.")


class AmbiguousNumber(NotANumber):
    """A comma that may be a decimal sign or a mark between groups."""

    template = QT_TRANSLATE_NOOP("Errors", "{text} can be read in two ways: write {decimal} or {whole}.")


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


def parse_number(text: str, *, comma: bool = False) -> float:
    """Read one number, or a formula that begins with ``=``.

    Parameters
    ----------
    text : str
    comma : bool, default=False
        Whether a comma is a decimal sign, too. Nothing is grouped then, and semicolons separate the arguments
        of formulas.

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
    >>> parse_number("0,5", comma=True)
    0.5
    """
    plain = plain_text(text)
    if comma and plain.startswith("="):
        plain = plain.replace(",", ".").replace(";", ",")
    elif comma and plain.count(",") + plain.count(".") < 2:
        plain = plain.replace(",", ".")
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
        whole = plain.replace(",", "")
        if comma:
            raise OtherSpelling(text=text.strip(), proposal=whole)
        return _finite(whole, text)
    raise _refusal(plain, text.strip())


def parse_whole(text: str) -> int:
    """Read one whole number, or a formula whose value is one.

    Raises
    ------
    NotANumber
        With what to write instead, where that is known.

    Examples
    --------
    >>> parse_whole("12"), parse_whole("1e3")
    (12, 1000)
    """
    number = parse_number(text)
    if not number.is_integer():
        raise NotWhole(text=text.strip(), below=math.floor(number), above=math.ceil(number))
    return int(number)


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
