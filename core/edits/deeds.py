"""What edits of numbers are called behind “Undo”: ``Set W_Q[2, 3]``, ``Paste 3 × 4 into W_Q``.

A deed is a message that still lacks ``{tensor}``; `told` puts it in. The edit carries its deed, so that
nobody has to know afterwards what was done.
"""

from __future__ import annotations

import numpy as np

from core.edits.base import Cells
from core.expression.names import short_name
from core.text import QT_TRANSLATE_NOOP, Message, message

_SET_ONE = QT_TRANSLATE_NOOP("Edits", "Set {tensor}[{index}]")
_SET_SOME = QT_TRANSLATE_NOOP("Edits", "Set {count} cells of {tensor}")
_PASTE = QT_TRANSLATE_NOOP("Edits", "Paste {shape} into {tensor}")
_IMPORT = QT_TRANSLATE_NOOP("Edits", "Import {shape} into {tensor}")
_CUT = QT_TRANSLATE_NOOP("Edits", "Cut {shape} from {tensor}")


def shape_text(shape: tuple[int, ...]) -> str:
    """Return a shape as people write it: ``2 × 4``."""
    return " × ".join(map(str, shape)) or "1"


def pasted(shape: tuple[int, ...]) -> Message:
    """Name a paste by the shape of what was pasted."""
    return message("Edits", _PASTE, shape=shape_text(shape))


def imported(shape: tuple[int, ...]) -> Message:
    """Name an import from a file by the shape of what was written."""
    return message("Edits", _IMPORT, shape=shape_text(shape))


def cut(shape: tuple[int, ...]) -> Message:
    """Name a cut by the shape of what was cut."""
    return message("Edits", _CUT, shape=shape_text(shape))


def typed(cells: Cells) -> Message:
    """Name what is typed or pulled: one cell by its indices, several by their number."""
    count = np.broadcast(*cells).size
    if count == 1:
        return message("Edits", _SET_ONE, index=", ".join(str(positions.item()) for positions in cells))
    return message("Edits", _SET_SOME, count=count)


def told(deed: Message, tensor: str) -> Message:
    """Say which tensor it was done to."""
    return message(deed.context, deed.template, **deed.values, tensor=short_name(tensor))
