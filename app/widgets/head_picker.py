"""Which head is shown: a button each, or a list where there are many or there is little room."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from app.widgets.segmented import SegmentedButtons

MANY = 6
"""More heads than these are a list."""
_FEW = 3
"""So few buttons need no more room than a list."""


class HeadPicker(QWidget):
    """Values in (`set_heads`, `set_folded`), an intent out (`chosen`, by the user alone)."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._folded = False
        self.word = QLabel(self)
        self.word.setProperty("kind", "soft")
        self.segments = SegmentedButtons(self)
        self.list = QComboBox(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.word, self.segments, self.list):
            layout.addWidget(widget)
        self.segments.chosen.connect(self._on_segment_chosen)
        self.list.activated.connect(self.chosen)

    @property
    def is_list(self) -> bool:
        """True while there is a list in place of buttons."""
        return self._count > MANY or (self._folded and self._count > _FEW)

    def button(self, head: int) -> QToolButton:
        """Return the button of a head."""
        return self.segments.button(head)

    def set_heads(self, count: int, current: int, word: str) -> None:
        """Offer the heads; a single one is not offered."""
        self.word.setText(word)
        self.segments.setAccessibleName(word)
        self.list.setAccessibleName(word)
        if count != self._count:
            self._count = count
            self.segments.set_items([(head, str(head + 1)) for head in range(min(count, MANY))])
            self.list.clear()
            self.list.addItems([f"{head + 1} / {count}" for head in range(count)])
        self.segments.set_current(current)
        self.list.setCurrentIndex(current)
        self.setVisible(count > 1)
        self._show()

    def set_folded(self, *, folded: bool) -> None:
        """Take less room, or as much as there are buttons."""
        self._folded = folded
        self._show()

    def _show(self) -> None:
        self.segments.setVisible(not self.is_list)
        self.list.setVisible(self.is_list)

    def _on_segment_chosen(self, head: object) -> None:
        if isinstance(head, int):
            self.chosen.emit(head)
