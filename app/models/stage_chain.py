"""A whole attention on one line, where it is small enough: Q × Kᵀ = scores → weights × V = output."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from app.models import stage_words
from app.models.stage_content import Kind, MatrixView, Role, Sign, StageContent
from app.models.stage_matrices import Cut, Shown, matrix, with_names_once
from app.models.stage_model import EQUALS, TIMES, root_sign
from app.models.stage_reading import SURE, Outlines, finished, with_blind_row
from app.models.stage_view import kind_of
from core.explanation import explain
from core.expression.numbers import constant_text
from core.expression.writing import span_of
from core.ops.attention import ApplyMask, ScaleByFactor, ScaleByRoot, Softmax
from core.ops.elementary import TypedIn
from core.program import Program, Step
from core.telling import ROUNDED_FIRST
from core.trace import Trace

MOST_TOKENS, MOST_COLUMNS = 3, 2

_PARTS = ("q", "k", "scores", "scaled", "masked", "weights", "v", "heads")
_BEFORE_SOFTMAX = ("scaled", "masked")


def chain_content(
    trace: Trace, step: Step, *, note: str = "", outlines: Outlines | None = None
) -> StageContent | None:
    """Return the chain with the result of `step` framed; None where it does not fit on one line.

    Parameters
    ----------
    trace : Trace
    step : Step
    note : str, default=""
        Caption of the output.
    outlines : Outlines, optional
        Those of the contents before.
    """
    outlines, program = outlines or Outlines(), trace.program
    if not _is_chain(trace, step, outlines):
        return None
    part, _, last = step.name.rpartition(".")
    middle = _middle(trace, part, last)
    content = outlines.content(trace, ("chain", step.name, middle), lambda: _outline(program, step, middle))
    *items, output = one_range(content.items)
    assert isinstance(output, MatrixView)
    return replace(content, items=(*items, replace(output, caption=note)))


def _is_chain(trace: Trace, step: Step, outlines: Outlines) -> bool:
    program, part = trace.program, step.name.rpartition(".")[0]
    fits = outlines.kept(program, ("fits", step.name), lambda: _fits(program, step))
    return fits and all(f"{part}.{name}" in trace for name in _PARTS)


def chain_limit(trace: Trace, step: Step, name: str) -> float | None:
    """Return how far the colours of a tensor reach where `step` is shown as a chain that has it, or None."""
    if trace[name].values.size > MOST_TOKENS * MOST_TOKENS or not _is_chain(trace, step, Outlines()):
        return None
    part, _, last = step.name.rpartition(".")
    signed = [f"{part}.{other}" for other in ("q", "k", _middle(trace, part, last), "v", "heads")]
    return max(span_of(trace[other]).largest for other in signed) if name in signed else None


def _outline(program: Program, step: Step, middle: str) -> StageContent:
    items = with_names_once(tuple(_items(program, step, middle)), whole_line=True)
    framed = next(
        place for place, item in enumerate(items) if isinstance(item, MatrixView) and item.tensor == step.name
    )
    return StageContent(items, chain=True, framed=framed)


def print_note(trace: Trace, step: Step) -> str:
    """Return what to say under the output where rounded weights lead to another number, as in books."""
    part = step.name.rpartition(".")[0]
    name, values = f"{part}.heads", f"{part}.v"
    if name not in trace or trace[name].values.size > MOST_TOKENS * MOST_COLUMNS:
        return ""
    with np.errstate(all="ignore"):  # 1e308 times 100
        rounded = np.round(trace[values].values, ROUNDED_FIRST)
    if not np.array_equal(trace[values].values, rounded):
        return ""  # more than the weights would be rounded
    for index in np.ndindex(trace[name].shape):
        for remark in explain(trace, name, index).remarks:
            if "printed" in remark.values:
                return stage_words.in_print(str(remark.values["printed"]))
    return ""


def _fits(program: Program, step: Step) -> bool:
    part, _, last = step.name.rpartition(".")
    if last not in _PARTS or any(program.maker(f"{part}.{name}") is None for name in _PARTS):
        return False
    if last in ("q", "k", "v") and not isinstance(step.operation, TypedIn):
        return False
    chain = (("scores", (f"{part}.q", f"{part}.k")), ("masked", (f"{part}.scaled",)))
    for name, read in chain:  # other steps between them have no place on the line
        inputs = program.step(f"{part}.{name}").inputs
        if inputs and inputs[: len(read)] != read:
            return False
    heads, queries, keys = (axis.size for axis in program.step(f"{part}.scores").axes)
    widest = max(program.step(f"{part}.{name}").axes[-1].size for name in ("q", "v"))
    few = min(queries, keys) > 0 and max(queries, keys) <= MOST_TOKENS
    return heads == 1 and few and widest <= MOST_COLUMNS


def _middle(trace: Trace, part: str, last: str) -> str:
    """Return what stands between the product and the weights.

    That is the step itself, or else what softmax reads, under the name of the first step with those numbers.
    """
    if last in _BEFORE_SOFTMAX:
        return last
    if last in ("q", "k", "v", "scores"):
        return "scores"
    read = trace[f"{part}.masked"].values
    candidates = ("scores", "scaled", "masked")
    same = (name for name in candidates if np.array_equal(trace[f"{part}.{name}"].values, read))
    return next(same, "masked")


def _items(program: Program, step: Step, middle: str) -> Iterator[Shown]:
    part = step.name.rpartition(".")[0]

    def shown(last: str, symbol: str = "", *, transposed: bool = False) -> MatrixView:
        name = f"{part}.{last}"
        role = Role.RESULT if name == step.name else Role.OPERAND
        made = matrix(program, name, role, cut=Cut(transposed=transposed), kind=kind_of(name), symbol=symbol)
        return _without_lone_numbers(made)

    yield shown("q")
    yield TIMES
    yield shown("k", "K^T", transposed=True)
    yield from _between(program, part, middle)
    yield EQUALS
    yield shown(middle)
    yield Sign("→", "softmax")
    yield finished(shown("weights"), _with_caption)
    yield TIMES
    yield shown("v")
    yield EQUALS
    yield shown("heads")


def one_range(items: tuple[Shown, ...]) -> tuple[Shown, ...]:
    """Give all signed matrices the widest range of them: on one line the same colour is the same number."""
    ranges = (item.bar for item in items if isinstance(item, MatrixView) and item.kind is Kind.SIGNED)
    widest = max((range_[1] for range_ in ranges if range_ is not None), default=1.0)
    return tuple(
        replace(item, bar=(-widest, widest))
        if isinstance(item, MatrixView) and item.kind is Kind.SIGNED
        else item
        for item in items
    )


def _between(program: Program, part: str, middle: str) -> Iterator[Sign]:
    """Return the signs of scaling and masking, where the matrix in the middle has them behind it."""
    if middle == "scores":
        return
    scaling = program.step(f"{part}.scaled").operation
    if isinstance(scaling, ScaleByRoot):
        yield root_sign(scaling)
    elif isinstance(scaling, ScaleByFactor):
        yield Sign("·", constant_text(scaling.factor))
    if middle == "masked" and isinstance(program.step(f"{part}.masked").operation, ApplyMask):
        yield Sign("+ M")


def _with_caption(weights: MatrixView, trace: Trace) -> MatrixView:
    """Say of weights what their rows add to."""
    if weights.values.size and np.all(np.abs(weights.values.sum(axis=1) - 1.0) <= SURE):
        return replace(weights, caption=stage_words.rows_add_to_one())
    is_softmax = isinstance(trace.program.step(weights.tensor).operation, Softmax)
    return with_blind_row(weights, trace) if is_softmax else weights


def _without_lone_numbers(view: MatrixView) -> MatrixView:
    """Leave out the “1” over a single column, and beside a single row, of a size of the model."""
    changed = view
    if view.column_labels == ("1",):
        changed = replace(changed, column_labels=("",))
    if view.row_labels == ("1",):
        changed = replace(changed, row_labels=("",))
    return changed
