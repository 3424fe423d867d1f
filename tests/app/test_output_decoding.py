"""Output: how the next word is picked, what is left of the bars, and word after word."""

import dataclasses
import math

import pytest
from PySide6.QtCore import QCoreApplication, Qt

from app.panels.output import MOST_BARS, OutputPanel
from app.panels.spec import PanelId
from app.panels.stage import StagePanel
from app.selection import Place
from core.architecture.options import Architecture, Attention, Decoding, DecodingKind, MaskKind, Stack
from core.edits import SetTitle
from core.examples import load_example
from core.generation import generate, next_word
from core.trace import run
from tests.support import build
from tests.support.workspaces import workspace_on

LEFT = Qt.MouseButton.LeftButton


def drawing(key="tiny-gpt", temperature=3.0, **options):
    scenario = load_example(key)
    decoding = Decoding(DecodingKind.SAMPLE, **options)
    architecture = dataclasses.replace(scenario.architecture, decoding=decoding, temperature=temperature)
    return scenario.with_changes(architecture=architecture)


@pytest.fixture
def opened(tmp_path, qtbot):
    """A function that shows the panel on a scenario."""

    def opening(scenario):
        panel = OutputPanel(workspace_on(scenario, tmp_path / "decoding.ini"))
        qtbot.addWidget(panel)
        panel.resize(1240, 520)
        panel.show()
        qtbot.waitExposed(panel)
        panel.activateWindow()
        return panel

    return opening


def session_of(panel):
    return panel._workspace.session


def tokens_of(panel):
    scenario = session_of(panel).scenario
    return scenario.tokens[scenario.architecture.sequence]


