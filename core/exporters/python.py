"""Python code without any library: a list of lists."""

from __future__ import annotations

from core.exporters.block import Block, nested_lists


def python_list(block: Block) -> str:
    """Return the numbers as a list of rows.

    >>> import numpy as np
    >>> python_list(Block(np.array([[0.5, -np.inf]])))
    '[[0.5, -float("inf")]]'
    """
    return nested_lists(block, 'float("{}")')
