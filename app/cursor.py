"""Which step is shown, and how one moves from step to step."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import takewhile

from PySide6.QtCore import QObject, Signal

from app.session import Session
from core.program import Program, Step


class Stride(StrEnum):
    """What one move goes over."""

    LAYER = "layer"
    PART = "part"
    OPERATION = "operation"
    ROW = "row"
    CELL = "cell"


_GROUPS: dict[Stride, Callable[[Step], str]] = {
    Stride.LAYER: lambda step: step.layer,
    Stride.PART: lambda step: step.part,
}
"""What is passed over as one; any other stride goes from step to step."""


class StepCursor(QObject):
    """The current step. It stands on any step, but walks only over those that change something.

    Rows and cells within a step are walked by `app.player.Walker`; here those strides go by operation.
    """

    moved = Signal(object)  # Step
    stride_changed = Signal(object)  # Stride

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._stride = Stride.OPERATION
        self._walked: tuple[tuple[Step, ...], str, tuple[Step, ...]] = ((), "", ())
        """Of which steps, and standing where, one walks over which."""
        self._ticks: tuple[tuple[Step, ...], tuple[Step, ...]] = ((), ())
        """Over which steps one walks, and which of them are of the part shown."""
        self._name = self._start().name
        session.program_changed.connect(self._on_program_changed)
        session.document_replaced.connect(self.reset)

    @property
    def step(self) -> Step:
        """The current step."""
        return self._session.program.step(self._name)

    @property
    def stride(self) -> Stride:
        """What `forward` and `back` go over."""
        return self._stride

    def set_stride(self, stride: Stride) -> None:
        """Move by layer, part, operation, row or cell from now on."""
        if stride is not self._stride:
            self._stride = stride
            self.stride_changed.emit(stride)

    def walk(self) -> tuple[Step, ...]:
        """Return the steps one walks over: those that change something, and the current one."""
        steps = self._session.program.steps
        if self._walked[0] is not steps or self._walked[1] != self._name:
            walk = tuple(step for step in steps if not step.operation.trivial or step.name == self._name)
            self._walked = (steps, self._name, walk)
        return self._walked[2]

    def ticks(self) -> tuple[Step, ...]:
        """Return the steps of the part shown, in order."""
        walk = self.walk()
        if self._ticks[0] is not walk:
            part = self.step.part
            self._ticks = (walk, tuple(step for step in walk if step.part == part))
        return self._ticks[1]

    @property
    def at_start(self) -> bool:
        """True on the first step."""
        return self.walk()[0].name == self._name

    @property
    def at_end(self) -> bool:
        """True on the last step."""
        return self.walk()[-1].name == self._name

    def move_to(self, name: str) -> None:
        """Show the step that makes the tensor `name`; parameters have no step and move nothing."""
        maker = self._session.program.maker(name)
        if maker is not None and maker.name != self._name:
            self._name = maker.name
            self.moved.emit(maker)

    def first(self) -> None:
        """Show the first step."""
        self.move_to(self.walk()[0].name)

    def last(self) -> None:
        """Show the last step."""
        self.move_to(self.walk()[-1].name)

    def forward(self) -> None:
        """Show the first step of the next operation, part or layer."""
        self.move_to(self.ahead().name)

    def back(self) -> None:
        """Show the first step of the operation, part or layer before, or of this one when inside it."""
        group, walk = self._group, self.walk()
        here = [step.name for step in walk].index(self._name)
        before = group(walk[max(here - 1, 0)])
        *_, first = takewhile(lambda step: group(step) == before, reversed(walk[: max(here, 1)]))
        self.move_to(first.name)

    def ahead(self) -> Step:
        """Return the step that `forward` would show; the last one leads nowhere."""
        group, walk = self._group, self.walk()
        here = [step.name for step in walk].index(self._name)
        later = (step for step in walk[here + 1 :] if group(step) != group(walk[here]))
        return next(later, walk[-1])

    @property
    def _group(self) -> Callable[[Step], str]:
        return _GROUPS.get(self._stride, _own_name)

    def _start(self) -> Step:
        """Return the step a document opens on: the first weights of the last layer that attends.

        What a lesson with several layers leads up to is seen there.
        """
        walk = [step for step in self._session.program.steps if not step.operation.trivial]
        weights = [step for step in walk if step.name.endswith(".weights")]
        last = weights[-1].layer if weights else ""
        return next((step for step in weights if step.layer == last), walk[0])

    def reset(self) -> None:
        """Show the step a document opens on."""
        self.move_to(self._start().name)

    def _on_program_changed(self, program: Program) -> None:
        """Stay on the step where it still exists; of a part that was switched off, go to its addition."""
        if program.maker(self._name) is None:
            addition = self._session.scenario.architecture.addition(self._name.rpartition(".")[0])
            self._name = addition if program.maker(addition) is not None else self._start().name
        self.moved.emit(self.step)


def _own_name(step: Step) -> str:
    return step.name
