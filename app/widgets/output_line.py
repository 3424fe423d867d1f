"""The line over the bars of the output: how a word was drawn, what the pinned run says, what was refused."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.widgets.elided_label import ElidedLabel


class OutputLine(QWidget):
    """Texts in; a refusal stands in the place of the two others until it is put right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawn = ElidedLabel(self)
        self.remark = ElidedLabel(self, mode=Qt.TextElideMode.ElideRight)
        self.refusal = QLabel(self)
        self.refusal.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.refusal.setMinimumWidth(1)  # the tool tip has it whole
        self.drawn.setProperty("kind", "soft")
        self.refusal.setProperty("kind", "reason")
        self.setFixedHeight(self.refusal.sizeHint().height())  # nothing moves where something is refused
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        for label in (self.drawn, self.remark):
            label.setTextFormat(Qt.TextFormat.PlainText)
            row.addWidget(label, 1)
        self.refusal.setTextFormat(Qt.TextFormat.PlainText)
        row.addWidget(self.refusal, 0, Qt.AlignmentFlag.AlignLeft)
        self._remark: str | None = None
        self.tell("", None)

    def tell(self, drawn: str, remark: str | None) -> None:
        """Say how a word was drawn, and what of a pinned run; None where none is pinned."""
        self._remark = remark
        for label, text in ((self.drawn, drawn), (self.remark, remark or "")):
            label.setText(text)
            label.setToolTip(text)
        self._arrange()

    def refuse(self, reason: str) -> None:
        """Say why what is typed cannot be, or no word comes; nothing of it with no reason."""
        self.refusal.setText(reason)
        self.refusal.setToolTip(reason)
        self._arrange()

    def _arrange(self) -> None:
        is_refused = bool(self.refusal.text())
        self.refusal.setVisible(is_refused)
        self.remark.setVisible(self._remark is not None and not is_refused)
        has_drawn = bool(self.drawn.text()) or self._remark is None  # one of them keeps the line open
        self.drawn.setVisible(has_drawn and not is_refused)
