"""What an edit reaches, in the real window: badges of the outline, corners of rail and stage, the mask."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.models.outline_model import OutlineRole
from app.panels.spec import PanelId
from app.theme import Role
from core.edits import InsertToken, RemoveToken, ReplaceToken, SetCells, SwitchPart
from core.examples import load_example
from core.ripple import changed_cells, changed_parts
from tests.support.stage_clicks import cell_point

LEFT = Qt.MouseButton.LeftButton
ATTENTION = "decoder.0.self_attn"


@pytest.fixture
def gpt(open_window):
    window = open_window("tiny-gpt")
    window.toggle_steps()
    return window


def stage(window):
    return window.panels[PanelId.STAGE]


def model(window):
    return window.panels[PanelId.STEPS].model


def badge(window, name):
    return model(window).index_of(name).data(OutlineRole.CHANGED)


def badges(window):
    names = [step.name for step in window.workspace.session.program.steps]
    return {name: badge(window, name) for name in names}


def edit(window, position=3, word="sat"):
    """Replace a token; return the traces before and after."""
    session = window.workspace.session
    before = session.trace
    assert session.apply(ReplaceToken("target", position, word))
    return before, session.trace


# outline


def test_nothing_is_marked_before_an_edit_and_in_another_document(gpt):
    assert set(badges(gpt).values()) == {""}
    edit(gpt, 1, "cat")
    assert any(badges(gpt).values())
    gpt.workspace.session.replace_document(load_example("encoder-decoder"), None)
    assert set(badges(gpt).values()) == {""}
    assert gpt.work_area.rail.changes == set()
    assert stage(gpt).header.badge.text() == ""


def test_each_step_and_part_says_how_many_cells_changed(gpt):
    before, after = edit(gpt, 2, "sat")
    cells, parts = changed_cells(before, after), changed_parts(before, after)
    for name, text in badges(gpt).items():
        changed, total = cells[name]
        assert text == (f"{changed} of {total}" if changed else "")
    part = model(gpt).index_of(f"{ATTENTION}.scores").parent()
    assert part.data(OutlineRole.CHANGED) == "{} of {}".format(*parts[ATTENTION])
    layer = part.parent()
    in_layer = [parts[key] for key in parts if key.startswith("decoder.0.")]
    assert (
        layer.data(OutlineRole.CHANGED) == f"{sum(c for c, _ in in_layer)} of {sum(t for _, t in in_layer)}"
    )
    spoken = model(gpt).index_of(f"{ATTENTION}.q").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Queries, {} of {} cells changed".format(*cells[f"{ATTENTION}.q"])


def test_a_badge_is_violet_at_the_right_of_its_row(gpt):
    tree = gpt.panels[PanelId.STEPS].tree
    gpt.workspace.cursor.move_to(f"{ATTENTION}.q")
    edit(gpt, 2, "sat")
    row = tree.visualRect(model(gpt).index_of(f"{ATTENTION}.k"))
    picture = tree.viewport().grab().toImage()
    colors = [picture.pixelColor(x, row.center().y()) for x in range(row.right() - 80, row.right())]
    assert gpt.workspace.theme.color(Role.CHANGED_TINT) in colors
    assert gpt.workspace.theme.color(Role.CHANGED) in colors
    gpt.workspace.settings.update(mark_changes=False)
    picture = tree.viewport().grab().toImage()
    colors = [picture.pixelColor(x, row.center().y()) for x in range(row.right() - 80, row.right())]
    assert gpt.workspace.theme.color(Role.CHANGED_TINT) not in colors


@pytest.mark.parametrize("language", ["en", "ja"])
def test_counts_are_said_in_both_languages(open_window, language):
    window = open_window("tiny-gpt", language=language)
    before, after = edit(window, 2, "sat")
    changed, total = changed_cells(before, after)["logits"]
    for number in (changed, total):
        assert str(number) in badge(window, "logits")


# stage and rail


def test_the_stage_marks_the_cells_and_counts_them(gpt, qtbot):
    gpt.workspace.cursor.move_to(f"{ATTENTION}.masked")
    before, after = edit(gpt, 2, "sat")
    changed, total = changed_cells(before, after)[f"{ATTENTION}.masked"]
    header = stage(gpt).header
    gpt.toggle_steps()
    assert header.badge.text() == f"{changed} of {total} cells changed"
    gpt.resize(1024, 700)
    assert header.badge.text() == f"{changed} of {total}"
    canvas, violet = stage(gpt).canvas, gpt.workspace.theme.color(Role.CHANGED)
    gpt.workspace.cursor.move_to("decoder.0.add1")
    gpt.workspace.selection.choose(None)
    differs = before["decoder.0.add1"].values != after["decoder.0.add1"].values
    picture = canvas.viewport().grab().toImage()
    for index in np.ndindex(differs.shape):
        at = cell_point(canvas, "decoder.0.add1", index)
        near = [picture.pixelColor(at.x() + x, at.y() - y) for x in range(4, 30) for y in range(2, 22)]
        if not differs[index]:
            assert violet not in near[:200], index
        else:
            assert violet in near, index


def test_a_part_that_changed_has_a_corner_in_the_rail(open_window):
    window = open_window("tiny-gpt")
    rail = window.work_area.rail
    plain = rail.grab().toImage()
    window.workspace.session.apply(SetCells("decoder.1.ffn.W_2", ((0, 0),), (9.0,)))
    assert rail.changes == {"decoder.1.ffn", "output"}
    marked = rail.grab().toImage()
    violet = window.workspace.theme.color(Role.CHANGED)
    for box in rail.boxes:
        corner = rail.box_rect(box.key).topRight()
        assert (marked.pixelColor(corner) == violet) is (box.key in rail.changes)
        assert plain.pixelColor(corner) != violet


# one owner, one edit


def test_a_gesture_is_compared_with_what_was_before_it(open_window, qtbot):
    window = open_window("tiny-gpt")
    session = window.workspace.session
    start, gesture = session.trace, session.new_gesture()
    for number in (1.0, 2.0, 3.0):
        session.apply(SetCells("decoder.1.ffn.b_2", ((0,),), (number,)), gesture=gesture)
        assert session.trace_before is start
    changed = window.workspace.ripple.cells(("decoder.1.ffn.out",))
    assert changed == changed_cells(start, session.trace)["decoder.1.ffn.out"]
    assert changed.cells == 4
    session.apply(SetCells("decoder.1.ffn.b_2", ((1,),), (1.0,)), gesture=session.new_gesture())
    assert session.trace_before is not start


def test_a_gesture_that_is_given_up_changed_nothing(open_window):
    window = open_window("tiny-gpt")
    session, gesture = window.workspace.session, window.workspace.session.new_gesture()
    for number in (1.0, 2.0):
        session.apply(SetCells("decoder.1.ffn.b_2", ((0,),), (number,)), gesture=gesture)
    session.abandon(gesture)
    assert set(badges(window).values()) == {""}


def test_undo_is_marked_like_an_edit(gpt):
    edit(gpt, 2, "sat")
    marked = badges(gpt)
    gpt.workspace.session.undo_stack.undo()
    assert badges(gpt) == marked
    gpt.workspace.session.apply(SetCells("decoder.1.ffn.W_2", ((0, 0),), (9.0,)))
    assert badge(gpt, "embed.tokens") == ""
    assert badge(gpt, "decoder.1.ffn.out")


def test_a_switch_is_an_edit_like_others(gpt):
    gpt.workspace.session.apply(SwitchPart("decoder.1.ffn", on=False))
    assert badge(gpt, "decoder.1.add2")
    assert badge(gpt, "decoder.1.add1") == ""


def test_the_menu_turns_all_marks_off_and_on(gpt, settings_path):
    edit(gpt, 2, "sat")
    gpt.workspace.cursor.move_to("logits")
    action = gpt.registry.actions["view.mark_changes"]
    assert action.isChecked()
    action.trigger()
    assert not action.isChecked()
    assert set(badges(gpt).values()) == {""}
    assert gpt.work_area.rail.changes == set()
    assert stage(gpt).header.badge.text() == ""
    assert not stage(gpt).canvas._data.changed
    action.trigger()
    assert badge(gpt, "logits")
    assert stage(gpt).header.badge.text()
    assert stage(gpt).canvas._data.changed


# the causal mask

ROWS = ("token", "query")
BEFORE_THE_MASK = (".scores", ".scaled")


def rows_that_changed(ripple, trace, name):
    """Rows of tokens or queries of a tensor that have a changed cell."""
    marks = ripple.marks((name,)).get(name)
    axes = [place for place, axis in enumerate(trace[name].axes) if axis.name in ROWS]
    if marks is None or not axes:
        return set()
    by_row = np.moveaxis(marks, axes[0], 0)
    return set(np.flatnonzero(by_row.reshape(len(by_row), -1).any(axis=1)).tolist())


@pytest.mark.parametrize("place", [1, 2, 3])
@pytest.mark.parametrize("key", ["tiny-gpt", "induction"])
def test_under_the_causal_mask_no_row_before_an_edited_token_changes(open_window, key, place):
    window = open_window(key)
    session, ripple = window.workspace.session, window.workspace.ripple
    words = session.scenario.tokens["target"]
    word = next(one for one in session.scenario.vocabulary if one not in words[: place + 1])
    edit(window, place, word)
    trace = session.trace
    seen = set()
    for step in trace.program.steps:
        for column in step.columns:
            rows = rows_that_changed(ripple, trace, column.name)
            if step.name.endswith(BEFORE_THE_MASK):
                seen |= {row for row in rows if row < place}
            else:
                assert not {row for row in rows if row < place}, column.name
    assert seen or key == "induction"  # scores are made of all pairs: there the rows before do change
    assert place in rows_that_changed(ripple, trace, "logits")


def test_the_stage_says_so_and_allows_for_scores(open_window):
    window = open_window("tiny-gpt")
    edit(window, 2, "sat")

    def tip(name):
        window.workspace.cursor.move_to(name)
        return stage(window).header.badge.toolTip()

    rows = "Under the causal mask an edited word changes no row before its own."
    pairs = "Scores are made of all pairs of words: also those change that the mask hides next."
    for name in (f"{ATTENTION}.weights", f"{ATTENTION}.masked", "decoder.1.ffn.hidden", "logits"):
        assert rows in tip(name)
        assert pairs not in tip(name)
    for name in (f"{ATTENTION}.scores", f"{ATTENTION}.scaled"):
        assert pairs in tip(name)
        assert rows not in tip(name)
    window.workspace.session.apply(SwitchPart("mask", on=False))
    assert "causal" not in tip(f"{ATTENTION}.weights")


def test_of_a_token_more_or_less_only_what_it_changes_is_marked(open_window):
    window = open_window("tiny-gpt")
    session, ripple = window.workspace.session, window.workspace.ripple
    count = len(session.scenario.tokens["target"])
    session.apply(InsertToken("target", count, "on"))
    assert rows_that_changed(ripple, session.trace, "logits") == {count}
    session.apply(RemoveToken("target", count))
    assert set(badges(window).values()) == {""}
