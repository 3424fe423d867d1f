"""Steps: the outline by layer and part, and the parts that everything else shows."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtWidgets import QMenu

from app.models.outline import layer_title, main_part, part_title, parts, short_title
from app.models.outline_model import OutlineRole, outline
from app.panels.spec import PanelId
from app.panels.steps import StepsPanel
from app.picture_options import PictureLook
from app.render import opened, settle, subject_of
from app.theme import Role
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    MaskKind,
    Norm,
    NormPlace,
    Stack,
)
from core.edits import ChangeArchitecture, SwitchPart
from core.examples import examples, load_example
from tests.support.build import attention_of_qkv, scenario
from tests.support.workspaces import workspace_on


def decoder(**changes):
    attention = Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL)
    return scenario(
        Architecture(Stack.DECODER, layers=2, d_model=4, attention=attention, **changes),
        tokens={"target": ("the", "cat")},
        vocabulary=("the", "cat"),
    )


WITHOUT_FEED_FORWARD = {
    "feed_forward": FeedForward(FeedForwardKind.NONE),
    "norm": Norm(place=NormPlace.PRE, final=True),
    "residual": False,
}


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(decoder(), tmp_path / "steps.ini")


@pytest.fixture
def panel(workspace, qtbot):
    made = StepsPanel(workspace)
    qtbot.addWidget(made)
    made.resize(300, 400)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.tree.setFocus()
    return made


def rows(model, parent=QModelIndex(), depth=0):  # noqa: B008 - an index to nothing
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield "  " * depth + index.data()
        yield from rows(model, index, depth + 1)


def click(panel, qtbot, index):
    place = panel.tree.visualRect(index).center()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def current(panel):
    return panel.tree.currentIndex().data(OutlineRole.STEP)


# the parts


def test_the_boxes_of_the_rail_are_those_of_a_textbook():
    program = decoder().program()
    main = [box for box in parts(program) if box.is_main]
    assert [(box.key, str(box.title)) for box in main] == [
        ("embed", "embedding"),
        ("decoder.0.self_attn", "self-attention"),
        ("decoder.0.ffn", "feed-forward"),
        ("decoder.1.self_attn", "self-attention"),
        ("decoder.1.ffn", "feed-forward"),
        ("output", "next word"),
    ]


@pytest.mark.parametrize("key", [entry.key for entry in examples()])
def test_every_step_belongs_to_a_main_box(key):
    program = load_example(key).program()
    main = {box.key for box in parts(program) if box.is_main}
    assert {main_part(program, step) for step in program.steps} <= main
    assert [step for box in parts(program) for step in box.steps] == list(program.steps)
    assert all(program.maker(box.target) is not None for box in parts(program))


@pytest.mark.parametrize("place", list(NormPlace))
def test_a_feed_forward_network_that_is_off_keeps_its_box(place):
    made = decoder(feed_forward=FeedForward(FeedForwardKind.NONE), norm=Norm(place=place))
    program = made.program()
    off = {box.key: box for box in parts(program) if box.is_off}
    assert {"decoder.0.ffn", "decoder.1.ffn"} <= set(off)
    assert off["decoder.0.ffn"].is_main
    assert main_part(program, program.step("decoder.0.add2")) == "decoder.0.ffn"
    assert main_part(program, program.step("decoder.0.add1")) == "decoder.0.self_attn"


def test_titles_count_from_one():
    program = decoder().program()
    step = program.step("decoder.1.self_attn.scores")
    assert [
        str(text) for text in (layer_title(program, step), part_title(program, step), short_title(step))
    ] == [
        "Decoder layer 2 of 2",
        "self-attention",
        "Scores",
    ]


def test_attention_between_two_sequences_is_not_called_self_attention():
    made = attention_of_qkv([[[2.0]]], [[[2.0], [1.0]]], [[[10.0], [4.0]]])
    program = made.program()
    assert str(part_title(program, program.steps[0])) == "attention"


@pytest.mark.parametrize("key", [entry.key for entry in examples()])
def test_every_step_is_one_row_of_the_outline(key):
    program = load_example(key).program()
    named = [node.target for node in outline(program).walk() if node.name]
    assert named == [step.name for step in program.steps]


# the panel


def test_the_outline_reads_from_the_embedding_to_the_output(panel):
    texts = list(rows(panel.model))
    assert texts[:6] == [
        "Embedding",
        "  Words",
        "  Positions · off",
        "  Sum · none",
        "Mask",
        "Decoder layer 1 of 2",
    ]
    assert texts[6:10] == ["  Self-attention", "    Queries", "    Keys", "    Values"]
    assert texts[-4:] == ["Output", "  Final layer norm · none", "  Logits", "  Probabilities"]


def test_technical_names_stand_beside_the_words(panel):
    index = panel.model.index_of("decoder.0.self_attn.scores")
    assert (index.data(), index.data(OutlineRole.NAME)) == ("Scores", "scores")


def test_parts_that_are_off_say_so(workspace, panel):
    assert workspace.session.apply(SwitchPart("decoder.0.ffn", on=False))
    assert workspace.session.apply(SwitchPart("decoder.0.add1", on=False))
    texts = [text.strip() for text in rows(panel.model)]
    assert texts.count("Feed-forward · off") == texts.count("Feed-forward") == 1
    assert "Residual · off" in texts
    assert panel.model.index_of("decoder.0.add1").data(OutlineRole.OFF)


def test_parts_that_the_model_never_had_do_not_say_that_they_are_off(workspace, panel):
    architecture = workspace.session.scenario.architecture
    changed = Architecture(
        **{name: getattr(architecture, name) for name in architecture.__slots__} | WITHOUT_FEED_FORWARD
    )
    workspace.session.attempt(ChangeArchitecture(changed))
    texts = [text.strip() for text in rows(panel.model)]
    assert texts.count("Feed-forward · none") == 2
    assert "Residual · none" in texts
    assert panel.model.index_of("decoder.0.add1").data(OutlineRole.OFF)  # dashed alike
    workspace.session.undo_stack.undo()
    assert "Feed-forward · none" not in [text.strip() for text in rows(panel.model)]


def test_the_current_step_is_in_view(workspace, panel):
    for name in ("probabilities", "embed.tokens", "decoder.1.self_attn.weights"):
        workspace.cursor.move_to(name)
        assert current(panel) == name
        visible = panel.tree.viewport().rect()
        assert visible.contains(panel.tree.visualRect(panel.tree.currentIndex()).center())


def test_a_click_goes_to_a_step(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.q")
    click(panel, qtbot, panel.model.index_of("decoder.0.self_attn.scaled"))
    assert workspace.cursor.step.name == "decoder.0.self_attn.scaled"


def test_a_click_on_a_part_opens_it_at_its_first_step(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.1.add1")
    part = panel.model.index_of("decoder.1.ffn.hidden").parent()
    panel.tree.scrollTo(part)
    click(panel, qtbot, part)
    assert workspace.cursor.step.name == "decoder.1.ffn.hidden"
    assert panel.tree.isExpanded(part)


def test_a_click_on_a_layer_closes_and_opens_it(workspace, panel, qtbot):
    workspace.cursor.move_to("embed.tokens")
    layer = panel.model.index(0, 0)
    click(panel, qtbot, layer)
    assert not panel.tree.isExpanded(layer)
    click(panel, qtbot, layer)
    assert panel.tree.isExpanded(layer)
    assert workspace.cursor.step.name == "embed.tokens"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_arrows_and_enter_go_to_a_step(workspace, panel, qtbot, key):
    workspace.cursor.move_to("decoder.0.self_attn.q")
    qtbot.keyClick(panel.tree, Qt.Key.Key_Down)
    assert workspace.cursor.step.name == "decoder.0.self_attn.q"
    qtbot.keyClick(panel.tree, key)
    assert workspace.cursor.step.name == "decoder.0.self_attn.k"


def test_a_step_that_is_off_can_be_looked_at(workspace, panel, qtbot):
    workspace.cursor.move_to("logits")
    click(panel, qtbot, panel.model.index_of("decoder.norm"))
    assert workspace.cursor.step.name == "decoder.norm"


def test_another_document_has_another_outline(workspace, panel):
    workspace.session.replace_document(load_example("worked-example"), None)
    assert next(rows(panel.model)) == "Attention alone"
    assert current(panel) == workspace.cursor.step.name


def test_it_draws_in_both_themes_and_keeps_its_words(workspace, panel):
    from app.theme import load_theme

    before = panel.grab().toImage()
    workspace.theme.set_theme(load_theme("dark"))
    panel.tree.viewport().update()
    assert panel.grab().toImage() != before


# where playing stops


def test_f7_marks_the_row_of_the_keyboard(workspace, panel, qtbot):
    workspace.cursor.move_to("decoder.0.self_attn.q")
    qtbot.keyClick(panel.tree, Qt.Key.Key_Down)
    qtbot.keyClick(panel.tree, Qt.Key.Key_F7)
    assert workspace.player.stops == {"decoder.0.self_attn.k"}
    index = panel.model.index_of("decoder.0.self_attn.k")
    assert index.data(OutlineRole.STOP)
    assert index.data() == "Keys"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Keys, playing stops here"
    qtbot.keyClick(panel.tree, Qt.Key.Key_F7)
    assert workspace.player.stops == frozenset()
    assert not index.data(OutlineRole.STOP)


def test_f7_in_the_outline_of_the_window_means_its_row(open_window, qtbot):
    window = open_window("tiny-gpt")
    window.toggle_steps()
    window.workspace.cursor.move_to("decoder.0.self_attn.q")
    tree = window.panels[PanelId.STEPS].tree
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_F7)
    assert window.workspace.player.stops == {"decoder.0.self_attn.k"}


def ask_menu(panel, index, reason=QContextMenuEvent.Reason.Mouse):
    at = panel.tree.visualRect(index).center()
    viewport = panel.tree.viewport()
    QCoreApplication.sendEvent(
        viewport, QContextMenuEvent(reason, at, viewport.mapToGlobal(at), Qt.KeyboardModifier(0))
    )
    return panel.tree.findChildren(QMenu)


@pytest.mark.parametrize("reason", [QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard])
def test_a_step_is_marked_by_its_menu(workspace, panel, qtbot, reason):
    workspace.cursor.move_to("decoder.0.self_attn.scores")
    (menu,) = ask_menu(panel, panel.model.index_of("decoder.0.self_attn.scores"), reason)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert workspace.player.stops == {"decoder.0.self_attn.scores"}
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_layers_and_parts_have_no_mark(workspace, panel, qtbot):
    assert ask_menu(panel, panel.model.index_of("decoder.0.add1").parent()) == []
    part = panel.model.index_of("decoder.0.self_attn.scores").parent()
    (menu,) = ask_menu(panel, part)
    assert "Stop &here when playing" not in [action.text() for action in menu.actions()]
    menu.close()
    panel.tree.setCurrentIndex(part)
    qtbot.keyClick(panel.tree, Qt.Key.Key_F7)
    assert workspace.player.stops == frozenset()


def test_marks_stay_when_the_steps_change(workspace, panel):
    workspace.player.toggle_stop("decoder.0.self_attn.scores")
    workspace.player.toggle_stop("decoder.0.ffn.hidden")
    architecture = workspace.session.scenario.architecture
    changed = Architecture(
        **{name: getattr(architecture, name) for name in architecture.__slots__} | WITHOUT_FEED_FORWARD
    )
    workspace.session.attempt(ChangeArchitecture(changed))
    assert panel.model.index_of("decoder.0.self_attn.scores").data(OutlineRole.STOP)
    workspace.session.undo_stack.undo()
    assert panel.model.index_of("decoder.0.ffn.hidden").data(OutlineRole.STOP)


@pytest.mark.parametrize("current", [True, False])
def test_a_mark_is_a_bar_at_the_left_of_its_row(workspace, panel, current):
    name = "decoder.0.self_attn.scores"
    workspace.cursor.move_to(name if current else "decoder.0.self_attn.q")
    workspace.player.toggle_stop(name)
    row = panel.tree.visualRect(panel.model.index_of(name))
    picture = panel.tree.viewport().grab().toImage()
    expected = workspace.theme.color(Role.ON_ACCENT if current else Role.INK)
    assert picture.pixelColor(row.left() + 3, row.center().y()) == expected


def test_nothing_is_pointed_at_when_the_panel_opens(qapp):
    """Qt looks for the pointer while the panel is filled, when it has no place on the screen yet."""
    QCursor.setPos(10, 10)
    with opened(subject_of("example:tiny-gpt", load_example("tiny-gpt")), PictureLook()) as window:
        first = window.workspace.cursor.step.name
        window.toggle_steps()
        window.workspace.cursor.move_to("decoder.1.self_attn.q")
        settle()
        steps = window.panels[PanelId.STEPS]
        row = steps.tree.visualRect(steps.model.index_of(first))
        shown = steps.tree.viewport().grab(row).toImage()
        stage = window.workspace.theme.color(Role.STAGE)
        assert shown.pixelColor(row.width() - 12, row.height() // 2) == stage
