"""The Edit menu. Copy and paste belong to the widget that has the focus."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from app.actions.spec import ActionSpec, Menu
from app.texts import translated
from core.text import QT_TRANSLATE_NOOP, Message


def _told(label: Message | None) -> str:
    """Name an edit in the language in force, whichever it was made in."""
    return translated(label) if label is not None else ""


EDIT_ACTIONS = (
    ActionSpec(
        "edit.undo",
        QT_TRANSLATE_NOOP("Actions", "&Undo"),
        Menu.EDIT,
        1,
        lambda desk: desk.workspace.session.undo_stack.undo(),
        enabled=lambda desk: desk.workspace.session.undo_stack.canUndo(),
        detail=lambda desk: _told(desk.workspace.session.undo_label),
        keys=(QKeySequence.StandardKey.Undo,),
        icon="undo",
    ),
    ActionSpec(
        "edit.redo",
        QT_TRANSLATE_NOOP("Actions", "&Redo"),
        Menu.EDIT,
        1,
        lambda desk: desk.workspace.session.undo_stack.redo(),
        enabled=lambda desk: desk.workspace.session.undo_stack.canRedo(),
        detail=lambda desk: _told(desk.workspace.session.redo_label),
        keys=(QKeySequence.StandardKey.Redo, "Ctrl+Y"),
        icon="redo",
    ),
    ActionSpec(
        "edit.decimal_comma",
        QT_TRANSLATE_NOOP("Actions", "Take a &comma for the decimal sign"),
        Menu.EDIT,
        9,
        lambda desk: desk.workspace.settings.update(
            decimal_comma=not desk.workspace.settings.settings.decimal_comma
        ),
        checked=lambda desk: desk.workspace.settings.settings.decimal_comma,
    ),
)
