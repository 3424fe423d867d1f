"""What the command ``compare`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.json_output import json_numbers
from core.architecture.conventions import conventions
from core.compare import ColumnDifference, Comparison, Kind
from core.generation import NextWord
from core.scenario import Scenario

_NAMES = ("A", "B")


def comparison_text(found: Comparison, files: Sequence[str], scenarios: Sequence[Scenario]) -> Iterator[str]:
    """Return the lines: the files, their conventions as far as they differ, each column, the answers."""
    for letter, file, own in zip(_NAMES, files, _own_conventions(scenarios), strict=True):
        yield f"{letter}: {file}{f' ({own})' if own else ''}"
    yield ""
    if found.is_equal:
        yield f"The numbers of all {len(found.columns)} columns are the same."
    else:
        first = found.first
        assert first is not None
        yield f"first difference: {first.name}: {_how(first)}"
        yield ""
        width = max(len(one.name) for one in found.columns)
        for one in found.columns:
            yield f"{one.name:<{width}}  {_how(one)}"
    remark = found.answers.remark
    if remark is not None:
        yield ""
        yield str(remark)


def comparison_json(found: Comparison, files: Sequence[str], scenarios: Sequence[Scenario]) -> dict[str, Any]:
    """Return the same for a program, numbers in full."""
    answers = {
        letter: None if one is None else _answer_json(one, is_drawn=is_drawn)
        for letter, one, is_drawn in zip(
            _NAMES,
            (found.answers.left, found.answers.right),
            (found.answers.left_drawn, found.answers.right_drawn),
            strict=True,
        )
    }
    return {
        "files": dict(zip(_NAMES, files, strict=True)),
        "conventions": dict(zip(_NAMES, _own_conventions(scenarios), strict=True)),
        "equal": found.is_equal,
        "first": found.first.name if found.first else None,
        "columns": [_column_json(one) for one in found.columns],
        "answers": answers,
        "remark": str(found.answers.remark) if found.answers.remark else None,
    }


def _answer_json(one: NextWord, *, is_drawn: bool) -> dict[str, Any]:
    return {"word": one.word, "probability": json_numbers(one.probability), "drawn": is_drawn}


def _own_conventions(scenarios: Sequence[Scenario]) -> list[str]:
    """Return the conventions of each that the other has not, as one line."""
    told = [list(map(str, conventions(scenario.architecture))) for scenario in scenarios]
    others = (told[1], told[0])
    return [
        " · ".join(one for one in own if one not in other) for own, other in zip(told, others, strict=True)
    ]


def _how(one: ColumnDifference) -> str:
    if one.kind is Kind.DIFFERENT:
        where = "" if not one.where else f" at [{','.join(map(str, one.where))}]"
        return (
            f"{one.cells} of {one.total} cells, largest difference {one.largest:.3g}{where}: "
            f"{one.left:.6g} → {one.right:.6g}"
        )
    words = {
        Kind.EQUAL: "the same",
        Kind.OTHER_SHAPE: "of another shape",
        Kind.LEFT_ONLY: "in A alone",
        Kind.RIGHT_ONLY: "in B alone",
    }
    return words[one.kind]


def _column_json(one: ColumnDifference) -> dict[str, Any]:
    made: dict[str, Any] = {"name": one.name, "kind": one.kind.value, "cells": one.total}
    if one.kind is Kind.DIFFERENT:
        made |= {
            "different": one.cells,
            "largest": json_numbers(one.largest),
            "index": list(one.where),
            "A": json_numbers(one.left),
            "B": json_numbers(one.right),
        }
    return made
