"""Which model of the field an architecture is like, and what is otherwise in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from core.architecture.form import OptionField, OptionGroup, Values, option_groups, option_values
from core.architecture.models import DECODERS, ENCODERS, PAIRS
from core.architecture.options import Architecture
from core.choice import Choice
from core.expression.numbers import constant_text
from core.record import Record
from core.text import QT_TRANSLATE_NOOP, Message, message

_MODELS = (*ENCODERS, *DECODERS, *PAIRS)
_FEW = 3
"""With more differences a model is like no other."""
_NO_CONVENTION = frozenset({"temperature"})
"""How the model is used, and not how it is made."""


class Likeness(Record):
    """A model of the field, and the options in which another one differs from it."""

    model: Message
    differences: tuple[Message, ...]


@lru_cache(maxsize=64)
def likeness(architecture: Architecture) -> Likeness | None:
    """Return the model of the field that differs in the fewest options; of equals, the first.

    Sizes do not count, but whether there is a window, say, does. What is switched off is still there.

    Returns
    -------
    Likeness or None
        None for attention alone and where more than three options differ from every model.
    """
    found = [
        Likeness(each.title, tuple(_differences(each.architecture, architecture)))
        for each in _MODELS
        if each.architecture.stack is architecture.stack and each.architecture.input is architecture.input
    ]
    nearest = min(found, key=lambda each: len(each.differences), default=None)
    return nearest if nearest is not None and len(nearest.differences) <= _FEW else None


def like(architecture: Architecture) -> Message | None:
    """Return the likeness in words: "as GPT-2, but: …"."""
    found = likeness(architecture)
    if found is None:
        return None
    if not found.differences:
        return message("Conventions", _AS, model=found.model)
    told = found.differences[0]
    for another in found.differences[1:]:
        told = message("Conventions", _AND, first=told, second=another)
    return message("Conventions", _BUT, model=found.model, differences=told)


_AS = QT_TRANSLATE_NOOP("Conventions", "as {model}")
_BUT = QT_TRANSLATE_NOOP("Conventions", "as {model}, but: {differences}")
_AND = QT_TRANSLATE_NOOP("Conventions", "{first}, {second}")
_OPTION = "{group} ▸ {title}: {value}"  # no words of its own
_PLAIN = "{title}: {value}"
_YES = QT_TRANSLATE_NOOP("Conventions", "yes")
_NO = QT_TRANSLATE_NOOP("Conventions", "no")
_NONE = QT_TRANSLATE_NOOP("Conventions", "none")


def _differences(model: Architecture, other: Architecture) -> Iterator[Message]:
    theirs, ours = option_values(model), option_values(other)
    for group in option_groups():
        for option in group.fields:
            if option.path in _NO_CONVENTION or option.path.startswith("decoding."):
                continue
            read_by_both = option.applies(ours) and option.applies(theirs)  # else another option says so
            if read_by_both and _told(option, theirs) != _told(option, ours):
                yield _say(group, option, ours[option.path])


def _told(option: OptionField, values: Values) -> Any:
    """Return what counts of an option: of a size, whether it is there."""
    value = values[option.path]
    return bool(value) if isinstance(value, int) else value


def _say(group: OptionGroup, option: OptionField, value: Any) -> Message:
    if isinstance(value, Choice):
        said: Any = message("Options", value.label)
    elif isinstance(value, bool):
        said = message("Conventions", _YES if value else _NO)
    else:
        said = constant_text(float(value)) if value else message("Conventions", _NONE)
    if group.title is None:
        return message("Conventions", _PLAIN, title=option.title, value=said)
    return message("Conventions", _OPTION, group=group.title, title=option.title, value=said)
