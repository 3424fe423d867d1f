"""A document in the recovery folder, as a crash leaves it."""

from datetime import UTC, datetime
from hashlib import sha256

from app.recovery import About, Slot
from core.formats import dumps

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def leave(folder, scenario, title="Lesson", place=None, *, edits=3, time=NOON):
    """Leave one document without having had a window for it."""
    document = dumps(scenario) if not isinstance(scenario, bytes) else scenario
    slot = Slot.new(folder)
    slot.write(About(title, place, time, edits), [document], sha256(document).hexdigest())
    slot.release()
    return slot.path
