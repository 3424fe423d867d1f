"""The notice of the first NaN or ∞, and the badges of laws, in the real window."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.theme import Role
from core.architecture.attention_choices import MaskAs, Nowhere, SoftmaxOver
from core.architecture.options import Architecture, Attention, Input, MaskKind, Scale, Stack, Weights
from core.edits import ReplaceToken
from core.edits.cells import SetCells
from core.edits.masks import SetMaskCells
from core.ops.added_positions import SinusoidalPositions
from core.ops.rotary import Rotate
from tests.support.build import attention_of_qkv, scenario, words
from tests.support.stage_clicks import cell_point, click_cell

LEFT = Qt.MouseButton.LeftButton


def stage(window):
    return window.panels["stage"]


def type_number(qtbot, window, tensor, index, text):
    """Type a number into a cell on the stage."""
    canvas = stage(window).canvas
    click_cell(qtbot, canvas, tensor, index)
    qtbot.keyClick(canvas, Qt.Key.Key_F2)
    canvas.editor.line.selectAll()
    qtbot.keyClicks(canvas.editor.line, text)
    qtbot.keyClick(canvas.editor.line, Qt.Key.Key_Return)


def attention(weights, **options):
    made = Attention(heads=1, d_k=2, d_v=1, scale=Scale.NONE, output=False, **options)
    return scenario(
        Architecture(Stack.ATTENTION, Input.QKV, attention=made, weights=weights),
        tokens={"source": words(2, "k"), "target": words(2, "q")},
        given={"attn.q": [[[1, 2], [3, 5]]], "attn.k": [[[1, 0], [0, 1]]], "attn.v": [[[10], [4]]]},
    )


# The first NaN or ∞


@pytest.fixture
def sick(open_window, qtbot):
    """A window in which 1e308 was typed."""
    window = open_window("worked-example")
    type_number(qtbot, window, "attn.q", (0, 0, 0), "1e308")
    return window


def test_a_healthy_document_has_no_notice(window):
    assert window.workspace.health.finding is None
    assert not stage(window).notice.isVisible()


def test_the_place_is_called_as_it_is_now(sick):
    before = stage(sick).notice.label.text()
    word = sick.workspace.session.scenario.tokens["target"][0]
    assert f"query {word}" in before
    sick.workspace.session.apply(ReplaceToken("target", 0, "zebra"))
    assert stage(sick).notice.label.text() == before.replace(f"query {word}", "query zebra")


def test_a_huge_number_is_followed_to_the_first_infinity(sick):
    finding = sick.workspace.health.finding
    assert finding.step == finding.cell.tensor == "attn.scores"
    assert stage(sick).notice.isVisible()
    text = stage(sick).notice.label.text()
    assert text.startswith("First ∞: attn.scores (query query, key first): ")
    assert "1e+308·" in text
    assert text.endswith(" is more than any float64 can hold: ∞.")


def test_the_way_to_the_cell(sick, qtbot):
    finding = sick.workspace.health.finding
    qtbot.mouseClick(stage(sick).notice.button, LEFT)
    chosen = sick.workspace.selection.chosen
    assert sick.workspace.cursor.step.name == finding.step
    assert (chosen.tensor, chosen.index) == (finding.cell.tensor, finding.cell.index)
    assert str(finding.reason) in sick.panels["explain"].view.toPlainText()


def test_undo_takes_the_notice_away(sick, press):
    press(sick, Qt.Key.Key_Z)
    assert sick.workspace.health.finding is None
    assert not stage(sick).notice.isVisible()


def test_the_notice_speaks_japanese(sick, qtbot):
    sick.workspace.settings.update(language="ja")
    qtbot.waitUntil(lambda: stage(sick).notice.button.text() == "セルへ移る ▸")
    assert (
        stage(sick)
        .notice.label.text()
        .startswith("最初の ∞: attn.scores（クエリ query, キー first）: 1e+308·2 は")
    )


def test_800_does_no_harm(window, qtbot):
    type_number(qtbot, window, "attn.q", (0, 0, 0), "800")
    assert float(window.workspace.session.trace["attn.q"].values[0, 0, 0]) == 800
    assert not stage(window).notice.isVisible()


def test_large_negative_scores_have_their_shares(open_window):
    made = attention_of_qkv([[[-1]]], [[[800], [801], [802]]], [[[1], [2], [3]]], scale=Scale.NONE)
    window = open_window(made)
    weights = window.workspace.session.trace["attn.weights"].values[0, 0]
    assert weights == pytest.approx([0.665241, 0.244728, 0.090031], abs=5e-7)
    assert not stage(window).notice.isVisible()
    assert stage(window).header.fact.text() == "✓ rows add to 1"


@pytest.mark.parametrize("nowhere", list(Nowhere))
def test_a_row_that_is_masked_wholly_spreads_to_no_other(open_window, nowhere):
    window = open_window(attention(Weights(nowhere=nowhere)))
    window.workspace.cursor.move_to("attn.weights")
    edit = SetMaskCells("attn.mask", ((0, 0), (0, 1)), (False, False))
    assert window.workspace.session.apply(edit)
    trace = window.workspace.session.trace
    assert np.isfinite(trace["attn.heads"].values[0, 1]).all()
    assert trace["attn.weights"].values[0, 1].sum() == pytest.approx(1)
    is_nan = nowhere is Nowhere.NAN
    assert stage(window).notice.isVisible() is is_nan
    if is_nan:
        assert stage(window).notice.label.text() == (
            "First NaN: attn.weights (query q0, key k0): No key may be looked at: 0 / 0, NaN."
        )
    assert stage(window).header.fact.text() == ("! rows are NaN" if is_nan else "✓ rows add to 1")


# Laws


def fact(window):
    return stage(window).header.fact


def test_rows_that_add_to_one_are_told_quietly(window):
    assert fact(window).text() == "✓ rows add to 1"
    assert fact(window).property("kind") == "fact"
    assert "1e-09" in fact(window).toolTip()


def test_softmax_over_columns_is_told_in_red(open_window, qtbot):
    window = open_window(attention(Weights(over=SoftmaxOver.COLUMNS)))
    assert fact(window).text() == "! rows add to 0.17 … 1.83"
    assert fact(window).property("kind") == "broken"
    assert "Softmax ran over the columns" in fact(window).toolTip()
    ground = window.workspace.theme.color(Role.REFUSED_TINT)
    assert QColor(fact(window).grab().toImage().pixelColor(2, fact(window).height() // 2)) == ground


def test_a_broken_law_leads_to_its_row(open_window, qtbot):
    window = open_window(attention(Weights(mask_as=MaskAs.AFTER), mask=MaskKind.CAUSAL))
    window.workspace.cursor.move_to("attn.masked_weights")
    assert fact(window).text() == "! rows add to 0.27 … 1.00"
    window.workspace.selection.choose(None)
    qtbot.mouseClick(fact(window), LEFT)
    chosen = window.workspace.selection.chosen
    assert (chosen.tensor, chosen.index) == ("attn.masked_weights", (0, 0, 0))


def test_rows_say_what_they_add_to(open_window):
    window = open_window(attention(Weights(mask_as=MaskAs.AFTER), mask=MaskKind.CAUSAL))
    window.workspace.cursor.move_to("attn.masked_weights")
    assert stage(window).content.items[-1].row_badges == ("0.27 !", "1.00 ✓")


def test_the_badge_follows_an_edit(open_window):
    window = open_window(attention_of_qkv([[[1], [2]]], [[[1], [2]]], [[[1], [2]]], scale=Scale.NONE))
    window.workspace.cursor.move_to("attn.scores")
    assert fact(window).text() == "✓ symmetric"
    window.workspace.session.apply(SetCells("attn.q", ((0, 0, 0),), (5.0,)))
    assert fact(window).text() == ""
    assert not fact(window).isVisible()


class Mixed(Rotate):
    """Angles laid out for neighbours, rotation done on halves."""

    def compute(self, *inputs):
        x = inputs[0]
        count = self.columns // 2
        angle = np.arange(x.shape[1])[:, None] / self.base ** (2.0 * np.arange(count) / self.columns)
        apart = np.repeat(angle, 2, axis=1)
        turned = np.concatenate([-x[..., count:], x[..., :count]], axis=-1)
        return x * np.cos(apart) + turned * np.sin(apart), angle


def rope(open_window):
    from core.architecture.options import PositionKind, Positions

    made = scenario(
        Architecture(
            Stack.ATTENTION,
            d_model=4,
            positions=Positions(PositionKind.ROPE),
            attention=Attention(heads=1, d_k=4, d_v=4),
        ),
        vocabulary=words(2),
        tokens={"source": words(2)},
        parameters={"embed.W_E": [[1, 2, 3, 4]] * 2, "attn.W_Q": np.eye(4)},
    )
    window = open_window(made)
    window.workspace.cursor.move_to("attn.q_rotated")
    return window


def test_a_rotation_keeps_the_norm(open_window):
    window = rope(open_window)
    assert fact(window).text() == "✓ norms kept"
    assert "5.477 … 5.477" in fact(window).toolTip()


def test_a_wrong_rotation_is_told_with_both_norms(open_window, monkeypatch):
    monkeypatch.setattr(Rotate, "compute", Mixed.compute)
    window = rope(open_window)
    assert fact(window).text() == "! norm 5.477 became 5.863"


def test_positions_show_how_alike_they_are(open_window):
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to("embed.positions")
    assert fact(window).text() == "✓ P·Pᵀ: equal along diagonals"
    canvas, trace = stage(window).canvas, window.workspace.session.trace
    table = trace["embed.positions"].values
    assert trace["embed.positions.similarity"].values == pytest.approx(table @ table.T)
    assert cell_point(canvas, "embed.positions.similarity", (1, 2)) is not None


def test_a_cell_of_the_similarity_is_explained(open_window, qtbot):
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to("embed.positions")
    click_cell(qtbot, stage(window).canvas, "embed.positions.similarity", (1, 2))
    assert window.workspace.selection.chosen.tensor == "embed.positions.similarity"
    assert window.panels["explain"].view.toPlainText().startswith("similarity[the, cat] = ")
    assert window.panels["explain"].proof.text() == "✓ recomputed"


def test_wrong_waves_are_told(open_window, monkeypatch):
    def wrong(operation, *inputs):
        column = np.arange(operation.d_model)
        angle = np.arange(operation.tokens)[:, None] / operation.base ** (column / operation.d_model)
        return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))

    monkeypatch.setattr(SinusoidalPositions, "table", wrong)
    window = open_window("tiny-gpt")
    window.workspace.cursor.move_to("embed.positions")
    assert fact(window).text() == "! P·Pᵀ: not equal along diagonals"


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_a_broken_law_is_in_view_in_every_size(open_window, size):
    window = open_window(attention(Weights(over=SoftmaxOver.COLUMNS)), size=size, language="ja")
    assert fact(window).isVisible()
    assert fact(window).width() >= fact(window).sizeHint().width()


def test_a_quiet_law_yields_before_anything_else_does(open_window, qtbot):
    window = open_window("tiny-gpt", language="ja")
    window.workspace.cursor.move_to("decoder.0.self_attn.weights")
    assert fact(window).isVisible()
    window.resize(800, 700)
    qtbot.waitUntil(lambda: not fact(window).isVisible())
    assert stage(window).header.title.width() > 0
