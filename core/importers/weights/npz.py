"""NumPy's ``.npz``: a zip archive of ``.npy`` files. Nothing is unpickled, and nothing is unpacked to disk.

What the archive tells of itself is checked before anything is unpacked: how many files there are, how large
they would become, that they lie one behind the other (APPNOTE.TXT of PKWARE, sections 4.3 and 4.4).
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.errors import SandboxError
from core.importers.npy import MAX_HEADER, check_length, npy_header, raw_array
from core.importers.weights.stored import (
    MAX_BYTES,
    MAX_TENSORS,
    InTensor,
    NameTwice,
    StoredTensor,
    TooManyTensors,
    check_name,
)
from core.text import QT_TRANSLATE_NOOP

ZIP_MAGIC = b"PK\x03\x04"
EMPTY_ZIP_MAGIC = b"PK\x05\x06"
_END = struct.Struct("<4s4H2LH")
_LOCATOR = b"PK\x06\x07"
_LOCATOR_SIZE = 20
_LOCAL = struct.Struct("<4s5H3L2H")
_SUFFIX = ".npy"


class BrokenArchive(SandboxError):
    """Bytes that are no whole archive."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The archive is damaged, or was not saved or copied as a whole. Save it anew: np.savez."
    )


class PickledArchive(SandboxError):
    """What torch.save writes."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The file holds pickled Python objects, which are never read. Save the weights without them: "
        "safetensors.torch.save_file(model.state_dict(), name).",
    )


class NoArrayInside(SandboxError):
    """A member of the archive that is something else."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "“{name}” in the archive is no array (.npy). Save the arrays alone: np.savez."
    )


class LockedMember(SandboxError):
    """A member with a password, or packed in another way."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "“{name}” is encrypted, or packed in a way that NumPy does not use. Save it anew: np.savez."
    )


class UnpacksTooLarge(SandboxError):
    """A zip bomb, or a model that is too large."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Unpacked, the archive would have {size} bytes; {limit} are possible. "
        "Save the layers that are needed.",
    )


def stored_arrays(data: bytes) -> dict[str, StoredTensor]:
    """Return the arrays of an ``.npz`` file; of each only the header is unpacked.

    Raises
    ------
    SandboxError
        Where the archive is damaged, would become too large, or holds anything but plain arrays.
    """
    archive = _archive(data)
    found: dict[str, StoredTensor] = {}
    for member in archive.infolist():
        name = _tensor_name(member)
        if name in found:
            raise NameTwice(name=name)
        try:
            found[name] = _stored(archive, member, name)
        except SandboxError as error:
            raise InTensor(name=name, reason=error.message) from error
    return found


def _archive(data: bytes) -> zipfile.ZipFile:
    """Open the archive, once that is not too much to look at; opening reads all its list of files."""
    _check_directory(data)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise BrokenArchive() from error
    members = archive.infolist()
    if any(member.filename.endswith("data.pkl") for member in members):
        raise PickledArchive()
    size = sum(member.file_size for member in members)
    if size > MAX_BYTES:
        raise UnpacksTooLarge(size=size, limit=MAX_BYTES)
    _check_places(data, members)
    return archive


def _check_directory(data: bytes) -> None:
    """Refuse an archive whose list of files is too long to be read; NumPy writes no comment behind it."""
    start = len(data) - _END.size
    if start < 0 or data[start : start + 4] != EMPTY_ZIP_MAGIC:
        raise BrokenArchive()
    _, _, _, _, count, size, offset, _ = _END.unpack_from(data, start)
    has_larger = data[max(start - _LOCATOR_SIZE, 0) : start].startswith(_LOCATOR)  # zip64: above 4 GB
    if count > MAX_TENSORS or has_larger:
        raise TooManyTensors(count=count, limit=MAX_TENSORS)
    if offset + size != start or size < 46 * count:
        raise BrokenArchive()


def _check_places(data: bytes, members: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse files that lie in each other: a few bytes would become many files."""
    ends = []
    for member in sorted(members, key=lambda each: each.header_offset):
        begin = member.header_offset
        if data[begin : begin + 4] != ZIP_MAGIC or begin + _LOCAL.size > len(data):
            raise BrokenArchive()
        *_, name_length, extra_length = _LOCAL.unpack_from(data, begin)
        ends.append((begin, begin + _LOCAL.size + name_length + extra_length + member.compress_size))
    directory = len(data) - _END.size
    if any(end > later for (_, end), (later, _) in pairwise([*ends, (directory, directory)])):
        raise BrokenArchive()


def _tensor_name(member: zipfile.ZipInfo) -> str:
    name = member.filename
    if not name.endswith(_SUFFIX):
        check_name(name)
        raise NoArrayInside(name=name)
    if member.flag_bits & 0x1 or member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise LockedMember(name=name)
    check_name(name.removesuffix(_SUFFIX))
    return name.removesuffix(_SUFFIX)


def _stored(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> StoredTensor:
    header = npy_header(_unpacked(archive, member, MAX_HEADER))
    check_length(header, member.file_size)
    return StoredTensor(name, header.shape, header.type, partial(_raw, archive, member))


def _raw(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> npt.NDArray[np.generic]:
    unpacked = _unpacked(archive, member, member.file_size)
    header = npy_header(unpacked)
    check_length(header, len(unpacked))
    return raw_array(header, unpacked)


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, count: int) -> bytes:
    """Return so many of the first bytes of a file; never more than it says it has."""
    try:
        with archive.open(member) as file:
            return file.read(min(count, member.file_size))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BrokenArchive() from error
