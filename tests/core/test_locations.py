"""A path, or the address of a file, as a user or a file manager writes it."""

from pathlib import Path

import pytest

from app.cli import execute
from core.examples import load_example
from core.formats import dumps
from core.locations import NoName, NotHere, local_path


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a.tsbx", "a.tsbx"),
        ("file.tsbx", "file.tsbx"),
        ("100%25.tsbx", "100%25.tsbx"),
        ("file:///tmp/a.tsbx", "/tmp/a.tsbx"),
        ("FILE://localhost/tmp/a.tsbx", "/tmp/a.tsbx"),
        ("file:///tmp/a%20b%231%2525.tsbx", "/tmp/a b#1%25.tsbx"),
        ("file:///tmp/%E8%A1%A8.tsbx", "/tmp/表.tsbx"),
        ("file:///tmp/表 #1.tsbx", "/tmp/表 #1.tsbx"),
        ("file:///tmp/caf%E9.tsbx", "/tmp/caf\udce9.tsbx"),
    ],
)
def test_what_is_meant(text, path):
    assert local_path(text) == Path(path)


@pytest.mark.parametrize("text", ["file://server/share/a.tsbx", "file://x"])
def test_a_file_of_another_computer_is_refused(text):
    with pytest.raises(NotHere, match=r"is not on this computer. Fetch the file first."):
        local_path(text)


def test_every_command_takes_an_address(tmp_path):
    path = tmp_path / "表 #1.tsbx"
    path.write_bytes(dumps(load_example("one-head")))
    told, complaints = [], []
    assert execute(["explain", path.as_uri(), "attn.q[0,0,0]"], told.append, complaints.append) == 0
    assert told[0].startswith("q[cats, 1] = ")
    assert complaints == []
    assert execute(["verify", "file://server/a.tsbx"], told.append, complaints.append) == 2
    assert "“file://server/a.tsbx” is not on this computer" in complaints[0]


@pytest.mark.parametrize("text", ["http://example.org/a.tsbx", "HTTPS://example.org/a.tsbx", "ftp://host/a"])
def test_addresses_of_other_computers_are_refused(text):
    with pytest.raises(NotHere, match="not on this computer"):
        local_path(text)


@pytest.mark.parametrize("text", ["a\0b.tsbx", "file:///a%00b.tsbx"])
def test_a_zero_character_is_no_name(text):
    with pytest.raises(NoName, match="zero character"):
        local_path(text)
