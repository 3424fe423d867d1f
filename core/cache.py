"""The key/value cache: a run that computes the new words alone, and keeps what it needs of the others.

Under a causal mask no earlier word sees a later one, so its keys and values stay what they are when words are
put behind it. They are kept, those of the encoder's output too, and the program of the new words appends to
them. What is common to two sentences is kept, whatever is behind it. Source: Shazeer 2019, "Fast Transformer
Decoding", section 2.4; Pope et al. 2023, "Efficiently Scaling Transformer Inference", section 2.1.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

from msgspec.structs import replace

from core.architecture.options import Architecture, Decoding, MaskAs, Memory, Nowhere, SoftmaxOver
from core.errors import SandboxError
from core.program import Program
from core.record import Record
from core.scenario import Kept, Scenario
from core.tensor import NamedTensor
from core.text import QT_TRANSLATE_NOOP, Message, message
from core.trace import Trace, run


class NoCache(SandboxError):
    """Keys and values of earlier words would not stay what they are."""

    template = QT_TRANSLATE_NOOP("Errors", "Keys and values cannot be kept: {reason}")


_NO_OUTPUT = QT_TRANSLATE_NOOP("Errors", "this model puts out no words. A decoder does.")
_TYPED_IN = QT_TRANSLATE_NOOP(
    "Errors", "{names} is typed in and would not grow with the words. Let it be computed."
)
_SEES_ON = QT_TRANSLATE_NOOP(
    "Errors", "without a causal mask, earlier words see the new one and change. Switch the mask on."
)
_SEEN_ALL_THE_SAME = QT_TRANSLATE_NOOP(
    "Errors", "what is masked counts all the same, so earlier words change with a new one. Mask with −∞."
)
_OVER_COLUMNS = QT_TRANSLATE_NOOP(
    "Errors", "softmax over columns shares out among all words anew. Choose softmax over rows."
)
_MIXED = QT_TRANSLATE_NOOP(
    "Errors", "heads cut by plain reshape mix the words anew when one more comes. Cut them by columns."
)
_OWN_MEMORY = QT_TRANSLATE_NOOP(
    "Errors", "cross-attention reads the decoder, which it sees without a mask. Let it read the encoder."
)
_EVEN_SHARES = QT_TRANSLATE_NOOP(
    "Errors", "a row that may look nowhere looks at all words evenly, new ones too. Let it be zeros."
)


class Layer(Record, eq=False):
    """Keys and values of one attention part: shape (head, key, size), all words."""

    part: str
    keys: NamedTensor
    values: NamedTensor


class CachedRun(Record, eq=False):
    """A run of the words behind those that were kept, and what is kept for the next."""

    scenario: Scenario
    trace: Trace
    kept: int
    """Words whose keys and values were there before: 0 where all was computed."""

    @property
    def words(self) -> tuple[str, ...]:
        """All words."""
        return self.scenario.tokens[self.scenario.architecture.sequence]

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The keys and values that are kept for the next word, layer by layer."""
        return tuple(Layer(part, *_read(self.trace, part)) for part in _parts(self.trace.program, "self"))

    @property
    def memory(self) -> tuple[Layer, ...]:
        """Those of the encoder's output that cross-attention reads: computed once."""
        return tuple(Layer(part, *_read(self.trace, part)) for part in _parts(self.trace.program, "cross"))

    @property
    def computed(self) -> int:
        """Numbers that this run computed."""
        return numbers_of(self.trace.program)

    def kept_of(self, words: int) -> Kept:
        """Return what is kept of the first `words`."""
        tensors: dict[str, NamedTensor] = {}
        for layer in self.layers:
            for letter, tensor in (("k", layer.keys), ("v", layer.values)):
                tensors[f"{layer.part}.{letter}_kept"] = _first(tensor, f"{layer.part}.{letter}_kept", words)
        for layer in self.memory:
            tensors |= {tensor.name: tensor for tensor in (layer.keys, layer.values)}
        return Kept(words, tensors)


def cached_run(scenario: Scenario, earlier: CachedRun | None = None) -> CachedRun:
    """Run a scenario, and compute only the words that are not kept from `earlier`.

    Parameters
    ----------
    scenario : Scenario
    earlier : CachedRun, default=None
        A run of the same model; what the two sentences have in common from the start is kept. The last word
        is computed always, for it says what comes next.

    Raises
    ------
    NoCache
        Where earlier words would change with a new one.
    SandboxError
        As `Scenario.program` does.
    """
    found = obstacle(scenario)
    if found is not None:
        raise found
    count = 0 if earlier is None else min(_common(earlier, scenario), len(_words(scenario)) - 1)
    kept = None if earlier is None or not count else earlier.kept_of(count)
    return CachedRun(scenario, run(scenario.program(kept)), count)


def whole_run(scenario: Scenario) -> CachedRun:
    """Run a scenario and compute all of it, whether or not anything of it can be kept."""
    return CachedRun(scenario, run(scenario.program()), 0)


