"""Now − pinned of the matrices of a step.

Each operand is compared with what stood in its place in the pinned run. Where nothing of what is shown
differs and the result does, words say why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec.structs import replace

from app.models.stage_chain import one_range
from app.models.stage_content import Kind, MatrixView, Role, Sign, StageContent
from app.models.stage_matrices import Shown
from app.models.stage_reading import color_range
from app.models.stage_words import symbol, translate
from core.compare import difference
from core.expression.writing import largest_finite
from core.ops.attention import Mask, SharedHeads
from core.ops.embedding import TokenLookup, TypeLookup
from core.passing import compared_name
from core.program import Step
from core.tensor import NamedTensor
from core.trace import Trace


def computed_alike(now: Trace, pinned: Trace, step: Step) -> bool:
    """Return whether the part of a step has the same steps in both runs, behind the same masks.

    Only then the whole part can be shown as differences: its line has neither masks nor what is off.
    """
    for one in now.program.steps:
        other = pinned.program.maker(one.name)
        if isinstance(one.operation, Mask):
            apart = difference(pinned, now, one.name)
            if apart is None or apart.any():
                return False
        elif one.part == step.part and (
            other is None or (one.operation, one.inputs) != (other.operation, other.inputs)
        ):
            return False
    return True


def differences(content: StageContent, now: Trace, pinned: Trace, step: Step) -> StageContent:
    """Return the differences in the place of the numbers of `now`; both runs have the result in one shape."""
    made = [_difference(item, now, pinned, step) for item in content.items]
    lost = [
        item.symbol
        for item, new in zip(content.items, made, strict=True)
        if new is None and isinstance(item, MatrixView)
    ]
    items: tuple[Shown, ...] = tuple(item for item in made if item is not None)
    caption = _caption(now, pinned, step, items, lost)
    if lost:  # what is left beside the result would read as if nothing else went into it
        items = tuple(item for item in items if _is_result(item, step))
        content = replace(content, chain=False, framed=None)
    items = tuple(replace(item, caption=caption) if _is_result(item, step) else item for item in items)
    if content.chain:
        items = one_range(items)
    led = tuple(_led(items))
    framed = next((at for at, item in enumerate(led) if _is_result(item, step)), None)
    return replace(content, items=led, framed=framed if content.chain else None, compared=True)


def _difference(item: Shown, now: Trace, pinned: Trace, step: Step) -> Shown | None:
    """Return the differences in the place of the numbers.

    None for a matrix that had another shape, or another one in its place.
    """
    if not isinstance(item, MatrixView):
        return item
    name = compared_name(now.program, pinned.program, step, item.tensor)
    if name is None or _is_of_other_head(item, pinned, step):
        return None
    values = difference(pinned, now, name, tuple(np.moveaxis(item.places, -1, 0)))
    if values is None:
        return None
    called = symbol(name) if item.symbol == symbol(item.tensor) else item.symbol
    return replace(
        item,
        tensor=name,
        symbol=f"Δ{called}",
        kind=Kind.SIGNED,
        values=values,
        shape_text=_size(item),
        note="",
        caption="",
        masked=None,
        mask_text="",
        row_badges=(),
        span=None,
        bar=color_range(Kind.SIGNED, largest_finite(values)) if values.any() else None,
        is_off=False,
    )


def _size(view: MatrixView) -> str:
    """Return what stands behind the name without how the numbers are made: differences are made otherwise."""
    size = f"{view.values.shape[0]} × {view.values.shape[1]}"
    return view.shape_text if view.shape_text.startswith(f"{size} ·") else size


def _is_of_other_head(view: MatrixView, pinned: Trace, step: Step) -> bool:
    """Return whether keys or values of another head stood in the place of this one."""
    there = pinned.program.step(step.name).operation
    here = step.operation
    if not isinstance(here, SharedHeads) or not isinstance(there, SharedHeads) or here.reads == there.reads:
        return False
    return view.tensor not in (step.name, step.inputs[0])


def _is_result(item: Shown, step: Step) -> bool:
    return isinstance(item, MatrixView) and item.tensor == step.name and item.role is Role.RESULT


def _led(items: Iterable[Shown]) -> Iterator[Shown]:
    """Put arrows in the place of signs: a difference of products is no product of differences."""
    before: Shown | None = None
    for item in items:
        if isinstance(item, MatrixView):
            if before is not None:
                yield Sign("→") if isinstance(before, Sign) and before.text in _LEADING else Sign(",")
            yield item
        before = item


_LEADING = ("=", "→")


def _caption(now: Trace, pinned: Trace, step: Step, items: Iterable[Shown], lost: list[str]) -> str:
    """Return what has to be known of the differences."""
    views = [item for item in items if isinstance(item, MatrixView)]
    here, there = now[step.name], pinned[step.name]
    said: list[str] = []
    is_equal = not any(view.values.any() for view in views if view.tensor == step.name)
    if is_equal:
        said.append(translate("Pin", "no cell differs"))
    if _has_other_words(here, there):
        said.append(translate("Pin", "other words: compared by position"))
    if lost:
        told = translate("Pin", "in the pinned run of another shape, or another in its place: {names}")
        said.append(told.format(names=", ".join(dict.fromkeys(lost))))
    if not is_equal:
        said += filter(None, (_other_way(pinned, step, here), _unseen(now, pinned, step, views)))
    return " · ".join(said)


def _has_other_words(here: NamedTensor, there: NamedTensor) -> bool:
    return any(one.labels != other.labels for one, other in zip(here.axes, there.axes, strict=True))


def _other_way(pinned: Trace, step: Step, here: NamedTensor) -> str:
    """Say that the step itself is another one, which no operand shows."""
    if step.operation == pinned.program.step(step.name).operation:
        return ""
    if not isinstance(step.operation, TokenLookup | TypeLookup):
        return translate("Pin", "the pinned run computes this step in another way")
    if _has_other_words(here, pinned[step.name]):
        return ""  # said already
    return translate("Pin", "other rows are read")


def _unseen(now: Trace, pinned: Trace, step: Step, views: list[MatrixView]) -> str:
    """Name what the step reads that differs, where nothing does of what surely has room beside the result."""
    workings = [view for view in views if view.role is Role.WORKING]
    seen = workings or [view for view in views if view.role is Role.OPERAND]
    if not seen or any(view.values.any() for view in seen):
        return ""
    names = [read for read in step.inputs if np.any(difference(pinned, now, read))]
    if not names:
        return ""
    return translate("Pin", "what differs: {names}").format(names=", ".join(map(symbol, names)))
