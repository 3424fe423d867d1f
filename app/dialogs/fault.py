"""The notice that something went wrong inside the program: one for all faults, and it blocks nothing."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.failures import Fault

_MARGIN = QPoint(24, 48)
"""From the lower right corner of the window, where it covers least."""


class Report(Protocol):
    """Makes the text of a report."""

    def __call__(self, fault: Fault, *, with_document: bool) -> str:
        """Return the text."""


class FaultNotice(QDialog):
    """Made by `of`, one a window; closed, it comes back only for a fault that it has not told of yet."""

    @staticmethod
    def of(window: QWidget, report: Report) -> FaultNotice:
        """Return the notice of a window, which is made for its first fault."""
        made = window.findChildren(FaultNotice, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return made[0] if made else FaultNotice(window, report)

    def __init__(self, parent: QWidget, report: Report) -> None:
        super().__init__(parent)
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # whoever is typing goes on
        self.setMinimumWidth(440)
        self._parent = parent
        self._report = report
        self._known: set[str] = set()
        self._fault: Fault | None = None
        self._words, self._what, self._kept = QLabel(), QLabel(), QLabel()
        self._what.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.with_document = QCheckBox()
        buttons = QDialogButtonBox()
        self.copy_button = buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.close_button = buttons.addButton("", QDialogButtonBox.ButtonRole.RejectRole)
        self.copy_button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for label in (self._words, self._what, self._kept):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addWidget(self.with_document)
        layout.addWidget(buttons)
        self._retranslate()

    @property
    def text(self) -> str:
        """What is said of the last fault, and how many there were."""
        return self._what.text()

    def tell(self, fault: Fault) -> None:
        """Show the last fault and how many there were."""
        self._fault = fault
        self._retranslate()
        if fault.kind not in self._known:
            self._known.add(fault.kind)
            self.adjustSize()
            self.move(self._parent.geometry().bottomRight() - self.rect().bottomRight() - _MARGIN)
            self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("A fault of the program"))
        self._words.setText(
            self.tr(
                "Something went wrong inside the program. Your document is still open; "
                "save it under a new name to be safe."
            )
        )
        self._kept.setText(
            self.tr(
                "The report holds versions and the end of the log, and nothing of your document "
                "unless you want it to."
            )
        )
        self.with_document.setText(self.tr("Put the document into the report"))
        self.copy_button.setText(self.tr("Copy report"))
        self.close_button.setText(self.tr("Close"))
        if self._fault is not None:
            times = self.tr("There were {count} faults so far.").format(count=self._fault.count)
            self._what.setText(self._fault.text + (f"\n{times}" if self._fault.count > 1 else ""))

    def _copy(self) -> None:
        if self._fault is not None:
            text = self._report(self._fault, with_document=self.with_document.isChecked())
            QGuiApplication.clipboard().setText(text)
        self.copy_button.setText(self.tr("Copied"))
