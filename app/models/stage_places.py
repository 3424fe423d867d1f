"""Where everything on the stage stands: records that the layout makes and the canvas paints and hits."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Protocol

from app.models.stage_content import Kind
from core.expression.writing import Writing
from core.record import Record
from core.tensor import Array


class Face(StrEnum):
    """Which letters a text is written in."""

    TEXT = "text"
    BOLD = "bold"
    MATH = "math"  # italic
    UPRIGHT = "upright"  # mathematics, but words, digits and signs


class Metrics(Protocol):
    """Measures texts; the canvas asks Qt, tests count letters."""

    def width(self, text: str, face: Face, pixels: int) -> float:
        """Return how wide `text` is, in pixels."""
        ...


class Box(Record):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right end."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower end."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def grown(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return a larger one."""
        return Box(self.x - left, self.y - top, self.width + left + right, self.height + top + bottom)


class Title(Record):
    """The line over a matrix, and what did not fit on it."""

    pixels: int
    shape: str = ""
    note: str = ""
    note_below: bool = False
    """True where the note has a line of its own."""
    width: float = 0.0


class Block(Record, eq=False):
    """One matrix."""

    item: int
    """Its position in `StageContent.items`."""
    cells: Box
    rows: int
    columns: int
    pixels: int
    """Height of its numbers; 0 where there are none."""
    texts: list[str]
    title: Title
    title_at: float
    """Middle of the line of the name."""
    row_header: float = 0.0
    """Width left of the cells."""
    column_header: float = 0.0
    """Height over the cells."""
    turned: bool = False
    corner: str = ""
    """``d_k →`` left of the column headers."""
    note_at: float = 0.0
    """Middle of the note's own line."""
    caption: tuple[str, ...] = ()
    caption_at: float = 0.0
    """Middle of its first line."""
    centred_caption: bool = False
    badges: Box | None = None
    bar: Box | None = None
    framed: bool = False

    @property
    def cell_width(self) -> float:
        """Width of one cell."""
        return self.cells.width / max(self.columns, 1)

    @property
    def cell_height(self) -> float:
        """Height of one cell."""
        return self.cells.height / max(self.rows, 1)

    def cell(self, row: int, column: int) -> Box:
        """Return where a cell stands."""
        width, height = self.cell_width, self.cell_height
        return Box(self.cells.x + column * width, self.cells.y + row * height, width, height)

    def span(self, top: int, left: int, bottom: int, right: int) -> Box:
        """Return where a rectangle of cells stands; all ends are inclusive."""
        first, last = self.cell(top, left), self.cell(bottom, right)
        return Box(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return (row, column) under a point."""
        if not self.cells.holds(x, y) or not self.rows or not self.columns:
            return None
        row = math.floor((y - self.cells.y) / self.cell_height)
        column = math.floor((x - self.cells.x) / self.cell_width)
        return min(row, self.rows - 1), min(column, self.columns - 1)

    def row_header_at(self, x: float, y: float) -> int | None:
        """Return the row whose header lies under a point."""
        box = Box(self.cells.x - self.row_header, self.cells.y, self.row_header, self.cells.height)
        return int((y - box.y) // self.cell_height) if self.rows and box.holds(x, y) else None

    def column_header_at(self, x: float, y: float) -> int | None:
        """Return the column whose header lies under a point."""
        box = Box(self.cells.x, self.cells.y - self.column_header, self.cells.width, self.column_header)
        return int((x - box.x) // self.cell_width) if self.columns and box.holds(x, y) else None

    @property
    def bounds(self) -> Box:
        """Name, headers, cells and what stands beside them."""
        left = self.row_header
        top = self.cells.y - self.title_at + self.title.pixels
        right = max(self.title.width - self.cells.width, 0.0)
        for box in (self.badges, self.bar):
            right = max(right, box.right - self.cells.right if box else 0.0)
        return self.cells.grown(left, top, right, 0.0)


class SignPlace(Record):
    """A sign, centred in its box."""

    text: str
    word: str
    box: Box


class Worked(Record, eq=False):
    """Two lit lines, to be written below each other and multiplied."""

    labels: tuple[str, str, str]
    """Of the first line, the second line and their products."""
    headers: tuple[str, ...]
    left: Array
    right: Array
    products: Array
    """Number by number; 0·∞ is NaN."""
    left_bar: tuple[float, float] | None
    right_bar: tuple[float, float] | None
    left_kind: Kind
    right_kind: Kind
    writings: tuple[Writing, Writing, Writing]
    """How the first line, the second line and their products are written."""
    total: str
    """``sum 1.62``."""


class Table(Record, eq=False):
    """Where the lit lines are worked out."""

    worked: Worked
    cells: Box
    """Of the first two lines."""
    shown: int
    """Columns that fit; where that is not all of them, the last place holds an ellipsis."""
    cell_width: float
    row_height: float
    pixels: int
    texts: tuple[list[str], list[str], list[str]]
    """Of the two lines and their products."""
    total_at: float
    """Left end of the sum."""
    right: float
    """Right end of everything."""
    total_below: float = 0.0
    """How far under the products the sum stands; 0: beside them."""


class Placement(Record, eq=False):
    """Everything, in pixels."""

    blocks: tuple[Block, ...]
    signs: tuple[SignPlace, ...]
    width: float
    height: float
    scale: float
    decimals: int
    """Places shown, maybe fewer than asked for."""
    frame: Box | None = None
    table: Table | None = None
    first: Placement | None = None
    """Of those that differ in the texts of numbers alone, the one that was worked out; None for itself."""

    @property
    def ground(self) -> Placement:
        """The same object as long as everything stands where it stood."""
        return self.first or self

    def block_of(self, item: int) -> Block | None:
        """Return the block of an item of the content."""
        return next((block for block in self.blocks if block.item == item), None)

    def block_at(self, x: float, y: float) -> Block | None:
        """Return the block whose cells or headers lie under a point."""
        for block in self.blocks:
            if block.cells.grown(block.row_header, block.column_header, 0, 0).holds(x, y):
                return block
        return None
