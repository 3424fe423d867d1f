"""Putting out words in the real window: what stops it, what the step is called, and where one stands then."""

from itertools import combinations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog

from app.panels.output import OutputPanel
from app.panels.spec import PanelId
from app.selection import Place
from core.architecture.options import DecodingKind
from core.edits import RemoveToken
from core.formats import load
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
    told = output.line.remark.text()
    assert told.startswith(f"pinned, then now: The drawn words differ: “{pinned}” with ")
    assert f"“{likeliest_word}” with " in told
    assert "The top answer" not in told


@pytest.fixture
def drawing(window, output, qtbot):
    qtbot.mouseClick(output.decoding.kind.button(DecodingKind.SAMPLE), LEFT)
    type_number(qtbot, output.decoding.top_p, "0.8")
    return output


def field_of(output, name):
    return output.temperature.spin if name == "temperature" else getattr(output.decoding, name)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("temperature", "1e9", "temperature is 1000000000; it must be 0.001 … 1000."),
        ("temperature", "abc", "temperature: “abc” is not a number"),
        ("temperature", "0,5", "temperature: 0,5 is not a number here: write 0.5."),
        ("seed", "-1", "seed is -1; it must be 0 … 2147483647."),
        ("seed", "99999999999", "seed is 99999999999; it must be 0 … 2147483647."),
        ("top_k", "-3", "top-k is -3; it must be 0 … 65536."),
        ("top_k", "2.5", "top-k: 2.5 is not a whole number: write 2 or 3."),
        ("top_p", "0", "top-p is 0; it must be 0.001 … 1."),
        ("top_p", "", "top-p: There is no number."),
        ("count", "99999", "number of words is 99999; it must be 1 … 512."),
        ("count", "0", "number of words is 0; it must be 1 … 512."),
    ],
)
def test_what_cannot_be_is_said_as_it_is_typed_and_changes_nothing(
    window, drawing, qtbot, name, text, reason
):
    output, session, field = drawing, window.workspace.session, field_of(drawing, name)
    before, value, bars = session.scenario, field.value(), output.bars.geometry()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text) if text else qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert field.lineEdit().text() == text  # no character is swallowed
    assert output.line.refusal.text().startswith(reason)
    assert output.line.refusal.isVisible()
    assert field.property("refused")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    output.bars.setFocus()
    assert field.lineEdit().text() == text
    assert session.scenario is before
    assert field.value() == value
    QCoreApplication.sendPostedEvents()
    assert output.bars.geometry() == bars
    qtbot.mouseClick(output.decoding.button, LEFT)  # not with another number than the one in the field
    assert not output.generator.is_running
    assert session.scenario is before
    assert field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not output.line.refusal.isVisible()
    assert field.lineEdit().text() == field.textFromValue(value)
    assert not field.property("refused")


def test_a_refusal_is_put_right_by_typing_on_and_speaks_both_languages(window, drawing, qtbot):
    field = drawing.decoding.seed
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "-7")
    window.workspace.settings.update(language="ja")
    qtbot.waitUntil(lambda: drawing.line.refusal.text().startswith("シード"))
    assert "0 … 2147483647" in drawing.line.refusal.text()
    window.workspace.settings.update(language="en")
    qtbot.keyClick(field, Qt.Key.Key_Home)
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    assert drawing.line.refusal.text() == ""
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.workspace.session.scenario.architecture.decoding.seed == 7


def test_numbers_are_kept_as_they_are_typed(window, drawing, qtbot):
    type_number(qtbot, drawing.temperature.spin, "=1/3")
    assert window.workspace.session.scenario.architecture.temperature == 1 / 3
    assert drawing.temperature.spin.text() == repr(1 / 3)
    drawing.decoding.seed.setFocus()
    drawing.decoding.seed.selectAll()
    drawing.decoding.seed.lineEdit().insert("１２")  # as an input method commits it
    qtbot.keyClick(drawing.decoding.seed, Qt.Key.Key_Return)
    assert window.workspace.session.scenario.architecture.decoding.seed == 12


def test_what_stands_in_a_field_is_taken_before_anything_is_saved(window, drawing, qtbot, paths, tmp_path):
    paths.append(tmp_path / "kept.tsbx")
    field = drawing.decoding.seed
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "31")
    press(Qt.Key.Key_S, modifiers=CONTROL)
    assert load(tmp_path / "kept.tsbx").architecture.decoding.seed == 31


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
@pytest.mark.parametrize("is_open", [False, True])
def test_nothing_in_the_row_of_fields_is_cut_or_covered(open_window, qtbot, language, size, is_open):
    window = open_window("tiny-gpt", size=size, language=language)
    window.panels[PanelId.STAGE].show_view(1)
    output = window.findChild(OutputPanel)
    qtbot.mouseClick(output.decoding.kind.button(DecodingKind.SAMPLE), LEFT)
    if window.steps_open is not is_open:
        window.toggle_steps()
    qtbot.waitUntil(lambda: window.steps_open is is_open)
    QCoreApplication.sendPostedEvents()
    row = output.decoding
    shown = (*row.kind.findChildren(QAbstractButton), row.top_k, row.top_p, row.seed, row.button, row.count)
    shown = (*shown, output.cache.button)
    boxes = [QRect(one.mapTo(output, QPoint()), one.size()) for one in shown]
    assert all(output.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    for one in shown:
        assert one.width() >= one.minimumSizeHint().width() or not isinstance(one, QAbstractButton)


@pytest.mark.parametrize("step", [None, "decoder.0.self_attn.weights", "probabilities"])
def test_however_often_the_output_is_opened_one_stands_behind_the_last_token(window, output, step):
    stage, session = window.panels[PanelId.STAGE], window.workspace.session
    for _ in range(2):
        stage.show_view(0)
        if step is not None:
            window.workspace.cursor.move_to(step)
        stage.show_view(1)
        assert output.row == 3
        assert output.take_button.isEnabled()
        assert output.decoding.button.isEnabled()
        column = session.trace["probabilities"].axes[1].labels.index(next_word(session.trace).word)
        assert window.workspace.selection.chosen == Place("probabilities", (3, column))


def test_the_buttons_keep_the_focus_while_words_come_go_and_come_back(window, output, qtbot):
    """A button that is off for a moment loses it, to the decimals in the tool bar."""
    before = tokens_of(window)
    for button in (output.take_button, output.decoding.button):
        qtbot.mouseClick(button, LEFT)
        qtbot.waitUntil(lambda: not output.generator.is_running)
        assert QApplication.focusWidget() is button
        qtbot.keyClick(button, Qt.Key.Key_Z, CONTROL)
        assert tokens_of(window) == before
        qtbot.keyClick(button, Qt.Key.Key_Y, CONTROL)
        assert len(tokens_of(window)) > len(before)
        assert QApplication.focusWidget() is button
        qtbot.keyClick(button, Qt.Key.Key_Z, CONTROL)
