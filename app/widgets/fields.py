"""Fields of a form, each with `read`, `write` and `changed`; the wheel turns only what has the focus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QFocusEvent, QHelpEvent, QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
    QWidget,
)

from core.numbers import NotANumber, edit_text, parse_number

OWN = object()
"""Data of the choice that stands for a number of one's own."""
_SIDES = 2
"""Pixels that a style keeps on both sides of the title of a choice."""
_NARROW = 96
"""Pixels that a spin box needs at least; the rule that it follows may be cut."""


class OptionWidget(Protocol):
    """What a form asks of a field."""

    changed: SignalInstance

    def read(self) -> Any:
        """Return the value; raise a `SandboxError` where what was typed is none."""

    def write(self, value: Any) -> None:
        """Show a value; nothing is emitted."""


class NumberField(QSpinBox):
    """A spin box whose text does not touch its frame (style sheets do not reach that far)."""

    def __init__(self, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(low, high)
        self.lineEdit().setTextMargins(5, 0, 0, 0)


class SizeField(NumberField):
    """A whole number; None where it follows other sizes, which an empty field means, too."""

    changed = Signal()

    def __init__(self, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(low, high, parent)
        self._low = low
        self._followed: int | None = None
        self._resumes = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(_NARROW)
        self.valueChanged.connect(self._on_value_changed)

    @property
    def follows(self) -> bool:
        """True while no number of its own is said."""
        return self.minimum() < self._low and self.value() == self.minimum()

    def read(self) -> int | None:
        """Return the number, None where it follows."""
        return None if self.follows else self.value()

    def write(self, value: int | None) -> None:
        """Show a number, or that it follows others."""
        self._resumes = False
        if value is None:
            self._show(self._low - 1, self.specialValueText() or "…", self._low - 1)
        else:
            self._show(self.minimum(), self.specialValueText(), value)

    def set_following(self, title: str, size: int | None) -> None:
        """Allow that it follows others: say by which rule, and the size as far as there is one.

        Without a title it can not follow, and keeps the size it had until it can again.
        """
        if title:
            value = self._low - 1 if self._resumes else self.value()
            self._resumes = False
            self._followed = size
            self._show(self._low - 1, title if size is None else f"{size} ({title})", value)
        elif self.minimum() < self._low:
            self._resumes = self.follows
            value = self._followed or self._low if self.follows else self.value()
            self._show(self._low, "", value)

    def _show(self, minimum: int, special: str, value: int) -> None:
        """Change only what differs: Qt writes anew what is being typed."""
        self.blockSignals(True)
        if special != self.specialValueText():
            self.setSpecialValueText(special)
        if minimum != self.minimum():
            self.setMinimum(minimum)
        if value != self.value():
            self.setValue(value)
        self.blockSignals(False)
        if not self.hasFocus():
            self.lineEdit().setCursorPosition(0)

    def _select(self) -> None:
        """Select from the end to the beginning, which stays in sight: the number stands there."""
        length = len(self.lineEdit().text())
        self.lineEdit().setSelection(length, -length)

    def event(self, event: QEvent) -> bool:
        """Tell what has no room in the tool tip, too."""
        line = self.lineEdit()
        room = line.contentsRect().width() - line.textMargins().left()
        is_cut = line.fontMetrics().horizontalAdvance(line.text()) > room
        return _tell_whole(self, event, line.text() if is_cut else "") or super().event(event)

    def _on_value_changed(self) -> None:
        self._resumes = False
        self.changed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select words that stand for a number, so that typing replaces them."""
        super().focusInEvent(event)
        if self.specialValueText() and self.value() == self.minimum():
            QTimer.singleShot(0, self, self._select)  # a click puts the cursor somewhere first

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Write the rule into a field that was left empty."""
        super().focusOutEvent(event)
        if not self.lineEdit().text().strip():
            self.setValue(self.value())
        self.lineEdit().setCursorPosition(0)

    def stepBy(self, steps: int) -> None:
        """Go on from the size that it follows, not from nothing."""
        if self.follows and self._followed is not None:
            self.setValue(max(self._low, self._followed + steps))
            self.selectAll()
        else:
            super().stepBy(steps)

    def stepEnabled(self) -> QSpinBox.StepEnabledFlag:
        """Go down from the size that it follows, too."""
        if self.follows and self._followed is not None and self._followed > self._low:
            return QSpinBox.StepEnabledFlag.StepUpEnabled | QSpinBox.StepEnabledFlag.StepDownEnabled
        return super().stepEnabled()

    def validate(self, text: str, position: int) -> Any:
        """Take an empty field for one that follows."""
        if not text.strip() and self.minimum() < self._low:
            return QValidator.State.Acceptable, text, position
        return super().validate(text, position)

    def valueFromText(self, text: str) -> int:
        """Return the number."""
        return super().valueFromText(text) if text.strip() else self.minimum()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form past a field that is not being edited."""
        _turn(self, event, super().wheelEvent)


class RealField(QLineEdit):
    """A number as `core.numbers` reads it: ``0.5``, ``1e-5``, ``=1/sqrt(2)``."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, comma: bool = False, zero: str = "") -> None:
        super().__init__(parent)
        self._comma = comma
        self.setPlaceholderText(zero)  # what 0 means: an empty field is 0 then
        self.textChanged.connect(self.changed)

    def read(self) -> float:
        """Return the number, and mark a text that is none."""
        if self.placeholderText() and not self.text().strip():
            self._mark(refused=False)
            return 0.0
        try:
            number = parse_number(self.text(), comma=self._comma)
        except NotANumber:
            self._mark(refused=True)
            raise
        self._mark(refused=False)
        return number

    def write(self, value: float) -> None:
        """Show a number by its shortest text."""
        self.blockSignals(True)
        self.setText("" if self.placeholderText() and value == 0 else edit_text(value))
        self.blockSignals(False)

    def _mark(self, *, refused: bool) -> None:
        if bool(self.property("refused")) is not refused:
            self.setProperty("refused", refused)
            self.style().unpolish(self)
            self.style().polish(self)


class ChoiceField(QComboBox):
    """One of several values, by their titles; a tool tip tells about each.

    That of the field tells about the one chosen, and what `set_about` says of all.
    """

    changed = Signal()

    def __init__(self, choices: Iterable[tuple[str, Any, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: list[Any] = []
        self._about = ""
        for title, value, about in choices:
            self.addItem(title)
            self.setItemData(self.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
            self._values.append(value)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(11)
        self._tell()
        self.currentIndexChanged.connect(self._tell)
        self.currentIndexChanged.connect(self.changed)

    def read(self) -> Any:
        """Return the value that is chosen."""
        return self._values[self.currentIndex()]

    def write(self, value: Any) -> None:
        """Choose a value."""
        self.blockSignals(True)
        self.setCurrentIndex(self._values.index(value))
        self.blockSignals(False)
        self._tell()

    def set_about(self, about: str) -> None:
        """Say what the choice is about, whatever is chosen."""
        self._about = about
        self._tell()

    def _tell(self) -> None:
        chosen = self.itemData(self.currentIndex(), Qt.ItemDataRole.ToolTipRole) or ""
        about = "\n".join(filter(None, (chosen, self._about)))
        self.setToolTip(about)
        self.setAccessibleDescription(about)

    @property
    def fitting(self) -> str:
        """What is written: the title that is chosen, as far as there is room."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        parts = QStyle.SubControl
        box = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, parts.SC_ComboBoxEditField, self
        )
        return self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, box.width() - _SIDES
        )

    def event(self, event: QEvent) -> bool:
        """Tell what has no room in the tool tip, too."""
        is_cut = event.type() == QEvent.Type.ToolTip and self.fitting != self.currentText()
        return _tell_whole(self, event, self.currentText() if is_cut else "") or super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw dots where a title ends for want of room."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.fitting
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form past a field that is not being edited."""
        _turn(self, event, super().wheelEvent)


class ToggleField(QCheckBox):
    """Yes or no."""

    changed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.toggled.connect(self.changed)

    def read(self) -> bool:
        """Return whether it is ticked."""
        return self.isChecked()

    def write(self, value: bool) -> None:  # noqa: FBT001 - as of every field
        """Tick it or not."""
        self.blockSignals(True)
        self.setChecked(value)
        self.blockSignals(False)


class ChoiceOrNumberField(QWidget):
    """One of several values, or a number of one's own behind the last of them."""

    changed = Signal()

    def __init__(
        self, choices: Iterable[tuple[str, Any, str]], own_title: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.choice = ChoiceField((*choices, (own_title, OWN, "")), self)
        self.number = RealField(self)
        self.number.setFixedWidth(64)
        self.write_number(1.0)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.choice, 1)
        layout.addWidget(self.number)
        self.setFocusProxy(self.choice)
        self.choice.changed.connect(self._on_chosen)
        self.number.changed.connect(self.changed)
        self.number.hide()

    def read(self) -> Any:
        """Return the value that is chosen, or the number."""
        chosen = self.choice.read()
        return self.number.read() if chosen is OWN else chosen

    def write(self, value: Any) -> None:
        """Choose a value; what is not among them is a number."""
        own = isinstance(value, float | int)
        self.choice.write(OWN if own else value)
        self.number.setVisible(own)
        if own:
            self.write_number(value)

    def write_number(self, number: float) -> None:
        """Show the number of one's own."""
        self.number.write(number)

    def _on_chosen(self) -> None:
        self.number.setVisible(self.choice.read() is OWN)
        self.changed.emit()


def _tell_whole(field: QWidget, event: QEvent, whole: str) -> bool:
    """Show a text before the tool tip of its field; False where nothing is asked for or to be added."""
    if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip or not whole:
        return False
    QToolTip.showText(event.globalPos(), "\n".join(filter(None, (whole, field.toolTip()))), field)
    return True


def _turn(field: QWidget, event: QWheelEvent, turn: Any) -> None:
    if field.hasFocus():
        turn(event)
    else:
        event.ignore()
