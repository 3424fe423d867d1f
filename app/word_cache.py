"""The key/value cache of the open document: what is kept from word to word, computed when it is looked at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.session import Session
from core.cache import CachedRun, cached_run
from core.errors import SandboxError
from core.scenario import Scenario


class WordCache(QObject):
    """Runs the new words alone, on top of what the run before kept; nothing is run until it is asked for."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._seen: Scenario | None = None
        self._latest: CachedRun | None = None
        self._refusal: SandboxError | None = None
        session.trace_changed.connect(self.changed)

    def latest(self) -> CachedRun | SandboxError:
        """Return the run of the document as it stands, or why nothing can be kept."""
        scenario = self._session.scenario
        if scenario is not self._seen:
            self._seen = scenario
            try:
                self._latest, self._refusal = cached_run(scenario, self._latest), None
            except SandboxError as error:
                self._latest, self._refusal = None, error
        if self._latest is None:
            assert self._refusal is not None
            return self._refusal
        return self._latest
