"""How a cell is made, as far as the steps alone say it: kept whatever the numbers are."""

from __future__ import annotations

from collections.abc import Mapping

from core.expression.cells import cells
from core.expression.nodes import Cell, Expression, Line
from core.expression.rewrite import with_tensors
from core.ops.elementary import TypedIn
from core.passing import MEMORY, memory_made, memory_read, origin
from core.program import Program, Step
from core.record import Record

_MOST_KEPT = 64


class Making(Record):
    """What the arithmetic of a computed cell consists of."""

    expression: Expression
    """What is read behind parts that only pass it on is named where it is made."""
    places: tuple[Cell | Line, ...]
    """What it is made from, in order of first appearance."""
    chain: tuple[Cell, ...]
    """The cell and, behind steps that change nothing, the cells it is a copy of."""
    symbols: Mapping[str, str]
    """Short words where the place is clear: workings of this step, gain and bias, the x of GELU."""
    called: Mapping[str, str]
    """Names of tensors that are not called as their steps are: memory."""


def making(program: Program, cell: Cell) -> Making:
    """Return how a cell of a step is made."""
    made = program.told.get(cell)
    if made is None:
        made = _making(program, program.step(cell.tensor), cell)
        if len(program.told) >= _MOST_KEPT:
            program.told.clear()
        program.told[cell] = made
    return made


def _making(program: Program, step: Step, cell: Cell) -> Making:
    raw = step.expression(cell.tensor, cell.index)
    expression = with_tensors(raw, lambda name: origin(program, name))
    chain = (cell, *_copied(program, step, raw))
    return Making(expression, cells(expression), chain, _symbols(program, step, cell), _called(program, step))


def _copied(program: Program, step: Step, source: Expression) -> tuple[Cell, ...]:
    if isinstance(step.operation, TypedIn) or not step.operation.trivial or not isinstance(source, Cell):
        return ()
    return making(program, source).chain if program.maker(source.tensor) else (source,)


def _symbols(program: Program, step: Step, cell: Cell) -> Mapping[str, str]:
    if cell.tensor != step.name:
        return {}
    words = {step.working(working): working for working in step.operation.workings}
    inputs = step.operation.short_names(step).items()
    return words | {origin(program, name): word for name, word in inputs}


def _called(program: Program, step: Step) -> Mapping[str, str]:
    if memory_made(program, step.name):
        return {step.name: MEMORY}
    return {origin(program, step.inputs[0]): MEMORY} if memory_read(program, step) else {}
