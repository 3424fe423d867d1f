"""The player: buttons, strides and ticks."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTranslator
from PySide6.QtWidgets import QLabel, QToolButton

from app.cursor import Stride
from app.models.outline_model import OutlineRole
from app.panels.output import OutputPanel
from app.panels.player import HEIGHT, PlayerPanel
from app.panels.steps import StepsPanel
from app.panels.tokens import TokensPanel
from app.widgets.segmented import SegmentedButtons
from app.widgets.ticks import MAX_TICKS, TickStrip
from core.examples import load_example
from tests.support.workspaces import workspace_on

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(load_example("tiny-gpt"), tmp_path / "player.ini")


@pytest.fixture
def panel(workspace, qtbot):
    made = PlayerPanel(workspace)
    qtbot.addWidget(made)
    made.resize(1240, HEIGHT)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def words(panel):
    return f"{panel._name.text()} {panel._count.text()}"


def test_the_buttons_go_through_the_program(workspace, panel, qtbot):
    walk = [step.name for step in workspace.cursor.walk()]
    qtbot.mouseClick(panel.button("first"), LEFT)
    assert workspace.cursor.step.name == walk[0]
    qtbot.mouseClick(panel.button("forward"), LEFT)
    assert workspace.cursor.step.name == walk[1]
    qtbot.mouseClick(panel.button("last"), LEFT)
    assert workspace.cursor.step.name == walk[-1]
    qtbot.mouseClick(panel.button("back"), LEFT)
    assert workspace.cursor.step.name == walk[-2]


def test_buttons_that_lead_nowhere_are_off(workspace, panel):
    workspace.cursor.first()
    assert [panel.button(name).isEnabled() for name in ("first", "back", "forward", "last")] == [
        False,
        False,
        True,
        True,
    ]
    workspace.cursor.last()
    assert [panel.button(name).isEnabled() for name in ("first", "back", "forward", "last")] == [
        True,
        True,
        False,
        False,
    ]


def test_the_step_is_named_and_counted_in_its_part(workspace, panel):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    assert words(panel) == "Scores 4 / 10"
    assert panel.ticks.current == 3


def test_ticks_stand_still_within_a_part(workspace, panel):
    workspace.cursor.move_to("decoder.0.self_attn.q")
    before = panel.ticks.geometry()
    for step in workspace.cursor.ticks():
        workspace.cursor.move_to(step.name)
        panel.grab()
        assert panel.ticks.geometry() == before


def test_a_tick_is_clicked(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    for position in (6, 0, 9):
        qtbot.mouseClick(panel.ticks, LEFT, pos=panel.ticks.centre(position).toPoint())
        assert workspace.cursor.step.name == workspace.cursor.ticks()[position].name


def test_ticks_are_reached_and_moved_by_the_keyboard(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    panel.ticks.setFocus(Qt.FocusReason.TabFocusReason)
    for key, last in (
        (Qt.Key.Key_Right, "scaled"),
        (Qt.Key.Key_Left, "scores"),
        (Qt.Key.Key_End, "out"),
        (Qt.Key.Key_Home, "q"),
        (Qt.Key.Key_Left, "q"),
    ):
        qtbot.keyClick(panel.ticks, key)
        assert workspace.cursor.step.name == f"decoder.0.self_attn.{last}"


def test_the_stride_is_chosen_by_mouse_and_keyboard(workspace, panel, qtbot):
    segments = panel._segments
    qtbot.mouseClick(segments.button(Stride.PART), LEFT)
    assert workspace.cursor.stride is Stride.PART
    qtbot.keyClick(segments.button(Stride.PART), Qt.Key.Key_Left)
    assert workspace.cursor.stride is Stride.LAYER
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_End)
    assert workspace.cursor.stride is Stride.OPERATION
    workspace.cursor.set_stride(Stride.LAYER)
    assert segments.current is Stride.LAYER
    assert panel._combo.currentData() == Stride.LAYER


def test_a_narrow_player_has_a_list_of_strides(workspace, panel, qtbot):
    panel.resize(984, HEIGHT)
    assert panel._combo.isVisible()
    assert not panel._segments.isVisible()
    qtbot.keyClick(panel._combo, Qt.Key.Key_Up)
    assert workspace.cursor.stride is Stride.PART
    assert panel._count.mapTo(panel, QPoint(panel._count.width(), 0)).x() <= 984 - 16


def test_the_part_goes_on_with_the_next_one(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.out")
    qtbot.mouseClick(panel.button("forward"), LEFT)
    assert words(panel) == "Residual 1 / 1"


def test_a_step_switched_off_can_be_current(workspace, panel):
    workspace.session.replace_document(load_example("worked-example"), None)
    trivial = next(step for step in workspace.session.program.steps if step.operation.trivial)
    workspace.cursor.move_to(trivial.name)
    assert workspace.cursor.step.name in [step.name for step in workspace.cursor.ticks()]
    assert "/" in words(panel)


def test_another_document_is_followed(workspace, panel):
    workspace.session.replace_document(load_example("worked-example"), None)
    assert panel._name.text() == "Weights"


# the widgets alone


def test_many_steps_become_a_slider_with_the_same_reach(workspace, qtbot):
    strip = TickStrip(workspace.theme)
    qtbot.addWidget(strip)
    strip.set_ticks([f"step {number}" for number in range(MAX_TICKS + 24)], 5)
    strip.resize(strip.sizeHint())
    strip.show()
    assert strip.is_slider
    chosen = []
    strip.chosen.connect(chosen.append)
    qtbot.mouseClick(strip, LEFT, pos=strip.centre(30).toPoint())
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert chosen == [30, 6]
    assert not strip.grab().isNull()


def test_ticks_have_one_width_whichever_is_current(workspace, qtbot):
    strip = TickStrip(workspace.theme)
    qtbot.addWidget(strip)
    widths, ends = set(), set()
    for current in range(10):
        strip.set_ticks(["a"] * 10, current)
        strip.resize(strip.sizeHint())
        widths.add(strip.width())
        ends.add((round(strip.centre(0).x() - (14 + 3 if current == 0 else 8)), current == 0))
    assert len(widths) == 1
    assert {x for x, _first in ends} == {4}


def test_segments_keep_their_choice_when_their_words_change(qtbot):
    segments = SegmentedButtons()
    qtbot.addWidget(segments)
    segments.set_items((("a", "one"), ("b", "two")))
    segments.set_current("b")
    chosen = []
    segments.chosen.connect(chosen.append)
    segments.set_items((("b", "zwei"), ("c", "drei"), ("d", "vier")))
    assert (segments.current, chosen) == ("b", [])
    segments.set_items((("x", "only"),))
    assert segments.current is None
    assert segments.button("x").property("place") == "only"


@pytest.mark.parametrize("kind", [PlayerPanel, TokensPanel, StepsPanel, OutputPanel])
def test_panels_of_steps_and_tokens_speak_another_language_at_once(workspace, qtbot, kind):
    class Shouting(QTranslator):
        def translate(self, context, text, disambiguation=None, n=-1):
            return f"[{text}]" if context in WORDS_OF[kind] else ""

        def isEmpty(self):
            return False

    panel = kind(workspace)
    qtbot.addWidget(panel)
    translator = Shouting()
    QCoreApplication.installTranslator(translator)
    QCoreApplication.sendPostedEvents()
    told = texts_of(panel)
    QCoreApplication.removeTranslator(translator)
    QCoreApplication.sendPostedEvents()
    assert told
    assert all(text.startswith("[") for text in told), told
    assert not any(text.startswith("[") for text in texts_of(panel))


WORDS_OF = {
    PlayerPanel: {"PlayerPanel", "Outline"},
    TokensPanel: {"TokensPanel", "TokenStrip"},
    StepsPanel: {"StepsPanel", "Outline"},
    OutputPanel: {"OutputPanel"},
}


def texts_of(panel):
    """Every text on a panel that is a sentence or word of the program, as far as the panel shows it."""
    labels = [
        label.text() for label in panel.findChildren(QLabel) if label.text() and label.isVisibleTo(panel)
    ]
    buttons = [button.text() for button in panel.findChildren(QToolButton) if button.text()]
    tips = [button.toolTip() for button in panel.findChildren(QToolButton) if button.toolTip()]
    if isinstance(panel, StepsPanel):
        return [panel.model.index(row, 0).data(OutlineRole.TITLE) for row in range(panel.model.rowCount())]
    return labels + buttons + tips
