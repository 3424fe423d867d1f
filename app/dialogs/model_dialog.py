"""What New and Change model share: the form, the reason beneath it, and a button that waits for none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLayout,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.labels import reason_line
from app.texts import translated
from app.widgets.option_form import OptionForm
from core.errors import SandboxError

_MARGINS = (24, 20, 24, 16)
_REASON_LINES = 2


class ModelDialog(QDialog):
    """Says at once, in words, why something does not go; closes before the language can change."""

    def __init__(self, parent: QWidget, title: str, confirm: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.form = OptionForm()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.form)
        self.area.viewport().setAutoFillBackground(False)
        self.form.setAutoFillBackground(False)
        self.reason = reason_line(_REASON_LINES)
        self.foot = QStackedLayout()  # its height stays, so that nothing moves while sizes are typed
        self.told = QWidget()
        self.foot.addWidget(self.told)
        self.foot.addWidget(self.reason)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self.confirm = self.buttons.button(buttons.Ok)
        self.confirm.setText(confirm)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.form.changed.connect(self.check)

    def try_it(self) -> None:
        """Show what would come of it.

        Raises
        ------
        SandboxError
            Where it does not go.
        """
        raise NotImplementedError

    def carry_out(self) -> None:
        """Do it.

        Raises
        ------
        SandboxError
            Where it does not go.
        """
        raise NotImplementedError

    def check(self) -> None:
        """Say why it does not go, or let it be confirmed."""
        try:
            self.try_it()
        except SandboxError as error:
            self.refuse(error)
            return
        self.foot.setCurrentWidget(self.told)
        self.confirm.setEnabled(True)

    def refuse(self, error: SandboxError) -> None:
        """Say why it does not go."""
        self.reason.setText(translated(error.message))
        self.foot.setCurrentWidget(self.reason)
        self.confirm.setEnabled(False)

    def accept(self) -> None:
        """Do it and close, or say why not."""
        try:
            self.carry_out()
        except SandboxError as error:
            self.refuse(error)
            return
        super().accept()

    def build(self, top: QLayout | QWidget) -> None:
        """Place what stands above the reason, and the buttons."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*_MARGINS)
        layout.setSpacing(12)
        if isinstance(top, QLayout):
            layout.addLayout(top, 1)
        else:
            layout.addWidget(top, 1)
        layout.addLayout(self.foot)
        layout.addWidget(self.buttons)
