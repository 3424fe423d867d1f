"""What tests of opening and saving share: what a refusal must leave alone, and answers by button."""

from contextlib import contextmanager

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from app.dialogs.failure import FailureBox


def state(window):
    """All that has to stay as it was when something is refused, cancelled, or fails."""
    session = window.workspace.session
    stack = session.undo_stack
    return {
        "document": id(session.scenario),
        "file": session.path,
        "undo": (stack.count(), stack.index(), stack.canUndo(), stack.canRedo()),
        "modified": (session.is_modified, window.isWindowModified()),
        "title": window.windowTitle(),
        "step": window.workspace.cursor.step.name,
        "save": window.registry.actions["file.save"].isEnabled(),
    }


@contextmanager
def unchanged(window, *paths):
    """Nothing of the window is changed in here: not its document, title or mark; nor what is in the files."""
    kept = window.workspace.session.scenario  # so that its id stays its own
    before, contents = state(window), [path.read_bytes() for path in paths]
    yield
    now = state(window)
    assert now == before, {name: (before[name], now[name]) for name in now if now[name] != before[name]}
    assert window.workspace.session.scenario is kept
    assert [path.read_bytes() for path in paths] == contents


def question(window):
    """The question that is open in a window, or None."""
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    boxes = [box for box in boxes if not isinstance(box, FailureBox)]
    assert len(boxes) <= 1, [box.text() for box in boxes]
    return boxes[0] if boxes else None


def failure(window):
    """The message of a failure that is shown, or None."""
    return next((box for box in window.findChildren(FailureBox) if box.isVisible()), None)


def answer(qtbot, window, word):
    """Click the button whose text begins with `word`, whatever its mnemonic."""
    box = question(window)
    texts = {button.text().replace("&", ""): button for button in box.buttons()}
    button = next(button for text, button in texts.items() if text.startswith(word))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not box.isVisible()


def drop(window, *dropped):
    """Drop files, as paths or addresses, on the window."""
    mime = QMimeData()
    mime.setUrls([each if isinstance(each, QUrl) else QUrl.fromLocalFile(str(each)) for each in dropped])
    action, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), action, mime, left, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), action, mime, left, none))
