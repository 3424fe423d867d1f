"""Lines that several dialogs have: the name of a file, and why something cannot be done."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.widgets.elided_label import ElidedLabel


def file_name_line(path: Path) -> ElidedLabel:
    """Return the name of the file that a dialog is about."""
    line = ElidedLabel()
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.setProperty("kind", "strong")
    line.setText(path.name)
    return line


def reason_line(lines: int) -> QLabel:
    """Return a line for refusals with room for so many lines; hidden it keeps its room, so nothing moves."""
    reason = QLabel()
    reason.setTextFormat(Qt.TextFormat.PlainText)
    reason.setWordWrap(True)
    reason.setProperty("kind", "refused")
    reason.setMinimumHeight(lines * reason.fontMetrics().lineSpacing() + 12)
    policy = reason.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    reason.setSizePolicy(policy)
    return reason
