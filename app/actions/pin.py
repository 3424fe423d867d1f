"""Keeping a run and comparing the present one with it: entries of the menu Model."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication

from app.actions.spec import ActionSpec, ChoiceSpec, Desk, Entry, Menu
from app.models.pinned_words import pinned_name, showing_words
from app.pin import Showing
from app.selection import Place
from core.compare import Kind
from core.text import QT_TRANSLATE_NOOP


def _is_pinned(desk: Desk) -> bool:
    return desk.workspace.pin.pinned is not None


def _toggle(desk: Desk) -> None:
    pin = desk.workspace.pin
    if pin.pinned is None:
        _pin(desk)
    else:
        pin.unpin()


def _pin(desk: Desk) -> None:
    desk.workspace.pin.pin(desk.files.name)


def _name(desk: Desk) -> str:
    pinned = desk.workspace.pin.pinned
    return "" if pinned is None else f"({pinned_name(pinned)})"


def _showings(desk: Desk) -> tuple[Entry, ...]:
    pin = desk.workspace.pin
    return tuple(
        Entry(
            text,
            partial(_show, showing=showing),
            enabled=pin.pinned is not None,
            checked=showing is pin.showing,
        )
        for showing, text in showing_words()
    )


def _show(desk: Desk, showing: Showing) -> None:
    desk.workspace.pin.show(showing)


def _go_to_first(desk: Desk) -> None:
    """Show the first step that differs, and in it the cell that differs most; or say that none does."""
    workspace, known = desk.workspace, desk.workspace.pin.differences
    if known is not None and known.first is not None:
        found = known.step(known.first)
        workspace.cursor.move_to(known.first.name)
        if found.kind is Kind.DIFFERENT:
            workspace.selection.choose(Place(found.name, found.where))
        return
    told = QCoreApplication.translate("Pin", "Every step has the numbers of the pinned run.")
    workspace.notifier.notify(told)


PIN_ACTIONS: tuple[ActionSpec | ChoiceSpec, ...] = (
    ActionSpec(
        "pin.toggle",
        QT_TRANSLATE_NOOP("Actions", "&Pin the present numbers"),
        Menu.MODEL,
        8,
        _toggle,
        checked=_is_pinned,
        detail=_name,
        keys=("F4",),
        icon="pin",
    ),
    ActionSpec(
        "pin.renew",
        QT_TRANSLATE_NOOP("Actions", "Pin the present numbers &instead"),
        Menu.MODEL,
        8,
        _pin,
        enabled=_is_pinned,
        keys=("Shift+F4",),
    ),
    ChoiceSpec("pin.show", QT_TRANSLATE_NOOP("Actions", "&Show"), Menu.MODEL, 8, _showings),
    ActionSpec(
        "pin.show_next",
        QT_TRANSLATE_NOOP("Actions", "&Next of now, pinned, now − pinned"),
        Menu.MODEL,
        8,
        lambda desk: desk.workspace.pin.show_next(),
        enabled=_is_pinned,
        keys=("F3",),
    ),
    ActionSpec(
        "pin.first",
        QT_TRANSLATE_NOOP("Actions", "Go to the &first difference"),
        Menu.MODEL,
        8,
        _go_to_first,
        enabled=_is_pinned,
        keys=("Shift+F3",),
    ),
)
