"""Cells of a mask are opened and closed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from core.edits.base import Cells, Edit, cells_at
from core.edits.cells import NoSuchCell
from core.edits.deeds import shape_text, told, typed
from core.edits.rows import mask_rows
from core.errors import SandboxError
from core.ops.attention import Mask
from core.ops.base import Index
from core.scenario import Scenario, UnknownTensor
from core.text import QT_TRANSLATE_NOOP, Message

Looks: TypeAlias = npt.NDArray[np.bool_]
"""A cell a query and key."""


class ClosedByCausal(SandboxError):
    """A cell that the causal mask keeps closed."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "“{query}” may not look at “{key}”: it comes later, and the mask is causal. "
        "Set the mask of the model to none first.",
    )


class ClosedByPadding(SandboxError):
    """A column that padding keeps closed."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "Nobody may look at “{key}”: it is padding. Take the padding mark off the token first."
    )


class SetMaskCells(Edit):
    """Allow or forbid single looks; a mask that forbids nothing of its own is dropped."""

    mask: str
    """``attn.mask``, ``encoder.mask``, ``decoder.mask`` or ``decoder.cross_mask``, as the stack has them."""
    cells: tuple[Index, ...]
    """(query, key), zero-based."""
    allowed: tuple[bool, ...]
    """One a cell."""

    deed: Message | None = None
    """What was done, still without the mask; None where cells were turned over."""

    @property
    def label(self) -> Message:
        """Set mask[2, 0]."""
        return told(self.deed or typed(cells_at(self.cells)), self.mask)

    @property
    def place(self) -> tuple[str, Cells]:
        """The cells."""
        return self.mask, cells_at(self.cells)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those cells open or closed; what is closed anyway stays as it is."""
        if self.mask not in scenario.architecture.masks:
            raise UnknownTensor(name=self.mask)
        queries, keys = (scenario.tokens[sequence] for sequence in scenario.attending(self.mask))
        shape = (len(queries), len(keys))
        cells, allowed = self._checked(shape), np.array(self.allowed, dtype=bool)
        causal, padding = forbidden_looks(scenario, self.mask)
        refused = np.flatnonzero(allowed & (causal | padding)[cells])
        if refused.size:
            query, key = self.cells[refused[0]]
            if padding[query, key]:
                raise ClosedByPadding(key=keys[key])
            raise ClosedByCausal(query=queries[query], key=keys[key])
        custom = np.array(scenario.masks.get(self.mask, np.ones(shape, dtype=bool)), dtype=bool)
        custom[cells] = allowed | (custom & (causal | padding))[cells]
        masks = {name: rows for name, rows in scenario.masks.items() if name != self.mask}
        if not custom.all():
            masks[self.mask] = mask_rows(custom)
        return scenario if masks == dict(scenario.masks) else scenario.with_changes(masks=masks)

    def _checked(self, shape: tuple[int, int]) -> Cells:
        """Return the cells as rows and columns."""
        for cell in self.cells:
            if len(cell) != 2 or not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
                raise NoSuchCell(tensor=self.mask, size=shape_text(shape), index=list(cell))
        return cells_at(self.cells) or (np.empty(0, dtype=np.intp),) * 2


def forbidden_looks(scenario: Scenario, mask: str) -> tuple[Looks, Looks]:
    """Return which cells of a mask the model keeps closed, and which padding; rows are queries."""
    queries, keys = scenario.attending(mask)
    shape = len(scenario.tokens[queries]), len(scenario.tokens[keys])
    causal = Mask(*shape, scenario.architecture.is_causal(mask))
    padding = Mask(*shape, causal=False, padding=scenario.padding.get(keys, ()))
    return causal.compute()[0] == 0, padding.compute()[0] == 0
