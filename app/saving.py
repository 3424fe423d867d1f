"""Saving one document: where to, what is asked before a file is replaced, and the way out of trouble."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QStatusBar

from app import questions
from app.file_places import proposed_path, way_out
from app.questions import Doubt, Replacing, Then, nothing
from app.texts import with_place
from core.errors import SandboxError
from core.formats import digest_of, dumps, save
from core.scenario import Scenario

if TYPE_CHECKING:
    from app.files import Files

translate = QCoreApplication.translate


class Saving:
    """The part of `Files` that writes. Nothing is remembered of a file before it is written as a whole."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def save(self, then: Then, otherwise: Then) -> None:
        """Save the document where it came from; ask where there is no such place yet."""
        path = self._files.path
        if path is None:
            self.save_as(then, otherwise)
            return
        with self._saying_so(path):
            doubt = self._doubt(path)
        if doubt is None:
            self._write(path, then, otherwise)
        else:
            self._ask_replacing(path, doubt, then, otherwise)

    def save_as(self, then: Then = nothing, otherwise: Then = nothing, proposed: Path | None = None) -> None:
        """Ask for a path and save there."""
        files = self._files

        def chosen(path: Path) -> None:
            if files.documents.showing(path, besides=files) is None:
                self._write(path, then, otherwise)
            else:
                self._ask_replacing(path, Doubt.ELSEWHERE, then, otherwise)

        start = proposed or proposed_path(files.place, files.name, files.recent)
        files.guard.ask(questions.ask_save(files.window, start, chosen, otherwise))

    def _doubt(self, path: Path) -> Doubt | None:
        """Return why the document's own file may not be replaced unasked."""
        origin = self._files.origin
        if origin.path != path or origin.digest is None:
            return None
        digest = digest_of(path)
        if digest is None:
            return Doubt.GONE if path.parent.is_dir() else None  # without a folder the disk says so
        if digest != origin.digest:
            return Doubt.CHANGED
        return Doubt.OLDER if origin.is_older else None

    def _ask_replacing(self, path: Path, doubt: Doubt, then: Then, otherwise: Then) -> None:
        def answered(answer: Replacing) -> None:
            if answer is Replacing.REPLACE:
                self._write(path, then, otherwise)
            elif answer is Replacing.SAVE_AS:
                self.save_as(then, otherwise)
            else:
                otherwise()

        self._files.notifier.notify("")
        self._files.guard.ask(questions.ask_replacing(self._files.window, path.name, doubt, answered))

    def _write(self, path: Path, then: Then, otherwise: Then) -> None:
        files = self._files
        scenario = files.scenario
        try:
            with self._saying_so(path):
                digest = save(scenario, path)
        except SandboxError as error:
            files.notifier.notify("")
            self._tell_not_saved(path, scenario, error, then, otherwise)
            return
        files.saved(path, digest)
        files.notifier.notify(translate("Files", "Saved as {name}.").format(name=path.name))
        then()

    @contextlib.contextmanager
    def _saying_so(self, path: Path) -> Iterator[None]:
        """Say that the file is being saved, now: a slow disk keeps the window from painting."""
        self._files.notifier.notify(translate("Files", "Saving “{name}”…").format(name=path.name))
        for bar in self._files.window.findChildren(QStatusBar):
            bar.repaint()
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            yield
        finally:
            QApplication.restoreOverrideCursor()

    def _tell_not_saved(
        self, path: Path, scenario: Scenario, error: SandboxError, then: Then, otherwise: Then
    ) -> None:
        def answered(answer: Replacing) -> None:
            if answer is Replacing.SAVE_AS:
                self.save_as(then, otherwise, way_out(path, len(dumps(scenario)), self._files.recent))
            else:
                otherwise()

        text = with_place(path, error)
        self._files.guard.ask(questions.tell_not_saved(self._files.window, text, answered))
