"""What an edit is: a frozen record of what the user meant, and a pure function of the scenario."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from core.record import Record
from core.scenario import Scenario
from core.text import Message

Cells: TypeAlias = tuple[npt.NDArray[np.intp], ...]
"""Cells of a tensor: an array of positions for each axis, which are broadcast together."""


class Edit(Record):
    """Subclasses are records named in the imperative (`SetCells`, `InsertToken`)."""

    @property
    @abstractmethod
    def label(self) -> Message:
        """What the Edit menu says behind “Undo”: ``Set W_Q[2, 3]``."""

    @property
    def place(self) -> tuple[str, Cells] | None:
        """The tensor and its cells that the edit is about; None where it is about more than cells."""
        return None

    @abstractmethod
    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario, or `scenario` itself where nothing changes.

        Raises
        ------
        SandboxError
            If the edit is refused; nothing half-changes.
        """


def cells_at(indices: tuple[tuple[int, ...], ...]) -> Cells:
    """Return cells that are given one by one, each as its zero-based indices."""
    return tuple(np.array(positions, dtype=np.intp) for positions in zip(*indices, strict=True))
