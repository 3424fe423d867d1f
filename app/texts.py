"""From the core's marked texts to the language on screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from core.errors import SandboxError
from core.text import Message


def translated(message: Message) -> str:
    """Return the text of `message` in the language that is installed; values that are messages too."""
    template = QCoreApplication.translate(message.context, message.template)
    values = {
        name: translated(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return template.format(**values)


def with_place(path: Path, error: SandboxError) -> str:
    """Return what went wrong with a file, with its whole path."""
    reason = translated(error.message)
    return reason if str(path) in reason else f"{path}\n\n{reason}"
