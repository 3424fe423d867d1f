"""What can be done to the selected cells of a table of words: rows, marks, the clipboard, the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from app.models.matrix_shown import Cell, Rectangle
from app.models.word_model import PADDING, WORD, Texts
from app.texts import translated
from app.widgets.grid_clipboard import NothingToPaste, bounding, cells_of, shape_text
from app.widgets.grid_editor import EditMode
from app.widgets.table_clipboard import table_from_mime, table_mime
from core.edits.tokens import MoveToken
from core.edits.words import InsertTokens, RemoveTokens
from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from app.widgets.text_grid import TextGrid

_KEYS = QKeySequence.StandardKey


class RaggedTable(SandboxError):
    """Rows of several lengths on the clipboard."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted, for the rows differ in length: row {row} has {count}, row 1 has {expected}. "
        "Copy a rectangle.",
    )


class WordsDoNotFit(SandboxError):
    """A block of words and a selection that do not go together."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: the clipboard is {block} and the selection {selection}. "
        "Select one cell or {block}.",
    )


class TooManyColumns(SandboxError):
    """A block that is wider than the table from the selected cell on."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "Nothing was pasted: the clipboard has {count} columns, and from the selected cell on there is room "
        "for {room}.",
    )


def planned_words(rows: Sequence[Sequence[str]], ranges: Sequence[Rectangle], columns: int) -> Texts:
    """Return which cell gets which text; rows behind the last are new ones.

    Raises
    ------
    SandboxError
        When it does not fit; the message names both shapes.
    """
    height, width = len(rows), len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width:
            raise RaggedTable(row=number + 1, count=len(row), expected=width)
    if height == width == 1:
        return dict.fromkeys(cells_of(ranges), rows[0][0])
    top, left, bottom, right = bounding(ranges)
    down, across = bottom - top + 1, right - left + 1
    if down == across == 1:
        down, across = height, width
    if down % height or across % width:
        shapes = shape_text(height, width), shape_text(down, across)
        raise WordsDoNotFit(block=shapes[0], selection=shapes[1])
    if left + across > columns:
        raise TooManyColumns(count=width, room=columns - left)
    return {
        (top + row, left + column): rows[row % height][column % width]
        for row in range(down)
        for column in range(across)
    }


