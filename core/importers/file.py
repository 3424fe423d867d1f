"""A matrix from a file: what is in it decides, not what it is called."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

from core.errors import SandboxError
from core.formats.errors import CannotRead
from core.formats.writer import os_reason
from core.importers import TEXT_FORMATS
from core.importers.block import numbers_of
from core.importers.encoding import decoded, encoding_words
from core.importers.names import without_names
from core.importers.npy import MAGIC, read_npy
from core.importers.npy import MAX_CELLS as MAX_NPY_CELLS
from core.importers.separated import COMMA, SEMICOLON, SPACE, TAB, cells_between, separator_of
from core.importers.table import check_length
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP, Message, message

SUFFIXES = (".csv", ".tsv", ".txt", ".npy")
MAX_BYTES = 8 * MAX_NPY_CELLS + 16_384
MAX_TEXT_BYTES = 32 * 1024 * 1024
_COMMENTS = re.compile(r"(?:[ \t]*+#[^\r\n]*+(?:\r\n|\r|\n))++")
_BETWEEN = {
    TAB: QT_TRANSLATE_NOOP("Formats", "cells between tabs"),
    SEMICOLON: QT_TRANSLATE_NOOP("Formats", "cells between semicolons"),
    COMMA: QT_TRANSLATE_NOOP("Formats", "cells between commas"),
    SPACE: QT_TRANSLATE_NOOP("Formats", "cells between spaces"),
}


class FileTooLarge(SandboxError):
    """A file beyond what is read."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The file has {size} bytes; {limit} are possible. Save the part of it that is needed."
    )


class EmptyFile(SandboxError):
    """A file without a number."""

    template = QT_TRANSLATE_NOOP("Errors", "The file is empty: there are no numbers in it.")


class ReadMatrix(Record, eq=False):
    """Numbers of shape (rows, columns), and how they were found."""

    values: Array
    notes: tuple[Message, ...] = ()
    """What was recognised and what was left out."""
    separator: str = ""
    """What stood between the cells; empty where they were found otherwise."""


def read_matrix(path: Path, separator: str = "", *, comma: bool = False) -> ReadMatrix:
    """Read the matrix in a file: NPY, or a text of any kind that can be pasted.

    Parameters
    ----------
    path : Path
    separator : str, default=""
        What stands between the cells of a text; empty: it is recognised.
    comma : bool, default=False
        Whether a comma is a decimal sign, too.

    Raises
    ------
    SandboxError
        Where the file cannot be read, or holds no matrix; with the place of the fault.
    """
    try:
        data = _bytes_of(path)
    except (OSError, ValueError) as error:
        raise CannotRead(path=str(path), reason=os_reason(error)) from error
    return matrix_of_bytes(data, separator, comma=comma)


def matrix_of_bytes(data: bytes, separator: str = "", *, comma: bool = False) -> ReadMatrix:
    r"""Read the matrix in what a file holds; see `read_matrix`.

    Examples
    --------
    >>> matrix_of_bytes(b"a;b\n0.5;1\n").values.tolist()
    [[0.5, 1.0]]
    """
    if data.startswith(MAGIC):
        return ReadMatrix(*read_npy(data))
    if len(data) > MAX_TEXT_BYTES:  # before it is decoded, which may take four times the memory
        raise FileTooLarge(size=len(data), limit=MAX_TEXT_BYTES)
    text, encoding = decoded(data)
    check_length(text)
    if not text.strip():
        raise EmptyFile()
    notes = [encoding_words(encoding)]
    if not separator:
        for form in TEXT_FORMATS:
            rows = form.read(text)
            if rows is not None:
                notes.append(message("Formats", form.title))
                return ReadMatrix(numbers_of(rows, comma=comma), tuple(notes))
    comments = _COMMENTS.match(text)
    skipped = comments.group().count("\n") if comments else 0
    text = text[comments.end() :] if comments else text
    if not text.strip():
        raise EmptyFile()
    separator = separator or separator_of(text, comma=comma)
    rows = cells_between(text, separator)
    while len(rows) > 1 and rows[-1] == [""]:
        rows.pop()
    rows, (row, column), told = without_names(rows)
    notes += [message("Formats", _BETWEEN[separator]), *told]
    values = numbers_of(rows, comma=comma, first=(row + skipped, column))
    return ReadMatrix(values, tuple(notes), separator)


def _bytes_of(path: Path) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if status.st_size > MAX_BYTES:
        raise FileTooLarge(size=status.st_size, limit=MAX_BYTES)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
