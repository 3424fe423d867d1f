"""The check of an installation finds what is wrong with it, and says so in plain lines."""

import os
import subprocess
import sys

import pytest

from core.examples import examples

KEYS = [example.key for example in examples()]
START = "import sys; from app.__main__ import main; {spoil}; sys.exit(main())"
SPOILT = {
    "a step raises": (
        "from app.cursor import StepCursor; StepCursor.forward = lambda self: 1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "a slot raises": (
        "from app.panels.status import StatusLine; import app.panels.status as module; "
        "StatusLine.showMessage = lambda *arguments: 1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "the stage is missing a package": (
        "sys.modules['pyqtgraph'] = None",
        "pyqtgraph",
    ),
    "the file is written wrongly": (
        "import app.saving as module; module.save = lambda scenario, path: path.write_bytes(b'{}') and ''",
        "is not what was opened",
    ),
    "the file cannot be written": (
        "import app.saving as module; from core.formats import CannotWrite; "
        "module.save = lambda scenario, path: (_ for _ in ()).throw(CannotWrite(path=path, reason=''))",
        "new/worked-example.tsbx” cannot be saved",
    ),
    "the binding loses references": (
        "sys.getrefcount = lambda thing, counts=iter((9000, 7000)): next(counts)",
        "drops references to None",
    ),
}


def check(folder, *arguments, spoil="pass"):
    command = [sys.executable, "-c", START.format(spoil=spoil), *arguments, "--smoke", str(folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=240, check=False
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_sound_installation_passes(tmp_path, language):
    done = check(tmp_path / "new", "--language", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{len(KEYS)} of {len(KEYS)} examples, ")
    assert {path.stem for path in (tmp_path / "new").glob("*.tsbx")} == set(KEYS)


@pytest.mark.parametrize(("spoil", "told"), SPOILT.values(), ids=SPOILT)
def test_what_is_wrong_is_told_in_plain_lines(tmp_path, spoil, told):
    done = check(tmp_path / "new", spoil=spoil)
    lines = done.stderr.splitlines()
    assert done.returncode == 1
    assert any(told in line for line in lines), done.stderr
    assert all(line.startswith("transformer-sandbox: ") for line in lines), done.stderr
    assert str(tmp_path / "new/transformer-sandbox.log") in lines[-1]


def test_a_folder_with_something_in_it_is_refused(tmp_path):
    (tmp_path / "mine.tsbx").write_bytes(b"mine")
    done = check(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"transformer-sandbox: {tmp_path} is not empty; name a new folder\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.tsbx"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["examples"], "examples is not empty"),
        (["x", "example:one-head"], "not allowed with"),
        (["file/x"], "Not a directory"),
        ([], "expected one argument"),
    ],
)
def test_bad_usage_is_one_line(tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/mine").touch()
    command = [sys.executable, "-m", "app", "--smoke", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
