"""What may be said about pictures of the window: options of the command line, checked without Qt."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from app.usage import BadUsage, path_to_write, some_name
from core.explanation import find_tensor
from core.record import Record
from core.trace import Trace

THEMES = ("light", "dark", "projector", "high-contrast")
SHOWINGS = ("now", "pinned", "difference")
"""As `app.pin.Showing`, which needs Qt."""
SMALLEST, LARGEST = (800, 560), 8192
"""The window gets no smaller than this, and no side of a picture longer."""
_SCALES = (1.0, 4.0)


class PictureLook(Record):
    """How pictures look."""

    size: tuple[int, int] = (1280, 800)
    theme: str = "light"
    language: str = ""
    """Empty: the system's."""
    scale: float = 1.0
    """Pixels of the picture for one of the window."""
    showing: str = SHOWINGS[0]
    """Which run is shown where one is pinned."""


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """Add what `render` takes behind its file."""
    parser.add_argument(
        "--out", required=True, type=path_to_write, metavar="DIR", help="folder of the pictures; it is made"
    )
    parser.add_argument(
        "--step",
        action="append",
        type=some_name,
        metavar="NAME",
        help="only this step; may be given several times",
    )
    parser.add_argument(
        "--size", type=size_of, default="1280x800", metavar="WxH", help="size of the window (1280x800)"
    )
    parser.add_argument("--theme", choices=THEMES, default="light", help="colours (light)")
    parser.add_argument(
        "--language", choices=("en", "ja"), default=argparse.SUPPRESS, help="language (the system's)"
    )
    parser.add_argument(
        "--scale", type=scale_of, default="1", metavar="N", help="pixels for one of the window (1)"
    )
    parser.add_argument("--pinned", metavar="FILE", help="a scenario to compare with, as if it were pinned")
    parser.add_argument(
        "--show",
        choices=SHOWINGS,
        default=argparse.SUPPRESS,
        help="with --pinned: which run, or the difference of both (difference)",
    )


def look_of(options: argparse.Namespace) -> PictureLook:
    """Return the look that was asked for.

    Raises
    ------
    ValueError
        If the picture would be too large, or nothing is pinned that is to be shown; in words.
    """
    showing = getattr(options, "show", SHOWINGS[0] if options.pinned is None else SHOWINGS[-1])
    if showing != SHOWINGS[0] and options.pinned is None:
        raise ValueError(f"--show {showing} needs --pinned FILE: the scenario to compare with")
    longest = max(options.size) * options.scale
    if longest > LARGEST:
        raise ValueError(f"{longest:g} px is too long for a picture: at most {LARGEST}")
    return PictureLook(options.size, options.theme, options.language or "", options.scale, showing)


def size_of(text: str) -> tuple[int, int]:
    """Read a size.

    >>> size_of("1280x800")
    (1280, 800)
    """
    found = re.fullmatch(r"([0-9]{1,6})[x×]([0-9]{1,6})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"“{text}” is no size; write width x height: 1280x800")
    width, height = int(found[1]), int(found[2])
    if width < SMALLEST[0] or height < SMALLEST[1] or max(width, height) > LARGEST:
        least = "x".join(map(str, SMALLEST))
        raise argparse.ArgumentTypeError(f"“{text}” is out of range: {least} … {LARGEST}x{LARGEST}")
    return width, height


def scale_of(text: str) -> float:
    """Read a scale.

    >>> scale_of("2")
    2.0
    """
    low, high = _SCALES
    found = re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text)
    if not found or not low <= float(text) <= high:
        raise argparse.ArgumentTypeError(f"“{text}” is no scale; write a number from {low:g} to {high:g}")
    return float(text)


def steps_named(trace: Trace, names: Sequence[str]) -> list[str]:
    """Return the steps that make the tensors `names`.

    Raises
    ------
    BadUsage
        If one is a parameter.
    """
    steps = []
    for name in names:
        maker = trace.program.maker(find_tensor(trace, name).name)
        if maker is None:
            raise BadUsage(f"{name} is a parameter: no step makes it")
        steps.append(maker.name)
    return steps
