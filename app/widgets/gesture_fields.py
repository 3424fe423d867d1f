"""Number fields of which a drag, a held key or a turn of the wheel is one gesture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

_ENDS = {QEvent.Type.MouseButtonRelease, QEvent.Type.Leave, QEvent.Type.FocusOut}


class GestureFields(QWidget):
    """Watches its fields: `let_go` tells that a gesture is over; the wheel turns only what has the focus."""

    let_go = Signal()

    def watch(self, *fields: QWidget) -> None:
        """Watch these fields."""
        for field in fields:
            field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice the end of a gesture, and keep the wheel from fields without the focus."""
        is_held_key = isinstance(event, QKeyEvent) and event.isAutoRepeat()
        if event.type() in _ENDS or (event.type() == QEvent.Type.KeyRelease and not is_held_key):
            self.let_go.emit()
        focused = isinstance(watched, QWidget) and watched.hasFocus()
        if event.type() == QEvent.Type.Wheel and not focused:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class ShortSpin(QDoubleSpinBox):
    """Writes 1 and not 1.000000, with a point in every language."""

    def __init__(self, low: float, high: float, step: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())
        self.setRange(low, high)
        self.setDecimals(6)
        self.setSingleStep(step)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(5, 0, 0, 0)  # style sheets do not reach that far

    def textFromValue(self, value: float) -> str:
        """Return the shortest text."""
        return f"{value:.6f}".rstrip("0").rstrip(".")
