"""The text of Explain after edits is the one that is written anew: letter by letter and dot by dot."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.theme import load_theme
from app.widgets.explain_view import ExplainView
from core.architecture.presets import PRESETS
from core.explanation import explain
from core.expression.nodes import Cell
from core.expression.pieces import Piece, PieceStyle
from core.trace import run
from tests.support.random_edits import random_edits, some_cells

MODES = {
    "lines": lambda _view: None,
    "column": lambda view: view.set_fitting(fitting=True),
    "one line": lambda view: view.set_running(running=True),
}


def shown(qtbot, mode):
    view = ExplainView(load_theme("light"))
    qtbot.addWidget(view)
    view.resize(500, 88)
    MODES[mode](view)
    view.show()
    QApplication.processEvents()
    return view


def look(view):
    QApplication.processEvents()
    image = view.grab().toImage()
    spots = [(str(place), start, end) for place, start, end in view._links]
    return view.document().toHtml(), spots, view.sizeHint().height(), image


def compare(kept, anew):
    html, *others = look(kept)
    html_anew, *others_anew = look(anew)
    assert html == html_anew
    assert others == others_anew


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("preset", PRESETS[::4], ids=lambda preset: preset.key)
def test_what_is_rewritten_looks_like_what_is_written(qtbot, preset, mode):
    kept = shown(qtbot, mode)
    random, scenario = np.random.default_rng(11), preset.scenario()
    trace = run(scenario.program())
    for name, index in some_cells(trace, random, 4):
        for later in random_edits(scenario, random, 6):
            trace = run(later.program_after(scenario, trace.program), trace)
            scenario, said = later, explain(trace, name, index, decimals=int(random.integers(2, 5)))
            remarks = list(map(str, said.remarks))
            kept.set_texts(said.lines, remarks)
            anew = shown(qtbot, mode)
            anew.set_texts(said.lines, remarks)
            compare(kept, anew)
            anew.close()


def number(text):
    return Piece(text, Cell("q", (0, 0)), PieceStyle.NUMBER)


@pytest.mark.parametrize("mode", MODES)
def test_longer_and_shorter_numbers_move_the_links_behind_them(qtbot, mode):
    view, texts = shown(qtbot, mode), ["1", "−0.12345", "∞", "𝟙𝟚", "", "NaN", "2"]
    for turn, text in enumerate(texts):
        lines = (number(text), Piece(" + "), number("7")), (number(texts[turn - 1]), Piece(" e"))
        view.set_texts(lines, [f"from {text * 20}"])
        anew = shown(qtbot, mode)
        anew.set_texts(lines, [f"from {text * 20}"])
        compare(view, anew)


def test_a_marked_link_stays_marked_where_its_number_changes(qtbot):
    view = shown(qtbot, "lines")
    for text in ("0.5", "0.6", "12.75"):
        view.set_texts([(number(text), Piece(" = "), number("1"))], [])
        view._point(0)
        (mark,) = view.extraSelections()
        assert mark.cursor.selectedText() == text


def test_other_numbers_write_nothing_else(qtbot, monkeypatch):
    view = shown(qtbot, "lines")
    view.set_texts([(number("1"), Piece(" = "), number("1"))], ["said"])
    monkeypatch.setattr(ExplainView, "_write", None)
    changed = []
    view.document().contentsChange.connect(lambda *at: changed.append(at))
    view.set_texts([(number("1"), Piece(" = "), number("2"))], ["said"])
    assert changed == [(4, 1, 1)]
    view.set_texts([(number("1"), Piece(" = "), number("2"))], ["said"])
    assert changed == [(4, 1, 1)]


def test_the_view_is_as_high_as_its_text_after_a_number_grew(qtbot):
    view = shown(qtbot, "column")
    view.set_texts([(number("1"),)], [])
    low = view.sizeHint().height()
    with qtbot.waitSignal(view.document().documentLayout().documentSizeChanged):
        view.set_texts([(number("1 " * 200),)], [])
    assert view.sizeHint().height() > low
