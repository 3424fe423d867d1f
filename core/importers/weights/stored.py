"""A tensor as it lies in a file: its name, its shape, and its numbers once they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from core.errors import SandboxError
from core.importers.npy import sizes_text, unkept
from core.record import Record
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP

MAX_BYTES = 512 * 1024 * 1024
"""Of a file, and of all that is unpacked from it: 64 million numbers in float64."""
MAX_TENSORS = 10_000
MAX_NAME = 200


class FileTooLarge(SandboxError):
    """A file beyond what is read."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The file has {size} bytes; {limit} are possible. Save the layers that are needed."
    )


class TooManyTensors(SandboxError):
    """More names than any model here has."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The file has {count} tensors; {limit} are possible. Save the layers that are needed."
    )


class OddName(SandboxError):
    """A name that no parameter has: a path, or signs that are not seen."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "“{name}” is no name of a tensor: names are up to {limit} visible characters, and no paths. "
        "Save the file anew.",
    )


class NameTwice(SandboxError):
    """Two tensors under one name: no telling which one is meant."""

    template = QT_TRANSLATE_NOOP("Errors", "Two tensors are called {name}. Save the file anew, each once.")


class InTensor(SandboxError):
    """A fault in one of the tensors."""

    template = QT_TRANSLATE_NOOP("Errors", "{name}: {reason}")


class NotKept(SandboxError):
    """A number that no parameter may hold."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "[{index}] is {number}, which cannot be kept. Parameters are finite float64 numbers."
    )


class StoredTensor(Record, eq=False):
    """Its numbers are read when `values` is called, and not kept."""

    name: str
    shape: tuple[int, ...]
    type: str
    """What a number is stored as: ``float32``, ``bfloat16``."""
    raw: Callable[[], npt.NDArray[np.generic]]
    """Reads the numbers in the type they are stored in, of that shape."""

    @property
    def size(self) -> str:
        """The shape as people write it."""
        return sizes_text(self.shape)

    def values(self) -> Array:
        """Read the numbers as float64.

        Raises
        ------
        SandboxError
            Where they are damaged, not finite, or whole numbers that float64 would round.
        """
        try:
            array = self.raw()
            wrong = unkept(array)
            if wrong.any():
                index = np.unravel_index(int(np.argmax(wrong)), self.shape)
                number = array[index].item()
                raise NotKept(index=", ".join(map(str, index)), number=number)
        except InTensor:
            raise
        except SandboxError as error:
            raise InTensor(name=self.name, reason=error.message) from error
        return frozen(np.ascontiguousarray(array, dtype=np.float64))


Stored: TypeAlias = Mapping[str, StoredTensor]


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a parameter, such as a path out of an archive.

    Raises
    ------
    OddName
    """
    is_path = name.startswith("/") or ".." in name or "\\" in name or ":" in name
    if not name or len(name) > MAX_NAME or not name.isprintable() or is_path:
        shown = "".join(sign if sign.isprintable() else "�" for sign in name[:60])
        raise OddName(name=shown, limit=MAX_NAME)
