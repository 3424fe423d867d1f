"""The scenarios that come with the program."""

from __future__ import annotations

from core.errors import SandboxError
from core.formats import load
from core.record import Record
from core.resources import resource_path
from core.scenario import Scenario
from core.text import QT_TRANSLATE_NOOP, Message, message


class NoSuchExample(SandboxError):
    """A key that no example has."""

    template = QT_TRANSLATE_NOOP("Errors", "There is no example “{key}”. There are: {known}.")


class Example(Record):
    """A scenario in ``resources/scenarios``."""

    key: str
    """Name of the file without its suffix."""
    title: Message


_EXAMPLES = (
    Example("worked-example", message("Examples", QT_TRANSLATE_NOOP("Examples", "Worked example"))),
    Example("one-head", message("Examples", QT_TRANSLATE_NOOP("Examples", "One head, by hand"))),
    Example("encoder-block", message("Examples", QT_TRANSLATE_NOOP("Examples", "Encoder block"))),
    Example("tiny-gpt", message("Examples", QT_TRANSLATE_NOOP("Examples", "Tiny GPT"))),
    Example("it-animal", message("Examples", QT_TRANSLATE_NOOP("Examples", "it → animal"))),
    Example("encoder-decoder", message("Examples", QT_TRANSLATE_NOOP("Examples", "I eat apples"))),
    Example("induction", message("Examples", QT_TRANSLATE_NOOP("Examples", "A B … A → B"))),
)


def examples() -> tuple[Example, ...]:
    """Return the examples in the order in which menus show them."""
    return _EXAMPLES


def load_example(key: str) -> Scenario:
    """Return the scenario of that example.

    Raises
    ------
    NoSuchExample
    """
    if not any(example.key == key for example in _EXAMPLES):
        raise NoSuchExample(key=key, known=", ".join(example.key for example in _EXAMPLES))
    return load(resource_path("scenarios", f"{key}.tsbx"))
