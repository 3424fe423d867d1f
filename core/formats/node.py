"""A value of the document and its place in it: each question refuses by itself what does not fit."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

import numpy as np

from core.formats import errors
from core.formats.errors import Place
from core.formats.scanner import Row, Table, Unreadable
from core.record import Record
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.tokens import plain

_Choice = TypeVar("_Choice", bound=StrEnum)

# Of what there are too few or too many, as one and as several.
_NUMBERS = (
    QT_TRANSLATE_NOOP("Errors", "{count} number, {expected} expected"),
    QT_TRANSLATE_NOOP("Errors", "{count} numbers, {expected} expected"),
)
_ROWS = (
    QT_TRANSLATE_NOOP("Errors", "{count} row, {expected} expected"),
    QT_TRANSLATE_NOOP("Errors", "{count} rows, {expected} expected"),
)
_MATRICES = (
    QT_TRANSLATE_NOOP("Errors", "{count} matrix, {expected} expected"),
    QT_TRANSLATE_NOOP("Errors", "{count} matrices, {expected} expected"),
)
MAX_ITEMS = 65_536
"""Entries of a list that has no other limit: a name each, or a word."""
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")
_LEVEL_MISSING = QT_TRANSLATE_NOOP("Errors", "One level of brackets is missing: {axes}.")


class Node(Record):
    """One value and where it stands."""

    value: Any  # whatever the file holds there
    place: Place = ""

    def refuse(self, problem: str, **values: Any) -> NoReturn:
        """Raise `BadScenario` for this place; `problem` is a marked text."""
        errors.refuse(self.place, problem, **values)

    def within(self, name: Place, value: Any) -> Node:
        """Return a node for a part of this one."""
        return Node(value, errors.inside(self.place, name))

    def table(self, known: Iterable[str] | None = None) -> dict[str, Node]:
        """Return the entries of an object by key; keys other than `known` are refused."""
        if not isinstance(self.value, Table):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "an object {{…}}"))
        if self.value.duplicate is not None:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "“{key}” stands there twice. Keep one of them."),
                key=shortened(self.value.duplicate),
            )
        if known is not None:
            names = list(known)
            for key in self.value:
                if key not in names:
                    self.refuse_name(key, names)
        return {key: self.within(shortened(key), value) for key, value in self.value.items()}

    def refuse_name(self, name: str, known: Iterable[str]) -> NoReturn:
        """Refuse a name, with the nearest one that is known."""
        names = list(known)
        near = difflib.get_close_matches(shortened(name), names, 1, 0.75)
        if near:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "“{name}” is not known here. Is “{near}” meant?"),
                name=shortened(name),
                near=near[0],
            )
        listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        self.refuse(
            QT_TRANSLATE_NOOP("Errors", "“{name}” is not known here. Known: {known}."),
            name=shortened(name),
            known=listed or "–",
        )

    def items(self, limit: int = MAX_ITEMS) -> list[Node]:
        """Return the entries of a list, at most `limit`."""
        count = self._count()
        if count > limit:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "{count} entries; {limit} are possible."),
                count=count,
                limit=limit,
            )
        return [self.within(errors.entry(number), value) for number, value in enumerate(self._entries(), 1)]

    def text(self, limit: int) -> str:
        """Return a text of at most `limit` characters."""
        if not isinstance(self.value, str):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "a text in quotation marks"))
        if len(self.value) > limit:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "{count} characters; {limit} are possible."),
                count=len(self.value),
                limit=limit,
            )
        if _HALF_CHARACTER.search(self.value):
            self.refuse(QT_TRANSLATE_NOOP("Errors", "half a character (a lone surrogate). Write it whole."))
        return self.value

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "true or false"))
        return self.value

    def integer(self, low: int, high: int) -> int:
        """Return a whole number between `low` and `high`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "a whole number"))
        self._check_range(self.value, low, high)
        return self.value

    def number(self, low: float = -math.inf, high: float = math.inf) -> float:
        """Return a finite number between `low` and `high`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "a number"))
        self._check_range(self.value, low, high)
        return float(self.value)

    def choice(self, choices: type[_Choice]) -> _Choice:
        """Return one of the words of an enumeration."""
        known = [choice.value for choice in choices]
        if not isinstance(self.value, str) or self.value not in known:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "{value} is not possible. Choose one of: {choices}."),
                value=_shown(self.value),
                choices=", ".join(f"“{word}”" for word in known),
            )
        return choices(self.value)

    def array(self, shape: tuple[int, ...], axes: tuple[str, ...] = ()) -> Array:
        """Return nested lists of numbers of exactly that shape, whose axes have these names.

        A vector may also be a matrix of one row, and the matrix of a single head may stand by itself.
        """
        if len(shape) == 1 and _is_row_matrix(self.value):
            return self.array((1, *shape)).reshape(shape)
        if axes and _depth(self.value) == len(shape) - 1:
            if len(shape) < 3 or shape[0] != 1:
                self.refuse(_LEVEL_MISSING, axes=" × ".join(axes))
            return self.array(shape[1:]).reshape(shape)
        return frozen(np.array(self._nested(shape), dtype=np.float64).reshape(shape))

    def rows(self, count: int) -> list[Node]:
        """Return the rows of a matrix that has `count` of them."""
        return self._parts(count, _ROWS, errors.row)

    def flags(self, count: int) -> list[int]:
        """Return a row of `count` zeros and ones, or false and true."""
        if is_list(self.value) and len(self.value) == count and _are_flags(self._entries()):
            return self._entries()  # no places made for what is right
        return [
            cell.boolean() if isinstance(cell.value, bool) else cell.integer(0, 1)
            for cell in self._parts(count, _NUMBERS, errors.column)
        ]

    def _nested(self, shape: tuple[int, ...]) -> Any:
        """Read lists in lists; the places of single numbers are only made where one is refused."""
        if len(shape) == 2:
            return [part._nested(shape[1:]) for part in self.rows(shape[0])]  # noqa: SLF001 - the same class
        if len(shape) > 2:
            parts = self._parts(shape[0], _MATRICES, errors.block)
            return [part._nested(shape[1:]) for part in parts]  # noqa: SLF001
        if isinstance(self.value, Row) and self.value.count == shape[0]:
            numbers = self.value.numbers()
            if numbers is not None:
                return numbers
        return [cell.number() for cell in self._parts(shape[0], _NUMBERS, errors.column)]

    def _parts(self, count: int, problems: tuple[str, str], name: Callable[[int], Place]) -> list[Node]:
        """Return the entries of a list that has to have `count` of them."""
        there = self._count()
        if there != count:
            self.refuse(problems[there != 1], count=there, expected=count)
        return [self.within(name(number), value) for number, value in enumerate(self._entries(), 1)]

    def _count(self) -> int:
        """Return how many entries the list has that has to stand here."""
        if not is_list(self.value):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "a list […]"))
        return len(self.value)

    def _entries(self) -> list[Any]:
        """Return the entries of a list; those of a row are made now."""
        return self.value.entries() if isinstance(self.value, Row) else self.value

    def _check_range(self, value: float, low: float, high: float) -> None:
        if not low <= value <= high:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "{value} is out of range; {low} … {high} is possible."),
                value=_shown(value),
                low=f"{low:.16g}",
                high=f"{high:.16g}",
            )

    def _refuse_kind(self, expected: str) -> NoReturn:
        if isinstance(self.value, Unreadable):
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "{value} is not a finite number that a float64 holds"),
                value=self.value.text,
            )
        self.refuse(
            QT_TRANSLATE_NOOP("Errors", "{value} stands here, {expected} is expected"),
            value=_shown(self.value),
            expected=message("Errors", expected),
        )


def is_list(value: object) -> bool:
    """Return whether a value is a list, of numbers or of whatever else."""
    return isinstance(value, list | Row)


def _is_row_matrix(value: object) -> bool:
    return isinstance(value, list) and len(value) == 1 and is_list(value[0])


def _depth(value: object) -> int:
    """Return how many lists stand in each other, by the first entries; 0 for a number."""
    depth = 0
    while isinstance(value, list):
        if not value:
            return -1  # no telling
        depth, value = depth + 1, value[0]
    return depth + isinstance(value, Row)


def _are_flags(values: list[Any]) -> bool:
    return all(type(value) in {bool, int} and value in {0, 1} for value in values)


def shortened(text: str) -> str:
    """Return `text` as a message quotes it: short, whole characters, nothing that steers or hides."""
    text = text if len(text) <= 60 else text[:59] + "…"
    return plain(text.encode("utf-8", "replace").decode()).replace("\n", "↵")


def _shown(value: object) -> Message | str:
    """Return a value as a message tells of it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f"“{shortened(value)}”"
        case list() | Row():
            return message("Errors", QT_TRANSLATE_NOOP("Errors", "a list"))
        case dict():
            return message("Errors", QT_TRANSLATE_NOOP("Errors", "an object"))
        case Unreadable():
            return value.text
    return shortened(repr(value))
