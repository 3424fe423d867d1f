"""How the drawer shows a matrix: one head or all, in colours or not; and what its Fill button offers."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.models.matrix_model import MatrixModel
from app.settings import Settings
from app.widgets.grid_bar import NumbersBar
from app.widgets.grid_fill import GridFill
from app.workspace import Workspace


class NumbersWays(QObject):
    """Keeps bar, settings and model together; `head` is for whoever shows a tensor."""

    changed = Signal()  # the tensor is to be shown in another way

    def __init__(
        self, workspace: Workspace, bar: NumbersBar, model: MatrixModel, fills: GridFill, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._bar = bar
        self._model = model
        self._fills = fills
        self._shows_one_head = False
        bar.head_chosen.connect(self.show_head)
        bar.colors_toggled.connect(self._on_colors_toggled)
        bar.fill.menu().aboutToShow.connect(self._show_fillings)
        workspace.selection.head_changed.connect(self._on_head_changed)
        workspace.settings.changed.connect(self._on_settings_changed)
        self._take(workspace.settings.settings)

    @property
    def head(self) -> int | None:
        """The only head to show, the one that the stage shows; None where all are shown."""
        return self._workspace.selection.head if self._shows_one_head else None

    def show_head(self, head: int | None) -> None:
        """Show one head, here and on the stage, or all of them."""
        self._shows_one_head = head is not None
        if head is not None:
            self._workspace.selection.show_head_among(self._model.layout.head_count, head)
        self.changed.emit()

    def _on_head_changed(self) -> None:
        if self._shows_one_head:
            self.changed.emit()

    def _on_colors_toggled(self, is_colored: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._workspace.settings.update(grid_colors=is_colored)

    def _show_fillings(self) -> None:
        menu = self._bar.fill.menu()
        menu.clear()
        menu.addAction(self._fills.menu_title()).setEnabled(False)
        menu.addSeparator()
        self._fills.populate(menu)

    def _on_settings_changed(self, before: Settings, settings: Settings) -> None:
        self._take(settings)
        if before.mark_changes != settings.mark_changes:
            self.changed.emit()

    def _take(self, settings: Settings) -> None:
        self._model.set_comma(settings.decimal_comma)
        self._model.set_colored(settings.grid_colors)
        self._bar.colors.setChecked(settings.grid_colors)
