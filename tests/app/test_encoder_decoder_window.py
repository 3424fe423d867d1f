"""The encoder–decoder in the real window: two strips, every step, cross-attention, and its output."""

import pytest
from PySide6.QtCore import Qt

from app.models.stage_content import MatrixView
from app.models.stage_formula import formula_of
from app.panels.spec import PanelId
from app.selection import Place
from app.widgets.chip_painter import Mark
from core.edits import SetTokens
from core.examples import load_example
from tests.support.stage_clicks import click_cell

LEFT = Qt.MouseButton.LeftButton
CROSS = "decoder.0.cross_attn"
STRIPS = {"en": ["Source", "Target"], "ja": ["ソース", "ターゲット"]}


@pytest.fixture
def window(open_window):
    return open_window("encoder-decoder")


def stage(window):
    return window.panels[PanelId.STAGE]


def result(window):
    return [item for item in stage(window).content.items if isinstance(item, MatrixView)][-1]


def marks(window, sequence):
    return [chip.mark for chip in window.panels[PanelId.TOKENS].strip(sequence).row.chips]


def words(window):
    return window.workspace.session.scenario.tokens["target"]


# the screen


@pytest.mark.parametrize("language", ["en", "ja"])
def test_there_are_two_strips(language, open_window):
    window = open_window("encoder-decoder", language=language)
    strips = window.panels[PanelId.TOKENS].strips
    assert [strip.sequence for strip in strips] == ["source", "target"]
    assert [strip._label.text() for strip in strips] == STRIPS[language]
    assert [len(strip.row.chips) for strip in strips] == [3, 6]


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_step_is_shown(open_window, size, language):
    window = open_window("encoder-decoder", size, language)
    for step in window.workspace.session.program.steps:
        window.workspace.cursor.move_to(step.name)
        assert result(window).tensor == step.name
        assert stage(window).header.title.text()
        assert not window.grab().isNull()
    assert (window.width(), window.height()) == size


@pytest.mark.parametrize("last", ["scores", "scaled", "weights"])
def test_the_heatmap_of_cross_attention_says_that_it_is_not_square(window, last):
    window.workspace.cursor.move_to(f"{CROSS}.{last}")
    shown = result(window)
    assert shown.shape_text == "6 × 3 · query × key"
    assert shown.row_labels == ("<start>", "私", "は", "りんご", "を", "食べる")
    assert shown.column_labels == ("I", "eat", "apples")
    place = "Decoder layer 1 of 1 · cross-attention · keys and values from memory"
    assert stage(window).header.place.text() == place


def test_the_weights_of_self_attention_say_what_they_are(window):
    window.workspace.cursor.move_to("decoder.0.self_attn.weights")
    assert result(window).shape_text == "6 × 6 = exp / sum"
    assert stage(window).header.place.text() == "Decoder layer 1 of 1 · masked self-attention"


@pytest.mark.parametrize(
    ("letter", "formula", "read"),
    [("q", "queries", "X"), ("k", "keys-memory", "memory"), ("v", "values-memory", "memory")],
)
def test_keys_and_values_are_made_of_the_memory(window, letter, formula, read):
    window.workspace.cursor.move_to(f"{CROSS}.{letter}")
    session, cursor = window.workspace.session, window.workspace.cursor
    assert formula_of(session.program, cursor.step).key == formula
    assert stage(window).formula.picture.width() > 0
    assert stage(window).content.items[0].symbol == read


def test_the_query_is_marked_in_the_target_and_the_key_in_the_source(window, qtbot):
    window.workspace.cursor.move_to(f"{CROSS}.weights")
    click_cell(qtbot, stage(window).canvas, f"{CROSS}.weights", (0, 2, 1))
    assert marks(window, "target").index(Mark.QUERY) == 2
    assert marks(window, "source").index(Mark.KEY) == 1
    assert Mark.KEY not in marks(window, "target")
    assert Mark.QUERY not in marks(window, "source")


