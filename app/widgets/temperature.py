"""The temperature of the softmax: a number and a slider."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSlider, QWidget

_STEPS = 100
"""Slider steps from 1 to 10, and from 1 down to 0.1."""
_ENDS = {QEvent.Type.MouseButtonRelease, QEvent.Type.Leave, QEvent.Type.FocusOut}


class TemperatureField(QWidget):
    """A value in, an intent out; `let_go` tells that a drag, a held key or a turn of the wheel is over."""

    changed = Signal(float)
    let_go = Signal()

    def __init__(self, low: float, high: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(-_STEPS, _STEPS)
        self.slider.setFixedWidth(160)
        self.spin = _ShortSpin(self)
        self.spin.setRange(low, high)
        self.spin.setDecimals(6)
        self.spin.setSingleStep(0.1)
        self.spin.setKeyboardTracking(False)
        self.spin.setFixedWidth(84)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.slider)
        layout.addWidget(self.spin)
        self.slider.valueChanged.connect(self._on_slid)
        self.spin.valueChanged.connect(self.changed)
        for widget in (self.slider, self.spin):
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            widget.installEventFilter(self)

    def set_value(self, value: float) -> None:
        """Show `value`; nothing is emitted."""
        for widget in (self.slider, self.spin):
            widget.blockSignals(True)
        self.spin.setValue(value)
        if not self.slider.isSliderDown():
            self.slider.setValue(round(_STEPS * math.log10(value)))
        for widget in (self.slider, self.spin):
            widget.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice the end of a gesture; the wheel turns only what has the focus."""
        is_held_key = isinstance(event, QKeyEvent) and event.isAutoRepeat()
        if event.type() in _ENDS or (event.type() == QEvent.Type.KeyRelease and not is_held_key):
            self.let_go.emit()
        focused = isinstance(watched, QWidget) and watched.hasFocus()
        if event.type() == QEvent.Type.Wheel and not focused:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _on_slid(self, position: int) -> None:
        self.changed.emit(float(f"{10 ** (position / _STEPS):.2g}"))


class _ShortSpin(QDoubleSpinBox):
    """Writes 1 and not 1.000000, with a point in every language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())

    def textFromValue(self, value: float) -> str:
        """Return the shortest text."""
        return f"{value:.6f}".rstrip("0").rstrip(".")
