"""A rectangle of numbers on its way out, and how its numbers are spelled: always in full."""

from __future__ import annotations

import math

from core.errors import SandboxError
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP

MAX_CELLS = 1_000_000
"""More are no text that anybody pastes."""


class TooManyToCopy(SandboxError):
    """A block that no other program would take."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{count} numbers are too many for the clipboard; {limit} are possible. Select fewer cells."
    )


class Block(Record, eq=False):
    """Numbers of shape (rows, columns) with the names that stand beside them.

    Raises
    ------
    TooManyToCopy
    """

    values: Array
    name: str = ""
    """That of the tensor."""
    rows: tuple[str, ...] = ()
    """One name a row, or none."""
    columns: tuple[str, ...] = ()
    """One name a column, or none."""
    is_vector: bool = False
    """True where the tensor has one axis and its only row is a matter of showing it."""

    def __post_init__(self) -> None:
        if self.values.size > MAX_CELLS:
            raise TooManyToCopy(count=self.values.size, limit=MAX_CELLS)

    def texts(self) -> list[list[str]]:
        """Return the shortest texts that are read back as the same numbers; ∞ is ``inf``, NaN ``nan``."""
        return [list(map(_shortest, map(repr, row))) for row in self.values.tolist()]


def _shortest(text: str) -> str:
    """Return what `core.numbers.edit_text` makes of a number, from Python's text of it."""
    return text if text == "-0.0" else text.removesuffix(".0")


def python_text(value: float, infinite: str) -> str:
    """Return a float as Python writes it; `infinite` is how ∞ and NaN are written, ``{}`` their name.

    >>> python_text(2.0, "np.{}"), python_text(-math.inf, "np.{}"), python_text(-math.inf, 'float("{}")')
    ('2.0', '-np.inf', '-float("inf")')
    """
    if math.isfinite(value):
        return repr(value)
    return infinite.format("nan") if math.isnan(value) else "-" * (value < 0) + infinite.format("inf")


def nested_lists(block: Block, infinite: str) -> str:
    """Return the numbers as nested Python lists, a line a row, columns beneath each other."""
    rows = [[python_text(value, infinite) for value in row] for row in block.values.tolist()]
    if len(rows) == 1:
        line = f"[{', '.join(rows[0])}]"
        return line if block.is_vector else f"[{line}]"
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (", ".join(map(str.rjust, row, widths)) for row in rows)
    return "[\n" + "".join(f"    [{line}],\n" for line in lines) + "]"
