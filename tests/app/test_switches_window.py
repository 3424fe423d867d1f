"""Parts switched off and on in the real window: by header, keys and outline; and where one sees it."""

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QCheckBox, QMenu

from app.__main__ import main
from app.models.stage_content import MatrixView
from app.models.stage_switches import switches
from app.panels.spec import PanelId
from app.theme import Role
from core.edits import ChangeArchitecture, SwitchPart
from core.examples import examples, load_example
from core.formats import dumps

LEFT = Qt.MouseButton.LeftButton
CROSS = "decoder.0.cross_attn"
PARTS = [
    # example, step at which it is switched, switch, its words
    ("tiny-gpt", "decoder.1.self_attn.weights", "decoder.1.self_attn", "self-attention"),
    ("tiny-gpt", "decoder.0.add1", "decoder.0.add1", "residual"),
    ("tiny-gpt", "decoder.1.norm2", "decoder.1.norm2", "layer norm"),
    ("tiny-gpt", "decoder.0.ffn.activated", "decoder.0.ffn", "feed-forward"),
    ("encoder-block", "encoder.0.attn.scores", "encoder.0.attn", "self-attention"),
    ("encoder-decoder", f"{CROSS}.k", CROSS, "cross-attention"),
    ("encoder-decoder", "decoder.0.self_attn.v", "decoder.0.self_attn", "self-attention"),
]
IDS = [f"{example}-{key}" for example, _, key, _ in PARTS]


def stage(window):
    return window.panels[PanelId.STAGE]


def steps(window):
    return window.panels[PanelId.STEPS]


def off(window):
    return window.workspace.session.scenario.architecture.off


def result(window):
    return [item for item in stage(window).content.items if isinstance(item, MatrixView)][-1]


def click(qtbot, box):
    qtbot.mouseClick(box, LEFT, pos=box.rect().center() * 0.2)


def row_of_part(window, key):
    model = steps(window).model
    indexes = [model.index(row, 0) for row in range(model.rowCount())]
    while indexes:
        index = indexes.pop(0)
        if index.data(model_role("PART")) == key:
            return index
        indexes += [model.index(row, 0, index) for row in range(model.rowCount(index))]
    raise AssertionError(f"{key} is not in the outline")


def model_role(name):
    from app.models.outline_model import OutlineRole

    return OutlineRole[name]


# the header of the stage


@pytest.mark.parametrize(("example", "step", "key", "words"), PARTS, ids=IDS)
def test_the_part_shown_is_switched_by_a_box_of_its_name(open_window, qtbot, example, step, key, words):
    window = open_window(example, (1024, 700))
    session = window.workspace.session
    parameters = session.scenario.parameters
    window.workspace.cursor.move_to(step)
    box = stage(window).header.switch(key)
    assert box.text() == words
    assert box.isChecked()
    assert stage(window).header.rect().contains(box.geometry())
    click(qtbot, box)
    assert off(window) == (key,)
    assert session.undo_stack.undoText() == f"Switch off {words} ({key})"
    assert all(session.scenario.parameters[name] is parameters[name] for name in parameters)
    box = stage(window).header.switch(key)
    assert not box.isChecked()
    click(qtbot, box)
    assert off(window) == ()
    session.undo_stack.undo()
    assert off(window) == (key,)
    session.undo_stack.undo()
    assert off(window) == ()


@pytest.mark.parametrize(("example", "step", "key", "words"), PARTS, ids=IDS)
def test_one_stays_at_the_step_or_comes_to_the_addition(open_window, example, step, key, words):
    window = open_window(example)
    window.workspace.cursor.move_to(step)
    window.workspace.session.apply(SwitchPart(key, on=False))
    addition = window.workspace.session.scenario.architecture.addition(key)
    assert window.workspace.cursor.step.name == (addition or step)
    shown = result(window)
    assert shown.is_off
    assert shown.caption == "off: passed on unchanged"
    assert stage(window).header.title.text() == f"{words.capitalize()} · Switched off: passed on unchanged"
    window.workspace.session.undo_stack.undo()
    assert window.workspace.cursor.step.name == (addition or step)
    assert not result(window).is_off


