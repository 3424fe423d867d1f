"""One tensor as a Qt table. Texts and colours are prepared a row and kept until that row changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from app.formulas import TypedFormulas, is_formula
from app.models.cell_faces import NOTHING, CellFaces, Changed, RowFacts, differing
from app.models.matrix_layout import MatrixLayout
from app.models.matrix_shown import (
    AnyIndex,
    Cell,
    Commit,
    MatrixContent,
    Rectangle,
    has_other_cells,
    quoted,
    same_marks,
)
from app.models.stage_content import Kind
from app.texts import translated
from core.edits.base import Cells
from core.errors import SandboxError
from core.expression.names import short_name
from core.expression.numbers import number_text
from core.expression.writing import Span, Writing, span_of, written_span
from core.fills import Fill
from core.numbers import edit_text, parse_number
from core.tensor import Array
from core.text import Message

# Plain numbers: comparing with Qt's enums costs three times as much, seven times a cell.
_DISPLAY, _EDIT, _TOOL_TIP, _ALIGNMENT, _ACCESSIBLE = 0, 2, 3, 7, 11
_RIGHT = int(Qt.AlignmentFlag.AlignRight) | int(Qt.AlignmentFlag.AlignVCenter)
_CENTER = int(Qt.AlignmentFlag.AlignCenter)
_NOWHERE = QModelIndex()


class MatrixModel(QAbstractTableModel):
    """Shows one tensor; asks `commit` to change it and never changes it itself."""

    scale_changed = Signal()  # texts or colours of cells that kept their value

    def __init__(
        self,
        commit: Commit | None = None,
        parent: QObject | None = None,
        formulas: TypedFormulas | None = None,
    ) -> None:
        super().__init__(parent)
        self._commit = commit
        self._content: MatrixContent | None = None
        self._layout = MatrixLayout(())
        self._flat: Array = np.empty((0, 0))
        self._is_plain = False
        self._facts = RowFacts(self._flat)
        self._faces = CellFaces()
        self._masked: npt.NDArray[np.bool_] | None = None
        self._closed: npt.NDArray[np.bool_] | None = None
        self._marks = NOTHING  # what the last edit changed
        self._limit = 1.0
        self._wanted_decimals = 2
        self._writing = Writing(2)
        self._comma = False
        self._is_colored = True
        self._formulas = formulas or TypedFormulas()

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
    def painted_kind(self) -> Kind:
        """The same, but for colours that are turned off."""
        return self.kind if self._is_colored or self.kind is Kind.MASK else Kind.PLAIN

    @property
    def reason(self) -> str:
        """Why it cannot be edited; empty where it can."""
        return self._content.reason if self._content else ""

    @property
    def is_editable(self) -> bool:
        """True where cells can be typed into."""
        return self._content is not None and self._commit is not None and not self._content.reason

    @property
    def writing(self) -> Writing:
        """How its numbers are written: with the places wanted, or with none where all are whole."""
        return self._writing

    def show(self, content: MatrixContent | None) -> Rectangle | None:
        """Show a tensor; selection and editor stay where name and axes are the same.

        Returns
        -------
        tuple of int or None
            Top, left, bottom and right of what changed in a tensor that stayed; None where nothing did.
        """
        before = self._content
        if before is None or content is None or has_other_cells(before, content):
            self.beginResetModel()
            self._take(content)
            self.endResetModel()
            return None
        return self._go_on(before, content)

    @property
    def wanted_decimals(self) -> int:
        """Digits behind the point as they were asked for."""
        return self._wanted_decimals

    def set_decimals(self, decimals: int) -> None:
        """Show so many digits behind the point; none where all numbers are whole."""
        self._wanted_decimals = decimals
        self._rescale()
        if self._flat.size:
            self._announce((0, 0, self._flat.shape[0] - 1, self._flat.shape[1] - 1))
            self.scale_changed.emit()

    def set_colored(self, is_colored: bool) -> None:  # noqa: FBT001 - reads like a setter
        """Colour the cells by their numbers, or leave them plain."""
        if is_colored != self._is_colored:
            self._is_colored = is_colored
            self._faces.take(self._flat, self.painted_kind, self._masked, self._closed)
            self.scale_changed.emit()

    def _take(self, content: MatrixContent | None) -> None:
        """Show another tensor."""
        self._content = content
        self._layout = MatrixLayout(())
        self._flat = np.empty((0, 0))
        if content is not None:
            self._layout = MatrixLayout(content.tensor.axes, content.heads, content.head)
            self._is_plain = self._layout.is_plain
            self._flat = self._flattened(content.tensor.values)
        self._facts = RowFacts(self._flat)
        self._masked = self._flat_marks(content.masked if content else None)
        self._closed = self._flat_marks(content.closed if content else None)
        self._faces.take(self._flat, self.painted_kind, self._masked, self._closed)
        self._rescale()
        self._marks = self._marked(content) if content is not None else NOTHING

    def _go_on(self, before: MatrixContent, content: MatrixContent) -> Rectangle | None:
        """Show other numbers of the same tensor: only what differs is prepared and painted anew."""
        self._content, old = content, self._flat
        self._flat = self._flattened(content.tensor.values)
        changed = differing(self._layout, (before.tensor, old), (content.tensor, self._flat))
        again = changed if content.before is before.before else None
        marks = changed if content.before is before.tensor else self._marked(content, again)
        scale = (self._limit, self._writing)
        is_other = self._facts.change(old, self._flat, changed) or content.limit != before.limit
        if is_other or self._is_of_more(content):
            self._rescale()  # before a shade is asked for: the numbers may be of another magnitude
        self._faces.change(self._flat, changed)
        repainted = {changed.bounds}
        if self._has_other_marks(content):
            self._faces.take(self._flat, self.painted_kind, self._masked, self._closed)
            repainted = {(0, 0, self._flat.shape[0] - 1, self._flat.shape[1] - 1)}
        if marks is not self._marks:
            repainted |= {self._marks.bounds, marks.bounds}
            self._marks = marks
        for cells in repainted:
            if cells is not None:
                self._announce(cells)
        if scale != (self._limit, self._writing):
            self.scale_changed.emit()
        return changed.bounds

    def _has_other_marks(self, content: MatrixContent) -> bool:
        """Take over which cells are masked and closed; False where they are the same."""
        if content.masked is content.closed is self._masked is self._closed is None:
            return False
        old = self._masked, self._closed
        self._masked, self._closed = self._flat_marks(content.masked), self._flat_marks(content.closed)
        return not (same_marks(old[0], self._masked) and same_marks(old[1], self._closed))

    @property
    def color_limit(self) -> float | None:
        """How far the colours reach by what is shown elsewhere."""
        return self._content.limit if self._content is not None else None

    def _flattened(self, values: Array) -> Array:
        """Return numbers as the table shows them."""
        return values if self._is_plain else self._layout.flat(values)

    def _flat_marks(self, marks: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.bool_] | None:
        return self._layout.flat(marks) if marks is not None else None

    def _is_of_more(self, content: MatrixContent) -> bool:
        """Return whether numbers count that are not shown: of other heads, or those these are some of."""
        return self._layout.head is not None or content.tensor.like is not None

    def _rescale(self) -> None:
        """Find out which places are written and how far the colours reach."""
        own = written = Span(self._facts.limit, self._facts.is_whole)
        if self._content is not None and self._is_of_more(self._content):
            own, written = span_of(self._content.tensor), written_span(self._content.tensor)
        self._writing = written.writing(self._wanted_decimals)
        self._limit = self.color_limit or own.largest
        self._faces.set_scale(self._writing, self._limit)

    def _marked(self, content: MatrixContent, again: Changed | None = None) -> Changed:
        """Return the cells that the last edit changed; since they were known, those of `again` changed."""
        old, new = content.before, content.tensor
        if old is None or old.values is new.values or old.shape != new.shape:
            return NOTHING
        flat = self._flattened(old.values)
        if again is not None and self._marks.stays(again, flat, self._flat):
            return self._marks
        return differing(self._layout, (old, flat), (new, self._flat))

    def _announce(self, cells: Rectangle) -> None:
        top, left, bottom, right = cells
        if bottom >= 0 and right >= 0:
            first = self.createIndex(top, left)
            is_one = top == bottom and left == right
            self.dataChanged.emit(first, first if is_one else self.createIndex(bottom, right))

    # What the painter reads

    def texts(self, row: int, first: int = 0, last: int | None = None) -> list[str]:
        """Return the texts of the cells `first` … `last` of a row as they are shown."""
        return self._faces.texts(row, first, self._flat.shape[1] - 1 if last is None else last)

    def shades(self, row: int, first: int = 0, last: int | None = None) -> list[int]:
        """Return their colours, as positions in the map or as special shades."""
        return self._faces.shades(row, first, self._flat.shape[1] - 1 if last is None else last)

    def faces(self, row: int, first: int, last: int) -> tuple[list[int], list[str]]:
        """Return colours and texts of the cells `first` … `last` of a row."""
        return self._faces.shades(row, first, last), self._faces.texts(row, first, last)

    def changed_columns(self, row: int) -> list[int]:
        """Return the columns of a row whose numbers the last edit changed."""
        return self._marks.in_row(row)

    @property
    def changed_count(self) -> int:
        """How many cells the last edit changed."""
        return self._marks.count

    def widest_text(self) -> str:
        """Return a text that no other cell's is wider than."""
        if self.kind is Kind.MASK:
            return "0"
        return self._writing.text(-self._limit) if self._flat.size else ""

    def written(self, number: float, more: int = 0) -> str:
        """Return a number in the writing of this matrix, with so many more places."""
        return self._writing.with_more(more).text(number)

    def is_masked(self, row: int, column: int) -> bool:
        """Return whether a cell is masked and shows no number."""
        return self._masked is not None and bool(self._masked[row, column])

    def is_closed(self, row: int, column: int) -> bool:
        """Return whether a cell of a mask is closed whatever is typed."""
        return self._closed is not None and bool(self._closed[row, column])

    def value(self, row: int, column: int) -> float:
        """Return the number in a cell."""
        return float(self._flat[row, column])

    def entry_text(self, row: int, column: int) -> str:
        """Return what stands in the open field of an untouched cell: the exact number."""
        return edit_text(self.value(row, column))

    def shown_text(self, row: int, column: int) -> str:
        """Return the exact number as people read it."""
        return number_text(self.value(row, column), None)

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

    def fill(self, cells: Rectangle, fill: Fill) -> str:
        """Ask for a rectangle to be filled, as one edit; return why it was refused, or nothing."""
        if self.is_editable:
            try:
                return self.write_block(cells, fill.numbers(self.values(*cells), self.name), fill.deed)
            except SandboxError as error:
                return translated(error.message)
        return self._ask((), np.empty(0), None, None)

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
            number = parse_number(text, comma=self._comma)
        except SandboxError as error:
            return translated(error.message)
        for cell in cells if is_formula(text) else ():  # first: who hears of the change asks for it
            self._formulas.remember(self.name, self._layout.index(*cell), number, text)
        return self.write(cells, [number] * len(cells))

    @property
    def takes_comma(self) -> bool:
        """True where a typed comma is a decimal sign."""
        return self._comma

    def set_comma(self, is_decimal: bool) -> None:  # noqa: FBT001 - reads like a setter
        """Take a typed comma for a decimal sign, or refuse it."""
        self._comma = is_decimal

    def source(self, row: int, column: int) -> str:
        """Return the formula that the number in a cell was typed as, nothing where it was not."""
        return self._formulas.of(self.name, self._layout.index(row, column), self.value(row, column))

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
            return "" if self.is_masked(row, column) else self.texts(row, column, column)[0]
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
        parts, layout = [short_name(self.name)], self._layout
        head = layout.head_at(row, column)
        if head is not None:
            parts.append(self.tr("head {number}").format(number=head + 1))
        inner_row, inner_column = layout.within_head(row, column)
        if layout.row_axis is not None:
            parts.append(quoted(self.tr("row {number}"), inner_row + 1, layout.row_told(row)))
        parts.append(quoted(self.tr("column {number}"), inner_column + 1, layout.column_told(column)))
        return f"{', '.join(parts)}: {self._told(row, column)}"

    def _told(self, row: int, column: int) -> str:
        """Return what stands in a cell: its number, or a mask in words."""
        if self.is_masked(row, column):
            return self.tr("masked")
        if self.kind is not Kind.MASK:
            return edit_text(self.value(row, column))
        if self.is_closed(row, column):
            return self.tr("may not look, and cannot be allowed to")
        return self.tr("may look") if self.value(row, column) else self.tr("may not look")

    def _tip(self, row: int, column: int) -> str:
        place = ", ".join(str(position) for position in self._layout.index(row, column))
        lines = [f"{self.name}[{place}] = {edit_text(self.value(row, column))}"]
        if source := self.source(row, column):
            lines.append(self.tr("typed as {formula}").format(formula=source))
        if self.is_masked(row, column):
            lines.append(self.tr("masked"))
        if self.kind is Kind.MASK:
            lines.append(self._told(row, column))
        return "\n".join([*lines, self.reason] if self.reason else lines)

    def corner_text(self) -> str:
        """Return what stands in the corner: ``query ↓ key →``."""
        return self._layout.corner_text()
