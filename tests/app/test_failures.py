"""A fault of ours is logged and told once, and the program goes on; what is open can still be saved."""

import gc
import importlib
import logging
import os
import pkgutil
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTimer, qWarning
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QGraphicsObject, QStatusBar, QWidget

import app.panels
import app.widgets
from app import failures, session
from app.application import tell_fault
from app.dialogs.failure import FailureBox
from app.dialogs.fault import FaultNotice
from app.failures import FailureReporter
from app.models.matrix_model import MatrixModel
from app.overrides import guard_overrides
from app.widgets.chip_view import ChipView
from app.widgets.formula_picture import FormulaPicture
from app.widgets.grid_bar import NumberEntry
from app.widgets.stage_header import StageHeader
from core.formats import dumps, load
from core.trace import run

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.qt_no_exception_capture


@pytest.fixture
def reporter(tmp_path, caplog):
    """Catches what nobody catches; what it logs is no failure of the test."""
    made = FailureReporter(tmp_path)
    level = logging.getLogger().level
    made.install()
    yield made
    made.remove()
    logging.getLogger().setLevel(level)
    caplog.get_records("call").clear()


@pytest.fixture
def noticing(reporter):
    """A function that has faults told in a window, as in the program."""

    def notice_in(window):
        reporter.told.connect(partial(tell_fault, window.files.documents, reporter.log_path))

    return notice_in


def raising(error):
    def fault(*_):
        raise error

    return fault


def fail_later(error):
    QTimer.singleShot(0, raising(error))


def log_of(reporter):
    return reporter.log_path.read_text("utf-8")


def notices(window):
    return [notice for notice in window.findChildren(FaultNotice) if notice.isVisible()]


# ---- what is caught


def test_an_exception_in_a_slot_is_logged_and_told(reporter, qtbot):
    with qtbot.waitSignal(reporter.told) as told:
        fail_later(ZeroDivisionError("on purpose"))
    assert told.args[0].text == "ZeroDivisionError: on purpose"
    assert told.args[0].kind.startswith("ZeroDivisionError test_failures.py:")
    assert "Traceback" in log_of(reporter)


def test_an_exception_in_a_thread_is_told(reporter, qtbot):
    thread = threading.Thread(target=raising(ValueError("elsewhere")))
    with qtbot.waitSignal(reporter.told) as told:
        thread.start()
    thread.join()
    assert told.args[0].text == "ValueError: elsewhere"


def test_an_exception_in_a_deletion_is_logged(reporter):
    class Fragile:
        def __del__(self):
            raise ValueError("while it was deleted")

    Fragile()
    gc.collect()
    assert "while it was deleted" in log_of(reporter)


def test_what_fails_for_ever_is_counted_and_does_not_fill_the_log(reporter, qtbot):
    fault = raising(ZeroDivisionError("on purpose"))
    for _ in range(150):
        QTimer.singleShot(0, fault)
    with qtbot.waitSignal(reporter.told) as told:
        pass
    qtbot.waitUntil(lambda: reporter.last.count == 150)
    assert told.args[0].count > 1
    assert log_of(reporter).count("Traceback") == 1
    assert "a fault of the program, 100 times now: ZeroDivisionError" in log_of(reporter)


def test_what_fails_while_it_is_told_is_not_told(reporter, qtbot):
    tellings = []
    reporter.told.connect(tellings.append)
    reporter.told.connect(raising(ValueError("no words")))
    fail_later(ZeroDivisionError("on purpose"))
    qtbot.waitUntil(lambda: reporter.last.count == 2)
    qtbot.wait(2 * failures.PAUSE)
    assert len(tellings) == 1


def test_hooks_are_put_back(tmp_path):
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    reporter = FailureReporter(tmp_path)
    reporter.install()
    assert sys.excepthook != before[0]
    reporter.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


