"""What can be done with a chip: its menu and its keys."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.chip_editor import SEPARATORS
from app.widgets.chip_painter import Chip

translate = QCoreApplication.translate


class Deed(Enum):
    """What a chip can be asked for."""

    EDIT = "edit"
    INSERT_BEFORE = "before"
    INSERT_AFTER = "after"
    JOIN = "join"
    MOVE_LEFT = "left"
    MOVE_RIGHT = "right"
    PADDING = "padding"
    REMOVE = "remove"
    GO_LEFT = "go left"
    GO_RIGHT = "go right"
    GO_FIRST = "go first"
    GO_LAST = "go last"
    TYPE = "type"


_KEYS = {
    Qt.Key.Key_F2: Deed.EDIT,
    Qt.Key.Key_Return: Deed.EDIT,
    Qt.Key.Key_Enter: Deed.EDIT,
    Qt.Key.Key_Insert: Deed.INSERT_BEFORE,
    Qt.Key.Key_Delete: Deed.REMOVE,
    Qt.Key.Key_Left: Deed.GO_LEFT,
    Qt.Key.Key_Right: Deed.GO_RIGHT,
    Qt.Key.Key_Home: Deed.GO_FIRST,
    Qt.Key.Key_End: Deed.GO_LAST,
}
_WITH_MODIFIER = {
    (Qt.KeyboardModifier.AltModifier, Qt.Key.Key_Left): Deed.MOVE_LEFT,
    (Qt.KeyboardModifier.AltModifier, Qt.Key.Key_Right): Deed.MOVE_RIGHT,
    (Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_J): Deed.JOIN,
}


def deed_of(event: QKeyEvent) -> Deed | None:
    """Return what a key asks for, None where it is not for a chip."""
    modifiers = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    key, nothing = Qt.Key(event.key()), Qt.KeyboardModifier.NoModifier
    found = _KEYS.get(key) if modifiers == nothing else _WITH_MODIFIER.get((modifiers, key))
    if found is not None:
        return found
    alt_gr = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    text = event.text()
    types = modifiers in (nothing, alt_gr) and text and text.isprintable() and not SEPARATORS.match(text)
    return Deed.TYPE if types else None


def chip_menu(parent: QWidget, position: int, count: int, chip: Chip, kinds: int) -> QMenu:
    """Return the menu of a chip; the data of an entry is its `Deed`, or the token type it gives.

    Parameters
    ----------
    parent : QWidget
    position, count : int
        Where the chip stands, and how many there are.
    chip : Chip
    kinds : int
        How many token types the model has.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _add(menu, Deed.EDIT, translate("Chips", "&Edit"), "F2")
    _add(menu, Deed.INSERT_BEFORE, translate("Chips", "Insert &before"), "Ins")
    _add(menu, Deed.INSERT_AFTER, translate("Chips", "Insert &after"))
    _add(menu, Deed.JOIN, translate("Chips", "&Join with the one before"), "Ctrl+J").setEnabled(position > 0)
    menu.addSeparator()
    _add(menu, Deed.MOVE_LEFT, translate("Chips", "Move &left"), "Alt+Left").setEnabled(position > 0)
    _add(menu, Deed.MOVE_RIGHT, translate("Chips", "Move &right"), "Alt+Right").setEnabled(
        position < count - 1
    )
    menu.addSeparator()
    padding = _add(menu, Deed.PADDING, translate("Chips", "Mark as &padding"))
    padding.setCheckable(True)
    padding.setChecked(chip.is_padding)
    if kinds:
        _add_kinds(menu, chip, kinds)
    menu.addSeparator()
    _add(menu, Deed.REMOVE, translate("Chips", "Re&move"), "Del").setEnabled(count > 1)
    return menu


def _add_kinds(menu: QMenu, chip: Chip, kinds: int) -> None:
    """Offer the token types, the present one marked."""
    offered = menu.addMenu(translate("Chips", "Token &type"))
    group = QActionGroup(offered)
    for kind in range(kinds):
        action = offered.addAction(f"&{kind}" if kind < 10 else str(kind))
        action.setData(kind)
        action.setCheckable(True)
        action.setChecked(kind == chip.kind)
        group.addAction(action)


def _add(menu: QMenu, deed: Deed, text: str, key: str = "") -> QAction:
    action = menu.addAction(text)
    action.setData(deed)
    if key:
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    return action
