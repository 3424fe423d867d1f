"""Two lit lines of a product, written below each other and multiplied, where the operands show no numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.models.stage_content import MatrixView, StageContent
from app.models.stage_measure import NUMBER, Sizer
from app.models.stage_numbers import decimals_of
from app.models.stage_places import Box, Face, Table, Worked
from core.expression.names import short_name
from core.expression.nodes import Cell, Line
from core.expression.numbers import MINUS, number_text
from core.tensor import Array

HEADER, ROW, RULE = 20, 26, 6
_CELL, _WIDEST_CELL = 44, 52
_LEAST_COLUMNS = 3


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
    found = [_vector(content, line) for line in lines]
    if found[0] is None or found[1] is None:
        return None
    (left_view, left, left_label), (right_view, right, right_label) = found[0], found[1]
    if left.size != right.size or not left.size:
        return None
    across = left_view.column_labels if left_view.values.shape[1] == left.size else left_view.row_labels
    places = (decimals_of(left_view, decimals), decimals_of(right_view, decimals))
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
        decimals=(*places, max(places)),
        total=_total(content, left, right, others, (words[1], max(places))),
    )


def _total(
    content: StageContent, left: Array, right: Array, others: Sequence[Cell], said: tuple[str, int]
) -> str:
    """Return ``sum 1.62``, with the bias that is added behind it."""
    word, decimals = said
    try:
        with np.errstate(all="ignore"):
            total = math.fsum((left * right).tolist())
    except (OverflowError, ValueError):
        return ""
    if not math.isfinite(total):
        return ""
    text = f"{word} {number_text(total, decimals)}"
    for cell in others:
        added = _number(content, cell)
        if added is None:
            return ""
        text += f" {MINUS if added < 0 else '+'} {number_text(abs(added), decimals)}"
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
        name = short_name(view.tensor)
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
    if label == str(place + 1):
        return f"{name}[·, {label}]" if column else f"{name}[{label}, ·]"
    return f"{name}[{label} ({place + 1})]" if labels.count(label) > 1 else f"{name}[{label}]"


def line_texts(worked: Worked, decimals: int) -> tuple[list[str], list[str], list[str]]:
    """Return the texts of both lines and of their products."""
    lines = (worked.left, worked.right, worked.products)
    made = [
        [number_text(value, min(own, decimals)) for value in line.tolist()]
        for line, own in zip(lines, worked.decimals, strict=True)
    ]
    return made[0], made[1], made[2]


def table_height(sizer: Sizer) -> float:
    """Return the height of the little table."""
    return sizer.px(HEADER + 3 * ROW + RULE)


def label_width(sizer: Sizer, worked: Worked) -> float:
    """Return the width of the names before its lines."""
    return math.ceil(max(sizer.width(label, NUMBER) for label in worked.labels)) + sizer.px(10)


def place_table(sizer: Sizer, worked: Worked, x: float, y: float, room: float) -> Table | None:
    """Put the table at a place and let it have a width; None where three columns do not fit.

    Parameters
    ----------
    sizer : Sizer
    worked : Worked
    x, y : float
        Its upper left corner.
    room : float
        Width there is.
    """
    label = label_width(sizer, worked)
    total = sizer.width(worked.total, NUMBER, Face.BOLD) + sizer.px(16) if worked.total else 0.0
    texts = line_texts(worked, sizer.decimals)
    widest = max(sizer.width(text, NUMBER) for line in texts for text in line)
    least = max(sizer.px(_CELL), math.ceil(widest) + sizer.px(8))
    count = worked.left.size
    wanted = min(count, _LEAST_COLUMNS)
    if (room - label - total) // least < wanted:  # the sum stands in the explanation, too
        worked, total = replace(worked, total=""), 0.0
    left = room - label - total
    fitting = int(left // least)
    if fitting < wanted:
        return None
    shown = min(count, fitting)
    width = max(least, min(sizer.px(_WIDEST_CELL), math.floor(left / shown)))
    cells = Box(x + label, y + sizer.px(HEADER), width * shown, 2 * sizer.px(ROW) + sizer.px(2))
    return Table(
        worked=worked,
        cells=cells,
        shown=shown,
        cell_width=width,
        row_height=sizer.px(ROW),
        pixels=sizer.px(NUMBER),
        texts=texts,
        total_at=cells.right + sizer.px(12),
        right=cells.right + total,
    )
