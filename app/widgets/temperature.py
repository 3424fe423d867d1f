"""The temperature of the softmax: a number and a slider."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from app.widgets.checked_spin import CheckedSpin
from app.widgets.gesture_fields import GestureFields
from core.architecture.form import option_field

_STEPS = 100
"""Slider steps from 1 to 10, and from 1 down to 0.1."""


class TemperatureField(GestureFields):
    """A value in, an intent out; `let_go` tells that a drag, a held key or a turn of the wheel is over."""

    changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        limits = option_field("temperature").limits
        assert limits is not None
        self._label = QLabel(self)
        self._label.setProperty("kind", "soft")
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(-_STEPS, _STEPS)
        self.slider.setFixedWidth(160)
        self.spin = CheckedSpin(*limits, 0.1, self)
        self.spin.setFixedWidth(84)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addWidget(self.slider)
        layout.addWidget(self.spin)
        self.slider.valueChanged.connect(self._on_slid)
        self.spin.valueChanged.connect(self.changed)
        self.watch(self.slider, self.spin)
        self.retranslate()

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        name = self.tr("temperature")
        self._label.setText(name)
        self._label.setToolTip(
            self.tr("Logits are divided by it: below 1 the likeliest word wins, above 1 all become alike.")
        )
        self.spin.set_title(name)
        self.slider.setAccessibleName(name)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def set_value(self, value: float) -> None:
        """Show `value`; nothing is emitted."""
        self.spin.show_value(value)
        if not self.slider.isSliderDown():
            with QSignalBlocker(self.slider):
                self.slider.setValue(round(_STEPS * math.log10(value)))

    def _on_slid(self, position: int) -> None:
        self.changed.emit(float(f"{10 ** (position / _STEPS):.2g}"))
