"""Texts that the program translates, marked without Qt."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import field

from core.record import Record


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802, ARG001 - lupdate looks for this name
    """Mark `text` for pyside6-lupdate and return it unchanged."""
    return text


class Message(Record):
    """A marked text with its named values: ``str()`` is English, the app translates the template.

    A value may itself be a `Message`.
    """

    context: str
    template: str
    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        return self.template.format(**self.values)


def message(context: str, template: str, **values: Any) -> Message:
    """Make a `Message`; the template must have been marked with `QT_TRANSLATE_NOOP`."""
    return Message(context, template, MappingProxyType(values))


def counted(context: str, count: int, one: str, several: str, **values: Any) -> Message:
    """Make a message with a count before a noun: `one` where it is 1, else `several`; both are marked."""
    return message(context, one if count == 1 else several, count=count, **values)


def say(template: str, **values: Any) -> Message:
    """Make a message of what Explain says."""
    return message("Explain", template, **values)
