"""The dialog that changes the model of the document."""

from dataclasses import replace

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from app.dialogs.change_model import ChangeModelDialog
from app.texts import translated
from core.architecture.options import Input, NormPlace, Pairing, PositionKind, Positions, Stack
from core.architecture.presets import preset
from core.edits import SetCells
from core.edits.architecture import ChangeArchitecture, architecture_change
from core.examples import examples
from core.text import message

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_dialog(qtbot):
    """A function that opens the dialog by its menu entry; what is open is closed in the end."""
    opened = []

    def opening(window):
        window.registry.actions["model.change"].trigger()
        dialog = window.findChild(ChangeModelDialog)
        opened.append((window, dialog))
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    yield opening
    for window, dialog in opened:
        if shiboken6.isValid(dialog):
            dialog.reject()
        qtbot.waitUntil(lambda window=window: window.findChild(ChangeModelDialog) is None)


@pytest.fixture
def notes():
    """What the notifiers of windows said."""
    return []


def listen(window, notes):
    window.workspace.notifier.notified.connect(notes.append)


def write(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


def turned(menu):
    """The entry that turns other pairs of columns."""
    return next(action for action in menu.actions() if "pairs of columns" in action.text())


def preview(dialog):
    return [line.text() for line in dialog.preview if line.text()]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_was_foretold_happens_in_one_undo_step(language, open_window, open_dialog, press, notes, qtbot):
    window = open_window("tiny-gpt", language=language)
    listen(window, notes)
    session = window.workspace.session
    before = session.scenario
    dialog = open_dialog(window)
    kept = message("Edits", "Matrices and vectors kept as they are: {count}", count=len(before.parameters))
    assert preview(dialog) == [translated(kept)]
    write(qtbot, dialog.form.fields["layers"], "1")
    write(qtbot, dialog.form.fields["feed_forward.d_ff"], "40")
    change = architecture_change(before, dialog.form.architecture())
    foretold = [translated(line) for line in change.lines]
    assert preview(dialog) == foretold
    assert len(foretold) == 3
    assert dialog.preview[2].toolTip().split("\n") == list(change.dropped)
    qtbot.mouseClick(dialog.confirm, LEFT)
    qtbot.waitUntil(lambda: window.findChild(ChangeModelDialog) is None)
    after = session.scenario
    assert after.architecture.layers == 1
    assert after.parameters["decoder.0.ffn.W_1"].values.shape[1] == 40
    assert set(before.parameters) - set(after.parameters) == set(change.dropped)
    assert notes == [" · ".join(foretold)]
    assert session.undo_stack.count() == 1
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press(window, Qt.Key.Key_Z)
    assert session.scenario is before
    assert not window.isWindowModified()
    session.undo_stack.redo()
    assert session.scenario is after


def test_the_menu_has_it_by_keyboard(window, open_dialog, qtbot):
    menu = next(action for action in window.menuBar().actions() if action.text() == "&Model").menu()
    change, turn = menu.actions()[0], turned(menu)
    assert change.text() == "&Change model…"
    assert not turn.isEnabled()  # nothing is turned in a model without rotary positions
    dialog = open_dialog(window)
    assert dialog.isModal()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(ChangeModelDialog) is None)
    assert window.workspace.session.undo_stack.count() == 0


def test_without_a_change_there_is_no_undo_step(window, open_dialog, notes, qtbot):
    listen(window, notes)
    for example in examples():
        window.files.open_example(example.key)
        dialog = open_dialog(window)
        assert dialog.form.architecture() == window.workspace.session.scenario.architecture, example.key
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: window.findChild(ChangeModelDialog) is None)
        assert window.workspace.session.undo_stack.count() == 0
    assert notes == []


def test_a_refusal_says_why_and_keeps_everything(open_window, open_dialog, qtbot):
    window = open_window("tiny-gpt")
    dialog = open_dialog(window)
    fields = dialog.form.fields
    write(qtbot, fields["attention.heads"], "3")
    assert dialog.reason.isVisible()
    assert not dialog.preview[0].isVisible()
    assert not dialog.confirm.isEnabled()
    qtbot.keyClick(fields["attention.heads"], Qt.Key.Key_Return)
    dialog.accept()
    assert dialog.isVisible()
    assert window.workspace.session.undo_stack.count() == 0
    write(qtbot, fields["attention.heads"], "4")
    assert dialog.preview[0].isVisible(), dialog.reason.text()
    assert dialog.confirm.isEnabled()


def test_heads_of_keys_that_do_not_divide_are_refused_while_typed(open_window, open_dialog, qtbot):
    window = open_window("tiny-gpt")
    dialog = open_dialog(window)
    fields = dialog.form.fields
    write(qtbot, fields["attention.heads"], "4")
    assert not fields["attention.sharing"].isVisible()
    write(qtbot, fields["attention.kv_heads"], "3")
    assert dialog.reason.isVisible()
    assert "3 heads of keys and values do not divide 4 of queries" in dialog.reason.text()
    assert not dialog.confirm.isEnabled()
    write(qtbot, fields["attention.kv_heads"], "2")
    assert fields["attention.sharing"].isVisible()
    assert dialog.confirm.isEnabled()
    qtbot.mouseClick(dialog.confirm, LEFT)
    qtbot.waitUntil(lambda: window.findChild(ChangeModelDialog) is None)
    scenario = window.workspace.session.scenario
    assert scenario.architecture.attention.key_heads == 2
    widths = {name: scenario.parameters[f"decoder.0.self_attn.{name}"].shape[1] for name in ("W_Q", "W_K")}
    assert widths["W_Q"] == 2 * widths["W_K"]


