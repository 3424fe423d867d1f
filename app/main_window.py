"""The window: it gives panels, menus, tool bar and status bar their places, and asks before it closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from app import plain_import  # noqa: F401 - before all that is imported below
from app.actions import ACTIONS
from app.actions.registry import ActionRegistry
from app.actions.spec import Desk
from app.actions.tool_bar import ToolBar
from app.documents import Documents
from app.file_places import start_folder
from app.files import Files, dropped_paths
from app.icons import icon
from app.origin import has_weights
from app.panels import PANELS
from app.panels.drawer import ClosedDrawer
from app.panels.spec import Area, PanelId, PanelSpec, Yielding
from app.panels.start import StartPanel
from app.panels.status import StatusLine
from app.panels.steps_rail import RailLink
from app.texts import translated
from app.theme import Theme
from app.widgets.room import Room
from app.widgets.work_area import WorkArea
from app.workspace import Workspace
from core.errors import SandboxError

if TYPE_CHECKING:
    from app.panels.numbers import NumbersPanel

TALL = 900
"""From this height of the window on the drawer is open at the start."""
_SIZE = QSize(1280, 800)
_MINIMUM = QSize(800, 560)


class Panels(dict[PanelId, QWidget]):
    """Those that were built; the Numbers are built when they are first asked for."""

    def __init__(self, build_numbers: Callable[[], QWidget]) -> None:
        super().__init__()
        self._build_numbers = build_numbers

    def __missing__(self, panel: PanelId) -> QWidget:
        if panel != PanelId.NUMBERS:
            raise KeyError(panel)
        return self._build_numbers()


class MainWindow(QMainWindow):
    """Built in two halves: the frame at once, the stage (it needs pyqtgraph) once the frame is painted."""

    completed = Signal()
    closed = Signal()

    def __init__(
        self, workspace: Workspace, documents: Documents, panels: Sequence[PanelSpec] = PANELS
    ) -> None:
        super().__init__()
        self.workspace = workspace
        self.files = Files(workspace, documents, self)
        self.panels = Panels(self._build_numbers)
        self.work_area = WorkArea()
        self._closed_drawer = ClosedDrawer(workspace)
        self.registry = ActionRegistry(ACTIONS, Desk(workspace, self.files, self), self)
        self._specs = {spec.area: spec for spec in panels}
        self._stage_asked = False
        self._shown = False
        self.setAcceptDrops(True)
        self.setMinimumSize(_MINIMUM)
        self._place()
        self._follow()
        self._restore()
        self.retranslate()

    @property
    def steps_open(self) -> bool:
        """True while the Steps panel is open."""
        return self.work_area.side_open

    @property
    def numbers_open(self) -> bool:
        """True while the drawer is open."""
        return self.work_area.drawer_open

    def complete(self) -> None:
        """Build the stage, unless it is there."""
        if PanelId.STAGE in self.panels or Area.STAGE not in self._specs:
            return
        stage = self._build(Area.STAGE)
        if stage is not None:
            self.work_area.set_stage(stage)
            self._on_room_changed(self.work_area.room)
            stage.setFocus()
        self.completed.emit()

    def toggle_steps(self) -> None:
        """Open or fold the Steps panel."""
        self.work_area.set_side_open(is_open=not self.steps_open)

    def toggle_numbers(self) -> None:
        """Open or close the drawer."""
        if Area.DRAWER in self._specs:
            self._numbers.set_open(not self.numbers_open)

    def show_new(self) -> None:
        """Ask for preset and sizes of a new document."""
        from app.dialogs.new_document import NewDialog  # dialogs: when asked for, not at the start

        self.files.settle()
        dialog = NewDialog(self)
        dialog.scenario_made.connect(self.files.show)
        dialog.open()

    def show_change_model(self) -> None:
        """Ask for other options and sizes of the model."""
        from app.dialogs.change_model import ChangeModelDialog

        self.files.settle()
        ChangeModelDialog(self.workspace, self).open()

    def import_matrix(self) -> None:
        """Ask for a file with a matrix, and where it goes."""
        from app.dialogs.ask_file import ask_matrix

        self.files.settle()
        self.files.guard.ask(ask_matrix(self, start_folder(self.files.recent), self.import_file))

    def import_weights(self) -> None:
        """Ask for a file with weights, and which model they go into."""
        from app.dialogs.ask_file import ask_weights

        self.files.settle()
        self.files.guard.ask(ask_weights(self, start_folder(self.files.recent), self.import_weights_of))

    def import_weights_of(self, path: Path) -> None:
        """Show what is in a file with weights, and ask which model they go into."""
        from app.dialogs.import_weights import ImportWeightsDialog

        self.files.settle()
        self.files.documents.keep_safe()
        dialog = ImportWeightsDialog(self.workspace, path, self)
        dialog.scenario_made.connect(self.files.show)
        dialog.open()

    def import_file(self, path: Path) -> None:
        """Show what is in a file with a matrix, and ask where it goes."""
        if has_weights(path):
            self.import_weights_of(path)
            return
        from app.dialogs.import_matrix import ImportMatrixDialog

        self.files.settle()
        self.files.documents.keep_safe()
        ImportMatrixDialog(self.workspace, self._numbers, path, self).open()

    def copy_numbers_as(self, key: str) -> None:
        """Copy what is selected in the drawer, in a format of `core.exporters` or as ``picture``."""
        self._numbers.grid.exchange.copy_as(key)

    def show_shortcuts(self) -> None:
        """List the keys."""
        from app.dialogs.shortcuts import ShortcutsDialog

        ShortcutsDialog(tuple(self.registry.actions.values()), self).open()

    def show_about(self) -> None:
        """Tell versions and licences."""
        from app.dialogs.about import AboutDialog

        AboutDialog(self).open()

    def retranslate(self) -> None:
        """Write all texts in the language in force."""
        self.registry.retranslate()
        self._link.retranslate()
        self.work_area.side.set_texts(self.tr("Steps"), self.tr("Fold this panel"))
        self._show_title()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        """Open the drawer where there is room for it."""
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            if self.height() >= TALL and not self.numbers_open:
                self.toggle_numbers()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ask for the stage once the frame is on the screen."""
        super().paintEvent(event)
        if not self._stage_asked:
            self._stage_asked = True
            QTimer.singleShot(0, self, self.complete)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first where something would be lost."""
        self.files.settle()
        if not self.files.guard.may_close:
            event.ignore()
            self.files.guard.confirm(self._close_later, closing=True)
            return
        self.workspace.settings.update(window_geometry=self.saveGeometry().toHex().toStdString())
        event.accept()
        self.closed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome scenario files, and tables with a matrix."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what is dropped."""
        paths = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.files.open_paths(paths)

    def _place(self) -> None:
        self.registry.populate(self.menuBar())
        self.tool_bar = ToolBar(self.registry, self.workspace.display, self.workspace.pin, self)
        self.addToolBar(self.tool_bar)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setStatusBar(StatusLine(self.workspace, self))
        central = QWidget()
        self.setCentralWidget(central)
        rows = QVBoxLayout(central)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self.start = StartPanel(self.workspace, self.files, central)
        rows.addWidget(self.start)
        strips = self._build(Area.STRIP)
        if strips is not None:
            rows.addWidget(strips)
        rows.addWidget(self.work_area, 1)
        self._link = RailLink(self.workspace, self.work_area.rail)
        for area, place in (
            (Area.RAIL, self.work_area.side.set_content),
            (Area.EXPLAIN, self.work_area.set_explain),
            (Area.PLAYER, self.work_area.add_player),
        ):
            widget = self._build(area)
            if widget is not None:
                place(widget)
        if Area.DRAWER in self._specs:
            self.work_area.set_drawer(self._closed_drawer)
            self._closed_drawer.toggled.connect(self.toggle_numbers)

    def _build(self, area: Area) -> QWidget | None:
        spec = self._specs.get(area)
        if spec is None:
            return None
        widget = self.panels[spec.id] = spec.build(self.workspace, self)
        widget.setObjectName(f"panel.{spec.id}")
        return widget

    @property
    def _numbers(self) -> NumbersPanel:
        return cast("NumbersPanel", self.panels[PanelId.NUMBERS])

    def _build_numbers(self) -> QWidget:
        """Build the Numbers in the place of their closed bar."""
        is_held = self._closed_drawer.chevron.hasFocus()
        numbers = cast("NumbersPanel", self._build(Area.DRAWER))
        self.work_area.set_drawer(numbers)
        numbers.open_changed.connect(self.work_area.arrange_drawer)
        numbers.grid.exchange.import_requested.connect(self.import_matrix)
        if is_held:
            numbers.bar.chevron.setFocus()
        return numbers

    def _follow(self) -> None:
        workspace = self.workspace
        workspace.session.path_changed.connect(self._show_title)
        workspace.session.document_replaced.connect(self._show_title)
        workspace.session.undo_stack.cleanChanged.connect(self._show_title)
        workspace.session.edit_refused.connect(self._on_edit_refused)
        workspace.notifier.failed.connect(self._on_failed)
        workspace.theme.changed.connect(self._tint)
        workspace.settings.changed.connect(self.registry.refresh)
        self.work_area.side_changed.connect(self.registry.refresh)
        self.work_area.drawer_changed.connect(self.registry.refresh)
        self.work_area.room_changed.connect(self._on_room_changed)
        self.start.new_requested.connect(self.show_new)
        if Area.DRAWER in self._specs:
            self.files.table_offered.connect(self.import_file)
        self._tint(workspace.theme.theme)

    def _restore(self) -> None:
        """Take the place and size of last time, where that is still on a screen."""
        self.resize(_SIZE.boundedTo(self.screen().availableSize()))
        known = QByteArray.fromHex(self.workspace.settings.settings.window_geometry.encode())
        if known and self.restoreGeometry(known):
            visible = self.screen().availableVirtualGeometry()
            if not visible.contains(self.geometry().center()):
                self.move(visible.topLeft())

    def _show_title(self) -> None:
        name = self.files.name.replace("[*]", "[*][*]")
        self.setWindowTitle(self.tr("{name}[*] — Transformer Sandbox").format(name=name))
        self.setWindowModified(self.workspace.session.is_modified)

    def _tint(self, theme: Theme) -> None:
        self.work_area.side.set_close_icon(icon("close", theme))

    def _on_room_changed(self, room: Room) -> None:
        for panel in (PanelId.STAGE, PanelId.EXPLAIN):
            if panel in self.panels:
                cast("Yielding", self.panels[panel]).set_room(room)

    def _on_edit_refused(self, error: SandboxError) -> None:
        self.workspace.notifier.refuse(translated(error.message))

    def _on_failed(self, title: str, text: str) -> None:
        from app.dialogs.failure import FailureBox

        FailureBox.tell(self, title, text)

    def _close_later(self) -> None:
        QTimer.singleShot(0, self, self.close)  # Qt refuses a close within a close
