"""Scenario files for long: the property tests with more examples; whatever loads is computed, too."""

import copy
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.architecture.presets import PRESETS
from core.errors import SandboxError
from core.examples import examples
from core.formats import BadScenario, dumps, loads
from core.resources import resource_path
from core.trace import run
from tests.core import test_formats_written as written
from tests.support.documents import BASE, QKV, encoded

FILES = [
    *(resource_path("scenarios", f"{example.key}.tsbx").read_bytes() for example in examples()),
    *(dumps(preset.scenario()) for preset in PRESETS),
    encoded(BASE),
    encoded(QKV),
]
DOCUMENTS = [json.loads(file) for file in FILES]
SIGNS = [
    *written.SNIPPETS,
    b"\n",
    b" ",
    b"-",
    b".",
    b"0",
    b"1e308",
    b"\x00",
    b"\xe2\x80\xae",
    b"\xef\xbb\xbf",
]
COMPUTED = 50_000
"""Scenarios with at most so many numbers are computed."""


def long(count, *strategies):
    """Turn a property into a test with `count` examples, however long each takes."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    quiet = settings(max_examples=count, deadline=None, suppress_health_check=slow)
    return lambda test: quiet(given(*strategies)(test))


def inner(test):
    """The property of a test that is there already."""
    return test.hypothesis.inner_test


test_any_scenario_comes_back = long(400, written.extreme())(
    inner(written.test_any_scenario_comes_back_to_the_bit)
)
test_a_damaged_file = long(5_000, st.sampled_from(written.DATA), st.data())(
    inner(written.test_a_damaged_file_loads_or_is_refused)
)
test_anything_anywhere = long(10_000, st.sampled_from([BASE, QKV]), st.data())(
    inner(written.test_a_document_with_anything_anywhere_loads_or_is_refused_with_a_place)
)


def assert_loads_and_runs_or_is_refused(data):
    """A file is refused in words, or all that can be done with it can be done."""
    scenario = refusal = None
    try:
        scenario = loads(data, place="file")
    except BadScenario as error:
        refusal = str(error)
    if scenario is None:
        assert refusal.startswith(("file: ", "file ▸ "))
        return
    saved = dumps(scenario)
    assert dumps(loads(saved)) == saved
    if sum(parameter.values.size for parameter in scenario.parameters.values()) > COMPUTED:
        return
    try:
        program = scenario.program()
    except SandboxError:
        return
    trace = run(program)
    assert trace.failure is None or isinstance(trace.failure.error, SandboxError)


KEYS = sorted({key for document in DOCUMENTS for way in written.places(document) for key in map(str, way)})
NUMBERS = st.floats() | st.integers() | st.sampled_from([5e-324, -1.7e308, 2**53 + 1, 10**400, -0.0])
WORDS = st.sampled_from(KEYS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.sampled_from(KEYS), parts, max_size=4),
    max_leaves=8,
)


@st.composite
def spoilt_documents(draw):
    """A document with a few entries replaced, removed, doubled or put elsewhere."""
    document = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 4))):
        *way, last = draw(st.sampled_from([path for path in written.places(document) if path]))
        part = document
        for key in way:
            part = part[key]
        what = draw(st.sampled_from(["replaced", "replaced", "removed", "moved", "doubled"]))
        if what == "replaced":
            part[last] = draw(VALUES)
        elif what == "moved":
            part[last] = copy.deepcopy(
                draw(st.sampled_from(list(parts_of(draw(st.sampled_from(DOCUMENTS))))))
            )
        elif what == "doubled" and isinstance(part, list):
            part.insert(last, copy.deepcopy(part[last]))
        elif what == "removed":
            del part[last]
        if document == {}:
            break
    return document


def parts_of(value):
    """All values inside a document."""
    yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inside:
        yield from parts_of(part)


@long(4_000, spoilt_documents())
def test_a_spoilt_document_loads_and_runs_or_is_refused(document):
    assert_loads_and_runs_or_is_refused(encoded(document))


@st.composite
def spoilt_bytes(draw):
    """A file with pieces cut out, put in, doubled or exchanged for those of another."""
    data, other = draw(st.sampled_from(FILES)), draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 0, 1, 1, 2, 8, 60, 400])))
        from_other = draw(st.integers(0, len(other)))
        piece = draw(
            st.sampled_from(SIGNS)
            | st.binary(max_size=4)
            | st.just(other[from_other : from_other + 40])
            | st.just(data[start : start + 30] * 2)
        )
        data = data[:start] + piece + data[end:]
    return data


@long(8_000, spoilt_bytes())
def test_a_spoilt_file_loads_and_runs_or_is_refused(data):
    assert_loads_and_runs_or_is_refused(data)
