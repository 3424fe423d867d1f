"""What this program has put on the clipboard for itself; None where it is damaged: others are tried then."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from core.tensor import Array

_MAX_BYTES = 64_000_000


def matrix_of(data: bytes) -> Array | None:
    """Return the numbers that `core.exporters.own.matrix_json` wrote; None also where one is not finite.

    >>> matrix_of(b'{"values": [[0.5, 1]]}'), matrix_of(b'{"values": [["-inf"]]}')
    (array([[0.5, 1. ]]), None)
    """
    values = _entry(data, "values") if len(data) <= _MAX_BYTES else None
    if not isinstance(values, list) or not all(map(_holds_numbers, values)):
        return None
    try:
        block = np.array(values, dtype=np.float64)
    except (ValueError, OverflowError):
        return None
    return block if block.ndim == 2 and block.size and np.isfinite(block).all() else None


def _holds_numbers(row: Any) -> bool:
    return isinstance(row, list) and all(type(cell) in (int, float) for cell in row)


def table_of(text: str) -> list[list[str]] | None:
    """Return the rows of words that `core.exporters.own.table_json` wrote.

    >>> table_of('{"rows": [["cat", "1"]]}'), table_of('{"rows": [1]}')
    ([['cat', '1']], None)
    """
    rows = _entry(text, "rows") if len(text) <= _MAX_BYTES else None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return None
    return rows if all(isinstance(cell, str) for row in rows for cell in row) else None


def _entry(text: str | bytes, key: str) -> Any:
    try:
        return json.loads(text)[key]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None
