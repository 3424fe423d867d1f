"""A workspace without a window, for tests of panels."""

from app.cursor import StepCursor
from app.display import Display
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
    return Workspace(
        session=session,
        cursor=cursor,
        selection=selection,
        player=Player(session, cursor, selection, session),
        ripple=Ripple(session, settings, session),
        pin=Pin(session, session),
        display=Display(session, session),
        settings=settings,
        theme=ThemeStore(load_theme(theme), session),
        notifier=Notifier(session),
    )
