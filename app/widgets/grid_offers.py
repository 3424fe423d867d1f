"""A refusal with ways out: buttons beneath a cell, taken by mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from app.widgets.bubble import beside, short_text, widest

Offer: TypeAlias = tuple[str, Callable[[], object]]
"""What stands on a button, and what it does."""


class OfferPlate(QFrame):
    """Says why something was refused and what could be done; any key but its own goes on to the `anchor`.

    It stands in the window and not in its anchor, which may be small.
    """

    def __init__(self, anchor: QWidget) -> None:
        super().__init__(anchor)
        self._anchor = anchor
        self._runs: list[Callable[[], object]] = []
        self.setObjectName("gridOffers")
        self.reason = QLabel(self)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setWordWrap(True)
        self.reason.setObjectName("gridOffersReason")
        self.buttons: list[QPushButton] = []
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(10, 8, 10, 10)
        self._rows.setSpacing(4)
        self._rows.addWidget(self.reason)
        self.hide()
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus_changed)

    def offer(self, reason: str, offers: Sequence[Offer], near: QRect) -> None:
        """Show the reason and a button for each offer beneath `near`, a rectangle of the anchor."""
        window = self._anchor.window()
        self.setParent(window)
        self.setFont(self._anchor.font())
        width = min(window.width() - 8, widest(self.fontMetrics())) - 20
        self.reason.setText(short_text(reason, self.fontMetrics(), width))
        self._runs = [run for _text, run in offers]
        self._fill([text for text, _run in offers])
        self.reason.setFixedWidth(
            min(width, max(self.reason.fontMetrics().horizontalAdvance(reason) + 4, 160))
        )
        self._rows.activate()
        seen = near.intersected(self._anchor.rect())
        seen.moveTopLeft(self._anchor.mapTo(window, seen.topLeft()))
        self.setGeometry(beside(seen, self.sizeHint(), window.rect()))
        self.show()
        self.raise_()
        self.buttons[0].setFocus()
        told = " ".join([reason, *(button.text() for button in self.buttons)])
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, told))

    def _fill(self, texts: Sequence[str]) -> None:
        for button in self.buttons:
            self._rows.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for text in texts:
            button = QPushButton(text, self)
            button.setAutoDefault(True)  # Return presses it
            button.clicked.connect(self._on_clicked)
            self._rows.addWidget(button)
            self.buttons.append(button)

    def dismiss(self) -> None:
        """Take it away; the anchor has the focus again where a button had it."""
        if not self.isVisible():
            return
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        if had_focus and self._anchor.isVisible():
            self._anchor.setFocus()

    def _on_clicked(self) -> None:
        run = next(
            run for run, button in zip(self._runs, self.buttons, strict=True) if button is self.sender()
        )
        self.dismiss()
        run()

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Whoever goes elsewhere has made up his mind."""
        if self.isVisible() and new is not None and not self.isAncestorOf(new):
            self.hide()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from menus and shortcuts."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes it away; a key that no button takes is meant for the grid."""
        event.accept()
        self.dismiss()
        if event.key() != Qt.Key.Key_Escape:
            QCoreApplication.sendEvent(self._anchor, event)
