"""Opening and saving: paths, questions and recent files. What stands in a file is `core.formats`' business.

Nothing here blocks: what has to be asked goes on in a function that the answer calls. Tests replace the
questions (`ask_open`, `ask_save`, `ask_unsaved` …).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app import questions
from app.documents import Documents, bring_to_front
from app.file_places import start_folder
from app.guard import Guard
from app.open_marks import OpenMark
from app.origin import Document, Origin, is_table
from app.questions import Then, Twice, nothing
from app.saving import Saving
from app.texts import with_place
from app.view_state import ViewState
from app.workspace import Workspace
from core.errors import SandboxError
from core.formats import SUFFIX
from core.scenario import Scenario

if TYPE_CHECKING:
    from app.recovery import LeftOver


class Files(QObject):
    """The file side of one window's document."""

    example_changed = Signal(str)  # key of the example that is open, or empty
    at_risk = Signal()  # changes that are not saved are about to be asked about or left
    recovered = Signal(object)  # Slot: the file in the recovery folder that the document came from
    table_offered = Signal(object)  # Path of a file with a matrix, which is to be imported

    def __init__(self, workspace: Workspace, documents: Documents, window: QWidget) -> None:
        super().__init__(window)
        self.documents = documents
        self.window = window
        self._workspace = workspace
        self._session = workspace.session
        self._settings = workspace.settings
        self.notifier = workspace.notifier
        self._origin = Origin()
        self.guard = Guard(self)
        self._saving = Saving(self)
        self._mark = OpenMark(workspace.settings.folder)
        workspace.session.document_replaced.connect(self._on_document_replaced)

    def settle(self) -> None:
        """Have the document stand still: nothing changes it by itself, a field takes what is typed."""
        self._session.settle()
        self.guard.take_typed()

    # What is open

    @property
    def name(self) -> str:
        """What the document is called: its file, or its title."""
        path = self._session.path
        if path is not None:
            return path.name
        return self.scenario.title or self.tr("Untitled")

    @property
    def example(self) -> str:
        """Key of the example that was opened last and is still shown; empty otherwise."""
        return self._origin.example

    @property
    def scenario(self) -> Scenario:
        """The document as it stands."""
        return self._session.scenario

    @property
    def path(self) -> Path | None:
        """Its file."""
        return self._session.path

    @property
    def origin(self) -> Origin:
        """Where it comes from."""
        return self._origin

    @property
    def place(self) -> Path | None:
        """The file that this is a version of: where Save goes or, after a crash, what it proposes."""
        return self._session.path or self._origin.came_from

    @property
    def is_modified(self) -> bool:
        """True where there is something to save."""
        return self._session.is_modified

    @property
    def is_free(self) -> bool:
        """True where another document may come without a word: nothing was done since the window opened."""
        return self._origin.is_start and self._session.undo_stack.count() == 0 and not self._is_busy

    @property
    def can_ask(self) -> bool:
        """True where another document may come after a question: there are changes, and no dialog is open."""
        return self.is_modified and not self._is_busy

    @property
    def _is_busy(self) -> bool:
        dialogs = self.window.findChildren(QDialog)
        return any(dialog.isVisible() and dialog.isModal() for dialog in dialogs)

    def holds(self, path: Path) -> bool:
        """Tell whether the document is that file, whatever way leads there."""
        own = self._session.path
        if own is None or own == path:
            return own is not None
        with contextlib.suppress(OSError, ValueError):
            return own.samefile(path)
        return False

    # Opening

    def open(self) -> None:
        """Ask for files, and open them."""
        own = self._session.path
        folder = own.parent if own is not None else start_folder(self.recent)
        self.settle()
        self.guard.ask(questions.ask_open(self.window, folder, self.open_paths))

    def open_path(self, path: Path) -> None:
        """Open a file here, after asking about unsaved changes."""
        self.open_paths([path])

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open the first file here, after asking about unsaved changes, each other one in its own window."""
        paths = list(dict.fromkeys(paths))
        files, tables = [path for path in paths if not is_table(path)], [*filter(is_table, paths)]
        if files:
            self._open_here(files[0])
        elif tables:
            self.table_offered.emit(tables[0])
        if len(tables) > (0 if files else 1):
            self.notifier.refuse(self.tr("A file with a matrix is imported alone: drop it by itself."))
        for path in files[1:]:
            if self.documents.showing(path) is None:
                self.documents.open_path_beside(path)

    def open_example(self, key: str) -> None:
        """Open an example, after asking about unsaved changes."""
        try:
            document = Document.of_example(key)
        except SandboxError as error:
            self._fail(self.tr("This example cannot be opened"), Path(key), error)
        else:
            self._show(document)

    def show(self, scenario: Scenario) -> None:
        """Show a new document, after asking about unsaved changes."""
        self._show(Document(scenario))

    def recover(self, scenario: Scenario, left: LeftOver) -> None:
        """Show the document of `left`. It has no file yet; Save proposes the one that it came from.

        Raises
        ------
        SandboxError
            When its program cannot be built; the open document stays.
        """
        self.take(Document.recovered(scenario, left.about.place))
        self.recovered.emit(left.slot)

    def take(self, document: Document) -> None:
        """Show a document in the place of the one that is open.

        Raises
        ------
        SandboxError
            When its program cannot be built; the open document stays.
        """
        self.remember_view()
        self._session.replace_document(document.scenario, document.origin.path)
        self.adopt(document.origin)

    def adopt(self, origin: Origin) -> None:
        """Remember where the document that is shown comes from, and show what was seen of it last time."""
        self._set_origin(origin)
        if origin.is_unsaved:
            self._session.mark_modified()
            if origin.path is None:
                self._note(self.tr("Recovered. Save it to keep it."))
        path = origin.path if origin.digest is not None else None
        self._mark_file(path)
        if path is None:
            return
        self._settings.remember_file(path)
        state = ViewState.from_text(self._settings.view_of(path))
        if state is not None:
            state.show(self._workspace)
        if origin.is_older:
            text = self.tr(
                "“{name}” is of an older version. It was brought up to date here, not in the file."
            )
            self._note(text.format(name=path.name))

    def mark_example(self, key: str) -> None:
        """Remember that the document is the example `key`; empty: it is none."""
        self._set_origin(replace(self._origin, example=key))

    def tell_not_opened(self, path: Path, error: SandboxError) -> None:
        """Say why a file could not be opened."""
        self._fail(self.tr("This file cannot be opened"), path, error)

    def _show(self, document: Document) -> None:
        self.guard.confirm(partial(self.take, document), beside=partial(self.documents.open_beside, document))

    def _open_here(self, path: Path) -> None:
        beside = partial(self.documents.open_path_beside, path)
        load = partial(self.guard.confirm, partial(self._load, path), beside=beside)
        other = self.documents.showing(path, besides=self)
        if other is None:
            load()
            return

        def answered(answer: Twice) -> None:
            if answer is Twice.SHOW:
                bring_to_front(other)
            elif answer is Twice.AGAIN:
                load()

        self.settle()
        self.guard.ask(questions.ask_twice(self.window, path.name, answered))

    def _load(self, path: Path) -> None:
        try:
            self.take(Document.of_file(path))
        except SandboxError as error:
            self.tell_not_opened(path, error)

    # Saving

    def save(self, then: Then = nothing, otherwise: Then = nothing) -> None:
        """Save the document where it came from; ask where there is no such place yet.

        Parameters
        ----------
        then, otherwise : callable
            What to do once it is saved, and what when it is not: cancelled, or impossible.
        """
        self._unless_asking(self._saving.save, then, otherwise)

    def save_as(self, then: Then = nothing, otherwise: Then = nothing) -> None:
        """Ask for a path and save there."""
        self._unless_asking(self._saving.save_as, then, otherwise)

    def _unless_asking(self, save: Callable[[Then, Then], None], then: Then, otherwise: Then) -> None:
        if self.guard.is_asking:
            otherwise()
        else:
            self.settle()
            save(then, otherwise)

    def saved(self, path: Path, digest: str) -> None:
        """Remember that the document stands in a file now."""
        self._session.mark_saved(path)
        self._set_origin(Origin(path, digest))
        self._mark_file(path)
        self._settings.remember_file(path)
        self.remember_view()

    # Leaving

    def leave(self) -> None:
        """Remember what is seen, and let the file go: the window is closed."""
        self.remember_view()
        self._mark.move_to(None)
        self.documents.closed(self)

    def remember_view(self) -> None:
        """Keep step, head, selection and zoom for the next time that the file is opened."""
        if self._session.path is not None:
            self._settings.remember_view(self._session.path, ViewState.of(self._workspace).text())

    # Within

    @property
    def recent(self) -> tuple[str, ...]:
        """Paths of the files opened last, the newest first."""
        return self._settings.settings.recent_files

    def _set_origin(self, origin: Origin) -> None:
        before, self._origin = self._origin, origin
        if origin.example != before.example:
            self.example_changed.emit(origin.example)

    def _mark_file(self, path: Path | None) -> None:
        """Tell other processes of the program that the file is open here; where it is there, say so."""
        if self._mark.move_to(path) or path is None or self.documents.showing(path, besides=self):
            return
        text = self.tr(
            "{path} is open in another window of this program, which was started separately. "
            "Whichever is saved last asks before it replaces the other one."
        ).format(path=path)
        title = self.tr("Open twice")
        QTimer.singleShot(0, self, partial(self.notifier.fail, title, text))

    def _note(self, text: str) -> None:
        """Say something about a document once its window is there."""
        QTimer.singleShot(0, self, partial(self.notifier.notify, text))

    def _fail(self, title: str, path: Path, error: SandboxError) -> None:
        self.notifier.fail(title, with_place(path, error))

    def _on_document_replaced(self) -> None:
        self._set_origin(Origin(self._session.path))


def dropped_paths(mime: QMimeData) -> list[Path]:
    """Return the files that are dragged and can be opened here: scenarios, and tables with a matrix."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() == SUFFIX or is_table(path)]
