"""From numbers and words to the texts of other programs, one format a file."""

from __future__ import annotations

from collections.abc import Callable

from core.exporters.block import Block
from core.exporters.csv import csv_text
from core.exporters.latex import latex_text
from core.exporters.markdown import markdown_text
from core.exporters.numpy import numpy_text
from core.exporters.python import python_list
from core.exporters.pytorch import pytorch_text
from core.exporters.tsv import tsv_text
from core.record import Record
from core.text import QT_TRANSLATE_NOOP


class MatrixText(Record):
    """A way to write a matrix as text."""

    key: str
    title: str
    """Marked with ``QT_TRANSLATE_NOOP("Formats", …)``."""
    write: Callable[[Block], str]


MATRIX_TEXTS = (
    MatrixText("tsv", QT_TRANSLATE_NOOP("Formats", "Cells between tabs (TSV)"), tsv_text),
    MatrixText("csv", QT_TRANSLATE_NOOP("Formats", "Cells between commas (CSV)"), csv_text),
    MatrixText("markdown", QT_TRANSLATE_NOOP("Formats", "Markdown table"), markdown_text),
    MatrixText("latex", QT_TRANSLATE_NOOP("Formats", "LaTeX matrix"), latex_text),
    MatrixText("numpy", QT_TRANSLATE_NOOP("Formats", "NumPy array"), numpy_text),
    MatrixText("pytorch", QT_TRANSLATE_NOOP("Formats", "PyTorch tensor"), pytorch_text),
    MatrixText("python", QT_TRANSLATE_NOOP("Formats", "Python list"), python_list),
)
"""In the order of the menu."""
