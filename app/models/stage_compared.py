"""What the stage shows of a step: the run of now, the pinned one, or now − pinned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec.structs import replace

from app.models.pinned_words import showing_word
from app.models.stage_chain import chain_content, one_range, print_note
from app.models.stage_content import Kind, MatrixView, Role, Sign, StageContent
from app.models.stage_matrices import Shown, color_range
from app.models.stage_model import step_content
from app.models.stage_title import head_count
from app.models.stage_words import translate
from app.pin import Showing
from app.texts import translated
from core.compare import difference
from core.compared_cell import NotPinned, check_comparable
from core.errors import SandboxError
from core.program import Step
from core.sharing import shared_reads
from core.tensor import NamedTensor
from core.trace import Trace


def run_content(trace: Trace, step: Step, *, head: int) -> StageContent:
    """Return the matrices of a step in one run: the whole attention on a line where it is small enough.

    `head` is one of the queries; of keys and values the one that it reads in that run is shown.
    """
    chain = None
    if head == 0 or head_count(trace.program, step) == 1:
        chain = chain_content(trace, step, note=print_note(trace, step))
    reads = shared_reads(trace.program, step)
    return chain or step_content(trace, step, head=reads[min(head, len(reads) - 1)] if reads else head)


def compared_content(
    now: Trace, pinned: Trace | None, step: Step, *, head: int, showing: Showing
) -> StageContent:
    """Return the matrices of a step of `now`, or of the pinned run, or their differences.

    Where the pinned run has no such step, or it has another shape there, words stand in their place.
    """
    if pinned is None or showing is Showing.NOW:
        return run_content(now, step, head=head)
    there = pinned.program.maker(step.name)
    if there is None or there.name != step.name:
        return StageContent((), message=translated(NotPinned(name=step.name).message))
    if showing is Showing.PINNED:
        content = run_content(pinned, there, head=head)
        return _told(content, (_as_pinned(item) for item in content.items), showing)
    return _differences(now, pinned, step, head)


def _told(content: StageContent, items: Iterable[Shown], showing: Showing) -> StageContent:
    """Name the run that is shown: at the result, and in what tool tips and screen readers say of all."""
    word = showing_word(showing)
    named = tuple(_of_run(item, word) if isinstance(item, MatrixView) else item for item in items)
    reason = translate("Pin", "Only the present numbers can be changed: show “now”.")
    return replace(content, items=named, reason=reason)


def _of_run(view: MatrixView, word: str) -> MatrixView:
    if view.role is not Role.RESULT:
        return replace(view, run=word)
    return replace(view, run=word, shape_text=" · ".join(filter(None, (word, view.shape_text))))


def _as_pinned(item: Shown) -> Shown:
    """Show a matrix that nothing can be typed into."""
    return replace(item, note="") if isinstance(item, MatrixView) else item


def _differences(now: Trace, pinned: Trace, step: Step, head: int) -> StageContent:
    content = run_content(now, step, head=head)
    if not content.items:
        return content
    try:
        check_comparable(pinned, now, step.name)
    except SandboxError as error:
        return StageContent((), message=translated(error.message))
    result = now[step.name]
    made = tuple(_difference(item, now, pinned) for item in content.items)
    lost = [item for item, new in zip(content.items, made, strict=True) if new is None]
    items: tuple[Shown, ...] = tuple(item for item in made if item is not None)
    caption = _caption(result, pinned[step.name], items, lost)
    if lost:  # what is left beside the result would read as if nothing else went into it
        items = tuple(item for item in items if _is_result(item, step))
        content = replace(content, chain=False, framed=None)
    items = tuple(replace(item, caption=caption) if _is_result(item, step) else item for item in items)
    if content.chain:
        items = one_range(items)
    shown = _told(content, _led(items), Showing.DIFFERENCE)
    framed = next((at for at, item in enumerate(shown.items) if _is_result(item, step)), None)
    return replace(shown, framed=framed if content.chain else None, compared=True)


def _difference(item: Shown, now: Trace, pinned: Trace) -> Shown | None:
    """Return the differences in the place of the numbers; None for a matrix of another shape."""
    if not isinstance(item, MatrixView):
        return item
    values = difference(pinned, now, item.tensor, tuple(np.moveaxis(item.places, -1, 0)))
    if values is None:
        return None
    return replace(
        item,
        symbol=f"Δ{item.symbol}",
        kind=Kind.SIGNED,
        values=values,
        note="",
        caption="",
        masked=None,
        mask_text="",
        row_badges=(),
        bar=color_range(Kind.SIGNED, values) if values.any() else None,
        is_off=False,
    )


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


def _caption(here: NamedTensor, there: NamedTensor, shown: Iterable[Shown], lost: list[Shown]) -> str:
    """Return what has to be known of the differences."""
    said: list[str] = []
    views = (item for item in shown if isinstance(item, MatrixView) and item.tensor == here.name)
    if not any(view.values.any() for view in views):
        said.append(translate("Pin", "no cell differs"))
    if any(one.labels != other.labels for one, other in zip(here.axes, there.axes, strict=True)):
        said.append(translate("Pin", "other words: compared by position"))
    names = ", ".join(dict.fromkeys(item.symbol for item in lost if isinstance(item, MatrixView)))
    if names:
        said.append(
            translate("Pin", "of another shape or not in the pinned run: {names}").format(names=names)
        )
    return " · ".join(said)
