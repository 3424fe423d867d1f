"""Two lit lines of a product, written below each other and multiplied, where the operands show no numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from msgspec.structs import replace

from app.models.stage_content import MatrixView, StageContent
from app.models.stage_measure import NUMBER, Sizer
from app.models.stage_numbers import writing_of
from app.models.stage_places import Box, Face, Table, Worked
from core.expression.names import LONGEST_LABEL, short_name
from core.expression.nodes import Cell, Line
from core.expression.numbers import MINUS
from core.expression.writing import Writing, largest_finite, writing_of_products
from core.passing import MEMORY
from core.record import Record
from core.tensor import Array
from core.tokens import elided

Area: TypeAlias = tuple[float, float, float]
"""Left and upper end, and width."""
HEADER, ROW, RULE = 20, 26, 6
_CELL, _WIDEST_CELL = 44, 52
_LEAST_COLUMNS = 3
_WIDEST_HEADER = 76
TOTAL_ROW = 20
"""Height of the sum where it stands under the products."""


def worked_lines(
    content: StageContent, lit: Sequence[Cell | Line], words: tuple[str, str], decimals: int
) -> Worked | None:
    """Return the two lit lines of a product.

    Parameters
    ----------
    content : StageContent
    lit : sequence of Cell or Line
        What the chosen cell is made from.
    words : tuple of str
        “product” and “sum” in the language on screen.
    decimals : int

    Returns
    -------
    Worked or None
        None where the cell is not the product of two lines that are both shown.
    """
    lines = [line for line in lit if isinstance(line, Line)]
    others = [cell for cell in lit if isinstance(cell, Cell)]
    if len(lines) != 2 or len(others) > 1:
        return None
    found = [vector for line in lines if (vector := _vector(content, line)) is not None]
    if len(found) != 2:
        return None
    found.sort(key=lambda vector: content.items.index(vector[0]))
    (left_view, left, left_label), (right_view, right, right_label) = found
    if left.size != right.size or not left.size:
        return None
    across = left_view.column_labels if left_view.values.shape[1] == left.size else left_view.row_labels
    written = (writing_of(left_view, decimals), writing_of(right_view, decimals))
    places = max(one.decimals for one in written)
    with np.errstate(all="ignore"):
        products = np.asarray(left * right, dtype=np.float64)
    result = next((view for view in reversed(content.items) if isinstance(view, MatrixView)), left_view)
    headers = across if len(across) == left.size else ("",) * left.size
    return Worked(
        labels=(left_label, right_label, words[0]),
        headers=headers,
        left=left,
        right=right,
        left_bar=left_view.bar,
        right_bar=right_view.bar,
        left_kind=left_view.kind,
        right_kind=right_view.kind,
        products=products,
        writings=(*written, writing_of_products(largest_finite(products), places)),
        total=_total(content, products, others, (words[1], writing_of(result, decimals))),
    )


def _total(content: StageContent, products: Array, others: Sequence[Cell], said: tuple[str, Writing]) -> str:
    """Return ``sum 1.62``, with the bias that is added behind it, both written as the result."""
    word, how = said
    try:
        total = math.fsum(products.tolist())
    except (OverflowError, ValueError):
        return ""
    if not math.isfinite(total):
        return ""
    text = f"{word} {how.text(total)}"
    for cell in others:
        added = _number(content, cell)
        if added is None:
            return ""
        text += f" {MINUS if added < 0 else '+'} {how.text(abs(added))}"
    return text


def _number(content: StageContent, cell: Cell) -> float | None:
    for view in content.items:
        if isinstance(view, MatrixView) and (covered := view.covered(cell)) is not None:
            return float(view.values[covered[0], covered[1]])
    return None


def _vector(content: StageContent, line: Cell | Line) -> tuple[MatrixView, Array, str] | None:
    """Return the matrix that shows a line, its numbers and what it is called: ``q[mat]``."""
    for view in content.items:
        if not isinstance(view, MatrixView) or view.tensor != line.tensor:
            continue
        covered = view.covered(line)
        if covered is None:
            continue
        top, left, bottom, right = covered
        name = MEMORY if view.symbol == MEMORY else short_name(view.tensor)
        numbers = view.values[top : bottom + 1, left : right + 1]
        if top == bottom and (left, right) == (0, view.values.shape[1] - 1):
            return view, numbers.ravel(), _called(name, view.row_labels, top, column=False)
        if left == right:
            return view, numbers.ravel(), _called(name, view.column_labels, left, column=True)
    return None


def _called(name: str, labels: tuple[str, ...], place: int, *, column: bool) -> str:
    """Return ``q[mat]``, or ``q[the (5)]`` for a word that occurs twice, or ``W_Q[·, 4]``."""
    label = labels[place] if place < len(labels) else ""
    if not label:
        return name
    count, label = labels.count(label), elided(label, LONGEST_LABEL)
    if label == str(place + 1):
        return f"{name}[·, {label}]" if column else f"{name}[{label}, ·]"
    return f"{name}[{label} ({place + 1})]" if count > 1 else f"{name}[{label}]"


def line_texts(worked: Worked, decimals: int) -> tuple[list[str], list[str], list[str]]:
    """Return the texts of both lines and of their products."""
    lines = (worked.left, worked.right, worked.products)
    made = [
        own.at_most(decimals).texts(line.tolist()) for line, own in zip(lines, worked.writings, strict=True)
    ]
    return made[0], made[1], made[2]


def table_height(sizer: Sizer, row: int = ROW) -> float:
    """Return the height of the little table."""
    return sizer.px(HEADER + 3 * row + RULE)


def label_width(sizer: Sizer, worked: Worked) -> float:
    """Return the width of the names before its lines."""
    return math.ceil(max(sizer.width(label, NUMBER) for label in worked.labels)) + sizer.px(10)


class _Try(Record):
    """One way to set the table."""

    least: float
    """Width of a cell."""
    below: bool
    """Whether the sum stands under the products."""
    room: float
    """Width for the cells."""

    def shown(self, count: int) -> int:
        """Return how many columns fit."""
        return min(count, int(self.room // self.least))


def _tries(sizer: Sizer, worked: Worked, room: float, widest: float, *, below: bool) -> list[_Try]:
    """Return the ways to set the table, the most generous first."""
    total = sizer.width(worked.total, NUMBER, Face.BOLD) + sizer.px(16) if worked.total else 0.0
    header = max((sizer.width(text, NUMBER) for text in worked.headers), default=0.0) + sizer.px(8)
    roomy = max(sizer.px(_CELL), math.ceil(widest) + sizer.px(8))
    tight = max(sizer.px(_CELL - 4), math.ceil(widest) + sizer.px(6))
    ways = (False, True) if below and worked.total else (False,)
    leasts = [roomy, tight, max(sizer.px(_CELL - 4), math.ceil(widest) + sizer.px(4))]
    if roomy < header <= sizer.px(_WIDEST_HEADER):
        leasts.insert(0, math.ceil(header))
    return [_Try(least, way, room if way else room - total) for least in leasts for way in ways]


def place_table(
    sizer: Sizer,
    worked: Worked,
    area: Area,
    *,
    below: bool = False,
    row: int = ROW,
) -> Table | None:
    """Put the table at a place and let it have a width; None where three columns do not fit.

    Parameters
    ----------
    sizer : Sizer
    worked : Worked
    area : tuple of float
        Its left and upper end, and the width there is.
    below : bool, default=False
        Whether there is room for the sum under the products.
    row : int, default=26
        Height of a line.
    """
    x, y, room = area
    label = label_width(sizer, worked)
    texts = line_texts(worked, sizer.decimals)
    widest = max(sizer.width(text, NUMBER) for line in texts for text in line)
    count = worked.left.size
    wanted = min(count, _LEAST_COLUMNS)
    tries = _tries(sizer, worked, room - label, widest, below=below)
    best = max(tries, key=lambda way: way.shown(count))
    if best.shown(count) < wanted:  # the sum stands in the explanation, too
        worked = replace(worked, total="")
        best = _tries(sizer, worked, room - label, widest, below=False)[-1]
    shown = best.shown(count)
    if shown < wanted:
        return None
    width = max(best.least, min(sizer.px(_WIDEST_CELL), math.floor(best.room / shown)))
    cells = Box(x + label, y + sizer.px(HEADER), width * shown, 2 * sizer.px(row) + sizer.px(2))
    total = sizer.width(worked.total, NUMBER, Face.BOLD) if worked.total else 0.0
    total_at = max(cells.right - total, x)
    if not best.below:
        total_at = cells.right + (sizer.px(12) if total else 0)
    return Table(
        worked=worked,
        cells=cells,
        shown=shown,
        cell_width=width,
        row_height=sizer.px(row),
        pixels=sizer.px(NUMBER),
        texts=texts,
        total_at=total_at,
        right=max(cells.right, math.ceil(total_at + total + sizer.px(4 if total and not best.below else 0))),
        total_below=sizer.px(TOTAL_ROW) if best.below else 0,
    )
