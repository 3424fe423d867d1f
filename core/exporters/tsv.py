"""Numbers between tabs, as every spreadsheet takes them."""

from __future__ import annotations

from core.exporters.block import Block


def tsv_text(block: Block) -> str:
    r"""Return the numbers at full precision, a line a row.

    >>> import numpy as np
    >>> tsv_text(Block(np.array([[0.5, -1.0], [2.0, -np.inf]])))
    '0.5\t-1\n2\t-inf'
    """
    return "\n".join("\t".join(row) for row in block.texts())
