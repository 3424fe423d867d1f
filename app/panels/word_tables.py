"""The tables of words in the Numbers drawer: the tokens of each sequence, and the vocabulary."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.matrix_content import NameGroup
from app.models.word_model import WordModel, table_names, table_of
from app.widgets.text_grid import TextGrid
from app.workspace import Workspace
from core.edits.base import Edit


class WordTables(QObject):
    """Shows one table after another in one grid of words."""

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._session = workspace.session
        self.model = WordModel(self._commit, self)
        self.grid = TextGrid(self.model, workspace.theme)
        self.grid.set_zoom(workspace.display.zoom)
        self.grid.hide()
        workspace.display.zoom_changed.connect(self.grid.set_zoom)

    def _commit(self, edit: Edit) -> None:
        self._session.attempt(edit)

    def group(self) -> NameGroup:
        """Return the names of the tables that there are."""
        return NameGroup(self.tr("Words"), table_names(self._session.scenario))

    def has(self, name: str | None) -> bool:
        """Return whether there is a table of that name."""
        return name is not None and name in table_names(self._session.scenario)

    @property
    def is_shown(self) -> bool:
        """True while a table is shown, and no matrix."""
        return not self.grid.isHidden()

    def show(self, name: str | None) -> None:
        """Show a table; None shows none."""
        self.grid.setVisible(name is not None)
        if name is None:
            self.grid.entry.cancel()
            return
        self.model.show(table_of(self._session.scenario, name))
        self.grid.setAccessibleName(name)
        self.grid.setMaximumWidth(self.grid.content_width())

    def told(self) -> str:
        """Return how many words there are."""
        count = self.model.rowCount()
        if self.model.shown.sequence is None:
            return self.tr("{count} words").format(count=count)
        return self.tr("{count} tokens").format(count=count)
