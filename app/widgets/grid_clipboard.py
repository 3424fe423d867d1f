"""Blocks of numbers on the clipboard, and where a pasted block goes. Nothing here knows a widget."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from enum import StrEnum
from html.parser import HTMLParser
from typing import Any

import numpy as np
from PySide6.QtCore import QMimeData

from app.models.matrix_model import Cell, Rectangle
from core.errors import SandboxError
from core.numbers import EmptyNumber, block_text, edit_text, parse_block
from core.record import Record
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP

MATRIX_TYPE = "application/x-transformer-sandbox-matrix+json"
_LIMIT = 32_000_000
"""Longer texts are not read."""


class NothingToPaste(SandboxError):
    """A clipboard without numbers."""

    template = QT_TRANSLATE_NOOP("Errors", "There are no numbers on the clipboard. Copy some first.")


class BlockTooLong(SandboxError):
    """A text that is no matrix of ours."""

    template = QT_TRANSLATE_NOOP("Errors", "The text on the clipboard is too long to be a matrix.")


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

    cells: Sequence[Cell]
    numbers: Sequence[float]
    ranges: Sequence[Rectangle]
    """What is selected afterwards."""


def shape_text(rows: int, columns: int) -> str:
    """Return a shape as people write it: ``2 × 4``."""
    return f"{rows} × {columns}"


def matrix_mime(name: str, values: Array) -> QMimeData:
    """Return `values` at full precision for other programs and, exactly, for this one."""
    rows = [[float(value) for value in row] for row in values]
    mime = QMimeData()
    exact = {"tensor": name, "shape": list(values.shape), "values": [[_json(v) for v in row] for row in rows]}
    mime.setData(MATRIX_TYPE, json.dumps(exact).encode())
    cells = "".join(
        "<tr>" + "".join(f'<td sdval="{edit_text(v)}">{edit_text(v)}</td>' for v in row) + "</tr>\n"
        for row in rows
    )
    mime.setHtml(f'<meta charset="utf-8"><table>\n{cells}</table>')
    mime.setText(block_text(values))
    return mime


def _json(value: float) -> float | str:
    return value if math.isfinite(value) else edit_text(value)


def block_from_mime(mime: QMimeData | None) -> Array:
    """Return the numbers on the clipboard, shape (rows, columns).

    Raises
    ------
    SandboxError
        When there are none, rows differ in length, or anything is no number.
    """
    if mime is None or not (mime.hasText() or mime.hasHtml() or mime.hasFormat(MATRIX_TYPE)):
        raise NothingToPaste()
    if mime.hasFormat(MATRIX_TYPE):
        block = _own_block(mime.data(MATRIX_TYPE).data())
        if block is not None:
            return block
    if len(mime.text()) > _LIMIT or len(mime.html()) > _LIMIT:
        raise BlockTooLong()
    text = _table_text(mime.html()) if mime.hasHtml() else ""
    try:
        return np.array(parse_block(text or mime.text()), dtype=np.float64)
    except EmptyNumber as error:
        raise NothingToPaste() from error


def _own_block(data: bytes | bytearray | memoryview) -> Array | None:
    """Return the block that this program copied; None where it is damaged or holds what cannot be typed."""
    try:
        values = json.loads(bytes(data))["values"]
        block = np.array(values, dtype=np.float64)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return block if block.ndim == 2 and block.size and np.isfinite(block).all() else None


class _TableReader(HTMLParser):
    """Collects the cells of the first table; spreadsheets keep the exact number in an attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._in_cell = False
        self._exact: str | None = None
        self._done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a row or cell."""
        if self._done:
            return
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            given: dict[str, Any] = dict(attrs)
            self._exact = given.get("sdval") or given.get("x:num") or None
            self._in_cell = True
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append(self._exact or "")

    def handle_endtag(self, tag: str) -> None:
        """End a cell or the table."""
        if tag in ("td", "th"):
            self._in_cell = False
        elif tag == "table" and self.rows:
            self._done = True

    def handle_data(self, data: str) -> None:
        """Take the text of a cell that has no exact number."""
        if self._in_cell and not self._done and self._exact is None and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def _table_text(html: str) -> str:
    """Return the first table as tab-separated text, nothing where there is none."""
    if "<t" not in html.lower():
        return ""
    reader = _TableReader()
    reader.feed(html)
    rows = [row for row in reader.rows if row]
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)


def bounding(ranges: Sequence[Rectangle]) -> Rectangle:
    """Return the rectangle around `ranges`; when they leave anything of it out, refuse.

    Raises
    ------
    SandboxError
        If the ranges form no rectangle.
    """
    top, left = min(r[0] for r in ranges), min(r[1] for r in ranges)
    bottom, right = max(r[2] for r in ranges), max(r[3] for r in ranges)
    if len(ranges) > 1:
        covered = np.zeros((bottom - top + 1, right - left + 1), dtype=bool)
        for r in ranges:
            covered[r[0] - top : r[2] - top + 1, r[1] - left : r[3] - left + 1] = True
        if not covered.all():
            raise SeveralRanges()
    return top, left, bottom, right


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
        cells = sorted({cell for r in ranges for cell in _cells(r)})
        return Pasting(cells, [float(block[0, 0])] * len(cells), ranges)
    top, left, bottom, right = bounding(ranges)
    if how is PasteHow.TRANSPOSED:
        block = block.T
    elif how is PasteHow.FIT:
        block = _tiled(block, bottom - top + 1, right - left + 1)
    room = size[0] - top, size[1] - left
    if how is PasteHow.PART:
        block = block[: room[0], : room[1]]
    if block.shape[0] > room[0] or block.shape[1] > room[1]:
        raise PasteTooLarge(block=shape_text(*block.shape), room=shape_text(*room))
    target = top, left, top + block.shape[0] - 1, left + block.shape[1] - 1
    return Pasting(_cells(target), block.ravel().tolist(), [target])


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
