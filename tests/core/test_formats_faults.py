"""A fault in a document is told in one sentence that begins with its place (conventions 6.3)."""

import copy

import pytest

from core.examples import NoSuchExample, load_example
from core.formats import dumps, loads
from tests.support.documents import BASE, QKV, REMOVED, changed, encoded, refusal


@pytest.mark.parametrize(
    "document", [[], 5, None, "text", True, {}, {"nbformat": 4, "cells": []}, {"format": "x"}]
)
def test_another_document_is_no_scenario(document):
    assert refusal(encoded(document)) == (
        "test.tsbx: This is no scenario: it does not begin with “format”: “transformer-sandbox”."
    )


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (REMOVED, ": “version” is missing. This program writes 1."),
        ("1", " ▸ version: “1” stands here, a whole number is expected"),
        (True, " ▸ version: true stands here, a whole number is expected"),
        (1.0, " ▸ version: 1.0 stands here, a whole number is expected"),
        (1.5, " ▸ version: 1.5 stands here, a whole number is expected"),
        (None, " ▸ version: null stands here, a whole number is expected"),
        (0, " ▸ version: 0 is out of range; 1 … 1000000000 is possible."),
        (-1, " ▸ version: -1 is out of range; 1 … 1000000000 is possible."),
        (
            999,
            " ▸ version: The file has version 999, and this program reads up to version 1. "
            "Open it with a newer program.",
        ),
    ],
)
def test_another_version_is_told_before_anything_else(version, message):
    document = changed("version", version) | {"something new": 1}
    assert refusal(encoded(document)) == f"test.tsbx{message}"


