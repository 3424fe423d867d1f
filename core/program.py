"""A program: named steps in order, verified when built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import field

from core.errors import SandboxError
from core.ops.base import Index, Operation, require_same_shape
from core.record import Record
from core.tensor import Axes, NamedTensor, relabel, sizes
from core.text import QT_TRANSLATE_NOOP, Message, message

if TYPE_CHECKING:
    from core.expression.nodes import Cell, Expression
    from core.making import Making


class NotTypedIn(SandboxError):
    """The scenario computes from typed-in numbers, and they are not there."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{step} must be typed in, {size}, and is missing. Add it to “given”."
    )


class Column(Record):
    """A named tensor that a step makes: its result (``working == ""``) or one of its workings."""

    name: str
    working: str
    axes: Axes


class Step(Record):
    """One operation under its name. Compared by operation and inputs; labels and titles do not count."""

    name: str
    operation: Operation
    inputs: tuple[str, ...]
    columns: tuple[Column, ...]
    title: Message
    formula: str
    layer: str
    """The layer it stands in: ``embed``, ``encoder.0``, ``decoder.1``, ``attn``, ``output``."""
    part: str
    """The part of the layer: ``decoder.0.self_attn``, ``decoder.0.norm1``, …"""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[object, ...]:
        return self.name, self.operation, self.inputs

    @property
    def axes(self) -> Axes:
        """Axes of the result."""
        return self.columns[0].axes

    def working(self, suffix: str) -> str:
        """Return the name of a working: ``….weights`` → ``….weights.max``."""
        return f"{self.name}.{suffix}"

    def expression(self, column: str, index: Index) -> Expression:
        """Return how the cell `index` of the column named `column` is made."""
        working = column[len(self.name) + 1 :]
        return self.operation.expression(self, working, index)


class Program(Record, eq=False):
    """Steps in the order of computing, and the tensors they start from (parameters and typed-in ones)."""

    steps: tuple[Step, ...]
    sources: Mapping[str, NamedTensor]
    _makers: Mapping[str, Step]
    told: dict[Cell, Making] = field(default_factory=dict)
    """How the cells told of last are made (`core.making`): that follows from the steps alone."""

    def step(self, name: str) -> Step:
        """Return the step that makes the column `name`."""
        return self._makers[name]

    def maker(self, tensor: str) -> Step | None:
        """Return the step that makes the column `tensor`, None for a parameter or an unknown name."""
        return self._makers.get(tensor)

    def readers(self, tensor: str) -> tuple[Step, ...]:
        """Return the steps that read `tensor`."""
        return tuple(step for step in self.steps if tensor in step.inputs)


class ProgramBuilder:
    """Collects steps; each `add` checks names and shapes, so a built program is a verified one."""

    def __init__(self, sources: Mapping[str, NamedTensor], given: Mapping[str, NamedTensor]) -> None:
        self._sources = dict(sources)
        self._given = dict(given)
        self._axes: dict[str, Axes] = {name: tensor.axes for name, tensor in sources.items()}
        self._steps: list[Step] = []
        self._makers: dict[str, Step] = {}

    def has(self, name: str) -> bool:
        """Return whether a parameter or column of that name exists."""
        return name in self._axes

    def axes(self, name: str) -> Axes:
        """Return the axes of a source or of a column made so far."""
        return self._axes[name]

    def is_given(self, name: str) -> bool:
        """Return whether `name` is typed in."""
        return name in self._given

    def add(  # noqa: PLR0913 - one call a step, all by keyword
        self,
        name: str,
        operation: Operation,
        *inputs: str,
        layer: str,
        part: str,
        title: str = "",
        formula: str = "",
        labels: dict[str, tuple[str, ...]] | None = None,
    ) -> str:
        """Append a step and return its name; a typed-in tensor of that name takes its place.

        Raises
        ------
        SandboxError
            If the shapes of the inputs do not fit.
        """
        from core.ops.elementary import TypedIn

        if name in self._axes:
            raise ValueError(f"two tensors named {name}")
        if name in self._given:
            axes = self._axes_of_given(name, operation, inputs)
            self._sources[name] = self._given[name].relabelled(axes)
            operation, inputs = TypedIn(axes), ()
        elif isinstance(operation, TypedIn):
            raise NotTypedIn(step=name, size=sizes(operation.given_axes))
        input_axes = [self._axes[source] for source in inputs]
        made = [relabel(axes, labels or {}) for axes in operation.axes(name, *input_axes)]
        names = [name, *(f"{name}.{working}" for working in operation.workings)]
        columns = tuple(
            Column(column, working, axes)
            for column, working, axes in zip(names, ("", *operation.workings), made, strict=True)
        )
        step = Step(
            name=name,
            operation=operation,
            inputs=inputs,
            columns=columns,
            title=message("Ops", title or operation.title),
            formula=formula or operation.formula,
            layer=layer,
            part=part,
        )
        self._steps.append(step)
        for column in columns:
            self._axes[column.name] = column.axes
            self._makers[column.name] = step
        return name

    def _axes_of_given(self, name: str, operation: Operation, inputs: tuple[str, ...]) -> Axes:
        """Return the axes of a typed-in tensor: those that the step makes, with the labels that it hands on.

        Nothing is computed where it has to be typed in: labels are those of the typed-in tensor then.
        """
        from core.ops.elementary import TypedIn

        typed_in = self._given[name].axes
        made = operation.axes(name, *(self._axes[source] for source in inputs))[0]
        require_same_shape(name, typed_in, made, ("what is typed in", "what the step makes"))
        return typed_in if isinstance(operation, TypedIn) else made

    def within(self, layer: str, part: str) -> PartBuilder:
        """Return a builder whose steps stand in that part of that layer."""
        return PartBuilder(self, layer, part)

    def build(self) -> Program:
        """Return the program."""
        return Program(tuple(self._steps), dict(self._sources), dict(self._makers))


class PartBuilder(Record):
    """Adds the steps of one part."""

    program: ProgramBuilder
    layer: str
    part: str

    def add(
        self,
        name: str,
        operation: Operation,
        *inputs: str,
        title: str = "",
        formula: str = "",
        labels: dict[str, tuple[str, ...]] | None = None,
    ) -> str:
        """Append a step to this part and return its name; see `ProgramBuilder.add`."""
        return self.program.add(
            name,
            operation,
            *inputs,
            layer=self.layer,
            part=self.part,
            title=title,
            formula=formula,
            labels=labels,
        )
