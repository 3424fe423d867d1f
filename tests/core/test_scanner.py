"""The program's JSON reader takes what Python's takes, makes the same of it, and bounds how much that is."""

import json
import math
import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.formats import scanner
from core.formats.errors import BadScenario
from core.formats.scanner import NotJson, Row, Scanner, Table, Unreadable
from tests.support.documents import BASE, encoded


def scanned(text):
    return plain(Scanner(text.encode("utf-8", "surrogatepass").decode("latin-1")).document())


def plain(value):
    """A scanned document as Python's reader makes it, numbers with their type and sign."""
    match value:
        case Row():
            return [plain(entry) for entry in value.entries()]
        case Table():
            return {key: plain(entry) for key, entry in value.items()}
        case list():
            return [plain(entry) for entry in value]
        case Unreadable():
            return "unreadable"
        case float() | int() if not isinstance(value, bool):
            return repr(value)
    return value


def of_python(text):
    def number(kind):
        def read(text):
            if text == "-0":
                return "-0.0"
            return "unreadable" if math.isinf(float(text)) else repr(kind(text))

        return read

    return json.loads(
        text, parse_constant=lambda _: "unreadable", parse_int=number(int), parse_float=number(float)
    )


def assert_agrees(text):
    try:
        expected = of_python(text)
    except json.JSONDecodeError:
        with pytest.raises(NotJson):
            scanned(text)
    else:
        assert scanned(text) == expected


SIGNS = [*'[]{}",:\\ \n-+.eE01x/', "é", "表", "👩", "\x00", "\x1f", "\x7f", "\x85", "\u2028"]
WORDS = ["\\u00e9", "\\ud83d", "\\n", "null", "true", "NaN", "-Infinity", "1.5", "1e400"]
PARTS = ['"a": ', "[1, 2]", "[[-0, 1e-5]]", '"x", ']
PIECES = st.sampled_from([*SIGNS, *WORDS, *PARTS])
WHOLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda parts: st.lists(parts, max_size=5) | st.dictionaries(st.text(max_size=3), parts, max_size=4),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
@example('["\\ud83d\\ude00", "\\ud83d"]')
@example("[1 ,\t2\r\n, 3 ]")
@example("[1, 2, ]")
@example('{"a": 1, }')
@example("[01]")
@example("[1.]")
@example("[.5]")
@example("[-]")
@example("[1, -Infinity, null]")
def test_any_text_is_taken_or_refused_as_by_python(text):
    assert_agrees(text)


@settings(max_examples=100, deadline=None)
@given(WHOLE, st.sampled_from([None, 1]), st.booleans())
def test_any_document_is_read_as_by_python(document, indent, ascii_only):
    assert_agrees(json.dumps(document, indent=indent, ensure_ascii=ascii_only))


def test_a_row_holds_the_numbers_to_the_bit():
    choice = random.Random(1)
    texts = [repr(choice.uniform(-1, 1) * 10.0 ** choice.randint(-307, 307)) for _ in range(5000)]
    texts += ["5e-324", "1e-400", "-0", "-0.0", "123456789012345678901234567890", "9007199254740993", "1E5"]
    row = Scanner(f"[{' ,'.join(texts)}]").document()
    assert isinstance(row, Row)
    expected = np.array([*map(float, texts)])
    assert row.numbers().tobytes() == expected.tobytes()
    assert [float(entry) for entry in row.entries()] == expected.tolist()
    assert len(row) == len(texts)


@pytest.mark.parametrize("entry", ["null", "true", "NaN", "Infinity", "-Infinity", "1e400", "-" + "9" * 400])
def test_a_row_with_anything_else_in_it_has_no_numbers(entry):
    row = Scanner(f"[1, {entry}, 3]").document()
    assert row.numbers() is None
    assert len(row.entries()) == 3


@pytest.mark.parametrize(
    ("limit", "small", "text", "told"),
    [
        ("MAX_DEPTH", 3, "[[[[]]]]", "Lists and objects are nested deeper than 3."),
        (
            "MAX_ENTRIES",
            3,
            '["a", 2, 3, 4]',
            "line 1: a list has more than 3 entries, which no scenario has.",
        ),
        (
            "MAX_VALUES",
            3,
            '[\n[], [],\n{"a": 1}]',
            "line 3: there are more than 3 lists and texts up to here",
        ),
        ("MAX_NUMBERS", 3, "[[1],\n[1, 2, 3]]", "line 2: there are more than 3 numbers up to here"),
        (
            "MAX_TEXT",
            9,
            '["a",\n"12345678"]',
            "line 2: a text has 10 bytes as it is written; 9 are possible.",
        ),
        (
            "MAX_TEXT",
            9,
            '["\\u3042\\u3042"]',
            "line 1: a text has 14 bytes as it is written; 9 are possible.",
        ),
        ("MAX_TEXTS", 9, '["1234", \n"1234"]', "line 2: the texts have more than 9 bytes up to here"),
    ],
)
def test_how_much_there_may_be_is_bounded(monkeypatch, limit, small, text, told):
    monkeypatch.setattr(scanner, limit, small)
    with pytest.raises(BadScenario) as caught:
        Scanner(text).document()
    assert str(caught.value).startswith(told)


def test_a_scenario_keeps_well_within_the_limits():
    made = Scanner(encoded(BASE).decode("latin-1"))
    made.document()
    assert made._values < scanner.MAX_VALUES / 1000


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("{'a': 1}", 1, "texts stand in double quotation marks"),
        ('{"a": 1,}', 7, "a comma stands before the closing bracket"),
        ('{"a": [1, 2,]}', 11, "a comma stands before the closing bracket"),
        ('{"a": 1 // no\n}', 8, "JSON has no comments"),
        ('{"a": 1 "b": 2}', 8, "a comma or the closing bracket is expected here"),
        ('{"a" 1}', 5, "a colon is expected here"),
        ("{a: 1}", 1, "a name in quotation marks is expected here"),
        ('{"a": x}', 6, "a value is expected here"),
        ('{"é": "x\ny"}', 9, "a text goes over the end of its line, or holds a control character"),
        ('{"a": "é\\x"}', 9, "a backslash stands before what JSON does not know"),
        ('{"a": "x', 8, "a text has no end"),
    ],
)
def test_what_is_wrong_is_told_in_words_with_its_place(text, at, reason):
    with pytest.raises(NotJson) as caught:
        scanned(text)
    assert (caught.value.at, caught.value.reason) == (at, reason)
