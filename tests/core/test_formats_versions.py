"""A file of an older version is brought up to date; one of a newer version is refused with both named."""

import json

import pytest

from core.formats import BadScenario, digest_of, dumps, load, loads, read, save
from core.formats.versions import MIGRATIONS, current_version
from tests.support.documents import BASE, encoded, refusal


def titles_were_names(root):
    """A migration as they will be: version 1 called the title “name” here."""
    table = root.table()
    entries = dict(root.value)
    if "name" in entries:
        table["name"].text(100)
        entries["title"] = entries.pop("name")
    return entries


def notes_were_lines(root):
    """And one more: version 2 had a list of notes."""
    table = root.table()
    entries = dict(root.value)
    if "notes" in entries:
        entries["notes"] = "\n".join(line.text(100) for line in table["notes"].items())
    return entries


@pytest.fixture
def third_version(monkeypatch):
    """The program as it would be two versions later."""
    monkeypatch.setitem(MIGRATIONS, 1, titles_were_names)
    monkeypatch.setitem(MIGRATIONS, 2, notes_were_lines)
    assert current_version() == 3


def old(version, **changes):
    document = {**BASE, "version": version, **changes}
    return encoded({key: value for key, value in document.items() if value is not None})


def test_there_is_a_migration_from_every_older_version():
    assert sorted(MIGRATIONS) == list(range(1, current_version()))


@pytest.mark.usefixtures("third_version")
@pytest.mark.parametrize(
    "data",
    [
        old(1, title=None, name="Old", notes=["a", "b"]),
        old(2, title="Old", notes=["a", "b"]),
        old(3, title="Old", notes="a\nb"),
    ],
)
def test_every_older_version_opens_as_the_present_one(data, tmp_path):
    path = tmp_path / "old.tsbx"
    path.write_bytes(data)
    contents = read(path)
    assert (contents.scenario.title, contents.scenario.notes) == ("Old", "a\nb")
    assert contents.version == json.loads(data)["version"]
    assert contents.is_older == (contents.version < 3)
    assert path.read_bytes() == data
    assert json.loads(dumps(contents.scenario))["version"] == 3
    assert dumps(loads(dumps(contents.scenario))) == dumps(contents.scenario)


@pytest.mark.usefixtures("third_version")
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            old(1, name=5, title=None),
            "test.tsbx ▸ name: 5 stands here, a text in quotation marks is expected",
        ),
        (old(1, nam="x", title=None, notes=None), "test.tsbx: “nam” is not known here"),
        (old(2, notes=["a", 1]), "test.tsbx ▸ notes ▸ entry 2: 1 stands here"),
        (
            b'{"format": "transformer-sandbox", "version": 1, "name": "a", "name": "b"}',
            "“name” stands there twice",
        ),
    ],
)
def test_a_fault_in_an_older_file_is_told_with_its_place(data, message):
    assert message in refusal(data)


@pytest.mark.usefixtures("third_version")
def test_a_newer_version_is_refused_with_both_versions():
    with pytest.raises(BadScenario, match=r"version 4, and this program reads up to version 3"):
        loads(old(4))


def test_without_an_older_version_nothing_is_migrated(tmp_path):
    path = tmp_path / "now.tsbx"
    path.write_bytes(encoded(BASE))
    assert not read(path).is_older
    assert "version 2, and this program reads up to version 1" in refusal(old(2))


def test_a_digest_tells_whether_a_file_was_changed(tmp_path):
    path = tmp_path / "a.tsbx"
    scenario = loads(encoded(BASE))
    written = save(scenario, path)
    assert written == digest_of(path) == read(path).digest
    first = path.stat()
    path.write_bytes(path.read_bytes().replace(b"0.5", b"0.6", 1))
    assert path.stat().st_size == first.st_size
    assert digest_of(path) not in {written, None, ""}
    path.unlink()
    assert digest_of(path) is None
    assert digest_of(path / "below") is None
    path.mkdir()
    assert digest_of(path) == ""
    assert digest_of(f"{path}\0") == ""


def test_loading_is_reading_without_the_rest(tmp_path):
    path = tmp_path / "a.tsbx"
    path.write_bytes(encoded(BASE))
    assert dumps(load(path)) == dumps(read(path).scenario)
