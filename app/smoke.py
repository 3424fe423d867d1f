"""A check of this installation: the real window opens, steps through, saves and reopens every example."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import shiboken6
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from app.application import NAME, Application, build_window
from app.checks import check_binding, check_translations
from app.failures import FailureReporter
from app.main_window import MainWindow
from app.panels.spec import PanelId
from core.examples import examples, load_example
from core.formats import SUFFIX, dumps

logger = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds within which the window has to be on the screen."""

Write = Callable[[str], object]


class Problems(logging.Handler):
    """All that went wrong, from the log and from what the window would tell."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []
        self._last_error = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a logged error, with the exception behind it."""
        error = record.exc_info[1] if record.exc_info else None
        self._last_error = f"{type(error).__name__}: {error}" if error else ""
        self.add(f"{record.getMessage()}: {self._last_error}" if error else record.getMessage())

    def tell(self, title: str, text: str) -> None:
        """Keep what the window is told of, unless it was logged just before."""
        if not self._last_error or self._last_error not in text:
            self.add(f"{title}: {text}")

    def add(self, text: str) -> None:
        """Keep one problem, on one line."""
        self.found.append(" ".join(text.split()))


class Tour(QObject):
    """Walks through examples, one step each time the event loop comes round, then ends the loop."""

    def __init__(self, window: MainWindow, folder: Path, problems: Problems, keys: Sequence[str]) -> None:
        super().__init__()
        self._window = window
        self._folder = folder
        self._problems = problems
        self._keys = keys
        self._known = len(problems.found)
        self._way = self._walk()
        self.examples = 0
        self.steps = 0

    def advance(self) -> None:
        """Go one step on."""
        try:
            next(self._way)
        except StopIteration:
            self._end()
        except Exception:
            logger.exception("the tour broke off")
            self._end()
        else:
            QTimer.singleShot(0, self, self.advance)

    def _end(self) -> None:
        self._window.workspace.session.undo_stack.setClean()  # nothing is asked at the close
        self._window.close()
        QApplication.quit()

    def _walk(self) -> Iterator[None]:
        yield from self._wait_for_stage()
        for key in self._keys:
            self._window.files.open_example(key)
            yield from self._step_through()
            yield from self._save_and_open(key)
            self.examples += 1

    def _wait_for_stage(self) -> Iterator[None]:
        deadline = time.monotonic() + PATIENCE
        while PanelId.STAGE not in self._window.panels:
            if len(self._problems.found) > self._known:
                raise RuntimeError("the window was not built as a whole")
            if time.monotonic() > deadline:
                raise TimeoutError(f"the window was not painted within {PATIENCE:g} s")
            yield

    def _step_through(self) -> Iterator[None]:
        cursor = self._window.workspace.cursor
        cursor.first()
        while True:
            yield
            self._window.grab()  # painted, also where the window is covered
            self.steps += 1
            if cursor.at_end:
                return
            cursor.forward()

    def _save_and_open(self, key: str) -> Iterator[None]:
        session = self._window.workspace.session
        path = self._folder / f"{key}{SUFFIX}"
        session.mark_saved(path)  # so that nothing asks where to
        self._window.files.save()
        yield
        for box in self._window.findChildren(QMessageBox):  # it asks what to do instead
            raise RuntimeError(box.text())
        saved = path.read_bytes()
        if saved != dumps(load_example(key)):
            self._problems.add(f"{path} is not what was opened")
        self._window.files.open_path(path)
        yield
        if dumps(session.scenario) != saved:
            self._problems.add(f"{path} is not the same when it is opened again")
        self._window.workspace.cursor.last()  # the next document opens while this one's end is shown
        yield


class Trial:
    """The real window on the first example, apart from the user's settings and log, with its problems."""

    def __init__(self, folder: Path, language: str | None) -> None:
        application = Application(sys.argv[:1])
        application.setApplicationName(NAME)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program
        self.problems = Problems()
        self.application = application
        self._reporter = FailureReporter(folder)
        self._reporter.install()
        logging.getLogger().addHandler(self.problems)
        self.log_path = self._reporter.log_path
        self.window = build_window(load_example(examples()[0].key), folder / "settings.ini", language)
        self.window.workspace.notifier.failed.connect(self.problems.tell)

    def walk(self, tour: Tour) -> None:
        """Show the window until the tour is over."""
        self.window.show()
        QTimer.singleShot(0, tour, tour.advance)
        self.application.exec()

    def end(self) -> None:
        """Take everything away again."""
        shiboken6.delete(self.window)
        logging.getLogger().removeHandler(self.problems)
        self._reporter.remove()


def run(folder: Path, language: str | None, write: Write, complain: Write) -> int:
    """Check this installation with all examples.

    Parameters
    ----------
    folder : Path
        An empty folder: the examples are saved here, and settings and log stay apart from the user's.
    language : str, optional
        Key of a language; the system's without.
    write, complain : callable
        Take lines for standard output and standard error.

    Returns
    -------
    int
        0, or 1 after any problem; each one is told.
    """
    trial = Trial(folder, language)
    problems = trial.problems
    for check in (check_binding(), check_translations(language)):
        for problem in check.problems:
            problems.add(problem)
    keys = [example.key for example in examples()]
    tour = Tour(trial.window, folder, problems, keys)
    trial.walk(tour)
    trial.end()
    for problem in problems.found:
        complain(f"{NAME}: {problem}")
    if problems.found:
        complain(f"{NAME}: details are in {trial.log_path}")
    write(f"{tour.examples} of {len(keys)} examples, {tour.steps} steps, saved in {folder}")
    return int(bool(problems.found))
