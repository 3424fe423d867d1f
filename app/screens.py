"""Whether a window can be opened here. Asked before Qt is, which ends the whole process without a screen."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path

_SECONDS = 3.0
"""Longer no display is waited for."""
_TRIES, _PAUSE = 5, 0.2
"""A server that listens and does not answer may be beginning anew; seconds between the tries."""
_PLUGIN_FILE = re.compile(r"(?:lib)?q(\w+?)(?:\.so|\.dll|\.dylib)$")


def no_display(environment: Mapping[str, str] = os.environ) -> str:
    """Return why no window can be opened on Linux; empty where one can, and on other systems."""
    if not sys.platform.startswith("linux"):
        return ""
    named = platforms(environment)
    display, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
    if named and not all(name == "xcb" or name.startswith("wayland") for name in named):
        return ""  # such as offscreen: needs no screen
    tried = []
    if wayland and (not named or any(name.startswith("wayland") for name in named)):
        if _is_wayland_there(wayland, environment):
            return ""
        tried.append(wayland)
    if display and (not named or "xcb" in named):
        if _is_x_there(display):
            return ""
        tried.append(display)
    if not tried:
        return "There is no display here"
    return f"The display {' or '.join(f'“{name}”' for name in tried)} does not answer"


def unknown_platform(environment: Mapping[str, str] = os.environ) -> str:
    """Return what is wrong with ``QT_QPA_PLATFORM``; empty where Qt has one of the platforms it names.

    Raises
    ------
    ImportError
        If Qt is not there.
    """
    named = platforms(environment)
    if not named or "QT_QPA_PLATFORM_PLUGIN_PATH" in environment or "QT_PLUGIN_PATH" in environment:
        return ""
    from PySide6.QtCore import QLibraryInfo

    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    found = filter(None, (_PLUGIN_FILE.match(path.name) for path in folder.glob("*")))
    known = sorted({match[1] for match in found})
    if not known or any(name in known or name.partition("-")[0] in known for name in named):
        return ""
    return f"QT_QPA_PLATFORM names “{';'.join(named)}”, and Qt has only: {', '.join(known)}"


def platforms(environment: Mapping[str, str]) -> list[str]:
    """Return the platforms that ``QT_QPA_PLATFORM`` names, in small letters and without their options."""
    names = environment.get("QT_QPA_PLATFORM", "").split(";")
    return [name.partition(":")[0].strip().lower() for name in names if name.strip()]


def _is_wayland_there(name: str, environment: Mapping[str, str]) -> bool:
    path = Path(environment.get("XDG_RUNTIME_DIR", ""), name)
    return path.is_absolute() and _connects(socket.AF_UNIX, str(path))


def _is_x_there(display: str) -> bool:
    """Ask the X server as Qt will; where its library is not there, whether anybody listens."""
    answers = _listens(display)
    if not answers:
        return False
    try:
        library = ctypes.CDLL("libxcb.so.1")
        library.xcb_connect.restype = ctypes.c_void_p
        library.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        library.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
        library.xcb_disconnect.argtypes = [ctypes.c_void_p]
    except (OSError, AttributeError):
        return answers
    for _ in range(_TRIES):
        connection = library.xcb_connect(os.fsencode(display), None)
        if not library.xcb_connection_has_error(connection):
            return True  # kept open: a server begins anew when its last client leaves, and is deaf meanwhile
        library.xcb_disconnect(connection)
        time.sleep(_PAUSE)
    return False


def _listens(display: str) -> bool:
    found = re.fullmatch(r"(?:\w+/)?(?P<host>.*):(?P<number>\d+)(?:\.\d+)?", display)
    if found is None:
        return display.startswith("/") and _connects(socket.AF_UNIX, display)
    host, number = found["host"], int(found["number"])
    if host.startswith("/"):
        return _connects(socket.AF_UNIX, host) or _connects(socket.AF_UNIX, display)
    if host in {"", "unix"}:
        path = f"/tmp/.X11-unix/X{number}"
        if _connects(socket.AF_UNIX, path) or _connects(socket.AF_UNIX, f"\0{path}"):
            return True
    return number < 60_000 and _connects(socket.AF_INET, (host or "localhost", 6000 + number))


def _connects(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    with contextlib.suppress(OSError, ValueError):
        if isinstance(address, tuple):
            with socket.create_connection(address, _SECONDS):
                return True
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.settimeout(_SECONDS)
            tried.connect(address)
            return True
    return False
