"""Above the stage: which step this is, in words; which head; and what can be switched off."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.models.stage_switches import SwitchState
from app.widgets.segmented import SegmentedButtons

HEIGHT = 56
_NARROW = 1100


class StageHeader(QWidget):
    """Values in (`set_…`), intents out (`head_chosen`, `switched`)."""

    head_chosen = Signal(int)
    switched = Signal(str, bool)  # key of the switch, on or off

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.place = _label("small", _Line())
        self.title = _label("title", _Line())
        self.badge = _label("badge")
        self._head_word = _label("soft")
        self.heads = SegmentedButtons(self)
        self._rule = QFrame(self)
        self._rule.setProperty("kind", "rule")
        self._rule.setFixedHeight(20)
        self._switches = QHBoxLayout()
        self._switches.setSpacing(12)
        self._boxes: dict[str, QCheckBox] = {}
        self._badge_texts = ("", "")
        self._build()
        self.heads.chosen.connect(self._on_head_chosen)

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
        self._badge_texts = (text, short or text)
        self.badge.setToolTip("\n".join(filter(None, (text, tip))))
        self._fit_badge()
        self.badge.setVisible(bool(text))

    def set_heads(self, count: int, current: int, word: str) -> None:
        """Offer the heads; a single one is not offered."""
        self._head_word.setText(word)
        self.heads.setAccessibleName(word)
        self.heads.set_items([(number, str(number + 1)) for number in range(count)])
        self.heads.set_current(current)
        for widget in (self._head_word, self.heads):
            widget.setVisible(count > 1)
        self._show_rule()

    def set_switches(self, switches: Sequence[SwitchState]) -> None:
        """Offer these switches."""
        for key in [key for key in self._boxes if key not in {switch.key for switch in switches}]:
            box = self._boxes.pop(key)
            self._switches.removeWidget(box)
            box.hide()
            box.deleteLater()
        for switch in switches:
            box = self._boxes.get(switch.key) or self._add_box(switch.key)
            box.setText(switch.text)
            box.setToolTip(switch.tip)
            box.setAccessibleName(switch.tip)
            box.setChecked(switch.is_on)
        self._show_rule()

    def switch(self, key: str) -> QCheckBox | None:
        """Return the box of a switch that is offered now."""
        return self._boxes.get(key)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setContentsMargins(0, 6, 0, 6)
        words.setSpacing(0)
        words.addWidget(self.place)
        words.addWidget(self.title)
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(8)
        self._layout.addLayout(words, 1)
        for widget in (self.badge, self._head_word, self.heads):
            self._layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._layout.addSpacing(4)
        self._layout.addWidget(self._rule, 0, Qt.AlignmentFlag.AlignVCenter)
        self._layout.addSpacing(4)
        self._layout.addLayout(self._switches)
        self.set_margin(24)
        for label in (self.place, self.title):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.set_badge("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the title."""
        super().resizeEvent(event)
        self._fit_badge()

    def _fit_badge(self) -> None:
        self.badge.setText(self._badge_texts[self.width() < _NARROW])

    def _add_box(self, key: str) -> QCheckBox:
        box = QCheckBox(self)
        box.setObjectName(key)
        box.clicked.connect(self._on_box_clicked)
        self._switches.addWidget(box)
        self._boxes[key] = box
        box.show()
        return box

    def _show_rule(self) -> None:
        self._rule.setVisible(self.heads.isVisibleTo(self) and bool(self._boxes))

    def _on_head_chosen(self, head: object) -> None:
        if isinstance(head, int):
            self.head_chosen.emit(head)

    def _on_box_clicked(self) -> None:
        box = self.sender()
        if isinstance(box, QCheckBox):
            self.switched.emit(box.objectName(), box.isChecked())


class _Line(QLabel):
    """One line that ends in … where there is too little room; the tool tip has all of it."""

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
