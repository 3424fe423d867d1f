"""What is said in words beside the arithmetic of a cell: one function an operation, or its method `remarks`.

An operation without one is explained by its arithmetic alone. Numbers in a remark stand in the trace or are
options, sizes and positions.
"""

from __future__ import annotations

from collections.abc import Callable

from core import ops
from core.remarks import attention, decoding, others
from core.remarks.base import Remarks, Subject
from core.text import Message


def remarks(subject: Subject) -> tuple[Message, ...]:
    """Return what is to be said about a computed cell."""
    operation = subject.step.operation
    return tuple(_REMARKS.get(type(operation), operation.remarks)(subject))


_REMARKS: dict[type, Callable[[Subject], Remarks]] = {
    ops.Identity: others.identity,
    ops.Absent: others.identity,
    ops.Add: others.add,
    ops.Append: decoding.append,
    ops.TokenLookup: others.lookup,
    ops.TypeLookup: others.token_type,
    ops.ScaleEmbedding: others.scale_embedding,
    ops.Linear: others.linear,
    ops.ScaleOutput: others.scale_output,
    ops.TiedUnembedding: others.linear,
    ops.Project: others.project,
    ops.JoinHeads: others.join,
    ops.Scores: attention.scores,
    ops.ScaleByRoot: attention.by_root,
    ops.ScaleByFactor: attention.by_factor,
    ops.SoftCap: attention.soft_cap,
    ops.Mask: attention.mask,
    ops.ApplyMask: attention.apply_mask,
    ops.TimesMask: attention.times_mask,
    ops.Softmax: attention.softmax,
    ops.ColumnSoftmax: attention.column_softmax,
    ops.WeightedSum: attention.weighted,
    ops.Gate: others.gate,
    ops.TopK: decoding.top_k,
    ops.TopP: decoding.top_p,
    ops.Draw: decoding.draw,
}
