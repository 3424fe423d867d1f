"""The parts of a program in words: for the outline, the rail, the player's ticks and the stage's header.

Everything here is a pure function of a program and answers in `Message`s (`app.texts.translated`).
"""

from __future__ import annotations

import re
from enum import StrEnum

from core.architecture.switch_words import PARTS
from core.ops.attention import Mask
from core.ops.elementary import Absent
from core.ops.linear import JoinHeads
from core.ops.norm import USUAL_NORM, Normalization
from core.program import Program, Step
from core.record import Record
from core.text import QT_TRANSLATE_NOOP, Message, message

_LAYER = re.compile(r"(encoder|decoder)\.(\d+)$")
_SUBLAYER = re.compile(r"(add|norm)(\d+)$")


class PartKind(StrEnum):
    """What a part is for."""

    EMBEDDING = "embedding"
    MASK = "mask"
    ATTENTION = "attention"
    FEED_FORWARD = "feed_forward"
    ADD = "add"
    NORM = "norm"
    OUTPUT = "output"
    OTHER = "other"


class PartBox(Record, eq=False):
    """One part of a layer, as a box of the diagram and a branch of the outline."""

    key: str
    """`Step.part`: ``decoder.0.self_attn``."""
    title: Message
    """``self-attention``."""
    layer: str
    """`Step.layer`: ``decoder.0``."""
    layer_title: Message
    """``Decoder layer 1 of 2``."""
    kind: PartKind
    is_off: bool
    """True where the part is switched off and passes on what it gets."""
    steps: tuple[Step, ...]
    """Its steps in order; none for a feed-forward network or attention part that is switched off."""
    target: str
    """Name of the step to go to when the box is chosen."""
    owner: str
    """Key of the main box it belongs to: an addition and a norm belong to their sublayer."""
    is_absent: bool = False
    """True where it is off because the model never had it: there is nothing to switch on."""

    @property
    def is_main(self) -> bool:
        """True for the parts that a textbook draws as a block of their own; the rail shows only these."""
        return self.owner == self.key


_PARTS: dict[str, tuple[PartKind, str]] = {
    "embed": (PartKind.EMBEDDING, QT_TRANSLATE_NOOP("Outline", "embedding")),
    "source.embed": (PartKind.EMBEDDING, QT_TRANSLATE_NOOP("Outline", "embedding of the source")),
    "target.embed": (PartKind.EMBEDDING, QT_TRANSLATE_NOOP("Outline", "embedding of the target")),
    "mask": (PartKind.MASK, QT_TRANSLATE_NOOP("Outline", "mask")),
    "cross_mask": (PartKind.MASK, QT_TRANSLATE_NOOP("Outline", "mask of the source")),
    "position_bias": (PartKind.MASK, QT_TRANSLATE_NOOP("Outline", "position bias")),
    "attn": (PartKind.ATTENTION, PARTS["attn"]),
    "self_attn": (PartKind.ATTENTION, PARTS["self_attn"]),
    "cross_attn": (PartKind.ATTENTION, PARTS["cross_attn"]),
    "ffn": (PartKind.FEED_FORWARD, PARTS["ffn"]),
    "add": (PartKind.ADD, PARTS["add"]),
    "norm": (PartKind.NORM, PARTS["norm"]),
    "post_norm": (PartKind.NORM, PARTS["post_norm"]),
    "embed.norm": (PartKind.NORM, QT_TRANSLATE_NOOP("Outline", "{norm} of the embedding")),
    "encoder.norm": (PartKind.NORM, QT_TRANSLATE_NOOP("Outline", "final {norm} of the encoder")),
    "output": (PartKind.OUTPUT, QT_TRANSLATE_NOOP("Outline", "next word")),
}
_ATTENTION = QT_TRANSLATE_NOOP("Outline", "attention")
_MASKED = QT_TRANSLATE_NOOP("Outline", "masked self-attention")
_FINAL_NORM = QT_TRANSLATE_NOOP("Outline", "final {norm}")

