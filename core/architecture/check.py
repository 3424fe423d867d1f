"""Whether a model can be built, asked before a single number of it is drawn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.architecture.options import Architecture
from core.architecture.presets import VOCABULARY
from core.limits import check_parameters
from core.scenario import Parameter, Scenario
from core.tensor import Array


def hollow(scenario: Scenario) -> Scenario:
    """Return the scenario with zeros, which take no memory, for its parameters and what it lacks to type in.

    Raises
    ------
    SandboxError
        If the parameters would be too many.
    """
    shapes = {spec.name: spec.shape for spec in scenario.specs()}
    check_parameters(shapes.values())
    return scenario.with_changes(
        parameters={name: Parameter(_zeros(shape)) for name, shape in shapes.items()},
        given={name: _zeros(shape) for name, shape in scenario.typed_in_shapes().items()}
        | dict(scenario.given),
    )


def check_new(architecture: Architecture, tokens: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse what `core.architecture.presets.new_scenario` would refuse.

    Raises
    ------
    SandboxError
    """
    words = dict.fromkeys((*VOCABULARY, *(word for sequence in tokens.values() for word in sequence)))
    hollow(Scenario(architecture).with_changes(tokens=tokens, vocabulary=tuple(words))).program()


def _zeros(shape: tuple[int, ...]) -> Array:
    return np.broadcast_to(np.float64(0), shape)
