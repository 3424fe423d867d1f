"""The menu of a step, in the outline and at the ticks: whether playing stops here, and what is on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.models.stage_switches import SwitchState, switch_edit
from app.player import Player
from app.session import Session

STOP_KEY = Qt.Key.Key_F7
SWITCH_KEY = Qt.Key.Key_F6


class StopMenu(QMenu):
    """Gone when it is closed. A row without a step of its own has no mark: `name` is empty then."""

    def __init__(self, player: Player, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._player = player
        self._name = name
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if name:
            action = _checkable(self, self.tr("Stop &here when playing"), is_on=name in player.stops)
            _show_key(action, STOP_KEY)
            action.triggered.connect(self._toggle)

    def _toggle(self) -> None:
        self._player.toggle_stop(self._name)


class RowMenu(StopMenu):
    """The menu of a row of the outline: also what can be switched off and on there."""

    def __init__(
        self, session: Session, player: Player, name: str, states: Sequence[SwitchState], parent: QWidget
    ) -> None:
        super().__init__(player, name, parent)
        self._session = session
        if self.actions() and states:
            self.addSeparator()
        for state in states:
            action = _checkable(self, self.tr("{part}: on").format(part=state.text), is_on=state.is_on)
            action.setToolTip(state.tip)
            action.setData(state.key)
        self.triggered.connect(self._on_triggered)

    def show_key(self, key: str) -> None:
        """Write the key that turns a switch beside it."""
        for action in self.actions():
            if action.data() == key:
                _show_key(action, SWITCH_KEY)

    def _on_triggered(self, action: QAction) -> None:
        if action.data() is not None:
            architecture = self._session.scenario.architecture
            self._session.apply(switch_edit(architecture, action.data(), is_on=action.isChecked()))


def open_stop_menu(parent: QWidget, player: Player, name: str, at: QPoint) -> None:
    """Ask at a place on the screen whether playing stops at the step `name`."""
    StopMenu(player, name, parent).popup(at)


def _checkable(menu: QMenu, text: str, *, is_on: bool) -> QAction:
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(is_on)
    return action


def _show_key(action: QAction, key: Qt.Key) -> None:
    action.setShortcut(QKeySequence(key))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
