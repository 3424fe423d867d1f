"""What the last edit changed, in words."""

from __future__ import annotations

from app.models.stage_words import translate
from core.ops.attention import ApplyMask, Mask
from core.program import Program, Step
from core.ripple import Changed

_BEFORE_MASK = ("scores", "scaled", "capped", "biased")


def changed_text(changed: Changed) -> str:
    """Return ``12 of 64``, empty where nothing changed."""
    if not changed.cells:
        return ""
    return translate("Ripple", "{count} of {total}").format(count=changed.cells, total=changed.total)


def changed_cells_text(changed: Changed) -> str:
    """Return ``12 of 64 cells changed``, empty where nothing changed."""
    if not changed.cells:
        return ""
    if changed.total == 1:
        return translate("Ripple", "1 of 1 cell changed")
    text = translate("Ripple", "{count} of {total} cells changed")
    return text.format(count=changed.cells, total=changed.total)


def changed_tip(program: Program, step: Step) -> str:
    """Return what holds of changes in a step; under a causal mask also which rows an edit cannot reach."""
    said = translate("Ripple", "So many of its cells have another number than before the last edit.")
    mask = _causal_mask(program, step)
    if mask is None:
        return said
    last, masking = step.name.rpartition(".")[2], program.maker(f"{step.part}.masked")
    if last in _BEFORE_MASK and masking is not None and mask in masking.inputs:
        more = translate(
            "Ripple", "Scores are made of all pairs of words: also those change that the mask hides next."
        )
    else:
        more = translate("Ripple", "Under the causal mask an edited word changes no row before its own.")
    return f"{said}\n{more}"


def _causal_mask(program: Program, step: Step) -> str | None:
    """Return the causal mask that the rows of `step` are under, None where there is none."""
    for name in ("decoder.mask", "encoder.mask", "attn.mask"):
        maker = program.maker(name)
        if maker is None or not isinstance(maker.operation, Mask) or not maker.operation.causal:
            continue
        is_read = any(isinstance(one.operation, ApplyMask) and name in one.inputs for one in program.steps)
        source_rows = name == "decoder.mask" and step.name.startswith(("encoder", "source."))
        return name if is_read and not source_rows else None
    return None
