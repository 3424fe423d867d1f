"""A grid on a tensor that takes edits, without a session; and typing as a person does."""

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget

from app.models.matrix_model import MatrixModel
from app.models.matrix_shown import MatrixContent
from app.theme import ThemeStore, load_theme
from app.widgets.grid import MatrixGrid
from core.edits.deeds import told, typed
from core.tensor import Axis, NamedTensor


def matrix_tensor(values, name="attn.W_Q", rows="d_model", columns="d_v"):
    values = np.array(values, dtype=np.float64)
    return NamedTensor.of(name, (Axis(rows, values.shape[0]), Axis(columns, values.shape[1])), values)


@dataclass
class GridBench:
    """`edits` lists what was asked for: (indices, numbers, gesture); `deeds` what it is called."""

    tensor: NamedTensor
    options: dict = field(default_factory=dict)

    def __post_init__(self):
        self.edits = []
        self.deeds = []
        self.refusal = None
        self.model = MatrixModel(self.commit)
        self.model.show(MatrixContent(self.tensor, **self.options))
        self.window = QWidget()
        self.before = QLineEdit(self.window)
        self.theme = ThemeStore(load_theme("light"))
        self.grid = MatrixGrid(self.model, self.theme, self.window)
        self.after = QLineEdit(self.window)
        layout = QHBoxLayout(self.window)
        for widget in (self.before, self.grid, self.after):
            layout.addWidget(widget)
        layout.setStretch(1, 1)
        self.window.resize(1000, 420)

    def commit(self, cells, numbers, deed, gesture):
        if self.refusal is not None:
            raise self.refusal
        indices = zip(*(at.ravel().tolist() for at in np.broadcast_arrays(*cells)), strict=True)
        self.edits.append((list(indices), np.ravel(numbers).tolist(), gesture))
        self.deeds.append(str(told(deed or typed(cells), self.tensor.name)))
        values = np.array(self.tensor.values)
        values[cells] = numbers
        self.tensor = NamedTensor.of(self.tensor.name, self.tensor.axes, values)
        self.model.show(MatrixContent(self.tensor, **self.options))

    def take_back(self, tensor):
        """Show other numbers, as undo does."""
        self.tensor = tensor
        self.model.show(MatrixContent(tensor, **self.options))

    def show(self, qtbot):
        qtbot.addWidget(self.window)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.window.activateWindow()
        self.grid.setFocus()
        qtbot.waitUntil(self.grid.hasFocus)
        return self

    @property
    def values(self):
        return self.tensor.values

    @property
    def at(self):
        return self.grid.cells.current

    @property
    def ranges(self):
        return self.grid.cells.ranges()


def type_text(text):
    """One character at a time, to whatever has the focus then."""
    for character in text:
        QTest.keyClick(QApplication.focusWidget(), character)


def press(*keys, modifiers=None):
    for key in keys:
        if modifiers is None:
            QTest.keyClick(QApplication.focusWidget(), key)
        else:
            QTest.keyClick(QApplication.focusWidget(), key, modifiers)
