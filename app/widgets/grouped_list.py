"""A list with headings between its entries, which every key that moves passes over."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget


class GroupedList(QListWidget):
    """Entries that are not enabled are headings: Qt stops where Home or a page would end at one."""

    def moveCursor(self, action: QListWidget.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Return the entry that a key goes to: Home and End, and a page at most as far as is in view."""
        rows = [row for row in range(self.count()) if self.item(row).flags() & Qt.ItemFlag.ItemIsEnabled]
        actions, current = QListWidget.CursorAction, self.currentRow()
        if not rows:
            return QModelIndex()
        if action is actions.MoveHome:
            return self._index(rows[0])
        if action is actions.MoveEnd:
            return self._index(rows[-1])
        if action is actions.MovePageUp:
            return self._index(self._page([row for row in reversed(rows) if row < current], current))
        if action is actions.MovePageDown:
            return self._index(self._page([row for row in rows if row > current], current))
        return super().moveCursor(action, modifiers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chosen entry in view: to choose it may be what takes room away."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def _page(self, onwards: list[int], current: int) -> int:
        """Return the farthest of the rows, nearest first, that is less than a page away."""
        here = self._place(current)
        near = [row for row in onwards if abs(self._place(row) - here) < self.viewport().height()]
        return (near or onwards[:1] or [current])[-1]

    def _place(self, row: int) -> int:
        return self.visualItemRect(self.item(row)).top()

    def _index(self, row: int) -> QModelIndex:
        return self.indexFromItem(self.item(row))
