"""What a grid of numbers shows of one tensor, and the words for its places."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QModelIndex, QPersistentModelIndex

from app.models.stage_content import Kind
from core.edits.base import Cells
from core.record import Record
from core.tensor import Array, NamedTensor
from core.text import Message

Commit: TypeAlias = Callable[[Cells, Array, Message | None, int | None], None]
"""Changes cells of the tensor shown to numbers of their shape, as one edit; it is told what was done (None:
typed) and to which gesture it belongs; raises `SandboxError` when it is refused."""
AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
Cell: TypeAlias = tuple[int, int]
"""Row and column of the table."""
Rectangle: TypeAlias = tuple[int, int, int, int]
"""Top, left, bottom and right; the ends belong to it."""


class MatrixContent(Record, eq=False):
    """A tensor, and what its table has to know besides."""

    tensor: NamedTensor
    kind: Kind = Kind.SIGNED
    heads: int = 1
    """Heads that are joined in the last axis of a parameter."""
    head: int | None = None
    """The only head to show, from 0; None shows all side by side."""
    reason: str = ""
    """Why it cannot be edited; empty where it can."""
    masked: npt.NDArray[np.bool_] | None = None
    """Of the tensor's shape: True where a cell is masked and shows no number."""
    closed: npt.NDArray[np.bool_] | None = None
    """Of a mask: True where the model or padding forbids to look, whatever is typed."""
    limit: float | None = None
    """How far the colours reach where other matrices share them; None: to the largest number."""
    before: NamedTensor | None = None
    """What it was before the last edit, for the marks of what changed."""


def has_other_cells(before: MatrixContent, after: MatrixContent) -> bool:
    """Return whether another table is shown, and not only other numbers in its cells."""
    earlier, later = before.tensor, after.tensor
    return (
        earlier.name != later.name
        or earlier.axes != later.axes
        or (before.heads, before.head) != (after.heads, after.head)
        or bool(before.reason) != bool(after.reason)
    )


def same_marks(left: npt.NDArray[np.bool_] | None, right: npt.NDArray[np.bool_] | None) -> bool:
    """Return whether the same cells are marked."""
    if left is None or right is None or left is right:
        return left is right
    return bool(np.array_equal(left, right))


def quoted(text: str, number: int, told: str) -> str:
    """Return a place by its number, and by its word where it has one: ``row 2 'cat'``."""
    named = text.format(number=number)
    return f"{named} '{told}'" if told else named
