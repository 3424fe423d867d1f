"""What every position scheme says of itself; `core.ops.positions` lists them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

from core.choice import Choice
from core.ops.base import Operation
from core.record import Record
from core.tensor import Axes, Axis
from core.text import Message, message

if TYPE_CHECKING:
    from core.ops.added_positions import WaveLayout
    from core.ops.rotary import Pairing


class Acts(Enum):
    """Where positions come in."""

    NOWHERE = auto()
    ADDED = auto()
    """Added to the embeddings, a row a word."""
    TURNED = auto()
    """Queries and keys are turned."""
    BIASED = auto()
    """Added to the scores, a matrix a head."""


class PositionOptions(Protocol):
    """What a scheme is made from: `core.architecture.records.Positions`."""

    @property
    def base(self) -> float: ...  # noqa: D102
    @property
    def length(self) -> int: ...  # noqa: D102
    @property
    def offset(self) -> int: ...  # noqa: D102
    @property
    def layout(self) -> WaveLayout: ...  # noqa: D102
    @property
    def pairing(self) -> Pairing: ...  # noqa: D102
    @property
    def rotated(self) -> int: ...  # noqa: D102
    @property
    def buckets(self) -> int: ...  # noqa: D102
    @property
    def farthest(self) -> int: ...  # noqa: D102
    @property
    def shared(self) -> bool: ...  # noqa: D102


class Sizes(Record):
    """How many words there are, and how wide the model is."""

    rows: int = 0
    """Words, or queries."""
    keys: int = 0
    first: int = 0
    """The position of the first row."""
    both_ways: bool = True
    """Whether words see later ones."""
    d_model: int = 1
    d_k: int = 2
    heads: int = 1
    sequences: int = 1


class Unfit(Record):
    """An option that does not go with the others, and what it must be."""

    option: str
    value: float
    limits: str


class PositionScheme(Operation):
    """A way to tell where words stand."""

    acts: ClassVar[Acts]
    reads: ClassVar[tuple[str, ...]] = ()
    """Its options, by the names of `PositionOptions`."""
    picture: ClassVar[str]
    """What the name of its picture begins with."""

    @classmethod
    @abstractmethod
    def made(cls, options: PositionOptions, sizes: Sizes) -> Self:
        """Return the step that options ask for."""

    @classmethod
    @abstractmethod
    def conventions(cls, options: PositionOptions, sizes: Sizes) -> Iterator[Message]:
        """Say what holds among the conventions."""

    @classmethod
    def unfit(cls, options: PositionOptions) -> Unfit | None:  # noqa: ARG003
        """Return an option that cannot be as it is."""
        return None

    @classmethod
    def table_rows(cls, options: PositionOptions) -> Axis | None:  # noqa: ARG003
        """Return the rows of the parameter it reads (W_P, W_R); None where it reads none."""
        return None

    def rows_read(self, axes: Axes) -> tuple[int, ...]:
        """Return which rows of that parameter are read, for a result of these axes."""
        return tuple(range(axes[0].size))

    @property
    def key(self) -> str:
        """The name of its picture."""
        return self.picture

    @property
    def latex(self) -> str:
        """The formula in the picture, with what can be lit in it."""
        return self.formula


def convention(template: str, **values: str | Message) -> Message:
    """Make a message of the conventions."""
    return message("Conventions", template, **values)


class SchemeChoice(Choice):
    """A choice whose members are position schemes."""

    scheme: type[PositionScheme]

    def __new__(cls, value: str, label: str, about: str, scheme: type[PositionScheme]) -> Self:
        """Make the member of a scheme."""
        made = cls.made(value, label, about)
        made.scheme = scheme
        return made

    @property
    def is_added(self) -> bool:
        """Whether positions are added to the embeddings."""
        return self.scheme.acts is Acts.ADDED

    @property
    def acts_in_attention(self) -> bool:
        """Whether positions act on queries, keys or scores."""
        return self.scheme.acts in {Acts.TURNED, Acts.BIASED}
