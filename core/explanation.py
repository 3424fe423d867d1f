"""How one number was made: lines of arithmetic with the numbers put in, remarks in words, and the proof."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from msgspec.structs import replace

from core import ops
from core.errors import SandboxError
from core.expression.names import Translate, is_ambiguous
from core.expression.nodes import Cell, Line
from core.expression.pieces import Piece, Pieces, PieceStyle, joined
from core.expression.text import DEFAULT_LIMIT, Reading, name_piece, number_piece, own_name
from core.making import making
from core.ops.base import Index
from core.program import Step
from core.proof import Check, check
from core.record import Record
from core.remarks import remarks
from core.remarks.base import Subject, source_remarks
from core.scenario import UnknownTensor
from core.telling import tell
from core.tensor import NamedTensor
from core.text import QT_TRANSLATE_NOOP, Message
from core.trace import Trace


class NoSuchTensor(UnknownTensor):
    """A name that is not there, though similar ones are."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "There is no {name} here; did you mean {near}? Names are listed by “trace”."
    )


class WrongIndex(SandboxError):
    """An index with too few or too many numbers, or one that is outside its axis."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{cell} is no cell: {name} has the axes {axes}. Write one number for each, counted from 0, "
        "up to {last}.",
    )


class NotACell(SandboxError):
    """A text that does not name a cell."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "“{text}” names no cell. Write a name and a number for each axis: attn.scores[0,0,1]."
    )


class Explanation(Record):
    """Everything that is said about one cell."""

    tensor: str
    index: Index
    value: float
    lines: tuple[Pieces, ...]
    """Arithmetic, the first line ends in the result."""
    remarks: tuple[Message, ...]
    proof: Check | None
    """The cell computed again from its expression; None for one that is typed in or a parameter."""
    links: tuple[Cell | Line, ...]
    """What the cell is made from, in order of first appearance: what to light and where to go."""

    @property
    def text(self) -> str:
        """The lines and remarks in English, as a terminal shows them."""
        return "\n".join([*map(joined, self.lines), *map(str, self.remarks)])


def explain(
    trace: Trace,
    name: str,
    index: Index,
    *,
    decimals: int | None = 2,
    full: bool = False,
    translate: Translate = str,
) -> Explanation:
    """Explain the cell `index` of the tensor `name`.

    Parameters
    ----------
    trace : Trace
    name : str
    index : tuple of int
        Zero-based, one an axis.
    decimals : int or None, default=2
        Places of the numbers; None writes them in full.
    full : bool, default=False
        Long sums are written out.
    translate : callable, default=str
        Makes text of the few words that stand inside lines (“head 1”).

    Raises
    ------
    UnknownTensor
        If the trace has no tensor of that name.
    WrongIndex
        If it has no such cell.
    """
    tensor = find_tensor(trace, name)
    _check_index(tensor, index)
    reading = Reading(trace.tensors, decimals, limit=None if full else DEFAULT_LIMIT, translate=translate)
    cell = Cell(name, tuple(index))
    step = trace.program.maker(name)
    if step is None or isinstance(step.operation, ops.TypedIn):
        line = (_own_name(cell, reading), Piece(" = "), number_piece(cell, reading, PieceStyle.RESULT))
        said = source_remarks(trace, name)
        return Explanation(name, cell.index, _value(trace, cell), (line,), said, None, ())
    return _computed(trace, cell, reading)


def parse_cell(text: str) -> tuple[str, Index]:
    """Read ``NAME[i,…]``.

    Examples
    --------
    >>> parse_cell("attn.scores[0, 0, 1]")
    ('attn.scores', (0, 0, 1))
    """
    found = re.fullmatch(r"\s*([^\[\]]*[^\[\]\s])\s*\[([^\[\]]*)\]\s*", text)
    numbers = [number.strip() for number in found[2].split(",")] if found else []
    if not found or not all(re.fullmatch(r"[0-9]{1,9}", number) for number in numbers):
        raise NotACell(text=text)
    return found[1], tuple(map(int, numbers))


def find_tensor(trace: Trace, name: str) -> NamedTensor:
    """Return the tensor of that name, or raise with a name that is close to it.

    Raises
    ------
    UnknownTensor
        If there is none.
    SandboxError
        Why it could not be computed, where its step or one before it failed.
    """
    if name in trace:
        return trace[name]
    if trace.failure is not None and trace.program.maker(name) is not None:
        raise trace.failure.error
    near = close_name(name, trace)
    raise NoSuchTensor(name=name, near=near) if near else UnknownTensor(name=name)


def close_name(name: str, names: Iterable[str]) -> str:
    """Return the name that was probably meant, or ``""``."""
    known = list(names)
    longer = [other for other in known if other.startswith(f"{name}.") or other.endswith(f".{name}")]
    return next(iter(longer or difflib.get_close_matches(name, known, n=1)), "")


def _check_index(tensor: NamedTensor, index: Index) -> None:
    shape = tensor.values.shape
    if len(index) == len(shape) and all(0 <= at < size for at, size in zip(index, shape, strict=True)):
        return
    axes = ", ".join(f"{axis.name} ({axis.size})" for axis in tensor.axes)
    last = ",".join(str(size - 1) for size in tensor.shape)
    given = ",".join(map(str, index))
    raise WrongIndex(
        cell=f"{tensor.name}[{given}]", name=tensor.name, axes=axes, last=f"{tensor.name}[{last}]"
    )


def _value(trace: Trace, cell: Cell) -> float:
    return float(trace[cell.tensor].values[cell.index])


def _own_name(cell: Cell, reading: Reading) -> Piece:
    return Piece(own_name(cell, reading), None, PieceStyle.NAME)


def _computed(trace: Trace, cell: Cell, reading: Reading) -> Explanation:
    chain = making(trace.program, cell).chain
    made = chain[-1]
    step = trace.program.maker(made.tensor)
    named = [place.tensor for place in chain]
    if step is not None:
        named += [place.tensor for place in making(trace.program, made).places]
    called = making(trace.program, cell).called
    reading = replace(reading, dotted=is_ambiguous(named), called=called)
    line: list[Piece] = [_own_name(cell, reading)]
    for copied in chain[1:]:
        line += [Piece(" = "), name_piece(copied, reading)]
    said: list[Message] = []
    links: list[Cell | Line] = list(chain[1:])
    more: tuple[Pieces, ...] = ()
    if step is None or isinstance(step.operation, ops.TypedIn):
        line += [Piece(" = "), number_piece(made, reading, PieceStyle.RESULT)]
        said += source_remarks(trace, made.tensor)
    else:
        subject = _subject(trace, step, made, reading)
        told = tell(subject, made, reading)
        line += told.line
        more = told.more
        said += told.remarks
        links += told.links
    for copied in chain[:-1]:
        maker = trace.program.maker(copied.tensor)
        if maker is not None:
            said += remarks(_subject(trace, maker, copied, reading))
    return Explanation(
        cell.tensor,
        cell.index,
        _value(trace, cell),
        (tuple(line), *more),
        tuple({str(one): one for one in said}.values()),
        check(trace, cell),
        tuple(dict.fromkeys(link for link in links if link != cell)),
    )


def _subject(trace: Trace, step: Step, cell: Cell, reading: Reading) -> Subject:
    working = cell.tensor[len(step.name) + 1 :]
    return Subject(
        trace,
        step,
        working,
        cell.index,
        reading.decimals,
        reading.translate,
        dotted=reading.dotted,
        whole=reading.whole,
    )
