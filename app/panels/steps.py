"""Steps: the outline of the program by layer and part."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QVBoxLayout, QWidget

from app.models.outline_model import OutlineModel, OutlineRole
from app.widgets.outline_delegate import OutlineDelegate
from app.workspace import Workspace


class StepsPanel(QWidget):
    """Every step in order; the current one is filled. A click or Enter goes to a step."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._model = OutlineModel(self)
        self._tree = OutlineTree(self)
        self._tree.setModel(self._model)
        self._tree.setItemDelegate(
            OutlineDelegate(
                workspace.theme,
                name_role=OutlineRole.NAME,
                off_role=OutlineRole.OFF,
                is_current=self._is_current,
                parent=self._tree,
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._tree)
        self._tree.clicked.connect(self._on_chosen)
        self._tree.asked.connect(self._on_chosen)
        workspace.session.program_changed.connect(self._rebuild)
        workspace.session.document_replaced.connect(self._rebuild)
        workspace.cursor.moved.connect(self._show_step)
        workspace.theme.changed.connect(self._tree.viewport().update)
        self.setFocusProxy(self._tree)
        self.retranslate()
        self._rebuild()

    @property
    def tree(self) -> QTreeView:
        """The list of steps."""
        return self._tree

    @property
    def model(self) -> OutlineModel:
        """The outline."""
        return self._model

    def sizeHint(self) -> QSize:
        """As wide as the Model panel that holds it."""
        return QSize(300, 400)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self._tree.setAccessibleName(self.tr("Steps by layer and part"))
        self._model.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _rebuild(self) -> None:
        """Show the steps as they are now; what was open stays open as far as the rows are the same."""
        self._model.set_program(self._workspace.session.program)
        for row in range(self._model.rowCount()):
            self._tree.expand(self._model.index(row, 0))
        self._show_step()

    def _show_step(self) -> None:
        """Bring the current step into view, below its part if both have room, and put the keyboard there."""
        index = self._model.index_of(self._workspace.cursor.step.name)
        if index.isValid():
            self._tree.setCurrentIndex(index)
            self._tree.scrollTo(index.parent(), QAbstractItemView.ScrollHint.EnsureVisible)
            self._tree.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self._tree.viewport().update()

    def _is_current(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        name = self._workspace.cursor.step.name
        if index.data(OutlineRole.NAME):
            return bool(index.data(OutlineRole.STEP) == name)
        return False

    def _on_chosen(self, index: QModelIndex) -> None:
        """Go to a step, open a part at its first step, open or close a layer."""
        target = index.data(OutlineRole.STEP)
        if not target:
            self._tree.setExpanded(index, not self._tree.isExpanded(index))
            return
        self._tree.expand(index)
        self._workspace.cursor.move_to(target)


class OutlineTree(QTreeView):
    """A tree of steps; Enter asks for a row."""

    asked = Signal(QModelIndex)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)  # the current row alone is marked
        self.setMouseTracking(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the current row by Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self.asked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
