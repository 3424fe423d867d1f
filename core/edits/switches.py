"""Parts are switched off and on; their numbers stay."""

from __future__ import annotations

import difflib
from dataclasses import replace

from core.edits.base import Edit
from core.errors import SandboxError
from core.scenario import Scenario
from core.text import QT_TRANSLATE_NOOP, Message, message


class NoSuchSwitch(SandboxError):
    """A part that this model has not, or that cannot be switched."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "There is no part “{name}” here to switch off or on. There are: {known}."
    )


class SwitchMeant(NoSuchSwitch):
    """A name that is not there, though a similar one is."""

    template = QT_TRANSLATE_NOOP("Errors", "There is no part “{name}” here; did you mean “{near}”?")


class SwitchPart(Edit):
    """Switch a part off or on. No parameter and no typed-in number is touched."""

    name: str
    """One of `Architecture.switches`: ``decoder.0.ffn``, ``decoder.0.add1`` (a residual), ``scale``, …"""
    on: bool
    words: Message | None = None
    """What the part is called where it is switched; else by its name."""

    @property
    def label(self) -> Message:
        """Switch … off or on."""
        text = (
            QT_TRANSLATE_NOOP("Edits", "Switch on {part}")
            if self.on
            else QT_TRANSLATE_NOOP("Edits", "Switch off {part}")
        )
        return message("Edits", text, part=self.name if self.words is None else self.words)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with that part off or on."""
        architecture = scenario.architecture
        if self.name not in architecture.switches:
            raise _unknown(self.name, architecture.switches)
        if architecture.is_on(self.name) == self.on:
            return scenario
        off = tuple(name for name in architecture.off if name != self.name)
        off = off if self.on else (*off, self.name)
        changed = scenario.with_changes(architecture=replace(architecture, off=off))
        changed.program()  # refuses positions that do not reach
        return changed


def _unknown(name: str, known: tuple[str, ...]) -> SandboxError:
    near = difflib.get_close_matches(name, known, 1, 0.75)
    if near:
        return SwitchMeant(name=name, near=near[0])
    return NoSuchSwitch(name=name, known=", ".join(known[:12]) + (", …" if len(known) > 12 else ""))
