"""What a user writes for a file: a path, or the address that a file manager or browser gives."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP

_START = "file://"
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


class NotHere(SandboxError):
    """An address that leads to another computer."""

    template = QT_TRANSLATE_NOOP("Errors", "“{address}” is not on this computer. Fetch the file first.")


class NoName(SandboxError):
    """A name that no file can have."""

    template = QT_TRANSLATE_NOOP("Errors", "“{name}” cannot be the name of a file: it has a zero character.")


def local_path(text: str) -> Path:
    """Return the path that is meant.

    Parameters
    ----------
    text : str
        A path, or an address such as ``file:///lessons/a%20b.tsbx``.

    Raises
    ------
    NotHere
        If the address names another computer.
    NoName
        If no file can be called so.
    """
    path = _unquoted(text)
    if "\0" in path:
        raise NoName(name=text)
    return Path(path)


def _unquoted(text: str) -> str:
    if not text.lower().startswith(_START):
        if _ADDRESS.match(text):
            raise NotHere(address=text)
        return text
    host, slash, path = text[len(_START) :].partition("/")
    if host not in {"", "localhost"}:
        raise NotHere(address=text)
    path = unquote(slash + path, errors="surrogateescape")
    return path[1:] if os.name == "nt" and re.match(r"/[A-Za-z]:", path) else path
