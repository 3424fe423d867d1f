"""What a window opens on: a document, and where it comes from."""

from __future__ import annotations

from pathlib import Path

from core.examples import load_example
from core.formats import read
from core.record import Record
from core.scenario import Scenario

WEIGHTS = (".npz", ".safetensors")
"""Suffixes of files that hold the weights of a model."""
TABLES = (".csv", ".tsv", ".npy", *WEIGHTS)
"""Suffixes of files that hold matrices, and no document. Not ``.txt``: mail programs name scenarios so."""


def is_table(path: Path) -> bool:
    """Tell whether a file holds a matrix or weights, by its name."""
    return path.suffix.lower() in TABLES


def has_weights(path: Path) -> bool:
    """Tell whether a file holds weights, by its name."""
    return path.suffix.lower() in WEIGHTS


class Origin(Record):
    """Where a document comes from."""

    path: Path | None = None
    digest: str | None = None
    """Of the file, when it was read or written; None where that is not known."""
    is_older: bool = False
    """True where an older version of the program wrote the file."""
    example: str = ""
    is_start: bool = False
    """True for what a window shows before anything was asked of it."""
    is_unsaved: bool = False
    """True where the document is to be saved although nothing was changed since it opened."""
    came_from: Path | None = None
    """After a crash: the file that the document is a version of."""


class Document(Record):
    """What a window opens on."""

    scenario: Scenario
    origin: Origin = Origin()

    @classmethod
    def of_file(cls, path: Path) -> Document:
        """Read a file; what an older version wrote is to be saved.

        Raises
        ------
        SandboxError
        """
        contents = read(path)
        older = contents.is_older
        return cls(contents.scenario, Origin(path, contents.digest, is_older=older, is_unsaved=older))

    @classmethod
    def of_example(cls, key: str, *, is_start: bool = False) -> Document:
        """Read an example.

        Raises
        ------
        SandboxError
        """
        return cls(load_example(key), Origin(example=key, is_start=is_start))

    @classmethod
    def recovered(cls, scenario: Scenario, came_from: Path | None = None) -> Document:
        """Return a document that a crash left: it has no file, and is to be saved."""
        return cls(scenario, Origin(is_unsaved=True, came_from=came_from))
