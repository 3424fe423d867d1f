"""What can be switched off where a step is shown, and the edit that does it."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as replaced

from app.models.outline import plain_title, short_title, sublayer_off
from app.models.stage_words import translate
from app.texts import translated
from core.architecture.options import (
    Architecture,
    Input,
    MaskKind,
    PositionKind,
    Positions,
    Scale,
    ScalePlace,
)
from core.architecture.switch_words import scale_text, switch_words
from core.edits import ChangeArchitecture, Edit, SwitchPart
from core.ops.attention import Mask
from core.program import Program, Step
from core.record import Record

SCALE, MASK, POSITIONS = "scale", "mask", "positions"
_NAMES = {SCALE: "scale", MASK: "mask", POSITIONS: "embed.positions"}
"""The switches of the core behind the keys."""


class SwitchState(Record):
    """One switch: its key, its texts and whether it is on."""

    key: str
    text: str
    tip: str
    is_on: bool


def switches(program: Program, step: Step, architecture: Architecture) -> tuple[SwitchState, ...]:
    """Return what can be switched in the part of `step`: scaling, mask, positions, then the part itself.

    Where the part in whose place the step stands is switched off, its switch is there, too.
    """
    found: list[SwitchState] = []
    if program.maker(f"{step.part}.scores") is not None:
        found.append(_scale(architecture))
    if _can_be_causal(program, step):
        is_causal = architecture.attention.mask is MaskKind.CAUSAL and architecture.is_on("mask")
        tip = translate("Stage", "Causal mask: nobody sees a later word")
        found.append(SwitchState(MASK, translate("Stage", "mask"), tip, is_causal))
    in_attention = architecture.positions.kind.acts_in_attention
    in_embedding = (
        step.layer == "embed" and not step.part.endswith(".norm") and architecture.input is Input.TOKENS
    )
    if in_embedding or (in_attention and program.maker(f"{step.part}.scores") is not None):
        is_on = architecture.position_kind is not PositionKind.NONE
        tip = translate("Stage", "Positions: where a word stands is added to what it is")
        if in_attention:
            tip = translate("Stage", "Positions: where words stand acts on queries and keys or on scores")
        found.append(SwitchState(POSITIONS, translate("Stage", "positions"), tip, is_on))
    off = sublayer_off(program, step)
    if step.name != step.part and step.name in architecture.switches:  # the norm of queries or keys
        own = _part(architecture, step.name, translated(short_title(step)))
        found.append(replaced(own, text=translate("Stage", "norm")))
    for name, title in (*([off] if off else []), (step.part, plain_title(step))):
        if name in architecture.switches:
            found.append(_part(architecture, name, translated(title)))
    return tuple(found)


def own_switch(
    program: Program, step: Step, architecture: Architecture, *, part: str = ""
) -> SwitchState | None:
    """Return the switch that is meant where only one can be: by a row of the outline, or by a key.

    It is that of `part`, where it has one; else the scaling's, the mask's, … or that of the part of `step`.
    """
    last = step.name.rpartition(".")[2]
    off = sublayer_off(program, step)
    special = {
        "scaled": SCALE,
        "q_scaled": SCALE,
        "masked": MASK,
        "mask": MASK,
        "positions": POSITIONS,
        "sum": POSITIONS,
    }
    in_embedding = step.layer == "embed" and not step.part.endswith(".norm")
    own = POSITIONS if in_embedding else special.get(last, step.name)
    key = off[0] if off else own
    found = {state.key: state for state in switches(program, step, architecture)}
    return found.get(part) or found.get(key) or found.get(step.part)


def switch_edit(architecture: Architecture, key: str, *, is_on: bool) -> Edit:
    """Return the edit that turns one switch; what is off keeps its option and its numbers.

    Where the option of the model is “none”, it becomes that of the 2017 paper.
    """
    name, attention = _NAMES.get(key, key), architecture.attention
    if name in architecture.switches or not is_on:
        return SwitchPart(name, is_on, switch_words(architecture, name))
    if key == SCALE:
        return ChangeArchitecture(replace(architecture, attention=replace(attention, scale=Scale.ROOT)))
    if key == MASK:
        masked = replace(attention, mask=MaskKind.CAUSAL)
        return ChangeArchitecture(replace(architecture, attention=masked))
    return ChangeArchitecture(replace(architecture, positions=Positions(PositionKind.SINUSOIDAL)))


def _can_be_causal(program: Program, step: Step) -> bool:
    """Tell whether the causal mask of the model holds here: beside a decoder, only in its self-attention."""
    if program.maker(f"{step.part}.masked") is None and not isinstance(step.operation, Mask):
        return False
    has_decoder = program.maker("decoder.0.self_attn.scores") is not None
    return not has_decoder or step.part == "decoder.mask" or step.part.endswith(".self_attn")


def _part(architecture: Architecture, key: str, title: str) -> SwitchState:
    last = key.rpartition(".")[2]
    if last.startswith("add"):
        tip = translate("Stage", "{part}: without it, what came in is not added to what the part made of it")
    elif "norm" in last:
        tip = translate("Stage", "{part}: without it, the numbers are passed on as they are")
    else:
        tip = translate("Stage", "{part}: without it, what came in is passed on, and its numbers stay")
    return SwitchState(key, title, tip.format(part=title[:1].upper() + title[1:]), architecture.is_on(key))


def _scale(architecture: Architecture) -> SwitchState:
    state = _scale_of_scores(architecture)
    if architecture.attention.scale_place is ScalePlace.AFTER:
        return state
    tip = translate("Stage", "{tip}, in the queries before the product").format(tip=state.tip)
    return SwitchState(state.key, state.text, tip, state.is_on)


def _scale_of_scores(architecture: Architecture) -> SwitchState:
    text, root = scale_text(architecture), architecture.scale_root
    if not isinstance(architecture.attention.scale, Scale):
        tip = translate("Stage", "Scores are multiplied by your own factor")
        return SwitchState(SCALE, text, tip, is_on=architecture.is_on("scale"))
    if root is not None and root[1] != "d_k":
        tip = translate("Stage", "Scores are divided by the root of {size}: a mistake, d_k belongs there")
        return SwitchState(SCALE, text, tip.format(size=root[1]), is_on=True)
    tip = translate("Stage", "Scores are divided by the root of d_k")
    return SwitchState(SCALE, text, tip, is_on=architecture.scale is Scale.ROOT)
