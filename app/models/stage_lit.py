"""Which cells on the stage are lit for the chosen one: what it is made from, as far as it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.models.stage_content import MatrixView, StageContent
from core.expression.cells import cells, indices
from core.expression.nodes import Cell, Line
from core.ops.base import Index
from core.program import Step
from core.trace import Trace

_DEEPEST = 8

Places = tuple[Cell | Line, ...]


def lit_places(trace: Trace, content: StageContent, tensor: str, index: Index) -> Places:
    """Return the cells and lines to light for a chosen cell.

    What is read but not shown (a step that is left out on this line) is followed to what it reads. On the
    line of a whole attention the row and the column of the chosen cell are lit throughout.
    """
    return LitPlaces().of(trace, content, tensor, index)


class LitPlaces:
    """Keeps the places to light for one cell: they follow from the steps, whatever the numbers are."""

    def __init__(self) -> None:
        self._steps: tuple[Step, ...] | None = None
        self._asked: tuple[frozenset[str], bool, str, Index] | None = None
        self._places: Places = ()

    def of(self, trace: Trace, content: StageContent, tensor: str, index: Index) -> Places:
        """Return the cells and lines to light; see `lit_places`."""
        shown, steps = _shown(content), trace.program.steps
        asked = (shown, content.chain, tensor, index)
        if steps is not self._steps or asked != self._asked:
            self._steps, self._asked = steps, asked
            self._places = _places(trace, shown, tensor, index, throughout=content.chain)
        return self._places


def _places(trace: Trace, shown: frozenset[str], tensor: str, index: Index, *, throughout: bool) -> Places:
    if tensor not in shown:
        return ()
    found = [*_followed(trace, shown, Cell(tensor, index), set(), _DEEPEST)]
    if throughout:
        found += _throughout(tensor, index)
    return _lines(trace, dict.fromkeys(found))


def shown_place(trace: Trace, content: StageContent, place: Cell | Line) -> Cell | Line | None:
    """Return where a place is shown: itself, or the one cell it is made from, as a copy or scaled is."""
    if any(isinstance(item, MatrixView) and item.covered(place) for item in content.items):
        return place
    shown = _shown(content)
    for _ in range(_DEEPEST):
        step = trace.program.maker(place.tensor)
        read = cells(step.expression(place.tensor, place.index)) if step and isinstance(place, Cell) else ()
        if len(read) != 1 or read[0] == place:
            return None
        place = read[0]
        if place.tensor in shown:
            return place
    return None


def _shown(content: StageContent) -> frozenset[str]:
    return frozenset([item.tensor for item in content.items if isinstance(item, MatrixView)])


def _followed(
    trace: Trace, shown: frozenset[str], cell: Cell, seen: set[Cell], depth: int
) -> Iterator[Cell | Line]:
    step = trace.program.maker(cell.tensor)
    if step is None or not depth or cell in seen:
        return
    seen.add(cell)
    for place in cells(step.expression(cell.tensor, cell.index)):
        if place.tensor == cell.tensor:  # typed in
            continue
        is_shown = place.tensor in shown
        if is_shown:
            yield place
        if not is_shown or place.tensor.startswith(f"{step.name}."):  # a working: also what it was made from
            for index in indices(place, trace):
                yield from _followed(trace, shown, Cell(place.tensor, index), seen, depth - 1)


def _throughout(tensor: str, index: Index) -> Iterator[Line]:
    """Return the query's row and the key's column in the chain."""
    part, _, last = tensor.rpartition(".")
    if last not in ("scores", "scaled", "masked", "weights") or len(index) < 3:
        return
    head, query, key = index[:3]
    yield Line(f"{part}.q", (head, query, None))
    yield Line(f"{part}.k", (head, key, None))
    if last == "weights":
        yield Line(f"{part}.heads", (head, query, None))


def _lines(trace: Trace, places: Iterable[Cell | Line]) -> Places:
    """Put the cells of a whole row together, and leave out those of a line that is there already."""
    rows: dict[Line, list[Cell]] = {}
    made: list[Cell | Line] = []
    for place in places:
        if isinstance(place, Cell):
            rows.setdefault(Line(place.tensor, (*place.index[:-1], None)), []).append(place)
        else:
            made.append(place)
    for line, row in rows.items():
        if line in made:
            continue
        whole = len(row) == trace[line.tensor].shape[-1] > 1
        made += [line] if whole else row
    return tuple(made)
