"""All panels of the window. Add a module with one widget, and its record here."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.panels.explain import ExplainPanel
from app.panels.player import PlayerPanel
from app.panels.spec import Area, PanelId, PanelSpec
from app.panels.steps import StepsPanel
from app.panels.tokens import TokensPanel
from app.workspace import Workspace
from core.text import QT_TRANSLATE_NOOP


def _stage(workspace: Workspace, parent: QWidget) -> QWidget:
    from app.panels.stage import StagePanel  # pyqtgraph takes 0.3 s: the frame is painted first

    return StagePanel(workspace, parent)


def _numbers(workspace: Workspace, parent: QWidget) -> QWidget:
    from app.panels.numbers import NumbersPanel  # most starts leave the drawer closed

    return NumbersPanel(workspace, parent)


PANELS: tuple[PanelSpec, ...] = (
    PanelSpec(PanelId.TOKENS, QT_TRANSLATE_NOOP("Panels", "Tokens"), TokensPanel, Area.STRIP),
    PanelSpec(PanelId.STEPS, QT_TRANSLATE_NOOP("Panels", "Steps"), StepsPanel, Area.RAIL),
    PanelSpec(PanelId.STAGE, QT_TRANSLATE_NOOP("Panels", "Stage"), _stage, Area.STAGE),
    PanelSpec(PanelId.EXPLAIN, QT_TRANSLATE_NOOP("Panels", "Explain"), ExplainPanel, Area.EXPLAIN),
    PanelSpec(PanelId.PLAYER, QT_TRANSLATE_NOOP("Panels", "Player"), PlayerPanel, Area.PLAYER),
    PanelSpec(PanelId.NUMBERS, QT_TRANSLATE_NOOP("Panels", "Numbers"), _numbers, Area.DRAWER),
)
