"""A file's bytes become a document: UTF-8, and JSON, read strictly and in bounded time and memory."""

from __future__ import annotations

import codecs
import re
from typing import NoReturn

from core.formats.errors import refuse
from core.formats.scanner import NotJson, Scanner
from core.text import QT_TRANSLATE_NOOP, message

MAX_BYTES = 32 * 1024 * 1024
_CHUNK = 1 << 20
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


def parse(data: bytes) -> object:
    """Return the document, as `Scanner.document` does.

    Raises
    ------
    BadScenario
        If it is too large or too deep, not UTF-8, or not JSON.
    """
    check_size(len(data))
    _check_encoding(data)
    text = str(data.removeprefix(codecs.BOM_UTF8), "latin-1")
    if not text.strip(" \t\r\n"):
        refuse("", QT_TRANSLATE_NOOP("Errors", "The file is empty."))
    scanner = Scanner(text)
    try:
        return scanner.document()
    except NotJson as fault:
        _refuse_syntax(text, scanner.line(fault.at), fault)


def check_size(size: int) -> None:
    """Refuse a file that is too large to be one of ours."""
    if size > MAX_BYTES:
        refuse(
            "",
            QT_TRANSLATE_NOOP("Errors", "The file has {size} bytes; {limit} are possible."),
            size=size,
            limit=MAX_BYTES,
        )


def _check_encoding(data: bytes) -> None:
    if data.startswith(_WIDE_MARKS) or re.match(rb"[ \t\r\n]*+(\{\x00|\x00\{|\x00\x00\x00\{)", data):
        refuse(
            "",
            QT_TRANSLATE_NOOP("Errors", "The file is UTF-16 or UTF-32 text. Save it as UTF-8."),
        )
    wrong = _first_wrong_byte(data)
    if wrong is not None:
        refuse(
            "",
            QT_TRANSLATE_NOOP(
                "Errors", "The file is not UTF-8 text (byte {byte}). If it is text, save it as UTF-8."
            ),
            byte=wrong + 1,
        )
    if b"\x00" in data:
        refuse("", QT_TRANSLATE_NOOP("Errors", "The file holds zero bytes: it is damaged, or no text."))


def _first_wrong_byte(data: bytes) -> int | None:
    """Return where the text stops being UTF-8; bit by bit, as characters may take four times the memory."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(data), _CHUNK):
        waiting = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + _CHUNK], start + _CHUNK >= len(data))
        except UnicodeDecodeError as error:
            return start - waiting + error.start
    return None


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
_SYNTAX = QT_TRANSLATE_NOOP(
    "Errors", "line {line}, column {column}: this is not JSON ({reason}). Look there and just before."
)
_EXTRA = QT_TRANSLATE_NOOP(
    "Errors", "line {line}, column {column}: something follows the end of the document. Remove it."
)
_CUT = QT_TRANSLATE_NOOP(
    "Errors", "line {line}: the file ends too early. It was not saved or copied as a whole."
)


def _refuse_syntax(text: str, line: int, fault: NotJson) -> NoReturn:
    conflict = re.search(r"^<{7}(?:[ \t\r]|$)", text, re.MULTILINE)
    if conflict:
        refuse("", _CONFLICT, line=text.count("\n", 0, conflict.start()) + 1)
    start = re.compile(r"[ \t\r\n]*+").match(text)
    for beginning, problem in _LOOKS_LIKE:
        if text.startswith(beginning, start.end() if start else 0):
            refuse("", problem)
    if fault.at >= len(text.rstrip()):
        refuse("", _CUT, line=line)
    before = text[text.rfind("\n", 0, fault.at) + 1 : fault.at]
    column = len(before.encode("latin-1").decode("utf-8", "replace")) + 1
    if not fault.reason:
        refuse("", _EXTRA, line=line, column=column)
    refuse("", _SYNTAX, line=line, column=column, reason=message("Errors", fault.reason))