A, P = "architecture", "parameters"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("titel", "x", "“titel” is not known here. Is “title” meant?"),
        ("__proto__", {}, "“__proto__” is not known here. Known: format, version, title, notes,"),
        ("k" * 1_000_000, 1, f"“{'k' * 59}…” is not known here."),
        ("title", 5, "title: 5 stands here, a text in quotation marks is expected"),
        ("title", "x" * 1001, "title: 1001 characters; 1000 are possible."),
        ("notes", None, "notes: null stands here, a text in quotation marks is expected"),
        ("seed", -1, "seed: -1 is out of range; 0 … 9007199254740991 is possible."),
        ("seed", 2**60, "seed: 1152921504606846976 is out of range; 0 … 9007199254740991 is possible."),
        ("vocabulary", {}, "vocabulary: an object stands here, a list […] is expected"),
        ("vocabulary/1", "x" * 100_000, "vocabulary ▸ entry 2: 100000 characters; 1000 are possible."),
        ("vocabulary/3", "the", "vocabulary ▸ entry 4: “the” stands there twice. Keep one of them."),
        ("vocabulary", ["w"] * 65_537, "vocabulary: 65537 entries; 65536 are possible."),
        ("features", ["a"], "features: 1 name, 2 expected (one a column of d_model)"),
        ("features", ["a", "b", "c"], "features: 3 entries; 2 are possible."),
        ("tokens", REMOVED, "tokens: “target” is missing: the stack “decoder-only” reads it."),
        ("tokens/target", REMOVED, "tokens: “target” is missing: the stack “decoder-only” reads it."),
        ("tokens/source", ["the"], "tokens: “source” is not known here. Known: target."),
        ("tokens/target", [], "tokens ▸ target: There must be at least one token."),
        ("tokens/target", ["the"] * 10_000, "tokens ▸ target: 10000 entries; 512 are possible."),
        (
            "tokens/target/2",
            "dog",
            "tokens ▸ target ▸ entry 3: “dog” is not in the vocabulary. Add it there.",
        ),
        (
            "tokens/target/2",
            3,
            "tokens ▸ target ▸ entry 3: 3 stands here, a text in quotation marks is expected",
        ),
        ("padding/target/0", 3, "padding ▸ target ▸ entry 1: 3 is out of range; 0 … 2 is possible."),
        ("padding/target", [0, 0], "padding ▸ target: A position stands there twice. Keep one of them."),
        ("padding/source", [], "padding: “source” is not known here. Known: target."),
        (A, REMOVED, "“architecture” is missing. Say what the model is made of."),
        (A, [], "architecture: a list stands here, an object {…} is expected"),
        (f"{A}/stack", REMOVED, "architecture: “stack” is missing. Say which parts the model has."),
        (
            f"{A}/stack",
            "decoder",
            "architecture ▸ stack: “decoder” is not possible. "
            "Choose one of: “attention”, “encoder-only”, “decoder-only”, “encoder-decoder”.",
        ),
        (
            f"{A}/stack",
            "encoder-decoder",
            "tokens: “source” is missing: the stack “encoder-decoder” reads it.",
        ),
        (
            f"{A}/input",
            "q, k, v",
            "architecture: input = q, k, v does not go with stack = decoder-only. "
            "Use tokens or embeddings, or the stack attention.",
        ),
        (f"{A}/layers", 0, "architecture ▸ layers: 0 is out of range; 1 … 48 is possible."),
        (f"{A}/layers", 2.5, "architecture ▸ layers: 2.5 stands here, a whole number is expected"),
        (
            f"{A}/d_model",
            2**40,
            "architecture ▸ d_model: 1099511627776 is out of range; 1 … 4096 is possible.",
        ),
        (
            f"{A}/attention/heads",
            0,
            "architecture ▸ attention ▸ heads: 0 is out of range; 1 … 64 is possible.",
        ),
        (
            f"{A}/attention",
            {"heads": 3},
            "architecture ▸ attention: 3 heads do not divide d_model = 2. "
            "Choose a number of heads that does, or say d_k.",
        ),
        (f"{A}/attention/head", 1, "architecture ▸ attention: “head” is not known here. Is “heads” meant?"),
        (
            f"{A}/attention/scale",
            "sqrt",
            "architecture ▸ attention ▸ scale: “sqrt” is not possible. Choose one of: “sqrt_d_k”, “none”, "
            "“sqrt_d_model”, “sqrt_heads”.",
        ),
        (
            f"{A}/attention/scale",
            0,
            "architecture ▸ attention: attention ▸ scale is 0.0; it must be sqrt_d_k, none, sqrt_d_model, "
            "sqrt_heads, number ≠ 0.",
        ),
        (
            f"{A}/attention/output",
            False,
            "architecture: attention ▸ output = false does not go with stack = decoder-only. "
            "Layers need W_O to come back to d_model.",
        ),
        (
            f"{A}/attention/bias",
            1,
            "architecture ▸ attention ▸ bias: 1 stands here, true or false is expected",
        ),
        (
            f"{A}/softmax_base",
            3,
            "architecture: “softmax_base” is not known here. Known: stack, input, layers,",
        ),
        (f"{A}/off", "mask", "architecture ▸ off: “mask” stands here, a list […] is expected"),
        (
            f"{A}/off",
            [1],
            "architecture ▸ off ▸ entry 1: 1 stands here, a text in quotation marks is expected",
        ),
        (
            f"{A}/off",
            ["mask", "decoder.0.self_atn"],
            "architecture ▸ off ▸ entry 2: “decoder.0.self_atn” is not known here. "
            "Is “decoder.0.self_attn” meant?",
        ),
        (
            f"{A}/off",
            ["decoder.1.self_attn"],
            "architecture ▸ off ▸ entry 1: “decoder.1.self_attn” is not known here. "
            "Is “decoder.0.self_attn” meant?",
        ),
        (f"{A}/off", ["mask", "mask"], "architecture ▸ off ▸ entry 2: “mask” stands there twice."),
        (f"{A}/temperature", 0, "architecture ▸ temperature: 0 is out of range; 0.001 … 1000 is possible."),
        (
            f"{A}/norm/epsilon",
            "1e-5",
            "architecture ▸ norm ▸ epsilon: “1e-5” stands here, a number is expected",
        ),
        (f"{A}/positions/length", 2, "parameters ▸ embed.W_P: 3 rows, 2 expected"),
        (
            f"{P}/decoder.0.attn.W_Q",
            [],
            "parameters: “decoder.0.attn.W_Q” is not known here. Is “decoder.0.self_attn.W_Q” meant?",
        ),
        (f"{P}/decoder.1.self_attn.W_Q", [], "parameters: “decoder.1.self_attn.W_Q” is not known here."),
        (f"{P}/embed.W_E", 5, "parameters ▸ embed.W_E: 5 stands here, a list […] is expected"),
        (f"{P}/embed.W_E", [], "parameters ▸ embed.W_E: 0 rows, 4 expected"),
        (
            f"{P}/embed.W_E",
            [1, 2, 3, 4],
            "parameters ▸ embed.W_E ▸ row 1: 1 stands here, a list […] is expected",
        ),
        (f"{P}/embed.W_E", [[]] * 4, "parameters ▸ embed.W_E ▸ row 1: 0 numbers, 2 expected"),
        (f"{P}/embed.W_E", [[0.0] * 100_000], "parameters ▸ embed.W_E: 1 row, 4 expected"),
        (f"{P}/embed.W_E", [[0.0]] * 100_000, "parameters ▸ embed.W_E: 100000 rows, 4 expected"),
        (
            f"{P}/embed.W_E",
            [[[1], [2]]] * 4,
            "parameters ▸ embed.W_E ▸ row 1 ▸ column 1: a list stands here, a number is expected",
        ),
        (
            f"{P}/decoder.0.self_attn.W_Q/1",
            [1, 2, 3],
            "parameters ▸ decoder.0.self_attn.W_Q ▸ row 2: 3 numbers, 4 expected",
        ),
        (
            f"{P}/decoder.0.self_attn.W_Q/1/2",
            "7",
            "parameters ▸ decoder.0.self_attn.W_Q ▸ row 2 ▸ column 3: “7” stands here, a number is expected",
        ),
        (
            f"{P}/decoder.0.self_attn.W_Q/1/2",
            None,
            "parameters ▸ decoder.0.self_attn.W_Q ▸ row 2 ▸ column 3: null stands here, a number is expected",
        ),
        (
            f"{P}/decoder.0.self_attn.W_Q/0/0",
            True,
            "parameters ▸ decoder.0.self_attn.W_Q ▸ row 1 ▸ column 1: true stands here, a number is expected",
        ),
        (
            f"{P}/decoder.0.self_attn.W_Q/0/0",
            {},
            "parameters ▸ decoder.0.self_attn.W_Q ▸ row 1 ▸ column 1: an object stands here, a number is exp",
        ),
        (f"{P}/decoder.norm.gain", [1, 2, 3], "parameters ▸ decoder.norm.gain: 3 numbers, 2 expected"),
        (f"{P}/decoder.norm.gain", [[1]], "parameters ▸ decoder.norm.gain ▸ row 1: 1 number, 2 expected"),
        (
            f"{P}/decoder.norm.gain",
            [[1], [2]],
            "parameters ▸ decoder.norm.gain ▸ column 1: a list stands here, a number is expected",
        ),
        (
            f"{P}/unembed.W_U",
            {"std": 1},
            "parameters ▸ unembed.W_U: “init” is missing. Name an initialiser, or write the numbers.",
        ),
        (
            f"{P}/unembed.W_U",
            {"init": "kaiming"},
            "parameters ▸ unembed.W_U ▸ init: “kaiming” is not possible. Choose one of: “normal”, “xavier”, "
            "“uniform”, “constant”, “identity”, “zeros”.",
        ),
        (
            f"{P}/unembed.W_U",
            {"init": "zeros", "std": 1},
            "parameters ▸ unembed.W_U: “std” is not known here. Known: init.",
        ),
        (f"{P}/unembed.W_U/decimals", 16, "parameters ▸ unembed.W_U ▸ decimals: 16 is out of range; 0 … 15"),
        (f"{P}/unembed.W_U/low", 3, "parameters ▸ unembed.W_U: “low” is larger than “high”. Exchange them."),
        ("masks/encoder.mask", [], "masks: “encoder.mask” is not known here. Is “decoder.mask” meant?"),
        ("masks/decoder.mask", [[1]], "masks ▸ decoder.mask: 1 row, 3 expected"),
        ("masks/decoder.mask/1", [1, 1], "masks ▸ decoder.mask ▸ row 2: 2 numbers, 3 expected"),
        (
            "masks/decoder.mask/1/0",
            0.5,
            "masks ▸ decoder.mask ▸ row 2 ▸ column 1: 0.5 stands here, a whole number is expected",
        ),
        (
            "masks/decoder.mask/1/0",
            2,
            "masks ▸ decoder.mask ▸ row 2 ▸ column 1: 2 is out of range; 0 … 1 is possible.",
        ),
        ("given/decoder.mask", [[1]], "given: “decoder.mask” is not known here."),
        (
            "given/decoder.0.self_attn.weights.max",
            [],
            "given: “decoder.0.self_attn.weights.max” is not known here.",
        ),
        ("given/embed.W_E", [], "given: “embed.W_E” is not known here."),
        (
            "given/decoder.0.self_attn.scores",
            [[[1]]],
            "given ▸ decoder.0.self_attn.scores ▸ matrix 1: 1 row, 3 expected",
        ),
        (
            "given/decoder.0.self_attn.scores",
            [],
            "given ▸ decoder.0.self_attn.scores: 0 matrices, 1 expected",
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) and "/" in value else "",
)
def test_a_fault_is_told_with_its_place(path, value, message):
    told = refusal(encoded(changed(path, value)))
    assert told.startswith((f"test.tsbx ▸ {message}", f"test.tsbx: {message}"))


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("-Infinity", "-Infinity"),
        ("1e400", "1e400"),
        ("-1e309", "-1e309"),
        ("1" + "0" * 5000, "1" + "0" * 16 + "…"),
        ("2" + "0" * 308, "2" + "0" * 16 + "…"),
    ],
)
def test_a_number_that_no_float_holds_is_told_with_its_place(number, shown):
    data = encoded(BASE).replace(b"[5, 6, 7, 8]", f"[5, 6, 7, {number}]".encode())
    assert refusal(data) == (
        "test.tsbx ▸ parameters ▸ decoder.0.self_attn.W_Q ▸ row 2 ▸ column 4: "
        f"{shown} is not a finite number that a float64 holds"
    )


