"""A program built after another: only numbers may be taken over."""

from dataclasses import replace

import numpy as np
import pytest

from core.edits.cells import SetCells
from core.examples import examples, load_example
from core.trace import run

KEYS = [example.key for example in examples()]


def assert_same(program, expected):
    assert program.steps == expected.steps
    assert list(program.sources) == list(expected.sources)
    for name, tensor in program.sources.items():
        assert tensor.axes == expected.sources[name].axes
        assert tensor.values is expected.sources[name].values


def a_source(scenario):
    return next(reversed([*scenario.parameters, *scenario.given]))


@pytest.mark.parametrize("key", KEYS)
def test_after_a_changed_number_the_steps_are_the_same_objects(key):
    before = load_example(key)
    program, name = before.program(), a_source(before)
    index = (0,) * before.source_values(name).ndim
    after = SetCells(name, (index,), (0.5,)).apply(before)
    made = after.program_after(before, program)
    assert made.steps is program.steps
    assert_same(made, after.program())
    assert made.sources[name].values[index] == 0.5
    others = [one for one in program.sources if one != name]
    assert all(made.sources[one] is program.sources[one] for one in others)
    assert run(made, run(program)).changed >= {name}


@pytest.mark.parametrize("key", KEYS)
def test_after_any_other_change_the_program_is_built_anew(key):
    before = load_example(key)
    program = before.program()
    words = {name: ("same",) * len(tokens) for name, tokens in before.tokens.items()}
    changes = [
        {"tokens": words, "vocabulary": (*before.vocabulary, "same") if before.vocabulary else ()},
        {"padding": dict.fromkeys(before.tokens, (0,))},
        {"architecture": replace(before.architecture, temperature=3.0)},
    ]
    for change in changes:
        after = before.with_changes(**change)
        try:
            expected = after.program()
        except Exception as error:
            with pytest.raises(type(error)):
                after.program_after(before, program)
            continue
        assert_same(after.program_after(before, program), expected)


def test_a_typed_in_step_that_goes_is_computed_again():
    before = load_example("one-head")
    scores = run(before.program())["attn.scores"].values
    typed = before.with_changes(given={**before.given, "attn.scores": np.array(scores)})
    made = typed.program_after(before, before.program())
    assert_same(made, typed.program())
    assert_same(before.program_after(typed, made), before.program())


def test_numbers_typed_in_for_a_step_that_is_not_there_are_no_source():
    example = load_example("one-head")
    before = example.with_changes(given={**example.given, "attn.capped": np.zeros((1, 2, 2))})
    program = before.program()
    after = example.with_changes(given={**example.given, "attn.capped": np.ones((1, 2, 2))})
    made = after.program_after(before, program)
    assert made.steps is program.steps
    assert_same(made, after.program())
