"""The formulas that numbers were typed as. Not part of the document, which keeps the numbers alone."""

from __future__ import annotations

from core.numbers import plain_text
from core.ops.base import Index


def is_formula(text: str) -> bool:
    """Tell whether a typed text is a formula and no plain number."""
    return plain_text(text).startswith("=")


class TypedFormulas:
    """Remembers the text of a formula as long as its cell holds its number: through undo and redo, too."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Index], tuple[float, str]] = {}

    def remember(self, tensor: str, index: Index, number: float, text: str) -> None:
        """Remember what a number is typed as, where that is a formula."""
        if is_formula(text):
            self._known[tensor, index] = number, text.strip()

    def of(self, tensor: str, index: Index, number: float) -> str:
        """Return the formula that the number in a cell was typed as; nothing where there is none."""
        known = self._known.get((tensor, index))
        return known[1] if known is not None and known[0] == number else ""

    def forget(self) -> None:
        """Forget all: the numbers are those of another document."""
        self._known.clear()
