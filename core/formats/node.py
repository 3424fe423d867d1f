"""A value of the document and its place in it: each question refuses by itself what does not fit."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

import numpy as np

from core.formats import errors
from core.formats.errors import Place
from core.formats.strict import Table, Unreadable
from core.record import Record
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message

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
                key=_short(self.value.duplicate),
            )
        if known is not None:
            names = list(known)
            for key in self.value:
                if key not in names:
                    self.refuse_name(key, names)
        return {key: self.within(_short(key), value) for key, value in self.value.items()}

    def refuse_name(self, name: str, known: Iterable[str]) -> NoReturn:
        """Refuse a name, with the nearest one that is known."""
        names = list(known)
        near = difflib.get_close_matches(_short(name), names, 1, 0.75)
        if near:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "“{name}” is not known here. Is “{near}” meant?"),
                name=_short(name),
                near=near[0],
            )
        listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        self.refuse(
            QT_TRANSLATE_NOOP("Errors", "“{name}” is not known here. Known: {known}."),
            name=_short(name),
            known=listed or "–",
        )

    def items(self, limit: int | None = None) -> list[Node]:
        """Return the entries of a list, at most `limit`."""
        if not isinstance(self.value, list):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "a list […]"))
        if limit is not None and len(self.value) > limit:
            self.refuse(
                QT_TRANSLATE_NOOP("Errors", "{count} entries; {limit} are possible."),
                count=len(self.value),
                limit=limit,
            )
        return [self.within(errors.entry(number), value) for number, value in enumerate(self.value, 1)]

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
        if any("\ud800" <= character <= "\udfff" for character in self.value):
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
        if _is_flags(self.value) and len(self.value) == count:  # no places made for what is right
            return list(self.value)
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
        if (
            isinstance(self.value, list)
            and len(self.value) == shape[0]
            and {*map(type, self.value)} <= {int, float}
        ):
            return self.value
        return [cell.number() for cell in self._parts(shape[0], _NUMBERS, errors.column)]

    def _parts(self, count: int, problems: tuple[str, str], name: Callable[[int], Place]) -> list[Node]:
        """Return the entries of a list that has to have `count` of them."""
        if not isinstance(self.value, list):
            self._refuse_kind(QT_TRANSLATE_NOOP("Errors", "a list […]"))
        if len(self.value) != count:
            self.refuse(problems[len(self.value) != 1], count=len(self.value), expected=count)
        return [self.within(name(number), value) for number, value in enumerate(self.value, 1)]

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


def _is_row_matrix(value: object) -> bool:
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], list)


def _depth(value: object) -> int:
    """Return how many lists stand in each other, by the first entries; 0 for a number."""
    depth = 0
    while isinstance(value, list):
        if not value:
            return -1  # no telling
        depth, value = depth + 1, value[0]
    return depth


def _is_flags(value: object) -> bool:
    return isinstance(value, list) and all(type(cell) in {bool, int} and cell in {0, 1} for cell in value)


def _short(text: str) -> str:
    """Return `text` in a length that fits a message, without half characters."""
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= 60 else text[:59] + "…"


def _shown(value: object) -> Message | str:
    """Return a value as a message tells of it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f"“{_short(value)}”"
        case list():
            return message("Errors", QT_TRANSLATE_NOOP("Errors", "a list"))
        case dict():
            return message("Errors", QT_TRANSLATE_NOOP("Errors", "an object"))
        case Unreadable():
            return value.text
    return _short(repr(value))