class TextCommands(QObject):
    """The commands of one table. Each that changes anything is one edit."""

    def __init__(self, grid: TextGrid) -> None:
        super().__init__(grid)
        self._grid = grid

    @property
    def _cells(self) -> list[Cell]:
        return cells_of(ranges) if (ranges := self._grid.cells.ranges()) else []

    @property
    def _rows(self) -> list[int]:
        return sorted({row for row, _ in self._cells})

    def _is_taken(self, reason: str) -> bool:
        if reason:
            self._grid.entry.tell(reason)
        else:
            self._grid.exchange.forget_copied()
        return not reason

    def write(self, texts: Texts) -> bool:
        """Write texts as one edit; False, with the reason beneath the cell, where that is refused."""
        return not texts or self._is_taken(self._grid.words.write(texts))

    # Typing and filling

    def takes(self, text: str | None) -> bool:
        """Mark padding by 1 and 0, or turn the marks over; words open a field."""
        current = self._grid.cells.current
        if current is None or current[1] != PADDING:
            return False
        marks = [cell for cell in self._cells if cell[1] == PADDING]
        if not text:
            text = str(int(not all(self._grid.words.is_padding(row) for row, _ in marks)))
        self.write(dict.fromkeys(marks, text))
        return True

    def toggle(self) -> None:
        """Turn marks of padding over; a word is not lost by a slip on the space bar."""
        self.takes(None)

    def clear(self) -> None:
        """Empty the selected words, and take their marks off."""
        self.write({cell: "" if cell[1] == WORD else "0" for cell in self._cells})

    def fill_down(self) -> None:
        """Repeat the first selected row in all of them."""
        cells = self._cells
        if cells:
            top = cells[0][0]
            self.write({(row, column): self._grid.words.entry_text(top, column) for row, column in cells})

    def fill_right(self) -> None:
        """Words and marks do not go into each other."""

    def edit_cell(self) -> None:
        """Open the field with the word."""
        self._grid.entry.begin(None, EditMode.EDIT)

    def clear_and_edit(self) -> None:
        """Open the field empty."""
        self._grid.entry.begin("", EditMode.ENTER)

    # Rows

    def step(self, direction: int, *, fine: bool = False) -> None:  # noqa: ARG002 - as for numbers
        """Move the current token up or down."""
        current, sequence = self._grid.cells.current, self._grid.words.shown.sequence
        if current is None or sequence is None:
            return
        row, target = current[0], current[0] - direction
        if 0 <= target < self._grid.words.rowCount() and self._is_taken(
            self._grid.words.ask(MoveToken(sequence, row, target))
        ):
            self._grid.cells.go(target, current[1])

    def insert_row(self) -> None:
        """Put an empty token in before the current one."""
        current, sequence = self._grid.cells.current, self._grid.words.shown.sequence
        if sequence is None:
            self._tell_of_vocabulary()
            return
        if current is None:
            return
        if self._is_taken(self._grid.words.ask(InsertTokens(sequence, current[0], ("",)))):
            self._grid.cells.go(current[0], WORD)

    def remove_rows(self) -> None:
        """Take the selected tokens out."""
        rows, sequence = self._rows, self._grid.words.shown.sequence
        if sequence is None:
            self._tell_of_vocabulary()
            return
        if not rows:
            return
        column = self._grid.cells.current[1] if self._grid.cells.current is not None else WORD
        if self._is_taken(self._grid.words.ask(RemoveTokens(sequence, tuple(rows)))):
            self._grid.cells.go(rows[0], column)

    def _tell_of_vocabulary(self) -> None:
        """Say why a word of the vocabulary is neither put in nor taken out."""
        told = self.tr(
            "Each word has its row of numbers: write over it. A new token brings its word with it."
        )
        self._grid.entry.tell(told)

    # Menu

    def show_menu(self, at: QPoint) -> None:
        """Offer all this."""
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def menu(self) -> QMenu:
        """Return a new menu."""
        menu, exchange = QMenu(self._grid), self._grid.exchange
        has_rows = self._grid.words.shown.sequence is not None
        self._add(menu, self.tr("&Edit cell"), "F2", self.edit_cell)
        menu.addSeparator()
        self._add(menu, self.tr("Cu&t"), _KEYS.Cut, exchange.cut)
        self._add(menu, self.tr("&Copy"), _KEYS.Copy, exchange.copy)
        self._add(menu, self.tr("&Paste"), _KEYS.Paste, exchange.paste)
        menu.addSeparator()
        self._add(menu, self.tr("E&mpty"), "Del", self.clear)
        self._add(menu, self.tr("Fill &down"), "Ctrl+D", self.fill_down)
        if has_rows:
            menu.addSeparator()
            self._add(menu, self.tr("&Insert token"), "Ins", self.insert_row)
            self._add(menu, self.tr("&Remove tokens"), "Ctrl+Del", self.remove_rows)
            self._add(menu, self.tr("Move &up"), "Alt+Up", self._move_up)
            self._add(menu, self.tr("Move dow&n"), "Alt+Down", self._move_down)
        menu.addSeparator()
        self._add(menu, self.tr("Select &all"), _KEYS.SelectAll, self._grid.cells.select_all)
        return menu

    def _move_up(self) -> None:
        self.step(1)

    def _move_down(self) -> None:
        self.step(-1)

    @staticmethod
    def _add(menu: QMenu, text: str, key: QKeySequence.StandardKey | str, run: Callable[[], object]) -> None:
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        action = QAction(f"{text}\t{shown}", menu)
        action.triggered.connect(run)
        menu.addAction(action)


class TextExchange(QObject):
    """The clipboard of one table of words."""

    def __init__(self, grid: TextGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self._copied: Rectangle | None = None

    @property
    def copied_rectangle(self) -> Rectangle | None:
        """What was copied and is still marked."""
        return self._copied

    def copy(self) -> bool:
        """Put the selected rectangle on the clipboard; quotes and line ends come back as they were."""
        ranges = self._grid.cells.ranges()
        if not ranges:
            return False
        try:
            rectangle = bounding(ranges)
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return False
        QGuiApplication.clipboard().setMimeData(table_mime(self._grid.words.texts(*rectangle)))
        self._copied = rectangle
        self._grid.viewport().update()
        return True

    def cut(self) -> None:
        """Copy, and empty the cells."""
        if self.copy():
            self._grid.commands.clear()

    def paste(self) -> None:
        """Write the clipboard's words into the selection, all of them or none."""
        ranges = self._grid.cells.ranges()
        if not ranges:
            return
        try:
            rows = table_from_mime(QGuiApplication.clipboard().mimeData())
            if not rows:
                raise NothingToPaste()
            texts = planned_words(rows, ranges, self._grid.cells.size[1])
        except SandboxError as error:
            self._grid.entry.tell(translated(error.message))
            return
        if self._grid.commands.write(texts):
            (top, left), (bottom, right) = min(texts), max(texts)
            if len(texts) == (bottom - top + 1) * (right - left + 1):
                self._grid.cells.select([(top, left, bottom, right)])

    def forget_copied(self) -> bool:
        """Take the mark off what was copied; False where there was none."""
        had_mark = self._copied is not None
        self._copied = None
        self._grid.viewport().update()
        return had_mark
