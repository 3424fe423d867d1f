"""The main job, done by keyboard and mouse on the real window: the five stories of the first version."""

import gc

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QDialogButtonBox

from app import questions
from app.dialogs.new_document import NewDialog
from app.models.stage_content import MatrixView
from app.panels.spec import PanelId
from app.widgets.stage.paint_marks import handle_box
from core.examples import load_example
from core.formats import dumps

SIZES = [(1280, 800), (1024, 700)]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


class User:
    """Somebody with a keyboard, a mouse and eyes."""

    def __init__(self, window, qtbot):
        self.window = window
        self.qtbot = qtbot
        self.stage = window.panels[PanelId.STAGE]
        self.canvas = self.stage.canvas
        self.explain = window.panels[PanelId.EXPLAIN]
        self.player = window.panels[PanelId.PLAYER]

    # Eyes

    @property
    def trace(self):
        return self.window.workspace.session.trace

    @property
    def step(self):
        return self.window.workspace.cursor.step.name

    def matrix(self, symbol):
        views = [item for item in self.canvas.content.items if isinstance(item, MatrixView)]
        return next(view for view in views if view.symbol == symbol)

    def numbers(self, symbol):
        return self.matrix(symbol).values.tolist()

    def explained(self):
        return self.explain.view.toPlainText()

    # Mouse

    def _item(self, tensor, index):
        for item, view in enumerate(self.canvas.content.items):
            if isinstance(view, MatrixView) and view.tensor == tensor and view.find(index) is not None:
                block = self.canvas.placement.block_of(item)
                if block is not None:
                    return block, view.find(index)
        raise AssertionError(f"{tensor}{index} is not on the stage")

    def _point(self, x, y):
        return self.canvas.mapFromScene(QPointF(x, y))

    def cell_point(self, tensor, index):
        block, place = self._item(tensor, index)
        box = block.cell(*place)
        return self._point(box.x + box.width / 2, box.y + box.height / 2)

    def click(self, tensor, index):
        self.qtbot.mouseClick(self.canvas.viewport(), LEFT, pos=self.cell_point(tensor, index))

    def double_click(self, tensor, index):
        point = self.cell_point(tensor, index)
        self.qtbot.mouseClick(self.canvas.viewport(), LEFT, pos=point)
        self.qtbot.mouseDClick(self.canvas.viewport(), LEFT, pos=point)

    def drag_handle(self, tensor, index, pixels, *, on_the_way=lambda: None):
        block, place = self._item(tensor, index)
        box = handle_box(block, *place, self.canvas.scale_factor)
        at = self._point(box.x + box.width / 2, box.y + box.height / 2)
        viewport = self.canvas.viewport()
        self.qtbot.mousePress(viewport, LEFT, pos=at)
        for way in range(4, abs(pixels) + 1, 4):
            self.qtbot.mouseMove(viewport, pos=at - QPoint(0, way if pixels > 0 else -way))
            on_the_way()
        self.qtbot.mouseRelease(viewport, LEFT, pos=at - QPoint(0, pixels))

    # Keyboard

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(self.window.focusWidget() or self.window, key, modifiers)
        QCoreApplication.sendPostedEvents()

    def undo(self):
        self.press(Qt.Key.Key_Z, CONTROL)

    def redo(self):
        self.press(Qt.Key.Key_Z, CONTROL | SHIFT)

    def first(self):
        self.press(Qt.Key.Key_F8, CONTROL | SHIFT)

    def forward(self):
        self.press(Qt.Key.Key_F8)


