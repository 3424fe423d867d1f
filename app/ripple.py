"""What the last edit changed, for everything that marks it: counted once, and only where it is asked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.session import Session
from app.settings import Settings, SettingsStore
from core.ripple import Changed, Marks, changed_marks
from core.trace import Trace

Key = TypeVar("Key", bound=Hashable)


class Ripple(QObject):
    """Compares the trace with the one before the last edit, undo or redo, or before the gesture that goes on.

    Nothing is marked in a document that was just opened, and where “Mark what changed” is off.
    """

    changed = Signal()

    def __init__(self, session: Session, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._compared: tuple[Trace | None, Trace | None] = (None, None)
        self._known: dict[str, tuple[int, Marks | None]] = {}
        """Of the names that were asked for: how many cells changed, and which."""
        session.trace_changed.connect(self.changed)
        settings.changed.connect(self._on_settings_changed)

    @property
    def is_marked(self) -> bool:
        """True where there is something to compare with, and changes are to be marked."""
        return self._settings.settings.mark_changes and self._session.trace_before is not None

    def cells(self, names: Iterable[str]) -> Changed:
        """Return how many cells of these tensors changed, all together."""
        before, trace = self._traces()
        cells = total = 0
        for name in names:
            tensor = trace.tensors.get(name)
            if tensor is not None:
                cells += self._reach(name, before, trace)[0]
                total += tensor.values.size
        return Changed(cells, total)

    def reached(self, parts: Mapping[Key, Iterable[str]]) -> set[Key]:
        """Return the keys of the parts of which any cell changed; each part is the names of its tensors."""
        before, trace = self._traces()
        return {
            key for key, names in parts.items() if any(self._reach(name, before, trace)[0] for name in names)
        }

    def marks(self, names: Iterable[str]) -> dict[str, Marks]:
        """Return which cells of these tensors changed; those of which none did are left out."""
        before, trace = self._traces()
        made = {}
        for name in names:
            marks = self._reach(name, before, trace)[1]
            if marks is not None:
                made[name] = marks
        return made

    def _traces(self) -> tuple[Trace | None, Trace]:
        """Return what is compared: the trace before, None where nothing is marked, and that of now."""
        before, trace = self._session.trace_before if self.is_marked else None, self._session.trace
        if self._compared[0] is not before or self._compared[1] is not trace:
            self._compared, self._known = (before, trace), {}
        return before, trace

    def _reach(self, name: str, before: Trace | None, trace: Trace) -> tuple[int, Marks | None]:
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = _changed(name, before, trace)
        return known

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if before.mark_changes != after.mark_changes:
            self.changed.emit()


def _changed(name: str, before: Trace | None, trace: Trace) -> tuple[int, Marks | None]:
    tensor = trace.tensors.get(name)
    if before is None or tensor is None:
        return 0, None
    old = before.tensors.get(name)
    if old is not None and old.values is tensor.values:
        return 0, None
    marks = changed_marks(old, tensor)
    count = int(np.count_nonzero(marks))
    return count, marks if count else None
