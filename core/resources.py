"""Where the files of ``resources/`` lie: in the source tree, in an installation or in a frozen bundle."""

from __future__ import annotations

import sys
from pathlib import Path


def resource_path(*parts: str) -> Path:
    """Return the path of a file below ``resources``."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return root.joinpath("resources", *parts)