def type_number(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def generate_words(panel, qtbot, count):
    type_number(qtbot, panel.decoding.count, str(count))
    qtbot.mouseClick(panel.decoding.button, LEFT)
    qtbot.waitUntil(lambda: not panel.generator.is_running)


def test_a_greedy_model_reads_no_top_k_and_its_bars_are_whole(opened):
    panel = opened(load_example("tiny-gpt"))
    fields = panel.decoding
    assert fields.kind.current is DecodingKind.GREEDY
    assert not any(field.isEnabled() for field in (fields.top_k, fields.top_p, fields.seed))
    assert all(bar.left is None and not bar.is_drawn for bar in panel.bars.bars)
    assert panel.line.drawn.text() == ""


def test_drawing_is_chosen_by_mouse_and_by_keyboard_and_can_be_undone(opened, qtbot):
    panel = opened(load_example("tiny-gpt"))
    places = [widget.geometry() for widget in (panel.bars, panel.decoding.button, panel.decoding.top_p)]
    qtbot.mouseClick(panel.decoding.kind.button(DecodingKind.SAMPLE), LEFT)
    assert session_of(panel).scenario.architecture.decoding.draws
    assert panel.decoding.top_k.isEnabled()
    # nothing moves
    now = [widget.geometry() for widget in (panel.bars, panel.decoding.button, panel.decoding.top_p)]
    assert now == places
    panel.decoding.kind.button(DecodingKind.SAMPLE).setFocus()
    qtbot.keyClick(panel.decoding.kind.button(DecodingKind.SAMPLE), Qt.Key.Key_Left)
    assert not session_of(panel).scenario.architecture.decoding.draws
    session_of(panel).undo_stack.undo()
    session_of(panel).undo_stack.undo()
    assert session_of(panel).scenario.architecture.decoding == Decoding()


def test_top_k_top_p_and_seed_are_typed(opened, qtbot):
    panel = opened(drawing())
    type_number(qtbot, panel.decoding.top_k, "3")
    type_number(qtbot, panel.decoding.top_p, "0.8")
    type_number(qtbot, panel.decoding.seed, "11")
    decoding = session_of(panel).scenario.architecture.decoding
    assert decoding == Decoding(DecodingKind.SAMPLE, 3, 0.8, 11)
    assert session_of(panel).undo_stack.count() == 3
    session_of(panel).undo_stack.undo()
    assert panel.decoding.seed.value() == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_undo_and_redo_say_which_option_was_changed(open_window, qtbot, language):
    window = open_window(drawing(), language=language)
    window.panels[PanelId.STAGE].show_view(1)
    output, session = window.findChild(OutputPanel), window.workspace.session
    fields = output.decoding
    for field, text in ((fields.top_k, "3"), (fields.top_p, "0.8"), (fields.seed, "11")):
        type_number(qtbot, field, text)
    type_number(qtbot, output.temperature.spin, "2")
    qtbot.mouseClick(fields.kind.button(DecodingKind.GREEDY), LEFT)
    names = {
        "en": ("Next word", "Temperature", "Seed of the draws", "Top-p", "Top-k"),
        "ja": ("次の語", "温度", "抽選のシード", "Top-p", "Top-k"),
    }
    undo, redo = (window.registry.actions[key] for key in ("edit.undo", "edit.redo"))
    menu = next(each.menu() for each in window.menuBar().actions() if undo in each.menu().actions())
    for name in names[language]:
        told = {"en": f"Change “{name}”", "ja": f"「{name}」の変更"}[language]
        menu.aboutToShow.emit()
        assert told in undo.text()
        session.undo_stack.undo()
        menu.aboutToShow.emit()
        assert told in redo.text()
    assert session.scenario.architecture == drawing().architecture


def test_what_is_left_out_is_struck_out_and_its_mass_is_told(opened, qtbot):
    panel = opened(drawing(top_k=4))
    trace = session_of(panel).trace
    for bar in panel.bars.bars:
        assert bar.value == trace["probabilities"].values[-1, bar.key]
        assert bar.left == trace["top_p"].values[-1, bar.key]
    out = [bar for bar in panel.bars.bars if bar.is_out]
    assert len(out) == 2
    assert all("left out" in bar.exact for bar in out)
    mass = math.fsum(bar.value for bar in out)
    assert f"Left out: 2, together {mass:.2f}." in panel.line.drawn.text()
    before = panel.grab().toImage()
    type_number(qtbot, panel.decoding.top_k, "0")
    assert not any(bar.is_out for bar in panel.bars.bars)
    assert "Left out" not in panel.line.drawn.text()
    assert panel.grab().toImage() != before


def test_the_drawn_word_is_marked_told_and_taken(opened, qtbot):
    panel = opened(drawing(seed=2))
    trace = session_of(panel).trace
    word = next_word(trace).word
    (bar,) = [bar for bar in panel.bars.bars if bar.is_drawn]
    assert bar.text == word
    point = trace["drawn.point"].values[-1]
    low = trace["drawn.cumulated"].values[-1, bar.key - 1] if bar.key else 0.0
    high = trace["drawn.cumulated"].values[-1, bar.key]
    assert low <= point < high
    expected = f"● “{word}” is drawn: the number {point:.2f} lies between {low:.2f} and {high:.2f}."
    assert panel.line.drawn.text() == expected
    assert panel.take_button.text() == f"Take “{word}”"
    qtbot.mouseClick(panel.take_button, LEFT)
    assert tokens_of(panel)[-1] == word


def test_the_drawn_word_is_shown_however_improbable(opened):
    attention = Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL)
    improbable = 0
    for seed in range(8):
        architecture = Architecture(
            Stack.DECODER,
            d_model=4,
            attention=attention,
            temperature=50.0,
            decoding=Decoding(DecodingKind.SAMPLE, seed=seed),
        )
        panel = opened(build.scenario(architecture, tokens={"target": WORDS[:3]}, vocabulary=WORDS))
        (drawn,) = [bar for bar in panel.bars.bars if bar.is_drawn]
        shares = session_of(panel).trace["probabilities"].values[-1]
        assert drawn.text == next_word(session_of(panel).trace).word
        assert math.fsum(bar.value for bar in panel.bars.bars) == pytest.approx(1.0, abs=1e-12)
        assert len({bar.key for bar in panel.bars.bars}) == len(panel.bars.bars) == MOST_BARS + 1
        improbable += (shares > drawn.value).sum() > MOST_BARS
        panel.close()
    assert improbable > 2  # it would not be among the likeliest


WORDS = build.words(40)


def test_another_bar_can_be_taken_all_the_same(opened, qtbot):
    panel = opened(drawing(top_k=2))
    position = next(at for at, bar in enumerate(panel.bars.bars) if bar.is_out)
    word = panel.bars.bars[position].text
    qtbot.mouseDClick(panel.bars, LEFT, pos=panel.bars.row_box(position).center().toPoint())
    assert tokens_of(panel)[-1] == word


