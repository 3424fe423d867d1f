"""From the core's marked texts to the language on screen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.text import Message


def translated(message: Message) -> str:
    """Return the text of `message` in the language that is installed; values that are messages too."""
    template = QCoreApplication.translate(message.context, message.template)
    values = {
        name: translated(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return template.format(**values)
