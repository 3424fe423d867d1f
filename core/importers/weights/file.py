"""A file of weights: what is in it decides, not what it is called."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from core.errors import SandboxError
from core.formats.errors import CannotRead
from core.formats.writer import os_reason
from core.importers.encoding import kind_of
from core.importers.npy import MAGIC
from core.importers.weights.npz import EMPTY_ZIP_MAGIC, ZIP_MAGIC, PickledArchive, stored_arrays
from core.importers.weights.safetensors import looks_like_safetensors, stored_tensors
from core.importers.weights.stored import MAX_BYTES, FileTooLarge, Stored
from core.text import QT_TRANSLATE_NOOP

SUFFIXES = (".safetensors", ".npz")
_PICKLE = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")


class NoWeights(SandboxError):
    """A file of another kind, whatever its name says."""

    template = QT_TRANSLATE_NOOP("Errors", "The file holds no weights: safetensors and NPZ are read.")


class OtherKind(SandboxError):
    """A file that can be recognised as something else."""

    template = QT_TRANSLATE_NOOP("Errors", "The file is {kind}. Save the weights as safetensors or NPZ.")


class OneMatrix(SandboxError):
    """A single array, which has no name."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The file is a single array without a name. Use File ▸ Import matrix, "
        "or save it with its name: np.savez.",
    )


class NoTensors(SandboxError):
    """A file without a tensor."""

    template = QT_TRANSLATE_NOOP("Errors", "There is no tensor in the file.")


def read_weights(path: Path) -> Stored:
    """Read the tensors of a file by their names; their numbers are read when they are asked for.

    Raises
    ------
    SandboxError
        Where the file cannot be read, or is anything but a whole NPZ or safetensors file.
    """
    try:
        data = _bytes_of(path)
    except (OSError, ValueError) as error:
        raise CannotRead(path=str(path), reason=os_reason(error)) from error
    return weights_of_bytes(data)


def weights_of_bytes(data: bytes) -> Stored:
    """Read the tensors in what a file holds; see `read_weights`."""
    if data.startswith((ZIP_MAGIC, EMPTY_ZIP_MAGIC)):
        found = stored_arrays(data)
    elif data.startswith(MAGIC):
        raise OneMatrix()
    elif data.startswith(_PICKLE):
        raise PickledArchive()
    elif looks_like_safetensors(data):
        found = stored_tensors(data)
    else:
        kind = kind_of(data)
        raise NoWeights() if kind is None else OtherKind(kind=kind)
    if not found:
        raise NoTensors()
    return found


def _bytes_of(path: Path) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if status.st_size > MAX_BYTES:
        raise FileTooLarge(size=status.st_size, limit=MAX_BYTES)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
