"""What the stage shows for each operation: pure functions from a step to `StageContent`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from app.models import stage_words
from app.models.stage_content import Kind, MatrixView, Role, Sign, StageContent
from app.models.stage_matrices import (
    WHOLE,
    Cut,
    Shown,
    matrix,
    of_head,
    with_axes,
    with_names_once,
)
from app.models.stage_reading import Outlines, finished, with_blind_row, with_sums
from app.models.stage_turning import pair_label, pairs_of_columns
from app.models.stage_view import View as _View
from app.models.stage_view import kind_of
from app.texts import translated
from core.expression.numbers import constant_text
from core.ops.activations import Activation
from core.ops.added_positions import NoPositions, PositionTable
from core.ops.attention import (
    ApplyMask,
    ColumnSoftmax,
    Mask,
    ScaleByFactor,
    ScaleByRoot,
    Scores,
    SoftCap,
    Softmax,
    TimesMask,
    WeightedSum,
)
from core.ops.base import Operation
from core.ops.elementary import Absent, Add, Identity, TypedIn
from core.ops.embedding import ScaleEmbedding, TokenLookup, TypeLookup
from core.ops.feed_forward import Gate
from core.ops.linear import JoinHeads, Linear, Project, ScaleOutput, TiedUnembedding
from core.ops.norm import Normalization
from core.ops.position_scheme import PositionScheme
from core.ops.rotary import Rotate
from core.program import Program, Step
from core.trace import Trace

TIMES, PLUS, EQUALS, ARROW = Sign("×"), Sign("+"), Sign("="), Sign("→")
CELL_BY_CELL = Sign("⊙")

MANY_ROWS = 24
"""Tables with more rows (words, positions) show only the rows that are read."""


def step_content(
    trace: Trace, step: Step, *, head: int = 0, outlines: Outlines | None = None
) -> StageContent:
    """Return the matrices of one step: what it reads, its workings and its result.

    Parameters
    ----------
    trace : Trace
    step : Step
    head : int, default=0
        The head shown, from 0.
    outlines : Outlines, optional
        Those of the contents before.
    """
    if step.name not in trace:
        return StageContent((), message=_missing(trace, step))
    outlines, program = outlines or Outlines(), trace.program
    return outlines.content(trace, ("step", step.name, head), lambda: _outline(program, step, head))


def _outline(program: Program, step: Step, head: int) -> StageContent:
    """Return the matrices of one step without their numbers."""
    if any(axis.size == 0 for axis in step.axes):
        return StageContent((), message=stage_words.no_words())
    heads = step.axes[0].size if step.axes[0].name == "head" else head + 1
    view = _View(program, step, min(head, heads - 1))
    return StageContent(with_names_once(tuple(_maker(step.operation)(view))))


def _maker(operation: Operation) -> Callable[[_View], Iterator[Shown]]:
    """Return what makes the content of an operation: its own, or that of its family."""
    return next((_CONTENTS[kind] for kind in type(operation).__mro__ if kind in _CONTENTS), _any)


def _missing(trace: Trace, step: Step) -> str:
    """Say why a step has no numbers."""
    failure = trace.failure
    if failure is None:
        return stage_words.no_words()
    if failure.step.name == step.name:
        return stage_words.step_failed(translated(failure.error.message))
    return stage_words.step_not_reached(translated(failure.step.title))


def _any(view: _View) -> Iterator[Shown]:
    """Inputs, workings, result: for an operation that has no content of its own here."""
    for number in range(len(view.step.inputs)):
        yield view.operand(number)
    for suffix in view.step.operation.workings:
        yield view.working(suffix)
    yield ARROW
    yield view.result()


def _typed_in(view: _View) -> Iterator[Shown]:
    yield of_head(view.step.axes, view.result())


def _identity(view: _View) -> Iterator[Shown]:
    absent = isinstance(view.step.operation, Absent)
    caption = stage_words.not_there() if absent else stage_words.passed_on()
    symbol = stage_words.passed_symbol(view.program, view.step)
    yield replace(view.result(symbol), caption=caption, is_off=True)


def _scores(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    yield TIMES
    yield view.operand(1, "K^T", cut=Cut(head=view.head_read, transposed=True))
    yield EQUALS
    yield view.result()


def _scale_by_root(view: _View) -> Iterator[Shown]:
    assert isinstance(view.step.operation, ScaleByRoot)
    yield view.operand(0)
    yield root_sign(view.step.operation)
    yield EQUALS
    yield view.result()


def root_sign(operation: ScaleByRoot) -> Sign:
    """Return ``÷ √d_k`` with its number."""
    return Sign("÷", f"√{operation.of} = {constant_text(round(math.sqrt(operation.number), 4))}")


def _scale_by_factor(view: _View) -> Iterator[Shown]:
    assert isinstance(view.step.operation, ScaleByFactor)
    yield view.operand(0)
    yield Sign("·", constant_text(view.step.operation.factor))
    yield EQUALS
    yield view.result()


def _by_root_of_model(view: _View) -> Iterator[Shown]:
    operation = view.step.operation
    assert isinstance(operation, ScaleEmbedding | ScaleOutput)
    root = math.sqrt(operation.d_model)
    yield view.operand(0)
    yield Sign(
        "·" if isinstance(operation, ScaleEmbedding) else "÷", f"√d_model = {constant_text(round(root, 4))}"
    )
    yield EQUALS
    yield view.result()


def _soft_cap(view: _View) -> Iterator[Shown]:
    assert isinstance(view.step.operation, SoftCap)
    yield view.operand(0)
    yield Sign("→", f"±{constant_text(view.step.operation.cap)}")
    yield view.result()


def _rotate(view: _View) -> Iterator[Shown]:
    """What is turned, by which angles, and what it becomes; columns that turn together have one colour."""
    operation, columns = view.step.operation, view.step.axes[-1].size
    assert isinstance(operation, Rotate)
    pairs = pairs_of_columns(operation, columns)
    angles = view.working("angle")
    yield _paired(view.operand(0), pairs)
    yield _paired(angles, tuple(range(angles.values.shape[1])))
    yield ARROW
    yield _paired(view.result(), pairs)


def _paired(matrix: MatrixView, pairs: tuple[int, ...]) -> MatrixView:
    labels = tuple(pair_label(*labelled) for labelled in zip(matrix.column_labels, pairs, strict=True))
    return replace(matrix, column_labels=labels, column_pairs=pairs)


def _position_scheme(view: _View) -> Iterator[Shown]:
    """What is turned, by which angles; the rows of a table; or only what is made."""
    assert isinstance(view.step.operation, PositionScheme)
    operation = view.step.operation
    if operation.workings:
        yield from _any(view)
        return
    if view.step.inputs:
        yield _table(view, operation.rows_read(view.step.axes))
        yield ARROW
    yield view.result()


def _mask(view: _View) -> Iterator[Shown]:
    result = view.result(kind=Kind.MASK)
    if view.step.operation.trivial:
        result = replace(result, caption=stage_words.nothing_masked(), is_off=True)
    yield result


def _apply_mask(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    yield PLUS
    yield replace(view.operand(1), note="")
    yield EQUALS
    yield view.result()


def _times_mask(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    yield CELL_BY_CELL
    yield replace(view.operand(1), note="")
    yield EQUALS
    yield finished(view.result(kind=kind_of(view.step.name)), with_sums)


def _column_softmax(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    yield view.working("exp")
    yield ARROW
    yield finished(view.result(kind=kind_of(view.step.name)), with_sums)


def _softmax(view: _View) -> Iterator[Shown]:
    assert isinstance(view.step.operation, Softmax)
    warm = view.step.operation.temperature != 1.0
    yield view.operand(0)
    yield view.working("max")
    told = stage_words.exp_shape_with_temperature() if warm else stage_words.exp_shape()
    yield replace(view.working("exp"), shape_text=told)
    yield view.working("sum")
    yield ARROW
    result = view.shown(view.step.name, Role.RESULT)
    told = with_axes(result).shape_text
    if view.step.axes[-1].name != "key" or view.step.axes[-2].labels == view.step.axes[-1].labels:
        told = f"{result.shape_text} {stage_words.share_shape()}"
    yield finished(replace(result, shape_text=told), with_blind_row, with_sums)


def _weighted_sum(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    yield TIMES
    yield view.operand(1, cut=Cut(head=view.head_read))
    yield EQUALS
    yield view.result(_of_head(view.head, view.step.axes[0].size))


def _of_head(head: int, heads: int) -> str:
    """Return what the output of one of several heads is called, where it is made and where it is joined."""
    return f"head_{head + 1}" if heads > 1 else ""


def _join_heads(view: _View) -> Iterator[Shown]:
    name = view.step.inputs[0]
    heads = view.axes(name)[0].size
    for head in range(heads):
        symbol = _of_head(head, heads)
        yield matrix(view.program, name, Role.OPERAND, cut=Cut(head=head), symbol=symbol)
    yield EQUALS
    caption = stage_words.nothing_to_join() if heads == 1 else ""
    yield replace(view.result(), caption=caption)


def _project(view: _View) -> Iterator[Shown]:
    """X times this head's block of W, and its block of the bias."""
    assert isinstance(view.step.operation, Project)
    axis = view.step.axes[-1]
    columns = range(view.head * axis.size, (view.head + 1) * axis.size)
    block = Cut(columns=columns, block=axis.name)
    yield view.operand(0, stage_words.read_by(view.program, view.step), cut=WHOLE)
    yield TIMES
    yield _block(view, 1, block)
    if len(view.step.inputs) > 2:
        yield PLUS
        yield _block(view, 2, replace(block, as_row=True))
    yield EQUALS
    yield view.result()


