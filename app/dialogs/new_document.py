"""A new document: a kind of model, its sizes, its words."""

from __future__ import annotations

import math
from dataclasses import fields, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.texts import translated
from app.widgets.fields import NumberField
from core.architecture.conventions import conventions
from core.architecture.options import Architecture, Attention, FeedForward, Input, default_head_size
from core.architecture.presets import PRESETS, Preset, new_scenario, preset
from core.errors import SandboxError
from core.limits import check_parameters
from core.parameters import parameter_specs
from core.scenario import Scenario
from core.tokens import tokenise

_MAX_SEED = 2**31 - 1
_QUICK = 20_000
"""Up to so many numbers the whole model is tried while sizes are being typed."""


class NewDialog(QDialog):
    """Says at once, in words, why something does not go; closes before the language can change."""

    scenario_made = Signal(object)  # Scenario

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New"))
        self.presets = QListWidget(self)
        self.presets.ensurePolished()  # rows are measured as they will be drawn
        self.presets.setAccessibleName(self.tr("Kind of model"))
        for known in PRESETS:
            item = QListWidgetItem(translated(known.title), self.presets)
            item.setData(Qt.ItemDataRole.UserRole, known.key)
        self.sizes = {
            "layers": _size_box(Architecture, "layers"),
            "d_model": _size_box(Architecture, "d_model"),
            "heads": _size_box(Attention, "heads"),
            "d_k": _size_box(Attention, "d_k"),
            "d_ff": _size_box(FeedForward, "d_ff"),
        }
        self.seed = NumberField(0, _MAX_SEED)
        self.source = QLineEdit()
        self.target = QLineEdit()
        self.reason = QLabel()
        self.reason.setWordWrap(True)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setProperty("kind", "refused")
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setProperty("kind", "soft")
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        line = self.summary.fontMetrics().lineSpacing()
        self.summary.setFixedHeight(5 * line)  # nothing moves while sizes are typed
        self.reason.setFixedHeight(2 * line + 12)
        kept = self.reason.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.reason.setSizePolicy(kept)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self.buttons.button(buttons.Ok).setText(self.tr("Create"))
        self._build()
        self._connect()
        self.presets.setCurrentRow(len(PRESETS) - 1)

    @property
    def preset(self) -> Preset:
        """The kind of model that is chosen."""
        return preset(self.presets.currentItem().data(Qt.ItemDataRole.UserRole))

    def architecture(self) -> Architecture:
        """Return the architecture as it is filled in.

        Raises
        ------
        SandboxError
            If sizes do not go together.
        """
        base = self.preset.architecture
        size = {name: box.value() for name, box in self.sizes.items()}
        d_k = size["d_k"] or default_head_size(size["d_model"], size["heads"])
        return replace(
            base,
            layers=size["layers"] if base.has_layers else base.layers,
            d_model=size["d_model"] if base.input is not Input.QKV else base.d_model,
            attention=replace(base.attention, heads=size["heads"], d_k=d_k, d_v=d_k),
            feed_forward=replace(
                base.feed_forward, d_ff=size["d_ff"] if base.has_layers else base.feed_forward.d_ff
            ),
        )

    def scenario(self) -> Scenario:
        """Return the document.

        Raises
        ------
        SandboxError
            If sizes or words do not go together.
        """
        return new_scenario(
            self.architecture(), self._tokens(), title=str(self.preset.title), seed=self.seed.value()
        )

    def accept(self) -> None:
        """Hand the document over, or say why there is none."""
        try:
            made = self.scenario()
        except SandboxError as error:
            self._refuse(translated(error.message))
            return
        self.scenario_made.emit(made)
        super().accept()

    def _tokens(self) -> dict[str, tuple[str, ...]]:
        lines = {"source": self.source, "target": self.target}
        return {name: tokenise(lines[name].text()).words for name in self.preset.tokens}

    def _build(self) -> None:
        form = self._rows = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        labels = {
            "layers": self.tr("Layers"),
            "d_model": "d_model",
            "heads": self.tr("Heads"),
            "d_k": "d_k, d_v",
            "d_ff": "d_ff",
        }
        for name, box in self.sizes.items():
            form.addRow(labels[name], box)
        form.addRow(self.tr("Source words"), self.source)
        form.addRow(self.tr("Target words"), self.target)
        form.addRow(self.tr("Seed"), self.seed)
        self.seed.setToolTip(self.tr("The same seed gives the same random numbers, everywhere."))
        columns = QHBoxLayout()
        columns.setSpacing(24)
        columns.addWidget(self.presets)
        columns.addLayout(form, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(columns)
        layout.addWidget(self.summary)
        layout.addWidget(self.reason)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        room = 2 * self.presets.frameWidth() + 12
        self.presets.setFixedWidth(self.presets.sizeHintForColumn(0) + room)
        self.presets.setMinimumHeight(self.presets.sizeHintForRow(0) * len(PRESETS) + room)
        self.setMinimumWidth(720)

    def _connect(self) -> None:
        self.presets.currentItemChanged.connect(self._on_preset_changed)
        self.presets.itemDoubleClicked.connect(self.accept)
        for box in self.sizes.values():
            box.valueChanged.connect(self._check)
        for line in (self.source, self.target):
            line.textChanged.connect(self._check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _on_preset_changed(self) -> None:
        """Start from the sizes of the preset, and show only the fields it reads."""
        base, chosen = self.preset.architecture, self.preset
        typed_in = base.input is Input.QKV
        divides = base.d_model == base.attention.heads * base.attention.d_k
        self.sizes["d_k"].setMinimum(1 if typed_in else 0)
        self.sizes["d_k"].setSpecialValueText("" if typed_in else self.tr("d_model / heads"))
        known = {
            "layers": base.layers,
            "d_model": base.d_model,
            "heads": base.attention.heads,
            "d_k": 0 if divides and not typed_in else base.attention.d_k,
            "d_ff": base.feed_forward.d_ff,
        }
        for name, value in known.items():
            self.sizes[name].blockSignals(True)
            self.sizes[name].setValue(value)
            self.sizes[name].blockSignals(False)
        shown = {"layers": base.has_layers, "d_ff": base.has_layers, "d_model": not typed_in}
        for name, box in self.sizes.items():
            self._rows.setRowVisible(box, shown.get(name, True))
        for name, line in (("source", self.source), ("target", self.target)):
            self._rows.setRowVisible(line, name in chosen.tokens)
            line.blockSignals(True)
            line.setText(" ".join(chosen.tokens.get(name, ())))
            line.blockSignals(False)
        self._check()

    def _check(self) -> None:
        try:
            architecture, tokens = self.architecture(), self._tokens()
            words = {word for sequence in tokens.values() for word in sequence}
            shapes = [spec.shape for spec in parameter_specs(architecture, tuple(words))]
            check_parameters(shapes)
            if sum(map(math.prod, shapes)) <= _QUICK:
                self.scenario()
        except SandboxError as error:
            self._refuse(translated(error.message))
            return
        self.reason.hide()
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(True)
        line = " · ".join(translated(point) for point in conventions(architecture))
        self.summary.setText(line)

    def _refuse(self, reason: str) -> None:
        self.reason.setText(reason)
        self.reason.show()
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(False)


def _size_box(record: type[Architecture | Attention | FeedForward], name: str) -> NumberField:
    """Make a spin box with the limits that the option record states."""
    low, high = next(entry.metadata["limits"] for entry in fields(record) if entry.name == name)
    return NumberField(int(low), int(high))
