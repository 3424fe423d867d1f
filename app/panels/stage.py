"""The stage: the current step as its formula reads, with live matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.models.changed_words import changed_cells_text, changed_text, changed_tip
from app.models.pinned_words import short_showing_words, showing_tip, showing_words
from app.models.proof_words import broken_place, facts_badge
from app.models.stage_compared import compared_content
from app.models.stage_content import MatrixView, StageContent
from app.models.stage_heads import own_head, query_head
from app.models.stage_lit import LitPlaces, Places, shown_place
from app.models.stage_reading import Outlines
from app.models.stage_switches import switch_edit, switches
from app.models.stage_title import head_count, place_line, title_line
from app.panels.health_notice import HealthNotice
from app.panels.stage_band import StageBand
from app.panels.stage_editor import StageEditor
from app.pin import Showing
from app.selection import Place
from app.theme import Theme
from app.widgets.formula_bar import FormulaBar
from app.widgets.room import Room
from app.widgets.stage.canvas import StageCanvas
from app.widgets.stage_header import StageHeader
from app.workspace import Workspace
from core.expression.nodes import Cell, Line
from core.facts import Fact, facts
from core.ops.base import Index
from core.program import Step
from core.ripple import Marks
from core.trace import Trace

if TYPE_CHECKING:
    from app.panels.output import OutputPanel

MARGIN, NARROW_MARGIN = 24, 16
_NARROW = 1160
"""Narrower than this (a window of 1200 px less its rail), margins are smaller."""
COMPUTATION, OUTPUT = 0, 1


class StagePanel(QWidget):
    """Header, formula, views and canvas of the current step."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._trace = self._last = workspace.session.trace
        self._content = StageContent(())
        self._tensors: tuple[str, ...] = ()
        """The names of the matrices in view, in order."""
        self._outlines = Outlines()
        self._lit_places = LitPlaces()
        self._pointed_here = False
        self._step_name = workspace.cursor.step.name
        self._output: OutputPanel | None = None
        self._before_output: tuple[str, Place | None] | None = None
        """Where one was when the output was opened, to return to."""
        self.setProperty("kind", "stage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.header = StageHeader(self)
        self.formula = FormulaBar(workspace.theme.theme, self)
        self._band = StageBand(workspace, self.formula, self)
        self.banner = QLabel(self)
        self.notice = HealthNotice(workspace, self)
        self.canvas = StageCanvas(self)
        self.editor = StageEditor(workspace, self.canvas)
        self._views = QStackedWidget(self)
        self._build()
        self._connect()
        self.setFocusProxy(self.canvas)
        self.canvas.set_theme(workspace.theme.theme)
        self.canvas.set_display(workspace.display.decimals, workspace.display.zoom)
        self.retranslate()

    @property
    def content(self) -> StageContent:
        """What is shown now."""
        return self._content

    def set_room(self, room: Room) -> None:
        """Leave the matrices more of the height where there is little."""
        self.header.set_room(room)
        self.formula.set_room(room)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self._outlines = Outlines()
        self.canvas.setAccessibleName(self.tr("Stage: the matrices of the current step"))
        self._band.retranslate()
        self.formula.tabs.setAccessibleName(self.tr("Views"))
        self._show_views()
        self._show_step()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Save margins where there is little room."""
        super().resizeEvent(event)
        margin = NARROW_MARGIN if event.size().width() < _NARROW else MARGIN
        self.header.set_margin(margin)
        self.formula.set_margin(margin)
        self.notice.set_margin(margin)

    def _build(self) -> None:
        self.banner.setProperty("kind", "refused")
        self.banner.setTextFormat(Qt.TextFormat.PlainText)
        self.banner.setWordWrap(True)
        self._views.addWidget(self.canvas)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.formula)
        layout.addWidget(self.banner)
        layout.addWidget(self.notice)
        layout.addWidget(self._views, 1)

    def _connect(self) -> None:
        workspace = self._workspace
        workspace.session.trace_changed.connect(self._on_trace_changed)
        workspace.session.document_replaced.connect(self._on_document_replaced)
        workspace.ripple.changed.connect(self._on_ripple_changed)
        workspace.cursor.moved.connect(self._on_moved)
        workspace.selection.chosen_changed.connect(self._on_chosen_changed)
        workspace.selection.hovered_changed.connect(self._on_hovered_changed)
        workspace.selection.head_changed.connect(self._on_head_changed)
        workspace.display.decimals_changed.connect(self._on_display_changed)
        workspace.display.zoom_changed.connect(self._on_display_changed)
        workspace.theme.changed.connect(self._on_theme_changed)
        workspace.pin.changed.connect(self._on_pin_changed)
        self.header.head_chosen.connect(self._on_head_chosen)
        self.header.run_chosen.connect(workspace.pin.show)
        self.header.switched.connect(self._on_switched)
        self.header.fact_followed.connect(self._on_fact_followed)
        self.formula.view_chosen.connect(self.show_view)
        self.canvas.cell_chosen.connect(self._on_cell_chosen)
        self.canvas.cell_hovered.connect(self._on_cell_hovered)
        self.canvas.row_header_clicked.connect(self._on_row_header_clicked)
        self.canvas.column_header_clicked.connect(self._on_column_header_clicked)
        self.editor.drag_ended.connect(self._show_hint)

    # What is shown

    def show_view(self, view: int) -> None:
        """Show the computation of the step, or the words that come next: they belong to the last step.

        Opening the output goes to that step, so that title, Explain and player tell of what is seen; closing
        it returns to where one was.
        """
        if view == self._views.currentIndex():
            self.formula.set_view(view)
        elif view == OUTPUT:
            self._open_output()
        else:
            self._close_output()

    def _open_output(self) -> None:
        from app.panels.output import TENSOR, OutputPanel  # not needed for the first picture

        workspace = self._workspace
        if self._output is None:
            self._output = OutputPanel(workspace, self)
            self._views.addWidget(self._output)
        with_keyboard = self.canvas.hasFocus()
        here = (workspace.cursor.step.name, workspace.selection.chosen)
        workspace.cursor.move_to(TENSOR)
        self._before_output = here
        self._views.setCurrentIndex(OUTPUT)
        self.formula.set_view(OUTPUT)
        self._output.choose_next()
        if with_keyboard:  # Enter takes a token
            self._output.setFocus()

    def _close_output(self) -> None:
        cursor, selection = self._workspace.cursor, self._workspace.selection
        step, chosen = self._before_output or (cursor.step.name, None)
        self._leave_output()
        if self._workspace.session.program.maker(step) is None:  # switched off meanwhile
            return
        if step != cursor.step.name:
            cursor.move_to(step)
        if chosen is not None and selection.exists(chosen):
            selection.choose(chosen)
        elif selection.chosen is None or selection.chosen.tensor not in self._tensors:
            selection.show_step(cursor.step)

    def _leave_output(self) -> None:
        self._before_output = None
        self._views.setCurrentIndex(COMPUTATION)
        self.formula.set_view(COMPUTATION)

    def _show_step(self) -> None:
        self._show_header()
        self._band.show_step()
        self._show_content()

    def _show_header(self) -> None:
        program, step = self._workspace.session.program, self._workspace.cursor.step
        shown = self._workspace.pin.step_shown(step)
        heads = head_count(*shown)
        head = min(own_head(*shown, self._workspace.selection.head), max(heads - 1, 0))
        self.header.set_place(place_line(*shown, head=head))
        self.header.set_title(title_line(*shown))
        self.header.set_heads(heads, head, self.tr("head"))
        self.header.set_switches(switches(program, step, self._workspace.session.scenario.architecture))
        self._show_runs()
        self._show_badge()

    def _show_runs(self) -> None:
        """Offer now, pinned and the difference where something is pinned."""
        pin = self._workspace.pin
        if pin.pinned is None:
            self.header.set_runs(())
        else:
            self.header.set_runs(showing_words(), short_showing_words(), pin.showing, showing_tip(pin.pinned))

    def _show_badge(self) -> None:
        program, step = self._workspace.session.program, self._workspace.cursor.step
        changed = self._workspace.ripple.cells((step.name,))
        tip = self._outlines.kept(program, ("tip", step.name), lambda: changed_tip(program, step))
        self.header.set_badge(changed_cells_text(changed), changed_text(changed), tip)

    def _show_content(self) -> None:
        trace, step = self._trace, self._workspace.cursor.step
        pin, selection = self._workspace.pin, self._workspace.selection
        self._content = compared_content(
            trace,
            pin.pinned.trace if pin.pinned is not None else None,
            step,
            head=selection.head,
            showing=pin.showing,
            outlines=self._outlines,
        )
        tensors = tuple([item.tensor for item in self._content.items if isinstance(item, MatrixView)])
        if tensors != self._tensors:
            self._tensors = tensors
            self.canvas.set_lit((), None)  # the marks are those of other matrices
        self.canvas.set_content(self._content, self._changes())
        failed = self._trace.failure is not None and step.name not in self._trace
        if failed or not self.banner.isHidden():
            self.banner.setText(self._content.message if failed else "")
            self.banner.setVisible(failed)
        self._show_fact()
        self._show_lit()
        self._show_hint()

    def _show_fact(self) -> None:
        badge = facts_badge(self._facts())
        self.header.set_fact(badge.text, badge.tip, holds=badge.holds)

    def _facts(self) -> tuple[Fact, ...]:
        """Return the laws of the step in the run that is shown; they do not hold of differences."""
        if self._workspace.pin.showing is Showing.DIFFERENCE:
            return ()
        trace = self._workspace.pin.trace_shown
        step = trace.program.maker(self._workspace.cursor.step.name)
        return () if step is None else facts(trace, step)

    def _show_lit(self) -> None:
        """Mark the chosen cell and what it is made from; and the cell that Explain points at."""
        if self._trace is not self._workspace.session.trace:
            return  # a move or a new trace is under way and shows everything
        selection = self._workspace.selection
        chosen, hovered = selection.chosen, selection.hovered
        lit: Places = ()
        trace = self._workspace.pin.trace_shown
        if chosen is not None and trace.has_cell(chosen.tensor, chosen.index):
            lit = self._lit_places.of(trace, self._content, chosen.tensor, chosen.index)
        link: Cell | Line | None = None
        if hovered is not None and not self._pointed_here and trace.has_cell(hovered.tensor, hovered.index):
            link = shown_place(trace, self._content, Cell(hovered.tensor, hovered.index))
        self.canvas.set_lit(lit, None if chosen is None else (chosen.tensor, chosen.index), link)

    def _show_changes(self) -> None:
        self.canvas.set_changed(self._changes())

    def _changes(self) -> dict[str, Marks]:
        """Return which cells of now the last edit changed."""
        if self._workspace.pin.showing is not Showing.NOW:
            return {}
        return self._workspace.ripple.marks(self._tensors)

    def _show_hint(self) -> None:
        """Invite to drag a number until somebody did: at the right, where the line crosses no word."""
        hint = None
        if self._content.chain and not self._workspace.settings.settings.handle_was_dragged:
            views = (item for item in self._content.items if isinstance(item, MatrixView) and item.editable)
            hint = next(views, None)
        if hint is None:
            self.canvas.set_hint(None)
        else:
            self.canvas.set_hint(hint.tensor, hint.index(0, -1), self.tr("drag me"))

    def _show_views(self) -> None:
        titles = [self.tr("Computation"), self.tr("Output")]
        has_output = self._workspace.session.program.maker("probabilities") is not None
        self.formula.set_views(titles if has_output else titles[:1])
        if not has_output and self._views.currentIndex() != COMPUTATION:
            self._leave_output()

    def _tensors_read(self) -> frozenset[str]:
        """Return the names that the content depends on, hidden masks included."""
        makers = (self._trace.program.maker(name) for name in self._tensors)
        return frozenset(self._tensors).union(*(step.inputs for step in makers if step is not None))

    # What happened

    def _on_trace_changed(self, trace: Trace, changed: frozenset[str]) -> None:
        before, self._last, self._trace = self._last, trace, trace
        same_failure = before.failure is trace.failure
        read = self._outlines.kept(trace.program, ("read", self._tensors), self._tensors_read)
        is_shown = not changed.isdisjoint(read)
        is_now = self._workspace.pin.showing is Showing.NOW
        if same_failure and before.program.steps is trace.program.steps:  # nothing but numbers changed
            self._show_badge()
            self._show_content() if is_shown else self._show_changes()
        elif same_failure and before.program.steps == trace.program.steps and not is_shown and is_now:
            self._show_header()
            self._show_changes()
        else:
            self._show_views()
            self._show_step()

    def _leave_cell(self) -> None:
        """Type into nothing that is about to be something else; an edit under way keeps the field."""
        if self._last is self._workspace.session.trace:
            self.canvas.leave_editor()

    def _on_pin_changed(self) -> None:
        self._leave_cell()
        if self._last is self._workspace.session.trace:  # otherwise the new trace is shown right after
            self._show_header()
            self._show_content()

    def _on_ripple_changed(self) -> None:
        if self._last is self._workspace.session.trace:  # otherwise the new trace is shown right after
            self._show_badge()
            self._show_changes()

    def _on_document_replaced(self) -> None:
        self._show_views()
        self._show_step()

    def _on_moved(self, step: Step) -> None:
        self._leave_cell()
        if self._trace is not self._workspace.session.trace:  # other steps: what changed is told right after
            self._trace = self._workspace.session.trace
        if step.name != self._step_name:
            self._step_name = step.name
            self._leave_output()
        self._show_step()

    def _on_head_chosen(self, head: int) -> None:
        """Show a head of the run that is shown, by a head of the queries that it goes with there."""
        selection, shown = (
            self._workspace.selection,
            self._workspace.pin.step_shown(self._workspace.cursor.step),
        )
        if head != own_head(*shown, selection.head):
            selection.show_head(query_head(*shown, head))

    def _on_head_changed(self) -> None:
        self._leave_cell()
        self._show_header()
        self._show_content()

    def _on_chosen_changed(self) -> None:
        if self._step_name == self._workspace.cursor.step.name:  # otherwise a move is under way
            self._show_lit()

    def _on_hovered_changed(self) -> None:
        self._show_lit()

    def _on_display_changed(self) -> None:
        self.canvas.set_display(self._workspace.display.decimals, self._workspace.display.zoom)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.canvas.set_theme(theme)

    # What the user meant

    def _on_cell_chosen(self, tensor: str, index: Index) -> None:
        place = Place(tensor, tuple(index))
        if self._workspace.selection.exists(place):
            self._workspace.selection.choose(place)
        else:
            self.canvas.refuse(self.tr("Only the pinned run has this cell."))

    def _on_cell_hovered(self, cell: Cell | None) -> None:
        self._pointed_here = cell is not None
        self._workspace.selection.hover(None if cell is None else Place(cell.tensor, cell.index))

    def _on_row_header_clicked(self, tensor: str, row: int) -> None:
        self._choose_in(tensor, row=row)

    def _on_column_header_clicked(self, tensor: str, column: int) -> None:
        self._choose_in(tensor, column=column)

    def _choose_in(self, tensor: str, row: int | None = None, column: int | None = None) -> None:
        """Choose the cell in that row or column of a matrix, in line with the one chosen so far."""
        chosen = self._workspace.selection.chosen
        views = (
            item for item in self._content.items if isinstance(item, MatrixView) and item.tensor == tensor
        )
        view = next(views, None)
        if view is None:
            return
        found = view.find(chosen.index) if chosen is not None and chosen.tensor == tensor else None
        old_row, old_column = found or (0, 0)
        place = view.index(old_row if row is None else row, old_column if column is None else column)
        self._workspace.selection.choose(Place(tensor, place))

    def _on_fact_followed(self) -> None:
        """Choose the first cell of the row that breaks a law."""
        place = broken_place(self._facts())
        if place is not None:
            self._workspace.selection.choose(Place(self._workspace.cursor.step.name, (*place, 0)))

    def _on_switched(self, key: str, is_on: bool) -> None:  # noqa: FBT001 - Qt's signal
        session = self._workspace.session
        edit = switch_edit(session.scenario.architecture, key, is_on=is_on)
        if not session.apply(edit):
            self._show_header()
