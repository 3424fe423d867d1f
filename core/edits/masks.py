"""Cells of a mask are opened and closed."""

from __future__ import annotations


import numpy as np

from core.edits.base import Cells, Edit, cells_at
from core.edits.cells import NoSuchCell
from core.edits.deeds import shape_text, told, typed
from core.edits.rows import mask_rows
from core.errors import SandboxError
from core.ops.attention import Mask
from core.ops.base import Index
from core.scenario import Scenario, UnknownTensor
from core.text import QT_TRANSLATE_NOOP, Message


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
        open_anyway = np.ones(shape, dtype=bool)
        custom = np.array(scenario.masks.get(self.mask, open_anyway), dtype=bool)
        causal, padding = self._forbidden(scenario, shape)
        for cell, allowed in zip(self.cells, self.allowed, strict=True):
            if len(cell) != 2 or not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
                raise NoSuchCell(tensor=self.mask, size=shape_text(shape), index=list(cell))
            if allowed and padding[cell]:
                raise ClosedByPadding(key=keys[cell[1]])
            if allowed and causal[cell]:
                raise ClosedByCausal(query=queries[cell[0]], key=keys[cell[1]])
            if not (padding[cell] or causal[cell]):
                custom[cell] = allowed
        masks = {name: rows for name, rows in scenario.masks.items() if name != self.mask}
        if not custom.all():
            masks[self.mask] = mask_rows(custom)
        return scenario if masks == dict(scenario.masks) else scenario.with_changes(masks=masks)

    def _forbidden(self, scenario: Scenario, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        """Return which cells the causal mask and the padding close."""
        is_causal = scenario.architecture.is_causal(self.mask)
        padding = scenario.padding.get(scenario.attending(self.mask)[1], ())
        return tuple(
            mask.compute()[0] == 0
            for mask in (Mask(*shape, is_causal), Mask(*shape, causal=False, padding=padding))
        )
