"""The player: buttons, strides and ticks."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt, QTranslator
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton

from app.cursor import Stride
from app.models.outline_model import OutlineRole
from app.panels.output import OutputPanel
from app.panels.player import PlayerPanel
from app.panels.spec import PanelId
from app.panels.steps import StepsPanel
from app.panels.tokens import TokensPanel
from app.selection import Place
from app.theme import Role
from app.widgets.room import PLAYER_HEIGHT
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
    made.resize(1240, PLAYER_HEIGHT)
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
    assert workspace.cursor.stride is Stride.CELL
    workspace.cursor.set_stride(Stride.LAYER)
    assert segments.current is Stride.LAYER
    assert panel._combo.currentData() == Stride.LAYER


def test_a_narrow_player_has_a_list_of_strides(workspace, panel, qtbot):
    panel.resize(984, PLAYER_HEIGHT)
    assert panel._combo.isVisible()
    assert not panel._segments.isVisible()
    qtbot.keyClick(panel._combo, Qt.Key.Key_Up)
    assert workspace.cursor.stride is Stride.PART
    for _ in range(3):
        qtbot.keyClick(panel._combo, Qt.Key.Key_Down)
    assert workspace.cursor.stride is Stride.CELL


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)], ids=["1024", "1280"])
def test_everything_has_room_at_every_step(open_window, size, language):
    window = open_window("encoder-decoder", size, language)
    bar = window.panels[PanelId.PLAYER]
    assert bar.width() == size[0] - 40
    for step in window.workspace.cursor.walk():
        window.workspace.cursor.move_to(step.name)
        QCoreApplication.sendPostedEvents()
        assert bar._where.geometry().right() <= bar.width() - 16, step.name
        assert bar.ticks.x() > max(bar._combo.geometry().right(), bar._segments.geometry().right())
        for label in (bar._name, bar._count):
            assert label.width() >= label.sizeHint().width(), step.name


# Playing


def test_play_becomes_pause_and_back(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.q")
    button = panel.button("play")
    assert button.accessibleName() == "Play (F12)"
    still = button.icon().cacheKey()
    qtbot.mouseClick(button, LEFT)
    assert workspace.player.is_playing
    assert (button.toolTip(), button.icon().cacheKey() != still) == ("Pause (F12)", True)
    workspace.player.tick()
    assert words(panel) == "Keys 2 / 10"
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert not workspace.player.is_playing
    assert button.toolTip() == "Play (F12)"


@pytest.mark.parametrize("name", ["first", "back", "forward", "last"])
def test_a_button_of_the_hand_stops_playing(workspace, panel, qtbot, name):
    workspace.player.play()
    qtbot.mouseClick(panel.button(name), LEFT)
    assert not workspace.player.is_playing


def test_a_tick_by_hand_stops_playing(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    workspace.player.play()
    qtbot.mouseClick(panel.ticks, LEFT, pos=panel.ticks.centre(6).toPoint())
    assert not workspace.player.is_playing


def test_the_speed_is_chosen_by_keyboard(workspace, panel, qtbot):
    assert [panel.speed.itemText(at) for at in range(panel.speed.count())] == [
        "0.25×",
        "0.5×",
        "1×",
        "2×",
        "4×",
    ]
    panel.speed.setFocus()
    qtbot.keyClick(panel.speed, Qt.Key.Key_Down)
    assert workspace.player.speed == 2
    workspace.player.set_speed(0.25)
    assert panel.speed.currentText() == "0.25×"


def test_buttons_reach_as_far_as_rows_do(workspace, panel, qtbot):
    workspace.cursor.set_stride(Stride.ROW)
    qtbot.mouseClick(panel.button("last"), LEFT)
    assert not panel.button("forward").isEnabled()
    qtbot.mouseClick(panel.button("back"), LEFT)
    assert panel.button("forward").isEnabled()
    assert workspace.cursor.at_end


# Stop here


@pytest.fixture
def tick_menu(panel):
    """A function that asks for the menu of a tick, by mouse."""

    def opening(position=None):
        at = panel.ticks.centre(panel.ticks.current if position is None else position).toPoint()
        reason = QContextMenuEvent.Reason.Keyboard if position is None else QContextMenuEvent.Reason.Mouse
        QCoreApplication.sendEvent(
            panel.ticks, QContextMenuEvent(reason, at, panel.ticks.mapToGlobal(at), Qt.KeyboardModifier(0))
        )
        return panel.ticks.findChildren(QMenu)[-1]

    yield opening
    for menu in panel.ticks.findChildren(QMenu):
        menu.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_tick_is_marked_by_its_menu(workspace, panel, tick_menu, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    menu = tick_menu(6)
    assert not menu.actions()[0].isChecked()
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert workspace.player.stops == {"decoder.0.self_attn.weights"}
    assert workspace.cursor.step.name == "decoder.0.self_attn.scores"
    assert panel.ticks.marked == {6}
    menu = tick_menu(6)
    assert menu.actions()[0].isChecked()
    menu.close()


def test_the_menu_key_means_the_current_tick(workspace, panel, tick_menu):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    tick_menu().actions()[0].trigger()
    assert panel.ticks.marked == {3}
    assert panel.ticks.accessibleDescription() == "Scores, playing stops here, 4 / 10"


def test_marks_are_drawn_below_their_ticks(workspace, panel):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    before = panel.ticks.grab().toImage()
    workspace.player.toggle_stop("decoder.0.self_attn.weights")
    after = panel.ticks.grab().toImage()
    spot = (panel.ticks.centre(6) + QPointF(0, 14)).toPoint()
    assert after.pixelColor(spot) == workspace.theme.color(Role.INK)
    assert before.pixelColor(spot) != after.pixelColor(spot)
    workspace.cursor.move_to("decoder.0.ffn.hidden")
    assert panel.ticks.marked == set()


def test_where_it_stopped_is_said(workspace, panel):
    said = []
    workspace.notifier.notified.connect(said.append)
    workspace.cursor.move_to("decoder.0.self_attn.k")
    workspace.player.toggle_stop("decoder.0.self_attn.v")
    workspace.player.play()
    workspace.player.tick()
    assert said == ["Stopped at Values (decoder.0.self_attn.v)"]
    assert panel.button("play").toolTip() == "Play (F12)"


# In the window


def test_playing_by_keyboard_in_the_window(open_window, qtbot):
    window = open_window("tiny-gpt")
    player, cursor = window.workspace.player, window.workspace.cursor
    cursor.move_to("decoder.0.self_attn.q")
    canvas = window.panels[PanelId.STAGE].canvas
    canvas.setFocus()
    for key in (Qt.Key.Key_F8, Qt.Key.Key_F7):
        qtbot.keyClick(window.focusWidget(), key)
    assert player.stops == {"decoder.0.self_attn.k"}
    assert window.registry.actions["steps.stop_here"].isChecked()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F12)
    assert window.registry.actions["steps.play"].isChecked()
    player.tick()
    assert cursor.step.name == "decoder.0.self_attn.k"
    assert not window.registry.actions["steps.play"].isChecked()
    assert window.statusBar().currentMessage() == "Stopped at Keys (decoder.0.self_attn.k)"


def test_playing_survives_language_and_theme(open_window):
    window = open_window("tiny-gpt")
    workspace = window.workspace
    workspace.cursor.move_to("decoder.0.self_attn.q")
    workspace.cursor.set_stride(Stride.CELL)
    workspace.player.play()
    workspace.player.set_speed(2.0)
    bar = window.panels[PanelId.PLAYER]
    for change in ({"language": "ja"}, {"theme": "dark"}, {"language": "en"}, {"theme": "light"}):
        workspace.settings.update(**change)
        QCoreApplication.sendPostedEvents()
        workspace.player.tick()
        assert workspace.player.is_playing
        assert bar.speed.currentText() == "2×"
        assert bar._segments.current is Stride.CELL
    assert bar.button("play").toolTip() == "Pause (F12)"


def test_the_lit_operands_move_with_the_row(open_window):
    window = open_window("tiny-gpt")
    workspace = window.workspace
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    workspace.selection.choose(Place("decoder.0.self_attn.scores", (0, 0, 0)))
    workspace.cursor.set_stride(Stride.ROW)
    workspace.player.play()
    explain = window.panels[PanelId.EXPLAIN]
    told = set()
    for _ in range(3):
        told.add(explain.view.toPlainText())
        workspace.player.tick()
    assert workspace.selection.chosen.index == (0, 3, 0)
    assert len(told) == 3


def test_who_begins_to_type_is_left_in_peace(open_window, qtbot):
    window = open_window("worked-example")
    workspace = window.workspace
    workspace.cursor.move_to("attn.q")
    canvas = window.panels[PanelId.STAGE].canvas
    canvas.setFocus()
    workspace.player.play()
    qtbot.keyClick(canvas, Qt.Key.Key_F2)
    assert canvas.editor.is_open
    assert not workspace.player.is_playing


def test_a_closed_window_does_not_play_on(open_window):
    window = open_window("worked-example")
    window.workspace.player.play()
    window.close()
    assert not window.workspace.player.is_playing


def test_a_thousand_moves_leave_nothing_behind(open_window):
    window = open_window("tiny-gpt")
    workspace = window.workspace
    workspace.cursor.set_stride(Stride.ROW)
    workspace.player.first()
    workspace.player.play()
    for _ in range(50):
        workspace.player.tick()
    QCoreApplication.sendPostedEvents()
    widgets, children = len(QApplication.allWidgets()), len(window.findChildren(QObject))
    for _ in range(500):
        if workspace.player.is_playing:
            workspace.player.tick()
        else:
            workspace.player.forward()
        workspace.player.back()
    QCoreApplication.sendPostedEvents()
    assert len(QApplication.allWidgets()) == widgets
    assert len(window.findChildren(QObject)) == children


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
