"""The reader that writes: an expression as pieces of text, with the numbers put in or in names.

Every number of a tensor is written as the stage and the grid write that tensor. What belongs to none follows
from what it is made of: what is left of a sum is written as its terms are, and if these are products, as a
matrix of all of them; a number that an option sets is written as it was chosen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import groupby
from types import MappingProxyType
from typing import Generic, TypeAlias, TypeVar

from msgspec import field
from msgspec.structs import replace

from core.expression import nodes
from core.expression.cells import indices, length, nodes_of
from core.expression.names import Translate, place_name
from core.expression.nodes import Cell, Expression, Line, Number, Where
from core.expression.numbers import MINUS, constant_text, number_text
from core.expression.pieces import Piece, Pieces, PieceStyle, joined
from core.expression.rewrite import is_maximum
from core.expression.value import ahead_of, line_values, value
from core.expression.writing import IN_FULL, AnyWriting, InFull, writing_of, writing_of_products
from core.record import Record
from core.sums import exact_sum
from core.tensor import NamedTensor
from core.text import QT_TRANSLATE_NOOP, message

DEFAULT_LIMIT = 8
"""Sums with more terms are shortened: zeros are left out, then all but the largest."""
_LARGEST = 4
_ZEROS = QT_TRANSLATE_NOOP("Explain", "{count} terms of 0")
_OTHERS = QT_TRANSLATE_NOOP("Explain", "{count} others, together {total}")
_MORE = QT_TRANSLATE_NOOP("Explain", "{count} others")
_PLUS, _TIMES, _COMMA, _OPEN, _CLOSE = map(Piece, (" + ", "·", ", ", "(", ")"))
_Item = TypeVar("_Item")


class Reading(Record):
    """How an expression is to be read."""

    tensors: Mapping[str, NamedTensor]
    decimals: int | None = 2
    """Places of numbers; None writes them in full."""
    named: bool = False
    """Names in the place of numbers."""
    symbols: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Words that stand for any cell of a tensor (``exp``, ``x``)."""
    called: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Names of tensors that are not called as their steps are."""
    limit: int | None = DEFAULT_LIMIT
    """Terms of a sum before it is shortened; None never shortens."""
    hidden: frozenset[Cell] = frozenset()
    """Cells that take no part in a sum (masked ones)."""
    dotted: bool = False
    """Tensors by their technical names: where two have the same short one."""
    translate: Translate = str

    @property
    def whole(self) -> bool:
        """Whether nothing is shortened, words neither."""
        return self.limit is None

    def writing(self, tensor: str) -> AnyWriting:
        """Return how the numbers of a tensor are written."""
        return writing_of(self.tensors[tensor], self.decimals)


def as_text(
    expression: Expression,
    tensors: Mapping[str, NamedTensor],
    *,
    decimals: int | None = 2,
    limit: int | None = DEFAULT_LIMIT,
) -> str:
    """Return the arithmetic with the numbers put in, as a terminal can show it: ``e^(4 − 4) / 1.14``."""
    return joined(pieces(expression, Reading(tensors, decimals, limit=limit)))


def pieces(expression: Expression, reading: Reading) -> Pieces:
    """Return the pieces of `expression`; the side of a `Where` that is taken stands for it."""
    return _read(expression, reading)[0]


def number_piece(cell: Cell, reading: Reading, style: PieceStyle = PieceStyle.NUMBER) -> Piece:
    """Return the number of a cell."""
    number = float(reading.tensors[cell.tensor].values[cell.index])
    return Piece(reading.writing(cell.tensor).text(number), cell, style)


def own_name(place: Cell | Line, reading: Reading) -> str:
    """Return the name of a cell or line."""
    called = reading.called.get(place.tensor, "")
    return place_name(
        place, reading.tensors, reading.translate, dotted=reading.dotted, whole=reading.whole, called=called
    )


def name_piece(place: Cell | Line, reading: Reading) -> Piece:
    """Return the name of a cell or line, or the symbol that stands for it."""
    symbol = reading.symbols.get(place.tensor)
    return Piece(symbol or own_name(place, reading), place, PieceStyle.NAME)


def is_shortened(expression: Expression, reading: Reading) -> bool:
    """Return whether a sum of `expression` is too long to be shown whole."""
    if reading.limit is None:
        return False
    return any(_is_long(line, reading) for line in _added(expression))


def _added(expression: Expression) -> Iterator[Line]:
    """Yield the lines whose cells are added or compared."""
    for node in nodes_of(expression):
        if isinstance(node, nodes.Dot):
            yield node.left
        elif isinstance(node, nodes.Reduction | nodes.Placing):
            yield node.line


def _is_long(line: Line, reading: Reading) -> bool:
    assert reading.limit is not None
    return length(line, reading.tensors) > reading.limit and len(_seen(line, reading)) > reading.limit


class _Level(IntEnum):
    """How tightly a text holds together: what is looser than its place asks for gets parentheses."""

    SIGN = 0
    SUM = 1
    PRODUCT = 2
    POWER = 3
    ATOM = 4


_Read: TypeAlias = tuple[Pieces, _Level]


def _read(node: Expression, reading: Reading) -> _Read:
    return _READERS[type(node)](node, reading)


def _within(node: Expression, reading: Reading, level: _Level) -> Pieces:
    return _held(_read(node, reading), level)


def _held(read: _Read, level: _Level) -> Pieces:
    made, own = read
    return made if own >= level else (_OPEN, *made, _CLOSE)


def _signed(piece: Piece) -> _Read:
    if piece.text.startswith(MINUS):
        return (piece,), _Level.SIGN
    return (piece,), _Level.POWER if "e" in piece.text else _Level.ATOM


def _cell(node: Cell, reading: Reading) -> _Read:
    if reading.named:
        return (name_piece(node, reading),), _Level.ATOM
    return _signed(number_piece(node, reading))


def _number(node: Number, reading: Reading) -> _Read:
    if node.name == "π" or (reading.named and node.name):
        return (Piece(node.name),), _Level.ATOM
    if math.isfinite(node.value):
        return _signed(Piece(constant_text(node.value)))
    return _signed(Piece(number_text(node.value, reading.decimals)))


def _dot(node: nodes.Dot, reading: Reading) -> _Read:
    if reading.named:
        return (name_piece(node.left, reading), Piece(" · "), name_piece(node.right, reading)), _Level.PRODUCT
    pairs = list(zip(_terms(node.left, reading), _terms(node.right, reading), strict=True))
    if reading.hidden:
        pairs = [pair for pair in pairs if not _is_hidden(pair, reading)] or pairs[:1]
    terms = [_Term(left.value * right.value, (left, right)) for left, right in pairs]
    return _sum_of(terms, _products, _as_products, reading), _Level.SUM if len(terms) > 1 else _Level.PRODUCT


def _is_hidden(pair: _Pair, reading: Reading) -> bool:
    return any(term.item in reading.hidden for term in pair)


class _Term(Record, Generic[_Item]):
    """One of many that are added or compared; it is written only where it shows."""

    value: float
    item: _Item


_Pair: TypeAlias = tuple[_Term[Cell], _Term[Cell]]


def _terms(line: Line, reading: Reading) -> list[_Term[Cell]]:
    places = indices(line, reading.tensors)
    numbers = line_values(line, reading.tensors)
    return [_Term(number, Cell(line.tensor, at)) for number, at in zip(numbers, places, strict=True)]


def _seen(line: Line, reading: Reading) -> list[_Term[Cell]]:
    every = _terms(line, reading)
    if not reading.hidden:
        return every
    return [term for term in every if term.item not in reading.hidden] or every[:1]


def _written(terms: Sequence[_Term[Cell]], reading: Reading, level: _Level) -> list[Pieces]:
    """Write numbers of one tensor."""
    texts = reading.writing(terms[0].item.tensor).texts([term.value for term in terms])
    made: list[Pieces] = []
    for text, term in zip(texts, terms, strict=True):
        piece = Piece(text, term.item, PieceStyle.NUMBER)
        is_held = level > _Level.SIGN and text.startswith(MINUS)
        made.append((_OPEN, piece, _CLOSE) if is_held else (piece,))
    return made


def _products(terms: Sequence[_Term[_Pair]], reading: Reading) -> list[Pieces]:
    sides = zip(*(term.item for term in terms), strict=True)
    left, right = (_written(side, reading, _Level.POWER) for side in sides)
    return [(*upper, _TIMES, *lower) for upper, lower in zip(left, right, strict=True)]


def _as_products(terms: Sequence[_Term[_Pair]], reading: Reading) -> AnyWriting:
    """Return how a sum of products is written."""
    left, right = (reading.writing(side.item.tensor) for side in terms[0].item)
    if isinstance(left, InFull) or isinstance(right, InFull):
        return IN_FULL
    sizes = [abs(term.value) for term in terms if math.isfinite(term.value)]
    return writing_of_products(max(sizes, default=0.0) or 1.0, max(left.decimals, right.decimals))


def _summands(terms: Sequence[_Term[Cell]], reading: Reading) -> list[Pieces]:
    return _written(terms, reading, _Level.SUM)


def _as_summands(terms: Sequence[_Term[Cell]], reading: Reading) -> AnyWriting:
    """Return how a sum of numbers is written."""
    return reading.writing(terms[0].item.tensor)


def _joined(parts: Sequence[Pieces], sign: Piece) -> Pieces:
    made: list[Piece] = list(parts[0])
    for part in parts[1:]:
        made += [sign, *part]
    return tuple(made)


def _sum_of(
    terms: list[_Term[_Item]],
    write: Callable[[Sequence[_Term[_Item]], Reading], list[Pieces]],
    how: Callable[[Sequence[_Term[_Item]], Reading], AnyWriting],
    reading: Reading,
) -> Pieces:
    """Write a sum. A long one is written without its zeros, or else with its largest terms and the rest.

    `write` writes its terms, and `how` tells how the rest of it is written.
    """
    kept, rest = terms, []
    if reading.limit is not None and len(terms) > reading.limit:
        kept = [term for term in terms if term.value != 0] or terms[:1]  # NaN is kept
        if len(kept) > reading.limit:
            kept = _largest_of(terms, lambda term: abs(term.value))
        rest = [term for term in terms if not any(term is one for one in kept)]
    if len(rest) == 1:
        kept, rest = terms, []
    parts = write(kept, reading)
    if rest:
        parts.append((Piece(_rest_text([term.value for term in rest], how(terms, reading), reading)),))
    return _joined(parts, _PLUS)


def _largest_of(terms: list[_Term[_Item]], size: Callable[[_Term[_Item]], float]) -> list[_Term[_Item]]:
    """Return the largest terms in the order they stand in; NaN comes first."""
    places = range(len(terms))
    ranked = sorted(places, key=lambda at: (not math.isnan(terms[at].value), -size(terms[at])))
    return [terms[at] for at in sorted(ranked[:_LARGEST])]


def _rest_text(numbers: list[float], how: AnyWriting, reading: Reading) -> str:
    if not any(numbers):
        return reading.translate(message("Explain", _ZEROS, count=len(numbers)))
    total = how.text(exact_sum(numbers))
    return reading.translate(message("Explain", _OTHERS, count=len(numbers), total=total))


def _total(node: nodes.Total, reading: Reading) -> _Read:
    if reading.named:
        return (Piece("sum("), name_piece(node.line, reading), Piece(")")), _Level.ATOM
    return _sum_of(_seen(node.line, reading), _summands, _as_summands, reading), _Level.SUM


def _mean(node: nodes.Mean, reading: Reading) -> _Read:
    if reading.named:
        return (Piece("mean("), name_piece(node.line, reading), Piece(")")), _Level.ATOM
    size = length(node.line, reading.tensors)
    terms = _sum_of(_seen(node.line, reading), _summands, _as_summands, reading)
    return (Piece("("), *terms, Piece(f") / {size}")), _Level.PRODUCT


def _largest(node: nodes.Largest, reading: Reading) -> _Read:
    if reading.named:
        return (Piece("max("), name_piece(node.line, reading), Piece(")")), _Level.ATOM
    every = _seen(node.line, reading)
    kept = every
    if reading.limit is not None and len(every) > reading.limit:
        kept = _largest_of(every, lambda term: term.value)
    parts = _written(kept, reading, _Level.SIGN)
    if len(kept) < len(every):
        count = len(every) - len(kept)
        parts.append((Piece(reading.translate(message("Explain", _MORE, count=count))),))
    return (Piece("max("), *_joined(parts, _COMMA), Piece(")")), _Level.ATOM


def _ahead_terms(node: nodes.Placing, reading: Reading) -> list[_Term[Cell]]:
    terms = _terms(node.line, reading)
    return [terms[place] for place in ahead_of([term.value for term in terms], node.at)]


def _larger(node: nodes.Placing, reading: Reading) -> Pieces:
    """Write in names which numbers come before the one that is placed."""
    places = [node.at if position is None else position for position in node.line.index]
    own = Cell(node.line.tensor, tuple(places))
    return name_piece(node.line, reading), Piece(" > "), name_piece(own, reading)


def _rank(node: nodes.Rank, reading: Reading) -> _Read:
    if reading.named:
        return (Piece("1 + count("), *_larger(node, reading), Piece(")")), _Level.SUM
    terms = _ahead_terms(node, reading)
    if not terms:
        return (Piece("1"),), _Level.ATOM
    kept = terms if reading.limit is None or len(terms) <= reading.limit else terms[:_LARGEST]
    parts = _written(kept, reading, _Level.SIGN)
    if len(kept) < len(terms):
        count = len(terms) - len(kept)
        parts.append((Piece(reading.translate(message("Explain", _MORE, count=count))),))
    return (Piece("1 + count("), *_joined(parts, _COMMA), Piece(")")), _Level.SUM


def _ahead(node: nodes.Ahead, reading: Reading) -> _Read:
    if reading.named:
        return (Piece("sum("), *_larger(node, reading), Piece(")")), _Level.ATOM
    terms = _ahead_terms(node, reading)
    if not terms:
        return (Piece("0"),), _Level.ATOM
    return _sum_of(terms, _summands, _as_summands, reading), _Level.SUM


def _sum(node: nodes.Sum, reading: Reading) -> _Read:
    return _joined([_within(term, reading, _Level.SUM) for term in node.terms], _PLUS), _Level.SUM


def _difference(node: nodes.Difference, reading: Reading) -> _Read:
    left, right = _within(node.left, reading, _Level.SIGN), _within(node.right, reading, _Level.PRODUCT)
    return (*left, Piece(" − "), *right), _Level.SUM


def _product(node: nodes.Product, reading: Reading) -> _Read:
    # A quotient may only stand last: a / b·c would be read as a / (b·c).
    levels = [*(_Level.POWER for _ in node.factors[1:]), _Level.PRODUCT]
    made: list[Piece] = []
    for factor, level in zip(node.factors, levels, strict=True):
        made += [*([_TIMES] if made else []), *_within(factor, reading, level)]
    return tuple(made), _Level.PRODUCT


def _quotient(node: nodes.Quotient, reading: Reading) -> _Read:
    upper, level = _read(node.upper, reading)
    held = upper if level is _Level.SIGN else _held((upper, level), _Level.PRODUCT)
    lower = _within(node.lower, reading, _Level.POWER)
    return (*held, Piece(" / "), *lower), min(level, _Level.PRODUCT)


def _raised(inner: Pieces) -> Pieces:
    """Raise the pieces; what was raised already is written behind ``^``."""
    made: list[Piece] = []
    for raised, run in groupby(inner, lambda piece: piece.raised):
        part = list(run)
        if raised:
            part = [Piece("^("), *part, Piece(")")]
        made += part
    return tuple(replace(piece, raised=True) for piece in made)


def _power(node: nodes.Power, reading: Reading) -> _Read:
    exponent = _within(node.exponent, reading, _Level.SIGN)
    return (*_within(node.base, reading, _Level.ATOM), *_raised(exponent)), _Level.POWER


def _exp(node: nodes.Exp, reading: Reading) -> _Read:
    return (Piece("e"), *_raised(_within(node.inner, reading, _Level.SIGN))), _Level.POWER


def _root(node: nodes.Root, reading: Reading) -> _Read:
    return (Piece("√"), *_within(node.inner, reading, _Level.ATOM)), _Level.ATOM


def _called(name: str) -> Callable[[nodes.Function, Reading], _Read]:
    def read(node: nodes.Function, reading: Reading) -> _Read:
        return (Piece(f"{name}("), *_within(node.inner, reading, _Level.SIGN), Piece(")")), _Level.ATOM

    return read


def _where(node: Where, reading: Reading) -> _Read:
    if is_maximum(node):
        left, right = _within(node.left, reading, _Level.SIGN), _within(node.right, reading, _Level.SIGN)
        return (Piece("max("), *left, Piece(", "), *right, Piece(")")), _Level.ATOM
    holds = value(node.left, reading.tensors) > value(node.right, reading.tensors)
    return _read(node.holds if holds else node.fails, reading)


_READERS: dict[type, Callable[..., _Read]] = {
    Cell: _cell,
    Number: _number,
    nodes.Dot: _dot,
    nodes.Total: _total,
    nodes.Mean: _mean,
    nodes.Largest: _largest,
    nodes.Rank: _rank,
    nodes.Ahead: _ahead,
    nodes.Sum: _sum,
    nodes.Difference: _difference,
    nodes.Product: _product,
    nodes.Quotient: _quotient,
    nodes.Power: _power,
    nodes.Exp: _exp,
    nodes.Root: _root,
    nodes.Erf: _called("erf"),
    nodes.Tanh: _called("tanh"),
    nodes.Sin: _called("sin"),
    nodes.Cos: _called("cos"),
    Where: _where,
}
