"""Explain: how the chosen number was made, with the numbers put in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeySequence, QMoveEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QLabel, QToolButton, QWidget

from app.models.pinned_words import showing_word
from app.pin import Showing
from app.selection import Place
from app.texts import translated
from app.theme import Theme
from app.widgets.explain_view import CLOSE_PITCH, PITCH, ExplainView
from app.widgets.room import Room
from app.workspace import Workspace
from core.compared_cell import NotPinned, explain_difference
from core.errors import SandboxError
from core.explanation import Explanation, explain
from core.expression.nodes import Cell, Line
from core.expression.numbers import number_text
from core.proof import TOLERANCE, Check
from core.record import Record

HEIGHT, LOW_HEIGHT = Room.AMPLE.value.explain, 88
"""Four lines either way."""
_ABOVE, _BELOW, _LOW_ABOVE, _LOW_BELOW = 8, 8, 6, 6
_LOW_WINDOW = 760
"""Windows of less height have the lower panel."""
_NARROW = 480
"""Narrower than this, the panel stands beside the stage."""
_MARGIN, _SMALL_MARGIN, _FEW_PIXELS = 24, 16, 1160
"""As the stage has them."""
_LABEL_WIDTH = 80
_HISTORY = 100


class _Visit(Record):
    """Where one was before following a link."""

    step: str
    chosen: Place | None


class ExplainPanel(QWidget):
    """The chosen cell's arithmetic; its numbers lead to the steps that made them."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._beside: bool | None = None
        self._holds = True
        self._room = Room.AMPLE
        self._visits: list[_Visit] = []
        self.setProperty("kind", "band")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = _text("soft")
        self.view = ExplainView(workspace.theme.theme, self)
        self.proof = _text("link")
        self.proof.setContentsMargins(10, 2, 10, 2)
        self.full = _link()
        self.full.setCheckable(True)
        self.back = _link()
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._side = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._build()
        self.set_beside(beside=False)
        self._back_keys = QShortcut(QKeySequence(Qt.Modifier.ALT | Qt.Key.Key_Left), self)
        self._connect()
        self.retranslate()

    def set_beside(self, *, beside: bool) -> None:
        """Stand under the stage, or beside it as a column."""
        if beside == self._beside:
            return
        self._beside = beside
        direction = QBoxLayout.Direction.TopToBottom if beside else QBoxLayout.Direction.LeftToRight
        self._layout.setDirection(direction)
        self._layout.setStretchFactor(self.view, 0 if beside else 1)
        self._layout.setStretch(self._layout.count() - 1, 1 if beside else 0)
        self.view.set_fitting(fitting=beside)
        edge = Qt.AlignmentFlag.AlignLeft if beside else Qt.AlignmentFlag.AlignRight
        for widget in (self.proof, self.full, self.back):
            self._side.setAlignment(widget, edge)
        self._label.setMinimumWidth(0 if beside else _LABEL_WIDTH)
        self._fit()

    def set_room(self, room: Room) -> None:
        """Have one line where there is little height for the stage; the others are scrolled to."""
        self._room = room
        self._fit()

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self.view.setAccessibleName(self.tr("How the chosen number was made"))
        self._name_full()
        self.full.setToolTip(self.tr("Write every number with all its digits, and long sums in full"))
        self.back.setText(self.tr("◂ Back"))
        self.back.setToolTip(self.tr("Back to where you followed a number from (Alt+←)"))
        self._proof_words = {
            True: (self.tr("✓ recomputed"), self.tr("Computed again from this arithmetic: {number}")),
            False: (self.tr("✗ recomputed: {number}"), ""),
        }
        self._show_run()
        self.show_chosen()

    def show_chosen(self) -> None:
        """Explain the chosen cell."""
        place = self._workspace.selection.chosen
        if place is None:
            self._show_words(self._failure() or self.tr("Choose a cell to see how it was made."))
            return
        try:
            said = self._said(place)
        except SandboxError as error:
            self._show_words(translated(error.message))
            return
        self.view.set_texts(said.lines, [translated(remark) for remark in said.remarks])
        self._show_proof(said.proof)
        self.full.setVisible(True)

    def _said(self, place: Place) -> Explanation:
        """Explain a cell in the run that is shown, or the difference of two."""
        full, pin, now = self.full.isChecked(), self._workspace.pin, self._workspace.session.trace
        decimals = None if full else self._workspace.display.decimals
        cell = Cell(place.tensor, place.index)
        if pin.pinned is not None and pin.showing is Showing.DIFFERENCE:
            return explain_difference(
                pin.pinned.trace, now, cell, decimals=decimals, full=full, translate=translated
            )
        if pin.showing is Showing.PINNED and not pin.trace_shown.has_cell(cell.tensor, cell.index):
            raise NotPinned(name=f"{cell.tensor}[{', '.join(map(str, cell.index))}]")
        return explain(
            pin.trace_shown, cell.tensor, cell.index, decimals=decimals, full=full, translate=translated
        )

    def _show_run(self) -> None:
        """Say which run is explained, where that is not the present one."""
        run = showing_word(self._workspace.pin.showing)
        words = (self.tr("Explain"), run)
        self._label.setText((run or words[0]) if self._is_one_line else "\n".join(filter(None, words)))

    def go_back(self) -> None:
        """Return to where the last link was followed."""
        if not self._visits:
            return
        visit = self._visits.pop()
        self._go(visit.step, visit.chosen)
        self._show_back()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn into a column where the panel is narrow."""
        super().resizeEvent(event)
        self.set_beside(beside=event.size().width() < _NARROW)
        self._fit()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Take less height in a low window: what is above has moved this panel."""
        super().moveEvent(event)
        self._fit()

    def _build(self) -> None:
        self._layout.setSpacing(8)
        self._layout.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(self.view, 1)
        self._side.setSpacing(0)
        for widget in (self.proof, self.full, self.back):
            self._side.addWidget(widget)
        self._side.addStretch(1)
        self._layout.addLayout(self._side)
        self._layout.addStretch(0)
        self._show_back()

    def _connect(self) -> None:
        workspace = self._workspace
        workspace.selection.chosen_changed.connect(self._on_chosen_changed)
        workspace.session.trace_changed.connect(self._on_trace_changed)
        workspace.session.document_replaced.connect(self._on_document_replaced)
        workspace.pin.changed.connect(self._on_pin_changed)
        workspace.display.decimals_changed.connect(self._on_decimals_changed)
        workspace.display.zoom_changed.connect(self._on_zoom_changed)
        workspace.theme.changed.connect(self._on_theme_changed)
        self.view.link_chosen.connect(self._on_link_chosen)
        self.view.link_pointed.connect(self._on_link_pointed)
        self.full.toggled.connect(self._on_full_toggled)
        self.back.clicked.connect(self.go_back)
        self._back_keys.activated.connect(self.go_back)
        self._on_zoom_changed(workspace.display.zoom)

    @property
    def _is_one_line(self) -> bool:
        return self._room is not Room.AMPLE and not self._beside

    def _fit(self) -> None:
        one_line = self._is_one_line
        self._show_run()
        self.view.set_running(running=one_line)
        directions = QBoxLayout.Direction
        self._side.setDirection(directions.LeftToRight if one_line else directions.TopToBottom)
        if self._beside:
            self._layout.setContentsMargins(16, 16, 16, 16)
            self.setMinimumHeight(0)
            self.setMaximumHeight(16_777_215)
            return
        margin = _SMALL_MARGIN if self.width() < _FEW_PIXELS else _MARGIN
        low = self.window().height() < _LOW_WINDOW
        above, below = (_LOW_ABOVE, _LOW_BELOW) if low else (_ABOVE, _BELOW)
        self.view.set_pitch(CLOSE_PITCH if low else PITCH)
        height = LOW_HEIGHT if low else HEIGHT
        if one_line:
            height = max(self._room.value.explain, self.view.line_height + above + below)
            above = below = (height - self.view.line_height) // 2
        centre = Qt.AlignmentFlag.AlignVCenter if one_line else Qt.AlignmentFlag.AlignTop
        self._layout.setAlignment(self._label, centre)
        self._layout.setContentsMargins(margin, above, margin, below)
        self.setFixedHeight(height)

    def _failure(self) -> str:
        failure = self._workspace.session.trace.failure
        return translated(failure.error.message) if failure else ""

    def _show_words(self, text: str) -> None:
        self.view.set_texts((), (text,))
        self.proof.setVisible(False)
        self.full.setVisible(False)

    def _show_proof(self, proof: Check | None) -> None:
        self.proof.setVisible(proof is not None)
        if proof is None:
            return
        holds, recomputed = proof.difference <= TOLERANCE, number_text(proof.recomputed, None)
        words, about = self._proof_words[holds]
        self.proof.setText(words.format(number=recomputed))
        self.proof.setToolTip(about.format(number=recomputed))
        if holds != self._holds:
            self._holds = holds
            _set_kind(self.proof, "link" if holds else "refused")

    def _go(self, step: str, place: Place | None) -> None:
        workspace = self._workspace
        workspace.cursor.move_to(step)
        if place is None or workspace.selection.exists(place):
            workspace.selection.choose(place)

    def _show_back(self) -> None:
        self.back.setVisible(bool(self._visits))

    def _on_chosen_changed(self) -> None:
        self.show_chosen()

    def _on_trace_changed(self) -> None:
        self.show_chosen()

    def _on_document_replaced(self) -> None:
        self._visits.clear()
        self._show_back()
        self.show_chosen()

    def _on_pin_changed(self) -> None:
        self._show_run()
        self.show_chosen()

    def _on_decimals_changed(self) -> None:
        self.show_chosen()

    def _name_full(self) -> None:
        is_full = self.full.isChecked()
        self.full.setText(self.tr("full precision ▾") if is_full else self.tr("full precision ▸"))

    def _on_full_toggled(self) -> None:
        self._name_full()
        self.show_chosen()

    def _on_zoom_changed(self, zoom: int) -> None:
        self.view.set_scale(zoom / 100)
        self._fit()

    def _on_theme_changed(self, theme: Theme) -> None:
        self.view.set_theme(theme)

    def _on_link_chosen(self, link: Cell | Line) -> None:
        selection = self._workspace.selection
        self._visits.append(_Visit(self._workspace.cursor.step.name, selection.chosen))
        del self._visits[:-_HISTORY]
        self._go(link.tensor, _first_place(link))
        self._show_back()

    def _on_link_pointed(self, link: object) -> None:
        place = Place(link.tensor, link.index) if isinstance(link, Cell) else None
        self._workspace.selection.hover(place)


def _first_place(link: Cell | Line) -> Place:
    """Return the cell to choose: a line's first one."""
    return Place(link.tensor, tuple(0 if at is None else at for at in link.index))


def _text(kind: str) -> QLabel:
    label = QLabel()
    label.setProperty("kind", kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _link() -> QToolButton:
    button = QToolButton()
    button.setProperty("kind", "link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def _set_kind(label: QLabel, kind: str) -> None:
    label.setProperty("kind", kind)
    label.style().unpolish(label)
    label.style().polish(label)
