"""Our own mistakes: they go to the log and are told once, and the program goes on.

An exception in a slot, a paint or a model reaches `sys.excepthook`; Qt goes on behind it. What fails at every
paint fails hundreds of times: it is counted, and written to the log at 1, 10, 100 … times.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import re
import sys
import threading
import traceback as tracebacks
from collections import Counter
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QStandardPaths,
    Qt,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)

from app.overrides import guard_overrides
from core.record import Record

logger = logging.getLogger(__name__)

LOG = "transformer-sandbox.log"
CRASHES = "transformer-sandbox-crash.txt"
PAUSE = 250
"""Milliseconds in which faults are gathered before they are told: a telling may not cause the next fault."""
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_WAY_THROUGH_QT = re.compile(r"(?:Error calling Python override of \w+(?:::\w+)+\(\): )+")
"""PySide puts this before the message, once for each function of Qt that the exception passed."""
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Fault(Record):
    """What the user is told of an exception that nobody caught."""

    kind: str
    """Its class, and the line of the program in which it was raised."""
    text: str
    """The exception in one line."""
    count: int
    """How many faults there were in all."""


def log_folder() -> Path:
    """Return where the log lies: beside settings of one's own, or where the system keeps such things."""
    own = os.environ.get("TRANSFORMER_SANDBOX_SETTINGS")
    if own:
        return Path(own).parent
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.StateLocation))


class FailureReporter(QObject):
    """Catches what nobody caught. Installed before the first window, removed before the program ends."""

    told = Signal(object)  # Fault: the last one
    _happened = Signal()  # from whichever thread

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._handler: logging.Handler | None = None
        self._crashes: TextIO | None = None
        self._hooks: tuple[Any, Any, Any] | None = None
        self._counts: Counter[str] = Counter()
        self._last = Fault("", "", 0)
        self._is_reporting = False
        self._is_telling = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._tell)
        self._happened.connect(self._gather, Qt.ConnectionType.QueuedConnection)

    @property
    def log_path(self) -> Path:
        """Where the log lies."""
        return self._folder / LOG

    @property
    def last(self) -> Fault:
        """The last fault."""
        return self._last

    def install(self) -> None:
        """Log to the file, and catch exceptions, crashes and Qt's messages from now on."""
        self._handler = self._log_handler()
        self._handler.setFormatter(logging.Formatter(_FORMAT))
        root = logging.getLogger()
        root.addHandler(self._handler)
        root.setLevel(min(root.level or logging.WARNING, logging.INFO))
        self._hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self.report
        threading.excepthook = self._report_thread
        sys.unraisablehook = self._report_unraisable
        guard_overrides()
        qInstallMessageHandler(_log_qt_message)
        self._watch_crashes()

    def remove(self) -> None:
        """Catch nothing any more."""
        qInstallMessageHandler(None)
        if self._hooks is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()
            self._crashes = None
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None

    def report(
        self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        """Log an exception with its traceback, and have it told; never raises."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, traceback)
            return
        if self._is_reporting:
            return
        self._is_reporting = True
        with contextlib.suppress(Exception):
            self._note(kind, error, traceback)
        self._is_reporting = False

    def _note(self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
        fault = f"{kind.__name__} {_place(traceback)}"
        self._counts[fault] += 1
        self._last = Fault(fault, _one_line(kind, error), self._counts.total())
        count = self._counts[fault]
        if count == 1:
            logger.error("a fault of the program", exc_info=(kind, error, traceback))
        elif count in {10, 100, 1000, 10_000, 100_000}:
            logger.error("a fault of the program, %d times now: %s", count, fault)
        # A painter that a traceback keeps alive still paints, and nothing else may where it does.
        tracebacks.clear_frames(traceback)
        if not self._is_telling:  # what fails while it is told would fail for ever
            self._happened.emit()

    def _report_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self.report(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    def _report_unraisable(self, unraisable: Any) -> None:
        """Log what went wrong where nobody can be told: while something was deleted."""
        with contextlib.suppress(Exception):
            error = unraisable.exc_value
            logger.error(
                "%s",
                unraisable.err_msg or "a fault in a deletion",
                exc_info=error and (type(error), error, None),
            )

    def _gather(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _tell(self) -> None:
        self._is_telling = True
        self.told.emit(self._last)
        self._is_telling = False

    def _log_handler(self) -> logging.Handler:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return _LogFile(self.log_path, maxBytes=500_000, backupCount=1, encoding="utf-8")
        except OSError:
            return logging.StreamHandler() if sys.stderr is not None else logging.NullHandler()

    def _watch_crashes(self) -> None:
        """Have Python write down where it was if the process dies; tell the log of the last time."""
        if faulthandler.is_enabled():
            return
        path = self._folder / CRASHES
        with contextlib.suppress(OSError):
            if path.is_file() and path.stat().st_size:
                logger.warning(
                    "the program crashed before:\n%s", path.read_text("utf-8", "replace")[-20_000:]
                )
                path.write_bytes(b"")
            self._crashes = path.open("a", encoding="utf-8")
            faulthandler.enable(self._crashes)


class _LogFile(RotatingFileHandler):
    """A log that keeps quiet when the disk is full: there is no better place to say so."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Do nothing."""


def _one_line(kind: type[BaseException], error: BaseException) -> str:
    text = _WAY_THROUGH_QT.sub("", " ".join(str(error).split()))
    return f"{kind.__name__}: {text[:200]}" if text else kind.__name__


def _place(traceback: TracebackType | None) -> str:
    """Return file and line in which an exception was raised."""
    if traceback is None:
        return ""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f"{Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}"


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.WARNING), "%s", text)
