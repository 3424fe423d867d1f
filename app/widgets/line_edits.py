"""A line of text that knows an input method: Return that confirms a conversion does not end the entry."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget


class EntryLine(QLineEdit):
    """`entered` by Return, `abandoned` by Escape; never while something is being composed."""

    entered = Signal(str)
    abandoned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preedit = ""

    @property
    def is_composing(self) -> bool:
        """True while the input method holds text that is not confirmed."""
        return bool(self._preedit)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember what is being composed."""
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the entry by Return or Escape."""
        key = event.key()
        if key not in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            super().keyPressEvent(event)
        elif self.is_composing:
            event.accept()
        elif key == Qt.Key.Key_Escape:
            self.abandoned.emit()
        else:
            self.entered.emit(self.text())

    def set_refused(self, refused: bool) -> None:  # noqa: FBT001 - reads like a setter
        """Draw the field as refused, or as usual."""
        if bool(self.property("refused")) is not refused:
            self.setProperty("refused", refused)
            self.style().unpolish(self)
            self.style().polish(self)
