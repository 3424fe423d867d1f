"""What an edit is: a frozen record of what the user meant, and a pure function of the scenario."""

from __future__ import annotations

from abc import ABC, abstractmethod

from core.scenario import Scenario
from core.text import Message


class Edit(ABC):
    """Subclasses are frozen data classes named in the imperative (`SetCells`, `InsertToken`)."""

    @property
    @abstractmethod
    def label(self) -> Message:
        """What the Edit menu says behind “Undo”: ``Change attn.q``."""

    @abstractmethod
    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario, or `scenario` itself where nothing changes.

        Raises
        ------
        SandboxError
            If the edit is refused; nothing half-changes.
        """
