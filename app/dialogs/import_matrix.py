"""A matrix from a file: what was read, where it goes, and what can be done where it does not fit."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
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
from app.models.import_ways import How, ImportWay, arranged, import_ways
from app.models.matrix_content import block_edit, content_of, is_mask, typed_names
from app.models.matrix_layout import MatrixLayout
from app.panels.numbers import NumbersPanel
from app.texts import translated
from app.widgets.grid_clipboard import check_mask, shape_text
from app.widgets.matrix_preview import MatrixPreview
from app.workspace import Workspace
from core.edits import deeds
from core.errors import SandboxError
from core.expression.names import short_name
from core.importers.file import ReadMatrix, read_matrix
from core.importers.separated import COMMA, SEMICOLON, SPACE, TAB

_SIZE = QSize(680, 600)
_MOST_WAYS = 3
_REASON_LINES = 3
_MARGINS = (24, 20, 24, 16)


class ImportMatrixDialog(QDialog):
    """Reads the file when it opens and whenever an option changes; importing is one undo step."""

    def __init__(self, workspace: Workspace, panel: NumbersPanel, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import matrix"))
        self._workspace = workspace
        self._panel = panel
        self._path = path
        self._read: ReadMatrix | None = None
        self._ways: tuple[ImportWay, ...] = ()
        self.recognised = QLabel()
        self.target = QComboBox()
        self.separator = QComboBox()
        self.comma = QCheckBox(self.tr("A comma is a decimal sign"))
        self.preview = MatrixPreview()
        self.ways = [QRadioButton() for _ in range(_MOST_WAYS)]
        self.reason = reason_line(_REASON_LINES)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self.confirm = self.buttons.button(buttons.Ok)
        self.confirm.setText(self.tr("Import"))
        self._group = QButtonGroup(self)
        self._fill()
        self._build()
        self.read()
        self._connect()
        self.confirm.setDefault(True)
        (self.confirm if self.confirm.isEnabled() else self.ways[0] if self._ways else self.target).setFocus()

    # Its parts

    def _fill(self) -> None:
        trace, shown = self._workspace.session.trace, self._panel.shown
        for name in typed_names(trace):
            layout = self._layout_of(name)
            self.target.addItem(f"{name} · {shape_text(layout.rows, layout.columns)}", name)
        self.target.setCurrentIndex(max(self.target.findData(shown), 0))
        self.separator.addItem(self.tr("as recognised"), "")
        for sign, words in (
            (TAB, self.tr("tabs")),
            (SEMICOLON, self.tr("semicolons")),
            (COMMA, self.tr("commas")),
            (SPACE, self.tr("spaces")),
        ):
            self.separator.addItem(words, sign)
        self.comma.setChecked(self._workspace.settings.settings.decimal_comma)
        for number, button in enumerate(self.ways):
            self._group.addButton(button, number)

    def _build(self) -> None:
        name = file_name_line(self._path)
        self.recognised.setTextFormat(Qt.TextFormat.PlainText)
        self.recognised.setWordWrap(True)
        self.recognised.setProperty("kind", "soft")
        # so that nothing moves while options change
        self.recognised.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.recognised.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.preview.setAccessibleName(self.tr("First rows and columns"))
        between = QHBoxLayout()
        between.addWidget(self.separator)
        between.addWidget(self.comma)
        between.addStretch(1)
        form = QFormLayout()
        form.addRow(self.tr("Into"), self.target)
        form.addRow(self.tr("Cells between"), between)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(*_MARGINS)
        rows.setSpacing(10)
        for widget in (name, self.recognised):
            rows.addWidget(widget)
        rows.addLayout(form)
        rows.addWidget(self.preview)
        for button in self.ways:
            rows.addWidget(button)
        rows.addStretch(1)
        rows.addWidget(self.reason)
        rows.addWidget(self.buttons)
        self.resize(_SIZE)

    def _connect(self) -> None:
        self.target.currentIndexChanged.connect(self.check)
        self.separator.currentIndexChanged.connect(self.read)
        self.comma.toggled.connect(self.read)
        self._group.idClicked.connect(self._check_way)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._workspace.session.document_replaced.connect(self.reject)  # its matrices are gone

    # What is read, and where it goes

    @property
    def tensor(self) -> str:
        """Name of the matrix that the numbers are to go into."""
        return str(self.target.currentData())

    def _layout_of(self, name: str) -> MatrixLayout:
        """Return how the grid shows it: all heads, or the one that is chosen there."""
        if self._panel.is_open and name == self._panel.shown:
            return self._panel.model.layout
        session = self._workspace.session
        content = content_of(session.scenario, session.trace, name)
        return MatrixLayout(content.tensor.axes, content.heads)

    def read(self) -> None:
        """Read the file with the options as they are."""
        self._read = None
        reason = ""
        try:
            self._read = read_matrix(self._path, self.separator.currentData(), comma=self.comma.isChecked())
        except SandboxError as error:
            reason = translated(error.message)
        notes = [translated(note) for note in self._read.notes] if self._read else []
        self.recognised.setText(" · ".join(notes))
        is_table = self._read is None or bool(self._read.separator) or bool(self.separator.currentData())
        self.separator.setEnabled(is_table)
        self.comma.setEnabled(is_table)
        values = self._read.values if self._read else None
        self.preview.show_values(values, self._workspace.display.decimals)
        self.check()
        if reason:
            self._refuse(reason)

    def check(self) -> None:
        """Offer what can be done with a matrix of this shape."""
        self._ways = ()
        if self._read is not None and self.target.count():
            layout = self._layout_of(self.tensor)
            values = self._read.values
            self._ways = import_ways((values.shape[0], values.shape[1]), (layout.rows, layout.columns))
        fits = bool(self._ways) and self._ways[0].how is How.WHOLE
        self._group.setExclusive(False)
        for button, way in zip(self.ways, (*self._ways, *[None] * _MOST_WAYS), strict=False):
            with QSignalBlocker(button):
                button.setChecked(fits and way is not None)
            button.setText(self._way_text(way) if way is not None else "")
            button.setVisible(way is not None)
        self._group.setExclusive(True)
        self._check_way()

    def _check_way(self) -> None:
        """Let it be confirmed, or say what is missing."""
        chosen = self._chosen()
        if self._read is None or not self.target.count():
            self._refuse(self.tr("There is no matrix to import into.") if not self.target.count() else "")
            return
        if chosen is None:
            layout = self._layout_of(self.tensor)
            told = self.tr("The file is {given} and {tensor} is {size}. Choose what is to be done.")
            self._refuse(
                told.format(
                    given=shape_text(*self._read.values.shape),
                    tensor=short_name(self.tensor),
                    size=shape_text(layout.rows, layout.columns),
                )
            )
            return
        self.reason.hide()
        self.confirm.setEnabled(True)

    def _chosen(self) -> ImportWay | None:
        number = self._group.checkedId()
        return self._ways[number] if 0 <= number < len(self._ways) else None

    def _way_text(self, way: ImportWay) -> str:
        shape = shape_text(*way.shape)
        return {
            How.WHOLE: self.tr("All of it: {shape}"),
            How.CORNER: self.tr("Into the upper left: {shape}, the rest stays"),
            How.TRANSPOSED: self.tr("Transposed: {shape}"),
            How.PART: self.tr("The part that fits: {shape}"),
        }[way.how].format(shape=shape)

    def _refuse(self, reason: str) -> None:
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
        self.confirm.setEnabled(False)

    def accept(self) -> None:
        """Write the numbers, or say why not."""
        way = self._chosen()
        if self._read is None or way is None:
            return
        name, layout, session = self.tensor, self._layout_of(self.tensor), self._workspace.session
        numbers = arranged(self._read.values, way)
        cells = 0, 0, way.shape[0] - 1, way.shape[1] - 1
        try:
            if is_mask(session.trace, name):
                check_mask(numbers)
            session.attempt(
                block_edit(session.trace, name, layout.block(*cells), numbers, deeds.imported(way.shape))
            )
        except SandboxError as error:
            self._refuse(translated(error.message))
            return
        self._panel.set_open(True)
        self._panel.show_tensor(name)
        rows, columns = self._panel.grid.cells.size  # fewer where the drawer opens on one head
        self._panel.grid.cells.select([(0, 0, min(cells[2], rows - 1), min(cells[3], columns - 1))])
        told = self.tr("{file}: {shape} into {tensor}")
        self._workspace.notifier.notify(
            told.format(file=self._path.name, shape=shape_text(*way.shape), tensor=short_name(name))
        )
        super().accept()
