"""PyTorch code: a tensor of float64."""

from __future__ import annotations

from core.exporters.block import Block, nested_lists


def pytorch_text(block: Block) -> str:
    """Return an expression for the tensor; PyTorch would take float32 by itself.

    >>> import numpy as np
    >>> pytorch_text(Block(np.array([[0.5, -np.inf]])))
    'torch.tensor([[0.5, -torch.inf]], dtype=torch.float64)'
    """
    return f"torch.tensor({nested_lists(block, 'torch.{}')}, dtype=torch.float64)"
