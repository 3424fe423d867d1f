"""The strip a first window greets with: examples to begin with, and New."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QIcon
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QToolButton, QWidget

from app.widgets.elided_label import ElidedLabel

HEIGHT = 44


class StartStrip(QWidget):
    """Buttons with the keys of examples; the one that is open is pressed."""

    example_requested = Signal(str)
    new_requested = Signal()
    close_requested = Signal()

    def __init__(self, examples: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "tint")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self._label = QLabel()
        self._label.setProperty("kind", "strong")
        self._remark = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._remark.setProperty("kind", "soft")
        self._remark.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._remark.setMinimumWidth(1)  # it is the first to go where there is no room
        self.buttons = {key: self._button() for key in examples}
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        for number, button in enumerate(self.buttons.values()):
            button.setCheckable(True)
            self._group.addButton(button, number)
        self._group.idClicked.connect(self._on_clicked)
        self.new_button = self._button()
        self.new_button.clicked.connect(self.new_requested)
        self.close_button = QToolButton()
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.clicked.connect(self.close_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addSpacing(8)
        for button in (*self.buttons.values(), self.new_button):
            layout.addWidget(button)
        layout.addWidget(self._remark, 1)
        layout.addSpacing(4)
        layout.addWidget(self.close_button)

    def set_texts(self, label: str, titles: dict[str, str], new: str, close: str) -> None:
        """Write everything in the language in force."""
        self._label.setText(label)
        for key, button in self.buttons.items():
            button.setText(titles[key])
            bold = QFont(button.font())
            bold.setBold(True)  # as when it is pressed, so that nothing moves then
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(titles[key]) + 24)
        self.new_button.setText(new)
        self.close_button.setToolTip(close)
        self.close_button.setAccessibleName(close)

    def set_close_icon(self, icon: QIcon) -> None:
        """Take the icon of the theme in force."""
        self.close_button.setIcon(icon)

    def set_current(self, key: str, remark: str) -> None:
        """Press the button of the example that is open and say a word about it."""
        for known, button in self.buttons.items():
            button.setChecked(known == key)
        self._remark.setText(remark)
        self._remark.setToolTip(remark)

    def _on_clicked(self, number: int) -> None:
        button = self._group.button(number)
        button.setChecked(not button.isChecked())  # pressed is what is open, and that is not yet decided
        self.example_requested.emit(tuple(self.buttons)[number])

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "button")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        return button
