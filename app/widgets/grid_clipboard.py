"""Blocks of numbers on the clipboard, and where a pasted block goes. Nothing here knows a widget."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from PySide6.QtCore import QMimeData

from app.models.matrix_shown import Cell, Rectangle
from core.errors import SandboxError
from core.exporters.block import Block
from core.exporters.html import html_text
from core.exporters.own import MATRIX_TYPE, matrix_json
from core.exporters.tsv import tsv_text
from core.numbers import edit_text
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP

_LARGEST_PAGE = 65_536
"""Cells."""


class NothingToPaste(SandboxError):
    """A clipboard without numbers."""

    template = QT_TRANSLATE_NOOP("Errors", "There are no numbers on the clipboard. Copy some first.")


class PasteShapeDiffers(SandboxError):
    """Block and selection that do not go together."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: the clipboard is {block} and the selection {selection}. "
        "Select one cell or {block}.",
    )


class PasteTooLarge(SandboxError):
    """A block that would reach over the edge."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: the clipboard is {block}, and from the selected cell on "
        "there is room for {room}.",
    )


class PasteRepeatedTooLarge(SandboxError):
    """A row or column that is repeated along a selection and would reach over the edge."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: the clipboard is {block}, repeated over the selection it is {wanted}, "
        "and from the selected cell on there is room for {room}.",
    )


class PasteSeveralRanges(SandboxError):
    """A block, and ranges that are no rectangle."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: the clipboard is {block} and the selection {count} separate ranges. "
        "Select one cell or {block}.",
    )


class NothingPasted(SandboxError):
    """A clipboard that cannot be read."""

    template = QT_TRANSLATE_NOOP("Errors", "Nothing was pasted. {reason}")


class NoMask(SandboxError):
    """Numbers that are neither open nor closed."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: a mask takes 1 and 0, and the clipboard has {number} "
        "in row {row}, column {column}.",
    )