def commit(widget, text):
    """Let an input method put in a text: keys of tests are ASCII."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QCoreApplication.sendEvent(widget, event)


@pytest.fixture(params=SIZES, ids=["1280x800", "1024x700"])
def size(request):
    return request.param


@pytest.fixture
def user(open_window, qtbot, size):
    """Somebody in front of the first window."""
    window = open_window("worked-example", size)
    assert (window.width(), window.height()) == size
    made = User(window, qtbot)
    made.canvas.setFocus()
    qtbot.waitUntil(made.canvas.hasFocus)
    return made


# 1. Stepping through the worked example


def test_the_worked_example_is_stepped_through(user):
    assert user.step == "attn.weights"
    user.first()
    seen = [user.step]
    for _ in range(6):
        user.forward()
        seen.append(user.step)
    assert user.window.workspace.cursor.at_end
    assert seen == [f"attn.{name}" for name in ("q", "k", "v", "scores", "scaled", "weights", "heads")]


def test_the_numbers_of_the_worked_example_are_those_of_the_book(user):
    user.first()
    assert user.numbers("Q") == [[2.0]]
    assert user.numbers("K^T") == [[2.0, 1.0]]
    assert user.numbers("V") == [[10.0], [4.0]]
    assert user.numbers("scores") == [[4.0, 2.0]]
    for _ in range(4):
        user.forward()
    assert user.step == "attn.scaled"
    assert user.numbers("scaled") == [[4.0, 2.0]]
    assert "√1" in user.explained()
    user.forward()
    np.testing.assert_allclose(user.numbers("weights"), [[0.8807970779778823, 0.1192029220221175]])
    assert "0.8808" in user.explained()
    user.forward()
    np.testing.assert_allclose(user.numbers("output"), [[9.284782467867293]])
    assert "9.2848" in user.explained()
    assert "9.29" in user.explained()
    assert user.matrix("output").caption == "9.29 if the weights are rounded first"


def test_every_matrix_of_the_first_window_is_in_view(user):
    placement, viewport = user.canvas.placement, user.canvas.viewport()
    assert placement.width <= viewport.width()
    assert placement.height <= viewport.height()
    for item, view in enumerate(user.canvas.content.items):
        if isinstance(view, MatrixView):
            assert placement.block_of(item).pixels >= 12


# 2. Changing q by hand


def test_dragging_q_moves_weights_and_output_and_is_one_undo_step(user):
    seen = []
    user.drag_handle(
        "attn.q", (0, 0, 0), 40, on_the_way=lambda: seen.append(user.trace["attn.weights"].values[0, 0, 0])
    )
    assert user.trace["attn.q"].values[0, 0, 0] > 2.0
    assert len(set(seen)) > 3
    assert seen == sorted(seen)
    assert user.numbers("output")[0][0] > 9.2848
    assert user.window.workspace.session.undo_stack.count() == 1
    assert user.window.workspace.settings.settings.handle_was_dragged
    assert user.canvas.hint_spot() is None
    user.undo()
    assert user.numbers("Q") == [[2.0]]
    user.redo()
    assert user.numbers("Q")[0][0] > 2.0


def test_q_is_typed_on_the_stage_by_f2_and_undo_brings_it_back(user):
    user.click("attn.q", (0, 0, 0))
    user.press(Qt.Key.Key_F2)
    line = user.canvas.editor.line
    assert line.text() == "2"
    line.selectAll()
    user.qtbot.keyClicks(line, "1")
    user.qtbot.keyClick(line, Qt.Key.Key_Return)
    assert user.numbers("Q") == [[1.0]]
    np.testing.assert_allclose(user.numbers("weights"), [[0.7310585786300049, 0.2689414213699951]])
    user.undo()
    assert user.numbers("Q") == [[2.0]]
    np.testing.assert_allclose(user.numbers("output"), [[9.284782467867293]])
    user.redo()
    assert user.numbers("Q") == [[1.0]]


def test_q_is_typed_on_the_stage_by_a_double_click(user):
    user.double_click("attn.q", (0, 0, 0))
    line = user.canvas.editor.line
    line.selectAll()
    commit(line, "－１．５")
    user.qtbot.keyClick(line, Qt.Key.Key_Return)
    assert user.numbers("Q") == [[-1.5]]


def test_a_text_that_is_no_number_keeps_the_editor_open_with_the_reason(user):
    user.click("attn.q", (0, 0, 0))
    user.press(Qt.Key.Key_F2)
    line = user.canvas.editor.line
    line.selectAll()
    user.qtbot.keyClicks(line, "0,25")
    user.qtbot.keyClick(line, Qt.Key.Key_Return)
    assert line.isVisible()
    assert line.text() == "0,25"
    assert "write 0.25" in user.canvas.reason
    user.qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert not line.isVisible()
    assert user.numbers("Q") == [[2.0]]


def test_q_is_typed_in_the_grid(user):
    user.first()
    user.click("attn.q", (0, 0, 0))
    numbers = user.window.panels[PanelId.NUMBERS]
    if not numbers.is_open:
        user.window.toggle_numbers()
    assert numbers.shown == "attn.q"
    grid = numbers.grid
    grid.setFocus()
    user.qtbot.keyClicks(grid, "1")
    user.press(Qt.Key.Key_Return)
    assert user.numbers("Q") == [[1.0]]
    user.undo()
    assert user.numbers("Q") == [[2.0]]


def test_a_computed_cell_answers_where_it_comes_from(user):
    heard = []
    user.window.workspace.notifier.notified.connect(heard.append)
    user.double_click("attn.heads", (0, 0, 0))
    assert heard
    assert heard[-1].startswith("Computed from")
    assert user.step == "attn.heads"


# 3. Reading how a number was made


def test_any_cell_is_explained_and_its_numbers_lead_on_and_back(user):
    user.click("attn.heads", (0, 0, 0))
    assert "0.8808·10 + 0.1192·4 = 9.2848" in user.explained()
    assert user.explain.proof.text() == "✓ recomputed"
    here = user.step
    view = user.explain.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    number = next(at for at, link in enumerate(view.links) if getattr(link, "index", ()) == (0, 0, 1))
    for _ in range(number):
        user.press(Qt.Key.Key_Tab)
    user.press(Qt.Key.Key_Return)
    assert user.step == "attn.weights"
    assert user.window.workspace.selection.chosen.index == (0, 0, 1)
    assert "0.1192" in user.explained()
    user.press(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert user.step == here


@pytest.mark.parametrize("key", ["worked-example", "one-head", "encoder-block", "tiny-gpt"])
def test_every_result_of_every_step_is_explained_and_recomputed(open_window, qtbot, key):
    user = User(open_window(key), qtbot)
    user.first()
    for _ in user.window.workspace.session.program.steps:
        assert user.explained().strip()
        if user.explain.proof.isVisible():
            assert user.explain.proof.text() == "✓ recomputed"
        if user.window.workspace.cursor.at_end:
            break
        user.forward()
    assert user.step == user.window.workspace.cursor.walk()[-1].name


# 4. A decoder of one's own


@pytest.fixture
def decoder(user):
    """The same window on a decoder with two layers and two heads, made by hand, reading “the cat sat”."""
    user.press(Qt.Key.Key_N, CONTROL)
    dialog = user.window.findChild(NewDialog)
    dialog.choose("gpt-2")
    dialog.form.fields["layers"].setValue(2)
    dialog.form.fields["attention.heads"].setValue(2)
    user.qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    user.qtbot.waitUntil(lambda: user.window.findChild(NewDialog) is None)
    strip = user.window.panels[PanelId.TOKENS].strips[0]
    user.qtbot.mouseClick(strip.link, LEFT)
    strip.line.selectAll()
    user.qtbot.keyClicks(strip.line, "the cat sat")
    user.qtbot.keyClick(strip.line, Qt.Key.Key_Return)
    user.window.activateWindow()
    user.canvas.setFocus()
    user.qtbot.waitUntil(user.canvas.hasFocus)
    return user


def test_a_decoder_is_stepped_from_embeddings_to_the_next_word(decoder):
    user = decoder
    user.first()
    seen = []
    for _ in user.window.workspace.session.program.steps:
        shown = [item for item in user.stage.content.items if isinstance(item, MatrixView)]
        assert shown[-1].tensor == user.step
        assert user.canvas.placement.block_of(len(user.stage.content.items) - 1) is not None
        seen.append(user.step)
        if user.window.workspace.cursor.at_end:
            break
        user.forward()
    assert seen[0] == "embed.tokens"
    assert seen[-1] == "probabilities"
    assert {f"decoder.{layer}.self_attn.weights" for layer in (0, 1)} <= set(seen)
    assert user.matrix("probabilities").row_labels == ("the", "cat", "sat")
    user.qtbot.mouseClick(user.stage.formula.tabs, LEFT, pos=user.stage.formula.tabs.tabRect(1).center())
    assert user.stage.formula.tabs.currentIndex() == 1


def test_the_mask_hides_the_upper_triangle_until_it_is_switched_off(decoder):
    user = decoder
    user.window.workspace.cursor.move_to("decoder.0.self_attn.masked")
    masked = user.matrix("masked")
    upper = np.triu(np.ones((3, 3), dtype=bool), 1)
    assert (masked.masked == upper).all()
    assert np.isneginf(masked.values[upper]).all()
    assert masked.mask_text == "masked: later words"
    box = user.stage.header.switch("mask")
    user.qtbot.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    masked = user.matrix("masked")
    assert masked.masked is None
    assert np.isfinite(masked.values).all()
    assert (user.trace["decoder.0.self_attn.weights"].values > 0).all()
    user.undo()
    assert user.matrix("masked").masked is not None


def test_heads_are_picked_by_mouse(decoder):
    user = decoder
    user.window.workspace.cursor.move_to("decoder.0.self_attn.weights")
    first = user.numbers("weights")
    user.qtbot.mouseClick(user.stage.header.heads.button(1), LEFT)
    assert user.numbers("weights") != first
    assert user.stage.header.place.text().endswith("head 2 of 2")


# 5. Saving and opening


def test_saving_closing_and_opening_keeps_every_number(decoder, open_window, monkeypatch, tmp_path, qtbot):
    user = decoder
    user.window.workspace.cursor.move_to("decoder.0.self_attn.q")
    user.click("decoder.0.self_attn.q", (0, 0, 0))
    path = tmp_path / "mine.tsbx"
    monkeypatch.setattr(questions, "ask_save", lambda parent, start, chosen, cancelled: chosen(path))
    session = user.window.workspace.session
    before = dumps(session.scenario)
    values = {name: tensor.values.copy() for name, tensor in session.trace.items()}
    user.press(Qt.Key.Key_S, CONTROL)
    assert not user.window.isWindowModified()
    user.window.close()
    gc.collect()
    again = open_window("worked-example")
    again.files.open_path(path)
    opened = again.workspace.session
    assert dumps(opened.scenario) == before
    assert path.read_bytes() == before
    assert list(opened.trace) == list(values)
    for name, old in values.items():
        np.testing.assert_array_equal(opened.trace[name].values, old)
    assert not opened.is_modified
    assert opened.undo_stack.count() == 0


def test_an_edit_is_saved_and_nothing_else_changes(user, open_window, monkeypatch, tmp_path):
    path = tmp_path / "mine.tsbx"
    monkeypatch.setattr(questions, "ask_save", lambda parent, start, chosen, cancelled: chosen(path))
    user.drag_handle("attn.q", (0, 0, 0), 20)
    changed = user.trace["attn.q"].values.copy()
    user.press(Qt.Key.Key_S, CONTROL)
    again = open_window("worked-example")
    again.files.open_path(path)
    scenario, first = again.workspace.session.scenario, load_example("worked-example")
    np.testing.assert_array_equal(scenario.given["attn.q"], changed)
    for name in ("attn.k", "attn.v"):
        np.testing.assert_array_equal(scenario.given[name], first.given[name])
    assert scenario.architecture == first.architecture
    assert scenario.tokens == first.tokens


# What is readable


def test_eight_by_eight_scores_have_readable_numbers_at_1280_by_800(open_window, qtbot):
    user = User(open_window("tiny-gpt"), qtbot)
    strip = user.window.panels[PanelId.TOKENS].strips[0]
    qtbot.mouseClick(strip.link, LEFT)
    strip.line.selectAll()
    qtbot.keyClicks(strip.line, "The cat sat on the mat and purred")
    qtbot.keyClick(strip.line, Qt.Key.Key_Return)
    for name in ("scores", "masked", "weights"):
        user.window.workspace.cursor.move_to(f"decoder.0.self_attn.{name}")
        result = len(user.canvas.content.items) - 1
        block = user.canvas.placement.block_of(result)
        assert (block.rows, block.columns) == (8, 8)
        assert block.pixels >= 12
        assert user.canvas.placement.width <= user.canvas.viewport().width()
        assert user.canvas.placement.height <= user.canvas.viewport().height()
