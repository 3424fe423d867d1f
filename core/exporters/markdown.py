"""A Markdown table, with the names of rows and columns."""

from __future__ import annotations

import re

from core.exporters.block import Block
from core.expression.names import short_name

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_SIGNS = {"inf": "∞", "-inf": "-∞", "nan": "NaN"}


def markdown_text(block: Block) -> str:
    r"""Return the numbers at full precision; the name of the tensor stands in the corner.

    >>> import numpy as np
    >>> print(markdown_text(Block(np.array([[0.5, -np.inf]]), "attn.q", ("a|b",), ("1", "2"))))
    | q | 1 | 2 |
    | :-- | --: | --: |
    | a\|b | 0.5 | -∞ |
    """
    texts = [[_SIGNS.get(text, text) for text in row] for row in block.texts()]
    columns = block.columns or tuple(str(number + 1) for number in range(block.values.shape[1]))
    rows = block.rows or ("",) * len(texts)
    lines = [[_escaped(short_name(block.name)), *map(_escaped, columns)], [":--", *["--:"] * len(columns)]]
    lines += [[_escaped(name), *row] for name, row in zip(rows, texts, strict=True)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(name: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(name.split()))