def obstacle(scenario: Scenario) -> NoCache | None:
    """Return why nothing can be kept; None where it can."""
    reason = next(_obstacles(scenario), None)
    return None if reason is None else NoCache(reason=reason)


def numbers_of(program: Program) -> int:
    """Return how many numbers the steps of a program compute, workings included."""
    return sum(
        math.prod(axis.size for axis in column.axes) for step in program.steps for column in step.columns
    )


def _obstacles(scenario: Scenario) -> Iterator[Message]:
    a = scenario.architecture
    attention, weights = a.attention_of("decoder"), a.weights
    hides_some = "decoder.mask" in scenario.masks or bool(scenario.padding.get("target"))
    conditions = (
        (not a.has_output, _NO_OUTPUT),
        (bool(scenario.given), _TYPED_IN),
        (not a.is_causal("decoder.mask"), _SEES_ON),
        (weights.mask_as is not MaskAs.MINUS_INFINITY, _SEEN_ALL_THE_SAME),
        (weights.over is SoftmaxOver.COLUMNS, _OVER_COLUMNS),
        (any(attention.is_mixed(cut, attention.heads) for cut in (attention.split, attention.join)), _MIXED),
        (a.has_both and attention.memory is Memory.DECODER, _OWN_MEMORY),
        (weights.nowhere is Nowhere.UNIFORM and hides_some, _EVEN_SHARES),
    )
    for holds, template in conditions:
        if holds:
            yield message(
                "Errors", template, **({"names": ", ".join(scenario.given)} if scenario.given else {})
            )


def _parts(program: Program, kind: str) -> tuple[str, ...]:
    """Return the attention parts of the decoder that are ``self`` or ``cross``."""
    ending = f".{kind}_attn.scores"
    return tuple(step.part for step in program.steps if step.name.endswith(ending))


def _read(trace: Trace, part: str) -> tuple[NamedTensor, NamedTensor]:
    """Return the keys and values that an attention part reads: turned ones, where positions turn them."""
    keys, values = (trace.program.step(f"{part}.{name}").inputs[1] for name in ("scores", "heads"))
    return trace[keys], trace[values]


def _first(tensor: NamedTensor, name: str, words: int) -> NamedTensor:
    """Return the rows of the first words under another name."""
    head, key, size = tensor.axes
    axes = (head, replace(key, size=words, labels=key.labels[:words]), size)
    return NamedTensor(name, axes, tensor.values[:, :words])


def _words(scenario: Scenario) -> tuple[str, ...]:
    return scenario.tokens[scenario.architecture.sequence]


def _typed(scenario: Scenario) -> tuple[tuple[str, int], ...]:
    """Return the words with their types, 0 where there are none."""
    words, sequence = _words(scenario), scenario.architecture.sequence
    return tuple(zip(words, scenario.token_types(sequence) or (0,) * len(words), strict=True))


def _common(earlier: CachedRun, scenario: Scenario) -> int:
    """Return how many words from the start two runs have in common, with all that they are made of."""
    before = earlier.scenario
    same = (
        before.vocabulary == scenario.vocabulary
        and _model(before.architecture) == _model(scenario.architecture)
        and before.tokens.get("source") == scenario.tokens.get("source")
        and before.padding.get("source") == scenario.padding.get("source")
        and before.types.get("source") == scenario.types.get("source")
        and before.masks.get("encoder.mask") == scenario.masks.get("encoder.mask")
        and before.parameters.keys() == scenario.parameters.keys()
        and all(before.parameters[name].values is one.values for name, one in scenario.parameters.items())
    )
    if not same:
        return 0
    pairs = zip(_typed(before), _typed(scenario), strict=False)
    count = next((at for at, (left, right) in enumerate(pairs) if left != right), None)
    shorter = min(len(_words(before)), len(_words(scenario))) if count is None else count
    return next((rows for rows in range(shorter, 0, -1) if _sees_alike(before, scenario, rows)), 0)


def _model(architecture: Architecture) -> Architecture:
    """Return the model without what picks the next word: keys and values do not depend on it."""
    return dataclasses.replace(architecture, temperature=1.0, decoding=Decoding())


def _sees_alike(before: Scenario, after: Scenario, rows: int) -> bool:
    """Return whether the first words of both may look at the same words."""
    left, right = (
        tuple(word for word in one.padding.get("target", ()) if word < rows) for one in (before, after)
    )
    looks = (_looks(before, rows), _looks(after, rows))
    return left == right and looks[0] == looks[1]


def _looks(scenario: Scenario, rows: int) -> tuple[object, ...]:
    """Return what edited masks allow the first words, None where all is allowed."""
    own, cross = scenario.masks.get("decoder.mask"), scenario.masks.get("decoder.cross_mask")
    seen = tuple(row[:rows] for row in own[:rows]) if own else None
    return (
        None if seen is None or all(map(all, seen)) else seen,
        None if cross is None or all(map(all, cross[:rows])) else cross[:rows],
    )
