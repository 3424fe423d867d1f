"""Turns the records of the menus into `QAction`s and keeps them up to date."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from app.actions.spec import ActionSpec, ChoiceSpec, Desk, Entry, Menu, sequences
from app.icons import icon
from app.theme import Theme


class SpecAction(QAction):
    """The action of one record."""

    def __init__(self, spec: ActionSpec, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self.spec = spec
        self._desk = desk
        self.setObjectName(spec.id)
        self.setShortcuts(sequences(spec.keys))
        self.setCheckable(spec.checked is not None)
        self.setMenuRole(QAction.MenuRole.NoRole)
        self.triggered.connect(self._on_triggered)

    def refresh(self) -> None:
        """Ask the record whether it is enabled and checked, and what stands behind its text."""
        self.setEnabled(self.spec.enabled(self._desk))
        if self.spec.checked is not None:
            self.setChecked(self.spec.checked(self._desk))
        if self.spec.detail is not None:
            self.retranslate()

    def retranslate(self) -> None:
        """Write the text in the language in force, and the key behind the tool tip."""
        text = translated_text(self.spec.text)
        detail = self.spec.detail(self._desk) if self.spec.detail is not None else ""
        if detail:
            text = QCoreApplication.translate("Actions", "{action} {edit}").format(
                action=text, edit=detail.replace("&", "&&")
            )
        self.setText(text)
        plain = plain_text(text)
        key = self.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.setToolTip(f"{plain} ({key})" if key else plain)

    def _on_triggered(self) -> None:
        self.spec.run(self._desk)
        self.refresh()


class ChoiceMenu(QMenu):
    """A submenu that is filled when it opens."""

    def __init__(self, spec: ChoiceSpec, desk: Desk, parent: QMenu) -> None:
        super().__init__(parent)
        self.spec = spec
        self._desk = desk
        self._entries: tuple[Entry, ...] = ()
        self.setObjectName(spec.id)
        # an empty submenu would not open; the disk is asked when it does
        self.addAction("…").setEnabled(False)
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._on_triggered)

    def fill(self) -> None:
        """Take the entries of this moment."""
        self.clear()
        self._entries = self.spec.entries(self._desk)
        for number, entry in enumerate(self._entries):
            action = self.addAction(entry.text.replace("&", "&&"))
            action.setData(number)
            action.setEnabled(entry.enabled)
            if entry.checked is not None:
                action.setCheckable(True)
                action.setChecked(entry.checked)

    def _on_triggered(self, action: QAction) -> None:
        self._entries[action.data()].run(self._desk)


class ActionRegistry(QObject):
    """All actions of a window; menus, tool bar and keys share them."""

    def __init__(self, specs: tuple[ActionSpec | ChoiceSpec, ...], desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._specs = specs
        self._desk = desk
        self.actions = {
            spec.id: SpecAction(spec, desk, self) for spec in specs if isinstance(spec, ActionSpec)
        }
        self._menus: dict[Menu, QMenu] = {}
        self.choices: dict[str, ChoiceMenu] = {}
        self._tint(desk.workspace.theme.theme)
        desk.workspace.theme.changed.connect(self._tint)
        self._follow()

    def populate(self, bar: QMenuBar) -> None:
        """Build the menus."""
        for menu in Menu:
            made = self._menus[menu] = QMenu(bar)
            bar.addMenu(made)
            mine = [spec for spec in self._specs if spec.menu is menu]
            for _group, specs in groupby(mine, key=lambda spec: spec.group):
                if made.actions():
                    made.addSeparator()
                for spec in specs:
                    if isinstance(spec, ActionSpec):
                        made.addAction(self.actions[spec.id])
                    else:
                        self.choices[spec.id] = ChoiceMenu(spec, self._desk, made)
                        made.addMenu(self.choices[spec.id])
        self.retranslate()

    def retranslate(self) -> None:
        """Write all texts in the language in force."""
        for menu, made in self._menus.items():
            made.setTitle(QCoreApplication.translate("Menus", menu.value))
        for choice in self.choices.values():
            choice.setTitle(translated_text(choice.spec.text))
        for action in self.actions.values():
            action.retranslate()
        self.refresh()

    def refresh(self) -> None:
        """Update what is enabled and checked."""
        for action in self.actions.values():
            action.refresh()

    def _tint(self, theme: Theme) -> None:
        for action in self.actions.values():
            if action.spec.icon:
                action.setIcon(icon(action.spec.icon, theme))

    def _follow(self) -> None:
        workspace = self._desk.workspace
        workspace.session.undo_stack.indexChanged.connect(self.refresh)
        workspace.session.undo_label_changed.connect(self.refresh)
        workspace.session.undo_stack.cleanChanged.connect(self.refresh)
        workspace.session.document_replaced.connect(self.refresh)
        workspace.pin.changed.connect(self.refresh)
        workspace.cursor.moved.connect(self.refresh)
        workspace.cursor.stride_changed.connect(self.refresh)
        workspace.player.reach_changed.connect(self.refresh)
        workspace.player.playing_changed.connect(self.refresh)
        workspace.player.stops_changed.connect(self.refresh)
        workspace.display.zoom_changed.connect(self.refresh)
        workspace.settings.changed.connect(self.refresh)


def translated_text(text: str) -> str:
    """Return a marked text of the menus in the language in force."""
    return QCoreApplication.translate("Actions", text)


def plain_text(text: str) -> str:
    """Return the text of an action without the mark of its mnemonic: ``ファイル(&F)…`` → ``ファイル``."""
    before, _, rest = text.partition("(&")
    text = before + rest.partition(")")[2] if rest else text
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…").rstrip()
