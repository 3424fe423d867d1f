"""What the stage shows of a step: the run of now, the pinned one, or now − pinned."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from app.models.pinned_words import showing_word
from app.models.stage_chain import chain_content, print_note
from app.models.stage_content import MatrixView, Role, StageContent
from app.models.stage_differences import computed_alike, differences
from app.models.stage_heads import own_head
from app.models.stage_matrices import Shown
from app.models.stage_model import step_content
from app.models.stage_reading import Outlines
from app.models.stage_title import head_count
from app.models.stage_words import translate
from app.pin import Showing
from app.texts import translated
from core.compared_cell import NotPinned, check_comparable
from core.errors import SandboxError
from core.program import Step
from core.trace import Trace


def run_content(trace: Trace, step: Step, *, head: int, outlines: Outlines) -> StageContent:
    """Return the matrices of a step in one run: the whole attention on a line where it is small enough.

    `head` is one of the queries; of keys and values the one that it reads in that run is shown.
    """
    chain = None
    if head == 0 or head_count(trace.program, step) == 1:
        chain = chain_content(trace, step, note=print_note(trace, step), outlines=outlines)
    return chain or _alone(trace, step, head, outlines)


def _alone(trace: Trace, step: Step, head: int, outlines: Outlines) -> StageContent:
    program = trace.program
    own = outlines.kept(program, ("head", step.name, head), lambda: own_head(program, step, head))
    return step_content(trace, step, head=own, outlines=outlines)


def compared_content(
    now: Trace, pinned: Trace | None, step: Step, *, head: int, showing: Showing, outlines: Outlines
) -> StageContent:
    """Return the matrices of a step of `now`, or of the pinned run, or their differences.

    Where the pinned run has no such step, or it has another shape there, words stand in their place. What
    follows from the steps alone is kept in `outlines`.
    """
    if pinned is None or showing is Showing.NOW:
        return run_content(now, step, head=head, outlines=outlines)
    there = pinned.program.maker(step.name)
    if there is None or there.name != step.name:
        return StageContent((), message=translated(NotPinned(name=step.name).message))
    if showing is Showing.PINNED:
        content = run_content(pinned, there, head=head, outlines=outlines)
        return _told(content, (_as_pinned(item) for item in content.items), showing)
    return _difference(now, pinned, step, head, outlines)


def _difference(now: Trace, pinned: Trace, step: Step, head: int, outlines: Outlines) -> StageContent:
    content = run_content(now, step, head=head, outlines=outlines)
    if not content.items:
        return content
    try:
        check_comparable(pinned, now, step.name)
    except SandboxError as error:
        return StageContent((), message=translated(error.message))
    if content.chain and not computed_alike(now, pinned, step):
        content = _alone(now, step, head, outlines)
    content = differences(content, now, pinned, step)
    return _told(content, content.items, Showing.DIFFERENCE)


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
