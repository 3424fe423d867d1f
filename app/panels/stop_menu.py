"""The menu of a step, in the outline and at the ticks: playing stops here, or not."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.player import Player

STOP_KEY = Qt.Key.Key_F7


class StopMenu(QMenu):
    """Gone when it is closed."""

    def __init__(self, player: Player, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._player = player
        self._name = name
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = self.addAction(self.tr("Stop &here when playing"))
        action.setCheckable(True)
        action.setChecked(name in player.stops)
        action.setShortcut(QKeySequence(STOP_KEY))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self._toggle)

    def _toggle(self) -> None:
        self._player.toggle_stop(self._name)


def open_stop_menu(parent: QWidget, player: Player, name: str, at: QPoint) -> None:
    """Ask at a place on the screen whether playing stops at the step `name`."""
    StopMenu(player, name, parent).popup(at)
