"""Number fields of which a drag, a held key or a turn of the wheel is one gesture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.widgets.checked_spin import CheckedSpin

_ENDS = {QEvent.Type.MouseButtonRelease, QEvent.Type.Leave, QEvent.Type.FocusOut}


class GestureFields(QWidget):
    """Watches its fields: `let_go` tells that a gesture is over; the wheel turns only what has the focus."""

    let_go = Signal()
    refused = Signal()  # what is refused in the fields has changed

    @property
    def refused_field(self) -> CheckedSpin | None:
        """The first field in which something is typed that cannot be."""
        return next((field for field in self.findChildren(CheckedSpin) if field.reason), None)

    def watch(self, *fields: QWidget) -> None:
        """Watch these fields."""
        for field in fields:
            field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            field.installEventFilter(self)
            if isinstance(field, CheckedSpin):
                field.refused.connect(self.refused)

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
