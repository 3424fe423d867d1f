"""Numbers: the grid of whole matrices, in a drawer along the lower edge."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.models import stage_words
from app.models.matrix_content import (
    block_edit,
    content_of,
    fitting_name,
    is_editable,
    kind_words,
    name_groups,
)
from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import MatrixContent
from app.models.pinned_words import showing_words
from app.models.rectangles import mesh_rectangle, rectangles_of
from app.models.stage_chain import chain_limit
from app.panels.numbers_line import NumbersLine
from app.panels.numbers_ways import NumbersWays
from app.panels.word_tables import WordTables
from app.pin import Showing
from app.selection import Place
from app.widgets.grid import MatrixGrid
from app.widgets.grid_bar import NumbersBar
from app.widgets.grid_statistics import RangeStatistics
from app.workspace import Workspace
from core.edits.base import Cells, Edit
from core.program import Step
from core.ranges import range_numbers
from core.tensor import Array
from core.text import Message
from core.trace import StepFailure, Trace

_GRID_HEIGHT = 84


class NumbersPanel(QWidget):
    """Shows the matrix that the step reads, or another that was picked, and lets it be typed."""

    open_changed = Signal(bool)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._session = workspace.session
        self._is_open = False
        self._is_stale = True
        self._is_following = False
        self._pinned: str | None = None
        self._named: tuple[tuple[Step, ...], StepFailure | None] = ((), None)
        """What the names to pick from were taken of."""
        self.model = MatrixModel(self._commit, self, self._session.formulas)
        self.model.set_decimals(workspace.display.decimals)
        self.bar = NumbersBar(workspace.theme, self)
        self.grid = MatrixGrid(self.model, workspace.theme, new_gesture=self._session.new_gesture)
        self.grid.set_zoom(workspace.display.zoom)
        self.tables = WordTables(workspace, self)
        self.statistics = RangeStatistics()
        self._body = QWidget(self)
        self._build()
        self.line = NumbersLine(self.bar.entry, self.grid, workspace.theme, self)
        self.ways = NumbersWays(workspace, self.bar, self.model, self.grid.fills, self)
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        self._body.setProperty("kind", "stage")
        self._body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.grid.setMinimumHeight(_GRID_HEIGHT)
        row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.grid, 1)
        row.addWidget(self.tables, 1)
        row.addWidget(self.statistics)
        row.addStretch(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self._body, 1)
        self._body.hide()

    def _connect(self) -> None:
        workspace, grid = self._workspace, self.grid
        self._session.trace_changed.connect(self._on_trace_changed)
        self._session.document_replaced.connect(self._on_document_replaced)
        workspace.cursor.moved.connect(self._refresh)
        workspace.selection.chosen_changed.connect(self._on_chosen_changed)
        workspace.display.decimals_changed.connect(self._on_decimals_changed)
        workspace.display.zoom_changed.connect(grid.set_zoom)
        self.bar.toggled.connect(self._on_bar_toggled)
        self.bar.picker.picked.connect(self._on_name_picked)
        self.ways.changed.connect(self._show_again)
        self._session.revisited.connect(self._on_revisited)
        workspace.pin.changed.connect(self._on_pin_changed)
        grid.fitted.connect(self._on_grid_fitted)
        grid.current_changed.connect(self._on_current_changed)
        grid.selection_altered.connect(self._show_statistics)
        grid.cell_hovered.connect(self._on_cell_hovered)
        grid.scrub.abandoned.connect(self._session.abandon)
        grid.entry.closed.connect(self._on_entry_closed)

    # Open and closed

    @property
    def is_open(self) -> bool:
        """True while the grid is shown."""
        return self._is_open

    def sizeHint(self) -> QSize:
        """Ask for some rows, and for all that is told of them."""
        hint = super().sizeHint()
        told = self.bar.height() + self.statistics.least_height() if self._is_open else 0
        return QSize(hint.width(), max(hint.height(), told))

    def set_open(self, is_open: bool) -> None:  # noqa: FBT001 - takes what a signal gives
        """Show the grid, or only the bar."""
        if is_open == self._is_open:
            return
        if not is_open:
            self.grid.entry.cancel()
            self.tables.cancel()
        self._is_open = is_open
        self._body.setVisible(is_open)
        self.bar.set_open(is_open=is_open)
        self.bar.retranslate()
        self.line.plate.unsay()
        if is_open and self._is_stale:
            self._refresh()
        self._show_statistics()
        self.updateGeometry()
        self.open_changed.emit(is_open)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self.bar.retranslate()
        self.statistics.retranslate()
        self.grid.setAccessibleName(self.tr("Numbers"))
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # What is shown

    @property
    def shown(self) -> str:
        """Name of the tensor in the grid."""
        return self.model.name

    @property
    def _trace(self) -> Trace:
        return self._session.trace

    def show_tensor(self, name: str) -> None:
        """Show this tensor until another document is opened or the step is followed again."""
        self._pinned = name
        self._refresh()

    @contextmanager
    def _following(self) -> Iterator[None]:
        """Move in the grid without choosing a cell."""
        before, self._is_following = self._is_following, True
        try:
            yield
        finally:
            self._is_following = before

    def _wanted(self) -> str | None:
        if self._pinned is not None and self._pinned in self._trace:
            return self._pinned
        return fitting_name(self._trace, self._workspace.cursor.step)

    def _refresh(self) -> None:
        """Show what is wanted; a refused entry is not taken away."""
        self.bar.show_step(self._workspace.cursor.step)
        if not self._is_open:
            self._is_stale = True
            return
        self._show_groups()
        if self.grid.entry.is_open and self.model.name in self._trace and not self.grid.entry.finish():
            self._is_stale = True
            return
        self._is_stale = False
        if not self._show_kind():
            self._show(self._wanted())

    def _show_groups(self) -> None:
        groups = (*name_groups(self._trace), self.tables.group())
        self.bar.picker.set_names(groups, self.tr("as the step needs"))
        self._named = (self._trace.program.steps, self._trace.failure)

    def _show_kind(self) -> bool:
        """Make room for a table of words where one was picked, else for the matrix; True for words."""
        name = self._pinned if self.tables.has(self._pinned) else None
        is_other, held = (name is None) == self.tables.is_shown, self.window().focusWidget()
        is_held = is_other and held is not None and self._body.isAncestorOf(held)
        if name is None:
            self._show_matrix(is_shown=True)
        else:
            self.tables.show_table(name)
        if is_held:  # before the other one is hidden: the focus would go anywhere
            (self.grid if name is None else self.tables.grid).setFocus()
        if name is None:
            self.tables.show_table(None)
            return False
        self._show_matrix(is_shown=False)
        self.bar.set_heads(0, None)
        self.bar.picker.show_name(name)
        self.bar.shape.setText(self.tables.told())
        return True

    def _show_shape(self) -> None:
        """Say of which shape and kind the matrix is; that it is of now, while the stage shows another run."""
        name, is_other = self.model.name, self._workspace.pin.showing is not Showing.NOW
        told = kind_words(self._trace, name, self.model.layout) if name in self._trace else ""
        now = dict(showing_words())[Showing.NOW] if is_other else ""
        self.bar.shape.setText(" · ".join(filter(None, (now, told))))

    def _show_offers(self) -> None:
        """Say what matrix it is, and offer what can be done with it."""
        self._show_shape()
        self.bar.entry.setReadOnly(not self.model.is_editable)
        self.bar.fill.setEnabled(self.model.is_editable)
        self.bar.set_heads(self.model.layout.head_count, self.model.layout.head)

    def _on_pin_changed(self) -> None:
        if not self.tables.is_shown and self._is_open:
            self._show_shape()

    def _show_matrix(self, *, is_shown: bool) -> None:
        for widget in (self.grid, self.statistics, self.bar.entry, self.bar.fill, self.bar.colors):
            widget.setVisible(is_shown)

    def _show(self, name: str | None) -> None:
        self.grid.fills.set_seed(self._session.scenario.seed)
        with self._following():
            if name is None:
                self.model.show(None)
            else:
                self.model.show(self._content(name))
            self.bar.picker.show_name(name or "")
            self._show_offers()
            self._show_chosen(self._workspace.selection.chosen)
        failure = self._trace.failure
        missing = name is None and failure is not None
        self.grid.set_empty_text(
            stage_words.step_failed(str(failure.error)) if missing and failure else stage_words.no_words()
        )
        self._show_remarks()
        self.line.show_text()
        self._show_statistics()

    def _content(self, name: str) -> MatrixContent:
        before = self._session.trace_before if self._workspace.ripple.is_marked else None
        limit = self._color_limit(name)
        return content_of(self._session.scenario, self._trace, name, before, self.ways.head, limit)

    def _color_limit(self, name: str) -> float | None:
        """Return how far the colours reach by the stage, where it shows several matrices in one range."""
        return chain_limit(self._trace, self._workspace.cursor.step, name)

    def _show_again(self) -> None:
        """Show the same tensor in another way; an entry is taken first, and stays where it is refused."""
        is_shown = self._is_open and not self.tables.is_shown and self.model.name in self._trace
        if is_shown and self.grid.entry.finish():
            self._show(self.model.name)

    def _show_remarks(self) -> None:
        changed, count = self.model.changed_count, self.model.rowCount() * self.model.columnCount()
        told = self.tr("1 of 1 cell changed") if count == 1 else self.tr("{changed} of {count} cells changed")
        told = told.format(changed=changed, count=count)
        self.statistics.show_remarks(told if changed else "", self.model.reason)

    def _show_statistics(self) -> None:
        size = self.grid.cells.size
        ranges = self.grid.cells.ranges() if self._is_open and size[0] and size[1] else []
        numbers = range_numbers([self.model.values(*r) for r in ranges])
        self.statistics.show_numbers(numbers, self.model.written)
        self._workspace.selection.tell_range(numbers)

    def _show_chosen(self, place: Place | None) -> None:
        if place is None or place.tensor != self.model.name:
            return
        cell = self.model.layout.cell(place.index)
        if cell is not None and cell != self.grid.cells.current:
            self.grid.cells.go(*cell)

    # Following

    def _on_trace_changed(self, trace: Trace, changed: frozenset[str]) -> None:
        name, (steps, failure) = self.model.name, self._named
        if not self._is_open or name not in trace or self.tables.has(self._pinned):
            self._refresh()
            return
        has_other_steps = steps is not trace.program.steps or failure is not trace.failure
        if has_other_steps:
            self._show_groups()
        is_same = name not in changed and not self.model.changed_count
        if not is_same or self._color_limit(name) != self.model.color_limit:
            self._go_on(name, has_other_steps=has_other_steps)

    def _go_on(self, name: str, *, has_other_steps: bool) -> None:
        """Show other numbers of the tensor that is shown, and tell anew what is told of those."""
        model, current = self.model, self.grid.cells.current
        layout, marked, writing = model.layout, model.changed_count, model.writing
        with self._following():
            where = model.show(self._content(name))
            if current is not None and self.grid.cells.current != current:  # after a reset
                self.grid.cells.go(*current)
        is_other = has_other_steps or model.layout is not layout
        is_chosen = is_other or (where is not None and self.grid.has_chosen(where))
        if is_other:
            self._show_offers()
        if is_other or model.changed_count != marked:
            self._show_remarks()
        if is_chosen:
            self.line.show_text()
        if is_chosen or model.writing != writing:
            self._show_statistics()

    def _on_revisited(self, edit: Edit) -> None:
        """Show what was undone or done again, where the drawer is open: its tensor, selected and in sight."""
        if edit.place is None or not self._is_open or self.grid.entry.is_open:
            return
        name, cells = edit.place
        if name not in self._trace:
            return
        if name != self.model.name or self.tables.is_shown:
            self._pinned = name if self._pinned is not None else None
            self._show_kind()
            self._show(name)
        block = mesh_rectangle(cells) if self.model.layout.is_plain else None
        if block is not None:
            with self._following():
                self.grid.cells.select([block])
            return
        places = self.model.layout.places(cells)
        if not len(places) and self.ways.head is not None:
            self.ways.show_head(None)
            places = self.model.layout.places(cells)
        with self._following():
            self.grid.cells.select(rectangles_of(places))

    def _on_document_replaced(self) -> None:
        self._pinned = None
        self.grid.entry.cancel()
        self._refresh()

    def _on_chosen_changed(self, place: Place | None) -> None:
        """Go to a chosen cell of the tensor shown, or show another that the step reads."""
        if place is None or not self._is_open or self._is_following or self.grid.entry.is_open:
            return
        with self._following():
            self._show_chosen(place)
        step = self._workspace.cursor.step
        is_other = place.tensor != self.model.name and place.tensor in step.inputs
        if not is_other or self._pinned is not None or place.tensor not in self._trace:
            return
        if is_editable(self._trace, place.tensor):
            self._show(place.tensor)

    def _on_decimals_changed(self, decimals: int) -> None:
        self.model.set_decimals(decimals)
        self._show_statistics()

    def _on_name_picked(self, name: str) -> None:
        """Show a tensor and choose its current cell: the status bar and Explain tell of no other."""
        self._pinned = name or None
        self._refresh()
        if not self._is_stale and not self.tables.is_shown:
            self._choose_current()

    def _on_bar_toggled(self) -> None:
        self.set_open(not self._is_open)

    def _on_grid_fitted(self) -> None:
        self.grid.setMaximumWidth(self.grid.content_width())
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """What is told of the selection gives way to the columns of the grid."""
        self.statistics.set_room(self.width() - self.grid.content_width())

    def _on_current_changed(self, _row: int, _column: int) -> None:
        self.line.show_text()
        if not self._is_following and self._is_open:
            self._choose_current()

    def _choose_current(self) -> None:
        current = self.grid.cells.current
        if current is not None:
            with self._following():
                self._workspace.selection.choose(Place(self.model.name, self.model.layout.index(*current)))

    def _on_cell_hovered(self, row: int, column: int) -> None:
        is_cell = row >= 0 and column >= 0
        place = Place(self.model.name, self.model.layout.index(row, column)) if is_cell else None
        self._workspace.selection.hover(place)

    def _on_entry_closed(self) -> None:
        self.line.show_text()
        if self._is_stale:
            self._refresh()

    # Changing

    def _commit(self, cells: Cells, numbers: Array, deed: Message | None, gesture: int | None) -> None:
        """Ask the session; `SandboxError` goes back to the grid, which shows the reason."""
        name = self.model.name
        edit = block_edit(self._trace, name, cells, numbers, deed)
        self._session.attempt(edit, gesture=gesture)
