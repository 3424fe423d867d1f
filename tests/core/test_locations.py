"""A path, or the address of a file, as a user or a file manager writes it."""

from pathlib import Path

import pytest

from core.locations import NotHere, local_path


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
