"""What a panel or an action may talk to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.record import Record

if TYPE_CHECKING:
    from app.cursor import StepCursor
    from app.display import Display
    from app.health import Health
    from app.idle_proof import IdleProof
    from app.notifier import Notifier
    from app.pin import Pin
    from app.player import Player
    from app.ripple import Ripple
    from app.selection import Selection
    from app.session import Session
    from app.settings import SettingsStore
    from app.theme import ThemeStore


class Workspace(Record):
    """Built once a window by `app.application` and handed down; it has no behaviour."""

    session: Session
    cursor: StepCursor
    selection: Selection
    player: Player
    ripple: Ripple
    pin: Pin
    health: Health
    proof: IdleProof
    display: Display
    settings: SettingsStore
    theme: ThemeStore
    notifier: Notifier
