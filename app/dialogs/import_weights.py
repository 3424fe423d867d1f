"""Weights of a trained model: what becomes of each tensor, in the present model or in a new one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.labels import file_name_line, reason_line
from app.texts import translated
from app.widgets.fields import ChoiceField, NumberField
from app.widgets.weights_table import WeightsTable
from app.workspace import Workspace
from core.architecture.options import MAX_HEADS, Stack
from core.edits import ImportWeights
from core.errors import SandboxError
from core.importers.weights.file import read_weights
from core.importers.weights.model import FoundModel, found_model
from core.importers.weights.plan import Fate, WeightPlan, weight_plan
from core.importers.weights.shapes import Wishes
from core.importers.weights.stored import Stored
from core.text import message

_SIZE = QSize(920, 620)
_MARGINS = (24, 20, 24, 16)
_REASON_LINES = 2
_CHOICE_LENGTH = 18


class ImportWeightsDialog(QDialog):
    """Reads the names when it opens, and the numbers once it is confirmed.

    Into the present model it is one undo step; as a new document, nothing of the present one is touched.
    """

    scenario_made = Signal(object)  # Scenario: the new document

    def __init__(self, workspace: Workspace, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import weights"))
        self._workspace = workspace
        self._path = path
        self._stored: Stored = {}
        self._plan: WeightPlan | None = None
        self._found: FoundModel | None = None
        self.here = QRadioButton(self.tr("Into the present model, by names"))
        self.new = QRadioButton(self.tr("As a new document"))
        self.heads = NumberField(1, MAX_HEADS)
        self.stack = ChoiceField(self._stacks())
        self.table = WeightsTable()
        self.summary = QLabel()
        self.reason = reason_line(_REASON_LINES)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self.confirm = self.buttons.button(buttons.Ok)
        self.confirm.setText(self.tr("Import"))
        self._group = QButtonGroup(self)
        self._build()
        self._read()
        self._connect()
        self.confirm.setDefault(True)
        (self.confirm if self.confirm.isEnabled() else self.new).setFocus()

    # Its parts

    def _stacks(self) -> list[tuple[str, Stack | None, str]]:
        told = [(translated(message("Options", each.label)), each, "") for each in Stack]
        return [(self.tr("as the names tell"), None, ""), *told]

    def _build(self) -> None:
        name = file_name_line(self._path)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.summary.setProperty("kind", "soft")
        self.table.setAccessibleName(self.tr("What becomes of each tensor"))
        for button in (self.here, self.new):
            self._group.addButton(button)
        self.stack.setMinimumContentsLength(_CHOICE_LENGTH)
        self.heads.setToolTip(self.tr("How many heads there are stands in no file of weights."))
        told = QLabel(self.tr("Activation, mask and the like: Model ▸ Change model, afterwards"))
        told.setProperty("kind", "soft")
        sizes = QHBoxLayout()
        sizes.addWidget(self.heads)
        sizes.addSpacing(16)
        sizes.addWidget(QLabel(self.tr("Stack")))
        sizes.addWidget(self.stack)
        sizes.addSpacing(16)
        sizes.addWidget(told)
        sizes.addStretch(1)
        form = QFormLayout()
        form.setContentsMargins(24, 0, 0, 0)
        form.addRow(self.tr("Heads"), sizes)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(*_MARGINS)
        rows.setSpacing(10)
        rows.addWidget(name)
        rows.addWidget(self.here)
        rows.addWidget(self.new)
        rows.addLayout(form)
        rows.addWidget(self.table, 1)
        rows.addWidget(self.summary)
        rows.addWidget(self.reason)
        rows.addWidget(self.buttons)
        self.resize(_SIZE)

    def _connect(self) -> None:
        self._group.buttonClicked.connect(self.check)
        self.heads.valueChanged.connect(self.check)
        self.stack.changed.connect(self.check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._workspace.session.document_replaced.connect(self.reject)  # its matrices are gone

    # What is read, and where it goes

    def _read(self) -> None:
        """Read the names; the present model is proposed where no less goes in than into a new one."""
        try:
            self._stored = read_weights(self._path)
        except SandboxError as error:
            for widget in (self.here, self.new, self.heads, self.stack):
                widget.setEnabled(False)
            self._refuse(error)
            return
        scenario = self._workspace.session.scenario
        with QSignalBlocker(self.heads):
            self.heads.setValue(scenario.architecture.attention.heads)
        self.new.setChecked(True)
        self.check()
        taken = self._plan.count(Fate.FITS) if self._plan is not None else 0
        if weight_plan(scenario, self._stored).count(Fate.FITS) >= max(taken, 1):
            self.here.setChecked(True)
            self.check()

    def check(self) -> None:
        """Show what would become of each tensor, and let it be confirmed or say why not."""
        self._plan = self._found = None
        is_new = self.new.isChecked()
        self.heads.setEnabled(is_new)
        self.stack.setEnabled(is_new)
        try:
            if is_new:
                self._found = found_model(self._stored, Wishes(self.heads.value(), self.stack.read()))
                self._plan = self._found.plan
            else:
                self._plan = weight_plan(self._workspace.session.scenario, self._stored)
            self._plan.check_some()
        except SandboxError as error:
            self.table.show_plan(self._plan)
            self._refuse(error)
            return
        self.table.show_plan(self._plan)
        self._tell(self._plan)
        self.reason.hide()
        self.confirm.setEnabled(True)

    def _tell(self, plan: WeightPlan) -> None:
        told = (
            (self.tr("{count} taken"), plan.count(Fate.FITS)),
            (self.tr("{count} of another shape, left out"), plan.count(Fate.OTHER_SHAPE)),
            (self.tr("{count} without a place in the model, left out"), plan.count(Fate.NOT_HERE)),
            (self.tr("{count} not in the file"), plan.count(Fate.MISSING)),
        )
        parts = [text.format(count=count) for text, count in told if count]
        if not plan.fits_file:
            parts.append(self.tr("more numbers than a file can hold: to be looked at, not to be saved"))
        self.summary.setText(" · ".join(parts))

    def _refuse(self, error: SandboxError) -> None:
        self.summary.setText("")
        self.reason.setText(translated(error.message))
        self.reason.show()
        self.confirm.setEnabled(False)

    def accept(self) -> None:
        """Read the numbers and put them where they go, or say why not: then nothing has changed."""
        if self._plan is None:
            return
        name = self._path.name
        try:
            if self._found is not None:
                made = self._found.scenario(name)
            else:
                made = None
                self._workspace.session.attempt(ImportWeights(self._plan.numbers(), name))
        except SandboxError as error:
            self._refuse(error)
            return
        count = len(self._plan.fitting)
        one, several = self.tr("{file}: weights of 1 tensor"), self.tr("{file}: weights of {count} tensors")
        told = (one if count == 1 else several).format(file=name, count=count)
        super().accept()
        if made is not None:
            self.scenario_made.emit(made)
        else:
            self._workspace.notifier.notify(told)
