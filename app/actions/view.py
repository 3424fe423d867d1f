"""The View menu: how numbers are shown, what is open, theme and language."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication

from app.actions.spec import ActionSpec, ChoiceSpec, Desk, Entry, Menu
from app.appearance import THEMES
from app.display import MAX_DECIMALS, ZOOM_STEPS
from app.language import LANGUAGES
from core.text import QT_TRANSLATE_NOOP

_THEME_TITLES = {
    "light": QT_TRANSLATE_NOOP("Actions", "Light"),
    "dark": QT_TRANSLATE_NOOP("Actions", "Dark"),
    "projector": QT_TRANSLATE_NOOP("Actions", "Projector"),
    "high-contrast": QT_TRANSLATE_NOOP("Actions", "High contrast"),
}


def _decimals(desk: Desk) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            str(decimals),
            partial(_set_decimals, decimals=decimals),
            checked=decimals == desk.workspace.display.decimals,
        )
        for decimals in range(MAX_DECIMALS + 1)
    )


def _set_decimals(desk: Desk, decimals: int) -> None:
    desk.workspace.display.set_decimals(decimals)


def _themes(desk: Desk) -> tuple[Entry, ...]:
    chosen = desk.workspace.settings.settings.theme
    named = [("", QCoreApplication.translate("Actions", "As the system"))]
    named += [(key, QCoreApplication.translate("Actions", _THEME_TITLES[key])) for key in THEMES]
    return tuple(Entry(title, partial(_set_theme, key=key), checked=key == chosen) for key, title in named)


def _set_theme(desk: Desk, key: str) -> None:
    desk.workspace.settings.update(theme=key)


def _languages(desk: Desk) -> tuple[Entry, ...]:
    chosen = desk.workspace.settings.settings.language
    named = [("", QCoreApplication.translate("Actions", "As the system")), *LANGUAGES.items()]
    return tuple(Entry(title, partial(_set_language, key=key), checked=key == chosen) for key, title in named)


def _set_language(desk: Desk, key: str) -> None:
    desk.workspace.settings.update(language=key)


VIEW_ACTIONS: tuple[ActionSpec | ChoiceSpec, ...] = (
    ChoiceSpec("view.decimals", QT_TRANSLATE_NOOP("Actions", "&Decimals"), Menu.VIEW, 1, _decimals),
    ActionSpec(
        "view.zoom_in",
        QT_TRANSLATE_NOOP("Actions", "Zoom &in"),
        Menu.VIEW,
        1,
        lambda desk: desk.workspace.display.zoom_in(),
        enabled=lambda desk: desk.workspace.display.zoom < ZOOM_STEPS[-1],
        keys=("Ctrl+=", "Ctrl++", "Ctrl+;"),  # + needs Shift on US keyboards and lies at ; on Japanese ones
        icon="zoom-in",
    ),
    ActionSpec(
        "view.zoom_out",
        QT_TRANSLATE_NOOP("Actions", "Zoom &out"),
        Menu.VIEW,
        1,
        lambda desk: desk.workspace.display.zoom_out(),
        enabled=lambda desk: desk.workspace.display.zoom > ZOOM_STEPS[0],
        keys=("Ctrl+-",),
        icon="zoom-out",
    ),
    ActionSpec(
        "view.zoom_reset",
        QT_TRANSLATE_NOOP("Actions", "Norma&l size"),
        Menu.VIEW,
        1,
        lambda desk: desk.workspace.display.set_zoom(100),
        enabled=lambda desk: desk.workspace.display.zoom != 100,
        keys=("Ctrl+0",),
    ),
    ActionSpec(
        "view.steps",
        QT_TRANSLATE_NOOP("Actions", "Panel “&Steps”"),
        Menu.VIEW,
        2,
        lambda desk: desk.window.toggle_steps(),
        checked=lambda desk: desk.window.steps_open,
        keys=("F9",),
    ),
    ActionSpec(
        "view.numbers",
        QT_TRANSLATE_NOOP("Actions", "Drawer “&Numbers”"),
        Menu.VIEW,
        2,
        lambda desk: desk.window.toggle_numbers(),
        checked=lambda desk: desk.window.numbers_open,
        keys=("Shift+F9",),
    ),
    ActionSpec(
        "view.start_strip",
        QT_TRANSLATE_NOOP("Actions", "Strip “Start &with”"),
        Menu.VIEW,
        2,
        lambda desk: desk.workspace.settings.update(
            start_strip_closed=not desk.workspace.settings.settings.start_strip_closed
        ),
        checked=lambda desk: not desk.workspace.settings.settings.start_strip_closed,
    ),
    ActionSpec(
        "view.mark_changes",
        QT_TRANSLATE_NOOP("Actions", "&Mark what changed"),
        Menu.VIEW,
        2,
        lambda desk: desk.workspace.settings.update(
            mark_changes=not desk.workspace.settings.settings.mark_changes
        ),
        checked=lambda desk: desk.workspace.settings.settings.mark_changes,
    ),
    ActionSpec(
        "view.grid_colors",
        QT_TRANSLATE_NOOP("Actions", "&Colours in the grid"),
        Menu.VIEW,
        2,
        lambda desk: desk.workspace.settings.update(
            grid_colors=not desk.workspace.settings.settings.grid_colors
        ),
        checked=lambda desk: desk.workspace.settings.settings.grid_colors,
    ),
    ChoiceSpec("view.theme", QT_TRANSLATE_NOOP("Actions", "&Theme"), Menu.VIEW, 3, _themes),
    ChoiceSpec("view.language", QT_TRANSLATE_NOOP("Actions", "Lan&guage"), Menu.VIEW, 3, _languages),
)
