"""Which heads of the queries share which head of keys or values, for the arrows above the stage."""

from __future__ import annotations

from core.ops.attention import SharedHeads
from core.program import Program, Step
from core.record import Record
from core.sharing import head_reader, shared_reads


class HeadSharing(Record):
    """One arrow a head of the queries, to the head that it reads."""

    reads: tuple[int, ...]
    """For each head of the queries the head that it reads."""
    head: int
    """The head of the queries that is shown."""
    symbol: str
    """What is shared: ``K`` or ``V``."""
    is_made: bool
    """True where the step makes what is shared, for all that read it; False where the shown head reads it."""

    @property
    def readers(self) -> tuple[int, ...]:
        """The heads of the queries that the step shown is about."""
        if not self.is_made:
            return (self.head,)
        return tuple(head for head, read in enumerate(self.reads) if read == self.read)

    @property
    def read(self) -> int:
        """The head of keys or values that the shown head reads."""
        return self.reads[self.head]

    @property
    def words(self) -> str:
        """The arrows as lines of text: ``Q 1, 2 → K 1``."""
        lines = []
        for shared in self.shared:
            heads = ", ".join(str(head + 1) for head, read in enumerate(self.reads) if read == shared)
            lines.append(f"Q {heads} → {self.symbol} {shared + 1}")
        return "\n".join(lines)

    @property
    def shared(self) -> range:
        """The heads of keys or values."""
        return range(max(self.reads) + 1)


def head_sharing(program: Program, step: Step, head: int) -> HeadSharing | None:
    """Return who reads what, where `step` makes keys or values that heads share, or reads them; else None.

    Parameters
    ----------
    program : Program
    step : Step
    head : int
        The head of the queries that is shown, from 0.
    """
    reader = step if isinstance(step.operation, SharedHeads) else head_reader(program, step)
    if reader is None or not isinstance(reader.operation, SharedHeads) or not reader.operation.reads:
        return None
    symbol = "K" if reader.name.endswith(".scores") else "V"
    reads = reader.operation.reads
    return HeadSharing(reads, min(head, len(reads) - 1), symbol, is_made=reader is not step)


def own_head(program: Program, step: Step, head: int) -> int:
    """Return which head of what `step` makes goes with a head of the queries; several can share one."""
    reads = shared_reads(program, step)
    return reads[min(head, len(reads) - 1)] if reads else head


def query_head(program: Program, step: Step, head: int) -> int:
    """Return the first head of the queries that goes with a head of what `step` makes."""
    reads = shared_reads(program, step)
    return reads.index(head) if reads else head
