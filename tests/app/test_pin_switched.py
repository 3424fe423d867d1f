"""Now − pinned where two runs do not compute alike, and where there is little room, in the real window."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QSplitter, QStyleOptionViewItem

from app.models.outline_model import OutlineRole
from app.models.stage_content import MatrixView, Role, Sign
from app.models.stage_switches import switch_edit, switches
from app.panels.spec import PanelId
from app.pin import Showing
from core.architecture.options import PositionKind, Positions
from core.architecture.presets import new_scenario, preset
from core.compare import difference
from core.edits import ChangeArchitecture, SetCells
from core.explanation import explain
from tests.support.stage_clicks import click_cell

LEFT = Qt.MouseButton.LeftButton
PART = "decoder.0.self_attn"


@pytest.fixture
def gpt(open_window, qtbot):
    """Tiny GPT with its run pinned, and the differences shown."""
    return pinned(open_window("tiny-gpt"), qtbot)


def pinned(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F4)
    for _ in range(2):
        qtbot.keyClick(window, Qt.Key.Key_F3)
    assert window.workspace.pin.showing is Showing.DIFFERENCE
    return window


def stage(window):
    return window.panels[PanelId.STAGE]


def views(window):
    return [item for item in stage(window).content.items if isinstance(item, MatrixView)]


def by_name(window):
    return {view.tensor.removeprefix(f"{PART}."): view for view in views(window)}


def switch(window, key):
    """Switch a part on or off wherever it is offered."""
    session = window.workspace.session
    program, architecture = session.program, session.scenario.architecture
    states = (state for step in program.steps for state in switches(program, step, architecture))
    is_on = next(state.is_on for state in states if state.key == key)
    assert session.apply(switch_edit(architecture, key, is_on=not is_on))


# Operands


@pytest.mark.parametrize(
    ("step", "switched", "operand"),
    [("weights", "mask", "masked"), ("masked", "scale", "scaled")],
)
def test_an_operand_is_compared_with_what_stood_in_its_place(gpt, qtbot, step, switched, operand):
    gpt.workspace.cursor.move_to(f"{PART}.{step}")
    qtbot.mouseClick(stage(gpt).header.switch(switched), LEFT)
    shown = by_name(gpt)
    now, before = gpt.workspace.session.trace, gpt.workspace.pin.pinned.trace
    apart = difference(before, now, f"{PART}.{operand}")[0]
    assert apart.any()
    assert np.array_equal(shown[operand].values, apart)
    assert shown[operand].symbol == f"Δ{operand}"
    assert shown[operand].role is Role.OPERAND
    assert shown[step].values.any()
    gpt.workspace.pin.show(Showing.NOW)
    assert operand not in by_name(gpt)  # the numbers of now are shown where they are made


def says_why(view):
    told = ("in another way", "what differs: ", "other words", "other rows", "in its place")
    return any(words in view.caption for words in told)


@pytest.mark.parametrize(
    ("example", "keys"),
    [
        (
            "tiny-gpt",
            ("mask", "scale", "positions", "decoder.0.norm1", "decoder.0.self_attn", "decoder.1.ffn"),
        ),
        ("encoder-decoder", ("mask", "scale", "positions", "decoder.0.cross_attn")),
    ],
)
def test_nothing_never_looks_as_if_it_made_something(open_window, qtbot, example, keys):
    window = pinned(open_window(example), qtbot)
    seen = 0
    for key in keys:
        switch(window, key)
        for step in window.workspace.session.program.steps:
            window.workspace.cursor.move_to(step.name)
            shown = views(window)
            result = next((view for view in shown if view.tensor == step.name), None)
            others = [view for view in shown if view is not result]
            if result is None or not others or not result.values.any():
                continue
            seen += 1
            operands = [view for view in others if view.role is Role.OPERAND]
            assert any(view.values.any() for view in operands) or says_why(result), (key, step.name)
        window.workspace.session.undo_stack.undo()
    assert seen


def test_the_line_of_a_whole_part_is_left_where_the_runs_compute_otherwise(window, qtbot):
    assert stage(window).content.chain
    pinned(window, qtbot)
    assert stage(window).content.chain
    switch(window, "mask")
    window.workspace.cursor.move_to("attn.weights")
    assert not stage(window).content.chain


def test_a_gain_that_has_no_room_is_named(gpt):
    norm = "decoder.0.norm1"
    assert gpt.workspace.session.apply(SetCells(f"{norm}.gain", ((0,),), (2.0,)))
    gpt.workspace.cursor.move_to(norm)
    result = views(gpt)[-1]
    assert result.values.any()
    assert result.caption == "what differs: gain"


def test_what_only_one_run_turns_is_left_out_and_named(gpt):
    session = gpt.workspace.session
    turned = replace(session.scenario.architecture, positions=Positions(PositionKind.ROPE))
    assert session.apply(ChangeArchitecture(turned))
    gpt.workspace.cursor.move_to(f"{PART}.scores")
    (result,) = views(gpt)
    assert result.caption.endswith("another in its place: q_rotated, K^T")
    gpt.workspace.pin.pin("turned")
    session.undo_stack.undo()
    gpt.workspace.cursor.move_to(f"{PART}.scores")
    gpt.workspace.pin.show(Showing.DIFFERENCE)
    (result,) = views(gpt)
    assert result.caption.endswith("another in its place: Q, K^T")


def test_explain_tells_the_same_difference_as_the_operand(gpt, qtbot):
    gpt.workspace.cursor.move_to(f"{PART}.masked")
    qtbot.mouseClick(stage(gpt).header.switch("scale"), LEFT)
    view = by_name(gpt)["scaled"]
    now, before = gpt.workspace.session.trace, gpt.workspace.pin.pinned.trace
    cells = [(tensor, explain(tensor, view.tensor, (0, 2, 1)).value) for tensor in (now, before)]
    assert view.values[2, 1] == pytest.approx(cells[0][1] - cells[1][1], abs=0)


# Typing


@pytest.fixture
def typing(open_window, qtbot):
    """A function that pins the run of now and types over a cell of the stage."""
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to(f"{PART}.q")
    qtbot.keyClick(window, Qt.Key.Key_F4)

    def type_over(text):
        canvas = stage(window).canvas
        click_cell(qtbot, canvas, f"{PART}.W_Q", (0, 0))
        qtbot.keyClick(canvas, Qt.Key.Key_F2)
        canvas.editor.line.selectAll()
        qtbot.keyClicks(canvas.editor.line, text)
        assert canvas.editor.is_open
        return window

    return type_over


LEAVING = {
    "run": lambda window: window.registry.actions["pin.show_next"].trigger(),
    "step": lambda window: window.workspace.cursor.move_to(f"{PART}.k"),
    "head": lambda window: window.workspace.selection.show_head(1),
}


@pytest.mark.parametrize("way", LEAVING)
def test_what_is_typed_holds_once_something_else_is_shown(typing, way):
    window = typing("77")
    session = window.workspace.session
    LEAVING[way](window)
    assert not stage(window).canvas.editor.is_open
    assert session.scenario.parameters[f"{PART}.W_Q"].values[0, 0] == 77
    assert window.workspace.pin.pinned.trace[f"{PART}.W_Q"].values[0, 0] != 77
    if way == "run":
        assert by_name(window)["W_Q"].values[0, 0] != 77
    session.undo_stack.undo()
    assert not session.undo_stack.canUndo()


@pytest.mark.parametrize("way", LEAVING)
def test_what_is_no_number_is_given_up_once_something_else_is_shown(typing, way):
    window = typing("7x7")
    LEAVING[way](window)
    assert not stage(window).canvas.editor.is_open
    assert not window.workspace.session.undo_stack.canUndo()


# Signs


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_signs_stand_between_matrices_that_are_shown(gpt, qtbot, size):
    gpt.resize(*size)
    gpt.workspace.cursor.move_to("decoder.0.norm1")
    canvas = stage(gpt).canvas
    qtbot.waitUntil(lambda: len(canvas.placement.blocks) < len(views(gpt)))  # not all have room
    placed = [(block.cells.x, "matrix") for block in canvas.placement.blocks]
    placed += [(sign.box.x, sign.text) for sign in canvas.placement.signs]
    order = [what for _x, what in sorted(placed)]
    assert order == ["matrix", ",", "matrix", ",", "matrix", "→", "matrix"]
    assert sum(isinstance(item, Sign) for item in stage(gpt).content.items) > 3


@pytest.mark.parametrize("count", [14, 20, 60])
def test_the_difference_of_many_words_is_in_sight(open_window, qtbot, count):
    """As now: wide workings go before the result does."""
    words = {"target": (("the", "cat", "sat") * 20)[:count]}
    made = new_scenario(preset("gpt-2").architecture, words, title="Long", seed=1)
    window = pinned(open_window(made), qtbot)
    window.workspace.cursor.move_to(f"{PART}.weights")
    assert window.workspace.session.apply(SetCells(f"{PART}.W_Q", ((0, 0),), (2.0,)))
    canvas = stage(window).canvas
    for _ in range(2):
        result = canvas.placement.block_of(len(stage(window).content.items) - 1)
        assert views(window)[-1].values.any()
        qtbot.waitUntil(lambda: canvas.horizontalScrollBar().maximum() == 0)
        assert result.cells.right <= canvas.viewport().width()
        window.toggle_steps()


# Outline


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_names_of_steps_are_whole_beside_the_marks(gpt, qtbot, size, language):
    switch(gpt, "scale")
    gpt.resize(*size)
    gpt.toggle_steps()
    gpt.workspace.settings.update(language=language)
    tree, model = gpt.panels[PanelId.STEPS].tree, gpt.panels[PanelId.STEPS].model
    tree.expandAll()
    rows = [index for index in walk(model) if index.data(OutlineRole.DIFFERENCE)]
    assert len(rows) > 10
    for index in rows:
        texts, is_whole = badges(tree, index)
        assert is_whole, index.data()
        assert all(texts)


def test_in_the_narrowest_panel_the_mark_of_a_difference_stays_and_names_are_whole(gpt, qtbot):
    switch(gpt, "scale")
    gpt.resize(1024, 700)
    gpt.toggle_steps()
    panel = gpt.panels[PanelId.STEPS]
    splitters = gpt.findChildren(QSplitter)
    across = next(one for one in splitters if one.orientation() is Qt.Orientation.Horizontal)
    across.setSizes([1, 1000])
    qtbot.waitUntil(lambda: panel.width() < 220)
    panel.tree.expandAll()
    rows = [index for index in walk(panel.model) if index.data(OutlineRole.DIFFERENCE)]
    for index in rows:
        (_changed, differs), is_whole = badges(panel.tree, index)
        assert "Δ" in differs
        assert is_whole or not index.parent().isValid(), index.data()


def badges(tree, index):
    """Return what stands in the badges of a row, and whether its words have room beside them."""
    delegate, option = tree.itemDelegate(), QStyleOptionViewItem()
    option.font = tree.font()
    bold = QFont(tree.font())
    bold.setBold(index.model().hasChildren(index))
    small = QFont(tree.font())
    small.setPixelSize(12)
    room = tree.visualRect(index).width() - 16 - QFontMetricsF(bold).horizontalAdvance(index.data())
    texts = delegate.badges(option, index, room)
    return texts, sum(QFontMetricsF(small).horizontalAdvance(text) + 16 for text in texts if text) <= room


def walk(model, parent=None):
    for row in range(model.rowCount(*([parent] if parent else []))):
        index = model.index(row, 0, *([parent] if parent else []))
        yield index
        yield from walk(model, index)


def test_a_difference_to_a_number_that_is_none_is_called_so(gpt):
    gpt.toggle_steps()
    large = tuple((row, column) for row in range(8) for column in range(4))
    assert gpt.workspace.session.apply(SetCells(f"{PART}.W_Q", large, (1e308,) * len(large)))
    assert gpt.workspace.session.apply(SetCells(f"{PART}.W_K", large, (1e308,) * len(large)))
    trace, panel = gpt.workspace.session.trace, gpt.panels[PanelId.STEPS]
    name = next(step.name for step in trace.program.steps if np.isnan(trace[step.name].values).any())
    assert panel.model.index_of(name).data(OutlineRole.DIFFERENCE) == "Δ NaN"


def test_badges_become_shorter_down_to_marks_and_the_tool_tip_has_all(gpt):
    switch(gpt, "scale")
    gpt.toggle_steps()
    panel = gpt.panels[PanelId.STEPS]
    index = panel.model.index_of(f"{PART}.scaled")
    delegate, option = panel.tree.itemDelegate(), QStyleOptionViewItem()
    option.font = panel.tree.font()
    changed, differs = delegate.badges(option, index, 1000)
    assert differs.startswith("first: Δ ")
    told = [delegate.badges(option, index, room) for room in range(300, 0, -4)]
    assert list(dict.fromkeys(told)) == [
        (changed, differs),
        (changed, differs.removeprefix("first: ")),
        ("±", differs.removeprefix("first: ")),
        ("±", "Δ"),
        ("", "Δ"),
    ]
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith(f"{PART}.scaled\n")
    assert changed in tip
    assert differs.removeprefix("first: Δ ") in tip
    unchanged = panel.model.index_of(f"{PART}.q")
    assert unchanged.data(Qt.ItemDataRole.ToolTipRole) == f"{PART}.q"


# Little room, other languages


def test_names_in_the_closed_drawer_are_whole_where_there_is_room_and_end_in_dots(gpt, qtbot):
    gpt.workspace.cursor.move_to("decoder.0.norm1")
    names = gpt.panels[PanelId.NUMBERS].bar.names
    assert names.text().endswith("decoder.0.norm1")
    for size in ((1280, 800), (1024, 700)):
        gpt.resize(*size)
        qtbot.waitUntil(lambda: names.fitting == names.text())
    names.setText(" · ".join([names.text()] * 3))
    assert names.fitting.endswith("…")


def test_a_long_number_is_shown_from_its_first_digit(gpt, qtbot):
    gpt.resize(1024, 700)
    gpt.toggle_steps()
    gpt.toggle_numbers()
    panel = gpt.panels[PanelId.NUMBERS]
    panel.show_tensor("probabilities")
    panel.grid.cells.go(3, 4)
    entry = panel.bar.entry
    assert len(entry.text()) > 15
    assert entry.cursorPosition() == 0


@pytest.mark.parametrize("is_open", [False, True])
def test_the_strides_are_whole_after_language_and_theme_changed(gpt, qtbot, is_open):
    gpt.resize(1024, 700)
    if is_open:
        gpt.toggle_steps()
    player = gpt.panels[PanelId.PLAYER]
    strides = player.strides

    def is_whole():
        longest = max(strides.fontMetrics().horizontalAdvance(strides.itemText(at)) for at in range(5))
        return strides.isVisible() and strides.width() >= longest + 24

    for language, theme in (("ja", "dark"), ("en", "projector"), ("ja", "projector"), ("en", "dark")):
        gpt.workspace.settings.update(language=language, theme=theme)
        qtbot.waitUntil(is_whole)


def test_what_is_being_typed_is_taken_when_another_run_is_shown(gpt, qtbot):
    gpt.workspace.pin.show(Showing.NOW)
    gpt.workspace.cursor.move_to(f"{PART}.q")
    canvas = stage(gpt).canvas
    click_cell(qtbot, canvas, f"{PART}.W_Q", (0, 0))
    for typed, number in (("77", 77.0), ("seventy", 77.0)):
        qtbot.keyClick(canvas, Qt.Key.Key_F2)
        canvas.editor.line.selectAll()
        qtbot.keyClicks(canvas.editor.line, typed)
        gpt.registry.actions["pin.show_next"].trigger()
        assert gpt.workspace.pin.showing is Showing.PINNED
        assert not canvas.editor.is_open  # also what is no number: nothing can be typed into this run
        assert gpt.workspace.session.scenario.parameters[f"{PART}.W_Q"].values[0, 0] == number
        gpt.workspace.pin.show(Showing.NOW)


def test_a_single_line_of_explain_says_which_run_it_is_of(gpt, qtbot):
    gpt.resize(1024, 700)
    label = gpt.panels[PanelId.EXPLAIN]._label
    assert label.text() == "Explain\nnow − pinned"
    gpt.toggle_numbers()
    qtbot.waitUntil(lambda: label.text() == "now − pinned")
    assert label.height() >= label.fontMetrics().height()
    gpt.workspace.pin.show(Showing.NOW)
    assert label.text() == "Explain"