_MASKED_BY: dict[str, str] = {
    "attn.mask": "attn",
    "encoder.mask": "encoder.0.attn",
    "decoder.mask": "decoder.0.self_attn",
    "decoder.cross_mask": "decoder.0.cross_attn",
    "attn.position_bias": "attn",
    "encoder.position_bias": "encoder.0.attn",
    "decoder.position_bias": "decoder.0.self_attn",
}
"""The main box of a mask: the first part that reads it."""

_LAYERS: dict[str, str] = {
    "embed": QT_TRANSLATE_NOOP("Outline", "Embedding"),
    "encoder": QT_TRANSLATE_NOOP("Outline", "Encoder"),
    "decoder": QT_TRANSLATE_NOOP("Outline", "Decoder"),
    "attn": QT_TRANSLATE_NOOP("Outline", "Attention alone"),
    "output": QT_TRANSLATE_NOOP("Outline", "Output"),
}
_EMBEDDINGS: dict[str, str] = {
    "source.embed": QT_TRANSLATE_NOOP("Outline", "Embedding of the source"),
    "target.embed": QT_TRANSLATE_NOOP("Outline", "Embedding of the target"),
}
_NUMBERED: dict[str, str] = {
    "encoder": QT_TRANSLATE_NOOP("Outline", "Encoder layer {number} of {count}"),
    "decoder": QT_TRANSLATE_NOOP("Outline", "Decoder layer {number} of {count}"),
}

_SHORT: dict[str, str] = {
    "tokens": QT_TRANSLATE_NOOP("Outline", "Words"),
    "positions": QT_TRANSLATE_NOOP("Outline", "Positions"),
    "types": QT_TRANSLATE_NOOP("Outline", "Types"),
    "sum": QT_TRANSLATE_NOOP("Outline", "Sum"),
    "mask": QT_TRANSLATE_NOOP("Outline", "Mask"),
    "cross_mask": QT_TRANSLATE_NOOP("Outline", "Mask of the source"),
    "q": QT_TRANSLATE_NOOP("Outline", "Queries"),
    "k": QT_TRANSLATE_NOOP("Outline", "Keys"),
    "v": QT_TRANSLATE_NOOP("Outline", "Values"),
    "q_rotated": QT_TRANSLATE_NOOP("Outline", "Queries, turned"),
    "k_rotated": QT_TRANSLATE_NOOP("Outline", "Keys, turned"),
    "q_norm": QT_TRANSLATE_NOOP("Outline", "Queries, normed"),
    "k_norm": QT_TRANSLATE_NOOP("Outline", "Keys, normed"),
    "q_scaled": QT_TRANSLATE_NOOP("Outline", "Queries, scaled"),
    "position_bias": QT_TRANSLATE_NOOP("Outline", "Position bias"),
    "biased": QT_TRANSLATE_NOOP("Outline", "With position bias"),
    "scores": QT_TRANSLATE_NOOP("Outline", "Scores"),
    "scaled": QT_TRANSLATE_NOOP("Outline", "Scaled"),
    "capped": QT_TRANSLATE_NOOP("Outline", "Capped"),
    "masked": QT_TRANSLATE_NOOP("Outline", "Masked"),
    "weights": QT_TRANSLATE_NOOP("Outline", "Weights"),
    "masked_weights": QT_TRANSLATE_NOOP("Outline", "Weights masked"),
    "heads": QT_TRANSLATE_NOOP("Outline", "Mixed values"),
    "concat": QT_TRANSLATE_NOOP("Outline", "Heads joined"),
    "out": QT_TRANSLATE_NOOP("Outline", "Output"),
    "hidden": QT_TRANSLATE_NOOP("Outline", "Hidden"),
    "gate": QT_TRANSLATE_NOOP("Outline", "Gate"),
    "activated": QT_TRANSLATE_NOOP("Outline", "Activated"),
    "gated": QT_TRANSLATE_NOOP("Outline", "Gated"),
    "add": QT_TRANSLATE_NOOP("Outline", "Residual"),
    "norm": "{norm}",
    "post_norm": QT_TRANSLATE_NOOP("Outline", "{norm} behind"),
    "logits": QT_TRANSLATE_NOOP("Outline", "Logits"),
    "probabilities": QT_TRANSLATE_NOOP("Outline", "Probabilities"),
    "top_k": QT_TRANSLATE_NOOP("Outline", "Top-k"),
    "top_p": QT_TRANSLATE_NOOP("Outline", "Top-p"),
    "drawn": QT_TRANSLATE_NOOP("Outline", "Drawn word"),
}


