r"""A matrix in LaTeX: ``bmatrix``, which is of the package amsmath."""

from __future__ import annotations

import re

from core.exporters.block import Block

_BMATRIX_COLUMNS = 10
"""A wider bmatrix is an error unless MaxMatrixCols is raised; an array is as wide as one likes."""
_POWER = re.compile(r"(.+)e([+-])0*(\d+)")
_SIGNS = {"inf": r"\infty", "-inf": r"-\infty", "nan": r"\mathrm{NaN}"}


def latex_text(block: Block) -> str:
    r"""Return the numbers at full precision.

    >>> import numpy as np
    >>> print(latex_text(Block(np.array([[0.5, -1.0], [2e-7, np.inf]]))))
    \begin{bmatrix}
    0.5 & -1 \\
    2 \times 10^{-7} & \infty
    \end{bmatrix}
    """
    lines = " \\\\\n".join(" & ".join(map(_spelled, row)) for row in block.texts())
    columns = block.values.shape[1]
    if columns <= _BMATRIX_COLUMNS:
        return f"\\begin{{bmatrix}}\n{lines}\n\\end{{bmatrix}}"
    return f"\\left[\\begin{{array}}{{*{{{columns}}}{{r}}}}\n{lines}\n\\end{{array}}\\right]"


def _spelled(text: str) -> str:
    found = _POWER.fullmatch(text)
    if found:
        mantissa, sign, exponent = found.groups()
        return rf"{mantissa} \times 10^{{{sign.removeprefix('+')}{exponent}}}"
    return _SIGNS.get(text, text)
