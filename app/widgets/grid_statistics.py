"""What the selected cells amount to: how many, sum, mean, smallest and largest."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from app.widgets.grid_clipboard import shape_text
from core.ranges import RangeNumbers

_ROWS = 5
_LOW, _CLOSE = 170, 4
"""From this height on there is room between the lines."""
_WIDEST, _WIDE = 260, 220
"""From this width on there is room between the columns."""
_NARROW = 12
_USUAL = shape_text(88, 88)
"""So much can be selected without making it wider."""


class RangeStatistics(QWidget):
    """Names at the left, numbers at the right, and remarks below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = [QLabel(self) for _ in range(_ROWS)]
        self._numbers = [QLabel(self) for _ in range(_ROWS)]
        self.changed, self.reason = QLabel(self), QLabel(self)
        self._room = _WIDEST
        self._layout = layout = QGridLayout(self)
        self._space_out()
        for row, (name, number) in enumerate(zip(self._names, self._numbers, strict=True)):
            name.setProperty("kind", "soft")
            number.setAlignment(Qt.AlignmentFlag.AlignRight)
            number.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(name, row, 0)
            layout.addWidget(number, row, 1)
        self.changed.setProperty("kind", "badge")
        self.changed.setWordWrap(True)
        self.reason.setProperty("kind", "soft")
        self.reason.setWordWrap(True)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        layout.addWidget(self.changed, _ROWS, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.reason, _ROWS + 1, 0, 1, 2)
        layout.setRowStretch(_ROWS + 2, 1)
        self.setFixedWidth(_WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)

    def least_height(self) -> int:
        """Return the height in which every number can be read."""
        return (_ROWS + 1) * (self.fontMetrics().height() + _CLOSE) + 2 * _CLOSE

    def set_room(self, room: int) -> None:
        """Say what the grid leaves; where that is little, be as narrow as the numbers allow."""
        self._room = room
        self._fit_width()

    def _fit_width(self) -> None:
        least = 0
        if self._room < _WIDEST:
            width = self.fontMetrics().horizontalAdvance
            names, numbers = ([label.text() for label in each] for each in (self._names, self._numbers))
            usual = self.tr("{shape} cells").format(shape=_USUAL)
            least = max(map(width, names)) + max(map(width, (*numbers, usual))) + 4 * _NARROW
        self.setFixedWidth(min(max(self._room, least), _WIDEST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move closer together where the drawer is low or narrow."""
        super().resizeEvent(event)
        self._space_out()

    def _space_out(self) -> None:
        is_low, is_wide = self.height() < _LOW, self.width() >= _WIDE
        left, right = (32, 16) if is_wide else (_NARROW, _NARROW)
        self._layout.setHorizontalSpacing(32 if is_wide else _NARROW)
        self._layout.setVerticalSpacing(_CLOSE if is_low else 8)
        self._layout.setContentsMargins(left, _CLOSE if is_low else 12, right, 0 if is_low else 8)

    def text(self, row: int) -> str:
        """Return the number in a row."""
        return self._numbers[row].text()

    def retranslate(self) -> None:
        """Set the names in the language in force."""
        names = self.tr("range"), self.tr("sum"), self.tr("mean"), self.tr("smallest"), self.tr("largest")
        for label, name in zip(self._names, names, strict=True):
            label.setText(name)
        self._fit_width()

    def show_numbers(self, numbers: RangeNumbers | None, written: Callable[[float, int], str]) -> None:
        """Show what the selected numbers amount to; `written` writes one with so many more places."""
        if numbers is None:
            for label in self._numbers:
                label.setText("")
            return
        shapes = numbers.shapes
        shape = shape_text(*shapes[0]) if len(shapes) == 1 else str(numbers.count)
        texts = (
            self.tr("1 cell") if numbers.count == 1 else self.tr("{shape} cells").format(shape=shape),
            written(numbers.total, 0),
            written(numbers.mean, 2),
            written(numbers.smallest, 0),
            written(numbers.largest, 0),
        )
        for label, text in zip(self._numbers, texts, strict=True):
            label.setText(text)
        self._fit_width()

    def show_remarks(self, changed: str, reason: str) -> None:
        """Say what the last edit changed, and why nothing can be typed."""
        self.changed.setText(changed)
        self.changed.setVisible(bool(changed))
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
