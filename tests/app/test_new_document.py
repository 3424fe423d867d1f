"""The dialog that makes a new document."""

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox

from app.dialogs.new_document import NewDialog
from core.architecture.options import Stack
from core.architecture.presets import PRESETS
from core.formats import dumps
from core.trace import run

OK = QDialogButtonBox.StandardButton.Ok


@pytest.fixture
def dialog(window, press, qtbot):
    press(window, Qt.Key.Key_N)
    made = window.findChild(NewDialog)
    yield made
    if shiboken6.isValid(made):
        made.reject()
    qtbot.waitUntil(lambda: window.findChild(NewDialog) is None)


def choose(dialog, key):
    dialog.presets.setCurrentRow([preset.key for preset in PRESETS].index(key))


@pytest.mark.parametrize("key", [preset.key for preset in PRESETS])
def test_every_preset_unchanged_gives_its_scenario(dialog, key):
    choose(dialog, key)
    preset = next(preset for preset in PRESETS if preset.key == key)
    assert dialog.buttons.button(OK).isEnabled()
    assert not dialog.reason.isVisible()
    assert dumps(dialog.scenario()) == dumps(preset.scenario())


def test_decoder_of_the_issue_is_made_by_keyboard(window, dialog, qtbot):
    choose(dialog, "gpt-2")
    dialog.sizes["layers"].setValue(2)
    dialog.sizes["heads"].setValue(2)
    dialog.target.setFocus()
    dialog.target.selectAll()
    qtbot.keyClicks(dialog.target, "the cat sat on")
    qtbot.keyClick(dialog.target, Qt.Key.Key_Return)
    scenario = window.workspace.session.scenario
    assert scenario.architecture.stack is Stack.DECODER
    assert (scenario.architecture.layers, scenario.architecture.attention.heads) == (2, 2)
    assert scenario.tokens["target"] == ("the", "cat", "sat", "on")
    assert run(scenario.program()).failure is None
    assert window.workspace.session.path is None
    assert not window.isWindowModified()


def test_the_reason_is_said_at_once_and_in_words(dialog):
    choose(dialog, "multi-head")
    dialog.sizes["heads"].setValue(3)
    assert dialog.reason.text().startswith("3 heads do not divide d_model = 8.")
    assert not dialog.buttons.button(OK).isEnabled()
    dialog.sizes["d_k"].setValue(4)
    assert not dialog.reason.isVisible()
    assert dialog.buttons.button(OK).isEnabled()
    assert dialog.scenario().architecture.attention.d_v == 4


def test_what_is_too_large_is_refused_before_it_is_made(dialog):
    choose(dialog, "gpt-2")
    dialog.sizes["d_model"].setValue(4096)
    dialog.sizes["layers"].setValue(48)
    assert "4000000" in dialog.reason.text()
    assert not dialog.buttons.button(OK).isEnabled()


def test_no_words_are_refused(dialog):
    choose(dialog, "encoder-2017")
    dialog.source.clear()
    assert "token" in dialog.reason.text()


def test_only_the_fields_that_the_model_reads_are_shown(dialog):
    choose(dialog, "attention-qkv")
    shown = [name for name, box in dialog.sizes.items() if box.isVisible()]
    assert shown == ["heads", "d_k"]
    choose(dialog, "cross-attention")
    assert dialog.source.isVisible()
    assert dialog.target.isVisible()


def test_it_fits_a_small_screen(dialog):
    assert dialog.width() <= 1024
    assert dialog.height() <= 650


def test_the_seed_decides_the_numbers(dialog):
    choose(dialog, "encoder-2017")
    first = dumps(dialog.scenario())
    dialog.seed.setValue(1)
    assert dumps(dialog.scenario()) != first
