"""The Steps menu: from step to step. Plain keys belong to the stage; these hold in the whole window."""

from __future__ import annotations

from app.actions.spec import ActionSpec, Menu
from app.cursor import Stride
from core.text import QT_TRANSLATE_NOOP

STEPS_ACTIONS = (
    ActionSpec(
        "steps.first",
        QT_TRANSLATE_NOOP("Actions", "&First step"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.cursor.first(),
        enabled=lambda desk: not desk.workspace.cursor.at_start,
        keys=("Ctrl+Shift+F8",),
        icon="first",
    ),
    ActionSpec(
        "steps.back",
        QT_TRANSLATE_NOOP("Actions", "&Back"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.cursor.back(),
        enabled=lambda desk: not desk.workspace.cursor.at_start,
        keys=("Shift+F8",),
        icon="back",
    ),
    ActionSpec(
        "steps.forward",
        QT_TRANSLATE_NOOP("Actions", "F&orward"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.cursor.forward(),
        enabled=lambda desk: not desk.workspace.cursor.at_end,
        keys=("F8",),
        icon="forward",
    ),
    ActionSpec(
        "steps.last",
        QT_TRANSLATE_NOOP("Actions", "&Last step"),
        Menu.STEPS,
        1,
        lambda desk: desk.workspace.cursor.last(),
        enabled=lambda desk: not desk.workspace.cursor.at_end,
        keys=("Ctrl+F8",),
        icon="last",
    ),
    ActionSpec(
        "steps.by_layer",
        QT_TRANSLATE_NOOP("Actions", "Move by l&ayer"),
        Menu.STEPS,
        2,
        lambda desk: desk.workspace.cursor.set_stride(Stride.LAYER),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.LAYER,
    ),
    ActionSpec(
        "steps.by_part",
        QT_TRANSLATE_NOOP("Actions", "Move by &part"),
        Menu.STEPS,
        2,
        lambda desk: desk.workspace.cursor.set_stride(Stride.PART),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.PART,
    ),
    ActionSpec(
        "steps.by_operation",
        QT_TRANSLATE_NOOP("Actions", "Move by op&eration"),
        Menu.STEPS,
        2,
        lambda desk: desk.workspace.cursor.set_stride(Stride.OPERATION),
        checked=lambda desk: desk.workspace.cursor.stride is Stride.OPERATION,
    ),
)
