"""The frozen program, started as a stranger would start it."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.cli import version
from core.examples import examples
from core.formats import load
from core.resources import resource_path
from core.trace import run
from tests.slow.conftest import ROOT

MEGABYTES = 200
KEYS = [example.key for example in examples()]
OF_THE_SYSTEM = (
    r"ld-linux-.*|lib(c|m|dl|pthread|rt|util)\.so\.\d"  # the C library
    r"|lib(GL|EGL)\.so\.1|libxcb\.so\.1|libwayland-.*"  # the driver's, and what belongs to it
)
COMPLAINT_OF_QT = re.compile(r"Detected locale .*\nQt depends on .*\nIf this causes .*\nfor more .*\n")
HARMLESS = "This plugin does not support "  # the offscreen platform has no window manager


def without_notice(errors):
    """Standard error without what Qt says of an environment that names no locale."""
    return COMPLAINT_OF_QT.sub("", errors)


def assert_done(done):
    assert (done.returncode, without_notice(done.stderr)) == (0, ""), done.stdout


@pytest.fixture(params=["offscreen", "a screen"])
def platform(request):
    """What has to stand in the environment for a window."""
    if request.param == "offscreen":
        return {"QT_QPA_PLATFORM": "offscreen"}
    return {"DISPLAY": request.getfixturevalue("screen")}


# ---- what is in it


def test_the_bundle_is_of_a_reasonable_size(bundle, capsys):
    size = sum(path.lstat().st_size for path in bundle.rglob("*") if not path.is_symlink()) / 1e6
    with capsys.disabled():
        sys.stdout.write(f"\nThe bundle has {size:.0f} MB.\n")
    assert size < MEGABYTES


def test_every_resource_is_in_it(bundle):
    listing = subprocess.check_output(["git", "ls-files", "-z", "resources"], cwd=ROOT, text=True)
    names = [name for name in listing.split("\0") if name]
    assert len(names) > 50
    for name in names:
        assert (bundle / "_internal" / name).read_bytes() == (ROOT / name).read_bytes(), name


def test_licences_are_in_it(bundle):
    names = {path.name for path in bundle.rglob("*") if path.is_file()}
    assert {"LGPL-3.txt", "GPL-3.txt", "BIZUDPGothic-OFL.txt", "qtbase_ja.qm"} <= names
    assert (next(bundle.rglob("transformer_sandbox*")) / "licenses/LICENSE").read_bytes() == (
        ROOT / "LICENSE"
    ).read_bytes()


def test_it_does_not_know_where_it_was_built(bundle):
    place = str(ROOT).encode()
    knowing = [path for path in bundle.rglob("*") if path.is_file() and place in path.read_bytes()]
    assert knowing == []


def test_it_asks_the_system_for_the_c_library_and_the_driver_alone(bundle):
    files = [path for path in bundle.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    listing = subprocess.check_output(["objdump", "-p", *files], text=True)
    needed = set(re.findall(r"NEEDED\s+(\S+)", listing))
    assert len(needed) > 40
    missing = needed - {path.name for path in bundle.rglob("*")}
    assert [name for name in sorted(missing) if not re.fullmatch(OF_THE_SYSTEM, name)] == []


# ---- the command line


def test_the_command_line_works(stranger):
    listed = stranger.run("examples", "--json")
    assert_done(listed)
    assert [example["key"] for example in json.loads(listed.stdout)] == KEYS
    told = stranger.run("--version")
    assert_done(told)
    assert told.stdout == f"transformer-sandbox {version()}\n"


def test_the_examples_verify(stranger):
    done = stranger.run("verify", *(f"example:{key}" for key in KEYS))
    assert_done(done)
    assert done.stdout.count(" cells, largest difference ") == len(KEYS)


def test_without_a_display_the_steps_are_printed(stranger):
    done = stranger.run()
    assert_done(done)
    assert "9.2848" in done.stdout


def test_bad_usage_is_one_line(stranger):
    done = stranger.run("verify", "missing.tsbx")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_pictures_are_taken_without_a_display(stranger):
    arguments = ["example:one-head", "--out", "pictures", "--step", "attn.weights", "--language", "ja"]
    done = stranger.run("render", *arguments)
    assert_done(done)
    pictures = [path.read_bytes() for path in (stranger.home / "pictures").iterdir()]
    assert [data[:8] for data in pictures] == [b"\x89PNG\r\n\x1a\n"]


# ---- the window


def log_of(folder):
    """What was logged as a warning or worse."""
    lines = next(folder.rglob("transformer-sandbox.log")).read_text("utf-8").splitlines()
    return [line for line in lines if HARMLESS not in line and not re.search(r" (INFO|DEBUG) ", line)]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_example_opens_steps_saves_and_quits(stranger, platform, language):
    folder = stranger.home / "保存 saved"
    began = time.monotonic()
    done = stranger.run("--language", language, "--smoke", str(folder), **platform)
    assert_done(done)
    steps = sum(sum(not step.operation.trivial for step in program.steps) for program in programs())
    assert done.stdout == f"{len(KEYS)} of {len(KEYS)} examples, {steps} steps, saved in {folder}\n"
    for key in KEYS:
        assert (folder / f"{key}.tsbx").read_bytes() == resource_path("scenarios", f"{key}.tsbx").read_bytes()
    assert log_of(folder) == []
    assert time.monotonic() - began < 120


def programs():
    return [run(load(resource_path("scenarios", f"{key}.tsbx")).program()).program for key in KEYS]


def test_a_file_opens_and_the_window_closes(stranger, platform):
    resource = resource_path("scenarios", "one-head.tsbx")
    lesson = stranger.home / "授業.tsbx"
    lesson.write_bytes(resource.read_bytes())
    done = stranger.run(lesson.name, TRANSFORMER_SANDBOX_QUIT_AFTER="1500", **platform)
    assert_done(done)
    assert done.stdout == ""
    assert log_of(stranger.home / ".local/state") == []
    assert "授業" in settings_of(stranger.home)


def settings_of(home):
    """The remembered settings, with the signs that INI files write as numbers."""
    text = next((home / ".config").rglob("settings.ini")).read_text("utf-8")
    return re.sub(r"\\x([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), text)


def test_ctrl_c_ends_it(stranger, screen):
    with subprocess.Popen([stranger.program], **stranger.manner({"DISPLAY": screen})) as running:
        deadline = time.monotonic() + 60
        while not list(stranger.home.rglob("transformer-sandbox.log")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert running.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in errors


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_finds_nothing_wrong_with_itself_and_leaves_nothing_behind(stranger, platform, language):
    done = stranger.run("--language", language, "--self-test", **platform)
    assert_done(done)
    assert done.stdout.endswith("\nAll 5 checks passed.\n")
    assert ", from a bundle\n" in done.stdout
    assert str(stranger.home) not in done.stdout
    assert [path for path in stranger.home.rglob("*") if path.is_file() and ".cache" not in path.parts] == []


def test_a_folder_that_is_not_empty_is_left_alone(stranger):
    (stranger.home / "mine.tsbx").write_bytes(b"mine")
    done = stranger.run("--smoke", ".", QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not empty" in done.stderr
    assert [path.name for path in Path(stranger.home).iterdir()] == ["mine.tsbx"]
