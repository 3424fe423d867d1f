"""Scenario files (``.tsbx``): bytes ↔ scenario, read strictly, written the same way every time."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

from core.formats.errors import BadScenario, CannotRead, CannotWrite, FileError, inside
from core.formats.layout import written
from core.formats.node import Node
from core.formats.reader import read_scenario
from core.formats.strict import MAX_BYTES, check_size, parse
from core.formats.versions import current_version, version_of
from core.formats.writer import os_reason, write_atomically
from core.record import Record
from core.scenario import Scenario

SUFFIX = ".tsbx"

__all__ = [
    "SUFFIX",
    "BadScenario",
    "CannotRead",
    "CannotWrite",
    "Contents",
    "FileError",
    "digest_of",
    "dumps",
    "load",
    "loads",
    "read",
    "save",
    "write_atomically",
]


def loads(data: bytes, *, place: str = "") -> Scenario:
    """Read a scenario.

    Parameters
    ----------
    data : bytes
        Contents of a file.
    place : str, default=""
        What messages begin with: the name of the file.

    Raises
    ------
    BadScenario
        With the place of the fault.
    """
    return _read(data, place)[0]


def dumps(scenario: Scenario) -> bytes:
    """Return the file of a scenario, in canonical form."""
    return written(scenario)


class Contents(Record):
    """What a file held when it was read."""

    scenario: Scenario
    version: int
    """That of the file; the scenario is one of the present version."""
    digest: str
    """What `digest_of` tells as long as nobody has changed the file."""

    @property
    def is_older(self) -> bool:
        """True where an older version of the program wrote the file."""
        return self.version < current_version()


def read(path: str | os.PathLike[str]) -> Contents:
    """Read a scenario file.

    Raises
    ------
    FileError
        If it cannot be read, or holds no scenario.
    """
    path = Path(path)
    try:
        data = _bytes_of(path)
    except BadScenario as error:
        raise BadScenario(path.name, error.values["problem"]) from error
    except (OSError, ValueError) as error:
        raise CannotRead(path=path, reason=os_reason(error)) from error
    scenario, version = _read(data, path.name)
    return Contents(scenario, version, _digest(data))


def load(path: str | os.PathLike[str]) -> Scenario:
    """Read the scenario of a file.

    Raises
    ------
    FileError
        If it cannot be read, or holds no scenario.
    """
    return read(path).scenario


def save(scenario: Scenario, path: str | os.PathLike[str]) -> str:
    """Write a scenario file, wholly or not at all; return the digest of what stands there now.

    Raises
    ------
    CannotWrite
    """
    data = dumps(scenario)
    write_atomically(path, data)
    return _digest(data)


def digest_of(path: str | os.PathLike[str]) -> str | None:
    """Return the digest of what a file holds now; None without a file, empty where it cannot be read."""
    try:
        return _digest(_bytes_of(Path(path)))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, BadScenario):
        return ""


def _read(data: bytes, place: str) -> tuple[Scenario, int]:
    try:
        document = parse(data)
        return read_scenario(document), version_of(Node(document))
    except BadScenario as error:
        raise BadScenario(inside(place, error.values["place"]), error.values["problem"]) from error


def _bytes_of(path: Path) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    check_size(status.st_size)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
