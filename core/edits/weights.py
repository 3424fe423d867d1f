"""Weights of a trained model come into the scenario, all at once."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.edits.base import Edit
from core.edits.cells import NumberNotFinite, OtherShape, editable
from core.edits.deeds import shape_text
from core.scenario import Parameter, Scenario
from core.tensor import Array, frozen
from core.text import QT_TRANSLATE_NOOP, Message, message


class ImportWeights(Edit, eq=False):
    """Replace whole parameters and typed-in tensors; where one does not fit, none is replaced."""

    numbers: Mapping[str, Array]
    """By name."""
    file: str
    """What it is called."""

    @property
    def label(self) -> Message:
        """Import weights from model.safetensors."""
        template = QT_TRANSLATE_NOOP("Edits", "Import weights from {file}")
        return message("Edits", template, file=self.file)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario with those numbers; what is equal to the bit stays the same object."""
        parameters: dict[str, Parameter] = {}
        given: dict[str, Array] = {}
        for name, numbers in self.numbers.items():
            old = editable(scenario, name)
            if numbers.shape != old.shape:
                raise OtherShape(tensor=name, size=shape_text(old.shape), given=shape_text(numbers.shape))
            if not np.isfinite(numbers).all():
                raise NumberNotFinite(tensor=name, value=numbers[~np.isfinite(numbers)][0])
            if old.tobytes() == numbers.tobytes():
                continue
            if name in scenario.parameters:
                parameters[name] = Parameter(frozen(numbers))
            else:
                given[name] = frozen(numbers)
        if not parameters and not given:
            return scenario
        return scenario.with_changes(
            parameters={**scenario.parameters, **parameters}, given={**scenario.given, **given}
        )
