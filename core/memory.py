"""How much memory a step of the undo history keeps."""

from __future__ import annotations

from core.scenario import Parameter, Scenario

_POINTER = 8


def bytes_beyond(scenario: Scenario, other: Scenario) -> int:
    """Return how many bytes of numbers, masks and words `scenario` holds that `other` does not hold."""
    count = 0
    for name, parameter in scenario.parameters.items():
        known = other.parameters.get(name)
        if parameter is not known:
            count += _own_bytes(parameter, known)
    for name, values in scenario.given.items():
        count += 0 if values is other.given.get(name) else values.nbytes
    for name, rows in scenario.masks.items():
        count += 0 if rows is other.masks.get(name) else sum(map(len, rows)) * _POINTER
    return count + (0 if scenario.vocabulary is other.vocabulary else len(scenario.vocabulary) * _POINTER)


def _own_bytes(parameter: Parameter, known: Parameter | None) -> int:
    overlay, other = parameter.overlay, known.overlay if known is not None else None
    base = parameter.base
    shared = known is not None and base is known.base
    own = 0 if shared else base.nbytes
    return own if overlay is None or overlay is other else own + overlay.nbytes
