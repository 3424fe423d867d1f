"""A clean room for every test: own settings, no display, nothing left over and nothing complained about."""

import gc
import logging
import os
import sys

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")
os.environ.update(LC_ALL="C.UTF-8", LANG="C.UTF-8", LANGUAGE="en")


@pytest.fixture(autouse=True)
def own_settings(tmp_path, monkeypatch):
    """Keep the settings of whoever runs the tests out of them, and safe from them."""
    monkeypatch.setenv("TRANSFORMER_SANDBOX_SETTINGS", str(tmp_path / "settings.ini"))


@pytest.fixture(autouse=True)
def no_warning_logged(caplog):
    """Fail on a logged warning. A test that expects one reads it from `caplog` and clears that."""
    yield
    complaints = [
        record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING
    ]
    assert not complaints, f"logged: {complaints}"


@pytest.fixture(autouse=True)
def no_widget_left():
    """Fail on windows that outlive their test. Tests without Qt pay nothing."""
    before = set(top_level_widgets())
    yield
    if set(top_level_widgets()) - before:
        gc.collect()
    left = [
        f"{type(widget).__name__} {widget.objectName()!r}" for widget in set(top_level_widgets()) - before
    ]
    assert not left, f"widgets left over: {left}"


def top_level_widgets():
    """Windows alive now, as far as anybody has started Qt's widgets."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return []
    core = sys.modules["PySide6.QtCore"]
    core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
    return widgets.QApplication.topLevelWidgets()