class SeveralRanges(SandboxError):
    """Ranges that are no rectangle."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The selected cells are no single rectangle. Select one rectangle."
    )


class PasteHow(StrEnum):
    """What to do with a block that is not as large as the selection."""

    FIT = "fit"
    """One cell, the same size or a multiple; all else is refused."""
    TOP_LEFT = "top left"
    """From the top left selected cell on."""
    PART = "part"
    """From there on, as much as there is room for."""
    TRANSPOSED = "transposed"
    """With rows and columns exchanged, from there on."""


class Pasting(Record, eq=False):
    """Numbers and the cells they go to."""

    numbers: Array
    """Of the shape of the only range; a single number goes to every cell of all of them."""
    ranges: tuple[Rectangle, ...]
    """What is selected afterwards."""


def shape_text(rows: int, columns: int) -> str:
    """Return a shape as people write it: ``2 × 4``."""
    return f"{rows} × {columns}"


def matrix_mime(block: Block) -> QMimeData:
    """Return `block` at full precision for other programs and, exactly, for this one.

    A large block has no HTML: spreadsheets take the text, and would take a minute for the page.
    """
    mime = QMimeData()
    mime.setData(MATRIX_TYPE, matrix_json(block).encode())
    if block.values.size <= _LARGEST_PAGE:
        mime.setHtml(html_text(block))
    mime.setText(tsv_text(block))
    return mime


def check_mask(block: Array) -> None:
    """Refuse what is neither 1 nor 0.

    Raises
    ------
    NoMask
    """
    wrong = np.argwhere((block != 0) & (block != 1))
    if wrong.size:
        row, column = (int(at) for at in wrong[0])
        raise NoMask(number=edit_text(block[row, column]), row=row + 1, column=column + 1)


def bounding(ranges: Sequence[Rectangle]) -> Rectangle:
    """Return the rectangle around `ranges`; when they leave anything of it out, refuse.

    Raises
    ------
    SandboxError
        If the ranges form no rectangle.
    """
    if not _is_rectangle(ranges):
        raise SeveralRanges()
    return _around(ranges)


def _around(ranges: Sequence[Rectangle]) -> Rectangle:
    tops, lefts, bottoms, rights = zip(*ranges, strict=True)
    return min(tops), min(lefts), max(bottoms), max(rights)


def _is_rectangle(ranges: Sequence[Rectangle]) -> bool:
    if len(ranges) == 1:
        return True
    top, left, bottom, right = _around(ranges)
    covered = np.zeros((bottom - top + 1, right - left + 1), dtype=bool)
    for r in ranges:
        covered[r[0] - top : r[2] - top + 1, r[1] - left : r[3] - left + 1] = True
    return bool(covered.all())


def planned(block: Array, ranges: Sequence[Rectangle], size: Cell, how: PasteHow = PasteHow.FIT) -> Pasting:
    """Return where `block` goes.

    Parameters
    ----------
    block : ndarray
        Shape (rows, columns).
    ranges : sequence of rectangles
        What is selected.
    size : tuple of int
        Rows and columns of the whole table.
    how : PasteHow

    Raises
    ------
    SandboxError
        When it does not fit; the message names both shapes.
    """
    if block.size == 1 and how is PasteHow.FIT:
        return Pasting(block, tuple(ranges))
    top, left, bottom, right = _around(ranges)
    given = shape_text(*block.shape)
    if how is PasteHow.TRANSPOSED:
        block = block.T
    elif how is PasteHow.FIT:
        if not _is_rectangle(ranges):
            raise PasteSeveralRanges(block=shape_text(*block.shape), count=len(ranges))
        block = _tiled(block, bottom - top + 1, right - left + 1)
    room = size[0] - top, size[1] - left
    if how is PasteHow.PART:
        block = block[: room[0], : room[1]]
    if block.shape[0] > room[0] or block.shape[1] > room[1]:
        wanted = shape_text(*block.shape)
        if how is PasteHow.FIT and wanted != given:
            raise PasteRepeatedTooLarge(block=given, wanted=wanted, room=shape_text(*room))
        raise PasteTooLarge(block=wanted, room=shape_text(*room))
    return Pasting(block, ((top, left, top + block.shape[0] - 1, left + block.shape[1] - 1),))


def ways(block: Array, ranges: Sequence[Rectangle], size: Cell) -> tuple[tuple[PasteHow, str], ...]:
    """Return what can be done with a block that was refused, each with the shape that it would write."""
    top, left = _around(ranges)[:2]
    rows, columns = block.shape
    room = size[0] - top, size[1] - left
    part = min(rows, room[0]), min(columns, room[1])
    found = []
    if part == block.shape:
        found.append((PasteHow.TOP_LEFT, shape_text(*block.shape)))
    else:
        found.append((PasteHow.PART, shape_text(*part)))
    if rows != columns and columns <= room[0] and rows <= room[1]:
        found.append((PasteHow.TRANSPOSED, shape_text(columns, rows)))
    return tuple(found)


def _tiled(block: Array, rows: int, columns: int) -> Array:
    """Repeat `block` over a selection that it divides; a row or column is repeated along a single line."""
    height, width = block.shape
    if rows == columns == 1:
        return block
    if rows % height == 0 and columns % width == 0:
        return np.tile(block, (rows // height, columns // width))
    if height == 1 and columns == 1:
        return np.tile(block, (rows, 1))
    if width == 1 and rows == 1:
        return np.tile(block, (1, columns))
    raise PasteShapeDiffers(block=shape_text(height, width), selection=shape_text(rows, columns))


def _cells(rectangle: Rectangle) -> list[Cell]:
    top, left, bottom, right = rectangle
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def cells_of(ranges: Sequence[Rectangle]) -> list[Cell]:
    """Return every selected cell once, row by row."""
    return _cells(ranges[0]) if len(ranges) == 1 else sorted({cell for r in ranges for cell in _cells(r)})
