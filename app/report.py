"""What a teacher can mail when something went wrong: versions, system, the end of the log. Always English."""

from __future__ import annotations

import platform
import re
import sys
from datetime import datetime
from importlib import metadata
from pathlib import Path

import numpy as np
from PySide6.QtCore import QLocale, qVersion
from PySide6.QtGui import QGuiApplication

from core.resources import resource_path

LINES = 200
"""So much of the log's end is in a report."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”")


def report_text(log: Path, faults: str, document: bytes | None = None) -> str:
    """Return the report.

    Parameters
    ----------
    log : Path
        Where the log lies.
    faults : str
        What happened, in one line.
    document : bytes, optional
        The document, where the user wants it to be sent; without, nothing of it is in the report: what stands
        in quotation marks in messages of the log is left out.
    """
    parts = [
        "Transformer Sandbox: report of a fault",
        datetime.now().astimezone().isoformat(timespec="seconds"),
        faults if document is not None else without_quoted(faults),
        "",
        *system_lines(),
        "",
        "The end of the log:",
        *(line if document is not None else without_quoted(line) for line in log_tail(log)),
    ]
    if document is not None:
        parts += ["", "The document:", document.decode("utf-8")]
    return without_home("\n".join(parts)) + "\n"


def system_lines() -> list[str]:
    """Return versions of the program and of what it is built on, and what it runs on."""
    screens = ", ".join(
        f"{screen.size().width()}×{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    frozen = "a bundle" if getattr(sys, "frozen", False) else "Python's packages"
    return [
        f"Transformer Sandbox {installed('transformer-sandbox')}, from {frozen}",
        f"Python {platform.python_version()} ({platform.machine()}, {sys.maxsize.bit_length() + 1} bit)",
        f"Qt {qVersion()}, PySide6 {installed('PySide6-Essentials')}, NumPy {np.__version__}, "
        f"pyqtgraph {installed('pyqtgraph')}",
        f"System: {platform.platform()}",
        f"Window system: {QGuiApplication.platformName()}; screens: {screens or 'none'}",
        f"Language of the system: {QLocale.system().name()}",
    ]


def log_tail(log: Path) -> list[str]:
    """Return the last lines of the log."""
    try:
        return log.read_text("utf-8", "replace").splitlines()[-LINES:]
    except OSError as error:
        return [f"(it cannot be read: {error.strerror})"]


def without_quoted(line: str) -> str:
    """Return a line of a log without what an exception quotes; code in a traceback (indented) stays."""
    return line if line.startswith(" ") else _QUOTED.sub("“…”", line)


def without_home(text: str) -> str:
    """Return a text in which the user's folder has no name, nor the one of the program."""
    for folder, name in ((resource_path().parent, "(program)"), (Path.home(), "~")):
        if len(folder.parts) > 1:
            text = text.replace(str(folder), name)
    return text


def installed(package: str) -> str:
    """Return the version of a package, or a question mark."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "?"
