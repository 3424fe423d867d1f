"""The options that check an installation. What they need of Qt is imported when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from app import screens
from app.usage import BadUsage

Write = Callable[[str], object]


def test_self(language: str | None, write: Write) -> int:
    """Look at everything, also without a display, and print a report (`app.self_test`).

    Raises
    ------
    BadUsage
        If Qt has no window system of the name that is asked for.
    """
    if screens.no_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    _refuse_unknown_platform()
    from app.self_test import run

    return run(language, write)


def check(folder: Path, language: str | None, write: Write, complain: Write) -> int:
    """Walk through all examples and save them into an empty folder (`app.smoke`).

    Raises
    ------
    BadUsage
        If there is no display, or something is in the folder.
    """
    reason = screens.no_display()
    if reason:
        raise BadUsage(f"{reason}; QT_QPA_PLATFORM=offscreen checks without one")
    _refuse_unknown_platform()
    folder = folder.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadUsage(f"{folder} is not empty; name a new folder")
    except (OSError, ValueError) as error:
        raise BadUsage(f"{folder}: {getattr(error, 'strerror', None) or error}") from error
    from app.smoke import run

    return run(folder, language, write, complain)


def _refuse_unknown_platform() -> None:
    unknown = screens.unknown_platform()
    if unknown:
        raise BadUsage(unknown)
