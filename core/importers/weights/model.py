"""The model that weights are of, as far as names and shapes tell; the rest is wished for.

Nothing in a file says how many heads there are, where the norms stand, which activation is used, or what is
masked.
"""

from __future__ import annotations

from core.architecture.options import MAX_HEADS, Architecture, Input, Stack, check_range
from core.architecture.presets import TOKENS, TYPED_IN, VOCABULARY
from core.errors import SandboxError
from core.importers.weights.names import Naming, our_names, stack_of
from core.importers.weights.plan import WeightPlan, plan_of
from core.importers.weights.shapes import OF_ATTENTION, Shapes, Wishes, architecture_of, d_model_of
from core.importers.weights.stored import Stored
from core.limits import check_parameters
from core.record import Record
from core.scenario import Parameter, Scenario
from core.text import QT_TRANSLATE_NOOP

_SHOWN_NAMES = 3


class NoModel(SandboxError):
    """Names of which no attention and no layer can be made."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "No model can be told from these names: {names}. Name the tensors as here (encoder.0.attn.W_Q) or as "
        "nn.MultiheadAttention does (self_attn.in_proj_weight), or import them into a model that is open.",
    )


class OtherAxes(SandboxError):
    """A tensor that cannot be what its name says."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{name} is {shape}; axes of {ours}: {axes}, none of length 0. Save it under another name."
    )


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
    d_model = d_model_of(shapes)
    if d_model is None or not any(name.endswith(OF_ATTENTION) for name in shapes):
        names = list(dict.fromkeys(each.stored.name for each in naming.placed.values()))
        names += [each.stored.name for each in naming.others]
        shown = ", ".join(names[:_SHOWN_NAMES]) + (", …" if len(names) > _SHOWN_NAMES else "")
        raise NoModel(names=shown)
    check_range("heads", wishes.heads, 1, MAX_HEADS)
    is_torch = any(
        name.endswith(".gain") and each.stored.name != name for name, each in naming.placed.items()
    )
    return architecture_of(shapes, stack, d_model, wishes, has_layer_norms=is_torch)


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
