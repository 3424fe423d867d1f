"""The Edit menu. Copy and paste belong to the widget that has the focus."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from app.actions.spec import ActionSpec, ChoiceSpec, Desk, Entry, Menu
from app.texts import translated
from core.exporters import MATRIX_TEXTS
from core.text import QT_TRANSLATE_NOOP, Message


def _told(label: Message | None) -> str:
    """Name an edit in the language in force, whichever it was made in."""
    return translated(label) if label is not None else ""


def _copies(desk: Desk) -> tuple[Entry, ...]:
    """Return all ways to copy what is selected in the drawer."""
    ways = [(form.key, QCoreApplication.translate("Formats", form.title)) for form in MATRIX_TEXTS]
    ways.append(("picture", QCoreApplication.translate("Actions", "Picture")))
    is_open = desk.window.numbers_open
    return tuple(Entry(text, partial(_copy_as, key=key), enabled=is_open) for key, text in ways)


def _copy_as(desk: Desk, key: str) -> None:
    desk.window.copy_numbers_as(key)


EDIT_ACTIONS: tuple[ActionSpec | ChoiceSpec, ...] = (
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
    ChoiceSpec("edit.copy_as", QT_TRANSLATE_NOOP("Actions", "Copy numbers &as"), Menu.EDIT, 2, _copies),
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
