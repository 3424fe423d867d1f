"""What of a file goes into a model, what does not and why, and what the file lacks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum, auto

from core.errors import SandboxError
from core.importers.npy import sizes_text
from core.importers.weights.names import Naming, NotPlaced, Placed, our_names
from core.importers.weights.stored import Stored
from core.record import Record
from core.scenario import Scenario
from core.tensor import Array
from core.text import QT_TRANSLATE_NOOP, Message, message

MOST_IN_FILE = 1_500_000
"""About so many numbers, with all their digits, fill the 32 MB that a scenario file may have."""


class NothingFits(SandboxError):
    """A file of another model."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "Nothing in the file fits the model. The first tensor is {name}, {shape}: {reason}."
    )


class Fate(Enum):
    """What becomes of a tensor."""

    FITS = auto()
    OTHER_SHAPE = auto()
    NOT_HERE = auto()
    """The model has none of that name."""
    MISSING = auto()
    """The file has none of that name: it stays as it is."""


class PlanRow(Record, eq=False):
    """One tensor of the file or of the model."""

    fate: Fate
    name: str
    """In the model; empty where it has none."""
    stored: str
    """In the file; empty where it has none."""
    size: str
    """In the file, as people write it."""
    needed: str
    """In the model."""
    reason: Message


_FITS = QT_TRANSLATE_NOOP("Weights", "is taken")
_TURNED = QT_TRANSLATE_NOOP("Weights", "is taken, rows as columns")
_THIRD = QT_TRANSLATE_NOOP("Weights", "is taken: rows {first} to {last}, as columns")
_THIRD_OF_BIAS = QT_TRANSLATE_NOOP("Weights", "is taken: entries {first} to {last}")
_OTHER_SHAPE = QT_TRANSLATE_NOOP("Weights", "the model needs {needed} and would get {given}")
_NO_PLACE = QT_TRANSLATE_NOOP("Weights", "the model has no {name}")
_STAYS = QT_TRANSLATE_NOOP("Weights", "is not in the file, and stays as it is")
_STARTS = QT_TRANSLATE_NOOP("Weights", "is not in the file, and starts as in a new document")


class WeightPlan(Record, eq=False):
    """Made by `weight_plan`; `numbers` reads what fits."""

    fitting: tuple[Placed, ...]
    rows: tuple[PlanRow, ...]
    """In the order of the model, then of the file."""

    def count(self, *fates: Fate) -> int:
        """Return how many tensors have one of these fates."""
        return sum(row.fate in fates for row in self.rows)

    @property
    def fits_file(self) -> bool:
        """Whether a scenario with these numbers can be saved."""
        return sum(math.prod(placed.shape) for placed in self.fitting) <= MOST_IN_FILE

    @property
    def is_whole(self) -> bool:
        """Whether everything in the file is taken, and nothing is missing."""
        return self.count(Fate.FITS) == len(self.rows)

    def check_some(self) -> None:
        """Refuse a file of which nothing fits.

        Raises
        ------
        NothingFits
        """
        if not self.fitting:
            first = next(row for row in self.rows if row.stored)
            raise NothingFits(name=first.stored, shape=first.size, reason=first.reason)

    def numbers(self) -> dict[str, Array]:
        """Read what fits, by our names.

        Raises
        ------
        SandboxError
            Where nothing does, or a number cannot be kept.
        """
        self.check_some()
        return {placed.name: placed.values() for placed in self.fitting}


def weight_plan(scenario: Scenario, stored: Stored) -> WeightPlan:
    """Match what is in a file with the parameters and typed-in tensors of a scenario, by names and shapes."""
    needed = {spec.name: spec.shape for spec in scenario.specs()}
    needed |= {name: values.shape for name, values in scenario.given.items()}
    return plan_of(our_names(stored, scenario.architecture.stack, needed), needed)


def plan_of(naming: Naming, needed: Mapping[str, tuple[int, ...]], *, is_new: bool = False) -> WeightPlan:
    """Match names and shapes with those that a model has, which may be a new one."""
    lacking = message("Weights", _STARTS if is_new else _STAYS)
    rows = [_row(name, shape, naming.placed.get(name), lacking) for name, shape in needed.items()]
    left = [placed for name, placed in naming.placed.items() if name not in needed]
    rows += [_without_place(placed) for placed in left]
    rows += [_other(each) for each in naming.others]
    fitting = tuple(naming.placed[row.name] for row in rows if row.fate is Fate.FITS)
    return WeightPlan(fitting, tuple(rows))


def _row(name: str, shape: tuple[int, ...], placed: Placed | None, lacking: Message) -> PlanRow:
    size = sizes_text(shape)
    if placed is None:
        return PlanRow(Fate.MISSING, name, "", "", size, lacking)
    stored = placed.stored
    if placed.shape == shape:
        return PlanRow(Fate.FITS, name, stored.name, stored.size, size, _taken(placed))
    reason = message("Weights", _OTHER_SHAPE, needed=size, given=sizes_text(placed.shape))
    return PlanRow(Fate.OTHER_SHAPE, name, stored.name, stored.size, size, reason)


def _taken(placed: Placed) -> Message:
    """Say how it is taken."""
    if placed.third is None:
        return message("Weights", _TURNED if placed.is_turned else _FITS)
    count = placed.stored.shape[0] // 3
    first, last = placed.third * count + 1, (placed.third + 1) * count
    return message("Weights", _THIRD if placed.is_turned else _THIRD_OF_BIAS, first=first, last=last)


def _without_place(placed: Placed) -> PlanRow:
    stored = placed.stored
    reason = message("Weights", _NO_PLACE, name=placed.name)
    return PlanRow(Fate.NOT_HERE, "", stored.name, stored.size, "", reason)


def _other(each: NotPlaced) -> PlanRow:
    return PlanRow(Fate.NOT_HERE, "", each.stored.name, each.stored.size, "", each.reason)
