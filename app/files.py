"""Opening and saving: paths, questions and recent files. What stands in a file is `core.formats`' business.

Dialogs never block: each question takes a function to call with the answer. Tests replace `ask_path` and
`ask_unsaved`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QMimeData, QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.notifier import Notifier
from app.session import Session
from app.settings import SettingsStore
from app.texts import translated
from core.errors import SandboxError
from core.examples import load_example
from core.formats import load, save
from core.scenario import Scenario

SUFFIX = ".tsbx"
Then: TypeAlias = Callable[[], None]


class Answer(StrEnum):
    """What to do with changes that are not saved."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


class Files(QObject):
    """The file side of one window's document."""

    example_changed = Signal(str)  # key of the example that is open, or empty
    at_risk = Signal()  # changes that are not saved are about to be asked about or left

    def __init__(
        self, session: Session, settings: SettingsStore, notifier: Notifier, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._session = session
        self._settings = settings
        self._notifier = notifier
        self._example = ""
        self._came_from: Path | None = None
        session.document_replaced.connect(self._on_document_replaced)

    @property
    def example(self) -> str:
        """Key of the example that was opened last and is still shown; empty otherwise."""
        return self._example

    @property
    def name(self) -> str:
        """What the document is called: its file, or its title."""
        path = self._session.path
        if path is not None:
            return path.name
        return self._session.scenario.title or self.tr("Untitled")

    @property
    def place(self) -> Path | None:
        """The file that this is a version of: where Save goes or, after a crash, what it proposes."""
        return self._session.path or self._came_from

    def open(self) -> None:
        """Ask for a file, and open it."""
        self.confirm(self._ask_open)

    def open_path(self, path: Path) -> None:
        """Open a file, after asking about unsaved changes."""
        self.confirm(lambda: self._load(path))

    def open_example(self, key: str) -> None:
        """Open an example, after asking about unsaved changes."""
        self.confirm(lambda: self._load_example(key))

    def show(self, scenario: Scenario) -> None:
        """Show a new document, after asking about unsaved changes."""
        self.confirm(lambda: self._session.replace_document(scenario, None))

    def recover(self, scenario: Scenario, place: Path | None) -> None:
        """Show a document that a crash left. It has no file yet; Save proposes the one that it came from.

        Raises
        ------
        SandboxError
            When its program cannot be built; the open document stays.
        """
        self._session.replace_document(scenario, None)
        self._session.mark_modified()
        self._came_from = place

    def mark_example(self, key: str) -> None:
        """Remember that the document is the example `key`; empty: it is none."""
        if key != self._example:
            self._example = key
            self.example_changed.emit(key)

    def save(self, then: Then | None = None) -> None:
        """Save the document where it came from; ask where there is no such place yet."""
        path = self._session.path
        if path is None:
            self.save_as(then)
        elif self._write(path) and then is not None:
            then()

    def save_as(self, then: Then | None = None) -> None:
        """Ask for a path and save there."""

        def write(path: Path) -> None:
            if self._write(path) and then is not None:
                then()

        name = self.place or self._folder() / (_file_name(self.name) + SUFFIX)
        ask_path(self._window, name, write, saving=True)

    def confirm(self, then: Then) -> None:
        """Call `then` once nothing can be lost: at once, or after Save or Discard."""
        if not self._session.is_modified:
            then()
            return
        self.at_risk.emit()

        def answered(answer: Answer) -> None:
            if answer is Answer.SAVE:
                self.save(then)
            elif answer is Answer.DISCARD:
                then()

        ask_unsaved(self._window, self.name, answered)

    def _ask_open(self) -> None:
        path = self._session.path
        ask_path(self._window, path.parent if path else self._folder(), self._load, saving=False)

    def _folder(self) -> Path:
        """Return where the last file was, as far as that is still there; else where documents are."""
        recent = (Path(file).parent for file in self._settings.settings.recent_files)
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        folders = (*recent, Path(documents)) if documents else recent
        return next((folder for folder in folders if folder.is_dir()), Path.home())

    def _load(self, path: Path) -> None:
        try:
            self._session.replace_document(load(path), path)
        except SandboxError as error:
            self._fail(self.tr("This file cannot be opened"), path, error)
            return
        self._settings.remember_file(path)

    def _load_example(self, key: str) -> None:
        try:
            self._session.replace_document(load_example(key), None)
        except SandboxError as error:
            self._fail(self.tr("This example cannot be opened"), Path(key), error)
            return
        self.mark_example(key)

    def _write(self, path: Path) -> bool:
        try:
            save(self._session.scenario, path)
        except SandboxError as error:
            self._fail(self.tr("The document cannot be saved"), path, error)
            return False
        self.mark_example("")
        self._session.mark_saved(path)
        self._settings.remember_file(path)
        self._notifier.notify(self.tr("Saved as {name}.").format(name=path.name))
        return True

    def _fail(self, title: str, path: Path, error: SandboxError) -> None:
        reason = translated(error.message)
        text = reason if str(path) in reason else f"{path}\n\n{reason}"
        self._notifier.fail(title, text)

    def _on_document_replaced(self) -> None:
        self._came_from = None
        self.mark_example("")


def ask_path(parent: QWidget, start: Path, chosen: Callable[[Path], None], *, saving: bool) -> None:
    """Show the file dialog and call `chosen` with the path, unless it is cancelled."""
    dialog = QFileDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
    dialog.setNameFilters(
        [
            QCoreApplication.translate("Files", "Scenarios (*.tsbx)"),
            QCoreApplication.translate("Files", "All files (*)"),
        ]
    )
    if saving:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setWindowTitle(QCoreApplication.translate("Files", "Save as"))
        dialog.setDirectory(str(start.parent))
        dialog.selectFile(start.name)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setWindowTitle(QCoreApplication.translate("Files", "Open"))
        dialog.setDirectory(str(start))
    dialog.fileSelected.connect(lambda text: _finish(parent, Path(text), chosen, saving=saving))
    dialog.open()


def _finish(parent: QWidget, path: Path, chosen: Callable[[Path], None], *, saving: bool) -> None:
    """Add the suffix where the system's dialog forgot it, and then ask about the file of that name."""
    if not saving or path.suffix:
        chosen(path)
        return
    path = path.with_name(path.name + SUFFIX)
    if not path.exists():
        chosen(path)
        return
    buttons = QMessageBox.StandardButton
    box = _question(parent, QCoreApplication.translate("Files", "Save as"))
    box.setText(QCoreApplication.translate("Files", "Replace “{name}”?").format(name=path.name))
    box.setStandardButtons(buttons.Save | buttons.Cancel)
    box.finished.connect(lambda code: chosen(path) if buttons(code) is buttons.Save else None)
    box.open()


def ask_unsaved(parent: QWidget, name: str, answered: Callable[[Answer], None]) -> None:
    """Ask whether changes are to be saved."""
    buttons = QMessageBox.StandardButton
    box = _question(parent, QCoreApplication.translate("Files", "Unsaved changes"))
    box.setText(QCoreApplication.translate("Files", "Save the changes to “{name}”?").format(name=name))
    box.setInformativeText(QCoreApplication.translate("Files", "Without saving they are lost."))
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    answers = {buttons.Save: Answer.SAVE, buttons.Discard: Answer.DISCARD}
    box.finished.connect(lambda code: answered(answers.get(buttons(code), Answer.CANCEL)))
    box.open()


def _question(parent: QWidget, title: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def dropped_path(mime: QMimeData) -> Path | None:
    """Return the first scenario file that is dragged, None if there is none."""
    for url in mime.urls():
        if url.isLocalFile() and url.toLocalFile().lower().endswith(SUFFIX):
            return Path(url.toLocalFile())
    return None


def _file_name(title: str) -> str:
    """Make a file name of a title: path signs and what Windows refuses become dashes."""
    name = "".join("-" if sign in '<>:"/\\|?*' or ord(sign) < 32 else sign for sign in title)
    return name.strip(" .") or "scenario"
