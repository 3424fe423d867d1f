"""How texts call tensors and cells: ``scores[mat, cat]``, ``q[mat]``, ``W_Q[column 4]``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from core.expression.nodes import Cell, Line
from core.tensor import Axes, NamedTensor
from core.text import QT_TRANSLATE_NOOP, Message, message

Translate: TypeAlias = Callable[[Message], str]

_HEAD = QT_TRANSLATE_NOOP("Explain", "head {number}")
_COLUMN = QT_TRANSLATE_NOOP("Explain", "column {label}")
LONGEST_LABEL = 40
"""Words with more characters lose their middle in texts."""
_TOGETHER = frozenset({"embed", "ffn"})
"""Parts whose steps would be mistaken for others by their last word: ``ffn.out``, ``embed.sum``."""


@lru_cache(maxsize=1024)
def short_name(name: str) -> str:
    """Return the end of a dotted name that tells enough on its step.

    Examples
    --------
    >>> short_name("decoder.0.self_attn.scores"), short_name("decoder.0.ffn.out"), short_name("embed.W_E")
    ('scores', 'ffn.out', 'W_E')
    """
    parts = name.split(".")
    last = parts[-1]
    if len(parts) < 2 or parts[-2] not in _TOGETHER or last[:2] in {"W_", "b_"}:
        return last
    return ".".join(parts[-3:]) if parts[0] in {"source", "target"} else ".".join(parts[-2:])


def is_ambiguous(names: Iterable[str]) -> bool:
    """Return whether two different tensors of `names` have the same short name."""
    different = set(names)
    return len(set(map(short_name, different))) < len(different)


def index_labels(
    axes: Axes, index: tuple[int | None, ...], translate: Translate = str, *, whole: bool = False
) -> tuple[str, ...]:
    """Return what stands between the brackets; long words lose their middle unless `whole`.

    The only head and axes of size 1 without labels are left out; behind a running axis it says “column”.
    """
    labels = []
    running = False
    for axis, position in zip(axes, index, strict=True):
        if position is None:
            running = True
        elif axis.name == "head":
            if axis.size > 1:
                labels.append(translate(message("Explain", _HEAD, number=position + 1)))
        elif axis.labels or axis.size > 1:
            label = axis.told_apart(position, None if whole else LONGEST_LABEL)
            labels.append(translate(message("Explain", _COLUMN, label=label)) if running else label)
    return tuple(labels)


def axis_labels(axes: Axes, index: tuple[int, ...], translate: Translate = str) -> str:
    """Return where a cell stands, axis by axis: ``query the, key cat``; the only head is left out."""
    return ", ".join(
        f"{translate(message('Axes', axis.name))} {axis.told_apart(position, LONGEST_LABEL)}"
        for axis, position in zip(axes, index, strict=True)
        if axis.name != "head" or axis.size > 1
    )


def place_name(
    place: Cell | Line,
    tensors: Mapping[str, NamedTensor],
    translate: Translate = str,
    *,
    dotted: bool = False,
    whole: bool = False,
    called: str = "",
) -> str:
    """Return the name of a cell or line as texts write it; `dotted` is the whole technical name.

    Where the tensor is `called` otherwise than its step, it is written so.
    """
    labels = index_labels(tensors[place.tensor].axes, place.index, translate, whole=whole)
    name = called or (place.tensor if dotted else short_name(place.tensor))
    return f"{name}[{', '.join(labels)}]" if labels else name
