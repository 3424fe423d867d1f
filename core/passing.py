"""Numbers that are passed on: where a tensor really comes from, and the places that copies are shown with."""

from __future__ import annotations

from core.expression.numbers import shown_decimals
from core.ops.elementary import Identity
from core.program import Program, Step
from core.trace import Trace


def origin(program: Program, name: str) -> str:
    """Return the tensor that `name` is passed on from unchanged, behind parts that are off or not there.

    A tensor that is really made where it stands is its own origin.
    """
    step = program.maker(name)
    while step is not None and isinstance(step.operation, Identity):
        name = step.inputs[0]
        step = program.maker(name)
    return name


def reads_encoder(program: Program, part: str) -> bool:
    """Return whether an attention part takes its keys and values from the encoder, as it should."""
    if not part.endswith(".cross_attn"):
        return False
    keys = program.maker(f"{part}.k")
    return keys is None or not keys.inputs or keys.inputs[0].startswith("encoder.")


def copied_decimals(trace: Trace, step: Step, decimals: int | None) -> dict[str, int | None]:
    """Return the places of the columns of `step` whose numbers are some of its input's: those of the input.

    One number is written in one way, though the other numbers of its column may all be whole.
    """
    columns = [step.working(suffix) if suffix else step.name for suffix in step.operation.copies]
    return {column: shown_decimals(trace[step.inputs[0]], decimals) for column in columns}
