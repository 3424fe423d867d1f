"""The installed PySide6 must fit the installed Python."""

import sys

from PySide6.QtCore import QObject


def test_calls_into_qt_do_not_lose_references_to_none():
    """PySide6 6.12 on Python 3.11 loses one at every call, and dies when none is left."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 100
