"""What the proof of a step and its facts say; a sign stands before it, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Sequence

from app.models.stage_words import translate
from app.texts import translated
from core.expression.numbers import number_text
from core.facts import TOLERANCE as FACT_TOLERANCE
from core.facts import Fact
from core.ops.base import Index
from core.proof import SAMPLE, TOLERANCE, WHOLE_UP_TO, Check, StepProof
from core.record import Record

HOLDS, BROKEN = "✓", "!"


class Badge(Record):
    """A badge: what stands on it, in few words where there is little room, and its tool tip."""

    text: str
    short: str
    tip: str
    holds: bool = True


NOTHING = Badge("", "", "")


def waiting() -> Badge:
    """Return what stands there until a step is proved."""
    text = translate("Proof", "recomputing …")
    return Badge(text, text, translate("Proof", "Computed again as soon as nothing else is to be done"))


def proof_badge(result: StepProof) -> Badge:
    """Return how many cells were computed again and how far they are off, or where that fails."""
    if not result.proof.holds:
        return _failed(result)
    largest = f"{result.proof.largest:.1g}"
    told = {"cells": result.proof.cells, "total": result.total, "largest": largest}
    if result.is_sample:
        text = translate("Proof", "sample: {cells} of {total} cells recomputed, largest difference {largest}")
        short = translate("Proof", "{cells} of {total} cells recomputed, off by {largest}")
    elif result.proof.cells == 1:
        text = translate("Proof", "1 cell recomputed, difference {largest}")
        short = translate("Proof", "1 cell recomputed, off by {largest}")
    else:
        text = translate("Proof", "{cells} cells recomputed, largest difference {largest}")
        short = translate("Proof", "{cells} cells recomputed, off by {largest}")
    tip = translate(
        "Proof",
        "Every number of this step was computed again from the arithmetic that Explain shows. "
        "It holds up to {tolerance} · max(1, |number|).",
    ).format(tolerance=f"{TOLERANCE:g}")
    if result.is_sample:
        more = translate(
            "Proof",
            "Of a matrix with more than {limit} cells only {sample} are taken, always the same: "
            "they follow from the seed of the document. The command “verify” computes them all.",
        ).format(limit=WHOLE_UP_TO, sample=SAMPLE)
        tip = f"{tip}\n{more}"
    return Badge(f"{HOLDS} {text.format(**told)}", f"{HOLDS} {short.format(**told)}", tip)


def _failed(result: StepProof) -> Badge:
    first: Check = result.proof.failures[0]
    place = f"{first.cell.tensor}[{', '.join(map(str, first.cell.index))}]"
    told = {
        "place": place,
        "count": len(result.proof.failures),
        "cells": result.proof.cells,
        "computed": number_text(first.computed, None),
        "recomputed": number_text(first.recomputed, None),
    }
    text = translate("Proof", "{place} is not what its arithmetic says")
    short = translate("Proof", "{place} fails")
    tip = translate(
        "Proof",
        "{place} is {computed}, and computed again from its arithmetic it is {recomputed}. "
        "Cells that fail: {count} of {cells}. Click to go there.",
    )
    return Badge(
        f"{BROKEN} {text.format(**told)}",
        f"{BROKEN} {short.format(**told)}",
        tip.format(**told),
        holds=False,
    )


def facts_badge(facts: Sequence[Fact]) -> Badge:
    """Return the laws that a step keeps or, where it breaks some, only those."""
    broken = [fact for fact in facts if not fact.holds]
    told = broken or facts
    if not told:
        return NOTHING
    sign = BROKEN if broken else HOLDS
    text = f"{sign} {' · '.join(translated(fact.short) for fact in told)}"
    tolerance = translate("Proof", "Told to hold up to {tolerance} · max(1, |number|).").format(
        tolerance=f"{FACT_TOLERANCE:g}"
    )
    tip = "\n".join([*(translated(fact.said) for fact in told), tolerance])
    return Badge(text, text, tip, holds=not broken)


def broken_place(facts: Sequence[Fact]) -> Index | None:
    """Return the row that breaks a law, None where none does."""
    return next((fact.place for fact in facts if not fact.holds and fact.place is not None), None)
