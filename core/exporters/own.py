"""What this program puts on the clipboard for itself: JSON that loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from core.exporters.block import Block

MATRIX_TYPE = "application/x-transformer-sandbox-matrix+json"
TABLE_TYPE = "application/x-transformer-sandbox-table+json"


def matrix_json(block: Block) -> str:
    """Return the numbers of a block; ∞ and NaN are texts, as in files.

    >>> import numpy as np
    >>> matrix_json(Block(np.array([[0.5, -np.inf]]), "attn.q"))
    '{"tensor": "attn.q", "shape": [1, 2], "values": [[0.5, "-inf"]]}'
    """
    rows = (", ".join(_spelled(text) for text in row) for row in block.texts())
    head = f'"tensor": {json.dumps(block.name)}, "shape": {list(block.values.shape)}'
    return f'{{{head}, "values": [{", ".join(f"[{row}]" for row in rows)}]}}'


def _spelled(text: str) -> str:
    return f'"{text}"' if text in ("inf", "-inf", "nan") else text


def table_json(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of words.

    >>> table_json([["cat", "1"]])
    '{"rows": [["cat", "1"]]}'
    """
    return json.dumps({"rows": [list(row) for row in rows]})
