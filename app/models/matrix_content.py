"""What a grid shows of a tensor: whether it can be edited, which of its cells are masked, what changed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from app.models import stage_words
from app.models.matrix_layout import MatrixLayout
from app.models.matrix_shown import MatrixContent
from app.models.stage_content import Kind
from app.models.stage_matrices import mask_step
from app.models.stage_view import kind_of
from app.texts import translated
from core.edits.base import Cells, Edit
from core.edits.cells import SetBlock
from core.edits.masks import SetMaskCells, forbidden_looks
from core.expression.names import short_name
from core.ops.attention import ApplyMask, Mask
from core.ops.elementary import TypedIn
from core.passing import MEMORY, memory_made
from core.program import Program, Step
from core.record import Record
from core.scenario import Scenario
from core.tensor import Array
from core.text import Message
from core.trace import Trace

translate = QCoreApplication.translate


class NameGroup(Record):
    """Names of tensors under one heading."""

    title: str
    names: tuple[str, ...]


def content_of(
    scenario: Scenario,
    trace: Trace,
    name: str,
    earlier: Trace | None = None,
    head: int | None = None,
    limit: float | None = None,
) -> MatrixContent:
    """Return the tensor `name` for a grid: all heads, or what goes with one head of the queries.

    `earlier` is the trace before the last edit; `limit` is how far colours reach that others share.
    """
    maker, tensor = trace.program.maker(name), trace[name]
    is_working = maker is not None and maker.name != name
    before = earlier.get(name) if earlier is not None else None
    attention, axes = scenario.architecture.attention_of(name), tensor.axes
    heads = attention.heads_of(name)
    count = axes[0].size if axes and axes[0].name == "head" else heads
    return MatrixContent(
        tensor=tensor,
        kind=kind_of(name, Kind.PLAIN if is_working else Kind.SIGNED),
        heads=heads,
        head=None if head is None else attention.head_among(count, head),
        reason="" if maker is None or is_editable(trace, name) else computed_from(trace.program, maker),
        masked=_masked(trace, name),
        closed=np.logical_or(*forbidden_looks(scenario, name)) if _is_mask(maker) else None,
        limit=limit,
        before=before,
    )


def is_editable(trace: Trace, name: str) -> bool:
    """Return whether cells of `name` can be typed: a parameter, a typed-in tensor, a mask."""
    maker = trace.program.maker(name)
    return maker is None or isinstance(maker.operation, TypedIn | Mask)


def is_mask(trace: Trace, name: str) -> bool:
    """Return whether `name` is a mask."""
    return _is_mask(trace.program.maker(name))


def _is_mask(maker: Step | None) -> bool:
    return maker is not None and isinstance(maker.operation, Mask)


def fitting_name(trace: Trace, step: Step) -> str | None:
    """Return what one wants to see of a step: what of it can be typed, else its result."""
    for name in step.inputs:
        if name in trace and is_editable(trace, name) and not is_mask(trace, name):
            return name
    if isinstance(step.operation, ApplyMask) and step.operation.hides and step.inputs[1] in trace:
        return step.inputs[1]
    return next((name for name in (step.name, *step.inputs) if name in trace), None)


def computed_from(program: Program, step: Step) -> str:
    """Return why a computed tensor cannot be typed over."""
    names = ", ".join(MEMORY if memory_made(program, name) else short_name(name) for name in step.inputs)
    if not names:
        return translate("Numbers", "computed: {step}").format(step=translated(step.title))
    return translate("Numbers", "computed from {names}").format(names=names)


def kind_words(trace: Trace, name: str, layout: MatrixLayout) -> str:
    """Return shape and kind: ``8 × 8 · all heads · parameter``."""
    maker = trace.program.maker(name)
    if maker is None:
        kind = stage_words.parameter_note()
    elif isinstance(maker.operation, TypedIn):
        kind = stage_words.typed_in_note()
    else:
        kind = translate("Numbers", "mask") if is_mask(trace, name) else translate("Numbers", "computed")
    heads = []
    if layout.head is not None:
        heads = [stage_words.head_word(layout.head)]
    elif layout.head_count > 1:
        heads = [stage_words.all_heads()]
    return " · ".join([f"{layout.rows} × {layout.columns}", *heads, kind])


def name_groups(trace: Trace) -> tuple[NameGroup, ...]:
    """Return the names of all tensors, those that can be typed first."""
    made = [column.name for step in trace.program.steps for column in step.columns if column.name in trace]
    typed = tuple(name for name in made if is_editable(trace, name))
    computed = tuple(name for name in made if not is_editable(trace, name))
    parameters = tuple(name for name in trace.program.sources if trace.program.maker(name) is None)
    groups = (
        NameGroup(translate("Numbers", "Parameters"), parameters),
        NameGroup(translate("Numbers", "Typed in"), typed),
        NameGroup(translate("Numbers", "Computed"), computed),
    )
    return tuple(group for group in groups if group.names)


def typed_names(trace: Trace) -> tuple[str, ...]:
    """Return the names of all tensors that can be typed, masks among them."""
    names = (name for group in name_groups(trace) for name in group.names)
    return tuple(name for name in names if is_editable(trace, name))


def block_edit(trace: Trace, name: str, cells: Cells, numbers: Array, deed: Message | None) -> Edit:
    """Return the edit that writes `numbers` into cells of `name`; a mask takes 1 and 0."""
    if not is_mask(trace, name):
        return SetBlock(name, cells, numbers, deed)
    indices = zip(*(at.ravel().tolist() for at in np.broadcast_arrays(*cells)), strict=True)
    return SetMaskCells(name, tuple(indices), tuple((numbers != 0).ravel().tolist()), deed)


def _masked(trace: Trace, name: str) -> npt.NDArray[np.bool_] | None:
    """Return which cells of masked scores and of their weights are masked."""
    tensor, step = trace[name], mask_step(trace.program, name)
    if step is None or step.name not in trace:
        return None
    hidden = trace[step.name].values == 0
    if tensor.shape[-2:] != hidden.shape or not hidden.any():
        return None
    return np.broadcast_to(hidden, tensor.shape)
