"""Output: the next-token bars, the token behind which they stand, and the temperature."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from app.models.next_words import next_words
from app.panels.output import MOST_BARS, OutputPanel
from app.selection import Place
from core.architecture.options import Architecture, Attention, MaskKind, Stack
from core.edits import RemoveToken, SetTokens
from core.edits.cells import SetCells
from core.examples import load_example
from core.tensor import Axis, NamedTensor
from tests.support.build import scenario
from tests.support.workspaces import workspace_on

LEFT = Qt.MouseButton.LeftButton
WORDS = ("the", "cat", "sat")


def decoder(vocabulary=24):
    attention = Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL)
    others = tuple(f"word{number}" for number in range(vocabulary - len(WORDS)))
    return scenario(
        Architecture(Stack.DECODER, layers=1, d_model=4, attention=attention),
        tokens={"target": WORDS},
        vocabulary=(*WORDS, *others),
    )


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(decoder(), tmp_path / "output.ini")


@pytest.fixture
def panel(workspace, qtbot):
    made = OutputPanel(workspace)
    qtbot.addWidget(made)
    made.resize(1240, 520)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def values(panel):
    return [bar.value for bar in panel.bars.bars]


def click_bar(panel, qtbot, position):
    qtbot.mouseClick(panel.bars, LEFT, pos=panel.bars.row_box(position).center().toPoint())


def test_bars_are_sorted_and_add_up_to_one_with_what_remains(workspace, panel):
    bars = panel.bars.bars
    assert len(bars) == MOST_BARS + 1
    assert [bar.key is None for bar in bars] == [False] * MOST_BARS + [True]
    assert values(panel)[:-1] == sorted(values(panel)[:-1], reverse=True)
    assert math.fsum(values(panel)) == pytest.approx(1.0, abs=1e-12)
    assert bars[-1].text == "14 other words"


def test_a_small_panel_shows_fewer_and_still_adds_up(panel, qtbot):
    panel.resize(984, 320)
    panel.grab()
    assert 2 < len(panel.bars.bars) < MOST_BARS
    assert math.fsum(values(panel)) == pytest.approx(1.0, abs=1e-12)
    assert panel.bars.row_box(len(panel.bars.bars) - 1).bottom() <= panel.bars.height()


def test_a_small_vocabulary_leaves_nothing_over(tmp_path, qtbot):
    workspace = workspace_on(decoder(5), tmp_path / "small.ini")
    panel = OutputPanel(workspace)
    qtbot.addWidget(panel)
    panel.resize(1000, 440)
    panel.show()
    assert [bar.key is None for bar in panel.bars.bars] == [False] * 5


def test_the_last_token_is_shown_first(workspace, panel):
    assert panel.row == 2
    assert panel._context.text() == "after: the cat sat →"
    best = float(workspace.session.trace["probabilities"].values[2].max())
    assert panel.bars.bars[0].value == best


def test_the_buttons_go_from_token_to_token(workspace, panel, qtbot):
    qtbot.mouseClick(panel.step_button(-1), LEFT)
    assert panel._context.text() == "after: the cat →"
    assert workspace.selection.chosen == Place("probabilities", (1, panel.bars.bars[0].key))
    qtbot.mouseClick(panel.step_button(-1), LEFT)
    assert not panel.step_button(-1).isEnabled()
    qtbot.mouseClick(panel.step_button(1), LEFT)
    assert panel.row == 1


def test_a_row_chosen_elsewhere_is_followed(workspace, panel):
    workspace.selection.choose(Place("decoder.0.self_attn.weights", (0, 1, 0)))
    assert panel.row == 1
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    assert panel.row == 1


def test_a_click_chooses_the_cell(workspace, panel, qtbot):
    click_bar(panel, qtbot, 3)
    key = panel.bars.bars[3].key
    assert workspace.selection.chosen == Place("probabilities", (2, key))
    assert panel.row == 2


def test_a_click_on_what_remains_chooses_nothing(workspace, panel, qtbot):
    before = workspace.selection.chosen
    click_bar(panel, qtbot, MOST_BARS)
    assert workspace.selection.chosen == before


def test_arrows_go_from_bar_to_bar(workspace, panel, qtbot):
    panel.bars.setFocus()
    chosen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Home):
        qtbot.keyClick(panel.bars, key)
        keys = [bar.key for bar in panel.bars.bars]
        chosen.append(keys.index(workspace.selection.chosen.index[1]))
    assert chosen == [0, 1, MOST_BARS - 1, MOST_BARS - 2, 0]
    assert panel.bars.accessibleDescription().startswith(panel.bars.bars[0].text)


def test_numbers_follow_the_decimals_and_the_exact_one_is_in_the_tip(workspace, panel):
    workspace.display.set_decimals(4)
    bar = panel.bars.bars[0]
    assert bar.number == f"{bar.value:.4f}"
    assert repr(bar.value) in bar.exact


def test_bars_follow_an_edit(workspace, panel):
    before = values(panel)
    workspace.session.attempt(SetTokens("target", ("cat", "the", "cat")))
    assert values(panel) != before
    workspace.session.undo_stack.undo()
    assert values(panel) == before
    workspace.session.attempt(RemoveToken("target", 2))
    assert panel.row == 1


# the temperature


def test_the_temperature_is_typed(workspace, panel, qtbot):
    spin = panel.temperature.spin
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClicks(spin, "0.5")
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    assert workspace.session.scenario.architecture.temperature == 0.5
    assert workspace.session.undo_stack.count() == 1
    workspace.session.undo_stack.undo()
    assert spin.text() == "1"


def test_a_drag_of_the_slider_is_one_undo_step(workspace, panel, qtbot):
    slider, before = panel.temperature.slider, values(panel)
    for _drag in range(2):
        qtbot.mousePress(slider, LEFT, pos=QPoint(slider.width() // 2, slider.height() // 2))
        for value in (20, 40, 60 + 10 * _drag):
            slider.setValue(value)
        qtbot.mouseRelease(slider, LEFT, pos=QPoint(slider.width() // 2, slider.height() // 2))
    stack = workspace.session.undo_stack
    assert stack.count() == 2
    assert panel.temperature.spin.value() == 5.0
    assert max(values(panel)[:-1]) < max(before[:-1])
    stack.undo()
    stack.undo()
    assert values(panel) == before


def test_a_held_arrow_key_is_one_undo_step(workspace, panel, qtbot):
    spin = panel.temperature.spin
    spin.setFocus()
    for _repeat in range(3):
        qtbot.keyPress(spin, Qt.Key.Key_Up)
    qtbot.keyRelease(spin, Qt.Key.Key_Up)
    assert spin.text() == "1.3"
    assert workspace.session.undo_stack.count() == 1
    qtbot.keyClick(spin, Qt.Key.Key_Down)
    assert workspace.session.undo_stack.count() == 2


def test_the_wheel_turns_nothing_without_the_focus(workspace, panel):
    panel.bars.setFocus()
    place = QPointF(5, 5)
    for widget in (panel.temperature.spin, panel.temperature.slider):
        event = QWheelEvent(
            place,
            widget.mapToGlobal(place),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    assert workspace.session.undo_stack.count() == 0


# where there is nothing to show


def test_a_model_without_output_says_so(tmp_path, qtbot):
    workspace = workspace_on(load_example("encoder-block"), tmp_path / "encoder.ini")
    panel = OutputPanel(workspace)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.message.isVisible()
    assert "no next-token probabilities" in panel.message.text()
    workspace.session.replace_document(decoder(), None)
    assert not panel.message.isVisible()
    assert panel.row == 2


def test_odd_words_and_nan_are_shown(workspace, panel):
    axes = (Axis("token", 1, ("a",)), Axis("vocabulary", 4, ("\n", "", "x" * 300, "猫")))
    tensor = NamedTensor.of("probabilities", axes, [[0.25, np.nan, 0.5, 0.25]])
    found = next_words(tensor, 0, 10)
    assert [share.word for share in found.shares] == ["x" * 300, "\n", "猫", ""]
    panel.bars.set_bars(panel._bars_of(found), 1)
    assert [bar.text for bar in panel.bars.bars][1:] == ["↵", "猫", "∅"]
    assert panel.bars.bars[3].number == "NaN"
    assert not panel.bars.grab().isNull()


def test_nothing_is_taken_by_probabilities_that_are_nan(workspace, panel, qtbot):
    workspace.session.attempt(SetCells("decoder.0.self_attn.W_V", ((0, 0),), (1e308,)))
    workspace.session.attempt(SetCells("embed.W_E", ((2, 0),), (1e308,)))
    assert np.isnan(workspace.session.trace["probabilities"].values[-1]).all()
    why = "its row of probabilities holds NaN"
    assert not panel.take_button.isEnabled()
    assert why in panel.take_button.toolTip()
    assert why in panel.line.refusal.text()
    assert panel.line.refusal.isVisible()
    notes = []
    workspace.notifier.refused.connect(notes.append)
    panel.bars.setFocus()
    qtbot.keyClick(panel.bars, Qt.Key.Key_Return)
    assert len(notes) == 1
    assert why in notes[0]
    assert workspace.session.scenario.tokens["target"] == WORDS
    workspace.session.undo_stack.undo()
    workspace.session.undo_stack.undo()
    assert panel.take_button.isEnabled()
    assert not panel.line.refusal.isVisible()
