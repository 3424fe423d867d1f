"""Random edits of numbers and masks, among them those that change what is said: signs, digits, ∞, NaN."""

import numpy as np

from core.edits.cells import SetCells
from core.edits.masks import SetMaskCells
from core.errors import SandboxError

TELLING = (0.0, -1.0, 2.0, 0.125, -0.001, 1e-5, 12345.678, 5e9, 1e308, -1e308)
"""Numbers that are written in other ways, or make others infinite."""


def random_edits(scenario, random, count):
    """Scenarios that follow each other by `count` edits; a refused edit is left out."""
    for _ in range(count):
        try:
            scenario = _edit(scenario, random).apply(scenario)
        except SandboxError:
            continue
        yield scenario


def _edit(scenario, random):
    masks = sorted(scenario.architecture.masks)
    if masks and random.random() < 0.2:
        name = masks[random.integers(len(masks))]
        shape = [len(scenario.tokens[sequence]) for sequence in scenario.attending(name)]
        return SetMaskCells(name, (_cell(shape, random),), (bool(random.integers(2)),))
    numbers = {name: parameter.values for name, parameter in scenario.parameters.items()} | dict(
        scenario.given
    )
    name = sorted(numbers)[random.integers(len(numbers))]
    value = random.choice(TELLING) if random.random() < 0.4 else np.round(random.normal(), 2)
    return SetCells(name, (_cell(numbers[name].shape, random),), (float(value),))


def _cell(shape, random):
    return tuple(int(random.integers(size)) for size in shape)


def some_cells(trace, random, count):
    """Cells of a trace, by name and index."""
    every = [(name, index) for name in trace for index in np.ndindex(trace[name].shape)]
    return [every[place] for place in random.choice(len(every), min(count, len(every)), replace=False)]
