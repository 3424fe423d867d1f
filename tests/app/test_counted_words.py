"""Counts before nouns in the window: of one there is no plural."""

import pytest

from app.models.changed_words import changed_cells_text
from app.models.proof_words import proof_badge
from app.panels.spec import PanelId
from core.edits import SetTokens
from core.proof import Proof, StepProof
from core.ripple import Changed


@pytest.mark.parametrize(
    ("changed", "told"),
    [(Changed(0, 1), ""), (Changed(1, 1), "1 of 1 cell changed"), (Changed(1, 2), "1 of 2 cells changed")],
)
def test_changed_cells(qapp, changed, told):
    assert changed_cells_text(changed) == told


@pytest.mark.parametrize(
    ("cells", "text", "short"),
    [
        (1, "✓ 1 cell recomputed, difference 0", "✓ 1 cell recomputed, off by 0"),
        (2, "✓ 2 cells recomputed, largest difference 0", "✓ 2 cells recomputed, off by 0"),
    ],
)
def test_proved_cells(qapp, cells, text, short):
    badge = proof_badge(StepProof("attn.out", Proof(cells), cells))
    assert (badge.text, badge.short) == (text, short)


@pytest.mark.parametrize(("count", "tokens"), [(1, "1 token"), (2, "2 tokens")])
def test_words_of_a_table(open_window, count, tokens):
    window = open_window("encoder-block")
    window.workspace.session.attempt(SetTokens("source", ("the", "cat")[:count]))
    panel = window.panels[PanelId.NUMBERS]
    panel.set_open(True)
    panel.show_tensor("tokens.source")
    assert panel.tables.told() == tokens
