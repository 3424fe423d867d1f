"""The options of a model as a form has them: read from the records, by paths such as ``attention.d_k``.

A form holds one value a path. A size that follows others (``d_k`` is d_model / heads until it is said) is
None there while it follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeAlias, get_type_hints

from core.architecture.options import Architecture, When, default_head_size
from core.record import Record
from core.text import Message, message

Values: TypeAlias = Mapping[str, Any]


class OptionField(Record):
    """One option: what a form needs to know of it."""

    path: str
    title: Message
    hint: Any
    """Its type: int, float, bool, a `Choice`, or ``Scale | float``."""
    default: Any
    limits: tuple[float, float] | None
    when: tuple[When, ...]
    """Conditions of its record, and its own."""
    own: Message | None
    """Title of a number of one's own, where one can stand in the place of a choice."""
    follows: tuple[str, ...]
    follows_title: Message | None
    zero: Message | None
    """What 0 means where it is no number of anything."""
    about: Message | None
    """What it does and where it comes from."""

    def applies(self, values: Values) -> bool:
        """Return whether the model of these values reads the option."""
        return all(_holds(when, values) for when in self.when)

    def can_follow(self, values: Values) -> bool:
        """Return whether the model reads everything that the size would follow."""
        return bool(self.follows) and all(option_field(path).applies(values) for path in self.follows)

    def followed(self, values: Values) -> int:
        """Return the size that follows from the others.

        Raises
        ------
        HeadsDoNotDivide
        """
        sizes = [value_of(path, values) for path in self.follows]
        return sizes[0] if len(sizes) == 1 else default_head_size(*sizes)


class OptionGroup(Record):
    """Options that stand together under a title; that of the model itself has no key."""

    key: str
    title: Message | None
    fields: tuple[OptionField, ...]


@cache
def option_groups() -> tuple[OptionGroup, ...]:
    """Return all options that a form shows, in the order of the records."""
    titles: dict[str, Message | None] = {"": None}
    found: dict[str, list[OptionField]] = {"": []}
    late: list[tuple[str, OptionField]] = []
    for entry, hint in _entries(Architecture):
        if is_dataclass(hint):
            titles[entry.name] = _message(entry.metadata["title"])
            found[entry.name] = [_option(inner, kind, entry) for inner, kind in _entries(hint)]
        else:
            late.append((entry.metadata.get("group", ""), _option(entry, hint)))
    for key, made in late:
        found[key].append(made)
    return tuple(OptionGroup(key, titles[key], tuple(made)) for key, made in found.items())


@cache
def option_fields() -> Mapping[str, OptionField]:
    """Return all options that a form shows, by their paths."""
    return {entry.path: entry for group in option_groups() for entry in group.fields}


def option_field(path: str) -> OptionField:
    """Return the option of that path."""
    return option_fields()[path]


def option_values(architecture: Architecture) -> dict[str, Any]:
    """Return the values of a model; sizes that are what they would follow are taken to follow."""
    values = _plain(architecture)
    following = {
        path: None
        for path, entry in option_fields().items()
        if entry.can_follow(values) and _would_be(entry, values) == values[path]
    }
    return values | following


def value_of(path: str, values: Values) -> Any:
    """Return the value of an option, worked out where it follows others.

    Raises
    ------
    HeadsDoNotDivide
    """
    value = values[path]
    return option_field(path).followed(values) if value is None else value


def with_values(base: Architecture, values: Values) -> Architecture:
    """Return `base` with the values of a form.

    What the model does not read stays as `base` has it, or takes its default where `base` did read it.

    Raises
    ------
    SandboxError
        Where the records refuse a value, or do not go together.
    """
    before = _plain(base)
    taken: dict[str, dict[str, Any]] = {}
    for path, entry in option_fields().items():
        value = before[path] if not entry.applies(before) else entry.default
        if entry.applies(values):
            value = value_of(path, values)
        record, _, name = path.rpartition(".")
        taken.setdefault(record, {})[name] = value
    own = taken.pop("")
    records = {record: replace(getattr(base, record), **changed) for record, changed in taken.items()}
    return replace(base, **own, **records)


def with_option(base: Architecture, path: str, value: Any) -> Architecture:
    """Return `base` with another value of one option.

    Raises
    ------
    SandboxError
        As `with_values` does.
    """
    record, _, name = path.rpartition(".")
    if record:
        return replace(base, **{record: replace(getattr(base, record), **{name: value})})
    return replace(base, **{name: value})


def _plain(architecture: Architecture) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for path in option_fields():
        record, _, name = path.rpartition(".")
        values[path] = getattr(getattr(architecture, record) if record else architecture, name)
    return values


def _would_be(entry: OptionField, values: Values) -> int | None:
    sizes = [values[path] for path in entry.follows]
    return None if len(sizes) > 1 and sizes[0] % sizes[1] else entry.followed(values)


def _holds(when: When, values: Values) -> bool:
    if not when:
        return True
    return any(all(values[path] in accepted for path, accepted in each.items()) for each in when)


def _entries(record: Any) -> list[tuple[Field[Any], Any]]:
    hints = get_type_hints(record)
    return [(entry, hints[entry.name]) for entry in fields(record) if not entry.metadata.get("hidden")]


def _option(entry: Field[Any], hint: Any, record: Field[Any] | None = None) -> OptionField:
    facts = entry.metadata
    group = record or next((each for each in fields(Architecture) if each.name == facts.get("group")), None)
    if entry.default is MISSING:
        raise TypeError(f"{entry.name} has no default")
    return OptionField(
        path=f"{record.name}.{entry.name}" if record else entry.name,
        title=_message(facts["title"]),
        hint=hint,
        default=entry.default,
        limits=facts.get("limits"),
        when=(*((group.metadata["when"],) if group else ()), facts["when"]),
        own=_message(facts["own"]) if "own" in facts else None,
        follows=facts.get("follows", ()),
        follows_title=_message(facts["follows_title"]) if "follows_title" in facts else None,
        zero=_message(facts["zero"]) if "zero" in facts else None,
        about=_message(facts["about"]) if "about" in facts else None,
    )


def _message(title: str) -> Message:
    return message("Options", title)
