"""Versions of the file format: a file of an older one is brought up to date step by step, in memory.

The present version is one more than the last migration, so that none can be forgotten: whoever changes the
format adds the migration from the version before, and keeps a file of that version among the tests for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from core.formats.node import Node
from core.formats.scanner import Table
from core.text import QT_TRANSLATE_NOOP

FORMAT = "transformer-sandbox"
_NO_VERSION = 10**9
"""Beyond any version there will be."""

Migration: TypeAlias = Callable[[Node], dict[str, Any]]
"""Takes the document of one version and returns the entries of the next. It asks the node, so that a fault is
told with its place; what it does not know it leaves alone, for the reader to refuse."""

MIGRATIONS: dict[int, Migration] = {}
"""By the version they start from: 1, 2, …"""


def current_version() -> int:
    """Return the version that is written, and the newest one that is read."""
    return len(MIGRATIONS) + 1


def version_of(root: Node) -> int:
    """Return the version of a document; refused before anything else in it is complained about.

    Raises
    ------
    BadScenario
        If this is no document of ours, or one of a newer version: both versions are named then.
    """
    if not isinstance(root.value, dict) or root.value.get("format") != FORMAT:
        root.refuse(
            QT_TRANSLATE_NOOP("Errors", "This is no scenario: it does not begin with “format”: “{format}”."),
            format=FORMAT,
        )
    if "version" not in root.value:
        root.refuse(
            QT_TRANSLATE_NOOP("Errors", "“version” is missing. This program writes {ours}."),
            ours=current_version(),
        )
    version = root.within("version", root.value["version"])
    if version.integer(1, _NO_VERSION) > current_version():
        version.refuse(
            QT_TRANSLATE_NOOP(
                "Errors",
                "The file has version {theirs}, and this program reads up to version {ours}. "
                "Open it with a newer program.",
            ),
            theirs=version.value,
            ours=current_version(),
        )
    return int(version.value)


def brought_up_to_date(root: Node, version: int) -> Node:
    """Return a document of `version` as one of the present version; what was read stays as it is.

    Raises
    ------
    BadScenario
        Where a migration finds a fault, with its place.
    """
    for step in range(version, current_version()):
        root.table()  # refuses a key that stands there twice, of which a migration would lose one
        entries = {**MIGRATIONS[step](root), "version": step + 1}
        root = Node(Table(list(entries.items())), root.place)
    return root
