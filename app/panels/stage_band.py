"""The band above the stage: the formula of the step, where its parts lead, turned pairs and shared heads."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.outline import short_title
from app.models.stage_formula import formula_of
from app.models.stage_heads import head_sharing
from app.models.stage_title import head_count
from app.models.stage_turning import chosen_turn, turns
from app.pin import Showing
from app.selection import Place
from app.texts import translated
from app.theme import Theme
from app.widgets.formula_bar import FormulaBar
from app.workspace import Workspace
from core.ops.rotary import Rotate
from core.program import Program, Step


class StageBand(QObject):
    """Keeps the bar and the workspace together."""

    def __init__(self, workspace: Workspace, bar: FormulaBar, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._bar = bar
        bar.picture.part_chosen.connect(self._on_part_chosen)
        workspace.selection.head_changed.connect(self._show_arrows)
        workspace.selection.chosen_changed.connect(self._show_turns)
        workspace.session.trace_changed.connect(self._show_turns)
        workspace.pin.changed.connect(self.show_step)
        workspace.theme.changed.connect(self._on_theme_changed)

    @property
    def _shown(self) -> tuple[Program, Step]:
        return self._workspace.pin.step_shown(self._workspace.cursor.step)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self._bar.arrows.setAccessibleName(self.tr("Which heads read which"))
        self._bar.turns.setAccessibleName(self.tr("How pairs of columns are turned"))
        self._show_turns()

    def show_step(self) -> None:
        """Show the formula of the current step, and the arrows where it has to do with shared heads."""
        formula = formula_of(*self._shown)
        if formula is None:
            self._bar.picture.set_formula("")
        else:
            links = {part: self._name_of(tensor) for part, tensor in formula.targets.items()}
            self._bar.picture.set_formula(formula.key, formula.current, links)
        self._bar.fit()
        self._show_arrows()
        self._show_turns()

    def _show_turns(self) -> None:
        """Show how the pairs of the chosen row are turned, where the step turns them."""
        workspace = self._workspace
        trace = workspace.pin.trace_shown
        step = trace.program.maker(workspace.cursor.step.name)
        is_difference = workspace.pin.showing is Showing.DIFFERENCE
        if step is None or not isinstance(step.operation, Rotate) or is_difference:
            self._bar.turns.set_turns(())
            return
        row, lit = chosen_turn(step, workspace.selection.chosen)
        head = workspace.selection.head_among(head_count(trace.program, step))
        self._bar.turns.set_turns(turns(trace, step, head, row), lit)

    def _show_arrows(self) -> None:
        sharing = head_sharing(*self._shown, self._workspace.selection.head)
        if sharing is None:
            self._bar.arrows.set_sharing(())
        else:
            self._bar.arrows.set_sharing(sharing.reads, sharing.readers, sharing.symbol, sharing.words)

    def _name_of(self, tensor: str) -> str:
        """Return a step in words, or the name of a working."""
        step = self._shown[0].step(tensor)
        return translated(short_title(step)) if step.name == tensor else tensor.rpartition(".")[2]

    def _on_theme_changed(self, theme: Theme) -> None:
        self._bar.picture.set_theme(theme)
        self._bar.arrows.set_theme(theme)
        self._bar.turns.set_theme(theme)

    def _on_part_chosen(self, part: str) -> None:
        """Go to the step of a part of the formula, or choose a working of this one."""
        workspace = self._workspace
        formula = formula_of(*self._shown)
        tensor = formula.targets.get(part) if formula else None
        if tensor is None or workspace.session.program.maker(tensor) is None:  # only the pinned run has it
            return
        if workspace.session.program.step(tensor).name == tensor:
            workspace.cursor.move_to(tensor)
        elif tensor in workspace.session.trace:
            chosen = workspace.selection.chosen
            shape = workspace.session.trace[tensor].shape
            index = chosen.index if chosen is not None else (0,) * len(shape)
            fitting = tuple(min(at, size - 1) for at, size in zip(index, shape, strict=False))
            workspace.selection.choose(Place(tensor, fitting + (0,) * (len(shape) - len(fitting))))
