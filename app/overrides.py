"""What Qt calls in our classes never raises into Qt.

PySide keeps such an exception until Python next calls something of Qt, and raises it there. Below a call of
ours (`resize`, `show`, `repaint`) that is in whatever other function of ours Qt calls meanwhile: one after
the other breaks off at its first line, and in the end the exception is lost or stops the outermost call. So
it is reported where it was raised, and Qt gets what PySide would have given it.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any
from weakref import WeakSet

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt
from shiboken6 import Shiboken

_OURS = "app."
_INSTEAD: dict[str, Callable[[], Any]] = {
    "boundingRect": QRectF,
    "columnCount": int,
    "currentChanged": lambda: None,
    "data": lambda: None,
    "event": bool,
    "eventFilter": bool,
    "flags": lambda: Qt.ItemFlag.NoItemFlags,
    "focusNextPrevChild": bool,
    "headerData": lambda: None,
    "index": QModelIndex,
    "minimumSizeHint": QSize,
    "paint": lambda: None,
    "rowCount": int,
    "scrollContentsBy": lambda: None,
    "selectionChanged": lambda: None,
    "sizeHint": QSize,
    "tabSizeHint": QSize,
    "updateGeometries": lambda: None,
}
"""What Qt gets instead of a result; nothing from the handlers of events (`paintEvent`)."""
_guarded: WeakSet[Callable[..., Any]] = WeakSet()


def guard_overrides() -> None:
    """Guard the functions that Qt calls in all classes of the program, and in those still to be defined."""
    for kind in set(_below(Shiboken.Object)):
        _guard(kind)
    Shiboken.Object.__init_subclass__ = classmethod(_define)  # type: ignore[assignment,method-assign]


def _below(kind: type) -> Iterator[type]:
    inner: type
    for inner in type.__subclasses__(kind):
        yield inner
        yield from _below(inner)


def _define(kind: type, /, **arguments: Any) -> None:
    super(Shiboken.Object, kind).__init_subclass__(**arguments)  # type: ignore[misc]
    _guard(kind)


def _guard(kind: type) -> None:
    if not kind.__module__.startswith(_OURS):
        return
    for name, function in list(vars(kind).items()):
        if isinstance(function, FunctionType) and function not in _guarded and _is_called_by_qt(kind, name):
            setattr(kind, name, _reporting(function, _INSTEAD.get(name)))


def _is_called_by_qt(kind: type, name: str) -> bool:
    if name not in _INSTEAD and not name.endswith("Event"):
        return False
    return any(name in vars(base) for base in kind.__mro__ if base.__module__.startswith("PySide6."))


def _reporting(function: FunctionType, instead: Callable[[], Any] | None) -> Callable[..., Any]:
    @functools.wraps(function)
    def guarded(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:  # whatever it is: PySide would raise it somewhere else
            sys.excepthook(type(error), error, error.__traceback__)
        return instead() if instead is not None else None

    _guarded.add(guarded)
    return guarded
