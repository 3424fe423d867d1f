"""What this program puts on the clipboard for itself: JSON that loses nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence

import numpy as np

from core.exporters.block import Block
from core.numbers import edit_text

MATRIX_TYPE = "application/x-transformer-sandbox-matrix+json"
TABLE_TYPE = "application/x-transformer-sandbox-table+json"


def matrix_json(block: Block) -> str:
    """Return the numbers of a block; ∞ and NaN are texts, as in files.

    >>> import numpy as np
    >>> matrix_json(Block(np.array([[0.5, -np.inf]]), "attn.q"))
    '{"tensor": "attn.q", "shape": [1, 2], "values": [[0.5, "-inf"]]}'
    """
    values = block.values.tolist()
    if not np.isfinite(block.values).all():
        values = [[value if math.isfinite(value) else edit_text(value) for value in row] for row in values]
    return json.dumps({"tensor": block.name, "shape": list(block.values.shape), "values": values})


def table_json(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of words.

    >>> table_json([["cat", "1"]])
    '{"rows": [["cat", "1"]]}'
    """
    return json.dumps({"rows": [list(row) for row in rows]})