def parts(program: Program) -> tuple[PartBox, ...]:
    """Return the parts of `program` in the order of computing.

    A feed-forward network or attention part that is switched off has no steps; its box stands where it
    would be.
    """
    grouped: dict[str, list[Step]] = {}
    for step in program.steps:
        grouped.setdefault(step.part, []).append(step)
    made: list[PartBox] = []
    for key, steps in grouped.items():
        missing = _missing_sublayer(program, steps[0], made)
        if missing is not None:
            made.append(missing)
        made.append(_box(program, key, tuple(steps)))
    return tuple(made)


def main_part(program: Program, step: Step) -> str:
    """Return the key of the main box that `step` belongs to."""
    return _owner(program, step)


def sublayer_off(program: Program, step: Step) -> tuple[str, Message] | None:
    """Return key and title of the switched-off part in whose place `step` stands, None for other steps."""
    if _SUBLAYER.search(step.part) is None:
        return None
    key = _owner(program, step)
    if any(other.part == key for other in program.steps):
        return None
    return key, message("Outline", _PARTS[key.rpartition(".")[2]][1])


def plain_title(step: Step) -> Message:
    """Return the name of the part without what its mask or place in the model adds: ``self-attention``."""
    last = step.part.rpartition(".")[2]
    known = _PARTS.get(last) or _PARTS.get(last.rstrip("0123456789"))
    return _said(step, known[1] if known else step.part)


def layer_title(program: Program, step: Step) -> Message:
    """Return the name of the layer: ``Decoder layer 1 of 2``."""
    numbered = _LAYER.match(step.layer)
    if numbered is None:
        words = _EMBEDDINGS.get(step.part.removesuffix(".norm")) if _has_both(program) else None
        return message("Outline", words or _LAYERS.get(step.layer, step.layer))
    stack, number = numbered.group(1), int(numbered.group(2))
    count = len({other.layer for other in program.steps if other.layer.startswith(f"{stack}.")})
    return message("Outline", _NUMBERED[stack], number=number + 1, count=count)


def part_title(program: Program, step: Step) -> Message:
    """Return the name of the part: ``self-attention``."""
    return _said(step, _words(program, step)[1])


def short_title(step: Step) -> Message:
    """Return the step in one or two words: ``Scores``."""
    last = step.name.rpartition(".")[2]
    known = _SHORT.get(last) or _SHORT.get(last.rstrip("0123456789"))
    return step.title if known is None else _said(step, known, at_the_beginning=True)


def technical_name(step: Step) -> str:
    """Return the last part of the tensor's name: ``scores``, ``norm1``."""
    return step.name.rpartition(".")[2]


def is_off(step: Step) -> bool:
    """Return whether the step is switched off; one head that is “joined” is not, although nothing changes."""
    return step.operation.trivial and not isinstance(step.operation, JoinHeads)


def is_absent(step: Step) -> bool:
    """Return whether the model never had what the step stands for."""
    return isinstance(step.operation, Absent)


def _box(program: Program, key: str, steps: tuple[Step, ...]) -> PartBox:
    kind, words = _words(program, steps[0])
    first = next((step for step in steps if not step.operation.trivial), steps[0])
    return PartBox(
        key=key,
        title=_said(steps[0], words),
        layer=steps[0].layer,
        layer_title=layer_title(program, steps[0]),
        kind=kind,
        is_off=all(is_off(step) for step in steps),
        steps=steps,
        target=first.name,
        owner=_owner(program, steps[0]),
        is_absent=all(is_absent(step) for step in steps),
    )


