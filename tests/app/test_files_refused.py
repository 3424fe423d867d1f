"""After an action that is refused, cancelled or fails, document, title and modified mark are as they were."""

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QDialog

from app.questions import Answer
from core.edits.cells import SetCells
from core.edits.tokens import RemoveToken
from core.formats import dumps
from tests.support.files import failure, unchanged

pytestmark = pytest.mark.usefixtures("documents")


def newer(scenario):
    return json.dumps({**json.loads(dumps(scenario)), "version": 2}).encode()


FILES = {
    "missing": None,
    "empty": lambda _scenario: b"",
    "cut": lambda scenario: dumps(scenario)[:-40],
    "newer": newer,
    "picture": lambda _scenario: b"\x89PNG\r\n\x1a\n" + bytes(100),
    "another program's": lambda _scenario: b'{"cells": [], "nbformat": 4}',
    "wrong number": lambda scenario: dumps(scenario).replace(b"1.0", b"1e400", 1),
}
OPENERS = {
    "open": lambda window, path: window.files.open_path(path),
    "beside": lambda window, path: window.files.documents.open_path_beside(path),
    "system": lambda window, path: window.files.documents.open_paths([path]),
}
OTHERS = {
    "edit": lambda window, _folder: window.workspace.session.apply(SetCells("no.such", ((0,),), (1.0,))),
    "token": lambda window, _folder: window.workspace.session.apply(RemoveToken("source", 99)),
    "example": lambda window, _folder: window.files.open_example("no-such"),
    "folder": lambda window, folder: window.files.open_path(folder),
    "nothing": lambda window, _folder: window.files.open_paths([]),
    "table": lambda window, folder: window.files.open_path(folder / "missing.csv"),
    "new, cancelled": lambda window, _folder: window.show_new(),
    "open, cancelled": lambda window, _folder: window.files.open(),
    "save as, cancelled": lambda window, _folder: window.files.save_as(),
    "recent": lambda window, folder: window.files.open_path(folder / "gone" / "x.tsbx"),
}


@pytest.fixture(params=["clean", "modified", "undone"])
def used(request, window, change):
    """A window with nothing, something or something undone to save."""
    if request.param != "clean":
        change(window)
    if request.param == "undone":
        change(window, 3.0)
        window.workspace.session.undo_stack.setClean()
        window.workspace.session.undo_stack.undo()
    return window


def dismiss(window):
    """Cancel whatever is asked or told."""
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize("way", OPENERS)
def test_a_file_that_is_refused(used, way, tmp_path, answers):
    path = tmp_path / "bad.tsbx"
    for kind, make in FILES.items():
        if make is not None:
            path.write_bytes(make(used.workspace.session.scenario))
        answers[:] = [Answer.DISCARD]  # what comes then fails
        with unchanged(used):
            OPENERS[way](used, path)
            assert "bad.tsbx" in failure(used).text(), kind
            dismiss(used)
        assert len(used.files.documents.open) == 1
        assert used.files.guard.may_close is not used.isWindowModified()  # nothing was given up


def test_other_actions_that_are_refused_or_cancelled(used, tmp_path, answers):
    for deed, do in OTHERS.items():
        answers[:] = [Answer.CANCEL]
        with unchanged(used):
            do(used, tmp_path)
            dismiss(used)
        assert used.isVisible(), deed
