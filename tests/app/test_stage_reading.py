"""What is kept of a content from edit to edit is what would be made anew."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from app.models import stage_chain, stage_model
from app.models.stage_compared import compared_content
from app.models.stage_content import MatrixView
from app.models.stage_memory import Arranger
from app.models.stage_reading import Outlines, row_badges
from app.pin import Showing
from core.architecture.presets import PRESETS
from core.edits.cells import SetCells
from core.errors import SandboxError
from core.examples import examples, load_example
from core.expression.writing import extremes
from core.record import Record
from core.trace import run
from tests.support.edits import edits
from tests.support.scenarios import scenarios
from tests.support.stage_views import Letters

EXAMPLES = st.sampled_from([example.key for example in examples()]).map(load_example)
KNOWN = st.sampled_from(PRESETS).map(lambda preset: preset.scenario())
NOT_COMPARED = ("reading", "first")


def assert_same(made, expected):
    """The same in every field."""
    assert type(made) is type(expected)
    if isinstance(made, Record):
        ours, theirs = asdict(made), asdict(expected)
        for name in ours.keys() - set(NOT_COMPARED):
            assert_same(ours[name], theirs[name])
    elif isinstance(made, tuple):
        assert len(made) == len(expected)
        for one, other in zip(made, expected, strict=True):
            assert_same(one, other)
    elif isinstance(made, np.ndarray):
        np.testing.assert_array_equal(made, expected)
        assert made.dtype == expected.dtype
    else:
        assert made == expected


def traces(data, scenario, count):
    """The traces of some edits, one after the other, as a session makes them."""
    program = scenario.program()
    trace = run(program)
    yield trace
    for _ in range(count):
        try:
            after = data.draw(edits(scenario)).apply(scenario)
            built = after.program_after(scenario, program)
        except SandboxError:
            continue
        scenario, program, trace = after, built, run(built, trace)
        yield trace


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_contents_and_placements_are_those_that_would_be_made_anew(data):
    scenario = data.draw(st.one_of(EXAMPLES, KNOWN, scenarios()))
    outlines, arranger, pinned = Outlines(), Arranger(Letters()), run(scenario.program())
    name, head = data.draw(st.sampled_from([step.name for step in pinned.program.steps])), 0
    for trace in traces(data, scenario, 5):
        step = trace.program.maker(name)
        if step is None:
            return
        head = data.draw(st.sampled_from([head, head, 1]))
        showing = data.draw(st.sampled_from([Showing.NOW, Showing.NOW, *Showing]))
        asked = {"head": head, "showing": showing}
        made = compared_content(trace, pinned, step, **asked, outlines=outlines)
        assert_same(made, compared_content(trace, pinned, step, **asked, outlines=Outlines()))
        room = {"decimals": data.draw(st.sampled_from([2, 2, 0])), "scale": 1.0, "worked": None}
        placed = arranger.arrange(made, (900.0, 400.0), **room)
        assert_same(placed, Arranger(Letters()).arrange(made, (900.0, 400.0), **room))


@pytest.mark.parametrize("key", ["tiny-gpt", "worked-example"])
def test_outlines_are_made_once_while_only_numbers_change(key, monkeypatch):
    outlined = []
    for module in (stage_model, stage_chain):
        outline = module._outline
        monkeypatch.setattr(module, "_outline", lambda *a, outline=outline: outlined.append(a) or outline(*a))
    before = load_example(key)
    program, outlines = before.program(), Outlines()
    trace = run(program)
    step = next(step for step in program.steps if step.name.endswith(".weights"))
    source = next(iter([*before.parameters, *before.given]))
    cell = (0,) * before.source_values(source).ndim
    shown = []
    for number in (0.25, 0.5):
        after = SetCells(source, (cell,), (number,)).apply(before)
        trace = run(after.program_after(before, program), trace)
        content = compared_content(trace, None, step, head=0, showing=Showing.NOW, outlines=outlines)
        views = [item for item in content.items if isinstance(item, MatrixView)]
        shown.append(views)
        for view in views:
            values = trace[view.tensor].values
            at = view.index(*(size - 1 for size in view.values.shape))
            assert view.values[-1, -1] == values[at]
    assert len(outlined) == 1
    assert all(one.places is other.places for one, other in zip(*shown, strict=True))
    assert all(one.masked is other.masked for one, other in zip(*shown, strict=True))
    assert not np.array_equal(shown[0][0].values, shown[1][0].values)


@pytest.mark.parametrize(
    ("numbers", "ends"),
    [
        ([], (0.0, 0.0)),
        ([3.0, -2.0, 0.5], (-2.0, 3.0)),
        ([1.0, np.nan, -np.inf], (np.nan, np.nan)),
        ([np.inf, 1.0], (1.0, np.inf)),
    ],
)
def test_extremes(numbers, ends):
    np.testing.assert_equal(extremes(np.array([numbers])), ends)


def test_each_row_says_what_it_adds_to():
    rows = np.array([[0.5, 0.5], [np.nan, 1.0], [0.25, 0.5], [0.0, 0.0], [np.inf, 0.0]])
    assert row_badges(rows) == ("1.00 ✓", "NaN !", "0.75 !", "0.00", "NaN !")
    assert row_badges(rows[:1]) == ("1.00 ✓",)
    assert row_badges(rows[:0]) == ()
