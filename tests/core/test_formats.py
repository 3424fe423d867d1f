"""What is read from a file, and what is refused before it is a document (conventions 6.2 and 6.3)."""

import json

import numpy as np
import pytest

from core.architecture.options import Architecture, Input, PositionKind, Positions, Stack
from core.errors import SandboxError
from core.formats import dumps, loads
from core.formats.strict import MAX_BYTES
from tests.support.documents import BASE, QKV, changed, encoded, refusal
from tests.support.scenarios import filled
from tests.support.words import ODD_WORDS


def test_the_base_document_is_read():
    scenario = loads(encoded(BASE))
    assert scenario.architecture.positions.length == 3
    assert scenario.parameters["decoder.0.self_attn.b_V"].values.tolist() == [0.5, -0.5]
    assert scenario.parameters["decoder.norm.gain"].values.tolist() == [1, 2]
    assert scenario.parameters["decoder.norm.bias"].initializer is not None
    assert scenario.masks["decoder.mask"][1] == (False, True, True)
    assert scenario.padding == {"target": (0,)}
    assert scenario.given["decoder.0.self_attn.scores"].shape == (1, 3, 3)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(ending, mark):
    text = json.dumps(BASE, indent=2).replace("\n", ending)
    assert dumps(loads(mark + text.encode() + b"\n")) == dumps(loads(encoded(BASE)))


def test_sizes_that_are_left_out_follow_from_the_rest():
    document = changed("architecture/attention", {"heads": 2})
    for name in ("decoder.0.self_attn.W_Q", "decoder.0.self_attn.b_V"):
        del document["parameters"][name]
    document["given"] = {}
    attention = loads(encoded(document)).architecture.attention
    assert (attention.d_k, attention.d_v) == (1, 1)


def test_attention_alone_has_an_output_map_where_the_file_names_one():
    assert not loads(encoded(QKV)).architecture.attention.output
    named = QKV | {"parameters": {"attn.W_O": {"init": "identity"}}}
    named["architecture"] = QKV["architecture"] | {"d_model": 1}
    assert loads(encoded(named)).architecture.attention.output


def test_a_mask_that_forbids_nothing_is_none():
    scenario = loads(encoded(changed("masks/decoder.mask", [[1, 1, 1]] * 3)))
    assert not scenario.masks


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-0.0", -0.0),
        ("-0", -0.0),
        ("1e-400", 0.0),
        ("5e-324", 5e-324),
        ("2.2250738585072014e-308", 2.2250738585072014e-308),
        ("1e308", 1e308),
        ("0.30000000000000004", 0.30000000000000004),
        ("9007199254740993", 9007199254740992.0),
        ("123456789012345678901234567890", 1.2345678901234568e29),
    ],
)
def test_any_finite_number_is_read_and_comes_back(text, value):
    data = encoded(BASE).replace(b"[5, 6, 7, 8]", f"[5, 6, 7, {text}]".encode())
    scenario = loads(data)
    number = scenario.parameters["decoder.0.self_attn.W_Q"].values[1, 3]
    assert np.float64(number).tobytes() == np.float64(value).tobytes()
    again = loads(dumps(scenario)).parameters["decoder.0.self_attn.W_Q"].values
    assert again.tobytes() == scenario.parameters["decoder.0.self_attn.W_Q"].values.tobytes()


@pytest.mark.parametrize("word", ODD_WORDS)
def test_any_word_is_a_token_and_comes_back(word):
    document = changed("vocabulary/0", word)
    document["tokens"]["target"][0] = word
    document["title"] = word
    scenario = loads(encoded(document))
    assert scenario.tokens["target"][0] == word
    assert loads(dumps(scenario)).tokens == scenario.tokens
    assert loads(dumps(scenario)).title == word


