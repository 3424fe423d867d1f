"""All keys on one page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.actions.registry import SpecAction, plain_text, translated_text
from app.actions.spec import Menu


class ShortcutsDialog(QDialog):
    """The keys of the menus, and those that hold on the stage and in the grid."""

    def __init__(self, actions: Sequence[SpecAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys"))
        self.list = QTreeWidget(self)
        self.list.ensurePolished()  # rows are measured as they will be drawn
        self.list.setHeaderLabels([self.tr("What"), self.tr("Keys")])
        self.list.setRootIsDecorated(False)
        self.list.setItemsExpandable(False)
        self.list.setAccessibleName(self.tr("Keys"))
        for menu in Menu:
            mine = [action for action in actions if action.spec.menu is menu and action.shortcuts()]
            rows = [(plain_text(translated_text(action.spec.text)), _keys(action)) for action in mine]
            self._add(plain_text(QCoreApplication.translate("Menus", menu.value)), rows)
        self._add(self.tr("On the stage"), self._stage_rows())
        self._add(self.tr("In the grid"), self._grid_rows())
        self.list.expandAll()
        self.list.setColumnWidth(0, 300)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        self.resize(600, 560)

    def _stage_rows(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Back, forward"), "← →"),
            (self.tr("Type into a cell that can be edited"), self.tr("F2, Enter, double click")),
            (self.tr("Change a number step by step"), self.tr("Alt+↑, Alt+↓, Alt+wheel, drag the handle")),
        ]

    def _grid_rows(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Type over, type into"), self.tr("any key, F2")),
            (self.tr("Next cell below, at the right"), "Enter, Tab"),
            (self.tr("Copy, paste a block"), "Ctrl+C, Ctrl+V"),
            (self.tr("Set to 0"), "Delete"),
        ]

    def _add(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        if not rows:
            return
        branch = QTreeWidgetItem(self.list, [title])
        font = branch.font(0)
        font.setBold(True)
        branch.setFont(0, font)
        branch.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for row in rows:
            QTreeWidgetItem(branch, list(row))


def _keys(action: SpecAction) -> str:
    """Return the keys that every keyboard has; “Open” and “Undo” are keys of some."""
    native, portable = QKeySequence.SequenceFormat.NativeText, QKeySequence.SequenceFormat.PortableText
    texts = {key.toString(portable): key.toString(native) for key in action.shortcuts()}
    return ", ".join([text for plain, text in texts.items() if "+" in plain or plain.startswith("F")][:2])
