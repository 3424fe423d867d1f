"""From a document to a scenario: what may stand where, with the place of every fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.architecture.options import MAX_TOKENS, MAX_VOCABULARY, Architecture, Input, Stack
from core.errors import SandboxError
from core.formats.errors import BadScenario
from core.formats.node import Node, shortened
from core.formats.options import read_architecture
from core.formats.recipes import is_edited, read_edited, read_recipe
from core.formats.versions import brought_up_to_date, version_of
from core.limits import MAX_NOTES, MAX_SEED, MAX_TITLE, check_parameters
from core.ops.attention import Mask, Rows
from core.ops.elementary import TypedIn
from core.overlay import Overlay
from core.parameters import ParameterSpec, parameter_specs, position_tables
from core.scenario import Parameter, Scenario, given_axis_names
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP
from core.tokens import MAX_TOKEN_LENGTH

KEYS = (
    "format",
    "version",
    "title",
    "notes",
    "seed",
    "vocabulary",
    "features",
    "tokens",
    "padding",
    "types",
    "architecture",
    "parameters",
    "masks",
    "given",
)
"""The keys of a scenario, in the order in which they are written."""


def read_scenario(document: object) -> Scenario:
    """Return the scenario that a document of the present or an older version holds.

    Raises
    ------
    BadScenario
        With the place of the first fault.
    """
    root = Node(document)
    root = brought_up_to_date(root, version_of(root))
    table = root.table(KEYS)
    parameters = table["parameters"].table() if "parameters" in table else {}
    if "architecture" not in table:
        root.refuse(QT_TRANSLATE_NOOP("Errors", "“architecture” is missing. Say what the model is made of."))
    architecture = read_architecture(table["architecture"], parameters)
    vocabulary = _words(table.get("vocabulary"), MAX_VOCABULARY)
    _check_unique(table.get("vocabulary"), vocabulary)
    tokens = _tokens(root, table.get("tokens"), architecture, vocabulary)
    scenario = Scenario(
        architecture,
        title=table["title"].text(MAX_TITLE) if "title" in table else "",
        notes=table["notes"].text(MAX_NOTES) if "notes" in table else "",
        seed=table["seed"].integer(0, MAX_SEED) if "seed" in table else 0,
        vocabulary=vocabulary,
        features=_features(table.get("features"), architecture),
    ).with_changes(tokens=tokens, padding=_padding(table.get("padding"), tokens))
    scenario = scenario.with_changes(types=_types(table.get("types"), scenario))
    scenario = _with_parameters(scenario, parameters, Node({}, "parameters"))
    scenario = scenario.with_changes(masks=_masks(table.get("masks"), scenario))
    return _drawn(_with_given(scenario, table.get("given")))


def _words(node: Node | None, limit: int) -> tuple[str, ...]:
    return tuple(entry.text(MAX_TOKEN_LENGTH) for entry in node.items(limit)) if node else ()


def _check_unique(node: Node | None, words: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for number, word in enumerate(words):
        if node and word in seen:
            node.items()[number].refuse(
                QT_TRANSLATE_NOOP("Errors", "“{word}” stands there twice. Keep one of them."),
                word=shortened(word),
            )
        seen.add(word)


def _tokens(
    root: Node, node: Node | None, architecture: Architecture, vocabulary: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """Return the sequences that the stack reads, each with at least one token."""
    needed = architecture.sequences
    more = ("target",) if architecture.stack is Stack.ATTENTION else ()
    table = node.table((*needed, *more)) if node else {}
    place = node or root.within("tokens", None)
    for name in needed:
        if name not in table:
            place.refuse(
                QT_TRANSLATE_NOOP("Errors", "“{name}” is missing: the stack “{stack}” reads it."),
                name=name,
                stack=architecture.stack.value,
            )
    tokens = {name: _words(entry, MAX_TOKENS) for name, entry in table.items()}
    for name, words in tokens.items():
        if not words:
            table[name].refuse(QT_TRANSLATE_NOOP("Errors", "There must be at least one token."))
        known = set(vocabulary)
        for number, word in enumerate(words):
            if architecture.input is Input.TOKENS and word not in known:
                table[name].items()[number].refuse(
                    QT_TRANSLATE_NOOP("Errors", "“{word}” is not in the vocabulary. Add it there."),
                    word=shortened(word),
                )
    if architecture.has_output and not vocabulary:
        root.within("vocabulary", None).refuse(
            QT_TRANSLATE_NOOP("Errors", "The vocabulary is empty, and the model predicts words. Add some.")
        )
    return tokens


def _features(node: Node | None, architecture: Architecture) -> tuple[str, ...]:
    features = _words(node, architecture.d_model)
    if node and features and len(features) != architecture.d_model:
        one = QT_TRANSLATE_NOOP("Errors", "{count} name, {expected} expected (one a column of d_model)")
        several = QT_TRANSLATE_NOOP("Errors", "{count} names, {expected} expected (one a column of d_model)")
        node.refuse(
            one if len(features) == 1 else several,
            count=len(features),
            expected=architecture.d_model,
        )
    return features


def _padding(node: Node | None, tokens: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
    padding: dict[str, tuple[int, ...]] = {}
    for name, entry in node.table(tokens).items() if node else ():
        positions = [item.integer(0, len(tokens[name]) - 1) for item in entry.items(MAX_TOKENS)]
        if len(set(positions)) < len(positions):
            entry.refuse(QT_TRANSLATE_NOOP("Errors", "A position stands there twice. Keep one of them."))
        if positions:
            padding[name] = tuple(sorted(positions))
    return padding


def _types(node: Node | None, scenario: Scenario) -> dict[str, tuple[int, ...]]:
    """Return the token types of each sequence that has others than 0."""
    types: dict[str, tuple[int, ...]] = {}
    for name, entry in node.table(scenario.tokens).items() if node else ():
        if not scenario.architecture.has_types:
            entry.refuse(
                QT_TRANSLATE_NOOP(
                    "Errors", "The model has no token types. Set embedding ▸ types, or leave them out."
                )
            )
        count = len(scenario.tokens[name])
        kinds = tuple(
            item.integer(0, scenario.architecture.embedding.types - 1) for item in entry.items(MAX_TOKENS)
        )
        if len(kinds) != count:
            one = QT_TRANSLATE_NOOP("Errors", "{count} number, {expected} expected (one a token)")
            several = QT_TRANSLATE_NOOP("Errors", "{count} numbers, {expected} expected (one a token)")
            entry.refuse(one if len(kinds) == 1 else several, count=len(kinds), expected=count)
        if any(kinds):
            types[name] = kinds
    return types


def _unread_tables(scenario: Scenario) -> dict[str, ParameterSpec]:
    """Return the tables of positions that files may hold where X is typed in and nothing reads them."""
    if scenario.architecture.input is not Input.EMBEDDINGS:
        return {}
    with_words = replace(scenario.architecture, input=Input.TOKENS)
    tables = position_tables(with_words)
    return {spec.name: spec for spec in parameter_specs(with_words, ()) if spec.name in tables}


def _with_parameters(scenario: Scenario, nodes: Mapping[str, Node], place: Node) -> Scenario:
    specs = {spec.name: spec for spec in scenario.specs()}
    unread = _unread_tables(scenario)
    for name, node in nodes.items():
        if name in unread:
            _parameter(node, unread[name])  # it must be one, though it is dropped
        elif name not in specs:
            place.refuse_name(name, specs)
    try:
        check_parameters(spec.shape for spec in specs.values())
    except SandboxError as error:
        raise BadScenario("architecture", error.message) from error
    return scenario.with_changes(
        parameters={name: _parameter(nodes.get(name), spec) for name, spec in specs.items()}
    )


def _parameter(node: Node | None, spec: ParameterSpec) -> Parameter:
    """Return a parameter; that of a recipe has its shape alone."""
    if node is not None and not isinstance(node.value, dict):
        return Parameter(node.array(spec.shape))
    nothing = np.broadcast_to(0.0, spec.shape)
    if node is not None and is_edited(node):
        origin, positions, numbers = read_edited(node, spec.shape)
        return Parameter(Overlay(nothing, positions, numbers), None, origin)
    return Parameter(nothing, spec.default if node is None else read_recipe(node))


def _drawn(scenario: Scenario) -> Scenario:
    """Fill in the numbers of recipes: last, as drawing millions takes longer than refusing a file may."""
    parameters = {
        name: _with_numbers(name, parameter, scenario.seed) for name, parameter in scenario.parameters.items()
    }
    return scenario.with_changes(parameters=parameters)


def _with_numbers(name: str, parameter: Parameter, seed: int) -> Parameter:
    recipe, origin = parameter.initializer, parameter.origin
    if recipe is not None:
        return Parameter(recipe.values(seed, name, parameter.shape), recipe)
    if origin is not None and parameter.overlay is not None:
        base = origin.initializer.values(origin.seed, name, parameter.shape)
        edited = parameter.overlay
        whole = Parameter(base, origin.initializer)
        return whole.with_cells(edited.positions, edited.numbers, origin.seed)
    return parameter


def _masks(node: Node | None, scenario: Scenario) -> dict[str, Rows]:
    masks: dict[str, Rows] = {}
    for name, entry in node.table(scenario.architecture.masks).items() if node else ():
        queries, keys = (len(scenario.tokens[sequence]) for sequence in scenario.attending(name))
        allowed = tuple(tuple(map(bool, cells.flags(keys))) for cells in entry.rows(queries))
        if not all(map(all, allowed)):
            masks[name] = allowed
    return masks


def _with_given(scenario: Scenario, node: Node | None) -> Scenario:
    """Add what is typed in: what the input option asks for, and whatever replaces a computed step."""
    section = node or Node({}, "given")
    entries = node.table() if node else {}
    required = scenario.typed_in_shapes()
    for name in required:
        if name not in entries:
            section.refuse(
                QT_TRANSLATE_NOOP("Errors", "“{name}” is missing: with input = “{input}” it is typed in."),
                name=name,
                input=scenario.architecture.input.value,
            )
    given: dict[str, Array] = {
        name: _typed_in(entries[name], name, shape) for name, shape in required.items()
    }
    try:
        program = scenario.with_changes(given=given).whole_program()
        replaceable = {
            step.name: tuple(axis.size for axis in step.axes)
            for step in program.steps
            if not isinstance(step.operation, Mask | TypedIn)
        }
        for name in entries.keys() - given.keys():
            if name not in replaceable:
                section.refuse_name(name, (*required, *replaceable))
        given = {
            name: given[name] if name in given else _typed_in(entry, name, replaceable[name])
            for name, entry in entries.items()
        }
        scenario = scenario.with_changes(given=given)
        scenario.program()
    except BadScenario:
        raise
    except SandboxError as error:
        raise BadScenario("", error.message) from error
    return scenario


def _typed_in(node: Node, name: str, shape: tuple[int, ...]) -> Array:
    return node.array(shape, given_axis_names(name, len(shape)))
