"""The Model menu."""

from __future__ import annotations

from app.actions.spec import ActionSpec, Desk, Menu
from core.edits.pairing import SwapPairing
from core.text import QT_TRANSLATE_NOOP


def _turns(desk: Desk) -> bool:
    return bool(desk.workspace.session.scenario.architecture.rotated_columns)


def _swap_pairing(desk: Desk) -> None:
    desk.workspace.session.apply(SwapPairing())


MODEL_ACTIONS = (
    ActionSpec(
        "model.change",
        QT_TRANSLATE_NOOP("Actions", "&Change model…"),
        Menu.MODEL,
        1,
        lambda desk: desk.window.show_change_model(),
    ),
    ActionSpec(
        "model.swap_pairing",
        QT_TRANSLATE_NOOP("Actions", "&Turn other pairs of columns, same model"),
        Menu.MODEL,
        2,
        _swap_pairing,
        enabled=_turns,
    ),
)
