"""A spin box that takes every character, and says at once why what is typed cannot be."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from app.texts import translated
from core.architecture.options import OptionOutOfRange, check_range
from core.errors import SandboxError
from core.numbers import edit_text, parse_number, parse_whole

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_MOST_DECIMALS = 20
"""Numbers are kept as they are typed; the text is the shortest one."""
_STEP_DECIMALS = 6
"""What a step adds is rounded so: 1.2 and 0.1 are 1.3."""


class CheckedSpin(QDoubleSpinBox):
    """A number as `core.numbers` reads it, with a point; a refused text stays, to be mended."""

    refused = Signal(str)  # why; empty once it is put right

    def __init__(
        self,
        low: float,
        high: float,
        step: float = 1.0,
        parent: QWidget | None = None,
        *,
        whole: bool = False,
    ) -> None:
        super().__init__(parent)
        self.reason = ""
        """Why what is typed cannot be; empty where it can."""
        self._title = ""
        self._told = ""
        self._whole = whole
        self.setLocale(QLocale.c())
        self.setDecimals(0 if whole else _MOST_DECIMALS)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(5, 0, 0, 0)  # style sheets do not reach that far
        self.lineEdit().textChanged.connect(self._check)

    def set_title(self, title: str) -> None:
        """Say what the number is called where it is refused."""
        self._title = title
        self.setAccessibleName(title)
        self._check()

    def show_value(self, value: float) -> None:
        """Show `value`; nothing is emitted. A text being mended stays beside the same value."""
        if self.reason and value == self.value() and self.isEnabled():
            return
        before = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(before)
        self._check()

    def validate(self, text: str, position: int) -> Any:
        """Keep every character: what cannot be is said, not swallowed."""
        is_number = not self._refusal(text)
        return QValidator.State.Acceptable if is_number else QValidator.State.Intermediate, text, position

    def fixup(self, text: str) -> str:
        """Mend nothing: Qt would take a comma out, and make 5 of 0,5."""
        return text

    def valueFromText(self, text: str) -> float:
        """Return the number; the one there is where the text is none."""
        try:
            return self._number(text)
        except SandboxError:
            return self.value()

    def textFromValue(self, value: float) -> str:
        """Return the shortest text."""
        return edit_text(value)

    def stepBy(self, steps: int) -> None:
        """Go on from what is typed, without the noise of binary fractions."""
        self.interpretText()
        self.setValue(round(self.value() + steps * self.singleStep(), _STEP_DECIMALS))
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stay with a refused text at Enter; Escape takes back the number there is."""
        if self.reason and event.key() in _ENTER:
            return
        if self.reason and event.key() == Qt.Key.Key_Escape:
            self.lineEdit().setText(self.textFromValue(self.value()))
            self.selectAll()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave a refused text there, with its reason: Qt would write another number over it."""
        text, is_refused = self.lineEdit().text(), bool(self.reason)
        super().focusOutEvent(event)
        if is_refused:
            self.lineEdit().setText(text)

    def changeEvent(self, event: QEvent) -> None:
        """Give the reason in the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self._check()
        super().changeEvent(event)

    def _number(self, text: str) -> float:
        number = parse_whole(text) if self._whole else parse_number(text)
        check_range(self._title, number, self.minimum(), self.maximum())
        return number

    def _refusal(self, text: str) -> str:
        try:
            self._number(text)
        except OptionOutOfRange as error:
            return translated(error.message)
        except SandboxError as error:
            return f"{self._title}: {translated(error.message)}"
        return ""

    def _check(self) -> None:
        """Mark a text that cannot be, and say why."""
        self.reason = self._refusal(self.lineEdit().text())
        if bool(self.property("refused")) is not bool(self.reason):
            self.setProperty("refused", bool(self.reason))
            self.style().unpolish(self)
            self.style().polish(self)
        if not self.signalsBlocked() and self.reason != self._told:
            self._told = self.reason
            self.setAccessibleDescription(self.reason)
            self.refused.emit(self.reason)
