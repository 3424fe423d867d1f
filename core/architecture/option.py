"""What an option is: its limits, when it applies, and how a value that cannot be is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from core.architecture.choices import Input
from core.errors import SandboxError
from core.numbers import edit_text
from core.text import QT_TRANSLATE_NOOP

MAX_WIDTH = 4096
MAX_HEADS = 64
MAX_LAYERS = 48
MAX_TOKENS = 512
MAX_TYPES = 16
MAX_VOCABULARY = 65_536


class OptionOutOfRange(SandboxError):
    """A size or number outside its limits."""

    template = QT_TRANSLATE_NOOP("Errors", "{option} is {value}; it must be {limits}.")


class HeadsDoNotDivide(SandboxError):
    """d_k was left to its default, and d_model is no multiple of the heads."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{heads} heads do not divide d_model = {d_model}. Choose a number of heads that does, or say d_k.",
    )


class KeyHeadsDoNotDivide(SandboxError):
    """The heads of the queries cannot share those of the keys evenly."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{kv_heads} heads of keys and values do not divide {heads} of queries. "
        "Choose a number that does, or 0.",
    )


class OptionConflict(SandboxError):
    """Two options that exclude each other."""

    template = QT_TRANSLATE_NOOP("Errors", "{option} = {value} does not go with {other}. {remedy}")


When: TypeAlias = tuple[Mapping[str, tuple[Any, ...]], ...]
"""Values of other options, by path: one of the mappings must hold; without any, the option always applies."""


def option(title: str, *, limits: tuple[float, float] | None = None, when: When = (), **more: Any) -> Any:
    """Make the metadata of an option: forms, files and checks read it (`core.architecture.form`).

    Parameters
    ----------
    title : str
        Marked with ``QT_TRANSLATE_NOOP("Options", …)``.
    limits : pair of float, optional
        Smallest and largest number.
    when : tuple of mappings, default=()
        When a model reads the option at all.
    **more
        `own`: title of a number of one's own beside the choices. `follows`: paths of the options that a size
        follows until it is said: the first, divided by the others; `follows_title`: that in words.
        `group`: name of the record that the option is shown with. `hidden`: True if no form shows it.
        `rare`: True if files name it only where it is not the default. `about`: what it does and where it
        comes from; `zero`: what 0 means, in a word or two; both marked in the same way.
    """
    limited = {} if limits is None else {"limits": limits}
    return {"title": title, "when": when, **limited, **more}


def check_limits(record: Any, path: str = "") -> None:
    """Refuse numbers outside the limits that their fields state, or not finite."""
    for entry in fields(record):
        if "limits" in entry.metadata:
            check_range(path + entry.name, getattr(record, entry.name), *entry.metadata["limits"])


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Refuse a number outside ``low … high``, or not finite."""
    if not (low <= value <= high):
        raise OptionOutOfRange(option=name, value=_exact(value), limits=f"{_exact(low)} … {_exact(high)}")


def _exact(number: float) -> str:
    """Return a number as it is said: 2147483647, not 2.14748e+09."""
    return str(number) if isinstance(number, int) else edit_text(number)


WITH_MAPS: When = (
    {"input": (Input.TOKENS, Input.EMBEDDINGS)},
    {"attention.output": (True,)},
)
"""Where q, k and v are typed in and stay as they are, nothing in attention has parameters."""
