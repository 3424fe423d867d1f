"""Putting out words in the real window: what stops it, what the step is called, and where one stands then."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QDialog

from app.panels.output import OutputPanel
from app.panels.spec import PanelId
from app.selection import Place
from core.architecture.options import DecodingKind
from core.edits import RemoveToken
from core.generation import likeliest, next_word
from tests.support.grids import press

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(open_window):
    made = open_window("tiny-gpt")
    made.panels[PanelId.STAGE].show_view(1)
    return made


@pytest.fixture
def output(window):
    return window.findChild(OutputPanel)


def tokens_of(window):
    return window.workspace.session.scenario.tokens["target"]


def type_number(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def start(qtbot, window, output, count=400):
    type_number(qtbot, output.decoding.count, str(count))
    qtbot.mouseClick(output.decoding.button, LEFT)
    qtbot.waitUntil(lambda: len(tokens_of(window)) > 6)
    assert output.generator.is_running


def open_dialog(qtbot):
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QDialog))
    return QApplication.activeModalWidget()


ASKING = {
    "another example": lambda window: window.files.open_example("induction"),
    "closing": lambda window: window.close(),
    "quitting": lambda window: window.files.documents.quit(),
    "open": lambda window: press(Qt.Key.Key_O, modifiers=CONTROL),
    "new": lambda window: press(Qt.Key.Key_N, modifiers=CONTROL),
    "save": lambda window: press(Qt.Key.Key_S, modifiers=CONTROL),
    "change model": lambda window: window.show_change_model(),
}


@pytest.mark.parametrize("asking", ASKING)
def test_words_stop_before_anything_is_asked_about_the_document(window, output, qtbot, asking):
    start(qtbot, window, output)
    ASKING[asking](window)
    question = open_dialog(qtbot)
    words = tokens_of(window)
    for _ in range(20):
        QCoreApplication.processEvents()
    assert tokens_of(window) == words
    assert len(words) < 404
    assert not output.generator.is_running
    question.reject()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
    assert tokens_of(window) == words
    assert output.decoding.button.text() == "Generate"


def test_the_step_is_called_by_the_words_that_were_put_out(window, output, qtbot):
    stack, actions = window.workspace.session.undo_stack, window.registry.actions
    type_number(qtbot, output.decoding.count, "3")
    qtbot.mouseClick(output.decoding.button, LEFT)
    qtbot.waitUntil(lambda: not output.generator.is_running)
    assert stack.undoText() == "Generate 3 words"
    assert "Generate 3 words" in actions["edit.undo"].text()
    window.workspace.settings.update(language="ja")
    assert "3 語を生成" in actions["edit.undo"].text()
    window.workspace.settings.update(language="en")
    stack.undo()
    assert "Generate 3 words" in actions["edit.redo"].text()


def test_undo_and_redo_stand_behind_the_last_token_with_its_next_word(window, output, qtbot):
    session, selection = window.workspace.session, window.workspace.selection
    type_number(qtbot, output.decoding.count, "3")
    qtbot.mouseClick(output.decoding.button, LEFT)
    qtbot.waitUntil(lambda: not output.generator.is_running)
    for change, row in ((session.undo_stack.undo, 3), (session.undo_stack.redo, 6)):
        change()
        probabilities = session.trace["probabilities"]
        column = probabilities.axes[1].labels.index(next_word(session.trace).word)
        assert output.row == row == probabilities.shape[0] - 1
        assert selection.chosen == Place("probabilities", (row, column))
        assert "probabilities[" in window.panels[PanelId.EXPLAIN].view.toPlainText()


def test_a_chosen_row_that_is_gone_falls_to_the_last_one(window):
    window.panels[PanelId.STAGE].show_view(0)
    session, selection = window.workspace.session, window.workspace.selection
    selection.choose(Place("embed.sum", (3, 2)))
    session.apply(RemoveToken("target", 3))
    assert selection.chosen == Place("embed.sum", (2, 2))


def test_beside_a_pinned_run_that_draws_the_drawn_words_are_told(window, output, qtbot):
    session = window.workspace.session
    qtbot.mouseClick(output.decoding.kind.button(DecodingKind.SAMPLE), LEFT)
    type_number(qtbot, output.temperature.spin, "2")
    likeliest_word = likeliest(session.trace).word
    for seed in range(1, 40):
        type_number(qtbot, output.decoding.seed, str(seed))
        if next_word(session.trace).word != likeliest_word:
            break
    pinned = next_word(session.trace).word
    qtbot.keyClick(window, Qt.Key.Key_F4)
    type_number(qtbot, output.decoding.top_k, "1")
    assert next_word(session.trace).word == likeliest_word != pinned
    told = output.remark.text()
    assert told.startswith(f"pinned, then now: The drawn words differ: “{pinned}” with ")
    assert f"“{likeliest_word}” with " in told
    assert "The top answer" not in told
