"""All panels of the window. Add a module with one widget, and its record here."""

from __future__ import annotations

from app.panels.explain import ExplainPanel
from app.panels.numbers import NumbersPanel
from app.panels.player import PlayerPanel
from app.panels.spec import Area, PanelId, PanelSpec
from app.panels.steps import StepsPanel
from app.panels.tokens import TokensPanel
from core.text import QT_TRANSLATE_NOOP

PANELS: tuple[PanelSpec, ...] = (
    PanelSpec(PanelId.TOKENS, QT_TRANSLATE_NOOP("Panels", "Tokens"), TokensPanel, Area.STRIP),
    PanelSpec(PanelId.STEPS, QT_TRANSLATE_NOOP("Panels", "Steps"), StepsPanel, Area.RAIL),
    PanelSpec(PanelId.EXPLAIN, QT_TRANSLATE_NOOP("Panels", "Explain"), ExplainPanel, Area.EXPLAIN),
    PanelSpec(PanelId.PLAYER, QT_TRANSLATE_NOOP("Panels", "Player"), PlayerPanel, Area.PLAYER),
    PanelSpec(PanelId.NUMBERS, QT_TRANSLATE_NOOP("Panels", "Numbers"), NumbersPanel, Area.DRAWER),
)
