"""The model that weights are of, as far as names and shapes tell; the rest is wished for.

Nothing in a file says how many heads there are, where the norms stand, which activation is used, or what is
masked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from core.architecture.options import (
    MAX_HEADS,
    ActivationKind,
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    Input,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Stack,
    Unembedding,
    check_range,
)
from core.architecture.presets import TOKENS, TYPED_IN, VOCABULARY
from core.errors import SandboxError
from core.importers.weights.names import Naming, our_names, stack_of
from core.importers.weights.plan import WeightPlan, plan_of
from core.importers.weights.stored import Stored
from core.limits import check_parameters
from core.record import Record
from core.scenario import Parameter, Scenario
from core.text import QT_TRANSLATE_NOOP

_SHOWN_NAMES = 3
_OF_ATTENTION = ("attn.W_Q", "attn.q", "attn.W_O")
"""One of these an attention has, whatever of it is in the file."""
Shapes: TypeAlias = Mapping[str, tuple[int, ...]]


class NoModel(SandboxError):
    """Names of which no attention and no layer can be made."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "No model can be told from these names: {names}. Name the tensors as here (encoder.0.attn.W_Q) or as "
        "nn.MultiheadAttention does (self_attn.in_proj_weight), or import them into a model that is open.",
    )


class HeadsDoNotDivideColumns(SandboxError):
    """A number of heads that does not go with the weights."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{heads} heads do not divide the {columns} columns of {name}. Choose a number that does."
    )


class OtherAxes(SandboxError):
    """A tensor that cannot be what its name says."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{name} is {shape}; {ours} has {axes} axes, none of length 0. Save it under another name."
    )


class Wishes(Record):
    """What a file of weights does not tell; None: what is usual."""

    heads: int = 1
    stack: Stack | None = None
    place: NormPlace | None = None
    """Without: before the sublayers where there is a norm behind the last layer, else after them."""
    activation: ActivationKind = ActivationKind.RELU
    mask: MaskKind | None = None
    """Without: causal in decoders."""


class FoundModel(Record, eq=False):
    """A model of the shapes of a file."""

    draft: Scenario
    """Without parameters and typed-in tensors."""
    plan: WeightPlan

    @property
    def architecture(self) -> Architecture:
        """The options that were told or wished for."""
        return self.draft.architecture

    def scenario(self, title: str = "") -> Scenario:
        """Return the scenario with the numbers of the file; what it lacks starts as in a new one.

        Raises
        ------
        SandboxError
            Where a number cannot be kept, or the model would be too large.
        """
        specs = self.draft.specs()
        check_parameters(spec.shape for spec in specs)
        numbers, seed = self.plan.numbers(), self.draft.seed
        parameters = {
            spec.name: Parameter(numbers[spec.name])
            if spec.name in numbers
            else Parameter(spec.default.values(seed, spec.name, spec.shape), spec.default)
            for spec in specs
        }
        given = {
            name: numbers[name] if name in numbers else TYPED_IN.values(seed, name, shape)
            for name, shape in self.draft.typed_in_shapes().items()
        }
        made = self.draft.with_changes(parameters=parameters, given=given, title=title)
        made.program()
        return made


def found_model(stored: Stored, wishes: Wishes) -> FoundModel:
    """Return the model that the tensors of a file are of; no number is read.

    Raises
    ------
    SandboxError
        Where their names tell no model, or a size is none that a model here can have.
    """
    stack = wishes.stack or stack_of(stored)
    naming = our_names(stored, stack)
    _check_axes(naming)
    shapes = _shapes(naming)
    draft = Scenario(_architecture(naming, stack, wishes))
    draft = draft.with_changes(tokens=_tokens(draft.architecture, shapes))
    draft = draft.with_changes(vocabulary=_vocabulary(draft, shapes))
    needed = {spec.name: spec.shape for spec in draft.specs()} | draft.typed_in_shapes()
    return FoundModel(draft, plan_of(naming, needed, is_new=True))


def _shapes(naming: Naming) -> Shapes:
    return {name: placed.shape for name, placed in naming.placed.items()}


def _architecture(naming: Naming, stack: Stack, wishes: Wishes) -> Architecture:
    shapes = _shapes(naming)
    d_model = _d_model(shapes)
    inner = [name for name in shapes if name.endswith(_OF_ATTENTION)]
    if d_model is None or not inner:
        names = list(dict.fromkeys(each.stored.name for each in naming.placed.values()))
        names += [each.stored.name for each in naming.others]
        shown = ", ".join(names[:_SHOWN_NAMES]) + (", …" if len(names) > _SHOWN_NAMES else "")
        raise NoModel(names=shown)
    check_range("heads", wishes.heads, 1, MAX_HEADS)
    is_torch = any(
        name.endswith(".gain") and each.stored.name != name for name, each in naming.placed.items()
    )
    numbers = {int(name.split(".")[1]) for name in shapes if name.split(".")[1].isdigit()}
    given = Input.EMBEDDINGS if stack is not Stack.ATTENTION or "attn.q" not in shapes else Input.QKV
    has_output = stack in {Stack.DECODER, Stack.ENCODER_DECODER}
    causal = wishes.mask or (MaskKind.CAUSAL if has_output else MaskKind.NONE)
    return Architecture(
        stack,
        Input.TOKENS if "embed.W_E" in shapes else given,
        layers=max(numbers, default=0) + 1,
        d_model=d_model,
        positions=_positions(shapes),
        attention=_attention(shapes, stack, wishes.heads, causal),
        feed_forward=_feed_forward(shapes, wishes.activation),
        norm=_norm(shapes, wishes.place, is_torch=is_torch),
        unembedding=Unembedding(
            tied="embed.W_E" in shapes and "unembed.W_U" not in shapes,
            bias="unembed.b_U" in shapes,
        ),
    )


