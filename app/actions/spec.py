"""What a menu entry is, and what it may talk to."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeAlias

from PySide6.QtGui import QKeySequence

from app.files import Files
from app.workspace import Workspace
from core.record import Record
from core.text import QT_TRANSLATE_NOOP

Key: TypeAlias = QKeySequence.StandardKey | str


class Menu(StrEnum):
    """The menus, in order, with their marked titles."""

    FILE = QT_TRANSLATE_NOOP("Menus", "&File")
    EDIT = QT_TRANSLATE_NOOP("Menus", "&Edit")
    MODEL = QT_TRANSLATE_NOOP("Menus", "&Model")
    VIEW = QT_TRANSLATE_NOOP("Menus", "&View")
    STEPS = QT_TRANSLATE_NOOP("Menus", "&Steps")
    HELP = QT_TRANSLATE_NOOP("Menus", "&Help")


class Window(Protocol):
    """What actions ask of the window itself."""

    @property
    def steps_open(self) -> bool:
        """True while the Steps panel is open."""

    @property
    def numbers_open(self) -> bool:
        """True while the drawer is open."""

    def toggle_steps(self) -> None:
        """Open or fold the Steps panel."""

    def toggle_numbers(self) -> None:
        """Open or close the drawer."""

    def show_new(self) -> None:
        """Ask for preset and sizes of a new document."""

    def show_change_model(self) -> None:
        """Ask for other options and sizes of the model."""

    def import_matrix(self) -> None:
        """Ask for a file with a matrix, and where it goes."""

    def import_weights(self) -> None:
        """Ask for a file with weights, and which model they go into."""

    def copy_numbers_as(self, key: str) -> None:
        """Copy what is selected in the drawer, in a format of `core.exporters` or as ``picture``."""

    def show_shortcuts(self) -> None:
        """List the keys."""

    def show_about(self) -> None:
        """Tell versions and licences."""

    def close(self) -> bool:
        """Close the window, asking first where something would be lost."""


class Desk(Record):
    """Everything a menu entry may talk to. It has no behaviour."""

    workspace: Workspace
    files: Files
    window: Window


def always(_desk: Desk) -> bool:
    """Enable an entry whatever is open."""
    return True


class ActionSpec(Record):
    """A menu entry; entries stand in the order of their list, with a line between groups."""

    id: str
    text: str
    """Marked with ``QT_TRANSLATE_NOOP("Actions", …)``."""
    menu: Menu
    group: int
    run: Callable[[Desk], None]
    enabled: Callable[[Desk], bool] = always
    checked: Callable[[Desk], bool] | None = None
    keys: tuple[Key, ...] = ()
    icon: str = ""
    detail: Callable[[Desk], str] | None = None
    """What stands behind the text: the edit that would be undone. Empty: nothing stands there."""


class Entry(Record):
    """A line of a menu that is filled when it opens."""

    text: str
    """In the language in force."""
    run: Callable[[Desk], None]
    enabled: bool = True
    checked: bool | None = None


class ChoiceSpec(Record):
    """A submenu that is filled when it opens."""

    id: str
    text: str
    """Marked with ``QT_TRANSLATE_NOOP("Actions", …)``."""
    menu: Menu
    group: int
    entries: Callable[[Desk], tuple[Entry, ...]]


def sequences(keys: tuple[Key, ...]) -> list[QKeySequence]:
    """Return all key sequences of an entry, each once."""
    found: list[QKeySequence] = []
    for key in keys:
        made = [QKeySequence(key)] if isinstance(key, str) else QKeySequence.keyBindings(key)
        found.extend(sequence for sequence in made if sequence not in found)
    return found
