"""What the last edit changed, for everything that marks it: counted once, and only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.session import Session
from app.settings import Settings, SettingsStore
from core.ripple import Changed, Marks, changed_marks
from core.trace import Trace


class Ripple(QObject):
    """Compares the trace with the one before the last edit, undo or redo, or before the gesture that goes on.

    Nothing is marked in a document that was just opened, and where “Mark what changed” is off.
    """

    changed = Signal()

    def __init__(self, session: Session, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._seen: tuple[Trace | None, Trace | None] = (None, None)
        self._counts: dict[str, Changed] = {}
        self._marks: dict[str, Marks] = {}
        session.trace_changed.connect(self.changed)
        settings.changed.connect(self._on_settings_changed)

    @property
    def is_marked(self) -> bool:
        """True where there is something to compare with, and changes are to be marked."""
        return self._settings.settings.mark_changes and self._session.trace_before is not None

    def cells(self, names: Iterable[str]) -> Changed:
        """Return how many cells of these tensors changed, all together."""
        changed = Changed(0, 0)
        for name in names:
            changed = changed.plus(self._count(name))
        return changed

    def reaches(self, names: Iterable[str]) -> bool:
        """Return whether any cell of these tensors changed."""
        return any(self._count(name).cells for name in names)

    def marks(self, name: str) -> Marks | None:
        """Return which cells of a tensor changed, None where none did."""
        return self._marks.get(name) if self._count(name).cells else None

    def _count(self, name: str) -> Changed:
        before, trace = self._session.trace_before, self._session.trace
        if self._seen[0] is not before or self._seen[1] is not trace:
            self._seen, self._counts, self._marks = (before, trace), {}, {}
        known = self._counts.get(name)
        if known is not None and self.is_marked:
            return known
        tensor = trace.get(name)
        if tensor is None or before is None or not self.is_marked:
            return Changed(0, 0 if tensor is None else tensor.values.size)
        old = before.get(name)
        if old is not None and old.values is tensor.values:
            known = Changed(0, tensor.values.size)
        else:
            marks = self._marks[name] = changed_marks(old, tensor)
            known = Changed(int(np.count_nonzero(marks)), tensor.values.size)
        self._counts[name] = known
        return known

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if before.mark_changes != after.mark_changes:
            self.changed.emit()
