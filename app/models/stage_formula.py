"""Which pre-rendered formula stands above the stage, which part of it is lit and where its parts lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import field

from core.ops.activations import Activation
from core.ops.attention import (
    ApplyMask,
    ColumnSoftmax,
    Mask,
    ScaleByFactor,
    ScaleByRoot,
    Softmax,
    TimesMask,
)
from core.ops.base import Operation
from core.ops.decoding import Draw, TopK, TopP
from core.ops.elementary import Add, Identity, TypedIn
from core.ops.embedding import ScaleEmbedding, TokenLookup, TypeLookup
from core.ops.linear import Linear, ScaleOutput, TiedUnembedding
from core.ops.norm import Normalization
from core.ops.position_scheme import PositionScheme
from core.passing import memory_read
from core.program import Program, Step
from core.record import Record


class Formula(Record):
    """A picture in ``resources/formulas`` and the tensors that its parts stand for."""

    key: str
    current: str = ""
    """Id of the part that is lit; empty where the whole formula is the step."""
    targets: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Tensor by id of the part."""


_ATTENTION = (
    "q_scaled",
    "scores",
    "scaled",
    "capped",
    "biased",
    "masked",
    "weights",
    "masked_weights",
    "heads",
)
_PROJECTIONS = {"q": "queries", "k": "keys", "v": "values"}


def formula_of(program: Program, step: Step) -> Formula | None:
    """Return the formula of a step, None where there is none to show."""
    place, _, last = step.name.rpartition(".")
    typed_in = last in _PROJECTIONS and isinstance(step.operation, TypedIn)
    if typed_in or (last in _ATTENTION and program.maker(f"{place}.weights") is not None):
        return _attention(program, place, last)
    if isinstance(step.operation, Identity | TypedIn):
        return None
    return _MAKERS.get(last.rstrip("0123456789"), _by_operation)(program, step)


def _made(program: Program, key: str, step: Step, *ids: str) -> Formula:
    """Return a formula whose parts are steps of the same part, as far as they exist."""
    place, _, last = step.name.rpartition(".")
    names = {name: f"{place}.{name}" if place else name for name in ids}
    targets = {name: tensor for name, tensor in names.items() if program.maker(tensor) is not None}
    return Formula(key, last if len(targets) > 1 else "", targets)


def _attention(program: Program, place: str, last: str) -> Formula | None:
    names = {name: f"{place}.{name}" for name in _ATTENTION}
    targets = {name: tensor for name, tensor in names.items() if program.maker(tensor) is not None}
    unusual = _unusual_weights(program, place)
    if last == "q_scaled" and (unusual or "before" not in _scores(program, place)):
        return _scaled_queries(program, place)  # what stands above the others calls the scores S
    key = f"weights{unusual}" if unusual else f"attention{_scores(program, place)}"
    return Formula(key, last, targets)


def _scaled_queries(program: Program, place: str) -> Formula | None:
    operation, key = program.step(f"{place}.q_scaled").operation, ""
    if isinstance(operation, ScaleByRoot):
        key = "queries-scaled" if operation.of == "d_k" else f"queries-scaled-{operation.of}"
    elif isinstance(operation, ScaleByFactor):
        key = "queries-factor"
    return Formula(key) if key else None


def _scores(program: Program, place: str) -> str:
    """Return how scores are made up to softmax, as the ending of a key."""
    queries = program.maker(f"{place}.q_scaled")
    scaling, masking = (program.step(f"{place}.{name}").operation for name in ("scaled", "masked"))
    before = "" if queries is None else "-before"
    if queries is not None:
        scaling = queries.operation
    ending = "".join(f"-{name}" for name in ("capped", "biased") if program.maker(f"{place}.{name}"))
    if not ending and isinstance(scaling, ScaleByRoot):
        ending = f"{before}-scaled" if scaling.of == "d_k" else f"{before}-scaled-{scaling.of}"
    elif not ending and isinstance(scaling, ScaleByFactor):
        ending = f"{before}-factor"
    return ending + "-masked" * isinstance(masking, ApplyMask)


def _unusual_weights(program: Program, place: str) -> str:
    """Return what is unusual about mask or softmax, as the ending of a key; S stands for the scores then."""
    masking, softmax = (program.step(f"{place}.{name}").operation for name in ("masked", "weights"))
    over_columns = isinstance(softmax, ColumnSoftmax)
    other_base = isinstance(softmax, Softmax) and softmax.base != 0
    masked_after = program.maker(f"{place}.masked_weights") is not None
    return (
        "-times" * isinstance(masking, TimesMask)
        + "-columns" * over_columns
        + "-base" * other_base
        + "-after" * masked_after
    )