def _said(step: Step, words: str, *, at_the_beginning: bool = False) -> Message:
    """Put in what a norm is called; one that is off is called a layer norm."""
    if "{norm}" not in words:
        return message("Outline", words)
    norm = step.operation if isinstance(step.operation, Normalization) else USUAL_NORM
    return message("Outline", words, norm=message("Outline", norm.headed if at_the_beginning else norm.named))


def _words(program: Program, step: Step) -> tuple[PartKind, str]:
    last = step.part.rpartition(".")[2]
    if last == "norm" and step.layer == "embed":
        return _PARTS["embed.norm"]
    if last == "norm":
        return _PARTS["encoder.norm"] if step.layer == "encoder" else (PartKind.NORM, _FINAL_NORM)
    if step.part == "attn" and _has_two_sequences(program):
        return PartKind.ATTENTION, _ATTENTION
    if last == "self_attn" and _has_both(program) and _is_masked(program, step.layer):
        return PartKind.ATTENTION, _MASKED
    known = _PARTS.get(step.part) or _PARTS.get(last) or _PARTS.get(last.rstrip("0123456789"))
    return known or (PartKind.OTHER, step.part)


def _has_both(program: Program) -> bool:
    """Return whether there are an encoder and a decoder."""
    return program.maker("encoder.norm") is not None and program.maker("decoder.norm") is not None


def _is_masked(program: Program, layer: str) -> bool:
    """Return whether later words are hidden in the self-attention of a decoder's layer."""
    masked = program.maker(f"{layer}.self_attn.masked")
    maker = program.maker(masked.inputs[-1]) if masked is not None and masked.inputs else None
    return maker is not None and isinstance(maker.operation, Mask) and maker.operation.causal


def _has_two_sequences(program: Program) -> bool:
    """Tell attention between two sequences from self-attention: the labels of queries and keys differ."""
    axes = program.step("attn.scores").axes
    return (axes[1].size, axes[1].labels) != (axes[2].size, axes[2].labels)


def _owner(program: Program, step: Step) -> str:
    """Return the main box of a part: an addition, a norm or a mask belongs to its sublayer."""
    last = step.part.rpartition(".")[2]
    if last.endswith(("mask", "position_bias")):
        return _MASKED_BY.get(step.part, step.part)
    if last == "norm" and step.layer == "embed":
        return step.part.removesuffix(".norm")
    if last == "norm":
        return _encoder_owner(program) if step.layer == "encoder" else _final_owner(program, step)
    numbered = _SUBLAYER.search(step.part)
    if numbered is None:
        return step.part
    return _sublayers(program, step.layer)[int(numbered.group(2)) - 1]


def _encoder_owner(program: Program) -> str:
    """Return the last sublayer of an encoder that a decoder follows."""
    return _owner(program, program.step(program.step("encoder.norm").inputs[0]))


def _final_owner(program: Program, step: Step) -> str:
    """Return the output that follows the final norm, or the last sublayer where none does."""
    last = program.steps[-1]
    if last.part != step.part:
        return last.part
    before = program.steps[-2] if len(program.steps) > 1 else step
    return _owner(program, before) if before.part != step.part else step.part


def _sublayers(program: Program, layer: str) -> tuple[str, ...]:
    """Return the keys of the main parts of `layer` in order, those that are switched off included."""
    if layer.startswith("encoder."):
        names: tuple[str, ...] = ("attn", "ffn")
    elif program.maker(f"{layer}.add3") is None:
        names = ("self_attn", "ffn")
    else:
        names = ("self_attn", "cross_attn", "ffn")
    return tuple(f"{layer}.{name}" for name in names)


def _missing_sublayer(program: Program, step: Step, made: list[PartBox]) -> PartBox | None:
    """Return the box of a switched-off part of a layer, where `step` is the first in its place."""
    off = sublayer_off(program, step)
    if off is None or any(box.key == off[0] for box in made):
        return None
    key, title = off
    return PartBox(
        key=key,
        title=title,
        layer=step.layer,
        layer_title=layer_title(program, step),
        kind=_PARTS[key.rpartition(".")[2]][0],
        is_off=True,
        steps=(),
        target=step.name,
        owner=key,
        is_absent=is_absent(step),
    )
