"""Every step of every preset is shown by the real window."""

import pytest

from core.architecture.presets import PRESETS


@pytest.mark.parametrize("known", PRESETS, ids=lambda each: each.key)
def test_every_step_of_a_preset_is_shown(known, open_window):
    window = open_window(known.scenario(seed=1))
    workspace = window.workspace
    for step in workspace.session.program.steps:
        workspace.cursor.move_to(step.name)
        assert workspace.cursor.step.name == step.name
        assert workspace.selection.chosen.tensor == step.name
