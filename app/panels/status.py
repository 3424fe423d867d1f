"""The status bar: the exact value under the pointer, its axes, and what the model takes for granted."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar, QWidget

from app.models.pinned_words import told_number
from app.models.proof_words import NOTHING, Badge, proof_badge, waiting
from app.models.stage_words import axis_word
from app.selection import Place
from app.texts import translated
from app.widgets.elided_label import ElidedLabel
from app.widgets.status_badge import StatusBadge
from app.widgets.still_label import StillLabel
from app.workspace import Workspace
from core.architecture.conventions import conventions, switched_off
from core.architecture.options import Architecture
from core.expression.numbers import MINUS, number_text
from core.tensor import Axes

_MESSAGE_TIME = 6000  # ms
_NARROW = 1200
"""In a narrower window the proof is told in few words."""


class StatusLine(QStatusBar):
    """Tells of the hovered cell, else of the chosen one; messages take its place for a while."""

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._architecture: Architecture | None = None
        self.setSizeGripEnabled(False)
        self.value = StillLabel(16)
        self._told: Place | None = None
        self._place: Place | None = None
        self._note = ""
        """What is told in place of the value, until another cell is looked at."""
        self._axes: Axes | None = None
        self.axes = QLabel()
        self.axes.setProperty("kind", "soft")
        self.sums = QLabel()
        self.assumptions = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.assumptions.setProperty("kind", "soft")
        self.assumptions.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.assumptions.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for label in (self.axes, self.sums, self.assumptions):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for widget in (self.value, self.axes, self.sums, self.assumptions):
            widget.setMinimumWidth(1)  # a long name must not keep the window wide
        self.sums.setContentsMargins(24, 0, 0, 0)
        self.assumptions.setContentsMargins(24, 0, 16, 0)
        self.addWidget(self.value)
        self.addWidget(self.axes)
        self.addWidget(self.sums)
        self.addWidget(self.assumptions, 1)
        self.proof = StatusBadge(workspace.theme.theme, self)
        self.addPermanentWidget(self.proof)
        workspace.selection.hovered_changed.connect(self._show_cell)
        workspace.selection.chosen_changed.connect(self._show_cell)
        workspace.selection.range_changed.connect(self._show_range)
        workspace.session.trace_changed.connect(self._on_trace_changed)
        workspace.pin.changed.connect(self._show_cell)
        workspace.notifier.notified.connect(self._on_notified)
        workspace.notifier.refused.connect(self._on_refused)
        workspace.proof.changed.connect(self._show_proof)
        workspace.theme.changed.connect(self.proof.set_theme)
        self.proof.clicked.connect(self._on_proof_clicked)
        self.retranslate()

    def retranslate(self) -> None:
        """Show everything in the language in force."""
        self._architecture = self._axes = None
        self._show_range()
        self._on_trace_changed()
        self._show_proof()
        self.proof.release()  # the other language may have needed more room

    def _on_trace_changed(self) -> None:
        self._show_cell()
        self._show_conventions()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the proof in as many words as there is room for."""
        super().resizeEvent(event)
        self._show_proof()

    def _show_cell(self, _place: Place | None = None) -> None:
        selection, pin = self._workspace.selection, self._workspace.pin
        place, pinned = selection.hovered or selection.chosen, pin.pinned
        if place != self._place:
            self._place = place
            self._end_note()
        told = ""
        if place is not None:
            there = None if pinned is None else pinned.trace
            told = told_number(self._workspace.session.trace, there, pin.showing, place)
        if place is None or not told:
            self.value.setText("")
            self._axes = ()
            self.axes.setText("")
        else:
            if place != self._told:
                self.value.release()
                self._told = place
            self.value.setText(told)
            axes = pin.trace_shown[place.tensor].axes
            if axes != self._axes:
                self._axes = axes
                self.axes.setText(" × ".join(f"{axis_word(axis.name)} {axis.size}" for axis in axes))

    def _show_range(self) -> None:
        """Tell what several cells selected in the grid amount to, where spreadsheets tell it."""
        numbers = self._workspace.selection.range
        told = ""
        if numbers is not None and numbers.count > 1:
            told = self.tr("sum {sum} · mean {mean} · min {smallest} · max {largest}").format(
                sum=_short(numbers.total),
                mean=_short(numbers.mean),
                smallest=_short(numbers.smallest),
                largest=_short(numbers.largest),
            )
            if numbers.rows_add_to_one:
                told += " · " + self.tr("each row adds up to 1")
        self.sums.setText(told)
        self.sums.setVisible(bool(told))

    def _show_conventions(self) -> None:
        architecture = self._workspace.session.scenario.architecture
        if architecture == self._architecture:
            return
        self._architecture = architecture
        off = switched_off(architecture)  # first: the line ends in … where there is too little room
        points = conventions(architecture) if off is None else (off, *conventions(architecture)[:-1])
        line = " · ".join(translated(point) for point in points)
        self.assumptions.setText(self.tr("conventions: {conventions}").format(conventions=line))
        self.assumptions.setToolTip("\n".join(translated(point) for point in points))

    def _show_proof(self) -> None:
        proof = self._workspace.proof
        badge: Badge = NOTHING
        if proof.result is not None:
            badge = proof_badge(proof.result)
        elif proof.is_running:
            badge = waiting()
        if badge.holds is self.proof.warns:
            self.proof.set_warning(warns=not badge.holds)
        self.proof.show_text(badge.short if self.width() < _NARROW else badge.text, badge.tip)

    def _on_proof_clicked(self) -> None:
        """Go to the cell that is not what its arithmetic says."""
        result = self._workspace.proof.result
        if result is not None and not result.proof.holds:
            cell = result.proof.failures[0].cell
            self._workspace.cursor.move_to(cell.tensor)
            self._workspace.selection.choose(Place(cell.tensor, cell.index))

    def _on_notified(self, text: str) -> None:
        self._note = text
        self._tell(text)

    def _on_refused(self, text: str) -> None:
        self._note = ""
        self._tell(text)

    def _end_note(self) -> None:
        """Take a note away from over the value of another cell."""
        if self._place is not None and self._note and self.currentMessage() == self._note:
            self.clearMessage()

    def _tell(self, text: str) -> None:
        # Qt lays the bar out and shows what is in it in events that may still wait: they would hide the text.
        QCoreApplication.sendPostedEvents(self, QEvent.Type.LayoutRequest.value)
        for widget in self.findChildren(QWidget):
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.MetaCall.value)
        self.showMessage(text, _MESSAGE_TIME)


def _short(number: float) -> str:
    """Write a number with the six digits that a line has room for."""
    return f"{number:.6g}".replace("-", MINUS) if math.isfinite(number) else number_text(number, None)
