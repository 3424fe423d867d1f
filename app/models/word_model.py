"""The tokens of a sequence, or the vocabulary, as a Qt table of words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.models.matrix_shown import AnyIndex, Cell
from app.texts import translated
from core.architecture.options import Input
from core.edits.base import Edit
from core.edits.words import RenameWords, WriteTokens
from core.errors import SandboxError
from core.numbers import plain_text
from core.record import Record
from core.scenario import Scenario
from core.text import QT_TRANSLATE_NOOP
from core.tokens import visible

WORD, PADDING = 0, 1
"""Columns; only tokens have the second."""
VOCABULARY, _TOKENS = "vocabulary", "tokens."
_DISPLAY, _EDIT, _ACCESSIBLE = 0, 2, 11
_NOWHERE = QModelIndex()
Texts: TypeAlias = Mapping[Cell, str]
"""What is typed or pasted into cells."""


class NoMark(SandboxError):
    """Something else than 1 or 0 where padding is marked."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "“{text}” in row {row} is no mark of padding. Write 1 for padding and 0 for none."
    )


class WordTable(Record):
    """The words of one table."""

    name: str
    """``vocabulary``, or ``tokens.`` and the sequence."""
    words: tuple[str, ...]
    padding: frozenset[int] | None = None
    """Rows that are padding; None where nothing can be."""

    @property
    def sequence(self) -> str | None:
        """The sequence whose tokens these are."""
        return self.name.removeprefix(_TOKENS) if self.name.startswith(_TOKENS) else None


def table_names(scenario: Scenario) -> tuple[str, ...]:
    """Return the names of the tables that a document has."""
    has_vocabulary = scenario.architecture.input is Input.TOKENS
    return (*(_TOKENS + name for name in scenario.tokens), *([VOCABULARY] if has_vocabulary else []))


def table_of(scenario: Scenario, name: str) -> WordTable:
    """Return the table of that name."""
    if name == VOCABULARY:
        return WordTable(name, scenario.vocabulary)
    sequence = name.removeprefix(_TOKENS)
    return WordTable(name, scenario.tokens[sequence], frozenset(scenario.padding.get(sequence, ())))


class WordModel(QAbstractTableModel):
    """Shows one table; asks `commit` to change it and never changes it itself."""

    is_editable = True
    reason = ""

    def __init__(self, commit: Callable[[Edit], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commit = commit
        self._table = WordTable(VOCABULARY, ())

    @property
    def shown(self) -> WordTable:
        """The table shown."""
        return self._table

    def show(self, table: WordTable) -> None:
        """Show a table; selection and open field stay where it is the same one."""
        old, same = self._table, table.name == self._table.name
        before, after = len(old.words), len(table.words)
        if not same:
            self.beginResetModel()
        elif after > before:
            self.beginInsertRows(_NOWHERE, before, after - 1)
        elif after < before:
            self.beginRemoveRows(_NOWHERE, after, before - 1)
        self._table = table
        if not same:
            self.endResetModel()
        elif after > before:
            self.endInsertRows()
        elif after < before:
            self.endRemoveRows()
        if same and after and old != table:
            self.dataChanged.emit(self.index(0, 0), self.index(after - 1, self.columnCount() - 1))

    # What is in a cell

    def word(self, row: int) -> str:
        """Return the word of a row as it is seen: nothing in it is invisible."""
        return visible(self._table.words[row])

    def is_padding(self, row: int) -> bool:
        """Return whether a token is marked as padding."""
        return self._table.padding is not None and row in self._table.padding

    def entry_text(self, row: int, column: int) -> str:
        """Return the word itself, or 1 and 0."""
        return self._table.words[row] if column == WORD else str(int(self.is_padding(row)))

    def shown_text(self, row: int, column: int) -> str:
        """Return what is seen in the cell."""
        return self.word(row) if column == WORD else self.entry_text(row, column)

    def texts(self, top: int, left: int, bottom: int, right: int) -> list[list[str]]:
        """Return the texts of a rectangle; its ends belong to it."""
        return [
            [self.entry_text(row, column) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        ]

    def sentence(self, row: int, column: int) -> str:
        """Return what a screen reader says: ``tokens.source, row 2: cat``."""
        where = f"{self._table.name}, {self.tr('row {number}').format(number=row + 1)}"
        if column == WORD:
            return f"{where}: {self.word(row)}"
        mark = self.tr("padding") if self.is_padding(row) else self.tr("no padding")
        return f"{where} '{self.word(row)}': {mark}"

    # Changing

    def enter(self, cells: Iterable[Cell], text: str) -> str:
        """Ask for cells to become `text`; return why it was refused, or nothing."""
        return self.write(dict.fromkeys(cells, text))

    def write(self, texts: Texts) -> str:
        """Ask for cells to become texts, as one edit; return why it was refused, or nothing."""
        try:
            words = tuple((row, text) for (row, column), text in sorted(texts.items()) if column == WORD)
            marks = tuple(
                (row, _mark(row, text)) for (row, column), text in sorted(texts.items()) if column == PADDING
            )
        except SandboxError as error:
            return translated(error.message)
        sequence = self._table.sequence
        return self.ask(RenameWords(words) if sequence is None else WriteTokens(sequence, words, marks))

    def ask(self, edit: Edit) -> str:
        """Ask for an edit; return why it was refused, or nothing."""
        try:
            self._commit(edit)
        except SandboxError as error:
            return translated(error.message)
        return ""

    # What Qt asks

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """Words."""
        return 0 if parent.isValid() else len(self._table.words)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """The word, and for tokens the mark of padding."""
        return 0 if parent.isValid() else 1 if self._table.padding is None else 2

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Everything can be edited."""
        if not self._holds(index):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: AnyIndex, role: int = _DISPLAY) -> Any:
        """Words as they are seen, as they are, and in a sentence."""
        if not self._holds(index):
            return None
        cell = index.row(), index.column()
        if role == _DISPLAY:
            return self.shown_text(*cell)
        if role == _EDIT:
            return self.entry_text(*cell)
        return self.sentence(*cell) if role == _ACCESSIBLE else None

    def setData(self, index: AnyIndex, value: Any, role: int = _EDIT) -> bool:
        """Take what is typed."""
        return role == _EDIT and self._holds(index) and not self.enter([(index.row(), index.column())], value)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Rows by their numbers, columns by what is in them."""
        if role not in (_DISPLAY, _ACCESSIBLE):
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        if section == PADDING:
            return self.tr("padding")
        return self.tr("word") if self._table.sequence is None else self.tr("token")

    def _holds(self, index: AnyIndex) -> bool:
        return (
            index.isValid()
            and 0 <= index.row() < self.rowCount()
            and 0 <= index.column() < self.columnCount()
        )


def _mark(row: int, text: str) -> bool:
    plain = plain_text(text) or "0"
    if plain not in ("0", "1"):
        raise NoMark(text=visible(text), row=row + 1)
    return plain == "1"
