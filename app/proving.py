"""What the command ``verify`` prints of one file."""

from __future__ import annotations

from collections.abc import Iterator

from app.terminal import cell_text
from core.proof import TOLERANCE, Proof

_SHOWN = 5
"""Cells that differ, one by one."""


def proof_text(file: str, proof: Proof) -> Iterator[str]:
    """Return the lines: how many cells, the largest difference, and the first that differ too much."""
    line = f"{file}: {_cells(proof.cells)}, largest difference {proof.largest:.3g}"
    if proof.where is not None:
        line += f" at {cell_text(proof.where.tensor, proof.where.index)}"
    yield line
    if proof.holds:
        return
    differ = "differs" if len(proof.failures) == 1 else "differ"
    yield f"    FAILED: {_cells(len(proof.failures))} {differ} by more than {TOLERANCE:g}·max(1, |value|)"
    for one in proof.failures[:_SHOWN]:
        where = cell_text(one.cell.tensor, one.cell.index)
        yield f"    {where} = {one.computed!r}, recomputed: {one.recomputed!r}"


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
