"""JSON text becomes values in one pass whose time and memory are bounded, whatever the text holds.

Python's own reader makes an object of each number, and tells neither a key that stands there twice nor how
much it is going to make. Here a row of numbers stays text until somebody asks for it, and every kind of value
is counted while it is made. The text is UTF-8 whose bytes stand as characters (Latin-1): a byte takes a byte,
whatever is written, and each text is decoded by itself.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

import numpy as np

from core.formats.errors import refuse
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP

MAX_DEPTH = 32
MAX_ENTRIES = 250_000
"""Entries of one list."""
MAX_VALUES = 300_000
"""Lists, objects, texts and single values of a document; a row of numbers is one."""
MAX_NUMBERS = 8_000_000
"""Numbers in the rows of a document together."""
MAX_TEXT = 2_000_000
"""Bytes of one text as it is written: notes in which every sign is escaped have 1 200 000."""
MAX_TEXTS = 16_000_000
"""Bytes of all texts together."""

# Possessive: no second look, and so no time to lose.
_SPACE = r"[ \t\n\r]*+"
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][-+]?[0-9]++)?+"
_ATOM = rf"(?:{_NUMBER}|null|true|false|NaN|-?Infinity)"
_SPACES = re.compile(_SPACE)
_ATOMS = re.compile(_ATOM)
_ROW = re.compile(rf"\[{_SPACE}({_ATOM}(?:{_SPACE},{_SPACE}{_ATOM}){{0,{MAX_ENTRIES - 1}}}+){_SPACE}\]")
_PLAIN_TEXT = re.compile(r'"([^"\\\x00-\x1f]*+)"')
_ESCAPED_TEXT = re.compile(r'"((?:[^"\\\x00-\x1f]++|\\.)*+)("?)', re.DOTALL)
_WORD_IN_ROW = re.compile(r"[a-df-zA-DF-Z]")

_VALUE = QT_TRANSLATE_NOOP("Errors", "a value is expected here")
_COMMA = QT_TRANSLATE_NOOP("Errors", "a comma or the closing bracket is expected here")
_NO_MORE = QT_TRANSLATE_NOOP("Errors", "a comma stands before the closing bracket")
_NAME = QT_TRANSLATE_NOOP("Errors", "a name in quotation marks is expected here")
_COLON = QT_TRANSLATE_NOOP("Errors", "a colon is expected here")
_ESCAPE = QT_TRANSLATE_NOOP("Errors", "a backslash stands before what JSON does not know")
_CONTROL = QT_TRANSLATE_NOOP("Errors", "a text goes over the end of its line, or holds a control character")
_UNFINISHED = QT_TRANSLATE_NOOP("Errors", "a text has no end")
_QUOTES = QT_TRANSLATE_NOOP("Errors", "texts stand in double quotation marks")
_COMMENT = QT_TRANSLATE_NOOP("Errors", "JSON has no comments")
_BY_SIGN = {"'": _QUOTES, "/": _COMMENT, "#": _COMMENT}

_TOO_DEEP = QT_TRANSLATE_NOOP("Errors", "Lists and objects are nested deeper than {limit}.")
_TOO_LONG_LIST = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: a list has more than {limit} entries, which no scenario has."
)
_TOO_MANY_VALUES = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: there are more than {limit} lists and texts up to here, which no scenario has."
)
_TOO_MANY_NUMBERS = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: there are more than {limit} numbers up to here, which no scenario has."
)
_TOO_LONG_TEXT = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: a text has {count} bytes as it is written; {limit} are possible."
)
_TOO_MUCH_TEXT = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: the texts have more than {limit} bytes up to here, which no scenario has."
)


class NotJson(Exception):
    """Where the text is no JSON: `at` counts bytes, `reason` is a marked text."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason


class Table(dict[str, Any]):
    """A JSON object that remembers a key it had twice."""

    __slots__ = ("duplicate",)

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.duplicate: str | None = None
        if len(self) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    self.duplicate = key
                seen.add(key)


class Unreadable(Record):
    """A number that no float64 holds, as it was written."""

    text: str


class Row(Record, eq=False):
    """A list of numbers (or words such as null), still as text."""

    text: str
    start: int
    end: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"Row({self.count} entries)"

    def numbers(self) -> Array | None:
        """Return the numbers; None where something else is among them, or one that no float64 holds."""
        if _WORD_IN_ROW.search(self.text, self.start, self.end):
            return None
        values: Array = np.fromstring(self.text[self.start : self.end], sep=",", count=self.count)
        return values if np.isfinite(values).all() else None

    def entries(self) -> list[Any]:
        """Return each entry by itself."""
        return [_atom(entry.strip(" \t\n\r")) for entry in self.text[self.start : self.end].split(",")]


