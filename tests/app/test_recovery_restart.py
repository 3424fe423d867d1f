"""The program itself, killed and started again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.recovery import leave


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "recovery"


RUN = """
import sys
from PySide6.QtCore import QTimer
from app import application
from app.autosave import Autosave
from app.dialogs.recovery import RecoveryDialog
from core.edits.cells import SetCells
from core.formats import dumps

def watch(documents, _):
    window = documents.active.window
    session, keeper = window.workspace.session, window.findChild(Autosave)
    clock = QTimer(window)

    def look():
        dialog = window.findChild(RecoveryDialog)
        if session.is_modified and keeper.is_kept:
            clock.stop()
            sys.stdout.buffer.write(dumps(session.scenario))
            sys.stdout.flush()
        elif sys.argv[1] == "edit" and not session.is_modified:
            keeper._pause = 1
            session.apply(SetCells("attn.q", ((0, 0, 0),), (0.1 + 0.2,)))
        elif dialog is not None:
            dialog.open_button.click()

    clock.timeout.connect(look)
    window.completed.connect(lambda: clock.start(1))

application._quit_after = watch
application.run()
"""
ENVIRONMENT = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONIOENCODING": "utf-8"}


def document_of_a_killed_program(deed):
    """Start the program, let it `edit` or `open`, take the document that it tells, and kill it."""
    environment = {**os.environ, **ENVIRONMENT}
    with subprocess.Popen(
        [sys.executable, "-c", RUN, deed], env=environment, stdout=subprocess.PIPE
    ) as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line == b"}\n":
                break
        process.kill()
    return b"".join(lines)


def test_the_program_killed_and_started_again_has_the_same_document(folder):
    edited = document_of_a_killed_program("edit")
    assert b"0.30000000000000004" in edited
    (left,) = folder.glob("*.recovery")
    assert left.read_bytes().endswith(b"\n" + edited)
    assert document_of_a_killed_program("open") == edited
    assert [path.name for path in folder.glob("*.recovery")] == [left.name], (
        "killed again, it is offered again"
    )


START = """
from PySide6.QtWidgets import QApplication
import app.dialogs.recovery as module
from app.application import run
def opened(dialog):
    print([window.isVisible() for window in QApplication.topLevelWidgets() if hasattr(window, "files")])
    print([each.about.title for each in dialog.left()], flush=True)
    dialog.reject()
    QApplication.closeAllWindows()
module.RecoveryDialog.open = opened
run()
"""


def test_a_start_offers_what_was_left_once_its_window_is_there(folder, example):
    path = leave(folder, example("one-head"), "Lesson 表")
    environment = {**os.environ, **ENVIRONMENT}
    command = [sys.executable, "-c", START]
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["[True]", "['Lesson 表']"]
    assert path.exists()
