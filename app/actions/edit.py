"""The Edit menu. Copy and paste belong to the widget that has the focus."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from app.actions.spec import ActionSpec, Menu
from core.text import QT_TRANSLATE_NOOP

EDIT_ACTIONS = (
    ActionSpec(
        "edit.undo",
        QT_TRANSLATE_NOOP("Actions", "&Undo"),
        Menu.EDIT,
        1,
        lambda desk: desk.workspace.session.undo_stack.undo(),
        enabled=lambda desk: desk.workspace.session.undo_stack.canUndo(),
        detail=lambda desk: desk.workspace.session.undo_stack.undoText(),
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
        detail=lambda desk: desk.workspace.session.undo_stack.redoText(),
        keys=(QKeySequence.StandardKey.Redo, "Ctrl+Y"),
        icon="redo",
    ),
)
