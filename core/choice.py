"""What an option can be chosen to be."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

MISTAKE = True
"""Behind what is said about a choice: it is there to be seen through."""


class Choice(StrEnum):
    """A value of an option, as it stands in the file, with its title in a form."""

    label: str
    """Marked with ``QT_TRANSLATE_NOOP("Options", …)``."""
    about: str
    """What it does and where it comes from, marked in the same way; empty where the title says it all."""
    is_mistake: bool
    """Whether it is there to be seen through: what people do by mistake."""

    def __new__(cls, value: str, label: str, about: str = "", mistake: bool = False) -> Self:  # noqa: FBT001, FBT002
        """Make a member of a value, its title and what is to be said about it."""
        return cls.made(value, label, about, mistake=mistake)

    @classmethod
    def made(cls, value: str, label: str, about: str = "", *, mistake: bool = False) -> Self:
        """Make a member: for choices whose members are made from what they stand for."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.label = label
        made.about = about
        made.is_mistake = mistake
        return made