# ---- what is refused before it is JSON


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty."),
        (b" \r\n\t", "The file is empty."),
        (b"\x00" * 100, "The file holds zero bytes: it is damaged, or no text."),
        (encoded(BASE) + b"\x00", "The file holds zero bytes: it is damaged, or no text."),
        (encoded(BASE).decode().encode("utf-16"), "The file is UTF-16 or UTF-32 text. Save it as UTF-8."),
        (encoded(BASE).decode().encode("utf-16-le"), "The file is UTF-16 or UTF-32 text. Save it as UTF-8."),
        (encoded(BASE).decode().encode("utf-32"), "The file is UTF-16 or UTF-32 text. Save it as UTF-8."),
        (
            '{"format": "transformer-sandbox", "title": "表"}'.encode("cp932"),
            "The file is not UTF-8 text (byte 45). If it is text, save it as UTF-8.",
        ),
        (
            "{é}".encode("latin-1"),
            "The file is not UTF-8 text (byte 2). If it is text, save it as UTF-8.",
        ),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00",
            "The file is not UTF-8 text (byte 1). If it is text, save it as UTF-8.",
        ),
        (b"PK\x03\x04 zip", "The file is a zip archive, not a scenario. Unpack it first."),
        (
            b"\x1f\x8b\x08\x00gzip",
            "The file is not UTF-8 text (byte 2). If it is text, save it as UTF-8.",
        ),
        (
            b"<!DOCTYPE html><html>Please log in</html>",
            "The file is a web page, not a scenario. Download the file itself.",
        ),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            "The file is only a pointer to Git LFS. Fetch it: git lfs pull.",
        ),
        (
            b'{\n<<<<<<< HEAD\n"a": 1\n=======\n>>>>>>> b\n}',
            "line 2: two versions of the file stand here (<<<<<<<). Settle the merge conflict first.",
        ),
        (
            encoded(BASE)[: len(encoded(BASE)) // 2],
            "line 1: the file ends too early. It was not saved or copied as a whole.",
        ),
        (encoded(BASE)[:-1], "line 1: the file ends too early. It was not saved or copied as a whole."),
        (
            b"{}\n" + encoded(BASE),
            "line 2, column 1: something follows the end of the document. Remove it.",
        ),
        (b'{"a": 1} x', "line 1, column 10: something follows the end of the document. Remove it."),
        (b"[" * 100_000, "Lists and objects are nested deeper than 32."),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "Lists and objects are nested deeper than 32."),
        (b" " * (MAX_BYTES + 1), f"The file has {MAX_BYTES + 1} bytes; {MAX_BYTES} are possible."),
    ],
    ids=range(22),
)
def test_what_is_no_text_of_ours_is_told_in_words(data, message):
    assert refusal(data) == f"test.tsbx: {message}"


@pytest.mark.parametrize(
    "text",
    [
        "{'a': 1}",
        '{"a": 1,}',
        '{"a": 1 // no\n}',
        '{"a": [1 2]}',
        '{"a": 0x10}',
        '{"a": +1}',
        '{"a": 01}',
        '{"a": .5}',
        '{"a": 5.}',
        '{"a": 1_0}',
        '{"a": １}',
        '{"a": −1}',
        '{"a": "x\ny"}',
        '{"a": "\\x"}',
        "{a: 1}",
        '{"a" 1}',
        "nul",
        '{"a": nan}',
    ],
)
def test_what_is_no_json_is_told_with_line_and_column(text):
    message = refusal(text.encode())
    assert message.startswith("test.tsbx: line ")
    assert "this is not JSON" in message or "ends too early" in message


def test_quotation_marks_without_end_take_no_time():
    assert "this is not JSON" in refusal(b'{"a": ' + b'\\"' * 1_000_000)


@pytest.mark.parametrize("stack", [Stack.ATTENTION, Stack.ENCODER])
def test_a_table_of_positions_that_nothing_reads_is_read_past_and_not_written(stack):
    """Nothing is added to X that is typed in, so such a model has no table; files of before hold one."""
    positions = Positions(PositionKind.LEARNED, length=5)
    made = filled(Architecture(stack, Input.EMBEDDINGS, positions=positions), 0)
    read = {name for step in made.program().steps for name in step.inputs}
    assert set(made.parameters) <= read
    document = json.loads(dumps(made))
    document["parameters"]["embed.W_P"] = [[0.0] * 4] * 5
    again = loads(json.dumps(document).encode())
    assert dumps(again) == dumps(made)
    for odd in (None, [[0.0] * 4] * 4, [["?"] * 4] * 5, {"init": 5}):
        document["parameters"]["embed.W_P"] = odd
        with pytest.raises(SandboxError, match=r"embed\.W_P"):
            loads(json.dumps(document).encode())
    del document["parameters"]["embed.W_P"]
    document["parameters"]["embed.W_X"] = [[0.0] * 4] * 5
    with pytest.raises(SandboxError, match=r"embed\.W_X"):
        loads(json.dumps(document).encode())
