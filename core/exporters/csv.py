"""Numbers between commas."""

from __future__ import annotations

from core.exporters.block import Block


def csv_text(block: Block) -> str:
    r"""Return the numbers at full precision, a line a row; no number needs quotes.

    Each has a point or an exponent: nobody can take ``1.0,5.0`` for one number with a decimal comma.

    >>> import numpy as np
    >>> csv_text(Block(np.array([[0.5, -1.0], [2.0, np.nan]])))
    '0.5,-1.0\n2.0,nan'
    """
    return "\n".join(",".join(map(repr, row)) for row in block.values.tolist())
