"""What the last edit changed: cell by cell, for the corner marks and the badge."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from core.trace import Trace

Changes = Mapping[str, npt.NDArray[np.bool_]]


def changed_cells(before: Trace, after: Trace) -> Changes:
    """Return which cells of each tensor have another number now; only tensors that kept their shape."""
    found: dict[str, npt.NDArray[np.bool_]] = {}
    for name in after.changed_since(before):
        old, new = before.get(name), after.get(name)
        if old is None or new is None or old.shape != new.shape or old.values is new.values:
            continue
        same = (old.values == new.values) | (np.isnan(old.values) & np.isnan(new.values))
        if not same.all():
            found[name] = ~same
    return found
