"""One style for all tests of the window, so that sizes and pictures are the same everywhere."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from app import file_places, questions
from app.application import Application, build_window
from core.edits.cells import SetCells
from core.examples import load_example


@pytest.fixture(scope="session")
def qapp_cls():
    """The application of the program itself, which hears of files that the system opens."""
    return Application


@pytest.fixture(autouse=True)
def fusion_style(qapp):
    if qapp.style().name() != "fusion":
        qapp.setStyle("Fusion")


@pytest.fixture(scope="session", autouse=True)
def clipboard_is_empty_at_the_end(qapp):
    """Without a display Qt keeps what is on the clipboard until after Python has gone, and crashes then."""
    yield
    qapp.clipboard().clear()


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
    opened = []

    def opening(document="worked-example", size=(1280, 800), language="en", path=None, recovery=None):
        scenario = load_example(document) if isinstance(document, str) else document
        window = build_window(scenario, settings_path, language, path, recovery=recovery)
        opened.append(window.files.documents)
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
    for documents in reversed(opened):
        for files in documents.open:
            files.settle()
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


@pytest.fixture
def paths(monkeypatch):
    """Stands in for the file dialogs: the paths that they give, in order, and what they were asked."""

    class Paths(list):
        def __init__(self):
            super().__init__()
            self.asked = []

        def ask_open(self, parent, folder, chosen):
            self.asked.append(folder)
            chosen([self.pop(0)])

        def ask_save(self, parent, start, chosen, cancelled):
            self.asked.append(start)
            path = self.pop(0)
            cancelled() if path is None else chosen(path)

    made = Paths()
    monkeypatch.setattr(questions, "ask_open", made.ask_open)
    monkeypatch.setattr(questions, "ask_save", made.ask_save)
    return made


@pytest.fixture
def answers(monkeypatch):
    """Stands in for “Save the changes?”: the answers, in order, and the names it was asked about."""

    class Answers(list):
        def __init__(self):
            super().__init__()
            self.asked = []

        def ask(self, parent, name, answered, *, beside=False):
            self.asked.append(name)
            answered(self.pop(0))

    made = Answers()
    monkeypatch.setattr(questions, "ask_unsaved", made.ask)
    return made


@pytest.fixture
def documents(monkeypatch, tmp_path):
    """Stands in for the user's folder of documents."""
    folder = tmp_path / "documents"
    folder.mkdir()
    monkeypatch.setattr(file_places.QStandardPaths, "writableLocation", lambda _kind: str(folder))
    return folder