@pytest.mark.parametrize("key", [entry.key for entry in examples()])
def test_every_switch_of_a_model_is_offered_somewhere(key):
    made = load_example(key)
    program, architecture = made.program(), made.architecture
    names = {"positions": "embed.positions"}
    offered = {
        names.get(state.key, state.key)
        for step in program.steps
        for state in switches(program, step, architecture)
    }
    assert set(architecture.switches) <= offered


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_edge_of_what_is_off_is_dashed(open_window, theme):
    window = open_window("tiny-gpt")
    window.workspace.settings.update(theme=theme)
    window.workspace.cursor.move_to("decoder.0.norm1")
    window.workspace.selection.choose(None)

    def edge():
        canvas = stage(window).canvas
        picture = canvas.picture()
        box = canvas.placement.block_of(len(stage(window).content.items) - 1).cells
        line = window.workspace.theme.color(Role.LINE)
        y = round(box.bottom)
        return [
            any(picture.pixelColor(x, y + off) == line for off in (-1, 0, 1))
            for x in range(round(box.x) + 2, round(box.right) - 2)
        ]

    assert all(edge())
    window.workspace.session.apply(SwitchPart("decoder.0.norm1", on=False))
    assert 0.3 < sum(edge()) / len(edge()) < 0.8


def test_positions_mask_and_scaling_are_switched_and_not_forgotten(open_window, qtbot):
    window = open_window("tiny-gpt")
    for step, key, name in (
        ("decoder.0.self_attn.scaled", "scale", "scale"),
        ("decoder.mask", "mask", "mask"),
        ("embed.positions", "positions", "embed.positions"),
    ):
        window.workspace.cursor.move_to(step)
        click(qtbot, stage(window).header.switch(key))
        assert off(window) == (name,)
        assert result(window).is_off
        assert window.workspace.cursor.step.name == step
        click(qtbot, stage(window).header.switch(key))
        assert off(window) == ()
        assert not result(window).is_off


def test_an_option_that_is_none_is_made_one(open_window, qtbot):
    window = open_window("encoder-decoder")
    window.workspace.cursor.move_to("source.embed.tokens")
    click(qtbot, stage(window).header.switch("positions"))
    architecture = window.workspace.session.scenario.architecture
    assert architecture.position_kind == "sinusoidal"
    assert window.workspace.session.undo_stack.undoText() == "Change the model"
    click(qtbot, stage(window).header.switch("positions"))
    assert off(window) == ("embed.positions",)


# keys and the outline


def test_f6_switches_the_part_that_is_shown_and_back(open_window, press):
    window = open_window("encoder-decoder")
    window.workspace.cursor.move_to(f"{CROSS}.weights")
    stage(window).canvas.setFocus()
    press(window, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier)
    assert off(window) == (CROSS,)
    assert window.workspace.cursor.step.name == "decoder.0.add2"
    assert not window.registry.actions["steps.switch"].isChecked()
    press(window, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier)
    assert off(window) == ()
    window.workspace.cursor.move_to("decoder.0.self_attn.scaled")
    press(window, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier)
    assert off(window) == ("scale",)
    window.workspace.cursor.move_to("logits")
    assert not window.registry.actions["steps.switch"].isEnabled()


