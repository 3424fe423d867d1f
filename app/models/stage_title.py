"""Which step the stage shows, in words: layer, part and head, and what the step does."""

from __future__ import annotations

from app.models.outline import layer_title, part_title
from app.models.stage_words import translate
from app.texts import translated
from core.program import Program, Step

SEPARATOR = " · "


def place_line(program: Program, step: Step, *, head: int) -> str:
    """Return the small line: ``Decoder layer 1 of 2 · self-attention · head 1 of 2``."""
    layer, part = translated(layer_title(program, step)), translated(part_title(program, step))
    words = [layer]
    if step.layer != step.part and part.casefold() != layer.casefold():
        words.append(part)
    heads = head_count(program, step)
    if heads > 1:
        words.append(translate("Stage", "head {number} of {count}").format(number=head + 1, count=heads))
    scores = program.maker(f"{step.part}.scores")
    if step.layer == "attn" and scores is not None:
        tokens = scores.axes[-1].size
        one, many = translate("Stage", "1 token"), translate("Stage", "{count} tokens")
        words += [translate("Stage", "1 head")] if heads == 1 else []
        words.append(one if tokens == 1 else many.format(count=tokens))
    return SEPARATOR.join(words)


def head_count(program: Program, step: Step) -> int:
    """Return how many heads a step has; 0 outside attention."""
    if step.axes[0].name == "head":
        return step.axes[0].size
    scores = program.maker(f"{step.part}.scores")
    return scores.axes[0].size if scores is not None else 0


def shows_head(step: Step) -> bool:
    """Return whether the stage shows one head of the step."""
    return step.axes[0].name == "head" and step.axes[0].size > 1
