"""How height and width are shared out: the drawer and the stage, the heads and the title."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt

from app.panels.spec import PanelId
from app.widgets.head_picker import MANY
from app.widgets.room import PLAYER_HEIGHT, Room, share
from app.widgets.work_area import SIDE_WIDTH
from core.architecture.options import Architecture, Attention, Stack
from core.examples import examples
from tests.support.build import scenario

SHIFT = Qt.KeyboardModifier.ShiftModifier
KEYS = [example.key for example in examples()]
SIZES = [(1280, 800), (1024, 700), (1280, 900)]


def settle():
    for _ in range(3):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


def toggle(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F9, SHIFT)
    settle()


def sizes(window):
    stage = window.panels[PanelId.STAGE]
    placement = [(block.item, block.cells) for block in stage.canvas.placement.blocks]
    return (
        *(window.panels[key].geometry() for key in PanelId if key is not PanelId.STEPS),
        stage.canvas.geometry(),
        str(placement),
    )


def closed(window):
    if window.numbers_open:
        window.toggle_numbers()
        settle()
    return window


def least_rows(window):
    return min(5, window.panels[PanelId.NUMBERS].model.rowCount())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("example", KEYS)
def test_closing_the_drawer_gives_the_stage_back_what_it_had(open_window, qtbot, example, size):
    window = closed(open_window(example, size=size))
    before = sizes(window)
    for _ in range(2):
        toggle(window, qtbot)
        assert window.numbers_open
        toggle(window, qtbot)
        assert sizes(window) == before
    window.resize(1100, 760)
    settle()
    window.resize(*size)
    settle()
    assert sizes(window) == before


def test_nothing_lies_idle_between_player_and_bar_once_the_drawer_is_closed(open_window, qtbot):
    window = open_window("tiny-gpt")
    toggle(window, qtbot)
    toggle(window, qtbot)
    window.resize(1024, 700)
    settle()
    numbers = window.panels[PanelId.NUMBERS]
    assert numbers.height() == 28
    assert window.panels[PanelId.STAGE].canvas.height() >= 239
    assert numbers.mapTo(window, numbers.rect().bottomLeft()).y() == window.statusBar().y() - 1


@pytest.mark.parametrize(("size", "content"), [((1280, 800), 230), ((1024, 700), 130), ((1280, 900), 230)])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("example", KEYS)
def test_stage_and_drawer_both_have_their_room(open_window, example, language, size, content):
    window = closed(open_window(example, size=size, language=language))
    window.toggle_numbers()
    settle()
    assert window.panels[PanelId.STAGE].canvas.height() >= content
    assert window.panels[PanelId.NUMBERS].grid.visible_rows() >= least_rows(window)
    assert window.height() == size[1]


def test_eleven_tokens_keep_their_numbers_beside_the_drawer(open_window):
    window = open_window("it-animal")
    window.toggle_numbers()
    settle()
    result = window.panels[PanelId.STAGE].canvas.placement.blocks[-1]
    assert "1.00" in result.texts
    assert window.panels[PanelId.NUMBERS].grid.visible_rows() >= 7


def test_another_matrix_has_its_rows_in_a_low_window_too(open_window):
    window = open_window("tiny-gpt", size=(1024, 700))
    window.toggle_numbers()
    window.panels[PanelId.NUMBERS].show_tensor("decoder.0.self_attn.W_Q")
    settle()
    assert window.panels[PanelId.NUMBERS].grid.visible_rows() >= 5


@pytest.mark.parametrize("room", list(Room))
@pytest.mark.parametrize("example", ["tiny-gpt", "one-head"])
def test_the_bands_are_as_high_as_is_reckoned(open_window, example, room):
    window = open_window(example, size=(1280, 820))
    stage, explain = window.panels[PanelId.STAGE], window.panels[PanelId.EXPLAIN]
    stage.set_room(room)
    explain.set_room(room)
    settle()
    heights = room.value
    assert (stage.header.height(), explain.height()) == (heights.header, heights.explain)
    assert stage.formula.height() <= heights.formula
    assert window.panels[PanelId.PLAYER].height() == PLAYER_HEIGHT


def test_explain_on_one_line_says_all_when_it_is_scrolled(open_window):
    window = open_window("tiny-gpt")
    view = window.panels[PanelId.EXPLAIN].view
    words = view.toPlainText().split()
    window.toggle_numbers()
    settle()
    assert view.viewport().height() == view.line_height
    assert view.toPlainText().split() == words
    assert view.document().blockCount() == 1
    window.toggle_numbers()
    assert view.document().blockCount() > 1


@pytest.mark.parametrize("zoom", [50, 100, 200])
def test_explain_on_one_line_shows_a_whole_line_at_every_zoom(open_window, zoom):
    window = open_window("tiny-gpt", size=(1024, 700))
    window.workspace.display.set_zoom(zoom)
    window.toggle_numbers()
    settle()
    view = window.panels[PanelId.EXPLAIN].view
    assert view.viewport().height() >= view.line_height


def test_what_the_user_gave_the_drawer_is_kept(open_window):
    window = open_window("it-animal", size=(1280, 900))
    area = window.work_area
    numbers, canvas = window.panels[PanelId.NUMBERS], window.panels[PanelId.STAGE].canvas
    area._rows.moveSplitter(area._rows.height() - 300, 1)
    assert numbers.height() == 299
    window.toggle_numbers()
    window.toggle_numbers()
    settle()
    assert numbers.height() == 299
    window.resize(1280, 700)
    settle()
    assert canvas.height() >= 88
    assert numbers.height() >= numbers.minimumSizeHint().height()


@pytest.mark.parametrize("height", range(340, 1200, 20))
@pytest.mark.parametrize("beside", [False, True])
def test_every_height_is_shared_out(height, beside):
    shared = share(height, 192, 120, beside=beside)
    heights = shared.room.value
    explain = 0 if beside else heights.explain
    content = height - heights.header - heights.formula - explain - PLAYER_HEIGHT - shared.drawer
    assert shared.drawer >= 120
    assert content > 0
    if height >= 500:
        assert content >= 130
        assert shared.drawer >= 190


def test_a_formula_that_is_drawn_smaller_keeps_its_parts_in_place(open_window, qtbot):
    window = open_window("tiny-gpt", size=(1024, 700))
    window.workspace.cursor.move_to("decoder.0.self_attn.scores")
    window.toggle_numbers()
    settle()
    picture = window.panels[PanelId.STAGE].formula.picture
    assert window.work_area.room is Room.SCARCE
    assert picture.sizeHint().height() <= picture.window().height()
    for part in picture.parts:
        assert picture.rect().contains(part.geometry()), part.name
    part = next(each for each in picture.parts if each.name == "masked")
    qtbot.mouseClick(part, Qt.MouseButton.LeftButton)
    assert window.workspace.cursor.step.name == "decoder.0.self_attn.masked"


# Heads and title


def with_heads(heads):
    attention = Attention(heads=heads, d_k=2, d_v=2)
    return scenario(
        Architecture(Stack.ENCODER, layers=1, d_model=4, attention=attention),
        tokens={"source": ("a", "b", "c")},
        vocabulary=("a", "b", "c"),
    )


@pytest.mark.parametrize("heads", [2, MANY, MANY + 1, 16])
@pytest.mark.parametrize("steps", [False, True])
@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_title_never_vanishes_and_the_steps_keep_their_width(open_window, heads, steps, size, language):
    window = open_window(with_heads(heads), size=size, language=language)
    if steps:
        window.toggle_steps()
    header = window.panels[PanelId.STAGE].header
    for step in window.workspace.cursor.walk():
        window.workspace.cursor.move_to(step.name)
        settle()
        assert header.title.width() >= 250, step.name
        assert header.rect().contains(header.heads.geometry())
        assert window.width() == size[0]
        if steps:
            assert window.work_area.side.width() == SIDE_WIDTH


def test_many_heads_are_a_list(open_window, qtbot):
    window = open_window(with_heads(16))
    window.workspace.cursor.move_to("encoder.0.attn.weights")
    picker = window.panels[PanelId.STAGE].header.heads
    assert picker.list.isVisible()
    assert not picker.segments.isVisible()
    assert picker.list.currentText() == "1 / 16"
    picker.list.setFocus()
    qtbot.keyClick(picker.list, Qt.Key.Key_Down)
    qtbot.keyClick(picker.list, Qt.Key.Key_Down)
    assert window.workspace.selection.head == 2
    assert window.workspace.selection.chosen.index[0] == 2
    assert picker.list.currentText() == "3 / 16"
    window.workspace.selection.show_head(9)
    assert picker.list.currentText() == "10 / 16"


def test_few_heads_are_buttons(open_window, qtbot):
    window = open_window(with_heads(MANY))
    window.workspace.cursor.move_to("encoder.0.attn.weights")
    picker = window.panels[PanelId.STAGE].header.heads
    assert not picker.list.isVisible()
    qtbot.mouseClick(picker.button(MANY - 1), Qt.MouseButton.LeftButton)
    assert window.workspace.selection.head == MANY - 1


@pytest.mark.parametrize("example", KEYS)
@pytest.mark.parametrize("width", [800, 1024])
def test_the_steps_keep_their_width_at_every_step(open_window, example, width):
    window = open_window(example, size=(width, 700))
    window.toggle_steps()
    player = window.panels[PanelId.PLAYER]
    for step in window.workspace.cursor.walk():
        window.workspace.cursor.move_to(step.name)
        settle()
        assert window.work_area.side.width() == SIDE_WIDTH, step.name
        assert player._layout.minimumSize().width() <= player.width(), step.name