def test_f6_in_the_outline_means_its_row(open_window, qtbot):
    window = open_window("encoder-decoder")
    window.toggle_steps()
    window.workspace.cursor.move_to("logits")
    tree = steps(window).tree
    tree.setFocus()
    tree.setCurrentIndex(row_of_part(window, CROSS))
    qtbot.keyClick(tree, Qt.Key.Key_F6)
    assert off(window) == (CROSS,)
    assert window.workspace.cursor.step.name == "logits"
    row = row_of_part(window, CROSS)
    assert row.data() == "Cross-attention · off"
    assert row.data(model_role("OFF"))
    tree.setCurrentIndex(row)
    qtbot.keyClick(tree, Qt.Key.Key_F6)
    assert off(window) == ()
    tree.setCurrentIndex(row_of_part(window, "decoder.0.add1"))
    qtbot.keyClick(tree, Qt.Key.Key_F6)
    assert off(window) == ("decoder.0.add1",)
    assert row_of_part(window, "decoder.0.add1").data() == "Residual · off"  # the steps are the same ones


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_menu_of_a_row_switches_what_is_there(open_window, qtbot, language):
    window = open_window("encoder-decoder", language=language)
    window.toggle_steps()
    panel, row = steps(window), row_of_part(window, "decoder.0.self_attn")
    panel.tree.scrollTo(row)
    at = panel.tree.visualRect(row).center()
    viewport = panel.tree.viewport()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, at, viewport.mapToGlobal(at), Qt.KeyboardModifier(0)
    )
    QCoreApplication.sendEvent(viewport, event)
    (menu,) = panel.tree.findChildren(QMenu)
    assert [action.data() for action in menu.actions()] == ["scale", "mask", "decoder.0.self_attn"]
    assert [action.isChecked() for action in menu.actions()] == [True, True, True]
    assert menu.actions()[-1].shortcut().toString() == "F6"
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert off(window) == ("mask",)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_the_outline_names_masked_attention_by_its_mask(open_window):
    window = open_window("encoder-decoder")
    assert row_of_part(window, "decoder.0.self_attn").data() == "Masked self-attention"
    window.workspace.session.apply(SwitchPart("mask", on=False))
    assert row_of_part(window, "decoder.0.self_attn").data() == "Self-attention"
    assert row_of_part(window, "decoder.mask").data() == "Mask · off"


def test_the_rail_draws_what_is_off_dashed(open_window):
    window = open_window("tiny-gpt")
    rail = window.work_area.rail
    assert not any(box.is_off for box in rail.boxes)
    before = rail.grab().toImage()
    window.workspace.session.apply(SwitchPart("decoder.1.ffn", on=False))
    assert [box.key for box in rail.boxes if box.is_off] == ["decoder.1.ffn"]
    assert rail.grab().toImage() != before


# where else it is said


@pytest.mark.parametrize(("language", "said"), [("en", "conventions: off: "), ("ja", "オフ")])
def test_the_status_bar_says_first_what_is_off(open_window, language, said):
    window = open_window("tiny-gpt", (1024, 700), language)
    label = window.statusBar().assumptions
    assert "decoder.0.ffn" not in label.text()
    window.workspace.session.apply(SwitchPart("decoder.0.ffn", on=False))
    assert "decoder.0.ffn" in label.text()
    assert said in label.text()
    assert label.toolTip().count("decoder.0.ffn") == 1


def test_trace_as_json_says_what_is_off(tmp_path, capsys):
    made = SwitchPart("decoder.0.ffn", on=False).apply(load_example("tiny-gpt"))
    path = tmp_path / "off.tsbx"
    path.write_bytes(dumps(made))
    assert main(["trace", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conventions"].endswith("off: feed-forward (decoder.0.ffn)")


def test_a_switch_of_a_part_that_the_model_loses_is_gone(open_window):
    from dataclasses import replace

    window = open_window("tiny-gpt")
    session = window.workspace.session
    window.workspace.cursor.move_to("decoder.1.ffn.hidden")
    session.apply(ChangeArchitecture(replace(session.scenario.architecture, layers=1)))
    assert window.workspace.cursor.step.name == "decoder.0.self_attn.weights"
    assert stage(window).header.switch("decoder.1.ffn") is None


def test_switches_stand_in_one_order_whatever_was_shown_before(open_window):
    window = open_window("tiny-gpt")
    for step in ("decoder.mask", "decoder.0.self_attn.weights"):
        window.workspace.cursor.move_to(step)
    QCoreApplication.sendPostedEvents()
    boxes = [box for box in stage(window).header.findChildren(QCheckBox) if box.isVisible()]
    order = [box.objectName() for box in sorted(boxes, key=lambda box: box.x())]
    assert order == ["scale", "mask", "decoder.0.self_attn"]
