"""`--self-test` prints a report that can be mailed, leaves nothing behind, and finds what is wrong."""

import os
import subprocess
import sys

import pytest

from app.self_test import EXAMPLE
from core.examples import load_example
from core.proof import prove
from core.trace import run
from tests.slow.conftest import ROOT

START = "import sys; from app.__main__ import main; {spoil}; sys.exit(main())"
SPOILT = {
    "a step raises": (
        "from app.cursor import StepCursor; StepCursor.forward = lambda self: 1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "the stage is missing a package": ("sys.modules['pyqtgraph'] = None", "pyqtgraph"),
    "a check breaks off": (
        "import app.self_test; app.self_test.check_fonts = lambda: 1 / 0",
        "the check broke off: ZeroDivisionError: division by zero",
    ),
    "the fonts are not there": (
        "import app.fonts; app.fonts.load_fonts = lambda: None; import app.desktop; "
        "app.desktop.load_fonts = lambda: None",
        "the font BIZ UDPGothic is missing",
    ),
    "the numbers are wrong": (
        "import core.ops.attention as ops, numpy; import app.self_test as test; "
        "test.prove = lambda trace: __import__('msgspec').structs.replace("
        "__import__('core.proof').proof.prove(trace), failures=(None,))",
        f"1 of {prove(run(load_example(EXAMPLE).program())).cells} cells are not what their formula says",
    ),
    "the file is written wrongly": (
        "import app.saving as module; module.save = lambda scenario, path: path.write_bytes(b'{}') and ''",
        "is not what was opened",
    ),
}


def self_test(home, *arguments, spoil="pass", **environment):
    """Run it as a user with that home and nothing else."""
    temporary = home / "temporary"
    temporary.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-c", START.format(spoil=spoil), "--self-test", *arguments],
        cwd=ROOT,
        env={
            "HOME": str(home),
            "TMPDIR": str(temporary),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize("platform", [{"QT_QPA_PLATFORM": "offscreen"}, {}], ids=["offscreen", "no display"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_sound_installation_passes_and_nothing_is_left(tmp_path, language, platform):
    done = self_test(tmp_path, "--language", language, **platform)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.endswith("\nAll 5 checks passed.\n")
    assert done.stdout.count("\nok      ") == 5
    assert "FAILED" not in done.stdout
    assert str(tmp_path) not in done.stdout
    files = [path for path in tmp_path.rglob("*") if path.is_file() and "fontconfig" not in path.parts]
    assert files == []


@pytest.mark.parametrize(("spoil", "told"), SPOILT.values(), ids=SPOILT)
def test_what_is_wrong_is_told(tmp_path, spoil, told):
    done = self_test(tmp_path, spoil=spoil, QT_QPA_PLATFORM="offscreen")
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED  ")]
    assert done.returncode == 1, done.stderr
    assert any(told in line for line in failed), done.stdout
    assert "The log:" in done.stdout
    assert " checks failed.\n" in done.stdout
    assert str(tmp_path) not in done.stdout


def run_window(folder, spoil):
    """Open the window of the program, and close it after a while."""
    return subprocess.run(
        [sys.executable, "-c", START.format(spoil=spoil)],
        cwd=ROOT,
        env={
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "TRANSFORMER_SANDBOX_SETTINGS": str(folder / "settings.ini"),
            "TRANSFORMER_SANDBOX_QUIT_AFTER": "2000",
        },
        capture_output=True,
        timeout=120,
        check=False,
    )


def after_the_start(deed):
    """Code that does something in the window after a moment."""
    return (
        "import os; from PySide6.QtCore import QTimer; import app.application as module; "
        "end = module._quit_after; "
        f"module._quit_after = lambda *a: (QTimer.singleShot(300, lambda: {deed}), end(*a))"
    )


def test_the_program_runs_and_reports_without_standard_streams(tmp_path):
    """As a bundle without a console: there is no stderr to complain to."""
    without = "sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None"
    done = run_window(tmp_path, f"{after_the_start('1 / 0')}; {without}")
    assert done.returncode == 0, done.stderr
    assert "ZeroDivisionError" in (tmp_path / "transformer-sandbox.log").read_text("utf-8")


def test_a_crash_leaves_word_and_the_next_start_puts_it_into_the_log(tmp_path):
    done = run_window(tmp_path, after_the_start("os.abort()"))
    assert done.returncode < 0
    crash = tmp_path / "transformer-sandbox-crash.txt"
    assert "Fatal Python error: Aborted" in crash.read_text("utf-8")
    done = run_window(tmp_path, "pass")
    assert done.returncode == 0, done.stderr
    assert "the program crashed before:\nFatal Python error" in (
        tmp_path / "transformer-sandbox.log"
    ).read_text("utf-8")
    assert crash.read_text("utf-8") == ""
