"""A fault of ours is logged and told once, and the program goes on."""

import logging
import sys

import pytest
from PySide6.QtCore import QTimer, qWarning

from app.dialogs.failure import FailureBox
from app.failures import FailureReporter
from app.notifier import Notifier


@pytest.fixture
def reporter(tmp_path, monkeypatch):
    made = FailureReporter(Notifier(), tmp_path)
    level = logging.getLogger().level
    made.install()
    yield made
    made.remove()
    logging.getLogger().setLevel(level)


def test_an_exception_in_a_slot_is_logged_and_told(reporter, qtbot, caplog, tmp_path):
    def fault():
        raise ZeroDivisionError("on purpose")

    with qtbot.captureExceptions() as caught, qtbot.waitSignal(reporter._notifier.failed) as told:
        sys.excepthook = reporter.report  # pytest-qt has put its own in place
        QTimer.singleShot(0, fault)
    assert caught == []
    assert "on purpose" in told.args[1]
    assert "Traceback" in reporter.log_path.read_text("utf-8")
    caplog.clear()


def test_hooks_are_put_back(tmp_path):
    before = sys.excepthook
    reporter = FailureReporter(Notifier(), tmp_path)
    reporter.install()
    assert sys.excepthook != before
    reporter.remove()
    assert sys.excepthook == before


@pytest.mark.qt_no_exception_capture
def test_a_folder_that_cannot_be_written_does_not_stop_the_start(tmp_path):
    place = tmp_path / "file"
    place.write_text("")
    reporter = FailureReporter(Notifier(), place)
    reporter.install()
    reporter.remove()


def test_messages_of_qt_are_logged(reporter, caplog):
    qWarning("said by Qt")
    assert "said by Qt" in reporter.log_path.read_text("utf-8")
    caplog.clear()


def test_one_box_is_shown_for_many_faults(window):
    for number in range(3):
        window.workspace.notifier.fail("A fault", f"number {number}")
    boxes = [box for box in window.findChildren(FailureBox) if box.isVisible()]
    assert len(boxes) == 1
    assert boxes[0].text() == "number 2"
    assert not boxes[0].isModal()
    boxes[0].close()
