"""A workspace without a window, for tests of panels."""

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
from app.theme import ThemeStore, load_theme
from app.workspace import Workspace


def workspace_on(scenario, settings_path, theme="light"):
    session = Session(scenario)
    cursor = StepCursor(session, session)
    selection = Selection(session, cursor, session)
    settings = SettingsStore(settings_path, session)
    player = Player(session, cursor, selection, session)
    return Workspace(
        session=session,
        cursor=cursor,
        selection=selection,
        player=player,
        ripple=Ripple(session, settings, session),
        pin=Pin(session, session),
        health=Health(session, session),
        proof=IdleProof(session, cursor, player, session),
        display=Display(session, session),
        settings=settings,
        theme=ThemeStore(load_theme(theme), session),
        notifier=Notifier(session),
    )
