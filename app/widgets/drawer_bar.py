"""The bar of a drawer: closed, it says what there is to open, and opens it anywhere on it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from app.icons import icon
from app.theme import ThemeStore
from app.widgets.elided_label import ElidedLabel
from core.program import Step

CLOSED_HEIGHT, OPEN_HEIGHT = 28, 36


class DrawerBar(QWidget):
    """Title, and the names of the tensors that the step reads and makes.

    Whoever makes one says at last whether it is open (`set_open`).
    """

    toggled = Signal()

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_open = False
        self._step: Step | None = None
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chevron, self.title, self.names = self._button(), QLabel(self), self._label()
        self.title.setProperty("kind", "strong")
        self.names.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 0, 12, 0)
        self._row.setSpacing(4)
        self._row.addWidget(self.chevron)
        self._row.addWidget(self.title)
        self._row.addSpacing(12)
        self._row.addWidget(self.names, 100)
        theme.changed.connect(self._tint)

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "icon")
        button.setIconSize(QSize(16, 16))
        button.setFixedSize(24, 24)
        button.clicked.connect(self.toggled)
        return button

    def _label(self) -> ElidedLabel:
        label = ElidedLabel(self, mode=Qt.TextElideMode.ElideRight)
        label.setProperty("kind", "soft")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setMinimumWidth(1)
        return label

    def set_open(self, *, is_open: bool) -> None:
        """Show what belongs to an open drawer, or to a closed one."""
        self._is_open = is_open
        self.setFixedHeight(OPEN_HEIGHT if is_open else CLOSED_HEIGHT)
        self.names.setVisible(not is_open)
        self._tint()

    def show_step(self, step: Step) -> None:
        """Say which tensors a step reads and makes, each once."""
        if step is self._step:  # as from edit to edit
            return
        self._step = step
        told = " · ".join(dict.fromkeys((*step.inputs, step.name)))
        self.names.setText(told)
        self.names.setToolTip(told)

    def _tint(self) -> None:
        self.chevron.setIcon(icon("chevron-down" if self._is_open else "chevron-right", self._theme.theme))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The whole closed bar opens the drawer."""
        if not self._is_open and event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit()
        else:
            super().mousePressEvent(event)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self.title.setText(self.tr("Numbers"))
        told = self.tr("Close the numbers") if self._is_open else self.tr("Open the numbers")
        self.chevron.setToolTip(told)
        self.chevron.setAccessibleName(told)
