"""Whatever is opened that is no scenario: one message with its place, and nothing else changes."""

import logging

import pytest

from app.questions import Answer
from core.formats import dumps
from tests.support.documents import BASE, REMOVED, changed, encoded
from tests.support.files import failure, unchanged
from tests.support.hostile import odd_places
from tests.support.words import ODD_WORDS

GOOD = encoded(BASE)
P = "parameters/decoder.0.self_attn.W_Q"
CONTENTS = {
    "UTF-16": GOOD.decode().encode("utf-16"),
    "UTF-32": GOOD.decode().encode("utf-32"),
    "CP932": GOOD.decode().replace("Test", "表").encode("cp932"),
    "Latin-1": GOOD.decode().replace("Test", "é").encode("latin-1"),
    "empty": b"",
    "spaces": b" \r\n",
    "zero bytes": bytes(100),
    "a zero byte behind it": GOOD + b"\x00",
    "cut at a quarter": GOOD[: len(GOOD) // 4],
    "cut in the middle": GOOD[: len(GOOD) // 2],
    "the last byte missing": GOOD[:-1],
    "twice": GOOD + GOOD,
    "text behind it": GOOD + b"\nthe end",
    "a merge conflict": b"<<<<<<< HEAD\n" + GOOD + b"\n=======\n",
    "a pointer to Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
    "a web page": b"<!DOCTYPE html><html><body>Log in</body></html>",
    "a comment": GOOD.replace(b"{", b"{ // ours\n", 1),
    "a comma too many": GOOD[:-1] + b",}",
    "single quotes": GOOD.replace(b'"', b"'"),
    "hexadecimal": GOOD.replace(b'"seed": 7', b'"seed": 0x7'),
    "a list": b"[]",
    "a number": b"5",
    "null": b"null",
    "nothing in it": b"{}",
    "a notebook": b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}',
    "a key twice": GOOD.replace(b'"seed": 7', b'"seed": 7, "seed": 8'),
    "__proto__": encoded(BASE | {"__proto__": {}}),
    "a long key": encoded(BASE | {"k" * 1_000_000: 1}),
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 50_000,
    "no version": encoded(changed("version", REMOVED)),
    "a version as text": encoded(changed("version", "1")),
    "a newer version": encoded(changed("version", 999)),
    "version true": encoded(changed("version", True)),
    "NaN": GOOD.replace(b"[5, 6, 7, 8]", b"[5, 6, 7, NaN]"),
    "1e400": GOOD.replace(b"[5, 6, 7, 8]", b"[5, 6, 7, 1e400]"),
    "5000 digits": GOOD.replace(b"[5, 6, 7, 8]", b"[5, 6, 7, " + b"9" * 5000 + b"]"),
    "a text as a number": encoded(changed(f"{P}/1/2", "7")),
    "ragged": encoded(changed(f"{P}/1", [1, 2, 3])),
    "flat": encoded(changed(P, [1, 2, 3, 4])),
    "a cube": encoded(changed(P, [[[1]]])),
    "100 000 columns": encoded(changed(P, [[0.5] * 100_000])),
    "100 000 rows": encoded(changed(P, [[0.5]] * 100_000)),
    "a huge model": encoded(changed("architecture/d_model", 2**40)),
    "no heads": encoded(changed("architecture/attention/heads", 0)),
    "10 000 tokens": encoded(changed("tokens/target", ["the"] * 10_000)),
    "half a character": GOOD.replace(b'"<start>"', b'"\\ud83d"'),
    "a word of 100 000 signs": encoded(changed("vocabulary/1", "x" * 100_000)),
    "PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "gzip": b"\x1f\x8b\x08\x00",
    "zip": b"PK\x03\x04\x14\x00",
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
}


@pytest.fixture
def edited(window, change, answers, tmp_path):
    """The window on a document with a file and a change since; its changes are given up when asked for."""
    path = tmp_path / "mine.tsbx"
    path.write_bytes(dumps(window.workspace.session.scenario))
    window.files.open_path(path)
    change(window)
    answers.extend([Answer.DISCARD] * 100)
    return window


def refuse(window, path, caplog, *kept):
    """Open a file that is refused; return what is told."""
    with unchanged(window, *kept):
        window.files.open_path(path)
        box = failure(window)
        assert box is not None, path
        text = box.text()
        box.close()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    return text


def test_a_broken_file_is_refused_in_words_and_nothing_changes(edited, tmp_path, caplog):
    path = tmp_path / "broken.tsbx"
    for name, data in CONTENTS.items():
        path.write_bytes(data)
        told = refuse(edited, path, caplog, tmp_path / "mine.tsbx", path)
        assert str(path) in told, name
        assert 10 < len(told) < 1500, name
        assert "Error" not in told, told


def test_what_is_no_ordinary_file_is_refused_and_nothing_changes(edited, tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)  # the name of a socket may not be long
    with odd_places(".") as places:
        for name, path in places.items():
            told = refuse(edited, path.absolute(), caplog, tmp_path / "mine.tsbx")
            assert "cannot be read" in told or "bytes are possible" in told or "bytes; " in told, (name, told)


def test_hostile_words_are_shown_as_they_are(window, tmp_path, answers, caplog):
    words = [*ODD_WORDS, "a\nb", "x" * 1000]
    document = changed("vocabulary", words)
    document["tokens"]["target"] = words
    document["padding"] = document["masks"] = document["given"] = {}
    document["parameters"] = {}
    document["architecture"]["positions"] = {"kind": "none"}
    document["title"], document["notes"] = "<i>title</i>\n\x1b[0m", "\u202e{notes}"
    path = tmp_path / "words {0} %1 <b> 表 #.tsbx"
    path.write_bytes(encoded(document))
    window.files.open_path(path)
    assert failure(window) is None
    cursor = window.workspace.cursor
    cursor.first()
    while not cursor.at_end:
        cursor.forward()
        window.grab()
    assert "words {0} %1 <b> 表 #.tsbx" in window.windowTitle()
    assert tuple(words) == window.workspace.session.scenario.tokens["target"]
