"""A line over the matrices that something is not as it should be, and a way there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget


class Notice(QWidget):
    """Values in (`set_text`), intents out (`followed`)."""

    followed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.label = QLabel(self)
        self.label.setProperty("kind", "notice")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button = QToolButton(self)
        self.button.setProperty("kind", "link")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.clicked.connect(self.followed)
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(12)
        self._layout.addWidget(self.label, 1)
        self._layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.set_margin(24)
        self.hide()

    def set_margin(self, margin: int) -> None:
        """Begin where the matrices begin."""
        self._layout.setContentsMargins(margin, 4, margin, 4)

    def set_text(self, text: str) -> None:
        """Say this, or vanish."""
        if text != self.label.text():
            self.label.setText(text)
        if self.isHidden() is bool(text):
            self.setVisible(bool(text))
