"""Above the stage: which step this is, in words; which run and head; and what can be switched off."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.models.stage_switches import SwitchState
from app.widgets.head_picker import HeadPicker
from app.widgets.room import Room
from app.widgets.segmented import SegmentedButtons

_NARROW = 1100
_TITLE = 300
"""So much of the title is to be read before heads and badge spread out."""
_LEAST_TITLE, _LEAST_WIDTH = 80, 320


Runs: TypeAlias = Sequence[tuple[Hashable, str]]
"""Keys and what stands on their buttons."""


class StageHeader(QWidget):
    """Values in (`set_…`), intents out (`head_chosen`, `run_chosen`, `switched`, `fact_followed`)."""

    head_chosen = Signal(int)
    switched = Signal(str, bool)  # key of the switch, on or off
    run_chosen = Signal(object)  # key of what `set_runs` offered
    fact_followed = Signal()  # the badge of a broken law was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.place = _label("small", _Line())
        self.title = _label("title", _Line())
        self.badge = _label("badge")
        self.runs = SegmentedButtons(self)
        self.fact = QToolButton(self)
        self.heads = HeadPicker(self)
        self._rule = QFrame(self)
        self._rule.setProperty("kind", "rule")
        self._rule.setFixedHeight(20)
        self._switches = QHBoxLayout()
        self._switches.setSpacing(12)
        self._boxes: dict[str, QCheckBox] = {}
        self._badge_texts = ("", "")
        self._fact_told: tuple[str, str, bool] | None = None
        self._run_texts: tuple[Runs, Runs] = ((), ())
        self._build()
        self.heads.chosen.connect(self.head_chosen)
        self.runs.chosen.connect(self.run_chosen)
        self.fact.clicked.connect(self._on_fact_clicked)

    def set_room(self, room: Room) -> None:
        """Write title and place on two lines or, where height is scarce, on one."""
        one_line = room is Room.SCARCE
        ways = QBoxLayout.Direction
        self._words.setDirection(ways.RightToLeft if one_line else ways.TopToBottom)
        self._words.setContentsMargins(0, 0 if one_line else 6, 0, 0 if one_line else 6)
        self._words.setSpacing(16 if one_line else 0)
        wide = QSizePolicy.Policy.Maximum if one_line else QSizePolicy.Policy.Ignored
        self.title.setSizePolicy(wide, QSizePolicy.Policy.Preferred)
        self.setFixedHeight(room.value.header)

    def set_margin(self, margin: int) -> None:
        """Begin where the matrices begin."""
        self._layout.setContentsMargins(margin, 0, margin, 0)

    def set_place(self, text: str) -> None:
        """Write the small line: layer, part and head."""
        self.place.setText(text)
        self.place.setToolTip(text)

    def set_title(self, text: str) -> None:
        """Write what the step does."""
        self.title.setText(text)
        self.title.setToolTip(text)

    def set_badge(self, text: str, short: str = "", tip: str = "") -> None:
        """Write how much the last edit changed, or nothing; where there is little room, in short."""
        told = "\n".join(filter(None, (text, tip)))
        if (text, short or text) == self._badge_texts and told == self.badge.toolTip():
            return
        self._badge_texts = (text, short or text)
        self.badge.setToolTip(told)
        self._fit()

    def set_fact(self, text: str, tip: str, *, holds: bool) -> None:
        """Write which law the numbers keep, quietly, or break; or nothing."""
        if (text, tip, holds) == self._fact_told:
            return
        self._fact_told = (text, tip, holds)
        kind = "fact" if holds else "broken"
        if kind != self.fact.property("kind"):
            self.fact.setProperty("kind", kind)
            self.fact.setFocusPolicy(Qt.FocusPolicy.NoFocus if holds else Qt.FocusPolicy.StrongFocus)
            self.fact.style().unpolish(self.fact)
            self.fact.style().polish(self.fact)
        self.fact.setToolTip(tip)
        if text != self.fact.text():
            self.fact.setText(text)
            self.fact.setAccessibleDescription(tip)
            self._fit()

    def set_heads(self, count: int, current: int, word: str) -> None:
        """Offer the heads; a single one is not offered."""
        self.heads.set_heads(count, current, word)
        self._show_rule()
        self._fit()

    def set_runs(self, runs: Runs, short: Runs = (), current: Hashable | None = None, tip: str = "") -> None:
        """Offer runs to be shown: a key and a text each, and shorter texts; none where there is no choice."""
        self._run_texts = (runs, short or runs)
        self._show_runs(runs)
        self.runs.set_current(current)
        self.runs.setToolTip(tip)
        self.runs.setAccessibleName(tip)
        self.runs.setVisible(bool(runs))
        self._fit()

    def set_switches(self, switches: Sequence[SwitchState]) -> None:
        """Offer these switches."""
        for key in [key for key in self._boxes if key not in {switch.key for switch in switches}]:
            box = self._boxes.pop(key)
            self._switches.removeWidget(box)
            box.hide()
            box.deleteLater()
        for place, switch in enumerate(switches):
            box = self._boxes.get(switch.key) or self._add_box(switch.key, place)
            if self._switches.indexOf(box) != place:  # in one order, whatever was offered before
                self._switches.insertWidget(place, box)
            box.setText(switch.text)
            box.setToolTip(switch.tip)
            box.setAccessibleName(switch.tip)
            box.setChecked(switch.is_on)
        self._switches.invalidate()  # or else it remembers how wide the words before were
        self._show_rule()
        self._fit()

    def switch(self, key: str) -> QCheckBox | None:
        """Return the box of a switch that is offered now."""
        return self._boxes.get(key)

    def _build(self) -> None:
        self._words = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._words.addWidget(self.place)
        self._words.addWidget(self.title)
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(8)
        self._layout.addLayout(self._words, 1)
        for widget in (self.fact, self.badge, self.runs, self.heads):
            self._layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._layout.addSpacing(4)
        self._layout.addWidget(self._rule, 0, Qt.AlignmentFlag.AlignVCenter)
        self._layout.addSpacing(4)
        self._layout.addLayout(self._switches)
        self.set_margin(24)
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.title.setMinimumWidth(_LEAST_TITLE)
        self.set_room(Room.AMPLE)
        self.set_fact("", "", holds=True)
        self.set_badge("")
        self.runs.hide()

    def minimumSizeHint(self) -> QSize:
        """Ask for little, so that other panels keep their width."""
        return QSize(_LEAST_WIDTH, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the title."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the title its room: a quiet fact goes, heads fold, texts are shortened, the badge goes."""
        text = self._badge_texts[self.width() < _NARROW]
        self.badge.setText(text)
        self.badge.setVisible(bool(text))
        self.fact.setVisible(bool(self.fact.text()))
        self.heads.set_folded(folded=False)
        self._show_runs(self._run_texts[0])
        if self.fact.property("kind") == "fact" and self._title_room() < _TITLE:
            self.fact.hide()
        if self._title_room() < _TITLE:
            self.heads.set_folded(folded=True)
        if self._title_room() < _TITLE:
            self._show_runs(self._run_texts[1])
        if text and self._title_room() < _TITLE:
            self.badge.hide()

    def _show_runs(self, texts: Runs) -> None:
        """Write these texts on the buttons; screen readers always have the whole ones."""
        self.runs.set_items(texts)
        for key, whole in self._run_texts[0]:
            self.runs.button(key).setAccessibleName(whole)

    def _title_room(self) -> int:
        """Return the width that is left beside what stands at the right."""
        shown = [
            widget
            for widget in (self.fact, self.badge, self.runs, self.heads, self._rule)
            if not widget.isHidden()
        ]
        used = sum(widget.sizeHint().width() + self._layout.spacing() for widget in shown)
        margins = self._layout.contentsMargins()
        return self.width() - used - self._switches.sizeHint().width() - margins.left() - margins.right()

    def _add_box(self, key: str, place: int) -> QCheckBox:
        box = QCheckBox(self)
        box.setObjectName(key)
        box.clicked.connect(self._on_box_clicked)
        self._switches.insertWidget(place, box)
        self._boxes[key] = box
        box.show()
        return box

    def _show_rule(self) -> None:
        self._rule.setVisible(self.heads.isVisibleTo(self) and bool(self._boxes))

    def _on_fact_clicked(self) -> None:
        if self.fact.property("kind") == "broken":
            self.fact_followed.emit()

    def _on_box_clicked(self) -> None:
        box = self.sender()
        if isinstance(box, QCheckBox):
            self.switched.emit(box.objectName(), box.isChecked())


class _Line(QLabel):
    """One line that ends in … where there is too little room; the tool tip has all of it."""

    def minimumSizeHint(self) -> QSize:
        """Be content with little."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Write what fits."""
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), side, text)


def _label(kind: str, label: QLabel | None = None) -> QLabel:
    label = label or QLabel()
    label.setProperty("kind", kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
