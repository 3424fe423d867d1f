"""One tensor as a Qt table. Texts and colours are prepared a row and kept until that row changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.models.matrix_layout import MatrixLayout, axis_word
from app.models.stage_content import Kind
from app.texts import translated
from core.edits.base import Cells
from core.errors import SandboxError
from core.expression.names import short_name
from core.expression.numbers import number_text, shown_decimals
from core.numbers import edit_text, parse_number
from core.record import Record
from core.tensor import Array, NamedTensor
from core.text import Message

Commit: TypeAlias = Callable[[Cells, Array, Message | None, int | None], None]
"""Changes cells of the tensor shown to numbers of their shape, as one edit; it is told what was done (None:
typed) and to which gesture it belongs; raises `SandboxError` when it is refused."""
AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
Cell: TypeAlias = tuple[int, int]
"""Row and column of the table."""
Rectangle: TypeAlias = tuple[int, int, int, int]
"""Top, left, bottom and right; the ends belong to it."""

# Plain numbers: comparing with Qt's enums costs three times as much, seven times a cell.
_DISPLAY, _EDIT, _TOOL_TIP, _ALIGNMENT, _ACCESSIBLE = 0, 2, 3, 7, 11
_RIGHT = int(Qt.AlignmentFlag.AlignRight) | int(Qt.AlignmentFlag.AlignVCenter)
_CENTER = int(Qt.AlignmentFlag.AlignCenter)
_NOWHERE = QModelIndex()

UNCOLORED, NOT_A_NUMBER, MASKED = -1, -2, -3
"""Shades that are no colour of the map; all others count from its lower end."""
SIGNED_MIDDLE = 255
"""The shade of 0 among the 511 of the signed map; weights have 256 shades from 0 on."""


class MatrixContent(Record, eq=False):
    """A tensor, and what its table has to know besides."""

    tensor: NamedTensor
    kind: Kind = Kind.SIGNED
    heads: int = 1
    """Heads that are joined in the last axis of a parameter."""
    head: int | None = None
    """The only head to show, from 0; None shows all side by side."""
    reason: str = ""
    """Why it cannot be edited; empty where it can."""
    masked: npt.NDArray[np.bool_] | None = None
    """Of the tensor's shape: True where a cell is masked and shows no number."""
    before: Array | None = None
    """Its values before the last edit, for the marks of what changed."""


