"""What is said about a word that is drawn, and about what top-k and top-p leave of the others."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.models.next_words import Drawing, Share
from core.expression.numbers import number_text
from core.tokens import visible

translate = QCoreApplication.translate


def drawn_text(drawn: Drawing | None, decimals: int) -> str:
    """Return where the number fell and what was left out; nothing where no word is drawn."""
    if drawn is None:
        return ""
    numbers = {
        name: number_text(value, decimals)
        for name, value in (
            ("point", drawn.point),
            ("low", drawn.low),
            ("high", drawn.high),
            ("mass", drawn.mass),
        )
    }
    text = translate("DrawnWords", "● “{word}” is drawn: the number {point} lies between {low} and {high}.")
    if drawn.out:
        text = translate(
            "DrawnWords",
            "● “{word}” is drawn: the number {point} lies between {low} and {high}. "
            "Left out: {count}, together {mass}.",
        )
    return text.format(word=visible(drawn.word), count=drawn.out, **numbers)


def exact_text(share: Share) -> str:
    """Return the exact number of a word, and what becomes of it where words are left out."""
    text = f"{visible(share.word)}: {number_text(share.probability, None)}"
    if share.left == 0.0:
        return translate("DrawnWords", "{share}, left out").format(share=text)
    if share.left is not None and share.left != share.probability:
        left = number_text(share.left, None)
        return translate("DrawnWords", "{share}, of what is left {left}").format(share=text, left=left)
    return text
