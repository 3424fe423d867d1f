"""What can be wrong with a file."""

from __future__ import annotations

from typing import Any, NoReturn, TypeAlias

from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP, Message, message

Place: TypeAlias = Message | str
"""Where in a document: ``parameters ▸ embed.W_E ▸ row 2``; empty for the whole of it."""


class FileError(SandboxError):
    """A file that cannot be read or written."""


class BadScenario(FileError):
    """A fault in the contents; `place` and `problem` say where and what."""

    template = QT_TRANSLATE_NOOP("Errors", "{place}: {problem}")

    def __init__(self, place: Place, problem: Place) -> None:
        super().__init__(place=place, problem=problem)

    @property
    def message(self) -> Message:
        """The problem, behind its place where there is one."""
        if self.values["place"] == "":
            return message("Errors", QT_TRANSLATE_NOOP("Errors", "{problem}"), problem=self.values["problem"])
        return super().message


class CannotRead(FileError):
    """A file that cannot be read at all."""

    template = QT_TRANSLATE_NOOP("Errors", "“{path}” cannot be read: {reason}")


class CannotWrite(FileError):
    """A file that cannot be written."""

    template = QT_TRANSLATE_NOOP("Errors", "“{path}” cannot be saved: {reason} Nothing was changed on disk.")


class TooLargeForFile(FileError):
    """A document whose file could not be opened again."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "The document is too large for a file, which could not be opened again: {problem} "
        "Make its matrices smaller.",
    )


def refuse(place: Place, problem: str, **values: Any) -> NoReturn:
    """Raise `BadScenario`; `problem` must have been marked with `QT_TRANSLATE_NOOP`."""
    raise BadScenario(place, message("Errors", problem, **values))


def inside(outer: Place, inner: Place) -> Place:
    """Return the place `inner` within `outer`."""
    if outer == "" or inner == "":
        return outer or inner
    if isinstance(outer, str) and isinstance(inner, str):
        return f"{outer} ▸ {inner}"
    return message("Errors", QT_TRANSLATE_NOOP("Errors", "{outer} ▸ {inner}"), outer=outer, inner=inner)


def row(number: int) -> Message:
    """Return the place of a row, counted from 1."""
    return message("Errors", QT_TRANSLATE_NOOP("Errors", "row {number}"), number=number)


def column(number: int) -> Message:
    """Return the place of a column, counted from 1."""
    return message("Errors", QT_TRANSLATE_NOOP("Errors", "column {number}"), number=number)


def block(number: int) -> Message:
    """Return the place of a head's matrix, counted from 1."""
    return message("Errors", QT_TRANSLATE_NOOP("Errors", "matrix {number}"), number=number)


def entry(number: int) -> Message:
    """Return the place in a list, counted from 1."""
    return message("Errors", QT_TRANSLATE_NOOP("Errors", "entry {number}"), number=number)
