"""What the command ``trace`` prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app import terminal
from app.doctoring import finding_json
from app.json_output import json_tensor, json_text
from core.doctor import examine
from core.tensor import NamedTensor
from core.trace import Trace


def report(
    conventions: str,
    trace: Trace,
    tensors: Sequence[NamedTensor],
    write: Callable[[str], object],
    *,
    as_json: bool,
) -> None:
    """Write the conventions, what the doctor finds in the whole trace, and these tensors."""
    found = examine(trace)
    if as_json:
        values = {tensor.name: json_tensor(tensor) for tensor in tensors}
        first = finding_json(trace, found)
        write(json_text({"conventions": conventions, "first": first, "tensors": values}))
        return
    write(f"conventions: {conventions}")
    if found is not None:
        write(str(found.told(trace)))
    for tensor in tensors:
        maker = trace.program.maker(tensor.name)
        title = str(maker.title) if maker is not None and maker.name == tensor.name else ""
        write("")
        for text in terminal.tensor_text(tensor, title):
            write(text)