def test_rail_and_outline_hold_both_stacks(window):
    rail = [box.key for box in window.work_area.rail.boxes]
    assert rail == [
        "source.embed",
        "encoder.0.attn",
        "encoder.0.ffn",
        "target.embed",
        "decoder.0.self_attn",
        CROSS,
        "decoder.0.ffn",
        "output",
    ]
    off = {box.key for box in window.work_area.rail.boxes if box.is_off}
    assert off == {"encoder.0.ffn", "decoder.0.ffn"}
    index = window.panels[PanelId.STEPS].model.index_of(f"{CROSS}.weights")
    assert index.parent().data() == "Cross-attention"
    assert index.parent().parent().data() == "Decoder layer 1 of 1"


# the output


def output(window):
    window.workspace.cursor.move_to("probabilities")
    stage(window).canvas.setFocus()
    stage(window).show_view(1)
    return stage(window)._views.currentWidget()


def test_the_likeliest_word_is_chosen_when_the_output_is_opened(window):
    panel = output(window)
    assert window.workspace.selection.chosen == Place("probabilities", (5, 6))
    assert panel.take_button.text() == "Take “<end>”"
    stage(window).show_view(0)
    window.workspace.cursor.move_to(f"{CROSS}.q")
    stage(window).show_view(1)
    stage(window).show_view(0)
    assert window.workspace.selection.chosen.tensor == f"{CROSS}.q"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_taking_the_likeliest_token_again_and_again_gives_the_sentence(open_window, qtbot, language):
    window = open_window("encoder-decoder", language=language)
    window.workspace.session.attempt(SetTokens("target", ("<start>",)))
    panel = output(window)
    stack = window.workspace.session.undo_stack
    for _ in range(6):
        qtbot.mouseClick(panel.take_button, LEFT)
    assert words(window) == ("<start>", "私", "は", "りんご", "を", "食べる", "<end>")
    assert panel.row == 6
    assert stack.count() == 7
    if language == "en":
        assert stack.undoText() == "Take “<end>”"
    stack.undo()
    assert words(window)[-1] == "食べる"


def test_enter_takes_what_is_chosen_and_goes_on(open_window, qtbot):
    window = open_window("induction")
    first = load_example("induction").tokens["target"]
    assert first == ("<start>", "red", "apple", "green", "pear", "red")
    panel = output(window)
    assert window.focusWidget() is panel.bars
    for _ in range(6):
        qtbot.keyClick(panel.bars, Qt.Key.Key_Return)
    assert words(window) == (*first, "apple", "green", "pear", "red", "apple", "green")
    assert window.statusBar().currentMessage() == ""
    qtbot.keyClick(panel.bars, Qt.Key.Key_Return)  # its positions reach no further
    assert len(words(window)) == 12
    assert "only to 12" in window.statusBar().currentMessage()


def test_a_double_click_takes_any_bar(window, qtbot):
    panel = output(window)
    place = panel.bars.row_box(2).center().toPoint()
    word = panel.bars.bars[2].text
    qtbot.mouseClick(panel.bars, LEFT, pos=place)
    assert panel.take_button.text() == f"Take “{word}”"
    qtbot.mouseDClick(panel.bars, LEFT, pos=place)
    assert words(window)[-1] == word
    assert len(words(window)) == 7


def test_a_token_is_taken_behind_the_last_one_alone(window, qtbot):
    panel = output(window)
    qtbot.mouseClick(panel.step_button(-1), LEFT)
    assert not panel.take_button.isEnabled()
    assert panel.take_button.toolTip() == "A token is appended behind the last one: go there first."
    qtbot.keyClick(panel.bars, Qt.Key.Key_Enter)
    assert len(words(window)) == 6
    assert window.statusBar().currentMessage().startswith("A token is appended behind the last one")
    qtbot.mouseClick(panel.step_button(1), LEFT)
    assert panel.take_button.isEnabled()
