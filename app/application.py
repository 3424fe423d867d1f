"""Builds everything once and hands it down. There is no other place that knows all parts."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QStandardPaths, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app import plain_import  # noqa: F401 - before all that is imported below
from app.desktop import Desktop
from app.documents import Documents
from app.failures import FailureReporter, Fault, log_folder
from app.files import Files
from app.main_window import MainWindow
from app.origin import Document, Origin
from core.errors import SandboxError
from core.formats import dumps
from core.locations import local_path
from core.scenario import Scenario

NAME = "transformer-sandbox"
FIRST_EXAMPLE = "worked-example"
_EXAMPLE = "example:"


class Application(QApplication):
    """Hears what the system asks for by events: macOS so tells of files to open, and of Quit."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        # they stand in the tool bar; in a menu they would push the words of their entries out of line
        self.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
        self._asked: list[Path] = []
        self._documents: Documents | None = None

    def event(self, event: QEvent) -> bool:
        """Hear of a file to open, which waits until there is a window, and of the wish to quit."""
        if isinstance(event, QFileOpenEvent):
            if event.file():  # empty for an address on the net
                self._asked.append(Path(event.file()))
                self._pass_on()
            return True
        if event.type() is QEvent.Type.Quit and self._documents is not None and self._documents.open:
            self._documents.quit()  # Qt would close window by window before all have been asked
            event.ignore()
            return True
        return super().event(event)

    def hand_over(self, documents: Documents) -> None:
        """Let files be opened by `documents` from now on, and those that were asked for before."""
        self._documents = documents
        self._pass_on()

    def _pass_on(self) -> None:
        if self._documents is not None and self._asked:
            asked, self._asked = self._asked, []
            self._documents.open_paths(asked)


def build_window(
    scenario: Scenario,
    settings_path: Path,
    language: str | None = None,
    path: Path | None = None,
    recovery: Path | None = None,
) -> MainWindow:
    """Build the window on a document.

    `path` is where the document came from, `recovery` the folder in which changes are kept safe for a crash.
    Language and theme of the application are set, and set back when the window is closed.
    """
    desktop = Desktop(settings_path, language, recovery)
    return cast("MainWindow", desktop.documents.add(Document(scenario, Origin(path))).window)


def run(files: Sequence[str] = (), language: str | None = None) -> int:
    """Show the windows until they are closed; return the exit status.

    Parameters
    ----------
    files : sequence of str, default=()
        Paths, ``file://`` addresses or ``example:KEY``, a window each; the worked example without.
    language : str, optional
        Key of a language; that of the settings or the system without.

    Raises
    ------
    SandboxError
        If a document cannot be read; no window is opened then.
    """
    opened = [_document(file) for file in dict.fromkeys(files)]
    if not opened:
        opened = [Document.of_example(FIRST_EXAMPLE, is_start=True)]
    application = Application(sys.argv[:1])
    application.setApplicationName(NAME)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program
    reporter = FailureReporter(log_folder())
    reporter.install()
    desktop = Desktop(default_settings_path(), language, default_recovery_folder())
    documents = desktop.documents
    reporter.told.connect(partial(tell_fault, documents, reporter.log_path))
    windows = [cast("MainWindow", documents.add(document).window) for document in opened]
    windows[0].completed.connect(_end_start)
    windows[0].completed.connect(lambda: QTimer.singleShot(0, desktop, desktop.offer_left))
    for window in windows:
        window.show()
    application.hand_over(documents)
    application.commitDataRequest.connect(documents.end_session)
    _quit_after(documents, os.environ.get("TRANSFORMER_SANDBOX_QUIT_AFTER", ""))
    status = application.exec()
    documents.delete_windows()  # now, and not while Python takes its modules apart
    reporter.remove()
    return int(status)


def tell_fault(documents: Documents, log: Path, fault: Fault) -> None:
    """Keep all changes safe, and say in the window in front that something went wrong inside the program."""
    from app.dialogs.fault import FaultNotice  # nobody should ever need it

    documents.keep_safe()
    files = documents.active
    if files is not None:
        FaultNotice.of(files.window, partial(_report, files, log)).tell(fault)


def _report(files: Files, log: Path, fault: Fault, *, with_document: bool) -> str:
    from app.report import report_text

    document = None
    with contextlib.suppress(SandboxError):  # too large for a file, and so for a mail
        document = dumps(files.scenario) if with_document else None
    return report_text(log, f"{fault.text} ({fault.kind}; {fault.count} in all)", document)


def _end_start() -> None:
    """Look for garbage again (`app.__main__` had ended that), but never in what the start made: it stays."""
    gc.freeze()
    gc.enable()


def _document(file: str) -> Document:
    if file.startswith(_EXAMPLE):
        return Document.of_example(file.removeprefix(_EXAMPLE))
    return Document.of_file(local_path(file).absolute())


def default_settings_path() -> Path:
    """Return the file of the settings: where ``TRANSFORMER_SANDBOX_SETTINGS`` says, or the system."""
    own = os.environ.get("TRANSFORMER_SANDBOX_SETTINGS")
    if own:
        return Path(own)
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / "settings.ini"


def default_recovery_folder() -> Path:
    """Return where changes are kept safe: beside settings of one's own, or where the system says."""
    own = os.environ.get("TRANSFORMER_SANDBOX_SETTINGS")
    if own:
        return Path(own).parent / "recovery"
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder) / "recovery"


def _quit_after(documents: Documents, milliseconds: str) -> None:
    """Close the windows by themselves: for tests that start the program as a process."""
    if milliseconds.isdigit():
        QTimer.singleShot(int(milliseconds), documents, documents.quit)
