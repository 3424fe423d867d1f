"""Numbers that were in LibreOffice: until version 24.2 it hands out 15 digits, though it keeps them all."""

from __future__ import annotations

import numpy as np

from core.tensor import Array

_HEAD = 2000


def is_by_libreoffice(html: str) -> bool:
    """Return whether LibreOffice says that it has written a page."""
    return 'content="LibreOffice' in html[:_HEAD]


def with_lost_digits(block: Array, copied: Array | None) -> Array:
    """Give numbers back the digits with which they were copied to LibreOffice.

    Cells that differ from what was copied by more than the missing digits are what was typed there.

    Parameters
    ----------
    block : ndarray
        What LibreOffice has handed out.
    copied : ndarray or None
        What was copied before, of any shape.

    Examples
    --------
    >>> with_lost_digits(np.array([[0.3, 0.4]]), np.array([[0.1 + 0.2, 0.1 + 0.2]])).tolist()
    [[0.30000000000000004, 0.4]]
    """
    if copied is None or copied.shape != block.shape:
        return block
    shortened = [[float(f"{value:.15g}") for value in row] for row in copied.tolist()]
    return np.where(block == np.array(shortened), copied, block)
