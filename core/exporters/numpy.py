"""NumPy code: an array of float64."""

from __future__ import annotations

from core.exporters.block import Block, nested_lists


def numpy_text(block: Block) -> str:
    """Return an expression for the array; NumPy is imported as ``np``.

    >>> import numpy as np
    >>> print(numpy_text(Block(np.array([[0.5, -1.0], [2.0, -np.inf]]))))
    np.array([
        [0.5,    -1.0],
        [2.0, -np.inf],
    ])
    """
    return f"np.array({nested_lists(block, 'np.{}')})"
