"""Output: the key/value cache beside the bars grows word by word, with numbers of runs of its own."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QFontMetricsF

from app import word_cache
from app.panels.output import OutputPanel
from app.panels.stage import StagePanel
from core.cache import cached_run, numbers_of
from core.edits import SetCells, SetTokens, SwitchPart
from core.examples import load_example
from core.generation import take_token

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def opened(open_window):
    """A function that opens the output of the real window on a scenario."""

    def opening(document="tiny-gpt", **more):
        window = open_window(document, **more)
        window.findChild(StagePanel).show_view(1)
        return window, window.findChild(OutputPanel)

    return opening


def words_of(panel):
    rows = panel.cache.view.rows
    return list(rows.words), rows.kept


def test_it_is_shown_by_its_button_and_that_is_remembered(opened, qtbot):
    window, panel = opened()
    assert not panel.cache.isVisible()
    qtbot.mouseClick(panel.cache.button, LEFT)
    assert panel.cache.isVisible()
    assert window.workspace.settings.settings.cache_shown
    panel.cache.button.setFocus()
    qtbot.keyClick(panel.cache.button, Qt.Key.Key_Space)
    assert not panel.cache.isVisible()
    assert not window.workspace.settings.settings.cache_shown


def test_at_first_all_is_new_and_then_a_row_a_word(opened, qtbot):
    window, panel = opened()
    qtbot.mouseClick(panel.cache.button, LEFT)
    session = window.workspace.session
    assert words_of(panel) == (["<start>", "the", "cat", "sat"], 0)
    assert panel.cache.rows_label.text() == "4 new, 0 kept"
    for count in (5, 6):
        before = panel.cache.view.rows
        qtbot.mouseClick(panel.take_button, LEFT)
        words, kept = words_of(panel)
        assert words == list(session.scenario.tokens["target"])
        assert (len(words), kept) == (count, count - 1)
        assert panel.cache.rows_label.text() == f"1 new, {count - 1} kept"
        for matrix, earlier in zip(panel.cache.view.rows.matrices, before.matrices, strict=True):
            assert (matrix.values[:-1] == earlier.values).all()  # the very numbers


def test_the_numbers_are_those_of_the_run_and_the_counts_are_counted(opened, qtbot):
    window, panel = opened()
    qtbot.mouseClick(panel.cache.button, LEFT)
    scenario = window.workspace.session.scenario
    qtbot.mouseClick(panel.take_button, LEFT)
    session = window.workspace.session
    word = session.scenario.tokens["target"][-1]
    longer = take_token(scenario, word).apply(scenario)
    run = cached_run(longer, cached_run(scenario))
    keys, values = panel.cache.view.rows.matrices
    assert np.allclose(keys.values, session.trace["decoder.0.self_attn.k"].values[0], 1e-12, 1e-12)
    assert np.allclose(values.values, session.trace["decoder.0.self_attn.v"].values[0], 1e-12, 1e-12)
    whole = sum(layer.keys.values.size + layer.values.values.size for layer in run.layers)
    expected = (
        f"Computed: {whole // 5} of {whole} keys and values; "
        f"{run.computed} of {numbers_of(session.program)} numbers"
    )
    assert panel.cache.counts_label.text() == expected


def test_layers_and_heads_are_chosen(opened, qtbot):
    window, panel = opened()
    qtbot.mouseClick(panel.cache.button, LEFT)
    assert [panel.cache.layer.itemText(at) for at in range(2)] == ["layer 1", "layer 2"]
    assert [panel.cache.head.itemText(at) for at in range(2)] == ["head 1", "head 2"]
    for picker in (panel.cache.layer, panel.cache.head):
        picker.setFocus()
        qtbot.keyClick(picker, Qt.Key.Key_Down)
    keys = panel.cache.view.rows.matrices[0].values
    assert np.allclose(keys, window.workspace.session.trace["decoder.1.self_attn.k"].values[1], 1e-12, 1e-12)


def test_undo_keeps_what_stays_and_an_edit_of_a_weight_keeps_nothing(opened, qtbot):
    window, panel = opened()
    session = window.workspace.session
    qtbot.mouseClick(panel.cache.button, LEFT)
    qtbot.mouseClick(panel.take_button, LEFT)
    session.undo_stack.undo()
    assert words_of(panel) == (["<start>", "the", "cat", "sat"], 3)
    session.attempt(SetCells("embed.W_E", ((0, 0),), (0.5,)))
    assert words_of(panel)[1] == 0


def test_where_nothing_can_be_kept_the_reason_stands_there(opened, qtbot):
    scenario = load_example("tiny-gpt")
    scenario = scenario.with_changes(architecture=dataclasses.replace(scenario.architecture, off=("mask",)))
    window, panel = opened(scenario)
    qtbot.mouseClick(panel.cache.button, LEFT)
    assert panel.cache.view.rows is None
    assert "without a causal mask" in panel.cache.counts_label.text()
    cache = panel.cache
    assert not any(one.isVisible() for one in (cache.view, cache.layer, cache.head))  # nothing to choose from
    QCoreApplication.sendPostedEvents()
    assert cache.counts_label.y() < 60
    window.workspace.session.apply(SwitchPart("mask", on=True))
    assert cache.view.isVisible()
    assert cache.layer.isVisible()


def test_no_number_is_left_out_where_others_stand(opened, qtbot):
    window, panel = opened()
    qtbot.mouseClick(panel.cache.button, LEFT)
    view, session = panel.cache.view, window.workspace.session
    wanted = window.workspace.display.decimals
    assert all(text[-wanted - 1] == "." for row in view.texts(0) for text in row)
    assert session.apply(SetCells("decoder.0.self_attn.W_K", ((0, 0),), (-300.0,)))
    assert abs(view.rows.matrices[0].values).max() >= 100
    texts = view.texts(0)
    metrics = QFontMetricsF(view._small())
    assert all(text and metrics.horizontalAdvance(text) < view._cell_width() for row in texts for text in row)
    shown = view.rows.matrices[0].values[view.first_shown :]
    assert [len(row) for row in texts] == [len(row) for row in shown]
    assert all(text[-wanted - 1 :].count(".") == 1 for row in view.texts(1) for text in row)  # V as before


def test_nothing_is_run_while_it_is_out_of_view(opened, qtbot, monkeypatch):
    window, panel = opened()
    runs = []

    def counted(*arguments):
        runs.append(arguments)
        return cached_run(*arguments)

    monkeypatch.setattr(word_cache, "cached_run", counted)
    qtbot.mouseClick(panel.take_button, LEFT)
    assert runs == []
    qtbot.mouseClick(panel.cache.button, LEFT)
    assert len(runs) == 1
    window.findChild(StagePanel).show_view(0)
    window.workspace.session.undo_stack.undo()
    assert len(runs) == 1
    window.findChild(StagePanel).show_view(1)
    assert len(runs) == 2


def test_new_rows_are_marked_and_numbers_are_told_exactly(opened, qtbot):
    _window, panel = opened()
    qtbot.mouseClick(panel.cache.button, LEFT)
    qtbot.mouseClick(panel.take_button, LEFT)
    view = panel.cache.view
    last = len(view.rows.words) - 1
    place = view.cell_box(1, last, 0).center().toPoint()
    assert view.rect().contains(place)
    assert view.tip(view.cell_box(1, last, 0).center()) == view.rows.matrices[1].exact[last][0]
    assert repr(abs(float(view.rows.matrices[1].values[last, 0]))) in view.rows.matrices[1].exact[last][0]
    image = view.grab().toImage()
    bar = [
        image.pixelColor(QPoint(1, round(view.cell_box(0, row, 0).center().y()))) for row in (last - 1, last)
    ]
    assert bar[0] != bar[1]  # only the new word has a bar


def test_the_newest_words_are_in_view_where_there_are_many(opened, qtbot):
    _window, panel = opened("induction", size=(1024, 700))
    qtbot.mouseClick(panel.cache.button, LEFT)
    panel.generator.start(6)
    qtbot.waitUntil(lambda: not panel.generator.is_running)
    view = panel.cache.view
    last = len(view.rows.words) - 1
    assert view.first_shown > 0
    assert view.cell_box(1, last, 0).bottom() <= view.height()
    columns = view.rows.matrices[1].values.shape[1]
    assert view.cell_box(1, last, columns - 1).right() <= view.width()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
def test_everything_has_room(opened, qtbot, language, size):
    _window, panel = opened(size=size, language=language)
    qtbot.mouseClick(panel.cache.button, LEFT)
    row = panel.decoding
    buttons = [row.kind, row.button, panel.cache.button, panel.take_button]
    texts = [panel.cache.counts_label, panel.cache.rows_label, panel.cache.layer, panel.cache.head]
    fields = [row.top_k, row.seed, row.count]
    for field in fields:
        longest = field.textFromValue(field.maximum())
        assert field.fontMetrics().horizontalAdvance(longest) < field.lineEdit().width() - 8, longest
    for widget in (*buttons, *texts):
        qtbot.waitUntil(lambda widget=widget: widget.width() >= widget.minimumSizeHint().width())
    for widget in (*buttons, *texts, *fields, row.top_p):
        assert widget.isVisible()
        corner = widget.mapTo(panel, QPoint(widget.width(), widget.height()))
        assert corner.x() <= panel.width()
        assert corner.y() <= panel.height()
    assert panel.bars.width() > 320


def test_keys_and_values_of_the_source_are_computed_once(opened, qtbot):
    scenario = load_example("encoder-decoder")
    scenario = scenario.with_changes(tokens={**scenario.tokens, "target": scenario.tokens["target"][:2]})
    window, panel = opened(scenario)
    qtbot.mouseClick(panel.cache.button, LEFT)
    layers = [panel.cache.layer.itemText(at) for at in range(panel.cache.layer.count())]
    assert layers == ["layer 1", "layer 1, source"]
    panel.cache.layer.setFocus()
    qtbot.keyClick(panel.cache.layer, Qt.Key.Key_Down)
    assert words_of(panel) == (["I", "eat", "apples"], 0)
    before = panel.cache.view.rows.matrices[0].values
    qtbot.mouseClick(panel.take_button, LEFT)
    assert words_of(panel) == (["I", "eat", "apples"], 3)
    assert panel.cache.rows_label.text() == "0 new, 3 kept"
    trace = window.workspace.session.trace
    own = sum(trace[f"decoder.0.self_attn.{letter}"].values.size for letter in "kv")
    source = sum(trace[f"decoder.0.cross_attn.{letter}"].values.size for letter in "kv")
    assert f"{own // 3} of {own + source} keys and values" in panel.cache.counts_label.text()
    assert (panel.cache.view.rows.matrices[0].values == before).all()
    assert not panel.cache.view.grab().isNull()


def test_a_long_word_is_cut_and_takes_no_room_where_it_is_out_of_view(opened, qtbot):
    window, panel = opened(size=(1024, 700))
    qtbot.mouseClick(panel.cache.button, LEFT)
    session, view = window.workspace.session, panel.cache.view
    short = ("<start>", "the", "cat", "sat") * 3
    session.attempt(SetTokens("target", short))
    width = view.cell_box(0, len(short) - 1, 0).width()
    session.attempt(SetTokens("target", ("w" * 200, *short[1:])))
    assert view.first_shown > 0
    assert view.cell_box(0, len(short) - 1, 0).width() == width
    session.attempt(SetTokens("target", (*short[:-1], "w" * 200)))
    assert view.cell_box(0, len(short) - 1, 0).left() <= 88 + 16
    assert view.texts(0)
