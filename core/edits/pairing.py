"""The same model with other pairs of columns turned together (RoPE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.architecture.options import Architecture, Pairing
from core.edits.base import Edit
from core.errors import SandboxError
from core.scenario import Parameter, Scenario
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message

_MADE_OF = ("", "_norm", "_rotated", "_scaled")
"""Endings of the steps that queries and keys pass through."""


class NothingIsTurned(SandboxError):
    """The model has no rotary positions."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "This model turns no columns. Choose rotary positions (RoPE) in Model ▸ Change model first."
    )


class SwapPairing(Edit):
    """Pair halves in the place of neighbours, or the other way round, and reorder W_Q and W_K accordingly.

    Columns that were turned together still are, so every score stays as it was.
    """

    @property
    def label(self) -> Message:
        """Other pairs, same model."""
        return message("Edits", QT_TRANSLATE_NOOP("Edits", "Turn other pairs of columns, same model"))

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the other pairing and reordered columns.

        Raises
        ------
        NothingIsTurned
            If the model has no rotary positions.
        """
        architecture = scenario.architecture
        if not architecture.rotated_columns:
            raise NothingIsTurned
        is_half = architecture.positions.pairing is Pairing.HALF
        other = Pairing.ADJACENT if is_half else Pairing.HALF
        parameters, given = dict(scenario.parameters), dict(scenario.given)
        for part in _attentions(architecture):
            own = architecture.of_stack(part.partition(".")[0])
            order = _order(own, to_halves=not is_half)
            for name in (f"{part}.{kind}_{letter}" for kind in "Wb" for letter in "QK"):
                if name in parameters:
                    columns = _in_heads(order, own.attention.heads_of(name))
                    parameters[name] = Parameter(_reordered(parameters[name].values, columns))
            for name in (f"{part}.q_norm.gain", f"{part}.k_norm.gain"):
                if name in parameters:
                    parameters[name] = Parameter(_reordered(parameters[name].values, order))
            for name in (f"{part}.{letter}{ending}" for letter in "qk" for ending in _MADE_OF):
                if name in given:
                    given[name] = _reordered(given[name], order)
        positions = replace(architecture.positions, pairing=other)
        changed = replace(architecture, positions=positions)
        return scenario.with_changes(architecture=changed, parameters=parameters, given=given)


def _attentions(architecture: Architecture) -> Iterator[str]:
    """Return the attention parts whose queries and keys are turned."""
    if not architecture.has_layers:
        yield "attn"
    for stack, attentions in architecture.stacks.items():
        for layer in range(architecture.of_stack(stack).layers):
            yield from (f"{stack}.{layer}.{part}" for part in attentions if part != "cross_attn")


def _order(architecture: Architecture, *, to_halves: bool) -> list[int]:
    """Return which old column each new one takes, in one head."""
    turned, size = architecture.rotated_columns, architecture.attention.d_k
    halves = [*range(0, turned, 2), *range(1, turned, 2)]
    order = halves if to_halves else np.argsort(halves).tolist()
    return [*order, *range(turned, size)]


def _in_heads(order: list[int], heads: int) -> list[int]:
    """Return the order of the columns of all heads side by side."""
    return [head * len(order) + column for head in range(heads) for column in order]


def _reordered(values: Array, columns: list[int]) -> Array:
    return frozen(np.ascontiguousarray(values[..., columns]))