class MatrixModel(QAbstractTableModel):
    """Shows one tensor; asks `commit` to change it and never changes it itself."""

    scale_changed = Signal()  # texts or colours of cells that kept their value

    def __init__(self, commit: Commit | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commit = commit
        self._content: MatrixContent | None = None
        self._layout = MatrixLayout(())
        self._flat: Array = np.empty((0, 0))
        self._masked: npt.NDArray[np.bool_] | None = None
        self._changed: npt.NDArray[np.bool_] | None = None
        self._limit = 1.0
        self._wanted_decimals = 2
        self._decimals: int | None = 2
        self._texts: dict[int, list[str]] = {}
        self._shades: dict[int, list[int]] = {}

    # What is shown

    @property
    def content(self) -> MatrixContent | None:
        """The tensor shown."""
        return self._content

    @property
    def layout(self) -> MatrixLayout:
        """Where its cells stand."""
        return self._layout

    @property
    def name(self) -> str:
        """Its name, empty when there is none."""
        return self._content.tensor.name if self._content else ""

    @property
    def kind(self) -> Kind:
        """How its numbers become colours."""
        return self._content.kind if self._content else Kind.PLAIN

    @property
    def reason(self) -> str:
        """Why it cannot be edited; empty where it can."""
        return self._content.reason if self._content else ""

    @property
    def is_editable(self) -> bool:
        """True where cells can be typed into."""
        return self._content is not None and self._commit is not None and not self._content.reason

    @property
    def decimals(self) -> int:
        """Digits behind the point: as wanted, or none where all numbers are whole."""
        return self._decimals or 0

    def show(self, content: MatrixContent | None) -> Rectangle | None:
        """Show a tensor; selection and editor stay where name and axes are the same.

        Returns
        -------
        tuple of int or None
            Top, left, bottom and right of what changed in a tensor that stayed; None where nothing did.
        """
        before = self._content
        if before is None or content is None or _has_other_cells(before, content):
            self.beginResetModel()
            self._take(content)
            self.endResetModel()
            return None
        old, old_limit, old_decimals = self._flat, self._limit, self._decimals
        old_marks, old_masked = self._changed, self._masked
        self._take(content)
        differs = old != self._flat
        where = _bounds(differs)
        if not _same(old_masked, self._masked):
            self._announce((0, 0, self._flat.shape[0] - 1, self._flat.shape[1] - 1))
        elif where is not None:
            self._announce(where)
        if (old_limit, old_decimals) != (self._limit, self._decimals) or not _same(old_marks, self._changed):
            self.scale_changed.emit()
        return where

    def set_decimals(self, decimals: int) -> None:
        """Show so many digits behind the point; none where all numbers are whole."""
        self._wanted_decimals = decimals
        if self._content is not None:
            self._decimals = shown_decimals(self._content.tensor, decimals)
        self._texts.clear()
        if self._flat.size:
            self._announce((0, 0, self._flat.shape[0] - 1, self._flat.shape[1] - 1))
            self.scale_changed.emit()

    def _take(self, content: MatrixContent | None) -> None:
        self._content = content
        self._texts.clear()
        self._shades.clear()
        self._masked = self._changed = None
        if content is None:
            self._layout, self._flat = MatrixLayout(()), np.empty((0, 0))
            return
        tensor = content.tensor
        self._layout = MatrixLayout(tensor.axes, content.heads, content.head)
        self._flat = self._layout.flat(tensor.values)
        if content.masked is not None:
            self._masked = self._layout.flat(content.masked)
        if content.before is not None and content.before.shape == tensor.values.shape:
            changed = self._layout.flat(content.before) != self._flat
            changed &= ~(np.isnan(self._layout.flat(content.before)) & np.isnan(self._flat))
            self._changed = changed if changed.any() else None
        self._limit = _largest(self._flat)
        self._decimals = shown_decimals(tensor, self._wanted_decimals)

    def _announce(self, cells: Rectangle) -> None:
        top, left, bottom, right = cells
        if bottom >= 0 and right >= 0:
            self.dataChanged.emit(self.index(top, left), self.index(bottom, right))

    # What the painter reads

    def texts(self, row: int) -> list[str]:
        """Return the texts of a row as they are shown."""
        known = self._texts.get(row)
        if known is None:
            decimals = 0 if self.kind is Kind.MASK else self._decimals
            known = self._texts[row] = [number_text(value, decimals) for value in self._flat[row].tolist()]
        return known

    def shades(self, row: int) -> list[int]:
        """Return the colours of a row, as positions in the map or as one of the special shades."""
        known = self._shades.get(row)
        if known is None:
            known = self._shades[row] = self._shades_of(row).tolist()
        return known

    def _shades_of(self, row: int) -> npt.NDArray[np.intp]:
        values = self._flat[row]
        finite = np.isfinite(values)
        safe = np.where(finite, values, 0.0)
        if self.kind is Kind.SIGNED:
            shades = np.rint(safe / self._limit * SIGNED_MIDDLE).astype(np.intp) + SIGNED_MIDDLE
        elif self.kind is Kind.WEIGHTS:
            shades = np.rint(safe.clip(0.0, 1.0) * 255).astype(np.intp)
        else:
            shades = np.full(values.shape, UNCOLORED, dtype=np.intp)
        shades[~finite] = NOT_A_NUMBER
        if self._masked is not None:
            shades[self._masked[row]] = MASKED
        if self.kind is Kind.MASK:
            shades[values == 0] = MASKED
        return shades

    def changed_columns(self, row: int) -> list[int]:
        """Return the columns of a row whose numbers the last edit changed."""
        return np.flatnonzero(self._changed[row]).tolist() if self._changed is not None else []

    @property
    def changed_count(self) -> int:
        """How many cells the last edit changed."""
        return int(np.count_nonzero(self._changed)) if self._changed is not None else 0

    def widest_text(self) -> str:
        """Return a text that no other cell's is wider than."""
        if self.kind is Kind.MASK:
            return "0"
        return number_text(-self._limit, self._decimals) if self._flat.size else ""

    def is_masked(self, row: int, column: int) -> bool:
        """Return whether a cell is masked and shows no number."""
        return self._masked is not None and bool(self._masked[row, column])

    def value(self, row: int, column: int) -> float:
        """Return the number in a cell."""
        return float(self._flat[row, column])

    def values(self, top: int, left: int, bottom: int, right: int) -> Array:
        """Return the numbers of a rectangle; the ends belong to it."""
        return self._flat[top : bottom + 1, left : right + 1]

    # Changing

    def write(
        self,
        cells: Sequence[Cell],
        numbers: Sequence[float],
        gesture: int | None = None,
        deed: Message | None = None,
    ) -> str:
        """Ask for `cells` to become `numbers`, as one edit; return why it was refused, or nothing."""
        return self._ask(self._layout.cells(cells), np.array(numbers, dtype=np.float64), deed, gesture)

    def write_block(self, cells: Rectangle, numbers: Array, deed: Message | None = None) -> str:
        """Ask for a rectangle to become `numbers`, of its shape; return why it was refused, or nothing."""
        return self._ask(self._layout.block(*cells), numbers, deed, None)

    def _ask(self, cells: Cells, numbers: Array, deed: Message | None, gesture: int | None) -> str:
        if not self.is_editable or self._commit is None:
            return self.reason or self.tr("There is nothing to change here.")
        try:
            self._commit(cells, numbers, deed, gesture)
        except SandboxError as error:
            return translated(error.message)
        return ""

    def enter(self, cells: Sequence[Cell], text: str) -> str:
        """Ask for `cells` to become the number that `text` is; return why it was refused, or nothing."""
        try:
            number = parse_number(text)
        except SandboxError as error:
            return translated(error.message)
        return self.write(cells, [number] * len(cells))

    def setData(self, index: AnyIndex, value: Any, role: int = _EDIT) -> bool:
        """Take what is typed; unchanged text changes nothing."""
        if role != _EDIT or not self._holds(index) or not self.is_editable:
            return False
        if str(value) == edit_text(self.value(index.row(), index.column())):
            return True
        return not self.enter([(index.row(), index.column())], str(value))

    # What Qt asks

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """Rows of the table."""
        return 0 if parent.isValid() else self._flat.shape[0]

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        """Columns of the table."""
        return 0 if parent.isValid() else self._flat.shape[1]

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Editable where the tensor is; nothing for an index that is no cell."""
        if not self._holds(index):
            return Qt.ItemFlag.NoItemFlags
        shown = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return shown | Qt.ItemFlag.ItemIsEditable if self.is_editable else shown

    def data(self, index: AnyIndex, role: int = _DISPLAY) -> Any:
        """Rounded for reading, exact for editing, in a whole sentence for screen readers."""
        if not self._holds(index):
            return None
        row, column = index.row(), index.column()
        if role == _DISPLAY:
            return "" if self.is_masked(row, column) else self.texts(row)[column]
        if role == _EDIT:
            return edit_text(self.value(row, column))
        if role == _ALIGNMENT:
            return _RIGHT
        if role == _ACCESSIBLE:
            return self.sentence(row, column)
        return self._tip(row, column) if role == _TOOL_TIP else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Tokens, features or numbers."""
        across = orientation == Qt.Orientation.Horizontal
        if role == _ALIGNMENT:
            return _CENTER if across else _RIGHT
        if role not in (_DISPLAY, _ACCESSIBLE) or not 0 <= section < self._flat.shape[1 if across else 0]:
            return None
        if across:
            return self._layout.column_label(section)
        return self._layout.row_label(section) or short_name(self.name)

    def _holds(self, index: AnyIndex) -> bool:
        rows, columns = self._flat.shape
        return index.isValid() and 0 <= index.row() < rows and 0 <= index.column() < columns

    def sentence(self, row: int, column: int) -> str:
        """Return what a screen reader says: ``W_Q, row 2 'cat', column 3: 0.25``."""
        parts = [short_name(self.name)]
        width = self._layout.group_width
        if width:
            parts.append(self.tr("head {number}").format(number=self._layout.head_of(column) + 1))
            number, told = column % width + 1, self._layout.column_told(column)
        else:
            number, told = column + 1, self._layout.column_told(column)
        if self._layout.row_axis is not None:
            parts.append(_quoted(self.tr("row {number}"), row + 1, self._layout.row_told(row)))
        parts.append(_quoted(self.tr("column {number}"), number, told))
        shown = self.tr("masked") if self.is_masked(row, column) else edit_text(self.value(row, column))
        return f"{', '.join(parts)}: {shown}"

    def _tip(self, row: int, column: int) -> str:
        place = ", ".join(str(position) for position in self._layout.index(row, column))
        lines = [f"{self.name}[{place}] = {edit_text(self.value(row, column))}"]
        if self.is_masked(row, column):
            lines.append(self.tr("masked"))
        return "\n".join([*lines, self.reason] if self.reason else lines)

    def corner_text(self) -> str:
        """Return what stands in the corner: ``query ↓ key →``."""
        rows, columns = self._layout.row_axis, self._layout.column_axis
        if rows is None or columns is None or not (rows.labels or columns.labels):
            return ""
        return f"{axis_word(rows)} ↓ {axis_word(columns)} →"


def _bounds(differs: npt.NDArray[np.bool_]) -> Rectangle | None:
    """Return the smallest rectangle that holds what differs."""
    if not differs.any():
        return None
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    return int(rows[0]), int(columns[0]), int(rows[-1]), int(columns[-1])


def _quoted(text: str, number: int, told: str) -> str:
    named = text.format(number=number)
    return f"{named} '{told}'" if told else named


def _has_other_cells(before: MatrixContent, after: MatrixContent) -> bool:
    earlier, later = before.tensor, after.tensor
    return (
        earlier.name != later.name
        or earlier.axes != later.axes
        or (before.heads, before.head) != (after.heads, after.head)
        or bool(before.reason) != bool(after.reason)
    )


def _same(left: npt.NDArray[np.bool_] | None, right: npt.NDArray[np.bool_] | None) -> bool:
    if left is None or right is None:
        return left is right
    return bool(np.array_equal(left, right))


def _largest(values: Array) -> float:
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max(initial=0.0))
    return largest if largest > 0 else 1.0
