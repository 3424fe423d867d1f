"""A row of joined buttons of which one is chosen."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -1000,
    Qt.Key.Key_End: 1000,
}


class SegmentedButtons(QWidget):
    """Values in (`set_items`, `set_current`), an intent out (`chosen`, by the user alone).

    One stop of the Tab key; arrows move the choice.
    """

    chosen = Signal(object)  # the key of the button

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: tuple[Hashable, ...] = ()
        self._buttons: list[QToolButton] = []
        self._group = QButtonGroup(self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    @property
    def current(self) -> Hashable | None:
        """Key of the chosen button."""
        position = self._group.checkedId()
        return self._keys[position] if position >= 0 else None

    def set_items(self, items: Sequence[tuple[Hashable, str]]) -> None:
        """Show these buttons: a key and a text each. The choice stays where its key does."""
        before = self.current
        self._keys = tuple(key for key, _text in items)
        while len(self._buttons) > len(items):
            button = self._buttons.pop()
            self._group.removeButton(button)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self._buttons) < len(items):
            self._add_button()
        last = len(items) - 1
        for position, (button, (_key, text)) in enumerate(zip(self._buttons, items, strict=True)):
            button.setText(text)
            _set_place(button, _place(position, last))
        self.set_current(before if before in self._keys else None)

    def set_current(self, key: Hashable | None) -> None:
        """Show `key` as chosen; None and unknown keys choose nothing."""
        self._group.setExclusive(False)
        for known, button in zip(self._keys, self._buttons, strict=True):
            button.setChecked(known == key)
        self._group.setExclusive(True)
        self._share_focus()

    def button(self, key: Hashable) -> QToolButton:
        """Return the button of `key`."""
        return self._buttons[self._keys.index(key)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice by arrows, Home and End."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._buttons:
            super().keyPressEvent(event)
            return
        position = max(0, min(self._group.checkedId() + step, len(self._buttons) - 1))
        if position != self._group.checkedId():
            self._choose(position)
        self._buttons[position].setFocus(Qt.FocusReason.TabFocusReason)

    def _add_button(self) -> None:
        button = _Segment(self)
        button.setProperty("kind", "segment")
        button.setCheckable(True)
        position = len(self._buttons)
        self._group.addButton(button, position)
        self._layout.addWidget(button)
        button.show()  # now, and not when events are next handled: the width is asked for at once
        self._buttons.append(button)
        button.clicked.connect(partial(self._choose, position))

    def _choose(self, position: int, _checked: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        self.set_current(self._keys[position])
        self.chosen.emit(self._keys[position])

    def _share_focus(self) -> None:
        """Let the chosen button alone be reached by Tab."""
        stop = max(self._group.checkedId(), 0)
        for position, button in enumerate(self._buttons):
            policy = Qt.FocusPolicy.StrongFocus if position == stop else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)


class _Segment(QToolButton):
    """Leaves arrows to the row, and is as wide as when chosen (bold)."""

    def sizeHint(self) -> QSize:
        """Keep one width, so that nothing moves when the choice does."""
        hint = super().sizeHint()
        bold = QFont(self.font())
        bold.setBold(True)
        return QSize(max(hint.width(), QFontMetrics(bold).horizontalAdvance(self.text()) + 22), hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass arrows on: Qt would move the focus without moving the choice."""
        if Qt.Key(event.key()) in _STEPS:
            event.ignore()
        else:
            super().keyPressEvent(event)


def _place(position: int, last: int) -> str:
    if last == 0:
        return "only"
    return "first" if position == 0 else "last" if position == last else "middle"


def _set_place(button: QToolButton, place: str) -> None:
    if button.property("place") != place:
        button.setProperty("place", place)
        button.style().unpolish(button)
        button.style().polish(button)
        # or else it remembers how large it was with other edges
        QCoreApplication.sendEvent(button, QEvent(QEvent.Type.StyleChange))
