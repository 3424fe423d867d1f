"""Short messages to the user that interrupt nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Notifier(QObject):
    """The window shows what is emitted here: a line in the status bar, or an error with its text."""

    notified = Signal(str)  # a line that vanishes, at the latest when one looks at another cell
    refused = Signal(str)  # a line that vanishes: why something was not done
    failed = Signal(str, str)  # title and text of something that went wrong

    def notify(self, text: str) -> None:
        """Show one line for a while, at the longest until one looks at another cell."""
        self.notified.emit(text)

    def refuse(self, text: str) -> None:
        """Show for a while why something was not done."""
        self.refused.emit(text)

    def fail(self, title: str, text: str) -> None:
        """Show what went wrong, with the way to put it right."""
        self.failed.emit(title, text)
