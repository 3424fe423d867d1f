"""What a sheet asks of its model, its commands and its clipboard; numbers and words have each their own."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QPoint

from app.models.matrix_shown import Cell, Rectangle


class SheetModel(Protocol):
    """What typing into a cell asks of a model beside what Qt asks."""

    @property
    def is_editable(self) -> bool:
        """True where cells can be typed into."""
        ...

    @property
    def reason(self) -> str:
        """Why not; empty where they can."""
        ...

    def index(self, row: int, column: int, parent: QModelIndex = ...) -> QModelIndex:
        """Return the index of a cell."""
        ...

    def entry_text(self, row: int, column: int) -> str:
        """Return what stands in the open field of an untouched cell."""
        ...

    def shown_text(self, row: int, column: int) -> str:
        """Return what Esc brings back, as people read it."""
        ...

    def sentence(self, row: int, column: int) -> str:
        """Return what a screen reader says."""
        ...

    def enter(self, cells: list[Cell], text: str) -> str:
        """Type `text` into cells; return why it was refused, or nothing."""
        ...


class SheetCommands(Protocol):
    """What keys, mouse and menu do to the selected cells."""

    def takes(self, text: str | None) -> bool:
        """Take what is typed without a field, as boxes to tick do; False where a field opens."""
        ...

    def toggle(self) -> None:
        """Tick the selected boxes, or take the ticks off."""
        ...

    def step(self, direction: int, *, fine: bool = False) -> None:
        """Go up or down by a step (Alt and arrows)."""
        ...

    def clear(self) -> None:
        """Empty the cells."""
        ...

    def fill_down(self) -> None:
        """Repeat the first selected row."""
        ...

    def fill_right(self) -> None:
        """Repeat the first selected column."""
        ...

    def edit_cell(self) -> None:
        """Open the field."""
        ...

    def clear_and_edit(self) -> None:
        """Open the field empty."""
        ...

    def show_menu(self, at: QPoint) -> None:
        """Offer all this."""
        ...


class SheetExchange(Protocol):
    """The clipboard of a sheet."""

    @property
    def copied_rectangle(self) -> Rectangle | None:
        """What was copied and is still marked."""
        ...

    def copy(self) -> bool:
        """Put the selected cells on the clipboard."""
        ...

    def cut(self) -> None:
        """Copy, and empty the cells."""
        ...

    def paste(self) -> None:
        """Write what is on the clipboard."""
        ...

    def forget_copied(self) -> bool:
        """Take the mark off what was copied; False where there was none."""
        ...
