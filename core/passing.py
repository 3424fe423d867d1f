"""Numbers that are passed on: where a tensor really comes from, and how copies are compared."""

from __future__ import annotations

from core.ops.elementary import Identity
from core.program import Program, Step


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


MEMORY = "memory"
"""What cross-attention reads, the encoder's output, is called wherever it is made and read."""


def memory_made(program: Program, name: str) -> bool:
    """Return whether a tensor is what the encoder hands to a decoder."""
    return name == "encoder.norm" and program.maker("decoder.norm") is not None


def memory_read(program: Program, step: Step) -> bool:
    """Return whether a step makes keys or values from memory."""
    is_made_of_it = step.name.rpartition(".")[2] in ("k", "v") and bool(step.inputs)
    return is_made_of_it and reads_encoder(program, step.part)


def compared_name(now: Program, pinned: Program, step: Step, name: str) -> str | None:
    """Return which tensor to compare for what `step` reads as `name` and what stood there in another run.

    Parameters
    ----------
    now, pinned : Program
    step : Step
        A step of `now`.
    name : str
        What it reads, by its origin; any other tensor is compared with the one of its name.

    Returns
    -------
    str or None
        `name` where both runs read the same; the input itself where only one of them passes something on
        under its name; None where they read something else in that place.
    """
    there = pinned.maker(step.name)
    reads = [origin(now, read) for read in step.inputs]
    number = reads.index(name) if name in reads else len(reads)
    if there is None or number >= min(len(there.inputs), len(reads)):
        return name
    read = there.inputs[number]
    if origin(pinned, read) == name:
        return name
    return read if read == step.inputs[number] else None
