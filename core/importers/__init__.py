"""From the texts and files of other programs to numbers and words, one format a file. Nothing is ever run."""

from __future__ import annotations

from collections.abc import Callable

from core.importers.latex import latex_rows
from core.importers.literal import literal_rows
from core.record import Record
from core.text import QT_TRANSLATE_NOOP


class TextFormat(Record):
    """A way to write a matrix that its own signs give away."""

    title: str
    """Marked with ``QT_TRANSLATE_NOOP("Formats", …)``."""
    read: Callable[[str], list[list[str]] | None]
    """Returns the cells, or None where a text is something else."""


TEXT_FORMATS = (
    TextFormat(QT_TRANSLATE_NOOP("Formats", "LaTeX matrix"), latex_rows),
    TextFormat(
        QT_TRANSLATE_NOOP("Formats", "numbers in brackets, as Python and NumPy write them"), literal_rows
    ),
)
"""Tried in this order; what none of them takes are cells between separators."""
