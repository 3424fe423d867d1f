"""Where keys and values of fewer heads are read: by several heads of the queries each."""

from __future__ import annotations

from core.ops.attention import SharedHeads
from core.program import Program, Step


def shared_reads(program: Program, step: Step) -> tuple[int, ...]:
    """Return for each head of the queries the head that it reads of what `step` makes.

    Empty where `step` makes no keys or values, or where every head has its own.
    """
    reader = head_reader(program, step)
    operation = reader.operation if reader is not None else None
    return operation.reads if isinstance(operation, SharedHeads) else ()


def head_reader(program: Program, step: Step) -> Step | None:
    """Return the step that meets or mixes the keys or values that `step` makes or prepares, else None."""
    made = step.name
    while True:
        readers = [other for other in program.readers(made) if other.part == step.part]
        found = next((other for other in readers if isinstance(other.operation, SharedHeads)), None)
        if found is not None:
            return found if found.inputs[1] == made else None
        if len(readers) != 1:
            return None
        made = readers[0].name
