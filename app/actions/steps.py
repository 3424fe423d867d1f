"""The Steps menu: from step to step. Plain keys belong to the stage; these hold in the whole window."""

from __future__ import annotations

from functools import partial

from app.actions.spec import ActionSpec, ChoiceSpec, Desk, Entry, Menu
from app.cursor import Stride
from app.models.stage_switches import SwitchState, own_switch, switch_edit
from app.player import SPEEDS
from core.text import QT_TRANSLATE_NOOP


def _speeds(desk: Desk) -> tuple[Entry, ...]:
    shown = desk.workspace.player.speed
    return tuple(
        Entry(f"{speed:g}×", partial(_set_speed, speed=speed), checked=speed == shown) for speed in SPEEDS
    )


def _set_speed(desk: Desk, speed: float) -> None:
    desk.workspace.player.set_speed(speed)


def _switch(desk: Desk) -> SwitchState | None:
    """Return the switch of the part that is shown."""
    session = desk.workspace.session
    return own_switch(session.program, desk.workspace.cursor.step, session.scenario.architecture)


def _turn_switch(desk: Desk) -> None:
    session, state = desk.workspace.session, _switch(desk)
    if state is not None:
        session.apply(switch_edit(session.scenario.architecture, state.key, is_on=not state.is_on))


def _switch_is_on(desk: Desk) -> bool:
    state = _switch(desk)
    return state is not None and state.is_on


STEPS_ACTIONS: tuple[ActionSpec | ChoiceSpec, ...] = (
    ActionSpec(
        "steps.first",
        QT_TRANSLATE_NOOP("Actions", "&First step"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.player.first(),
        enabled=lambda desk: not desk.workspace.player.at_start,
        keys=("Ctrl+Shift+F8",),
        icon="first",
    ),
    ActionSpec(
        "steps.back",
        QT_TRANSLATE_NOOP("Actions", "&Back"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.player.back(),
        enabled=lambda desk: not desk.workspace.player.at_start,
        keys=("Shift+F8",),
        icon="back",
    ),
    ActionSpec(
        "steps.forward",
        QT_TRANSLATE_NOOP("Actions", "F&orward"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.player.forward(),
        enabled=lambda desk: not desk.workspace.player.at_end,
        keys=("F8",),
        icon="forward",
    ),
    ActionSpec(
        "steps.last",
        QT_TRANSLATE_NOOP("Actions", "&Last step"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.player.last(),
        enabled=lambda desk: not desk.workspace.player.at_end,
        keys=("Ctrl+F8",),
        icon="last",
    ),
    ActionSpec(
        "steps.play",
        QT_TRANSLATE_NOOP("Actions", "Pla&y / pause"),
        Menu.STEPS,
        2,
        lambda desk: desk.workspace.player.toggle(),
        checked=lambda desk: desk.workspace.player.is_playing,
        keys=("F12",),  # the space bar is the grid's, and F9 opens the Steps panel
    ),
    ChoiceSpec("steps.speed", QT_TRANSLATE_NOOP("Actions", "&Speed"), Menu.STEPS, 2, _speeds),
    ActionSpec(
        "steps.stop_here",
        QT_TRANSLATE_NOOP("Actions", "Stop &here when playing"),
        Menu.STEPS,
        2,
        lambda desk: desk.workspace.player.toggle_stop(desk.workspace.cursor.step.name),
        checked=lambda desk: desk.workspace.cursor.step.name in desk.workspace.player.stops,
        keys=("F7",),
    ),
    ActionSpec(
        "steps.switch",
        QT_TRANSLATE_NOOP("Actions", "S&witch this part on / off"),
        Menu.STEPS,
        2,
        _turn_switch,
        enabled=lambda desk: _switch(desk) is not None,
        checked=_switch_is_on,
        keys=("F6",),
    ),
    ActionSpec(
        "steps.by_layer",
        QT_TRANSLATE_NOOP("Actions", "Move by l&ayer"),
        Menu.STEPS,
        3,
        lambda desk: desk.workspace.cursor.set_stride(Stride.LAYER),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.LAYER,
    ),
    ActionSpec(
        "steps.by_part",
        QT_TRANSLATE_NOOP("Actions", "Move by &part"),
        Menu.STEPS,
        3,
        lambda desk: desk.workspace.cursor.set_stride(Stride.PART),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.PART,
    ),
    ActionSpec(
        "steps.by_operation",
        QT_TRANSLATE_NOOP("Actions", "Move by op&eration"),
        Menu.STEPS,
        3,
        lambda desk: desk.workspace.cursor.set_stride(Stride.OPERATION),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.OPERATION,
    ),
    ActionSpec(
        "steps.by_row",
        QT_TRANSLATE_NOOP("Actions", "Move by &row"),
        Menu.STEPS,
        3,
        lambda desk: desk.workspace.cursor.set_stride(Stride.ROW),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.ROW,
    ),
    ActionSpec(
        "steps.by_cell",
        QT_TRANSLATE_NOOP("Actions", "Move by &cell"),
        Menu.STEPS,
        3,
        lambda desk: desk.workspace.cursor.set_stride(Stride.CELL),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.CELL,
    ),
)