@pytest.mark.parametrize("scenario", [load_example("tiny-gpt"), drawing(seed=4)], ids=["greedy", "drawn"])
def test_so_many_words_are_generated_as_one_step(opened, qtbot, scenario):
    panel = opened(scenario)
    before = tokens_of(panel)
    generate_words(panel, qtbot, 4)
    assert tokens_of(panel) == (*before, *(one.word for one in generate(scenario, 4)))
    assert session_of(panel).undo_stack.count() == 1
    assert str(session_of(panel).undo_label) == "Generate 4 words"
    assert panel.row == len(before) + 3
    session_of(panel).undo_stack.undo()
    assert tokens_of(panel) == before
    session_of(panel).undo_stack.redo()
    assert len(tokens_of(panel)) == len(before) + 4


def test_generating_ends_behind_the_end(opened, qtbot):
    panel = opened(load_example("encoder-decoder"))
    generate_words(panel, qtbot, 5)
    assert tokens_of(panel)[-1] == "<end>"
    assert len(tokens_of(panel)) == len(load_example("encoder-decoder").tokens["target"]) + 1
    assert str(session_of(panel).undo_label) == "Generate 1 word"


def test_where_no_word_comes_the_reason_is_told(opened, qtbot):
    """What is typed in has zeros for a new token, and of zeros none is drawn."""
    scenario = drawing(seed=2)
    typed_in = run(scenario.program())["top_k"].values
    panel = opened(scenario.with_changes(given={"top_k": typed_in}))
    told = []
    panel._workspace.notifier.refused.connect(told.append)
    generate_words(panel, qtbot, 3)
    assert len(tokens_of(panel)) == len(typed_in) + 1
    (reason,) = told
    assert reason.startswith(f"No word comes behind token 5, “{tokens_of(panel)[-1]}”: top_k is typed in")


def test_the_button_stops_what_it_started(opened, qtbot):
    panel = opened(load_example("tiny-gpt"))
    width = panel.decoding.button.width()
    type_number(qtbot, panel.decoding.count, "400")
    qtbot.mouseClick(panel.decoding.button, LEFT)
    assert panel.decoding.button.text() == "Stop"
    qtbot.waitUntil(lambda: len(tokens_of(panel)) > 6)
    qtbot.mouseClick(panel.decoding.button, LEFT)
    assert panel.decoding.button.text() == "Generate"
    assert panel.decoding.button.width() == width
    count = len(tokens_of(panel))
    QCoreApplication.processEvents()
    assert len(tokens_of(panel)) == count < 404


@pytest.mark.parametrize("other", ["an edit", "undo", "another document"])
def test_whatever_else_is_done_stops_it(opened, qtbot, other):
    panel = opened(load_example("tiny-gpt"))
    session = session_of(panel)
    panel.generator.start(400)
    qtbot.waitUntil(lambda: len(tokens_of(panel)) > 5)
    if other == "an edit":
        session.attempt(SetTitle("mine"))
    elif other == "undo":
        session.undo_stack.undo()
    else:
        session.replace_document(load_example("induction"), None)
    assert not panel.generator.is_running


def test_no_place_for_one_more_word_is_said(opened, qtbot):
    panel = opened(load_example("induction"))
    told = []
    panel._workspace.notifier.refused.connect(told.append)
    type_number(qtbot, panel.decoding.count, "512")
    qtbot.mouseClick(panel.decoding.button, LEFT)
    qtbot.waitUntil(lambda: not panel.generator.is_running, timeout=20_000)
    assert len(told) == 1
    assert "tokens" in told[0]


def test_words_are_generated_behind_the_last_token_alone(opened, qtbot):
    panel = opened(load_example("tiny-gpt"))
    qtbot.mouseClick(panel.step_button(-1), LEFT)
    assert not panel.decoding.button.isEnabled()
    qtbot.mouseClick(panel.step_button(1), LEFT)
    assert panel.decoding.button.isEnabled()


def test_in_the_window_the_output_opens_at_the_drawn_word(open_window, qtbot):
    window = open_window(drawing(seed=2))
    workspace = window.workspace
    stage = window.findChild(StagePanel)
    stage.show_view(1)
    word = next_word(workspace.session.trace).word
    column = workspace.session.trace["drawn"].axes[1].labels.index(word)
    assert workspace.selection.chosen == Place("probabilities", (3, column))
    panel = window.findChild(OutputPanel)
    qtbot.keyClick(panel.bars, Qt.Key.Key_Return)
    assert workspace.session.scenario.tokens["target"][-1] == word
