"""Writes the colours of the themes' maps as they are: `make maps`, after a theme's maps have changed.

pyqtgraph makes them, but reads each map from a text first, which takes 20 ms of the start.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from app.theme import COUNTS, load_theme, map_path, mapped
from core.resources import resource_path


def main() -> None:
    """Write the maps of all themes."""
    for theme in sorted(resource_path("themes").glob("*.toml")):
        for name, entry in load_theme(theme.stem).maps.items():
            path = map_path(entry, COUNTS[name])
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(mapped(entry, COUNTS[name]).tobytes())


if __name__ == "__main__":
    main()
