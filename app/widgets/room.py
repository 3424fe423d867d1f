"""How much height there is, and how high the parts around the stage are then."""

from __future__ import annotations

from enum import Enum

from core.record import Record


class Heights(Record):
    """Of the bands above and below the matrices, in pixels."""

    header: int
    formula: int
    explain: int


class Room(Enum):
    """What is left for the stage, mostly with an open drawer."""

    AMPLE = Heights(header=56, formula=64, explain=104)
    SHORT = Heights(header=56, formula=64, explain=48)
    """Explain has one line."""
    SCARCE = Heights(header=32, formula=48, explain=40)
    """The header has one line, too, and formulas are smaller."""


PLAYER_HEIGHT = 48
_CONTENT = 232
"""What the matrices should have: a dozen tokens with their numbers."""
_SOME_CONTENT, _LITTLE_CONTENT, _LEAST_CONTENT = 160, 130, 88
"""What they have in a low window; beside a drawer that needs its rows; beside one that was made higher."""
_FIVE_ROWS = 192
"""Of the next matrix, too, which may have brackets over its headers."""
_LEAST_SHARE, _SHARE = 0.3, 0.37
"""Of the height, for the drawer."""


def room_without(height: int, bar: int, *, beside: bool) -> Room:
    """Return what is left where the drawer is closed but for its bar."""
    enough = (room for room in Room if height - _taken(room, beside=beside) - bar >= _LITTLE_CONTENT)
    return next(enough, Room.SCARCE)


class Share(Record):
    """The room there is, and the height of the open drawer in it."""

    room: Room
    drawer: int


def share(height: int, rows: int, least: int, *, beside: bool, wanted: int | None = None) -> Share:
    """Share a height out between stage and drawer.

    Parameters
    ----------
    height : int
        What stage, Explain, player and drawer have together.
    rows, least : int
        Height of a drawer that shows enough rows, and of the lowest one.
    beside : bool
        True where Explain stands beside the stage.
    wanted : int, optional
        What the user gave the drawer.

    Examples
    --------
    >>> share(624, 190, 120, beside=False)
    Share(room=<Room.SCARCE: Heights(header=32, formula=48, explain=40)>, drawer=224)
    """
    for room in Room:
        free = height - _taken(room, beside=beside)
        enough = max(rows, round(height * _LEAST_SHARE))
        drawer = max(enough, min(round(height * _SHARE), free - _CONTENT))
        if free - drawer >= _CONTENT:
            break
    else:
        drawer = max(least, min(rows, free - _LITTLE_CONTENT), min(_FIVE_ROWS, free - _SOME_CONTENT))
    if wanted is not None:
        drawer = max(least, min(wanted, free - _LEAST_CONTENT))
    return Share(room, drawer)


def _taken(room: Room, *, beside: bool) -> int:
    heights = room.value
    return heights.header + heights.formula + (0 if beside else heights.explain) + PLAYER_HEIGHT