def _block(view: _View, number: int, cut: Cut) -> MatrixView:
    shown = view.operand(number, cut=cut)
    if view.step.axes[0].size == 1:
        return shown
    return replace(shown, shape_text=f"{shown.shape_text} · {stage_words.head_word(view.head)}")


def _linear(view: _View) -> Iterator[Shown]:
    """X W + b; what is read is called X where it comes from another part."""
    maker = view.program.maker(view.step.inputs[0])
    inside = maker is not None and maker.part == view.step.part
    yield view.operand(0, "" if inside else "X")
    yield TIMES
    yield view.operand(1)
    yield from _bias(view)
    yield EQUALS
    yield view.result()


def _bias(view: _View) -> Iterator[Shown]:
    if len(view.step.inputs) > 2:
        yield PLUS
        yield view.operand(2, cut=Cut(as_row=True))


def _tied_unembedding(view: _View) -> Iterator[Shown]:
    yield view.operand(0, "X")
    yield TIMES
    yield view.operand(1, "W_E^T", cut=Cut(transposed=True))
    yield from _bias(view)
    yield EQUALS
    yield view.result()


def _add(view: _View) -> Iterator[Shown]:
    named = view.step.layer == "embed" or view.step.name.endswith(".biased")
    yield view.operand(0, "" if named else "x")
    for number in range(1, len(view.step.inputs)):
        yield PLUS
        yield view.operand(number)
    yield EQUALS
    yield view.result("" if named else "y")


