"""Which step the stage shows, in words: layer, part and head, and what the step does."""

from __future__ import annotations

from app.models import stage_words
from app.models.outline import is_off, layer_title, part_title, short_title, sublayer_off
from app.models.stage_words import translate
from app.texts import translated
from core.program import Program, Step
from core.tensor import Axis
from core.text import QT_TRANSLATE_NOOP

SEPARATOR = " · "


def place_line(program: Program, step: Step, *, head: int) -> str:
    """Return the small line: ``Decoder layer 1 of 2 · self-attention · head 1 of 2``."""
    layer, part = translated(layer_title(program, step)), translated(part_title(program, step))
    words = [layer]
    if step.layer != step.part and part.casefold() != layer.casefold():
        words.append(part)
    if step.part.endswith(".cross_attn"):
        words.append(stage_words.memory_of_cross(program, step.part))
    heads = head_count(program, step)
    if heads > 1:
        words.append(translate("Stage", "head {number} of {count}").format(number=head + 1, count=heads))
    scores = program.maker(f"{step.part}.scores")
    if step.layer == "attn" and scores is not None:
        words += [translate("Stage", "1 head")] if heads == 1 else []
        words += _tokens(*scores.axes[1:])
    return SEPARATOR.join(words)


def title_line(program: Program, step: Step) -> str:
    """Return what the step does; of one that does nothing also what is off: ``Scaled · Switched off: …``."""
    title = translated(step.title)
    if not is_off(step):
        return title
    sublayer = sublayer_off(program, step)
    name = translated(short_title(step) if sublayer is None else sublayer[1])
    return SEPARATOR.join((name[:1].upper() + name[1:], title))


def _tokens(queries: Axis, keys: Axis) -> list[str]:
    """Say how many tokens attend; queries and keys apart where they are different words."""
    if queries.labels == keys.labels:
        return [
            _counted(
                keys.size, QT_TRANSLATE_NOOP("Stage", "1 token"), QT_TRANSLATE_NOOP("Stage", "{count} tokens")
            )
        ]
    return [
        _counted(
            queries.size, QT_TRANSLATE_NOOP("Stage", "1 query"), QT_TRANSLATE_NOOP("Stage", "{count} queries")
        ),
        _counted(keys.size, QT_TRANSLATE_NOOP("Stage", "1 key"), QT_TRANSLATE_NOOP("Stage", "{count} keys")),
    ]


def _counted(count: int, one: str, many: str) -> str:
    return translate("Stage", one) if count == 1 else translate("Stage", many).format(count=count)


def head_count(program: Program, step: Step) -> int:
    """Return how many heads a step has; 0 outside attention."""
    if step.axes[0].name == "head":
        return step.axes[0].size
    scores = program.maker(f"{step.part}.scores")
    return scores.axes[0].size if scores is not None else 0
