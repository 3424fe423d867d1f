"""Bring in what only the operating system can give: Python's venv, the libraries Qt links to, a few tools.

`python packaging/setup_system.py venv|qt|bundle|screen` looks for what is missing, and where something is,
installs it on Debian and its relatives as root or by a password-free sudo. Elsewhere it prints the one
command to type.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""The Debian package of each library that Qt's wheel expects from the system."""

BUNDLE_TOOLS = {"ldd": "libc-bin", "objcopy": "binutils", "objdump": "binutils", "strip": "binutils"}
"""The Debian package of each command that PyInstaller or its spec calls."""

SCREEN_TOOLS = {"Xvfb": "xvfb"}
"""The Debian package of the X server without a screen that the bundle is tried on."""

QT_PARTS = (
    *(
        f"Qt{module}.abi3.so"
        for module in ("Core", "DBus", "Gui", "OpenGL", "PrintSupport", "Svg", "Test", "Widgets")
    ),
    "Qt/plugins/platforms/libqxcb.so",
    "Qt/plugins/platforms/libqoffscreen.so",
    "Qt/plugins/iconengines/libqsvgicon.so",
)


def missing_for_venv() -> list[str]:
    """Debian packages without which this Python cannot create virtual environments."""
    if all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        return []
    return [f"python{sys.version_info.major}.{sys.version_info.minor}-venv"]


def missing_for_qt() -> list[str]:
    """Debian packages (or bare library names, where none is known) that Qt needs and does not find."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        sys.exit("PySide6 is not installed in this environment: run `make setup`.")
    folder = Path(spec.origin).parent
    libraries = {library for part in QT_PARTS for library in unresolved(folder / part)}
    return sorted({PACKAGES.get(library, library) for library in libraries})


def missing_for_bundle() -> list[str]:
    """Debian packages without which `make bundle` cannot work."""
    return missing_tools(BUNDLE_TOOLS)


def missing_for_screen() -> list[str]:
    """Debian packages without which `make test-slow` has no screen to show windows on."""
    return missing_tools(SCREEN_TOOLS)


def missing_tools(packages: dict[str, str]) -> list[str]:
    """Debian packages of those commands that are not found."""
    return sorted({package for tool, package in packages.items() if shutil.which(tool) is None})


def unresolved(binary: Path) -> list[str]:
    """Names of the shared libraries that `binary` links to and the system does not have."""
    listing = subprocess.run(["ldd", binary], capture_output=True, text=True, check=False).stdout
    return re.findall(r"^\s*(\S+) => not found", listing, re.MULTILINE)


def install(packages: list[str]) -> None:
    """Install Debian `packages`, or say what to type and leave."""
    names = " ".join(packages)
    command = f"apt-get install -y --no-install-recommends {names}"
    if shutil.which("apt-get") is None:
        sys.exit(
            f"Missing on this system: {names} (Debian's names). Install their counterparts, then try again."
        )
    prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if prefix and not can_sudo():
        sys.exit(f"Missing on this system: {names}. Install them and try again:\n\n    sudo {command}\n")
    print(f"Installing from the system's packages: {names}", flush=True)
    quiet = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    subprocess.run([*quiet, "apt-get", "update", "-qq"], check=False)
    if subprocess.run([*quiet, *command.split(), "-qq"], check=False).returncode:
        sys.exit(
            f"That failed. Install by hand and try again:\n\n    sudo apt-get update && sudo {command}\n"
        )


def can_sudo() -> bool:
    """Whether sudo works here without asking for a password."""
    return (
        bool(shutil.which("sudo"))
        and not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode
    )


def main() -> None:
    """Look for what is missing, install it, and look again."""
    needs = {
        "venv": missing_for_venv,
        "qt": missing_for_qt,
        "bundle": missing_for_bundle,
        "screen": missing_for_screen,
    }
    look = needs.get(" ".join(sys.argv[1:]))
    if look is None:
        sys.exit(f"usage: setup_system.py {'|'.join(needs)}")
    if not sys.platform.startswith("linux"):
        return
    if missing := look():
        install(missing)
        importlib.invalidate_caches()
        if missing := look():
            sys.exit(f"Still missing: {', '.join(missing)}")


if __name__ == "__main__":
    main()