def _check_axes(naming: Naming) -> None:
    """Refuse shapes that no model can have, before its sizes are taken from them."""
    for name, placed in naming.placed.items():
        axes = _axes(name)
        if len(placed.shape) != axes or 0 in placed.shape:
            raise OtherAxes(name=placed.stored.name, shape=placed.stored.size, axes=axes, ours=name)


def _axes(name: str) -> int:
    """Return how many axes a tensor of ours has."""
    last = name.rpartition(".")[2]
    if last in {"gain", "bias"} or last.startswith("b_"):
        return 1
    return 3 if last in {"q", "k", "v"} else 2


def _d_model(shapes: Shapes) -> int | None:
    """Return the width that all parts share, from the first tensor that has it as an axis."""
    axis = {"W_Q": 0, "W_E": 1, "W_O": 1, "W_1": 0, "sum": 1}
    found = ((shape, name.rpartition(".")[2]) for name, shape in shapes.items())
    return next((shape[axis[last]] for shape, last in found if last in axis), _typed_width(shapes))


def _typed_width(shapes: Shapes) -> int | None:
    """Return the width of the joined heads where q, k and v are typed in: such a model has no other."""
    typed = shapes.get("attn.v", shapes.get("attn.q"))
    return typed[0] * typed[2] if typed else None


def _attention(shapes: Shapes, stack: Stack, heads: int, mask: MaskKind) -> Attention:
    prefix = next(name.rpartition(".")[0] for name in shapes if name.endswith(_OF_ATTENTION))
    typed = shapes.get(f"{prefix}.q")
    heads = typed[0] if typed else heads
    d_v = shapes[f"{prefix}.v"][2] if f"{prefix}.v" in shapes else None
    d_k = typed[2] if typed else _per_head(shapes, f"{prefix}.W_Q", 1, heads)
    if d_v is None:
        d_v = _per_head(shapes, f"{prefix}.W_V", 1, heads) or _per_head(shapes, f"{prefix}.W_O", 0, heads)
    size = d_k or d_v or 1
    biases = any(name.startswith(f"{prefix}.b_") for name in shapes)
    has_output = stack is not Stack.ATTENTION or f"{prefix}.W_O" in shapes
    return Attention(heads, d_k or size, d_v or size, bias=biases, mask=mask, output=has_output)


def _per_head(shapes: Shapes, name: str, axis: int, heads: int) -> int | None:
    if name not in shapes:
        return None
    columns = shapes[name][axis]
    if columns % heads:
        raise HeadsDoNotDivideColumns(heads=heads, columns=columns, name=name)
    return columns // heads


def _feed_forward(shapes: Shapes, activation: ActivationKind) -> FeedForward:
    name = next((name for name in shapes if name.endswith(".ffn.W_1")), None)
    if name is None:
        return FeedForward(FeedForwardKind.NONE)
    prefix = name.removesuffix("W_1")
    kind = FeedForwardKind.GATED if f"{prefix}W_G" in shapes else FeedForwardKind.MLP
    return FeedForward(kind, shapes[name][1], activation, bias=f"{prefix}b_1" in shapes)


def _norm(shapes: Shapes, place: NormPlace | None, *, is_torch: bool) -> Norm:
    """Gains without biases are taken for RMS norms, unless they are PyTorch's, whose layers have none."""
    final = any(name.endswith(("encoder.norm.gain", "decoder.norm.gain")) for name in shapes)
    gains = [name for name in shapes if name.endswith(".gain")]
    biases = [name for name in shapes if ".norm" in name and name.endswith(".bias")]
    if any(".post_norm" in name for name in gains):
        place = NormPlace.BOTH
    place = place or (NormPlace.PRE if final else NormPlace.POST)
    if not gains and not biases:
        return Norm(NormKind.NONE)
    kind = NormKind.LAYER if biases or is_torch else NormKind.RMS
    return Norm(kind, place, gain=bool(gains), bias=bool(biases) or kind is NormKind.RMS, final=final)


def _positions(shapes: Shapes) -> Positions:
    if "embed.W_P" in shapes and "embed.W_E" in shapes:
        return Positions(PositionKind.LEARNED, length=shapes["embed.W_P"][0])
    tables = [name for name in shapes if name.endswith(".W_R")]
    return Positions(PositionKind.T5, buckets=shapes[tables[0]][0]) if tables else Positions()


def _vocabulary(draft: Scenario, shapes: Shapes) -> tuple[str, ...]:
    """Return the numbers of the rows: a file of weights knows no words."""
    architecture = draft.architecture
    if "embed.W_E" in shapes:
        count = shapes["embed.W_E"][0]
    elif "unembed.W_U" in shapes:
        count = shapes["unembed.W_U"][1]
    else:
        return tuple(dict.fromkeys((*VOCABULARY, *TOKENS))) if architecture.has_output else ()
    return tuple(map(str, range(count)))


def _tokens(architecture: Architecture, shapes: Shapes) -> dict[str, tuple[str, ...]]:
    """Return as many words as what is typed in has rows, else three."""
    names = architecture.sequences
    if architecture.input is Input.QKV:
        queries, keys = (shapes.get(f"attn.{letter}", shapes["attn.q"])[1] for letter in "qk")
        counts = {"source": keys} | ({"target": queries} if queries != keys else {})
    else:
        rows = {name: shapes.get(f"{name}.embed.sum" if len(names) > 1 else "embed.sum") for name in names}
        default = min(len(TOKENS), shapes["embed.W_E"][0]) if "embed.W_E" in shapes else len(TOKENS)
        counts = {name: shape[0] if shape else default for name, shape in rows.items()}
    return {name: tuple(map(str, range(count))) for name, count in counts.items()}
