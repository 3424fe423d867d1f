"""The architecture section: option records read and written by their fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, get_type_hints

from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    Input,
    Norm,
    NormKind,
    PositionKind,
    Positions,
    Scale,
    Stack,
    default_head_size,
)
from core.errors import SandboxError
from core.formats.errors import BadScenario
from core.formats.node import Node, is_list, shortened
from core.text import QT_TRANSLATE_NOOP

_SCALE: Any = Scale | float
_NAMES: Any = tuple[str, ...]
MAX_NAME = 200


def read_architecture(node: Node, parameters: Mapping[str, Node]) -> Architecture:
    """Return the architecture.

    Parameters
    ----------
    node : Node
        The section.
    parameters : mapping
        That section of the file: some sizes and options that are left out follow from it.

    Raises
    ------
    BadScenario
    """
    table = node.table(_keys(Architecture))
    if "stack" not in table:
        node.refuse(QT_TRANSLATE_NOOP("Errors", "“stack” is missing. Say which parts the model has."))
    defaults: dict[str, Any] = {}
    if "attention" in table:
        defaults["attention"] = _attention_defaults(table, parameters)
    table_of_positions = next((name for name in parameters if name.endswith("embed.W_P")), "")
    if "positions" in table and table_of_positions:
        rows = parameters[table_of_positions].value
        defaults["positions"] = {"length": len(rows)} if is_list(rows) and len(rows) else {}
    architecture: Architecture = _read_record(node, Architecture, defaults)
    _check_off(table.get("off"), architecture.switches)
    return architecture


def _check_off(node: Node | None, known: tuple[str, ...]) -> None:
    """Refuse names of parts that the model has not, or that stand there twice."""
    seen: set[str] = set()
    for entry in node.items() if node else ():
        name = entry.text(MAX_NAME)
        if name not in known:
            entry.refuse_name(name, known)
        if name in seen:
            entry.refuse(
                QT_TRANSLATE_NOOP("Errors", "“{word}” stands there twice. Keep one of them."),
                word=shortened(name),
            )
        seen.add(name)


def _attention_defaults(table: Mapping[str, Node], parameters: Mapping[str, Node]) -> dict[str, Any]:
    """Return what d_k, d_v and the output map are where they are left out."""
    given = table["attention"].table(_keys(Attention))
    defaults: dict[str, Any] = {}
    if table["stack"].value == Stack.ATTENTION.value:
        defaults["output"] = "attn.W_O" in parameters
    if "d_k" not in given or "d_v" not in given:
        d_model = _read_option(table["d_model"], Architecture, "d_model") if "d_model" in table else 4
        heads = _read_option(given["heads"], Attention, "heads") if "heads" in given else 1
        try:
            size = default_head_size(d_model, heads)
        except SandboxError as error:
            raise BadScenario(table["attention"].place, error.message) from error
        defaults |= {"d_k": size, "d_v": size}
    return defaults


def _read_record(node: Node, record: type[Any], defaults: Mapping[str, Any]) -> Any:
    """Read an option record: its fields are the keys; what is left out is as `defaults` or the record say."""
    values = dict(defaults)
    for name, entry in node.table(_keys(record)).items():
        hint = _hints(record)[name]
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            values[name] = _read_record(entry, hint, defaults.get(name, {}))
        else:
            values[name] = _read_option(entry, record, name)
    try:
        return record(**values)
    except SandboxError as error:
        raise BadScenario(node.place, error.message) from error


def _read_option(node: Node, record: type, name: str) -> Any:
    """Read one option by its type and limits."""
    hint = _hints(record)[name]
    low, high = _fields(record)[name].metadata.get("limits", (-1e308, 1e308))
    if hint == _SCALE:
        return node.choice(Scale) if isinstance(node.value, str) else node.number(low, high)
    if hint is bool:
        return node.boolean()
    if hint == _NAMES:
        return tuple(entry.text(MAX_NAME) for entry in node.items())
    if hint is int:
        return node.integer(low, high)
    return node.choice(hint) if issubclass(hint, StrEnum) else node.number(low, high)


def written_architecture(architecture: Architecture) -> dict[str, Any]:
    """Return the section as nested dictionaries: what the stack uses, and what is not as it comes."""
    is_attention = architecture.stack is Stack.ATTENTION
    used = {"stack", "input", "d_model", "attention"}
    if architecture.input is not Input.QKV:
        used.add("positions")
    if architecture.has_layers:
        used |= {"layers", "feed_forward", "norm", "residual"}
    if architecture.has_output:
        used |= {"unembedding", "temperature"}  # and decoding, where it is not as it comes
    defaults = Architecture()
    section: dict[str, Any] = {}
    for name in _keys(Architecture):
        value = getattr(architecture, name)
        if name in used or value != getattr(defaults, name):
            section[name] = _written_part(value) if dataclasses.is_dataclass(value) else value
    if not is_attention:  # layers always come back to d_model
        section["attention"].pop("output")
    return section


def _written_part(part: Any) -> dict[str, Any]:
    """Return a part's options without those that its kind does not use, as long as they are as they come."""
    entries = _fields(type(part))
    values = {name: getattr(part, name) for name in entries}
    defaults = {name: getattr(type(part)(), name) for name in values}
    rare = {name for name, entry in entries.items() if entry.metadata.get("rare")}
    unused: set[str] = set()
    match part:
        case FeedForward(kind=FeedForwardKind.MLP):
            unused = {"kind"}
        case (
            FeedForward(kind=FeedForwardKind.NONE)
            | Norm(kind=NormKind.NONE)
            | Positions(kind=PositionKind.NONE)
        ):
            unused = set(values) - {"kind"}
        case Positions(kind=kind):
            unused = set(values) - {"kind", *kind.scheme.reads}
    unused |= rare
    return {name: value for name, value in values.items() if name not in unused or value != defaults[name]}


def _hints(record: type) -> dict[str, Any]:
    return get_type_hints(record)


def _fields(record: type) -> dict[str, dataclasses.Field[Any]]:
    return {field.name: field for field in dataclasses.fields(record)}


def _keys(record: type) -> tuple[str, ...]:
    return tuple(_fields(record))
