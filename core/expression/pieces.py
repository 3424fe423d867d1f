"""What lines of arithmetic are made of: pieces that keep what a text would lose.

Which cell a number is (a link), what is raised, what is the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

from core.expression.nodes import Cell, Line
from core.record import Record


class PieceStyle(StrEnum):
    """What a piece is, for whoever draws it."""

    PLAIN = "plain"
    NUMBER = "number"
    """A number of a tensor: a link to its cell."""
    RESULT = "result"
    """The cell that is explained."""
    NAME = "name"
    """The name of a cell, row or column: a link."""
    REMARK = "remark"


class Piece(Record):
    """A run of text of one style; `raised` means a superscript, whatever its style."""

    text: str
    cell: Cell | Line | None = None
    style: PieceStyle = PieceStyle.PLAIN
    raised: bool = False


Pieces: TypeAlias = tuple[Piece, ...]


def joined(line: Iterable[Piece]) -> str:
    """Return a line as plain text; what is raised is written behind ``^``."""
    text = ""
    for raised, run in groupby(line, lambda piece: piece.raised):
        part = "".join(piece.text for piece in run)
        text += _caret(part) if raised else part
    return text


def _caret(part: str) -> str:
    single = part.replace(".", "").isalnum()
    return f"^{part}" if single else f"^({part})"
