"""Our own mistakes: they go to the log and are told once, and the program goes on."""

from __future__ import annotations

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, qInstallMessageHandler

from app.notifier import Notifier

logger = logging.getLogger(__name__)

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class FailureReporter(QObject):
    """Catches what nobody caught. Installed before the first window, removed before the program ends."""

    def __init__(self, notifier: Notifier, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notifier = notifier
        self._log = folder / "transformer-sandbox.log"
        self._handler: logging.Handler | None = None
        self._hook_before = sys.excepthook

    @property
    def log_path(self) -> Path:
        """Where the log lies."""
        return self._log

    def install(self) -> None:
        """Log to the file, and catch exceptions and Qt's messages from now on."""
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            self._handler = RotatingFileHandler(self._log, maxBytes=500_000, backupCount=1, encoding="utf-8")
        except OSError:
            self._handler = logging.StreamHandler()
        self._handler.setFormatter(logging.Formatter(_FORMAT))
        root = logging.getLogger()
        root.addHandler(self._handler)
        root.setLevel(min(root.level or logging.WARNING, logging.INFO))
        self._hook_before, sys.excepthook = sys.excepthook, self.report
        qInstallMessageHandler(_log_qt_message)

    def remove(self) -> None:
        """Catch nothing any more."""
        qInstallMessageHandler(None)
        sys.excepthook = self._hook_before
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None

    def report(
        self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        """Log an exception with its traceback and say so; never raises."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, traceback)
            return
        logger.error("uncaught", exc_info=(kind, error, traceback))
        text = self.tr(
            "Something went wrong inside the program: {error}. Your document is still open; "
            "save it under a new name to be safe. Details are in {log}."
        )
        self._notifier.fail(
            self.tr("A fault of the program"), text.format(error=f"{kind.__name__}: {error}", log=self._log)
        )


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.WARNING), "%s", text)
