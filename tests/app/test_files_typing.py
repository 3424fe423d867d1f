"""What stands in an open field belongs to the document: it is saved, and asked about, as all else."""

import pytest
from PySide6.QtCore import Qt

from app.origin import Document
from app.questions import Answer
from core.examples import load_example
from core.formats import load
from tests.support.grids import press, type_text

CONTROL = Qt.KeyboardModifier.ControlModifier
W_Q = "decoder.0.self_attn.W_Q"


@pytest.fixture
def window(open_window, qtbot):
    """The drawer on a matrix, with a number typed over its first cell and the field still open."""
    made = open_window("tiny-gpt")
    panel = made.panels["numbers"]
    panel.set_open(True)
    panel.show_tensor(W_Q)
    panel.grid.setFocus()
    qtbot.waitUntil(panel.grid.hasFocus)
    type_text("3.125")
    assert panel.grid.entry.is_open
    return made


def entry(window):
    return window.panels["numbers"].grid.entry


def test_save_takes_what_is_being_typed(window, paths, tmp_path):
    path = tmp_path / "kept.tsbx"
    paths.append(path)
    press(Qt.Key.Key_S, modifiers=CONTROL)
    assert load(path).parameters[W_Q].values[0, 0] == 3.125
    assert not entry(window).is_open
    assert window.panels["numbers"].grid.hasFocus()
    assert not window.workspace.session.is_modified


def test_closing_asks_about_what_is_being_typed(window, answers):
    answers.append(Answer.CANCEL)
    window.close()
    assert answers.asked == ["Tiny GPT"]
    assert window.isVisible()
    assert window.workspace.session.trace[W_Q].values[0, 0] == 3.125


def test_so_does_another_document(window, answers):
    answers.append(Answer.CANCEL)
    window.files.show(load_example("worked-example"))
    assert answers.asked == ["Tiny GPT"]
    assert window.workspace.session.trace[W_Q].values[0, 0] == 3.125


def test_quitting_asks_about_a_field_in_a_window_behind(window, answers):
    window.files.documents.open_beside(Document.of_example("worked-example"))
    answers.append(Answer.CANCEL)
    window.files.documents.quit()
    assert answers.asked == ["Tiny GPT"]


def test_a_refused_text_stays_open_and_is_not_saved(window, paths, tmp_path):
    type_text("x")
    paths.append(tmp_path / "kept.tsbx")
    press(Qt.Key.Key_S, modifiers=CONTROL)
    assert load(tmp_path / "kept.tsbx").parameters[W_Q].values[0, 0] != 3.125
    assert entry(window).is_refused
    assert entry(window).editor.text() == "3.125x"
    press(Qt.Key.Key_Backspace, Qt.Key.Key_Return)
    assert window.workspace.session.trace[W_Q].values[0, 0] == 3.125


def test_save_is_there_while_something_is_being_typed_in_a_document_without_changes(window, paths, tmp_path):
    path = tmp_path / "kept.tsbx"
    paths.append(path)
    press(Qt.Key.Key_S, modifiers=CONTROL)
    assert not window.isWindowModified()
    type_text("7.5")
    assert entry(window).is_open
    press(Qt.Key.Key_S, modifiers=CONTROL)
    assert load(path).parameters[W_Q].values[0, 0] == 7.5
    assert not window.isWindowModified()