@pytest.mark.parametrize("stream", ["stderr", None])
def test_a_folder_that_cannot_be_written_does_not_stop_the_start(tmp_path, monkeypatch, caplog, stream):
    if stream is None:
        monkeypatch.setattr(sys, "stderr", None)  # as in a bundle without a console
    place = tmp_path / "file"
    place.write_text("")
    reporter = FailureReporter(place)
    reporter.install()
    reporter.report(ValueError, ValueError("unheard"), None)
    reporter.remove()
    caplog.clear()


def test_messages_of_qt_are_logged(reporter):
    qWarning("said by Qt")
    assert "said by Qt" in log_of(reporter)


def test_a_crash_is_told_to_the_log_at_the_next_start(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(failures.faulthandler, "is_enabled", lambda: False)
    monkeypatch.setattr(
        failures.faulthandler, "enable", lambda file: file.write("Fatal Python error: Aborted")
    )
    monkeypatch.setattr(failures.faulthandler, "disable", lambda: None)
    for expected in (False, True):
        reporter = FailureReporter(tmp_path)
        reporter.install()
        reporter.remove()
        assert ("Fatal Python error: Aborted" in log_of(reporter)) is expected
    caplog.clear()


# ---- what is told


def test_one_box_is_shown_for_many_refusals(window):
    for number in range(3):
        window.workspace.notifier.fail("A refusal", f"number {number}")
    boxes = [box for box in window.findChildren(FailureBox) if box.isVisible()]
    assert len(boxes) == 1
    assert boxes[0].text() == "number 2"
    assert not boxes[0].isModal()
    boxes[0].close()


def test_one_notice_counts_all_faults_and_stays_closed_until_there_is_another(
    window, reporter, noticing, qtbot
):
    noticing(window)
    fault = raising(ZeroDivisionError("on purpose"))
    QTimer.singleShot(0, fault)
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    (notice,) = notices(window)
    assert notice.text == "ZeroDivisionError: on purpose"
    assert not notice.isModal()
    for _ in range(3):
        QTimer.singleShot(0, fault)
    qtbot.waitUntil(lambda: "There were 4 faults so far." in notice.text)
    assert notices(window) == [notice]
    qtbot.mouseClick(notice.close_button, Qt.MouseButton.LeftButton)
    QTimer.singleShot(0, fault)
    qtbot.waitUntil(lambda: "There were 5 faults so far." in notice.text)
    assert notices(window) == []
    fail_later(KeyError("another"))
    qtbot.waitUntil(lambda: notices(window) == [notice])
    assert "KeyError" in notice.text


def test_the_report_holds_versions_and_the_log_and_the_document_only_where_it_is_wanted(
    window, reporter, noticing, qtbot
):
    noticing(window)
    word = window.workspace.session.scenario.tokens["source"][0]
    fail_later(KeyError(f"secret {word}"))
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    (notice,) = notices(window)
    qtbot.mouseClick(notice.copy_button, Qt.MouseButton.LeftButton)
    report = QGuiApplication.clipboard().text()
    for part in ("Transformer Sandbox ", "Qt 6.", "NumPy ", "System: ", "offscreen", "Traceback", "1 in all"):
        assert part in report
    assert "secret" not in report.replace('KeyError(f"secret {word}")', "")
    assert '"format"' not in report
    assert notice.copy_button.text() == "Copied"
    qtbot.mouseClick(notice.with_document, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(notice.copy_button, Qt.MouseButton.LeftButton)
    report = QGuiApplication.clipboard().text()
    assert dumps(window.workspace.session.scenario).decode() in report
    assert "secret" in report
    notice.close()


def test_the_notice_follows_the_language(window, reporter, noticing, qtbot):
    noticing(window)
    fail_later(ZeroDivisionError("on purpose"))
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    (notice,) = notices(window)
    window.workspace.settings.update(language="ja")
    qtbot.waitUntil(lambda: notice.close_button.text() == "閉じる")
    assert notice.text == "ZeroDivisionError: on purpose"
    notice.close()


# ---- the document is safe


def subclasses(kind):
    for inner in kind.__subclasses__():
        yield inner
        yield from subclasses(inner)


@pytest.fixture
def failing(monkeypatch):
    """A set of classes whose paints fail; it has to be there before the window is built."""
    spoilt = set()

    def spoil(kind, name):
        original = getattr(kind, name)

        def paint(self, *arguments):
            original(self, *arguments)
            if kind in spoilt:
                if name == "paintEvent":
                    painter = QPainter(getattr(self, "viewport", lambda: self)())
                    painter.save()
                raise ZeroDivisionError(f"{kind.__name__} cannot paint")

        monkeypatch.setattr(kind, name, paint)

    for package in (app.widgets, app.panels):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for base, name in ((QWidget, "paintEvent"), (QGraphicsObject, "paint")):
        for kind in set(subclasses(base)):
            if kind.__module__.startswith("app.") and name in vars(kind):
                spoil(kind, name)
    return spoilt


def painters_of(panel):
    """The classes of ours that paint something seen in a panel."""
    widgets = [widget for widget in (panel, *panel.findChildren(QWidget)) if widget.isVisible()]
    items = [item for widget in widgets if hasattr(widget, "scene") for item in _items(widget)]
    kinds = {kind for thing in (*widgets, *items) for kind in type(thing).__mro__}
    return {
        kind
        for kind in kinds
        if kind.__module__.startswith("app.") and {"paint", "paintEvent"} & {*vars(kind)}
    }


def _items(view):
    scene = view.scene()
    return scene.items() if scene is not None else ()


@pytest.fixture
def assert_can_be_saved(paths, tmp_path):
    """A function that saves a window's document and opens it again, as if nothing were wrong."""

    def saving(window):
        paths.append(tmp_path / "saved.tsbx")
        window.files.save()
        assert dumps(load(tmp_path / "saved.tsbx")) == dumps(window.workspace.session.scenario)
        assert not window.isWindowModified()

    return saving


def test_a_failing_paint_in_any_panel_harms_nothing(
    failing, open_window, reporter, noticing, qtbot, assert_can_be_saved
):
    window = open_window("tiny-gpt", (1280, 1000))
    noticing(window)
    if not window.numbers_open:
        window.toggle_numbers()
    qtbot.wait(50)
    seen = {panel: painters_of(widget) for panel, widget in window.panels.items()}
    assert sum(map(bool, seen.values())) >= 4, seen
    for panel, kinds in seen.items():
        if not kinds:
            continue
        before = reporter.last.count
        failing.update(kinds)
        _repaint(window.panels[panel])
        qtbot.waitUntil(lambda before=before: reporter.last.count > before)
        failing.clear()
        _repaint(window.panels[panel])
        qtbot.wait(20)
        count = reporter.last.count
        _repaint(window.panels[panel])
        qtbot.wait(20)
        assert reporter.last.count == count, f"{panel} never recovers"
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    assert "active painter" not in log_of(reporter)
    assert_can_be_saved(window)
    notices(window)[0].close()


def _repaint(panel):
    for widget in (panel, *panel.findChildren(QWidget)):
        getattr(widget, "viewport", lambda widget=widget: widget)().update()


def test_a_paint_that_always_fails_is_not_tried_for_ever(failing, open_window, reporter, noticing, qtbot):
    window = open_window("worked-example")
    noticing(window)
    failing.update(*(painters_of(panel) for panel in window.panels.values()))
    window.update()
    _repaint(window)
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    qtbot.wait(2 * failures.PAUSE)
    count = reporter.last.count
    qtbot.wait(3 * failures.PAUSE)
    assert reporter.last.count == count
    failing.clear()
    notices(window)[0].close()


def test_a_failing_model_harms_nothing(
    monkeypatch, open_window, reporter, noticing, qtbot, assert_can_be_saved
):
    broken = []
    original = MatrixModel.data

    def data(self, *arguments):
        if broken:
            raise ZeroDivisionError("no number")
        return original(self, *arguments)

    monkeypatch.setattr(MatrixModel, "data", data)
    window = open_window("worked-example", (1280, 1000))
    noticing(window)
    if not window.numbers_open:
        window.toggle_numbers()
    broken.append(True)
    fail_later(ZeroDivisionError("on purpose"))
    _repaint(window)
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    assert_can_be_saved(window)
    broken.clear()
    notices(window)[0].close()


def test_a_run_that_fails_leaves_a_document_that_can_be_saved_and_undone(
    monkeypatch, window, reporter, noticing, qtbot, change, assert_can_be_saved
):
    noticing(window)
    before = dumps(window.workspace.session.scenario)
    change(window)
    monkeypatch.setattr(session, "run", raising(ZeroDivisionError("no number")))
    QTimer.singleShot(0, window, partial(change, window, 2.0))
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    monkeypatch.setattr(session, "run", run)
    assert window.workspace.session.is_modified
    assert_can_be_saved(window)
    while window.workspace.session.undo_stack.canUndo():
        window.workspace.session.undo_stack.undo()
    assert dumps(window.workspace.session.scenario) == before
    notices(window)[0].close()


# ---- what Qt calls while we call Qt


@pytest.fixture
def fail_once(monkeypatch):
    """A function that has a function of a class fail once it is told to; before the window is built."""

    def spoiling(kind, name):
        original = vars(kind)[name]
        armed = []

        def spoilt(self, *arguments):
            if armed:
                armed.clear()
                raise ZeroDivisionError(f"{kind.__name__}.{name}")
            return original(self, *arguments)

        monkeypatch.setattr(kind, name, spoilt)
        guard_overrides()
        return armed

    return spoiling


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (ChipView, "resizeEvent"),
        (NumberEntry, "resizeEvent"),
        (StageHeader, "resizeEvent"),
        (FormulaPicture, "sizeHint"),
    ],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_what_fails_while_the_window_is_resized_is_told_and_ends_nothing_else(
    kind, name, open_window, reporter, noticing, qtbot, fail_once, assert_can_be_saved
):
    armed = fail_once(kind, name)
    window = open_window(size=(1400, 900))
    noticing(window)
    if not window.numbers_open:
        window.toggle_numbers()
    QCoreApplication.sendPostedEvents()
    armed.append(True)
    window.resize(900, 600)  # neither this call breaks off nor what else is laid out meanwhile
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    assert not armed
    assert notices(window)[0].text == f"ZeroDivisionError: {kind.__name__}.{name}"
    assert_can_be_saved(window)
    notices(window)[0].close()


def test_a_paint_that_fails_in_the_status_bar_does_not_stop_the_save(
    window, reporter, noticing, qtbot, change, assert_can_be_saved
):
    class Failing(QWidget):
        __module__ = "app.widgets.failing"

        def paintEvent(self, _):
            raise ZeroDivisionError("cannot paint")

    noticing(window)
    change(window)
    (bar,) = window.findChildren(QStatusBar)
    failing = Failing()
    failing.setFixedSize(20, 10)
    bar.addPermanentWidget(failing)
    assert_can_be_saved(window)
    qtbot.waitUntil(lambda: len(notices(window)) == 1)
    assert notices(window)[0].text.startswith("ZeroDivisionError: cannot paint")
    bar.removeWidget(failing)
    notices(window)[0].close()


def test_a_filter_that_always_fails_leaves_the_exit_status_alone(tmp_path):
    spoil = "from app.widgets.stage.hands import HandsView; HandsView.eventFilter = lambda *_: 1 / 0"
    done = subprocess.run(
        [sys.executable, "-c", f"{spoil}; import sys; from app.__main__ import main; sys.exit(main())"],
        cwd=ROOT,
        env={
            **os.environ,
            "TRANSFORMER_SANDBOX_SETTINGS": str(tmp_path / "settings.ini"),
            "TRANSFORMER_SANDBOX_QUIT_AFTER": "500",
        },
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "ZeroDivisionError" in (tmp_path / failures.LOG).read_text("utf-8")
