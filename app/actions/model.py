"""The Model menu."""

from __future__ import annotations

from app.actions.spec import ActionSpec, Menu
from core.text import QT_TRANSLATE_NOOP

MODEL_ACTIONS = (
    ActionSpec(
        "model.change",
        QT_TRANSLATE_NOOP("Actions", "&Change model…"),
        Menu.MODEL,
        1,
        lambda desk: desk.window.show_change_model(),
    ),
)
