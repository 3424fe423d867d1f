"""The field in which one chip is typed."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.widgets.line_edits import EntryLine

SEPARATORS = re.compile(r"[|\s]")
"""What cuts a chip when it is typed or pasted: a bar, or any kind of space."""


class ChipEditor(EntryLine):
    """A separator that comes in cuts; Backspace at the start joins with the chip before."""

    parted = Signal(tuple)  # the pieces, at least two; the last may be empty
    joined = Signal(str)  # the text that goes to the chip before
    left = Signal(str)  # the focus went elsewhere

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._before = text
        self.setText(text)
        self.setTextMargins(0, 0, 0, 0)
        self.textEdited.connect(self._on_edited)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Join at the start."""
        at_start = self.cursorPosition() == 0 and not self.hasSelectedText() and not self.is_composing
        if event.key() == Qt.Key.Key_Backspace and at_start:
            self.joined.emit(self.text())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the entry ended by going elsewhere; a menu or another window does not end it."""
        super().focusOutEvent(event)
        stays = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in stays:
            self.left.emit(self.text())

    def _on_edited(self, text: str) -> None:
        pieces = cut_pieces(self._before, text, self.cursorPosition())
        self._before = text
        if len(pieces) > 1:
            self.parted.emit(pieces)
        elif pieces[0] != text:  # a separator with nothing before it cuts nothing
            self._before = pieces[0]
            self.setText(pieces[0])
            self.setCursorPosition(0)


def cut_pieces(before: str, text: str, cursor: int) -> tuple[str, ...]:
    """Return how `text` falls apart by the separators that came in just before `cursor`.

    Separators that were there already (a token may hold spaces) do not cut. Empty pieces are left out, but
    for the last, where typing goes on.

    >>> cut_pieces("thecat", "the cat", 4)
    ('the', 'cat')
    >>> cut_pieces("the", "the ", 4)
    ('the', '')
    >>> cut_pieces("New York", "New Yorks", 9)
    ('New Yorks',)
    """
    start = 0
    while start < min(len(before), cursor) and before[start] == text[start]:
        start += 1
    came, rest = text[start:cursor], text[cursor:]
    parts = SEPARATORS.split(came)
    if len(parts) == 1:
        return (text,)
    parts = [text[:start] + parts[0], *parts[1:-1], parts[-1] + rest]
    return (*(part for part in parts[:-1] if part), parts[-1])
