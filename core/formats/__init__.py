"""Scenario files (``.tsbx``): bytes ↔ scenario, read strictly, written the same way every time."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from core.formats.errors import BadScenario, CannotRead, CannotWrite, FileError, inside
from core.formats.layout import written
from core.formats.reader import read_scenario
from core.formats.strict import MAX_BYTES, check_size, parse
from core.formats.writer import os_reason, write_atomically
from core.scenario import Scenario

SUFFIX = ".tsbx"

__all__ = [
    "SUFFIX",
    "BadScenario",
    "CannotRead",
    "CannotWrite",
    "FileError",
    "dumps",
    "load",
    "loads",
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
    try:
        return read_scenario(parse(data))
    except BadScenario as error:
        raise BadScenario(inside(place, error.values["place"]), error.values["problem"]) from error


def dumps(scenario: Scenario) -> bytes:
    """Return the file of a scenario, in canonical form."""
    return written(scenario)


def load(path: str | os.PathLike[str]) -> Scenario:
    """Read a scenario file.

    Raises
    ------
    FileError
        If it cannot be read, or holds no scenario.
    """
    path = Path(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise CannotRead(path=path, reason=os_reason(IsADirectoryError()))
        check_size(status.st_size)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except BadScenario as error:
        raise BadScenario(path.name, error.values["problem"]) from error
    except (OSError, ValueError) as error:
        raise CannotRead(path=path, reason=os_reason(error)) from error
    return loads(data, place=path.name)


def save(scenario: Scenario, path: str | os.PathLike[str]) -> None:
    """Write a scenario file: wholly, or not at all.

    Raises
    ------
    CannotWrite
    """
    write_atomically(path, dumps(scenario))
