"""Words on the stage: symbols of tensors, names of axes, notes. All of them are literals for translation."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.ops.attention import Mask
from core.passing import MEMORY, memory_made, memory_read, reads_encoder
from core.program import Program, Step
from core.text import QT_TRANSLATE_NOOP

translate = QCoreApplication.translate

_SYMBOLS = {
    "q": "Q",
    "k": "K",
    "v": "V",
    "heads": "output",
    "tokens": "E",
    "positions": "P",
    "types": "T",
    "position_bias": "B",
    "sum": "X",
    "activated": "H",
    "mask": "M",
    "cross_mask": "M",
}


def symbol(name: str) -> str:
    """Return what a tensor is called in a formula: ``Q``, ``scores``, ``W_Q``."""
    last = name.rpartition(".")[2]
    return _SYMBOLS.get(last, last)


def read_by(program: Program, step: Step) -> str:
    """Return what a projection reads, as a formula calls it: ``X``, or ``memory``, the encoder's output."""
    return MEMORY if memory_read(program, step) else "X"


def passed_symbol(program: Program, step: Step) -> str:
    """Return what the result of an addition or a norm is called, or ``""``."""
    if memory_made(program, step.name):
        return MEMORY
    last = step.name.rpartition(".")[2].rstrip("0123456789")
    return "y" if last in ("add", "norm", "post_norm") else ""


def memory_of_cross(program: Program, part: str) -> str:
    """Return where keys and values of cross-attention come from."""
    if reads_encoder(program, part):
        return translate("Stage", "keys and values from memory")
    return translate("Stage", "keys and values from the decoder itself, a mistake")


def axis_word(name: str) -> str:
    """Return an axis in words; sizes of the model (``d_k``) are called so in every language."""
    word = _AXES.get(name)
    return name if word is None else translate("Axes", word)


_AXES = {
    "query": QT_TRANSLATE_NOOP("Axes", "query"),
    "key": QT_TRANSLATE_NOOP("Axes", "key"),
    "token": QT_TRANSLATE_NOOP("Axes", "token"),
    "head": QT_TRANSLATE_NOOP("Axes", "head"),
    "position": QT_TRANSLATE_NOOP("Axes", "position"),
    "vocabulary": QT_TRANSLATE_NOOP("Axes", "vocabulary"),
    "concat": QT_TRANSLATE_NOOP("Axes", "heads joined"),
}


def head_word(head: int) -> str:
    """Return ``head 1``."""
    return translate("Stage", "head {number}").format(number=head + 1)


def all_heads() -> str:
    """Return what stands for every head at once."""
    return translate("Stage", "all heads")


def typed_in_note() -> str:
    """Return the note of typed-in cells."""
    return translate("Stage", "typed in")


def parameter_note() -> str:
    """Return the note of parameters."""
    return translate("Stage", "parameter")


def mask_note() -> str:
    """Return the note of a mask's cells."""
    return translate("Stage", "click or Space")


def mask_plate(mask: Mask) -> str:
    """Return what stands on the hatch."""
    if mask.causal and not mask.padding and mask.custom is None:
        return translate("Stage", "masked: later words")
    if mask.padding and not mask.causal and mask.custom is None:
        return translate("Stage", "masked: padding")
    return translate("Stage", "masked")


def rows_add_to_one() -> str:
    """Return the caption of weights."""
    return translate("Stage", "each row adds to 1")


def in_print(number: str) -> str:
    """Return the caption of an output that comes out as `number` from rounded weights, as in books."""
    return translate("Stage", "{number} if the weights are rounded first").format(number=number)


def blind_row(word: str) -> str:
    """Return the caption of weights with a row that may look nowhere."""
    return translate("Stage", "“{word}” may look nowhere: its weights are 0").format(word=word)


def passed_on() -> str:
    """Return the caption of a step that is switched off."""
    return translate("Stage", "off: passed on unchanged")


def not_there() -> str:
    """Return the caption of a step that this model has not."""
    return translate("Stage", "not in this model: passed on unchanged")


def nothing_masked() -> str:
    """Return the caption of a mask that is switched off."""
    return translate("Stage", "off: everybody may look at everything")


def nothing_to_join() -> str:
    """Return the caption of one head that is joined."""
    return translate("Stage", "one head: there is nothing to join")


def no_positions() -> str:
    """Return the caption of positions that are not there."""
    return translate("Stage", "no positions: nothing is added")


def some_rows(shown: int, all_rows: int) -> str:
    """Return the shape of a matrix of which only the rows in use are shown."""
    return translate("Stage", "{shown} of {all} rows").format(shown=shown, all=all_rows)


def exp_shape() -> str:
    """Return what the exponentials are, behind their name."""
    return translate("Stage", "e to the power (score − max)")


def exp_shape_with_temperature() -> str:
    """Return what the exponentials are where the temperature is not 1."""
    return translate("Stage", "e to the power (score − max) / T")


def share_shape() -> str:
    """Return what weights are, behind their shape."""
    return translate("Stage", "= exp / sum")


def step_failed(reason: str) -> str:
    """Return what stands in the place of a step that could not be computed."""
    return translate("Stage", "This step could not be computed. {reason}").format(reason=reason)


def step_not_reached(title: str) -> str:
    """Return what stands in the place of a step behind one that failed."""
    return translate("Stage", "This step was not reached: “{title}” before it could not be computed.").format(
        title=title
    )


def no_words() -> str:
    """Return what stands in the place of an empty matrix."""
    return translate("Stage", "There are no words yet. Type some in the strip above.")
