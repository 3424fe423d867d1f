"""Which rows, columns and cells of which matrix are lit, chosen and linked."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_

from msgspec import Struct, field

from app.models.stage_content import MatrixView, StageContent
from core.expression.nodes import Cell, Line
from core.ops.base import Index

Span = tuple[int, int, int, int]
"""top, left, bottom, right; all inclusive."""


class Marks(Struct):
    """Of one matrix."""

    spans: list[Span] = field(default_factory=list)
    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    chosen: tuple[int, int] | None = None
    link: Span | None = None


NO_MARKS = Marks()


def marks_of(
    content: StageContent,
    lit: Sequence[Cell | Line],
    chosen: tuple[str, Index] | None,
    link: Cell | Line | None,
    home: int | None = None,
) -> dict[int, Marks]:
    """Return the marks of each matrix by its position.

    Row and column of the chosen cell run through all matrices that share these axes; on the line of a whole
    part only through its own matrix, and elsewhere what it is made from is lit.

    Parameters
    ----------
    content : StageContent
    lit : sequence of Cell or Line
    chosen : tuple, optional
        Tensor and index.
    link : Cell or Line, optional
        What is pointed at in the explanation.
    home : int, optional
        Which matrix the chosen cell was chosen in, where several show it.
    """
    views = {place: item for place, item in enumerate(content.items) if isinstance(item, MatrixView)}
    made = {place: Marks() for place in views}
    home = home_of(content, chosen, home)
    if chosen is not None and home is not None:
        _cross(content, views, made, home, chosen[1])
        for place, view in views.items():
            if view.tensor == chosen[0]:
                made[place].chosen = view.find(chosen[1])
    for place, view in views.items():
        for reference in lit:
            _add(made[place], view.covered(reference))
        if link is not None:
            made[place].link = view.covered(link)
        _headers(made[place], view)
    return made


class Marker:
    """Marks contents, and keeps the marks as long as only numbers change: they follow from the places."""

    def __init__(self) -> None:
        self.home: int | None = None
        """Where the chosen cell is at home."""
        self._asked: tuple[object, ...] = ()
        self._places: Sequence[object] = ()
        self._marks: dict[int, Marks] = {}

    def marks(
        self,
        content: StageContent,
        lit: Sequence[Cell | Line],
        chosen: tuple[str, Index] | None,
        link: Cell | Line | None,
        home: int | None,
    ) -> tuple[int | None, dict[int, Marks]]:
        """Return where the chosen cell is at home now, and the marks; see `home_of` and `marks_of`."""
        views = [(at, item) for at, item in enumerate(content.items) if isinstance(item, MatrixView)]
        names = [(at, one.tensor, one.row_axis, one.column_axis) for at, one in views]
        places = [one.places for _, one in views]
        asked = (lit, chosen, link, content.chain, names)
        if (home, asked) != (self.home, self._asked) or not all(map(is_, places, self._places)):
            self.home = home_of(content, chosen, home)
            self._asked, self._places = asked, places
            self._marks = marks_of(content, lit, chosen, link, self.home)
        return self.home, self._marks


def home_of(content: StageContent, chosen: tuple[str, Index] | None, home: int | None) -> int | None:
    """Return the matrix of the chosen cell: `home` if it is there, else the last that shows it."""
    if chosen is None:
        return None
    showing = [
        place
        for place, view in enumerate(content.items)
        if isinstance(view, MatrixView) and view.tensor == chosen[0] and view.find(chosen[1]) is not None
    ]
    return home if home in showing else showing[-1] if showing else None


def _cross(
    content: StageContent, views: dict[int, MatrixView], made: dict[int, Marks], home: int, index: Index
) -> None:
    own = views[home]
    found = own.find(index)
    if found is None:
        return
    row, column = found
    for place, view in views.items():
        rows, columns = view.values.shape
        if place != home and content.chain:
            continue
        same_rows = place == home or (
            view.row_axis and view.row_axis == own.row_axis and rows == own.values.shape[0]
        )
        same_columns = place == home or (
            view.column_axis and view.column_axis == own.column_axis and columns == own.values.shape[1]
        )
        if same_rows and (rows > 1 or columns == 1):
            _add(made[place], (row, 0, row, columns - 1))
        if same_columns and (columns > 1 or rows == 1):
            _add(made[place], (0, column, rows - 1, column))


def _add(marks: Marks, span: Span | None) -> None:
    """Add a span, unless it is there already or is the cell where a lit row and column cross."""
    if span is None or span in marks.spans:
        return
    top, left, bottom, right = span
    if (top, left) == (bottom, right) and sum(_holds(other, top, left) for other in marks.spans) > 1:
        return
    marks.spans.append(span)


def _holds(span: Span, row: int, column: int) -> bool:
    return span[0] <= row <= span[2] and span[1] <= column <= span[3]


def _headers(marks: Marks, view: MatrixView) -> None:
    rows, columns = view.values.shape
    for top, left, bottom, right in marks.spans:
        if top == bottom and (left, right) == (0, columns - 1):
            marks.rows.add(top)
        if left == right and (top, bottom) == (0, rows - 1):
            marks.columns.add(left)
