"""One style for all tests of the window, so that sizes and pictures are the same everywhere."""

import gc

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from core.edits.cells import SetCells
from core.examples import load_example


@pytest.fixture(autouse=True)
def fusion_style(qapp):
    if qapp.style().name() != "fusion":
        qapp.setStyle("Fusion")


@pytest.fixture
def settings_path(tmp_path):
    return tmp_path / "settings.ini"


@pytest.fixture
def example():
    """Examples by their keys, as scenarios."""
    return load_example


@pytest.fixture
def open_window(qtbot, settings_path):
    """A function that opens the real window, whole, on an example or a scenario."""
    from app.application import build_window

    opened = []

    def opening(document="worked-example", size=(1280, 800), language="en", path=None):
        scenario = load_example(document) if isinstance(document, str) else document
        window = build_window(scenario, settings_path, language, path)
        opened.append(window)
        if isinstance(document, str):
            window.files.mark_example(document)
        if size is not None:
            window.resize(*size)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        window.complete()
        QCoreApplication.sendPostedEvents()
        return window

    yield opening
    for documents in {window.files.documents for window in opened if shiboken6.isValid(window)}:
        for files in documents.open:
            files.window.workspace.session.undo_stack.setClean()
            files.window.close()
        documents.delete_windows()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


@pytest.fixture
def window(open_window):
    """The real window on the worked example, 1280 × 800."""
    return open_window()


@pytest.fixture
def change():
    """A function that makes one undoable change in a window on the worked example."""

    def changing(window, number=1.0):
        assert window.workspace.session.apply(SetCells("attn.q", ((0, 0, 0),), (number,)))

    return changing


@pytest.fixture
def press(qtbot):
    """A function that presses a key with Ctrl (and more) where the focus is."""

    def pressing(window, key, modifiers=Qt.KeyboardModifier.ControlModifier):
        qtbot.keyClick(window.focusWidget() or window, key, modifiers)

    return pressing
