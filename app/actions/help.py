"""The Help menu."""

from __future__ import annotations

from app.actions.spec import ActionSpec, Menu
from core.text import QT_TRANSLATE_NOOP

HELP_ACTIONS = (
    ActionSpec(
        "help.shortcuts",
        QT_TRANSLATE_NOOP("Actions", "&Keys…"),
        Menu.HELP,
        1,
        lambda desk: desk.window.show_shortcuts(),
        keys=("F1",),
    ),
    ActionSpec(
        "help.about",
        QT_TRANSLATE_NOOP("Actions", "&About the Transformer Sandbox…"),
        Menu.HELP,
        2,
        lambda desk: desk.window.show_about(),
    ),
)
