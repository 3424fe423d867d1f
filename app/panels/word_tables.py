"""The tables of words in the Numbers drawer: the tokens of each sequence, and the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.models.matrix_content import NameGroup
from app.models.word_model import WordModel, table_names, table_of
from app.workspace import Workspace
from core.edits.base import Edit

if TYPE_CHECKING:
    from app.widgets.text_grid import TextGrid


class WordTables(QWidget):
    """Shows one table after another in one grid of words."""

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._session = workspace.session
        self.model = WordModel(self._commit, self)
        self._grid: TextGrid | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.hide()

    @property
    def grid(self) -> TextGrid:
        """The grid, made for the first table that is shown."""
        if self._grid is None:
            from app.widgets.text_grid import TextGrid

            self._grid = TextGrid(self.model, self._workspace.theme)
            self._grid.set_zoom(self._workspace.display.zoom)
            self._workspace.display.zoom_changed.connect(self._grid.set_zoom)
            self._row.addWidget(self._grid)
            self._grid.show()  # now, so that it can get the focus
        return self._grid

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
        return not self.isHidden()

    def show_table(self, name: str | None) -> None:
        """Show a table; None shows none."""
        self.setVisible(name is not None)
        if name is None:
            self.cancel()
            return
        self.model.show(table_of(self._session.scenario, name))
        self.grid.setAccessibleName(name)
        self.setMaximumWidth(self.grid.content_width())

    def cancel(self) -> None:
        """Leave an entry that is being typed as it was."""
        if self._grid is not None:
            self._grid.entry.cancel()

    def told(self) -> str:
        """Return how many words there are."""
        count = self.model.rowCount()
        if self.model.shown.sequence is None:
            told = self.tr("1 word") if count == 1 else self.tr("{count} words")
        else:
            told = self.tr("1 token") if count == 1 else self.tr("{count} tokens")
        return told.format(count=count)