def _norm(view: _View) -> Iterator[Shown]:
    yield view.operand(0, "x")
    for suffix in view.step.operation.workings:
        yield view.working(suffix)
    for vector in range(1, len(view.step.inputs)):
        yield view.operand(vector, cut=Cut(as_row=True))
    yield ARROW
    yield view.result(stage_words.passed_symbol(view.program, view.step) or "y")


def _activation(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    assert isinstance(view.step.operation, Activation)
    yield Sign("→", view.step.operation.sign)
    yield view.result()


def _gate(view: _View) -> Iterator[Shown]:
    yield view.operand(0)
    yield CELL_BY_CELL
    yield view.operand(1)
    yield EQUALS
    yield view.result()


def _lookup(view: _View) -> Iterator[Shown]:
    assert isinstance(view.step.operation, TokenLookup)
    yield _table(view, tuple(dict.fromkeys(view.step.operation.ids)))
    yield ARROW
    yield view.result()


def _positions(view: _View) -> Iterator[Shown]:
    """The rows that are read, where there is a table; how alike the positions are; and the positions."""
    if view.step.inputs:
        assert isinstance(view.step.operation, PositionTable)
        yield _table(view, view.step.operation.rows_read(view.step.axes))
        yield ARROW
    # as an operand, so that it yields to the positions where there is little room
    yield view.shown(view.step.working("similarity"), Role.OPERAND, "P P^T")
    yield view.result()


def _table(view: _View, read: tuple[int, ...]) -> MatrixView:
    """Return the table that rows are taken from, or only those rows where there are many."""
    count = view.axes(view.step.inputs[0])[0].size
    if count <= MANY_ROWS:
        return view.operand(0)
    shown = view.operand(0, cut=Cut(rows=read))
    return replace(shown, shape_text=f"{shown.shape_text} · {stage_words.some_rows(len(read), count)}")


def _no_positions(view: _View) -> Iterator[Shown]:
    yield replace(view.result(), caption=stage_words.no_positions(), is_off=True)


_CONTENTS: dict[type, Callable[[_View], Iterator[Shown]]] = {
    Absent: _identity,
    Activation: _activation,
    Add: _add,
    ApplyMask: _apply_mask,
    ColumnSoftmax: _column_softmax,
    Gate: _gate,
    Identity: _identity,
    JoinHeads: _join_heads,
    Linear: _linear,
    Mask: _mask,
    NoPositions: _no_positions,
    Normalization: _norm,
    Project: _project,
    ScaleByFactor: _scale_by_factor,
    ScaleByRoot: _scale_by_root,
    ScaleEmbedding: _by_root_of_model,
    ScaleOutput: _by_root_of_model,
    Scores: _scores,
    PositionScheme: _position_scheme,
    PositionTable: _positions,
    Rotate: _rotate,
    SoftCap: _soft_cap,
    Softmax: _softmax,
    TiedUnembedding: _tied_unembedding,
    TimesMask: _times_mask,
    TokenLookup: _lookup,
    TypeLookup: _lookup,
    TypedIn: _typed_in,
    WeightedSum: _weighted_sum,
}
