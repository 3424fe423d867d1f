"""Steps: the outline of the program by layer and part."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QVBoxLayout, QWidget

from app.models.outline_model import OutlineModel, OutlineRole
from app.models.stage_switches import own_switch, switch_edit, switches
from app.panels.stop_menu import STOP_KEY, SWITCH_KEY, RowMenu
from app.widgets.outline_delegate import OutlineDelegate, OutlineRoles
from app.workspace import Workspace
from core.program import Step


class StepsPanel(QWidget):
    """Every step in order; the current one is filled. A click or Enter goes to a step."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._shown: tuple[Step, ...] = ()
        self._model = OutlineModel(workspace.ripple.cells, lambda: workspace.pin.differences, self)
        self._tree = OutlineTree(self)
        self._tree.setModel(self._model)
        self._tree.setItemDelegate(
            OutlineDelegate(
                workspace.theme,
                roles=OutlineRoles(
                    OutlineRole.NAME,
                    OutlineRole.OFF,
                    OutlineRole.STOP,
                    OutlineRole.CHANGED,
                    OutlineRole.DIFFERENCE,
                    OutlineRole.SHORT_DIFFERENCE,
                    OutlineRole.FIRST,
                ),
                is_current=self._is_current,
                parent=self._tree,
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._tree)
        self._tree.clicked.connect(self._on_chosen)
        self._tree.asked.connect(self._on_chosen)
        self._tree.mark_asked.connect(self._on_mark_asked)
        self._tree.switch_asked.connect(self._on_switch_asked)
        self._tree.menu_asked.connect(self._on_menu_asked)
        workspace.session.program_changed.connect(self._rebuild)
        workspace.session.document_replaced.connect(self._rebuild)
        workspace.cursor.moved.connect(self._show_step)
        workspace.player.stops_changed.connect(self._show_stops)
        workspace.ripple.changed.connect(self._tree.viewport().update)
        workspace.pin.changed.connect(self._tree.viewport().update)
        workspace.session.trace_changed.connect(self._show_off)
        workspace.theme.changed.connect(self._tree.viewport().update)
        self.setFocusProxy(self._tree)
        self.retranslate()
        self._rebuild()
        self._show_stops()

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
        program = self._workspace.session.program
        self._model.set_program(program)
        self._shown = program.steps
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

    def _show_off(self) -> None:
        """The steps have the same names as before; where they do something else, some are off now, or on."""
        program = self._workspace.session.program
        if program.steps != self._shown:
            self._shown = program.steps
            self._model.show_off(program)

    def _show_stops(self) -> None:
        self._model.set_stops(self._workspace.player.stops)

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

    def _on_mark_asked(self, index: QModelIndex) -> None:
        """Stop at a step or not; layers and parts have no mark."""
        if index.data(OutlineRole.NAME):
            self._workspace.player.toggle_stop(index.data(OutlineRole.STEP))

    def _on_switch_asked(self, index: QModelIndex) -> None:
        """Switch the part of a row off or on."""
        session, step = self._workspace.session, self._step_of(index)
        if step is not None:
            architecture = session.scenario.architecture
            state = own_switch(session.program, step, architecture, part=index.data(OutlineRole.PART))
            if state is not None:
                session.apply(switch_edit(architecture, state.key, is_on=not state.is_on))

    def _on_menu_asked(self, index: QModelIndex, at: QPoint) -> None:
        """Open the menu of a row: its mark, and what can be switched there; not where there is neither."""
        session, step = self._workspace.session, self._step_of(index)
        if step is None:
            return
        architecture, own = session.scenario.architecture, index.data(OutlineRole.PART)
        states = switches(session.program, step, architecture)
        name = step.name if index.data(OutlineRole.NAME) else ""
        if not name and not states:
            return
        menu = RowMenu(session, self._workspace.player, name, states, self._tree)
        state = own_switch(session.program, step, architecture, part=own)
        if state is not None:
            menu.show_key(state.key)
        menu.popup(at)

    def _step_of(self, index: QModelIndex) -> Step | None:
        """Return the step that a row leads to; layers of several parts lead nowhere."""
        target = index.data(OutlineRole.STEP)
        return self._workspace.session.program.maker(target) if target else None


class OutlineTree(QTreeView):
    """A tree of steps.

    Enter asks for a row, F6 for its switch, F7 for its mark, the menu key or right button for its menu.
    """

    asked = Signal(QModelIndex)
    mark_asked = Signal(QModelIndex)
    switch_asked = Signal(QModelIndex)
    menu_asked = Signal(QModelIndex, QPoint)  # row, place on the screen

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

    def showEvent(self, event: QShowEvent) -> None:
        """Forget what Qt took for pointed at while this had no place on the screen yet."""
        super().showEvent(event)
        self.viewportEvent(QEvent(QEvent.Type.Leave))

    def event(self, event: QEvent) -> bool:
        """Keep F6 and F7 for the row of the keyboard; elsewhere they mean the current step."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = _plain_key(event)
            if key is not None and key in (STOP_KEY, SWITCH_KEY):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the current row by Enter or the space bar, for its switch by F6, for its mark by F7."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self.asked.emit(self.currentIndex())
        elif _plain_key(event) == STOP_KEY:
            self.mark_asked.emit(self.currentIndex())
        elif _plain_key(event) == SWITCH_KEY:
            self.switch_asked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row under the pointer, by keyboard of the current one."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            row = self.currentIndex()
            self.menu_asked.emit(row, self.viewport().mapToGlobal(self.visualRect(row).center()))
        else:
            self.menu_asked.emit(self.indexAt(event.pos()), event.globalPos())


def _plain_key(event: QKeyEvent) -> Qt.Key | None:
    """Return a key that was pressed without Shift, Ctrl or Alt."""
    return Qt.Key(event.key()) if event.modifiers() == Qt.KeyboardModifier.NoModifier else None
