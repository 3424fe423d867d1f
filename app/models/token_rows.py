"""Which rows and columns of a tensor belong to which token."""

from __future__ import annotations

from collections.abc import Mapping

from app.cursor import StepCursor
from app.selection import Place, Selection
from app.session import Session
from core.tensor import NamedTensor
from core.tokens import tokenise
from core.trace import Trace

Tokens = Mapping[str, tuple[str, ...]]
_TOKEN_AXES = ("token", "query", "key")


def sequence_of(tokens: Tokens, name: str, axis: str) -> str:
    """Return the sequence whose tokens run along `axis` of the tensor `name`."""
    if len(tokens) == 1:
        return next(iter(tokens))
    reads_source = axis == "key" and (name.startswith("attn.") or "cross" in name)
    return "source" if reads_source or name.startswith(("source.", "encoder.")) else "target"


def token_axes(tokens: Tokens, tensor: NamedTensor) -> tuple[tuple[int, str], ...]:
    """Return the axes along which tokens run, and the sequence of each: row first, then column."""
    return tuple(
        (position, sequence_of(tokens, tensor.name, axis.name))
        for position, axis in enumerate(tensor.axes)
        if axis.name in _TOKEN_AXES
    )


def chosen_tokens(
    tokens: Tokens, trace: Trace, chosen: Place | None, sequence: str
) -> tuple[int | None, int | None]:
    """Return which token of `sequence` is the row of the chosen cell, and which one its column."""
    tensor = None if chosen is None else trace.get(chosen.tensor)
    if chosen is None or tensor is None:
        return None, None
    found: list[int | None] = [
        chosen.index[axis] if own == sequence else None for axis, own in token_axes(tokens, tensor)
    ]
    return (*found, None, None)[:2]  # type: ignore[return-value] # two of them


def place_of_token(
    session: Session, cursor: StepCursor, selection: Selection, sequence: str, position: int
) -> Place | None:
    """Return the cell of the current step in the row of a token, or in its column where it has no row.

    None where the step has nothing to do with the sequence. The other indices stay as they are chosen.
    """
    step, chosen = cursor.step, selection.chosen
    here = chosen is not None and chosen.tensor in {column.name for column in step.columns}
    name = chosen.tensor if chosen is not None and here else step.name
    tensor = session.trace.get(name)
    if tensor is None:
        return None
    axes = token_axes(session.scenario.tokens, tensor)
    axis = next((axis for axis, own in axes if own == sequence), None)
    if axis is None or position >= tensor.shape[axis] or 0 in tensor.shape:
        return None
    index = list(chosen.index) if chosen is not None and here else [0] * len(tensor.shape)
    if not here and tensor.axes[0].name == "head":
        index[0] = selection.head_among(tensor.shape[0])
    index[axis] = position
    return Place(name, tuple(index))


def changed_positions(before: tuple[str, ...], after: tuple[str, ...]) -> frozenset[int]:
    """Return which tokens of `after` are new: those between what both begin and end with.

    >>> sorted(changed_positions(("the", "cat", "sat"), ("the", "dog", "sat")))
    [1]
    >>> sorted(changed_positions(("a", "b"), ("a", "b", "c")))
    [2]
    """
    if before == after:
        return frozenset()
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return frozenset(range(start, len(after) - end))


def sentence(words: tuple[str, ...]) -> str:
    """Return the text that falls into `words` when it is cut: without spaces, with spaces or with bars.

    >>> sentence(("the", "cat")), sentence(("猫", "が")), sentence(("un", "do"))
    ('the cat', '猫が', 'un do')
    """
    for joint in ("", " "):
        text = joint.join(words)
        if text.strip() and tokenise(text).words == words:
            return text
    return "|".join(words)