class Scanner:
    """Reads one document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._values = 0
        self._numbers = 0
        self._texts = 0

    def document(self) -> Any:
        """Return the document: `Table`, list, `Row`, str, float, int, bool, None, or `Unreadable`.

        Raises
        ------
        NotJson
        BadScenario
            If there is too much of something.
        """
        value, end = self._value(self._skip(0), 1)
        end = self._skip(end)
        if end < len(self._text):
            raise NotJson(end, "")
        return value

    def line(self, at: int) -> int:
        """Return the line of a place, counted from 1."""
        return self._text.count("\n", 0, at) + 1

    def _skip(self, at: int) -> int:
        found = _SPACES.match(self._text, at)
        return found.end() if found else at

    def _sign(self, at: int) -> str:
        return self._text[at : at + 1]

    def _value(self, at: int, depth: int) -> tuple[Any, int]:
        self._values += 1
        if self._values > MAX_VALUES:
            self._refuse(at, _TOO_MANY_VALUES, limit=MAX_VALUES)
        match self._sign(at):
            case '"':
                return self._string(at)
            case "[" | "{" if depth > MAX_DEPTH:
                refuse("", _TOO_DEEP, limit=MAX_DEPTH)
            case "[":
                return self._list(at, depth)
            case "{":
                return self._table(at, depth)
        found = _ATOMS.match(self._text, at)
        if found is None:
            self._fail(at, _VALUE)
        return _atom(found[0]), found.end()

    def _list(self, at: int, depth: int) -> tuple[Any, int]:
        row = _ROW.match(self._text, at)
        if row is not None:
            return self._row(row), row.end()
        values: list[Any] = []
        at = self._skip(at + 1)
        if self._sign(at) == "]":
            return values, at + 1
        while True:
            value, at = self._value(at, depth + 1)
            values.append(value)
            if len(values) > MAX_ENTRIES:
                self._refuse(at, _TOO_LONG_LIST, limit=MAX_ENTRIES)
            is_end, at = self._after_entry(at, "]")
            if is_end:
                return values, at

    def _row(self, found: re.Match[str]) -> Row:
        start, end = found.span(1)
        row = Row(self._text, start, end, self._text.count(",", start, end) + 1)
        self._numbers += row.count
        if self._numbers > MAX_NUMBERS:
            self._refuse(end, _TOO_MANY_NUMBERS, limit=MAX_NUMBERS)
        return row

    def _table(self, at: int, depth: int) -> tuple[Table, int]:
        pairs: list[tuple[str, Any]] = []
        at = self._skip(at + 1)
        if self._sign(at) == "}":
            return Table(pairs), at + 1
        while True:
            if self._sign(at) != '"':
                self._fail(at, _NAME)
            name, at = self._string(at)
            at = self._skip(at)
            if self._sign(at) != ":":
                self._fail(at, _COLON)
            value, at = self._value(self._skip(at + 1), depth + 1)
            pairs.append((name, value))
            is_end, at = self._after_entry(at, "}")
            if is_end:
                return Table(pairs), at

    def _after_entry(self, at: int, closing: str) -> tuple[bool, int]:
        """Step over what stands behind an entry; True where it closes the list or object."""
        at = self._skip(at)
        sign = self._sign(at)
        if sign == closing:
            return True, at + 1
        if sign != ",":
            self._fail(at, _COMMA)
        comma, at = at, self._skip(at + 1)
        if self._sign(at) == closing:
            raise NotJson(comma, _NO_MORE)
        return False, at

    def _string(self, at: int) -> tuple[str, int]:
        found = _PLAIN_TEXT.match(self._text, at)
        if found is not None:
            self._count_text(at, found.end() - at)
            return _decoded(found[1]), found.end()
        found = _ESCAPED_TEXT.match(self._text, at)
        if found is None or not found[2]:
            end = len(self._text) if found is None else found.end()
            raise NotJson(end, _UNFINISHED if self._sign(end) in ("", "\\") else _CONTROL)
        self._count_text(at, found.end() - at)
        text = _decoded(found[1])
        try:
            return str(json.loads(f'"{text}"')), found.end()
        except json.JSONDecodeError as error:
            raise NotJson(at + len(f'"{text}"'[: error.pos].encode()), _ESCAPE) from error

    def _count_text(self, at: int, count: int) -> None:
        if count > MAX_TEXT:
            self._refuse(at, _TOO_LONG_TEXT, count=count, limit=MAX_TEXT)
        self._texts += count
        if self._texts > MAX_TEXTS:
            self._refuse(at, _TOO_MUCH_TEXT, limit=MAX_TEXTS)

    def _fail(self, at: int, reason: str) -> NoReturn:
        raise NotJson(at, _BY_SIGN.get(self._sign(at), reason))

    def _refuse(self, at: int, problem: str, **values: Any) -> NoReturn:
        refuse("", problem, line=self.line(at), **values)


def _decoded(text: str) -> str:
    return text if text.isascii() else text.encode("latin-1").decode("utf-8")


_WORDS: dict[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    **{word: Unreadable(word) for word in ("NaN", "Infinity", "-Infinity")},
}


def _atom(text: str) -> Any:
    """Return a number or a word as a value."""
    if text in _WORDS:
        return _WORDS[text]
    value: float = float(text)
    if math.isinf(value):
        return Unreadable(text if len(text) < 20 else text[:17] + "…")
    whole = not any(sign in text for sign in ".eE")
    return int(text) if whole and text != "-0" else value
