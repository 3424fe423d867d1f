"""A text becomes a matrix, whatever program it comes from."""

from __future__ import annotations

import numpy as np

from core.importers import TEXT_FORMATS
from core.importers.block import numbers_of
from core.importers.separated import pasted_cells
from core.importers.table import check_length
from core.numbers import parse_number
from core.tensor import Array

_LONGEST = 100


def cells_of_text(text: str, *, comma: bool = False) -> list[list[str]]:
    """Return the cells of a text from the clipboard.

    LaTeX and brackets are known by their signs; else cells stand between tabs, semicolons, commas or spaces.

    Raises
    ------
    SandboxError
        Where the text is too long or cannot be cut into cells.
    """
    check_length(text)
    for form in TEXT_FORMATS:
        rows = form.read(text)
        if rows is not None:
            return rows
    return pasted_cells(text, comma=comma)


def matrix_of_text(text: str, *, comma: bool = False) -> Array:
    r"""Return the numbers of a text from the clipboard, shape (rows, columns).

    Raises
    ------
    SandboxError
        Naming the row that is too short or long, or the first three cells that are no numbers.

    Examples
    --------
    >>> matrix_of_text("1\t2\n3\t4").tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    rows = cells_of_text(text, comma=comma)
    if len(rows) == 1 and len(rows[0]) == 1 and len(rows[0][0]) <= _LONGEST:
        return np.array([[parse_number(rows[0][0], comma=comma)]])  # needs no place
    return numbers_of(rows, comma=comma)
