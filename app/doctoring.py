"""What the command ``doctor`` prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.json_output import json_numbers, json_text
from app.terminal import cell_text
from core.doctor import Finding, examine
from core.trace import Trace


def report(trace: Trace, write: Callable[[str], object], *, as_json: bool) -> int:
    """Write what the doctor finds; return 1 where there is something, else 0."""
    found = examine(trace)
    if as_json:
        write(json_text({"first": finding_json(trace, found)}))
    elif found is None:
        write("Every number is finite; masked scores, −∞, are meant.")
    else:
        write(str(found.told(trace)))
        write(cell_text(found.cell.tensor, found.cell.index))
    return int(found is not None)


def finding_json(trace: Trace, found: Finding | None) -> dict[str, Any] | None:
    """Return what is found for JSON; None where it is nothing."""
    if found is None:
        return None
    labels = [
        axis.label(place) for axis, place in zip(trace[found.cell.tensor].axes, found.cell.index, strict=True)
    ]
    return {
        "step": found.step,
        "tensor": found.cell.tensor,
        "index": list(found.cell.index),
        "labels": labels,
        "value": json_numbers(found.value),
        "operands": json_numbers(list(found.operands)),
        "reason": str(found.reason),
    }
