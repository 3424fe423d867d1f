"""What the command ``generate`` takes and prints."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from app.terminal import width
from app.usage import BadUsage
from core.architecture.conventions import conventions_line
from core.architecture.options import Decoding, DecodingKind
from core.cache import obstacle
from core.errors import SandboxError
from core.expression.numbers import number_text
from core.generation import END, GeneratedWord, generate
from core.scenario import Scenario
from core.tokens import visible

_DECIMALS = 4


def add_generating_options(command: argparse.ArgumentParser) -> None:
    """Add how many words, how they are picked, and whether keys and values are kept."""
    command.add_argument("--count", type=int, default=1, metavar="N", help="at most so many words (1)")
    command.add_argument("--greedy", action="store_true", help="always the likeliest word")
    command.add_argument("--temperature", type=float, metavar="T", help="draw, with logits divided by T")
    command.add_argument("--top-k", type=int, metavar="K", help="draw from the K likeliest words; 0 = all")
    command.add_argument(
        "--top-p", type=float, metavar="P", help="draw from the fewest words that reach P together; 1 = all"
    )
    command.add_argument("--seed", type=int, metavar="S", help="draw with the numbers of this seed")
    command.add_argument(
        "--cache",
        action="store_true",
        help="keep keys and values, and compute new words alone",
    )


def with_options(scenario: Scenario, options: argparse.Namespace) -> Scenario:
    """Return the scenario with words picked as the command says; what it leaves open is as in the file.

    Raises
    ------
    BadUsage
        If the options exclude each other, or the count is negative.
    SandboxError
        If a number is outside its limits, or nothing can be kept in a cache.
    """
    if options.count < 0:
        raise BadUsage(f"--count is {options.count}; it must be 0 or more")
    asked = {"top_k": options.top_k, "top_p": options.top_p, "seed": options.seed}
    drawing: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    draws = bool(drawing) or options.temperature is not None
    architecture = scenario.architecture
    if not architecture.has_output:
        raise BadUsage("this model puts out no words: only a decoder does")
    if options.greedy and draws:
        raise BadUsage("--greedy draws nothing: leave out --temperature, --top-k, --top-p and --seed")
    if options.greedy:
        architecture = dataclasses.replace(architecture, decoding=Decoding())
    elif draws:
        decoding = dataclasses.replace(architecture.decoding, kind=DecodingKind.SAMPLE, **drawing)
        temperature = architecture.temperature if options.temperature is None else options.temperature
        architecture = dataclasses.replace(architecture, decoding=decoding, temperature=temperature)
    picked = scenario.with_changes(architecture=architecture)
    found = obstacle(picked) if options.cache else None
    if found is not None:
        raise found
    return picked


def generation_text(scenario: Scenario, count: int, *, with_cache: bool) -> Iterator[str]:
    """Yield the lines: the words there are, then each new one as soon as it is known."""
    yield f"conventions: {conventions_line(scenario.architecture)}"
    before = scenario.tokens[scenario.architecture.sequence]
    yield f"after: {_sentence(before)}"
    longest = max(width(visible(word)) for word in scenario.vocabulary or ("",))
    words: list[str] = []
    try:
        for one in generate(scenario, count, with_cache=with_cache):
            words.append(one.word)
            probability = number_text(one.probability, _DECIMALS)
            word = visible(one.word)
            effort = _effort(one, with_cache=with_cache)
            yield f"{word}{' ' * (longest - width(word))}  {probability}  {effort}"
    except SandboxError:  # what was put out until then is worth a line
        yield _sentence((*before, *words))
        raise
    yield _sentence((*before, *words))


def generation_json(scenario: Scenario, count: int, *, with_cache: bool) -> dict[str, Any]:
    """Return the same for a program."""
    words = list(generate(scenario, count, with_cache=with_cache))
    return {
        "conventions": conventions_line(scenario.architecture),
        "before": list(scenario.tokens[scenario.architecture.sequence]),
        "words": [
            {"word": one.word, "probability": one.probability, "kept": one.kept, "computed": one.computed}
            for one in words
        ],
        "ended": bool(words) and words[-1].word == END,
    }


def _sentence(words: Sequence[str]) -> str:
    return " ".join(map(visible, words))


def _effort(one: GeneratedWord, *, with_cache: bool) -> str:
    words = "1 word" if one.kept == 1 else f"{one.kept} words"
    kept = f", keys and values of {words} kept" if with_cache else ""
    return f"{one.computed} numbers computed{kept}"
