"""Imports without PySide's look at the source; imported before the rest, by what opens a window.

PySide has to know which modules may say ``from __feature__ import snake_case``, so it puts an import of its
own in place that reads the source of every module it meets, pyqtgraph's too. That took an eighth of a start,
and nothing here says so.
"""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401 - puts its own in place

_with_features, _before = (vars(builtins).get(name) for name in ("__feature_import__", "__orig_import__"))
if _before is not None and builtins.__import__ is _with_features:  # nobody else's is taken away
    builtins.__import__ = _before
