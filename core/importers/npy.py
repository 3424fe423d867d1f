"""NumPy's ``.npy``: a header that is compared with the size of the file before anything is made of it.

Nothing is unpickled: objects, texts and records are refused by their type.
"""

from __future__ import annotations

import math
import re

import numpy as np
import numpy.typing as npt

from core.errors import SandboxError
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP, Message, message

MAGIC = b"\x93NUMPY"
MAX_CELLS = 2**24
"""4 096 × 4 096."""
MAX_HEADER = 10_000
_HEADER = re.compile(
    r"\{\s*'descr':\s*(?:'([^']{1,40})'|(\[.*\]))\s*,\s*'fortran_order':\s*(True|False)\s*,"
    r"\s*'shape':\s*\(([\d, ]*)\)\s*,?\s*\}\s*",
    re.ASCII | re.DOTALL,
)
_TYPE = re.compile(r"[<>=|]?([fiub])(\d{1,2})", re.ASCII)
_SIZES = {"f": (2, 4, 8), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "b": (1,)}
_NAMES = {"f": "float", "i": "int", "u": "uint", "b": "bool"}
_BEYOND = {"i": 2.0**63, "u": 2.0**64}
_KINDS = {
    "O": QT_TRANSLATE_NOOP("Errors", "Python objects, which are never read"),
    "c": QT_TRANSLATE_NOOP("Errors", "complex numbers"),
    "S": QT_TRANSLATE_NOOP("Errors", "texts"),
    "U": QT_TRANSLATE_NOOP("Errors", "texts"),
    "M": QT_TRANSLATE_NOOP("Errors", "dates"),
    "m": QT_TRANSLATE_NOOP("Errors", "spans of time"),
}
_RECORDS = QT_TRANSLATE_NOOP("Errors", "records with several fields")
_UNKNOWN = QT_TRANSLATE_NOOP("Errors", "numbers of a kind that is not read here")


class BrokenArray(SandboxError):
    """A header that is none."""

    template = QT_TRANSLATE_NOOP("Errors", "The beginning of the NumPy file is damaged. Save it anew.")


class NoPlainNumbers(SandboxError):
    """An array of something else."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The array holds {kind} ({type}). Save it as float64: np.save(name, values.astype(float))."
    )


class OtherLength(SandboxError):
    """A header and a file that disagree."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The file should hold {shape} numbers in {expected} bytes and has {found}: "
        "it was not saved or copied as a whole.",
    )


class TooManyNumbers(SandboxError):
    """More numbers than any matrix here has."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The array has {shape} numbers; {limit} are possible. Save the part that is needed."
    )


class OtherAxes(SandboxError):
    """An array that is no matrix."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The array is {shape}; a matrix has two axes, or three with the heads first."
    )


class NoNumbers(SandboxError):
    """An axis of length 0."""

    template = QT_TRANSLATE_NOOP("Errors", "The array is {shape}: there is no number in it.")


