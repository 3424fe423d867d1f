"""JSON, read strictly: what Python's reader lets pass is refused or marked for the layer above."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from core.formats.errors import refuse
from core.record import Record
from core.text import QT_TRANSLATE_NOOP

MAX_BYTES = 32 * 1024 * 1024
MAX_DEPTH = 32
# An unfinished string runs to the end of the text: no second look at what is in it.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_OPENING, _CLOSING = list(b"[{"), list(b"]}")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


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


def parse(data: bytes) -> object:
    """Return the document: `Table`, list, str, float, int, bool, None, or `Unreadable` for bad numbers.

    Raises
    ------
    BadScenario
        If it is too large or too deep, not UTF-8, or not JSON.
    """
    check_size(len(data))
    text = _decoded(data)
    if not text.strip(" \t\r\n"):
        refuse("", QT_TRANSLATE_NOOP("Errors", "The file is empty."))
    _check_depth(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=Table,
            parse_constant=Unreadable,
            parse_float=_finite(float),
            parse_int=_finite(_integer),
        )
    except json.JSONDecodeError as error:
        _refuse_syntax(text, error)


def check_size(size: int) -> None:
    """Refuse a file that is too large to be one of ours."""
    if size > MAX_BYTES:
        refuse(
            "",
            QT_TRANSLATE_NOOP("Errors", "The file has {size} bytes; {limit} are possible."),
            size=size,
            limit=MAX_BYTES,
        )


def _decoded(data: bytes) -> str:
    if data.startswith(_WIDE_MARKS) or re.match(rb"[ \t\r\n]*(\{\x00|\x00\{|\x00\x00\x00\{)", data):
        refuse(
            "",
            QT_TRANSLATE_NOOP("Errors", "The file is UTF-16 or UTF-32 text. Save it as UTF-8."),
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(
            "",
            QT_TRANSLATE_NOOP(
                "Errors", "The file is not UTF-8 text (byte {byte}). If it is text, save it as UTF-8."
            ),
            byte=error.start + 1,
        )
    if "\x00" in text:
        refuse("", QT_TRANSLATE_NOOP("Errors", "The file holds zero bytes: it is damaged, or no text."))
    return text


def _check_depth(text: str) -> None:
    signs = np.frombuffer(_STRING.sub("", text).encode("utf-8", "replace"), np.uint8)
    steps = np.isin(signs, _OPENING).astype(np.int8) - np.isin(signs, _CLOSING).astype(np.int8)
    if np.cumsum(steps, dtype=np.int32).max(initial=0) > MAX_DEPTH:
        refuse(
            "",
            QT_TRANSLATE_NOOP("Errors", "Lists and objects are nested deeper than {limit}."),
            limit=MAX_DEPTH,
        )


def _integer(text: str) -> int | float:
    if text == "-0":
        return -0.0
    number = int(text) if len(text) <= 400 else math.inf
    return number if abs(number) <= 1.7e308 else math.inf


def _finite(read: Callable[[str], int | float]) -> Callable[[str], int | float | Unreadable]:
    def number(text: str) -> int | float | Unreadable:
        value = read(text)
        return Unreadable(text if len(text) < 20 else text[:17] + "…") if math.isinf(value) else value

    return number


_LOOKS_LIKE = (
    ("<", QT_TRANSLATE_NOOP("Errors", "The file is a web page, not a scenario. Download the file itself.")),
    (
        "version https://git-lfs",
        QT_TRANSLATE_NOOP("Errors", "The file is only a pointer to Git LFS. Fetch it: git lfs pull."),
    ),
    ("PK", QT_TRANSLATE_NOOP("Errors", "The file is a zip archive, not a scenario. Unpack it first.")),
)
_CONFLICT = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: two versions of the file stand here (<<<<<<<). Settle the merge conflict first."
)


def _refuse_syntax(text: str, error: json.JSONDecodeError) -> NoReturn:
    start = text.lstrip()
    conflict = re.search(r"^<<<<<<< ", text, re.MULTILINE)
    if conflict:
        refuse("", _CONFLICT, line=text.count("\n", 0, conflict.start()) + 1)
    for beginning, problem in _LOOKS_LIKE:
        if start.startswith(beginning):
            refuse("", problem)
    problem = QT_TRANSLATE_NOOP(
        "Errors", "line {line}, column {column}: this is not JSON ({reason}). Look there and just before."
    )
    if error.msg == "Extra data":
        problem = QT_TRANSLATE_NOOP(
            "Errors", "line {line}, column {column}: something follows the end of the document. Remove it."
        )
    elif error.pos >= len(text.rstrip()):
        problem = QT_TRANSLATE_NOOP(
            "Errors", "line {line}: the file ends too early. It was not saved or copied as a whole."
        )
    refuse("", problem, line=error.lineno, column=error.colno, reason=error.msg)