@pytest.mark.parametrize(
    ("found", "twice", "message"),
    [
        ('"seed": 7', '"seed": 7, "seed": 8', ": “seed” stands there twice. Keep one of them."),
        (
            '"bias": true, "scale"',
            '"bias": true, "bias": true, "scale"',
            " ▸ architecture ▸ attention: “bias” stands",
        ),
        ('"embed.W_P"', '"embed.W_E"', " ▸ parameters: “embed.W_E” stands there twice. Keep one of them."),
        ('"low": -2', '"low": -2, "low": -2', " ▸ parameters ▸ unembed.W_U: “low” stands there twice."),
        ('"tokens": {', '"tokens": {"target": [], ', " ▸ tokens: “target” stands there twice."),
    ],
)
def test_a_key_that_stands_twice_is_told_with_its_place(found, twice, message):
    data = encoded(BASE).decode()
    assert data.count(found) == 1
    assert refusal(data.replace(found, twice).encode()).startswith(f"test.tsbx{message}")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            "given/attn.k",
            REMOVED,
            "test.tsbx ▸ given: “attn.k” is missing: with input = “q, k, v” it is typed in.",
        ),
        ("given", REMOVED, "test.tsbx ▸ given: “attn.q” is missing: with input = “q, k, v” it is typed in."),
        ("given/attn.q", [[[2], [2]]], "test.tsbx ▸ given ▸ attn.q ▸ matrix 1: 2 rows, 1 expected"),
        ("given/attn.k", [[[2]]], "test.tsbx ▸ given ▸ attn.k ▸ matrix 1: 1 row, 2 expected"),
        (
            "given/attn.v",
            [[[1, 2], [3, 4]]],
            "test.tsbx ▸ given ▸ attn.v ▸ matrix 1 ▸ row 1: 2 numbers, 1 expected",
        ),
        ("given/attn.k", [[2]], "test.tsbx ▸ given ▸ attn.k: 1 row, 2 expected"),
        ("given/attn.k", [[2, 3], [4, 5]], "test.tsbx ▸ given ▸ attn.k ▸ row 1: 2 numbers, 1 expected"),
        (
            "given/attn.q",
            [2],
            "test.tsbx ▸ given ▸ attn.q ▸ matrix 1: 2 stands here, a list […] is expected",
        ),
        ("tokens/target", ["q", "r"], "test.tsbx ▸ given ▸ attn.q ▸ matrix 1: 1 row, 2 expected"),
        ("given/attn.W_Q", [[1]], "test.tsbx ▸ given: “attn.W_Q” is not known here. Known: attn.q, attn.k,"),
    ],
)
def test_what_is_typed_in_has_to_be_there_and_fit(path, value, message):
    assert refusal(encoded(changed(path, value, QKV))).startswith(message)


