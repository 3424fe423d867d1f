"""The entry line of the Numbers drawer: the exact number of the current cell, and typing over it there."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget

from app.theme import ThemeStore
from app.widgets.grid import MatrixGrid
from app.widgets.grid_bar import NumberEntry
from app.widgets.grid_editor import RefusalPlate
from core.expression.numbers import number_text
from core.numbers import edit_text


class NumbersLine(QObject):
    """Keeps line and current cell together; a refused text stays until it is changed or given up."""

    def __init__(self, entry: NumberEntry, grid: MatrixGrid, theme: ThemeStore, anchor: QWidget) -> None:
        super().__init__(anchor)
        self._entry = entry
        self._grid = grid
        self._anchor = anchor
        self.plate = RefusalPlate(theme, anchor)
        entry.entered.connect(self._on_entered)
        entry.abandoned.connect(self._on_abandoned)
        entry.textEdited.connect(self._on_edited)
        entry.left.connect(self._on_left)
        grid.entry.text_changed.connect(self.show_text)

    def show_text(self, text: str | None = None) -> None:
        """Show the exact number of the current cell, or what is being typed in it."""
        entry, current, model = self._entry, self._grid.cells.current, self._grid.matrix
        if entry.hasFocus() and entry.isModified():
            return
        is_typing = text is not None
        source = ""
        if current is not None and model.rowCount() > current[0] and not is_typing:
            text = edit_text(model.value(*current))
            source = model.source(*current)
        if entry.text() != text or entry.isUndoAvailable():  # the same text would be painted again
            entry.setText(text or "")
        if not is_typing and entry.cursorPosition():
            entry.setCursorPosition(0)  # where there is little room, the first digits count
        entry.set_source(source)
        entry.set_refused(False)
        self.plate.unsay()

    def _on_edited(self) -> None:
        self._entry.set_source("")
        self._entry.set_refused(False)
        self.plate.unsay()

    def _on_entered(self, text: str) -> None:
        current = self._grid.cells.current
        if current is None or not self._entry.isModified():
            return
        reason = self._grid.matrix.enter([current], text)
        if not reason:
            self._entry.setModified(False)
            self.show_text()
            return
        self._entry.set_refused(True)
        value = number_text(self._grid.matrix.value(*current), None)
        hint = self.tr("Kept until you change it · Esc brings back {number}").format(number=value)
        corner = self._entry.mapTo(self._anchor, QPoint(0, 0))
        self.plate.tell(reason, hint, QRect(corner, self._entry.size()))

    def _on_abandoned(self) -> None:
        self._entry.setModified(False)
        self.show_text()
        self._grid.setFocus()

    def _on_left(self) -> None:
        """Leaving the line takes what stands there; what is refused stays to be seen."""
        self._on_entered(self._entry.text())
