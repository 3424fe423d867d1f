"""One step as its outline is made from it: its tensors as matrices of the stage, without their numbers."""

from __future__ import annotations

from app.models.stage_content import Kind, MatrixView, Role
from app.models.stage_matrices import Cut, axes_of, matrix, with_axes
from core.ops.attention import SharedHeads
from core.passing import origin
from core.program import Program, Step
from core.record import Record
from core.tensor import Axes


class View(Record, eq=False):
    """What one outline is made from."""

    program: Program
    step: Step
    head: int

    @property
    def head_read(self) -> int:
        """The head of keys or values that the shown head of the queries reads."""
        assert isinstance(self.step.operation, SharedHeads)
        return self.step.operation.head_read(self.head)

    def axes(self, name: str) -> Axes:
        """Return the axes of a tensor."""
        return axes_of(self.program, name)

    def operand(self, number: int, symbol: str = "", *, cut: Cut | None = None) -> MatrixView:
        """Return an input, or the part of it that `cut` says; what a switched-off step got stands for it."""
        name = origin(self.program, self.step.inputs[number])
        return self.shown(name, Role.OPERAND, symbol, cut=cut)

    def working(self, suffix: str) -> MatrixView:
        """Return a working."""
        return self.shown(self.step.working(suffix), Role.WORKING, suffix, kind=Kind.PLAIN)

    def result(self, symbol: str = "", kind: Kind = Kind.SIGNED) -> MatrixView:
        """Return the result, with its axes in words."""
        return with_axes(self.shown(self.step.name, Role.RESULT, symbol, kind=kind))

    def shown(
        self, name: str, role: Role, symbol: str = "", *, cut: Cut | None = None, kind: Kind = Kind.SIGNED
    ) -> MatrixView:
        """Return any tensor."""
        return matrix(
            self.program, name, role, cut=cut or Cut(head=self.head), kind=kind_of(name, kind), symbol=symbol
        )


def kind_of(name: str, otherwise: Kind = Kind.SIGNED) -> Kind:
    """Return how the numbers of a tensor become colours, wherever it is shown."""
    last = name.rpartition(".")[2]
    if last in ("weights", "masked_weights", "probabilities", "top_k", "top_p", "drawn"):
        return Kind.WEIGHTS
    if last == "similarity":  # a working that is compared, not only read
        return Kind.SIGNED
    return Kind.MASK if last in ("mask", "cross_mask") else otherwise
