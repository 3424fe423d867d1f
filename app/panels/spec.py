"""What a panel is: a title, a place, and a function that builds its widget."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from PySide6.QtWidgets import QWidget

from app.widgets.room import Room
from app.workspace import Workspace
from core.record import Record


class PanelId(StrEnum):
    """All panels."""

    TOKENS = "tokens"
    STEPS = "steps"
    STAGE = "stage"
    EXPLAIN = "explain"
    PLAYER = "player"
    NUMBERS = "numbers"


class Area(StrEnum):
    """Where a panel stands in the window."""

    STRIP = "strip"  # under the tool bar
    RAIL = "rail"  # at the left, folded into a rail
    STAGE = "stage"
    EXPLAIN = "explain"  # below the stage, beside it in wide windows
    PLAYER = "player"
    DRAWER = "drawer"  # along the lower edge


class PanelSpec(Record):
    """One panel."""

    id: PanelId
    title: str
    """Marked with ``QT_TRANSLATE_NOOP("Panels", …)``."""
    build: Callable[[Workspace, QWidget], QWidget]
    area: Area


class Yielding(Protocol):
    """What the window asks of stage and Explain: to take less height where the drawer needs it."""

    def set_room(self, room: Room) -> None:
        """Be as high as there is room."""
