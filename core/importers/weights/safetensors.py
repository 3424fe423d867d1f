"""The ``.safetensors`` format: eight bytes of length, a header in JSON, and the numbers behind each other.

Read by its own description (README of the safetensors project, “Format”): little-endian, row by row,
the numbers of all tensors filling the rest of the file without a hole. bfloat16 is the upper half of float32.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from core.errors import SandboxError
from core.importers.npy import sizes_text, type_name
from core.importers.weights.stored import (
    MAX_NAME,
    MAX_TENSORS,
    NameTwice,
    StoredTensor,
    TooManyTensors,
    check_name,
)
from core.record import Record
from core.text import QT_TRANSLATE_NOOP, message

MAX_HEADER = 8 * 1024 * 1024
_METADATA = "__metadata__"
_MAX_AXES = 8
_BFLOAT16 = "BF16"
_TYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    _BFLOAT16: "<u2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U64": "<u8",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "u1",
    "BOOL": "?",
}


class BrokenHeader(SandboxError):
    """A beginning that is no header."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The beginning of the safetensors file is damaged ({reason}). Save it anew: "
        "safetensors.numpy.save_file(tensors, name).",
    )


class HeaderTooLong(SandboxError):
    """A header that would take more memory than any model's names."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The header of the safetensors file has {size} bytes; {limit} are possible."
    )


class CutShort(SandboxError):
    """Numbers that are not where the header says."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The numbers should take {expected} bytes and there are {found}: "
        "the file was not saved or copied as a whole.",
    )


class OtherType(SandboxError):
    """Numbers of a type that is not read."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{name} is stored as {type}, which is not read here. Save it as float32, float16 or bfloat16.",
    )


class OtherSpan(SandboxError):
    """A shape and a place that disagree."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{name}: {shape} numbers take {expected} bytes and the header says {found}. Save it anew."
    )


class OverlapOrHole(SandboxError):
    """Tensors that share bytes, or bytes of no tensor."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{name} begins at byte {begin} of the numbers and the one before it ends at {end}. "
        "Save the file anew.",
    )


_NO_LENGTH = QT_TRANSLATE_NOOP("Errors", "it has no length")
_BEYOND = QT_TRANSLATE_NOOP("Errors", "it goes on behind the end of the file")
_NO_JSON = QT_TRANSLATE_NOOP("Errors", "it is not JSON")
_NO_OBJECT = QT_TRANSLATE_NOOP("Errors", "it is no table of tensors")
_NO_ENTRY = QT_TRANSLATE_NOOP("Errors", "a tensor lacks dtype, shape or data_offsets, or has more")


class _Entry(Record):
    name: str
    type: str
    shape: tuple[int, ...]
    begin: int
    end: int


def looks_like_safetensors(start: bytes) -> bool:
    """Return whether a file that begins like this can be one of these."""
    return len(start) > 8 and start[8:9] == b"{"


def stored_tensors(data: bytes) -> dict[str, StoredTensor]:
    """Return the tensors of a ``.safetensors`` file.

    Raises
    ------
    SandboxError
        Where header and numbers do not agree to the byte, or anything but plain numbers is stored.
    """
    if len(data) < 8:
        _broken(_NO_LENGTH)
    length = int.from_bytes(data[:8], "little")
    if length > MAX_HEADER:
        raise HeaderTooLong(size=length, limit=MAX_HEADER)
    start = 8 + length
    if start > len(data):
        _broken(_BEYOND)
    header = _parsed(data[8:start])
    if len(header) > MAX_TENSORS:
        raise TooManyTensors(count=len(header), limit=MAX_TENSORS)
    entries = [_entry(name, value) for name, value in header.items() if name != _METADATA]
    _check_places(entries, len(data) - start)
    return {
        entry.name: StoredTensor(
            entry.name, entry.shape, _type_of(entry), partial(_raw, data, start + entry.begin, entry)
        )
        for entry in entries
    }


def _broken(reason: str) -> NoReturn:
    raise BrokenHeader(reason=message("Errors", reason))


def _parsed(header: bytes) -> dict[str, Any]:
    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
            raise NameTwice(name=name[:MAX_NAME])
        return made

    try:
        parsed = json.loads(header.decode("utf-8"), object_pairs_hook=each_once)
    except (ValueError, RecursionError):
        _broken(_NO_JSON)
    if not isinstance(parsed, dict):
        _broken(_NO_OBJECT)
    return parsed


def _entry(name: str, value: Any) -> _Entry:
    check_name(name)
    if not isinstance(value, dict) or value.keys() != {"dtype", "shape", "data_offsets"}:
        _broken(_NO_ENTRY)
    kind, shape, span = value["dtype"], value["shape"], value["data_offsets"]
    if not _are_counts(shape, range(_MAX_AXES + 1)) or not _are_counts(span, range(2, 3)):
        _broken(_NO_ENTRY)
    if not isinstance(kind, str) or kind not in _TYPES:
        raise OtherType(name=name, type=str(kind)[:20])
    return _Entry(name, kind, tuple(shape), span[0], span[1])


def _are_counts(values: Any, lengths: range) -> bool:
    """Return whether it is a list of whole numbers from 0 on (true is none), of one of these lengths."""
    is_list = isinstance(values, list) and len(values) in lengths
    return is_list and all(type(value) is int and 0 <= value < 2**53 for value in values)


def _check_places(entries: Sequence[_Entry], found: int) -> None:
    """Refuse tensors that do not fill the numbers one behind the other."""
    end = 0
    for entry in sorted(entries, key=lambda each: (each.begin, each.end)):
        expected = math.prod(entry.shape) * np.dtype(_TYPES[entry.type]).itemsize
        if expected != entry.end - entry.begin:
            span = entry.end - entry.begin
            raise OtherSpan(name=entry.name, shape=sizes_text(entry.shape), expected=expected, found=span)
        if entry.begin != end:
            raise OverlapOrHole(name=entry.name, begin=entry.begin, end=end)
        end = entry.end
    if end != found:
        raise CutShort(expected=end, found=found)


def _type_of(entry: _Entry) -> str:
    return "bfloat16" if entry.type == _BFLOAT16 else type_name(np.dtype(_TYPES[entry.type]))


def _raw(data: bytes, begin: int, entry: _Entry) -> npt.NDArray[np.generic]:
    array: npt.NDArray[Any] = np.frombuffer(
        data, _TYPES[entry.type].replace("?", "u1"), math.prod(entry.shape), begin
    )
    if entry.type == _BFLOAT16:
        array = (array.astype(np.uint32) << 16).view(np.float32)
    elif entry.type == "BOOL":
        array = array != 0  # NumPy trusts that the bytes are 0 and 1
    return array.reshape(entry.shape)
