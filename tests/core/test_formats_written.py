"""What was written comes back to the bit, and whatever else a file holds loads or is refused."""

import contextlib
import copy
import json
import re
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.presets import PRESETS
from core.examples import examples, load_example
from core.formats import BadScenario, dumps, load, loads
from core.resources import resource_path
from core.scenario import Parameter
from core.tensor import frozen
from tests.support.documents import BASE, QKV, changed, encoded
from tests.support.scenarios import scenarios

LESSONS = Path(__file__).parents[1] / "data/lessons"
SCHEMA = json.loads(resource_path("scenario.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def same(left, right):
    """Whether two scenarios are equal to the bit."""
    texts = ("title", "notes", "seed", "vocabulary", "features", "tokens")
    plain = ("architecture", *texts, "padding", "types", "masks")
    return (
        all(getattr(left, name) == getattr(right, name) for name in plain)
        and list(left.parameters) == list(right.parameters)
        and all(
            (left.parameters[name].initializer, left.parameters[name].values.tobytes())
            == (right.parameters[name].initializer, right.parameters[name].values.tobytes())
            for name in left.parameters
        )
        and left.given.keys() == right.given.keys()
        and all(left.given[name].tobytes() == right.given[name].tobytes() for name in left.given)
    )


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.key)
def test_an_example_is_written_back_byte_for_byte(example):
    data = resource_path("scenarios", f"{example.key}.tsbx").read_bytes()
    scenario = load_example(example.key)
    assert dumps(scenario) == data
    assert scenario.title == str(example.title)
    assert "Try: " in scenario.notes
    VALIDATOR.validate(json.loads(data))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_comes_back(preset):
    scenario = preset.scenario(3)
    assert same(loads(dumps(scenario)), scenario)
    VALIDATOR.validate(json.loads(dumps(scenario)))


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.tsbx")), ids=lambda path: path.stem)
def test_a_lesson_changes_its_form_once(path):
    if path.stem.startswith(("L12", "L13")):
        return
    scenario = load(path)
    assert same(loads(dumps(scenario)), scenario)
    assert dumps(loads(dumps(scenario))) == dumps(scenario)
    VALIDATOR.validate(json.loads(path.read_bytes()))


def test_the_example_of_the_readme_is_a_scenario():
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^## Scenario files$.*?^(    \{.*?^    \})$", text, re.MULTILINE | re.DOTALL)
    assert loads(block.group(1).encode()).given["attn.v"].tolist() == [[[10.0], [4.0]]]
    VALIDATOR.validate(json.loads(block.group(1)))


def test_the_layout_is_made_for_people_and_for_diff():
    lines = dumps(loads(encoded(BASE))).decode().splitlines()
    assert lines[:3] == ["{", '  "format": "transformer-sandbox",', '  "version": 1,']
    assert '  "vocabulary": ["<start>", "the", "cat", "sat"],' in lines
    assert '  "features": ["a", "b"],' in lines
    assert '    "positions": {"kind": "learned", "length": 3},' in lines
    assert '    "temperature": 2.0' in lines
    assert "      [1.0, 2.0, 3.0, 4.0]," in lines
    assert '    "decoder.norm.gain": [1.0, 2.0],' in lines
    assert '    "unembed.W_U": {"init": "uniform", "low": -2.0, "high": 2.0, "decimals": 3},' in lines
    assert "      [0, 1, 1]," in lines
    assert lines[-1] == "}"


def test_one_changed_number_is_one_changed_line():
    first = dumps(loads(encoded(BASE))).decode().splitlines()
    second = dumps(loads(encoded(changed("parameters/embed.W_E/2/1", 9)))).decode().splitlines()
    assert [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]] == [
        ("      [5.0, 6.0],", "      [5.0, 9.0],")
    ]


def test_many_words_stand_one_a_line():
    words = ["<start>", "the", "cat", "sat", *(f"word {number}" for number in range(50))]
    document = changed("vocabulary", words)
    document["parameters"].pop("embed.W_E")
    data = dumps(loads(encoded(document)))
    assert b'\n    "word 7",\n' in data
    assert dumps(loads(data)) == data


@st.composite
def extreme(draw):
    """Any small scenario, some of its numbers at the ends of what a float64 holds."""
    made = draw(scenarios())
    numbers = st.sampled_from([-0.0, 5e-324, -2.2e-308, 1e308, -1.7976931348623157e308, 0.1 + 0.2, 1 / 3])
    parameters = {}
    for name, parameter in made.parameters.items():
        values = parameter.values.copy()
        values.flat[draw(st.integers(0, values.size - 1))] = draw(numbers | st.floats(-1e9, 1e9))
        parameters[name] = Parameter(frozen(values))
    masks = {name: rows for name, rows in made.masks.items() if not all(map(all, rows))}
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    return made.with_changes(parameters=parameters, masks=masks, title=draw(texts), notes=draw(texts))


