"""Weights from a file, through the real window: menu, drop, preview, one undo step, a new document."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.dialogs.import_weights import ImportWeightsDialog
from core.architecture.options import Stack
from core.architecture.presets import preset
from tests.support.build import torch_layer
from tests.support.cases import load
from tests.support.files import answer, drop, question, unchanged

K = Qt.Key
CHOICES = (None, *Stack)


@pytest.fixture
def known():
    return preset("encoder-2017").scenario(seed=3)


@pytest.fixture
def window(open_window, known):
    return open_window(known)


def write(tmp_path, tensors, name="model.npz"):
    np.savez(tmp_path / name, **tensors)
    return tmp_path / name


def others(known):
    """All parameters of a model, each with other numbers."""
    rng = np.random.default_rng(4)
    return {name: rng.normal(size=each.shape) for name, each in known.parameters.items()}


def opened():
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ImportWeightsDialog)
    return dialog


def show(window, path):
    window.import_file(path)
    return opened()


def rows(dialog):
    """The lines of the table, each as its texts."""
    table = dialog.table
    return [
        [table.item(row, column).text() for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def numbers(window):
    return {name: each.values for name, each in window.workspace.session.scenario.parameters.items()}


def equal(here, there):
    return here.keys() == there.keys() and all(np.array_equal(here[name], there[name]) for name in here)


def test_from_the_menu_into_the_present_model_is_one_undo_step(window, known, tmp_path):
    before, wanted = numbers(window), others(known)
    path = write(tmp_path, wanted)
    window.registry.actions["file.import_weights"].trigger()
    asked = QApplication.activeModalWidget()
    assert isinstance(asked, QFileDialog)
    assert "*.safetensors *.npz" in asked.nameFilters()[0]
    asked.fileSelected.emit(str(path))
    asked.reject()
    dialog = opened()
    assert dialog.here.isChecked()
    assert not dialog.heads.isEnabled()
    assert all(row[0] == "✓" and row[1] == row[3] for row in rows(dialog))
    assert dialog.summary.text() == f"{len(wanted)} taken"
    QTest.keyClick(dialog.focusWidget(), K.Key_Return)
    session = window.workspace.session
    assert equal(numbers(window), wanted)
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Import weights from model.npz"
    session.undo_stack.undo()
    assert session.scenario is known
    assert all(numbers(window)[name] is values for name, values in before.items())
    session.undo_stack.redo()
    assert equal(numbers(window), wanted)


def test_the_preview_says_what_fits_and_what_does_not(window, known, tmp_path):
    tensors = others(known) | {"encoder.0.ffn.W_1": np.zeros((3, 3)), "head.weight": np.eye(2)}
    del tensors["encoder.0.norm2.bias"]
    dialog = show(window, write(tmp_path, tensors))
    assert dialog.here.isChecked()
    lines = {row[1] or row[3]: row for row in rows(dialog)}
    d_ff = known.architecture.feed_forward.d_ff
    reason = f"the model needs 8 × {d_ff} and would get 3 × 3"
    assert lines["encoder.0.ffn.W_1"] == [
        "✗", "encoder.0.ffn.W_1", f"8 × {d_ff}", "encoder.0.ffn.W_1", "3 × 3", reason,
    ]  # fmt: skip
    assert lines["head.weight"][0] == "✗"
    assert "not a name" in lines["head.weight"][5]
    assert lines["encoder.0.norm2.bias"][::5] == ["–", "is not in the file, and stays as it is"]
    assert [row[0] for row in rows(dialog)[:2]] == ["✗", "✗"]
    told = dialog.summary.text()
    for part in ("1 of another shape, left out", "1 without a place in the model", "1 not in the file"):
        assert part in told
    before = numbers(window)
    dialog.confirm.click()
    after = numbers(window)
    assert after["encoder.0.ffn.W_1"] is before["encoder.0.ffn.W_1"]
    assert np.array_equal(after["encoder.0.attn.W_Q"], tensors["encoder.0.attn.W_Q"])


def test_attention_of_pytorch_becomes_a_new_document(window, known, tmp_path):
    case = load("torch", "enc_stack2_postln_gelu")
    dialog = show(window, write(tmp_path, {f"model.{name}": each for name, each in case.params.items()}))
    assert dialog.new.isChecked()
    dialog.heads.setFocus()
    dialog.heads.selectAll()
    QTest.keyClicks(dialog.heads, "3")
    assert dialog.confirm.isEnabled()
    dialog.confirm.click()
    made = window.workspace.session.scenario
    assert made.title == "model.npz"
    assert made.architecture.attention.heads == 3
    assert made.architecture.layers == 2
    layer = torch_layer(case.params, "layers.1.", "encoder.1", {"self_attn": "attn"}, norms=2)
    assert equal(layer, {name: made.parameters[name].values for name in layer})
    assert window.files.path is None


def test_heads_that_do_not_divide_are_refused_until_they_do(window, tmp_path):
    case = load("torch", "enc_stack2_postln_gelu")
    dialog = show(window, write(tmp_path, case.params))
    dialog.heads.setValue(4)
    assert not dialog.confirm.isEnabled()
    assert "4 heads do not divide the width of encoder.0.attn.W_Q: 6." in dialog.reason.text()
    dialog.heads.setValue(2)
    assert dialog.confirm.isEnabled()
    assert not dialog.reason.isVisible()


def test_more_numbers_than_a_file_can_hold_are_told(window, tmp_path):
    tensors = {f"encoder.0.attn.W_{letter}": np.ones((640, 640)) for letter in "QKVO"}
    dialog = show(window, write(tmp_path, tensors))
    assert "not to be saved" in dialog.summary.text()
    assert dialog.confirm.isEnabled()
    del tensors["encoder.0.attn.W_O"]
    dialog.reject()
    assert "not to be saved" not in show(window, write(tmp_path, tensors)).summary.text()


def test_another_stack_can_be_chosen(window, tmp_path):
    case = load("torch", "enc_stack2_postln_gelu")
    dialog = show(window, write(tmp_path, case.params))
    dialog.heads.setValue(1)
    dialog.stack.setCurrentIndex(CHOICES.index(Stack.DECODER))
    dialog.confirm.click()
    assert window.workspace.session.scenario.architecture.stack is Stack.DECODER


def test_before_another_document_comes_changes_are_asked_about(window, known, tmp_path, qtbot):
    show(window, write(tmp_path, others(known))).confirm.click()
    case = load("torch", "enc_stack2_postln_gelu")
    dialog = show(window, write(tmp_path, case.params, "other.npz"))
    dialog.heads.setValue(1)
    with unchanged(window):
        dialog.confirm.click()
        assert question(window) is not None
        answer(qtbot, window, "Cancel")


def test_a_file_that_is_dropped_ends_in_the_same_dialog(window, known, tmp_path):
    path = write(tmp_path, others(known))
    drop(window, path)
    opened().reject()
    assert window.workspace.session.undo_stack.count() == 0


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"PK\x03\x04", "damaged"), (b"\x80\x02}q.", "pickled"), (b"{}", "no weights")],
)
def test_a_bad_file_is_told_in_the_dialog_and_nothing_changes(window, tmp_path, data, told):
    path = tmp_path / "bad.safetensors"
    path.write_bytes(data)
    with unchanged(window, path):
        dialog = show(window, path)
        assert told in dialog.reason.text()
        assert not dialog.confirm.isEnabled()
        assert not dialog.here.isEnabled()
        dialog.reject()


def test_a_number_that_cannot_be_kept_is_told_when_numbers_are_read(window, known, tmp_path):
    tensors = others(known)
    tensors["encoder.0.norm2.bias"][3] = np.nan
    with unchanged(window):
        dialog = show(window, write(tmp_path, tensors))
        dialog.confirm.click()
        assert dialog.isVisible()
        assert "encoder.0.norm2.bias: [3] is nan, which cannot be kept" in dialog.reason.text()
        dialog.reject()


def test_typed_in_numbers_go_into_the_worked_example(open_window, tmp_path):
    window = open_window()
    dialog = show(window, write(tmp_path, {"attn.q": np.array([[[7.0]]])}))
    assert dialog.here.isChecked()
    dialog.confirm.click()
    assert window.workspace.session.trace["attn.q"].values.item() == 7.0


def test_it_is_closed_when_another_document_comes(window, known, tmp_path):
    dialog = show(window, write(tmp_path, others(known)))
    window.workspace.session.replace_document(preset("gpt-2").scenario(), None)
    assert not dialog.isVisible()
