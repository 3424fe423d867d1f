"""The temperature of the softmax: a number and a slider."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from app.widgets.gesture_fields import GestureFields, ShortSpin

_STEPS = 100
"""Slider steps from 1 to 10, and from 1 down to 0.1."""


class TemperatureField(GestureFields):
    """A value in, an intent out; `let_go` tells that a drag, a held key or a turn of the wheel is over."""

    changed = Signal(float)

    def __init__(self, low: float, high: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(-_STEPS, _STEPS)
        self.slider.setFixedWidth(160)
        self.spin = ShortSpin(low, high, 0.1, self)
        self.spin.setFixedWidth(84)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.slider)
        layout.addWidget(self.spin)
        self.slider.valueChanged.connect(self._on_slid)
        self.spin.valueChanged.connect(self.changed)
        self.watch(self.slider, self.spin)

    def set_value(self, value: float) -> None:
        """Show `value`; nothing is emitted."""
        for widget in (self.slider, self.spin):
            widget.blockSignals(True)
        self.spin.setValue(value)
        if not self.slider.isSliderDown():
            self.slider.setValue(round(_STEPS * math.log10(value)))
        for widget in (self.slider, self.spin):
            widget.blockSignals(False)

    def _on_slid(self, position: int) -> None:
        self.changed.emit(float(f"{10 ** (position / _STEPS):.2g}"))