class BadCell(SandboxError):
    """A number that no cell may hold."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "Row {row}, column {column}: {number} cannot be kept. Cells hold finite float64 numbers."
    )


def read_npy(data: bytes) -> tuple[Array, tuple[Message, ...]]:
    """Return the matrix in an ``.npy`` file, and what is to be told about it.

    A single number is 1 × 1, one axis a row; of three axes the first is taken for the heads, whose matrices
    stand side by side.

    Raises
    ------
    SandboxError
        Where the file is damaged, or holds anything but finite numbers that float64 keeps exactly.
    """
    header = npy_header(data)
    check_length(header, len(data))
    shape_text = sizes_text(header.shape)
    if not header.count:
        raise NoNumbers(shape=shape_text)
    if header.count > MAX_CELLS:
        raise TooManyNumbers(shape=shape_text, limit=MAX_CELLS)
    array = raw_array(header, data)
    while array.ndim > 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim > 3:
        raise OtherAxes(shape=shape_text)
    notes = [_told(header)]
    if array.ndim == 3:
        notes.append(heads_words(array.shape[0], f"{array.shape[1]} × {array.shape[2]}"))
        array = array.transpose(1, 0, 2).reshape(array.shape[1], -1)
    array = array.reshape(-1, array.shape[-1] if array.ndim else 1)
    _check_cells(array)
    return np.ascontiguousarray(array, dtype=np.float64), tuple(notes)


class NpyHeader(Record):
    """What stands before the numbers."""

    kind: np.dtype[np.generic]
    is_fortran: bool
    shape: tuple[int, ...]
    start: int
    """Where the numbers begin."""

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return math.prod(self.shape)

    @property
    def type(self) -> str:
        """What one of them is: ``float32``."""
        return type_name(self.kind)


def sizes_text(shape: tuple[int, ...]) -> str:
    """Return a shape as people write it: ``2 × 4``."""
    return " × ".join(map(str, shape)) or "1"


def type_name(kind: np.dtype[np.generic]) -> str:
    """Return what a number of that type is called, whatever the order of its bytes."""
    return _NAMES[kind.kind] + (str(8 * kind.itemsize) if kind.kind != "b" else "")


def check_length(header: NpyHeader, size: int) -> None:
    """Refuse a file of `size` bytes whose header promises another number of them.

    Raises
    ------
    OtherLength
    """
    expected, found = header.count * header.kind.itemsize, size - header.start
    if expected != found:
        raise OtherLength(shape=sizes_text(header.shape), expected=expected, found=found)


def raw_array(header: NpyHeader, data: bytes) -> npt.NDArray[np.generic]:
    """Return the numbers of a file whose length is right, as they are stored: nothing is copied."""
    array = np.frombuffer(data, header.kind, header.count, header.start)
    if header.kind.kind == "b":
        array = array.view(np.uint8) != 0  # NumPy trusts that the bytes are 0 and 1
    return array.reshape(header.shape, order="F" if header.is_fortran else "C")


def npy_header(data: bytes) -> NpyHeader:
    """Read the header at the beginning of a file.

    Raises
    ------
    SandboxError
        Where it is damaged, or tells of anything but plain numbers.
    """
    width = {b"\x01\x00": 2, b"\x02\x00": 4, b"\x03\x00": 4}.get(data[6:8])
    if not data.startswith(MAGIC) or width is None:
        raise BrokenArray()
    length = int.from_bytes(data[8 : 8 + width], "little")
    start = 8 + width + length
    if length > MAX_HEADER or start > len(data):
        raise BrokenArray()
    found = _HEADER.fullmatch(data[8 + width : start].decode("latin-1"))
    if found is None:
        raise BrokenArray()
    described, records, order, sizes = found.groups()
    lengths = [size.strip() for size in sizes.split(",")]
    if lengths[-1] == "":
        lengths.pop()
    if any(not size.isdigit() or len(size) > 15 for size in lengths) or len(lengths) > 32:
        raise BrokenArray()
    return NpyHeader(_type(described, records), order == "True", tuple(map(int, lengths)), start)


def _type(described: str | None, records: str | None) -> np.dtype[np.generic]:
    if described is None:
        raise NoPlainNumbers(kind=message("Errors", _RECORDS), type=(records or "")[:40])
    found = _TYPE.fullmatch(described)
    if found and int(found.group(2)) in _SIZES[found.group(1)]:
        return np.dtype(described)
    letter = described.lstrip("<>=|")[:1]
    raise NoPlainNumbers(kind=message("Errors", _KINDS.get(letter, _UNKNOWN)), type=described)


def unkept(array: npt.NDArray[np.generic]) -> npt.NDArray[np.bool_]:
    """Return which numbers are not finite, or would be rounded by float64."""
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        kept = array.astype(np.float64)
        with np.errstate(invalid="ignore"):  # 2^63 does not come back
            return np.asarray((kept.astype(array.dtype) != array) | (kept >= _BEYOND[array.dtype.kind]))
    return np.asarray(~np.isfinite(array))


def _check_cells(array: npt.NDArray[np.generic]) -> None:
    """Refuse the first number that no cell may hold."""
    wrong = unkept(array)
    if wrong.any():
        row, column = divmod(int(np.argmax(wrong)), wrong.shape[1])
        raise BadCell(row=row + 1, column=column + 1, number=array[row, column].item())


def _told(header: NpyHeader) -> Message:
    if header.is_fortran:
        told = QT_TRANSLATE_NOOP("Formats", "NumPy array of {type}, stored by columns")
    elif header.kind.kind == "b":
        told = QT_TRANSLATE_NOOP("Formats", "NumPy array of {type}: true is 1, false 0")
    else:
        told = QT_TRANSLATE_NOOP("Formats", "NumPy array of {type}")
    return message("Formats", told, type=header.type)


def heads_words(count: int, shape: str) -> Message:
    """Say that matrices of heads stand side by side."""
    return message(
        "Formats",
        QT_TRANSLATE_NOOP("Formats", "{count} heads of {shape} side by side"),
        count=count,
        shape=shape,
    )
