"""From scores to the weights that values are mixed by: mask and softmax."""

from __future__ import annotations

from core.architecture.options import Architecture, MaskAs, SoftmaxOver
from core.ops.attention import ApplyMask, ColumnSoftmax, Softmax, TimesMask
from core.ops.base import Operation
from core.ops.elementary import Absent, Identity
from core.program import PartBuilder
from core.text import QT_TRANSLATE_NOOP


def masked_weights(
    part: PartBuilder,
    architecture: Architecture,
    prefix: str,
    scores: str,
    mask_name: str | None,
    *,
    mask_is_off: bool,
) -> str:
    """Append mask and softmax; return the weights that the values are mixed by."""
    options = architecture.weights
    masks = () if mask_name is None else (mask_name,)
    after = bool(masks) and options.mask_as is MaskAs.AFTER
    if not masks or after:
        masking: Operation = Identity() if mask_is_off else Absent()
        masked = part.add(f"{prefix}.masked", masking, scores, title=_MASKED_LATER if after else "")
    elif options.mask_as is MaskAs.TIMES_ZERO:
        masked = part.add(f"{prefix}.masked", TimesMask(), scores, *masks)
    elif options.mask_as is MaskAs.LARGE:
        step = ApplyMask(options.mask_number)
        masked = part.add(f"{prefix}.masked", step, scores, *masks, title=_MASKED_BY_NUMBER)
    else:
        masked = part.add(f"{prefix}.masked", ApplyMask(), scores, *masks)
    known = masks if options.mask_as is MaskAs.MINUS_INFINITY else ()  # the others see numbers like any
    temperature, base = options.temperature, options.base.number
    softmax: Operation = Softmax(temperature, base, options.nowhere.value)
    if options.over is SoftmaxOver.COLUMNS:
        softmax = ColumnSoftmax(temperature, base)
    weights = part.add(f"{prefix}.weights", softmax, masked, *known)
    if after:
        return part.add(f"{prefix}.masked_weights", TimesMask(), weights, *masks, title=_WEIGHTS_MASKED)
    return weights


_MASKED_LATER = QT_TRANSLATE_NOOP("Ops", "Not masked yet: weights are masked after softmax, a mistake")
_MASKED_BY_NUMBER = QT_TRANSLATE_NOOP("Ops", "Masked: what may not be seen becomes a large negative number")
_WEIGHTS_MASKED = QT_TRANSLATE_NOOP("Ops", "Weights masked after softmax: rows add to less than 1, a mistake")
