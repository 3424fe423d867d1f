"""What a compiled translation (``.qm``) holds: Qt only looks single texts up in it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from core.record import Record

_MAGIC_BYTES = 16
_MESSAGES = 0x69
_END, _TRANSLATION, _SOURCE, _CONTEXT = 1, 3, 6, 7
_WITH_LENGTH = {2, _TRANSLATION, 4, _SOURCE, _CONTEXT, 8}


class Translated(Record):
    """One text; what an absent part of it was, nobody knows any more."""

    context: str = ""
    source: str = ""
    translation: str = ""


def translated_texts(path: Path) -> tuple[Translated, ...]:
    """Return all texts of a translation; none where the file is none.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    try:
        return tuple(text for block in _blocks(path.read_bytes()) for text in _texts(block))
    except (struct.error, IndexError, UnicodeDecodeError):
        return ()


def _blocks(data: bytes) -> Iterator[bytes]:
    at = _MAGIC_BYTES
    while at < len(data):
        tag, length = struct.unpack_from(">BI", data, at)
        at += 5
        if tag == _MESSAGES:
            yield data[at : at + length]
        at += length


def _texts(block: bytes) -> Iterator[Translated]:
    at = 0
    parts: dict[int, bytes] = {}
    while at < len(block):
        tag = block[at]
        at += 1
        if tag == _END:
            yield Translated(
                parts.get(_CONTEXT, b"").decode(),
                parts.get(_SOURCE, b"").decode(),
                parts.get(_TRANSLATION, b"").decode("utf-16-be"),
            )
            parts = {}
        elif tag in _WITH_LENGTH:
            (length,) = struct.unpack_from(">I", block, at)
            length = 0 if length == 0xFFFFFFFF else length  # a text that is not there
            parts[tag] = block[at + 4 : at + 4 + length]
            at += 4 + length
        else:
            at += 4 if tag == 5 else 0  # a hash