def test_numbers_edited_before_are_kept_where_they_fit(open_window, open_dialog, qtbot):
    window = open_window("tiny-gpt")
    session = window.workspace.session
    assert session.apply(SetCells("decoder.0.ffn.W_1", ((0, 0),), (7.0,)))
    dialog = open_dialog(window)
    write(qtbot, dialog.form.fields["feed_forward.d_ff"], "3")
    assert any("decoder.0.ffn.W_1" in line for line in preview(dialog))
    qtbot.keyClick(dialog.form.fields["feed_forward.d_ff"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(ChangeModelDialog) is None)
    assert session.scenario.parameters["decoder.0.ffn.W_1"].values[0, 0] == 7
    assert session.scenario.parameters["decoder.0.ffn.W_1"].values.shape[1] == 3
    assert session.undo_stack.count() == 2


def test_the_worked_example_becomes_a_decoder_and_comes_back(window, open_dialog):
    session = window.workspace.session
    before = session.scenario
    dialog = open_dialog(window)
    fields = dialog.form.fields
    for path, value in (("input", Input.TOKENS), ("stack", Stack.DECODER), ("norm.place", NormPlace.PRE)):
        field = fields[path]
        field.setCurrentIndex(field._values.index(value))
    assert any("attn.q" in line for line in preview(dialog))
    dialog.accept()
    assert session.scenario.architecture.stack is Stack.DECODER
    assert session.trace.failure is None
    session.undo_stack.undo()
    assert session.scenario is before


def test_the_wheel_scrolls_past_fields_that_are_not_edited(open_window, open_dialog):
    dialog = open_dialog(open_window("tiny-gpt"))
    dialog.form.fields["d_model"].setFocus()
    for path in ("layers", "stack"):
        field = dialog.form.fields[path]
        before = field.read()
        at = QPointF(field.rect().center())
        turn = QWheelEvent(
            at,
            QPointF(field.mapToGlobal(field.rect().center())),
            QPoint(0, 0),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(field, turn)
        assert field.read() == before


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("example", ["worked-example", "tiny-gpt", "encoder-decoder"])
def test_it_fits_a_small_screen(language, example, open_window, open_dialog):
    dialog = open_dialog(open_window(example, size=(1024, 700), language=language))
    assert dialog.width() <= 1024
    assert dialog.height() <= 670
    assert dialog.form.minimumSizeHint().width() <= dialog.area.viewport().width()


def test_other_pairs_of_columns_are_the_same_model(open_window):
    window = open_window("tiny-gpt")
    session = window.workspace.session
    before = session.scenario.architecture
    rotary = replace(before, positions=Positions(PositionKind.ROPE))
    session.apply(ChangeArchitecture(rotary))
    shown = session.trace["probabilities"].values
    menu = next(action for action in window.menuBar().actions() if action.text() == "&Model").menu()
    menu.aboutToShow.emit()
    turn = turned(menu)
    assert turn.isEnabled()
    turn.trigger()
    assert session.scenario.architecture.positions.pairing is Pairing.HALF
    np.testing.assert_allclose(session.trace["probabilities"].values, shown, atol=1e-14)
    session.undo_stack.undo()
    assert session.scenario.architecture == rotary


def pick(qtbot, field, value):
    """Choose a value of a combo box by its keys."""
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Home)
    while field.read() is not value:
        before = field.currentIndex()
        qtbot.keyClick(field, Qt.Key.Key_Down)
        assert field.currentIndex() > before


def test_rotary_positions_stay_and_can_be_changed_where_vectors_are_typed_in(open_window, open_dialog, qtbot):
    window = open_window(preset("attention-x").scenario())
    session = window.workspace.session
    dialog = open_dialog(window)
    fields = dialog.form.fields
    assert not fields["positions.pairing"].isVisible()
    pick(qtbot, fields["positions.kind"], PositionKind.ROPE)
    pick(qtbot, fields["positions.pairing"], Pairing.HALF)
    qtbot.mouseClick(dialog.confirm, LEFT)
    qtbot.waitUntil(lambda: window.findChild(ChangeModelDialog) is None)
    assert session.scenario.architecture.input is Input.EMBEDDINGS
    assert session.scenario.architecture.positions == Positions(PositionKind.ROPE, pairing=Pairing.HALF)
    assert "attn.q_rotated" in session.trace
    again = open_dialog(window)
    assert again.form.fields["positions.pairing"].read() is Pairing.HALF
    qtbot.keyClick(again, Qt.Key.Key_Escape)


def test_parallel_parts_without_residuals_are_refused_while_chosen(open_window, open_dialog, qtbot):
    dialog = open_dialog(open_window("tiny-gpt"))
    fields = dialog.form.fields
    pick(qtbot, fields["norm.place"], NormPlace.PARALLEL)
    assert dialog.confirm.isEnabled()
    fields["residual"].setFocus()
    qtbot.keyClick(fields["residual"], Qt.Key.Key_Space)
    assert "keep residuals" in dialog.reason.text()
    assert not dialog.confirm.isEnabled()
