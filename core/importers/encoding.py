"""Bytes of a file become a text: which encoding it is in, and what is no text at all."""

from __future__ import annotations

import codecs

from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP, Message, message

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),  # before UTF-16, which begins in the same way
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_WITHOUT_BOM = (
    ("utf-8", "UTF-8"),
    ("cp932", "Shift JIS"),
    ("cp1252", "Windows-1252"),
    ("latin-1", "Latin-1"),
)
_KINDS = (
    (b"PK\x03\x04", QT_TRANSLATE_NOOP("Errors", "a workbook or another zip archive")),
    (b"PK\x05\x06", QT_TRANSLATE_NOOP("Errors", "a workbook or another zip archive")),
    (b"\xd0\xcf\x11\xe0", QT_TRANSLATE_NOOP("Errors", "an old workbook or document")),
    (b"\x1f\x8b", QT_TRANSLATE_NOOP("Errors", "a compressed file")),
    (b"\x89PNG", QT_TRANSLATE_NOOP("Errors", "a picture")),
    (b"\xff\xd8\xff", QT_TRANSLATE_NOOP("Errors", "a picture")),
    (b"%PDF", QT_TRANSLATE_NOOP("Errors", "a PDF document")),
    (b"\x80\x04", QT_TRANSLATE_NOOP("Errors", "pickled Python objects, which are never read")),
    (b"<!DOCTYPE", QT_TRANSLATE_NOOP("Errors", "a web page")),
    (b"<!doctype", QT_TRANSLATE_NOOP("Errors", "a web page")),
    (b"<html", QT_TRANSLATE_NOOP("Errors", "a web page")),
    (
        b"version https://git-lfs",
        QT_TRANSLATE_NOOP("Errors", "a pointer to a file in Git LFS"),
    ),
)


class OtherKind(SandboxError):
    """A file of another kind, whatever its name says."""

    template = QT_TRANSLATE_NOOP("Errors", "The file is {kind}. Save the numbers as CSV, TSV or NPY.")


class NotText(SandboxError):
    """Bytes that are no text."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The file is no text: line {line} has a zero byte. Save the numbers as CSV, TSV or NPY."
    )


class BrokenEncoding(SandboxError):
    """Bytes that the encoding named at the beginning does not know."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The file begins as {encoding} and is damaged: byte {position} does not belong there."
    )


def kind_of(data: bytes) -> Message | None:
    """Return what a file is that begins as one of another kind; None where it does not."""
    start = data[:64].lstrip()
    return next((message("Errors", kind) for magic, kind in _KINDS if start.startswith(magic)), None)


def check_kind(data: bytes) -> None:
    """Refuse what begins as a file of another kind."""
    kind = kind_of(data)
    if kind is not None:
        raise OtherKind(kind=kind)


def decoded(data: bytes) -> tuple[str, str]:
    r"""Return the text of a file and the name of its encoding.

    A byte order mark decides; without one it is UTF-8 where that is possible, else what Windows writes in
    Japan, else what it writes in Europe.

    Raises
    ------
    SandboxError
        Where it is no text.

    Examples
    --------
    >>> decoded("1;2".encode("utf-16"))
    ('1;2', 'UTF-16')
    """
    check_kind(data)
    for bom, codec, name in _BOMS:
        if data.startswith(bom):
            return _decoded(data, codec, name)
    if b"\0" in data:
        return _without_bom(data)
    for codec, name in _WITHOUT_BOM:
        try:
            return data.decode(codec), name
        except UnicodeDecodeError:
            continue
    raise AssertionError("Latin-1 takes every byte")


def _decoded(data: bytes, codec: str, name: str) -> tuple[str, str]:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        raise BrokenEncoding(encoding=name, position=error.start + 1) from error
    if "\0" in text:
        raise NotText(line=text.count("\n", 0, text.index("\0")) + 1)
    return text, name


def _without_bom(data: bytes) -> tuple[str, str]:
    """Return UTF-16 text that has lost its mark: every other byte of its beginning is zero."""
    start = data[:64]
    for codec, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[::2])):
        if len(data) % 2 == 0 and not any(zeros) and sum(map(bool, start)) == len(start) // 2:
            return _decoded(data, codec, "UTF-16")
    raise NotText(line=data.count(b"\n", 0, data.index(b"\0")) + 1)


def encoding_words(name: str) -> Message:
    """Say which encoding was recognised."""
    return message("Formats", QT_TRANSLATE_NOOP("Formats", "text in {encoding}"), encoding=name)
