"""Asks for what a filling needs to know: a number, a seed, a spread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.display import MAX_DECIMALS
from app.texts import translated
from app.widgets.fields import NumberField, RealField
from core.errors import SandboxError
from core.fills import FIELD_TITLES, Fill

LARGEST_SEED = 2**31 - 1
"""What a spin box can hold."""
_LIMITS = {"seed": LARGEST_SEED, "decimals": MAX_DECIMALS}
_WIDTH = 380


class FillDialog(QDialog):
    """Has a field for each field of the filling; stays open, with the reason, where it is refused."""

    def __init__(
        self, fill: Fill, title: str, run: Callable[[Fill], str], parent: QWidget, *, comma: bool = False
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._kind = type(fill)
        self._run = run
        self._comma = comma
        self.fields: dict[str, NumberField | RealField] = {}
        self.next_seed = QToolButton(self)
        self.next_seed.setProperty("kind", "button")
        self.next_seed.setText(self.tr("Next seed"))
        self.next_seed.clicked.connect(self._on_next_seed)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        for key in fill.__struct_fields__:
            name = QCoreApplication.translate("Fills", FIELD_TITLES[key])
            form.addRow(name, self._row(key, getattr(fill, key)))
            self.fields[key].setAccessibleName(name)
        self.next_seed.setVisible("seed" in self.fields)
        self.reason = QLabel(self)
        self.reason.setProperty("kind", "refused")
        self.reason.setWordWrap(True)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.hide()
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self.confirm = self.buttons.button(buttons.Ok)
        self.confirm.setText(self.tr("Fill"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self.reason)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(_WIDTH)
        first = next(iter(self.fields.values()))
        first.setFocus()
        first.selectAll()

    def _row(self, name: str, value: float) -> QWidget | QHBoxLayout:
        if isinstance(value, float):
            real = self.fields[name] = RealField(self, comma=self._comma)
            real.write(value)
            return real
        whole = self.fields[name] = NumberField(0, _LIMITS[name], self)
        whole.setValue(value)
        if name != "seed":
            return whole
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(whole, 1)
        row.addWidget(self.next_seed)
        return row

    def wanted(self) -> Fill:
        """Return the filling that stands in the fields.

        Raises
        ------
        NotANumber
        """
        values = {
            name: field.read() if isinstance(field, RealField) else field.value()
            for name, field in self.fields.items()
        }
        return self._kind(**values)

    def accept(self) -> None:
        """Fill, and close where that went."""
        try:
            reason = self._run(self.wanted())
        except SandboxError as error:
            reason = translated(error.message)
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
        if not reason:
            super().accept()

    def _on_next_seed(self) -> None:
        seed = self.fields["seed"]
        if isinstance(seed, NumberField):
            seed.setValue(0 if seed.value() == LARGEST_SEED else seed.value() + 1)
