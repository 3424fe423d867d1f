"""Explain: the arithmetic of the chosen cell, its links, and the way back."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtWidgets import QApplication

from app.panels.explain import HEIGHT, LOW_HEIGHT, ExplainPanel
from app.selection import Place
from app.theme import load_theme
from core.edits.cells import SetCells
from core.examples import load_example
from core.expression.nodes import Cell, Line
from core.tokens import visible
from tests.support.build import attention_of_qkv
from tests.support.workspaces import workspace_on


@pytest.fixture
def workspace(tmp_path, qapp):
    return workspace_on(load_example("worked-example"), tmp_path / "explain.ini")


@pytest.fixture
def panel(workspace, qtbot):
    made = ExplainPanel(workspace)
    qtbot.addWidget(made)
    made.resize(1200, 104)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def text(panel):
    return panel.view.toPlainText()


def follow(panel, link):
    panel.view.anchorClicked.emit(QUrl(str(panel.view.links.index(link))))


def test_the_chosen_cell_is_explained_with_its_numbers(workspace, panel):
    workspace.cursor.move_to("attn.heads")
    assert "0.8808·10 + 0.1192·4 = 9.2848" in text(panel)
    assert "9.29" in text(panel)


def test_another_choice_is_explained_at_once(workspace, panel):
    workspace.selection.choose(Place("attn.scores", (0, 0, 1)))
    assert text(panel).startswith("scores[")
    assert "2·1 = 2" in text(panel)


def test_an_edit_is_explained_at_once(workspace, panel):
    workspace.cursor.move_to("attn.scores")
    workspace.session.apply(SetCells("attn.q", ((0, 0, 0),), (3.0,)))
    assert "3·2 = 6" in text(panel)
    workspace.session.undo_stack.undo()
    assert "2·2 = 4" in text(panel)


def test_a_number_leads_to_the_step_that_made_it_and_back_returns(workspace, panel):
    workspace.cursor.move_to("attn.heads")
    here = workspace.selection.chosen
    assert not panel.back.isVisible()
    follow(panel, Cell("attn.weights", (0, 0, 1)))
    assert workspace.cursor.step.name == "attn.weights"
    assert workspace.selection.chosen == Place("attn.weights", (0, 0, 1))
    assert panel.back.isVisible()
    panel.back.click()
    assert workspace.cursor.step.name == "attn.heads"
    assert workspace.selection.chosen == here
    assert not panel.back.isVisible()


def test_alt_left_goes_back(workspace, panel, qtbot):
    workspace.cursor.move_to("attn.heads")
    follow(panel, Cell("attn.v", (0, 1, 0)))
    assert workspace.cursor.step.name == "attn.v"
    panel.setFocus()
    qtbot.keyClick(panel, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert workspace.cursor.step.name == "attn.heads"


def test_a_parameter_is_chosen_without_leaving_the_step(tmp_path, qtbot):
    workspace = workspace_on(load_example("one-head"), tmp_path / "explain.ini")
    panel = ExplainPanel(workspace)
    qtbot.addWidget(panel)
    workspace.cursor.move_to("attn.q")
    parameter = next(link for link in panel.view.links if isinstance(link, Cell) and "W_Q" in link.tensor)
    follow(panel, parameter)
    assert workspace.cursor.step.name == "attn.q"
    assert workspace.selection.chosen == Place(parameter.tensor, parameter.index)
    assert "parameter" in text(panel)
    assert not panel.proof.isVisibleTo(panel)


def test_tab_goes_through_the_links_and_enter_follows(workspace, panel, qtbot):
    workspace.cursor.move_to("attn.heads")
    pointed = []
    panel.view.link_pointed.connect(pointed.append)
    panel.full.setFocus()
    panel.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(panel.view.hasFocus)
    count = len(panel.view.links)
    for _ in range(count - 1):
        qtbot.keyClick(panel.view, Qt.Key.Key_Tab)
    assert pointed == list(panel.view.links)
    assert panel.view.hasFocus()
    last = pointed[-1]
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert workspace.selection.chosen.tensor == last.tensor


def test_tab_leaves_the_text_behind_the_last_link(workspace, panel, qtbot):
    workspace.cursor.move_to("attn.scores")
    panel.full.setFocus()
    panel.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(panel.view.hasFocus)
    for _ in panel.view.links:
        qtbot.keyClick(panel.view, Qt.Key.Key_Tab)
    assert not panel.view.hasFocus()


def test_pointing_at_a_number_lights_its_cell(workspace, panel):
    workspace.cursor.move_to("attn.scores")
    number = panel.view.links.index(Cell("attn.k", (0, 0, 0)))
    panel.view.highlighted.emit(QUrl(str(number)))
    assert workspace.selection.hovered == Place("attn.k", (0, 0, 0))
    panel.view.highlighted.emit(QUrl())
    assert workspace.selection.hovered is None


def test_nothing_is_pointed_at_any_more_where_a_followed_number_stood(workspace, panel):
    workspace.cursor.move_to("attn.scores")
    number = QUrl(str(panel.view.links.index(Cell("attn.k", (0, 0, 0)))))
    panel.view.highlighted.emit(number)
    panel.view.anchorClicked.emit(number)
    assert workspace.cursor.step.name == "attn.k"
    assert workspace.selection.hovered is None


def test_a_row_is_a_link_too_and_leads_to_its_first_cell(workspace, panel):
    workspace.cursor.move_to("attn.scores")
    follow(panel, next(link for link in panel.view.links if isinstance(link, Line)))
    assert workspace.cursor.step.name == "attn.q"
    assert workspace.selection.chosen == Place("attn.q", (0, 0, 0))


def test_the_proof_stands_beside_a_computed_cell(workspace, panel):
    workspace.cursor.move_to("attn.weights")
    assert panel.proof.text() == "✓ recomputed"
    assert panel.proof.property("kind") == "link"
    workspace.selection.choose(Place("attn.q", (0, 0, 0)))
    assert not panel.proof.isVisible()


def test_full_precision_writes_every_digit(workspace, panel):
    workspace.cursor.move_to("attn.weights")
    assert "0.8808" in text(panel)
    panel.full.click()
    assert "0.8807970779778823" in text(panel)
    panel.full.click()
    assert "0.88079" not in text(panel)


def test_decimals_of_the_window_are_used(workspace, panel):
    workspace.cursor.move_to("attn.weights")
    workspace.display.set_decimals(2)
    assert "= 0.88\n" in text(panel)


def test_words_of_the_document_are_never_read_as_mark_up(tmp_path, qtbot):
    made = attention_of_qkv([[[2.0]]], [[[2.0], [1.0]]], [[[10.0], [4.0]]])
    evil = "<b>&amp;<img src=x>"
    made = made.with_changes(tokens={"source": (evil, "b"), "target": ("q",)})
    workspace = workspace_on(made, tmp_path / "explain.ini")
    panel = ExplainPanel(workspace)
    qtbot.addWidget(panel)
    workspace.selection.choose(Place("attn.scores", (0, 0, 0)))
    assert visible(evil) in text(panel)


def test_without_a_choice_there_is_a_sentence(workspace, panel):
    workspace.selection.choose(None)
    assert text(panel) == "Choose a cell to see how it was made."
    assert not panel.full.isVisible()


def test_a_narrow_panel_stands_beside_the_stage(panel):
    assert panel.height() in (HEIGHT, LOW_HEIGHT)
    panel.resize(320, 600)
    panel.resize(320, 600)  # the first time it was held low
    assert panel.height() == 600


def test_the_theme_and_the_zoom_change_while_it_is_open(workspace, panel):
    before = text(panel)
    workspace.theme.set_theme(load_theme("dark"))
    workspace.display.set_zoom(150)
    assert text(panel) == before


def test_all_texts_are_set_again_for_another_language(panel):
    panel.full.setText("")
    QCoreApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    assert panel.full.text() == "full precision ▸"


@pytest.mark.parametrize(("height", "decimals"), [(HEIGHT, 4), (LOW_HEIGHT, 4), (LOW_HEIGHT, 6)])
def test_only_whole_lines_are_shown_and_scrolled(workspace, panel, height, decimals):
    workspace.display.set_decimals(decimals)
    panel.window().resize(420 if decimals > 4 else 700, 900 if height == HEIGHT else 700)
    panel.set_beside(beside=False)
    panel.full.setChecked(decimals > 4)
    QCoreApplication.processEvents()
    view, line = panel.view, panel.view.line_height
    assert view.viewport().height() % line == 0
    bar = view.verticalScrollBar()
    assert bar.maximum() % line == 0
    bar.setValue(bar.maximum() - line // 2)
    assert bar.value() % line == 0


def test_four_lines_fit_under_the_stage(workspace, tmp_path, qtbot):
    made = ExplainPanel(workspace_on(load_example("encoder-block"), tmp_path / "four.ini"))
    qtbot.addWidget(made)
    made.resize(984, LOW_HEIGHT)
    made.show()
    made._workspace.cursor.move_to("encoder.0.attn.weights")
    QCoreApplication.processEvents()
    assert made.view.viewport().height() == 4 * made.view.line_height
    assert made.view.document().blockCount() == 4
    assert made.view.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("zoom", [90, 100, 125, 150])
@pytest.mark.parametrize("is_early", [True, False])
def test_whole_lines_are_shown_and_the_last_one_can_be_reached(open_window, zoom, is_early):
    window = open_window("induction", size=None)
    if is_early:
        window.workspace.display.set_zoom(zoom)
    window.resize(1024, 700)
    QApplication.processEvents()
    window.workspace.display.set_zoom(zoom)
    window.workspace.cursor.move_to("logits")
    QApplication.processEvents()
    view = window.panels["explain"].view
    bar, height = view.verticalScrollBar(), view.viewport().height()
    assert height % view.line_height == 0
    assert (bar.pageStep(), bar.maximum()) == (height, max(view.document().size().height() - height, 0))