@settings(max_examples=80, deadline=None)
@given(extreme())
def test_any_scenario_comes_back_to_the_bit(scenario):
    data = dumps(scenario)
    assert same(loads(data), scenario)
    assert dumps(loads(data)) == data
    VALIDATOR.validate(json.loads(data))


DATA = [encoded(BASE), encoded(QKV), dumps(PRESETS[4].scenario())]
SNIPPETS = [
    b"[",
    b"]",
    b"{",
    b"}",
    b'"',
    b",",
    b":",
    b"null",
    b"true",
    b"1e999",
    b"-0",
    b"\\u0000",
    b"\\ud800",
    b"\xff",
    b"NaN",
]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(DATA), st.data())
def test_a_damaged_file_loads_or_is_refused(data, choices):
    for _ in range(choices.draw(st.integers(1, 3))):
        start = choices.draw(st.integers(0, len(data)))
        length = choices.draw(st.sampled_from([0, 0, 1, 1, 5, 40]))
        data = (
            data[:start]
            + choices.draw(st.sampled_from(SNIPPETS) | st.binary(max_size=3))
            + data[start + length :]
        )
    scenario = None
    with contextlib.suppress(BadScenario):
        scenario = loads(data)
    if scenario is not None:
        assert dumps(loads(dumps(scenario))) == dumps(scenario)


VALUES = st.sampled_from(
    [None, True, 0, -1, 1e308, 10**30, "", "x", [], {}, [[]], [1], ["the"], {"init": "normal"}]
)


def places(value, path=()):
    """All paths into a document."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


DOCUMENTS = [BASE, QKV, *(json.loads(dumps(preset.scenario())) for preset in PRESETS)]
NAMES = sorted(
    {
        (kind, name)
        for one in DOCUMENTS
        for kind in ("parameters", "given", "masks")
        for name in one.get(kind, {})
    }
)
STACKS = ["attention", "encoder-only", "decoder-only", "encoder-decoder"]
OFF = [["mask"], ["scale"], ["encoder.0.ffn"], ["decoder.0.norm2"]]
OPTIONS = ["none", "causal", "learned", "tokens", "embeddings", "q, k, v", 2, False]
CHOICES = VALUES | st.sampled_from([*STACKS, *OFF, *OPTIONS])
BEYOND_A_SCHEMA = re.compile(
    r"\d (row|number|matri|name)\w*, \d+ expected|is not in the vocabulary|do not divide d_model"
    r"|“(en|de)coder\.\d+\.[^”]*” is not known here|is out of range|positions|list stands here, a number"
    r"|a whole number is expected|float64"
)
"""Sizes that have to agree, names of layers there are not, words of the vocabulary, 1.0 for 1."""


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(DOCUMENTS), st.data())
def test_the_schema_refuses_what_the_program_refuses_and_nothing_else(base, choices):
    document = copy.deepcopy(base)
    for _ in range(choices.draw(st.integers(1, 2))):
        if choices.draw(st.integers(0, 3)) == 0:
            kind, name = choices.draw(st.sampled_from(NAMES))
            section = document.setdefault(kind, {})
            if isinstance(section, dict):
                section[name] = [[1]]
            continue
        *way, last = choices.draw(st.sampled_from([path for path in places(document) if 0 < len(path) < 4]))
        part = document
        for key in way:
            part = part[key]
        part[last] = copy.deepcopy(choices.draw(CHOICES))
    reason = ""
    try:
        loads(encoded(document))
    except BadScenario as error:
        reason = str(error)
    takes = VALIDATOR.is_valid(document)
    assert takes == (not reason) or (takes and BEYOND_A_SCHEMA.search(reason)), reason


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_says_what_it_cannot_refuse():
    """1 and 1.0 are one number to it."""
    for version in (1.0, 1):
        assert VALIDATOR.is_valid(changed("version", version))
    assert not VALIDATOR.is_valid(changed("version", 2))
    assert "1.0 is refused" in SCHEMA["properties"]["version"]["description"]
    assert "without a point" in SCHEMA["description"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([BASE, QKV]), st.data())
def test_a_document_with_anything_anywhere_loads_or_is_refused_with_a_place(base, choices):
    document = copy.deepcopy(base)
    *way, last = choices.draw(st.sampled_from([path for path in places(base) if path]))
    part = document
    for key in way:
        part = part[key]
    part[last] = choices.draw(VALUES)
    with contextlib.suppress(BadScenario):
        loads(encoded(document), place="file")