def test_a_single_head_may_be_a_plain_matrix_and_is_written_with_its_level():
    scenario = loads(encoded(changed("given/attn.k", [[2], [1]], QKV)))
    assert scenario.given["attn.k"].tolist() == [[[2.0], [1.0]]]
    assert loads(dumps(scenario)).given["attn.k"].tolist() == [[[2.0], [1.0]]]
    assert dumps(scenario) == dumps(loads(encoded(QKV)))


def test_several_heads_without_their_level_are_told_which_axes_there_are():
    document = changed("architecture/attention/heads", 2, QKV)
    document["given"] = {name: [matrix, matrix] for name, (matrix,) in QKV["given"].items()}
    assert loads(encoded(document)).given["attn.k"].shape == (2, 2, 1)
    document["given"]["attn.k"] = [[2], [1]]
    assert refusal(encoded(document)) == (
        "test.tsbx ▸ given ▸ attn.k: One level of brackets is missing: head × key × d_k."
    )


def test_a_typed_in_matrix_without_its_rows_is_told_which_axes_there_are():
    document = changed("given", {"embed.sum": [1, 2]})
    assert refusal(encoded(document)) == (
        "test.tsbx ▸ given ▸ embed.sum: One level of brackets is missing: token × d_model."
    )


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        (
            {"d_model": 4096, "feed_forward": {"d_ff": 4096}},
            "test.tsbx ▸ architecture: The matrices of this model would hold",
        ),
        (
            {"attention": {"heads": 64, "d_k": 1, "d_v": 1}},
            "test.tsbx: The steps of this model would hold",
        ),
    ],
)
def test_what_is_too_large_together_is_refused_before_it_is_made(sizes, message):
    document = copy.deepcopy(BASE) | {"tokens": {"target": ["the"] * 512}, "parameters": {}, "masks": {}}
    document |= {"given": {}, "features": [], "padding": {}}
    document["architecture"] |= {"layers": 48, "positions": {"kind": "none"}} | sizes
    assert refusal(encoded(document)).startswith(message)


def test_half_a_character_is_told_with_its_place():
    data = encoded(BASE).replace(b'"<start>"', b'"\\ud83d"')
    assert refusal(data) == (
        "test.tsbx ▸ vocabulary ▸ entry 1: half a character (a lone surrogate). Write it whole."
    )


def test_more_tokens_than_learned_positions_are_refused():
    document = changed("parameters/embed.W_P", [[0, 1], [0, 2]])
    assert refusal(encoded(document)) == (
        "test.tsbx: embed.positions: 3 tokens, but the learned positions reach only to 2. "
        "Remove tokens or give W_P more rows."
    )


def test_an_unknown_example_is_told_with_those_there_are():
    with pytest.raises(NoSuchExample, match="worked-example, one-head"):
        load_example("nothing")


def test_what_a_message_quotes_of_a_file_neither_steers_nor_reorders_nor_breaks_it():
    for word in ("\x1b[31mred", "\u202eabc", "\x00", "a\nb", "\x1b" * 100):
        for document in (changed("tokens/target/1", word), BASE | {word: 1}, changed("seed", word)):
            told = refusal(encoded(document))
            assert told.isprintable(), told
    assert "“a↵b” is not known here" in refusal(encoded(BASE | {"a\nb": 1}))