def _bias(step: Step) -> str:
    return "-bias" if len(step.inputs) > 2 else ""


def _projection(program: Program, step: Step) -> Formula:
    last = step.name.rpartition(".")[2]
    memory = "-memory" if memory_read(program, step) else ""
    return Formula(f"{_PROJECTIONS[last]}{memory}{_bias(step)}")


def _concat(program: Program, step: Step) -> Formula:
    out = program.step(f"{step.part}.out")
    key = f"out{_bias(out)}" if isinstance(out.operation, Linear) else "concat"
    return _made(program, key, step, "concat", "out")


def _out(program: Program, step: Step) -> Formula:
    if step.part.endswith("ffn"):
        read = step.inputs[0].rpartition(".")[2]  # activated or gated
        return _made(program, f"ffn-out{'-gated' * (read == 'gated')}{_bias(step)}", step, read, "out")
    return _made(program, f"out{_bias(step)}", step, "concat", "out")


def _hidden(program: Program, step: Step) -> Formula:
    return _made(program, f"ffn-hidden{_bias(step)}", step, "hidden")


def _gate(program: Program, step: Step) -> Formula:
    return _made(program, f"ffn-gate{_bias(step)}", step, "gate")


def _gated(program: Program, step: Step) -> Formula:
    return _made(program, "ffn-gated", step, "activated", "hidden")


def _activated(program: Program, step: Step) -> Formula:
    assert isinstance(step.operation, Activation)
    return _made(program, f"ffn-{step.operation.choice}", step, "activated")


def _logits(program: Program, step: Step) -> Formula:
    tied = "-tied" if isinstance(step.operation, TiedUnembedding) else ""
    return _made(program, f"logits{tied}{_bias(step)}", step, "logits")


def _capped(program: Program, step: Step) -> Formula:
    return _made(program, "capped", step, "logits", "capped")


def _probabilities(program: Program, step: Step) -> Formula:
    warm = isinstance(step.operation, Softmax) and step.operation.temperature != 1.0
    return _made(
        program, "probabilities-temperature" if warm else "probabilities", step, "probabilities", "logits"
    )


def _embedding(program: Program, step: Step) -> Formula | None:
    keys: dict[type[Operation], str] = {
        TokenLookup: "embed-tokens",
        TypeLookup: "embed-types",
        ScaleEmbedding: "embed-scaled",
        Add: "embed-sum",
    }
    key = keys.get(type(step.operation))
    if key is None:
        return None
    last = step.name.rpartition(".")[2]
    if last == "sum":
        read, *added = (name.rpartition(".")[2] for name in step.inputs)  # tokens or scaled
        key += "-scaled" * (read == "scaled") + "-types" * ("types" in added)
        return _made(program, key + "-alone" * (added == ["types"]), step, read, *added, "sum")
    return _made(program, key, step, *(("tokens", "scaled") if last == "scaled" else (last,)))


def _positions(program: Program, step: Step) -> Formula | None:
    operation = step.operation
    if not isinstance(operation, PositionScheme) or not operation.key:
        return None
    return _made(program, operation.key, step, "positions")


def _scaled(program: Program, step: Step) -> Formula | None:
    """Embeddings are scaled, and what goes into the logits."""
    make = _embedding if step.layer == "embed" else _by_operation
    return make(program, step)


def _norm(_program: Program, step: Step) -> Formula | None:
    operation = step.operation
    if not isinstance(operation, Normalization):
        return None
    return Formula(operation.key, "", {suffix: step.working(suffix) for suffix in operation.workings})


def _by_operation(_program: Program, step: Step) -> Formula | None:
    keys: dict[type[Operation], str] = {
        Add: "residual",
        ScaleOutput: "unembed-scaled",
        Draw: "drawn",
        Mask: "mask",
        TopK: "top-k",
        TopP: "top-p",
    }
    operation = step.operation
    key = operation.key if isinstance(operation, PositionScheme) else keys.get(type(operation))
    return Formula(key) if key else None


_MAKERS: dict[str, Callable[[Program, Step], Formula | None]] = {
    "q": _projection,
    "k": _projection,
    "v": _projection,
    "concat": _concat,
    "out": _out,
    "hidden": _hidden,
    "gate": _gate,
    "gated": _gated,
    "activated": _activated,
    "logits": _logits,
    "capped": _capped,
    "probabilities": _probabilities,
    "tokens": _embedding,
    "positions": _positions,
    "scaled": _scaled,
    "types": _embedding,
    "sum": _embedding,
    "norm": _norm,
    "q_norm": _norm,
    "k_norm": _norm,
    "post_norm": _norm,
}
