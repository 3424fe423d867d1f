"""Errors that a user can cause; everything else that is raised is a bug of ours."""

from __future__ import annotations

from typing import Any, ClassVar

from core.text import Message, message


class SandboxError(Exception):
    """Something the user can put right: what, where and how stand in the message.

    Subclasses have a `template` marked with ``QT_TRANSLATE_NOOP("Errors", …)`` and are raised with its values
    by name. ``str(error)`` is the English sentence, `message` what the app translates.
    """

    template: ClassVar[str] = "{reason}"

    def __init__(self, **values: Any) -> None:
        super().__init__()
        self.values = values

    @property
    def message(self) -> Message:
        """The translatable form of the error."""
        return message("Errors", self.template, **self.values)

    def __str__(self) -> str:
        return str(self.message)
