"""Tensors and walks through a program as plain text, for terminals. No Qt."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from core.architecture.conventions import conventions_line
from core.explanation import explain
from core.expression.writing import writing_of
from core.scenario import Scenario
from core.tensor import Axis, NamedTensor
from core.trace import Trace

DECIMALS = 4
_EXPLAINED_CELLS = 16
"""Larger tensors are shown as tables, and only their last cell is explained."""


def table(tensor: NamedTensor, decimals: int = DECIMALS) -> Iterator[str]:
    """Yield a tensor with its labels in aligned columns; a block for each head."""
    how = writing_of(tensor, decimals)
    if not tensor.axes:
        yield how.text(float(tensor.values))
        return
    leading, rows, columns = tensor.axes[:-2], tensor.axes[-2:-1], tensor.axes[-1]
    row_labels = [rows[0].told_apart(row) for row in range(rows[0].size)] if rows else [""]
    for block in np.ndindex(*(axis.size for axis in leading)):
        if any(axis.size > 1 for axis in leading):
            yield ", ".join(_block_name(axis, place) for axis, place in zip(leading, block, strict=True))
        numbers = tensor.values[block].reshape(len(row_labels), columns.size).tolist()
        header = ["", *(columns.told_apart(column) for column in range(columns.size))]
        body = [[label, *how.texts(line)] for label, line in zip(row_labels, numbers, strict=True)]
        yield from _aligned([header, *body])


def axes_text(tensor: NamedTensor) -> str:
    """Return ``head 1 × query 2 × key 2``."""
    return " × ".join(f"{axis.name} {axis.size}" for axis in tensor.axes)


def tensor_text(tensor: NamedTensor, title: str = "") -> Iterator[str]:
    """Yield the name, axes and numbers of a tensor."""
    yield f"{tensor.name}  ({axes_text(tensor)})  {title}".rstrip()
    yield from (f"    {line}" for line in table(tensor))


def cell_text(name: str, index: Sequence[int]) -> str:
    """Return a cell as the command line takes it: ``attn.scores[0,0,1]``."""
    return f"{name}[{','.join(map(str, index))}]"


def walk(scenario: Scenario, trace: Trace) -> Iterator[str]:
    """Yield every step with its numbers and how they were made, in place of a window."""
    yield " ".join(scenario.title.split()) or "Transformer Sandbox"
    yield f"conventions: {conventions_line(scenario.architecture)}"
    shown = [step for step in trace.program.steps if step.name in trace]
    for number, step in enumerate(shown, 1):
        yield ""
        yield f"{number} / {len(shown)}  {step.title}"
        for column in step.columns:
            yield from tensor_text(trace[column.name])
        if not step.operation.trivial:
            yield from _explanations(trace, step.name)
    if shown:
        yield ""
        yield from (f"    {line}" for line in _last_cell(trace, shown[-1].name))


def _explanations(trace: Trace, name: str) -> Iterator[str]:
    tensor = trace[name]
    places = list(np.ndindex(tensor.shape))
    for index in places if len(places) <= _EXPLAINED_CELLS else places[-1:]:
        explanation = explain(trace, name, index, decimals=DECIMALS)
        yield from (
            f"  → {line}" if not at else f"    {line}" for at, line in enumerate(explanation.text.split("\n"))
        )
    if len(places) > _EXPLAINED_CELLS:
        yield f"    The other cells: transformer-sandbox explain FILE '{cell_text(name, places[0])}'"


def _last_cell(trace: Trace, name: str) -> list[str]:
    """Explain a result behind steps that only copied it, once."""
    step = trace.program.step(name)
    if not step.operation.trivial:
        return []
    last = tuple(axis.size - 1 for axis in step.axes)
    return explain(trace, name, last, decimals=DECIMALS).text.split("\n")


def _block_name(axis: Axis, place: int) -> str:
    return f"{axis.name} {axis.told_apart(place)}"


def _aligned(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        label, *numbers = line
        cells = [label + " " * (widths[0] - width(label))]
        cells += [" " * (room - width(text)) + text for text, room in zip(numbers, widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()


def width(text: str) -> int:
    """Columns of a terminal that a text takes: Japanese characters take two."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "FW" else 1
        for sign in text
    )
